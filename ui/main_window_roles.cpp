// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and the role that is looked at: a click on its name lights its work and fills the inspector's page of it.
#include "ui/compare/comparison_model.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/inspector.h"
#include "ui/details/role_card.h"
#include "ui/main_window.h"
#include "ui/timeline/colour_bar.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <utility>

namespace attnscope {

void MainWindow::connectRoles()
{
    connect(&m_bottom->comparison(), &ComparisonPanel::roleChosen, this, &MainWindow::showRole);
    connect(m_colours, &ColourBar::roleClicked, this, &MainWindow::showRole);
    connect(m_inspector, &Inspector::roleStepRequested, this, &MainWindow::showNeighbourRole);
    connect(m_inspector, &Inspector::variantChosen, this, [this](int index) { showVariant(index, true); });
}

void MainWindow::showRole(RoleGroup role)
{
    if (!m_page->document || m_page->variant < 0) {
        return;
    }
    leaveFinding();
    m_role = role;
    m_bottom->comparison().setPickedRole(role);
    struct Answer {
        RoleCard card;
        std::vector<SpanRef> spans;
    };
    const DocumentPtr document = m_page->document;
    std::vector<VariantView> views { m_page->view() };
    if (showsStacked()) {
        views = document->views;
    }
    m_tasks.run<Answer>(
        [trace = document->trace, summaries = document->summaries, guess = document->guess, views = std::move(views),
            role] {
            Answer answer { describeRole(*trace, summaries, guess, role), {} };
            for (const VariantView& view : views) {
                const auto spans = spansOfRole(*trace, view, role);
                answer.spans.insert(answer.spans.end(), spans.begin(), spans.end());
            }
            return answer;
        },
        [this, job = ++m_roleJob, document](Answer answer) {
            if (job != m_roleJob || !m_role || m_page->document != document) {
                return; // something else is lit by now
            }
            m_page->timeline->setLit(std::move(answer.spans));
            m_inspector->showRole(answer.card);
            arrangeInspector();
            updateStatus();
        });
}

void MainWindow::showNeighbourRole(int direction)
{
    const std::vector<RoleGroup> roles = m_bottom->comparison().model().rolesPresent();
    if (roles.empty()) {
        return;
    }
    const auto at = m_role ? std::find(roles.begin(), roles.end(), *m_role) : roles.end();
    const int count = static_cast<int>(roles.size());
    const int next = at == roles.end() ? (direction > 0 ? 0 : count - 1)
                                       : (static_cast<int>(at - roles.begin()) + direction + count) % count;
    showRole(roles[static_cast<std::size_t>(next)]);
}

// Something else is lit now, or nothing.
void MainWindow::leaveRole()
{
    if (std::exchange(m_role, std::nullopt)) {
        ++m_roleJob;
        m_bottom->comparison().setPickedRole(std::nullopt);
        if (m_inspector->roleCard()) {
            selectSpan(m_page->timeline->selection(), false);
        }
    }
}

} // namespace attnscope
