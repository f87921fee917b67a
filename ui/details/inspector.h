// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector at the right of the bottom panel: the card of what is selected, of a finding or of a role, or what to do
// when nothing is. GUI thread only.
#pragma once

#include "ui/common/key_hints.h"
#include "ui/details/detail_card.h"
#include "ui/details/finding_page.h"
#include "ui/details/role_page.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace attnscope {

class ElidedLabel;

class Inspector : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(QWidget* parent = nullptr);

    /// What stands there while nothing is selected; once.
    void setKeyHints(const std::vector<KeyHint>& hints);
    void showCard(const DetailCard& card);
    void showFinding(const FindingCard& card);
    void showRole(const RoleCard& card);
    void showNothing();
    void setTimeUnit(TimeUnit unit);
    [[nodiscard]] const std::optional<DetailCard>& card() const { return m_card; }
    [[nodiscard]] const std::optional<FindingCard>& findingCard() const { return m_finding; }
    [[nodiscard]] const std::optional<RoleCard>& roleCard() const { return m_role; }

signals:
    void previousRequested();
    void nextRequested();
    void findingStepRequested(int direction); ///< −1: the one before, 1: the next
    void spanChosen(attnscope::SpanRef span); ///< one that shows the finding
    void roleStepRequested(int direction); ///< −1: the role before, 1: the next
    void variantChosen(int index); ///< on the card of a role

private:
    void buildCardPage();
    void buildNothingPage();

    std::optional<DetailCard> m_card;
    std::optional<FindingCard> m_finding;
    std::optional<RoleCard> m_role;
    FindingPage* m_findingPage;
    RolePage* m_rolePage;
    QStackedWidget* m_stack;
    QVBoxLayout* m_nothing = nullptr; ///< the page of nothing selected
    class RoleSwatch* m_swatch = nullptr;
    std::array<QToolButton*, 2> m_neighbours {}; ///< of the card: previous and next
    ElidedLabel* m_title = nullptr;
    QLabel* m_sentence = nullptr;
    ElidedLabel* m_name = nullptr;
    QWidget* m_factsBox = nullptr;
};

} // namespace attnscope
