// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/no_gpu_panel.h"

#include "ui/common/elided_label.h"
#include "ui/common/icons.h"
#include "ui/common/small_widgets.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope {
namespace {

const char* const kCommand = "attnscope record -o h200.json.gz --variants all";

// A command to copy: the text in a field that cannot be edited, a button at its end.
QWidget* commandBox(const QString& command)
{
    auto* box = new QWidget;
    box->setProperty("kind", QStringLiteral("command"));
    box->setAttribute(Qt::WA_StyledBackground);
    box->setFixedHeight(Theme::px(Measure::kButton));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(Theme::px(10), 0, Theme::px(4), 0);
    row->setSpacing(Theme::px(4));
    auto* text = new ElidedLabel(TypeSize::kBody);
    text->setFullText(command);
    auto* copy = makeButton(ButtonKind::Mini, NoGpuPanel::tr("Copy the command"), QStringLiteral("copy"));
    row->addWidget(text, 1);
    row->addWidget(copy);
    QObject::connect(copy, &QToolButton::clicked, box, [command] { QGuiApplication::clipboard()->setText(command); });
    return box;
}

} // namespace

NoGpuPanel::NoGpuPanel(QWidget* parent)
    : QWidget(parent)
    , m_heading(makeLabel({}, TypeSize::kHeading, QFont::DemiBold))
    , m_fact(makeLabel({}, TypeSize::kBody, QFont::Normal, QStringLiteral("muted")))
    , m_doctorBox(new QWidget)
{
    setSurface(this, QStringLiteral("canvas"));
    auto* open = makeButton(ButtonKind::Outline, tr("Open the H200 recording"), QStringLiteral("open"));
    auto* check = makeButton(ButtonKind::Outline, tr("Check again"), QStringLiteral("refresh"));
    connect(open, &QToolButton::clicked, this, &NoGpuPanel::bundledRequested);
    connect(check, &QToolButton::clicked, this, &NoGpuPanel::checkRequested);

    auto* content = new QWidget;
    auto* layout = new QHBoxLayout(content);
    layout->setContentsMargins(Theme::px(24), Theme::px(12), Theme::px(20), Theme::px(12));
    layout->setSpacing(Theme::px(20));
    m_heading->setWordWrap(true);
    m_fact->setWordWrap(true);
    auto* left = new QVBoxLayout;
    left->setSpacing(Theme::px(6));
    left->addStretch();
    left->addWidget(m_heading);
    left->addWidget(m_fact);
    left->addSpacing(Theme::px(16));
    auto* ways = new QHBoxLayout;
    ways->setSpacing(Theme::px(24));
    ways->addWidget(makeWay(1, tr("Look at a GPU recording now"),
                        tr("The bundled one has all seven variants on an NVIDIA H200."), open),
        4);
    ways->addWidget(makeWay(2, tr("Record on a GPU machine, read it here"),
                        tr("One command there, no display needed; then Open… here, or drop the file on this window."),
                        commandBox(QString::fromLatin1(kCommand))),
        5);
    ways->addWidget(makeWay(3, tr("Use the GPU of this machine"),
                        tr("Install an NVIDIA driver for CUDA 13 (580 or newer), then look again."), check),
        4);
    left->addLayout(ways);
    left->addStretch();
    layout->addLayout(left, 13);
    m_doctorLine = makeLine(Qt::Vertical);
    layout->addWidget(m_doctorLine);
    auto* doctor = new QVBoxLayout(m_doctorBox);
    doctor->setContentsMargins(0, 0, 0, 0);
    doctor->setSpacing(Theme::px(6));
    doctor->addStretch();
    doctor->addWidget(makeLabel(tr("attnscope doctor"), TypeSize::kBody, QFont::DemiBold));
    m_doctor = new QGridLayout;
    m_doctor->setHorizontalSpacing(Theme::px(8));
    m_doctor->setVerticalSpacing(Theme::px(3));
    m_doctor->setColumnStretch(2, 1);
    doctor->addLayout(m_doctor);
    doctor->addStretch();
    m_doctorBox->setMinimumWidth(Theme::px(180));
    layout->addWidget(m_doctorBox, 3);

    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    setRecording(true, {});
    setDoctor({});
}

QWidget* NoGpuPanel::makeWay(int number, const QString& title, const QString& text, QWidget* action)
{
    auto* way = new QWidget;
    auto* grid = new QGridLayout(way);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(10));
    grid->setVerticalSpacing(Theme::px(8));
    auto* badge = makeLabel(QString::number(number), TypeSize::kSmall, QFont::DemiBold, QStringLiteral("muted"));
    badge->setProperty("kind", QStringLiteral("badge"));
    badge->setAlignment(Qt::AlignCenter);
    badge->setFixedSize(Theme::px(18), Theme::px(18));
    auto* head = makeLabel(title, TypeSize::kBody, QFont::DemiBold);
    head->setWordWrap(true);
    auto* words = makeLabel(text, TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    grid->addWidget(badge, 0, 0, Qt::AlignTop);
    grid->addWidget(head, 0, 1);
    grid->addWidget(words, 1, 1);
    const bool fills = qobject_cast<QToolButton*>(action) == nullptr;
    grid->addWidget(action, 2, 1, fills ? Qt::Alignment() : Qt::AlignLeft);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(1, 1);
    return way;
}

void NoGpuPanel::setRecording(bool madeHere, const QString& fact)
{
    m_heading->setText(madeHere ? tr("No GPU on this machine, so this recording has CPU lanes only")
                                : tr("This recording has CPU lanes only"));
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
}

void NoGpuPanel::setChecking()
{
    setDoctor({});
    m_doctorBox->show();
    m_doctorLine->show();
    m_doctor->addWidget(makeLabel(tr("looking…"), TypeSize::kBody, QFont::Normal, QStringLiteral("faint")), 0, 0, 1, 3);
}

void NoGpuPanel::setDoctor(const std::vector<DoctorLine>& lines)
{
    while (QLayoutItem* item = m_doctor->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const DoctorLine& line : lines) {
        auto* icon = new QLabel;
        icon->setPixmap(themedIcon(
            line.ok ? QStringLiteral("check") : QStringLiteral("x"), line.ok ? IconTone::Good : IconTone::Bad)
                            .pixmap(Theme::px(14), Theme::px(14)));
        auto* found = new ElidedLabel(TypeSize::kBody, QFont::Normal, line.ok ? QString() : QStringLiteral("bad"));
        found->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        found->setFullText(!line.ok && line.found.empty() ? tr("not found") : QString::fromStdString(line.found));
        found->setExplanation(QString::fromStdString(line.advice));
        m_doctor->addWidget(icon, row, 0);
        m_doctor->addWidget(
            makeLabel(QString::fromStdString(line.subject), TypeSize::kBody, QFont::Normal, QStringLiteral("muted")),
            row, 1);
        m_doctor->addWidget(found, row, 2);
        ++row;
    }
    // Nobody has looked yet: no box, rather than an empty one.
    m_doctorBox->setVisible(!lines.empty());
    m_doctorLine->setVisible(!lines.empty());
}

} // namespace attnscope
