// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/role_page.h"

#include "ui/common/elided_label.h"
#include "ui/common/role_legend.h"
#include "ui/common/small_widgets.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"
#include "ui/details/role_swatch.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace attnscope {
namespace {

constexpr int kRowHeight = 24, kBarHeight = 14, kNoteWidth = 72;

// Its length is its share of the longest one; the rail below it says that some of it ran on Tensor Cores.
class RoleBar : public QWidget {
public:
    RoleBar(RoleGroup role, double share, bool usesTensorCores)
        : m_role(role)
        , m_share(share)
        , m_usesTensorCores(usesTensorCores)
    {
        setMinimumSize(Theme::px(48), Theme::px(kRowHeight));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        const int tall = Theme::px(kBarHeight);
        const QRect bar(0, (height() - tall) / 2, std::max(2, static_cast<int>(m_share * width())), tall);
        drawRoleSwatch(painter, bar, m_role);
        if (m_usesTensorCores) {
            drawTensorRail(painter, bar.left() + 2, bar.bottom() - Theme::px(3), bar.width() - 4,
                Theme::current().textOnRole(m_role));
        }
    }

private:
    RoleGroup m_role;
    double m_share;
    bool m_usesTensorCores;
};

} // namespace

RolePage::RolePage(QWidget* parent)
    : QWidget(parent)
    , m_swatch(new RoleSwatch)
    , m_title(new ElidedLabel(TypeSize::kBody, QFont::DemiBold))
    , m_sentence(makeLabel({}, TypeSize::kBody))
    , m_rows(new QWidget)
{
    m_sentence->setWordWrap(true);
    auto* body = new QWidget;
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins(Theme::px(16), Theme::px(4), Theme::px(16), Theme::px(8));
    m_body->setSpacing(Theme::px(4));
    m_body->addWidget(m_sentence);
    m_body->addSpacing(Theme::px(4));
    m_body->addWidget(makeLine());
    m_body->addSpacing(Theme::px(4));
    m_body->addWidget(m_rows);
    m_body->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(makeScroll(body), 1);
}

QWidget* RolePage::makeHead()
{
    auto* box = new QWidget;
    box->setFixedHeight(Theme::px(Measure::kTabBar));
    auto* head = new QHBoxLayout(box);
    head->setContentsMargins(Theme::px(16), 0, Theme::px(12), 0);
    head->setSpacing(Theme::px(8));
    head->addWidget(m_swatch);
    head->addWidget(m_title, 1);
    auto* previous = makeButton(ButtonKind::Mini, tr("Previous role"), QStringLiteral("left"));
    auto* next = makeButton(ButtonKind::Mini, tr("Next role"), QStringLiteral("right"));
    auto* copy = makeButton(ButtonKind::Mini, tr("Copy this card"), QStringLiteral("copy"));
    connect(previous, &QToolButton::clicked, this, &RolePage::previousRequested);
    connect(next, &QToolButton::clicked, this, &RolePage::nextRequested);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_card.asText()); });
    for (QToolButton* button : { previous, next, copy }) {
        head->addWidget(button);
    }
    return box;
}

QWidget* RolePage::makeRows()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(12));
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const RoleCard::Row& row : m_card.rows) {
        auto* name = makeButton(ButtonKind::Link, row.name);
        name->setStyleSheet(QStringLiteral("padding-left: 0; padding-right: 0;")); // stands in a column of words
        name->setFixedWidth(name->fontMetrics().horizontalAdvance(row.name) + 2); // a wider one would centre it
        name->setAccessibleName(tr("Show %1").arg(row.name));
        connect(name, &QToolButton::clicked, this, [this, index = row.variant] { emit variantChosen(index); });
        grid->addWidget(name, line, 0, Qt::AlignLeft);
        if (row.place == RoleCard::Place::Own) {
            const double share = static_cast<double>(row.time) / static_cast<double>(std::max<Ns>(1, m_card.longest));
            grid->addWidget(new RoleBar(m_card.role, share, row.usesTensorCores), line, 1);
            auto* time = makeLabel(tr("%1 %2").arg(formatTime(row.time, m_unit), unitName(m_unit)));
            time->setToolTip(formatTimeExact(row.time));
            grid->addWidget(time, line, 2, Qt::AlignRight | Qt::AlignVCenter);
            auto* note = makeLabel(row.note, TypeSize::kSmall, QFont::Normal, QStringLiteral("muted"));
            note->setMinimumWidth(Theme::px(kNoteWidth));
            note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            grid->addWidget(note, line, 3);
        } else {
            auto* note = new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("muted"));
            note->setFullText(row.note);
            grid->addWidget(note, line, 1, 1, 3);
        }
        grid->setRowMinimumHeight(line++, Theme::px(kRowHeight));
    }
    return box;
}

void RolePage::setCard(const RoleCard& card)
{
    m_card = card;
    m_swatch->setRole(card.role);
    m_title->setFullText(card.title);
    m_sentence->setText(card.sentence);
    refresh();
}

void RolePage::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    refresh();
}

void RolePage::refresh()
{
    auto* fresh = makeRows();
    delete m_body->replaceWidget(m_rows, fresh);
    m_rows->deleteLater(); // maybe it is its link that was clicked
    m_rows = fresh;
}

} // namespace attnscope
