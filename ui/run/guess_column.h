// SPDX-License-Identifier: GPL-3.0-or-later
// The first column of Start here: the question with a button for each variant that can be guessed while the answers are covered, then
// the guess beside the answer and what every variant needs. GUI thread only; O(variants) widgets, made again when what they say changes.
#pragma once

#include "ui/run/guess.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QToolButton;
class QVBoxLayout;

namespace attnscope {

struct TraceDocument;

class GuessColumn : public QWidget {
    Q_OBJECT
public:
    explicit GuessColumn(QWidget* parent = nullptr);

    /// Of the shown recording, or of none.
    void setDocument(const TraceDocument* document, TimeUnit unit);
    /// What the keyboard comes to before the column's own buttons, which are made again and again.
    void setTabPredecessor(QWidget* widget) { m_before = widget; }
    /// The sentence under the heading.
    [[nodiscard]] QString sentence() const { return m_sentence; }
    /// What can be chosen now, in the order of the variant row; empty unless the answers are covered.
    [[nodiscard]] const std::vector<QToolButton*>& choices() const { return m_choices; }
    /// A link to each variant, the one with the least time first; empty while the answers are covered.
    [[nodiscard]] const std::vector<QToolButton*>& ranking() const { return m_links; }

signals:
    void guessed(const QString& variant);
    void uncoverRequested();
    void variantChosen(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Content {
        bool isOpen = false, onGpu = false; ///< isOpen: there is a recording
        QString device;
        std::vector<RankedVariant> ranking;
        Guess guess;
        TimeUnit unit = TimeUnit::Microseconds;
        bool operator==(const Content&) const = default;
    };
    void rebuild();
    void buildQuestion(QVBoxLayout& layout);
    void buildAnswer(QVBoxLayout& layout);
    void addRanked(QGridLayout& grid, int place);
    void orderTabs();
    void placeChoices(); ///< as many beside each other as have room

    Content m_content;
    QString m_sentence;
    QWidget *m_body = nullptr, *m_before = nullptr;
    QToolButton* m_uncover = nullptr; ///< null unless there are choices
    QGridLayout* m_choiceGrid = nullptr; ///< null unless there are choices
    std::vector<QToolButton*> m_choices, m_links;
};

} // namespace attnscope
