// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's page for a finding: its sentence, what it rests on, and a link to each span that shows it. The card is words alone
// (any thread, O(evidence shown)); the page is the GUI thread's.
#pragma once

#include "profiler/trace/trace.h"
#include "ui/details/finding_rows.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace attnscope {

class ElidedLabel;

struct FindingCard {
    /// One span that shows it.
    struct Line {
        SpanRef span;
        std::optional<RoleGroup> role; ///< GPU work has one
        QString name, calledBy, time;
    };
    QString number, title, sentence;
    QString evidence; ///< what it rests on in short
    QString advice; ///< what to do about it, with what another variant takes; may be empty
    std::vector<Line> lines; ///< the first of them, in order of start
    std::size_t more = 0; ///< spans beyond those

    [[nodiscard]] QString asText() const; ///< for the clipboard
};
[[nodiscard]] FindingCard describeFinding(const Trace& trace, const FindingRow& row);

class FindingPage : public QWidget {
    Q_OBJECT
public:
    explicit FindingPage(QWidget* parent = nullptr);
    void setCard(const FindingCard& card);

signals:
    void spanChosen(attnscope::SpanRef span);
    void previousRequested();
    void nextRequested();

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeLines();

    FindingCard m_card;
    QLabel *m_badge, *m_sentence, *m_evidence;
    QWidget* m_adviceBox;
    QLabel* m_advice;
    ElidedLabel* m_title;
    QVBoxLayout* m_body;
    QWidget* m_lines;
};

} // namespace attnscope
