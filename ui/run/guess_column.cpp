// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/guess_column.h"

#include "ui/common/icons.h"
#include "ui/common/small_widgets.h"
#include "ui/run/trace_document.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

// How long one variant takes beside the slowest.
class ShareBar : public QWidget {
public:
    ShareBar(double share, bool isGuess)
        : m_share(share)
        , m_isGuess(isGuess)
    {
        setMinimumSize(Theme::px(40), Theme::px(10));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override { return { Theme::px(120), Theme::px(10) }; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_isGuess ? theme.accent : theme.lineStrong);
        painter.drawRoundedRect(QRectF(0, 0, std::max(2.0, m_share * width()), height()), 2, 2);
    }

private:
    double m_share;
    bool m_isGuess;
};

// "H200" of "NVIDIA H200": the maker is told in the banner and the left column.
QString shortDeviceName(const std::string& name)
{
    const QString maker = QStringLiteral("NVIDIA ");
    const QString whole = QString::fromStdString(name);
    return whole.startsWith(maker) && whole.size() > maker.size() ? whole.mid(maker.size()) : whole;
}

QLabel* wrapped(const QString& text, int size, const QString& tone = {})
{
    QLabel* label = makeLabel(text, size, QFont::Normal, tone);
    label->setWordWrap(true);
    return label;
}

} // namespace

GuessColumn::GuessColumn(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    rebuild();
}

void GuessColumn::setDocument(const TraceDocument* document, TimeUnit unit)
{
    Content content;
    if (document != nullptr) {
        content.isOpen = true;
        content.onGpu = document->onGpu();
        const auto& session = document->trace->session();
        content.device =
            shortDeviceName(session ? session->device.name : document->trace->facts().deviceName); // else it wraps
        content.ranking = rankedVariants(document->summaries);
        content.guess = document->guess;
        content.unit = unit;
    }
    if (content != m_content) {
        m_content = std::move(content);
        rebuild();
    }
}

void GuessColumn::rebuild()
{
    const bool hadKeyboard = m_body != nullptr && m_body->isAncestorOf(focusWidget()) && focusWidget()->hasFocus();
    if (m_body != nullptr) {
        m_body->hide();
        m_body->deleteLater(); // maybe it is one of its buttons that was clicked
        layout()->removeWidget(m_body);
    }
    m_choices.clear();
    m_links.clear();
    m_choiceGrid = nullptr;
    m_uncover = nullptr;
    m_body = new QWidget;
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::px(6));
    if (m_content.guess.covers) {
        buildQuestion(*column);
    } else {
        buildAnswer(*column);
    }
    column->addStretch();
    layout()->addWidget(m_body);
    m_body->show(); // now, so that the keyboard can go there
    placeChoices();
    orderTabs();
    if (hadKeyboard && !m_links.empty()) {
        m_links.front()->setFocus();
    }
}

void GuessColumn::buildQuestion(QVBoxLayout& layout)
{
    layout.addWidget(makeLabel(tr("Guess first, then look"), TypeSize::kSubheading, QFont::DemiBold));
    m_sentence = (m_content.onGpu ? tr("Which variant needs the least GPU time for this shape on the %1?")
                                  : tr("Which variant needs the least CPU time for this shape on the %1?"))
                     .arg(m_content.device);
    layout.addWidget(wrapped(m_sentence, TypeSize::kBody));
    auto ranking = m_content.ranking;
    std::sort(
        ranking.begin(), ranking.end(), [](const RankedVariant& a, const RankedVariant& b) { return a.row < b.row; });
    for (const RankedVariant& variant : ranking) {
        if (variant.isBaseline) {
            layout.addWidget(wrapped(tr("Above is %1: %2. The others stay covered until you choose.")
                                         .arg(variant.title, guessTime(variant.us, m_content.unit)),
                TypeSize::kSmall, QStringLiteral("muted")));
            continue;
        }
        auto* button = makeButton(ButtonKind::Outline, variant.title);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setAccessibleName(tr("I guess %1").arg(variant.title));
        pressOnReturn(button);
        connect(button, &QToolButton::clicked, this,
            [this, name = QString::fromStdString(variant.name)] { emit guessed(name); });
        m_choices.push_back(button);
    }
    auto* choices = new QWidget;
    choices->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a line of them must not keep the column wide
    m_choiceGrid = new QGridLayout(choices);
    m_choiceGrid->setContentsMargins(0, Theme::px(2), 0, Theme::px(2));
    m_choiceGrid->setSpacing(Theme::px(8));
    layout.addWidget(choices);
    auto* link = makeButton(ButtonKind::Link, tr("Show everything without guessing"));
    link->setIcon(themedIcon(QStringLiteral("right"), IconTone::Accent));
    link->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    link->setObjectName(QStringLiteral("uncover"));
    m_uncover = link;
    link->setStyleSheet(QStringLiteral("padding-left: 0; margin-left: -4px;")); // stands in a column of words
    pressOnReturn(link);
    connect(link, &QToolButton::clicked, this, &GuessColumn::uncoverRequested);
    layout.addWidget(link, 0, Qt::AlignLeft);
    layout.addWidget(wrapped(tr("Your guess stays beside the answer, in the comparison and in My guess."),
        TypeSize::kSmall, QStringLiteral("muted")));
}

void GuessColumn::buildAnswer(QVBoxLayout& layout)
{
    const auto& ranking = m_content.ranking;
    const bool hasGuess = !m_content.guess.variant.empty();
    const QString heading = !hasGuess       ? tr("What each variant needs")
        : isRight(m_content.guess, ranking) ? tr("You guessed right")
                                            : tr("Your guess, and the answer");
    layout.addWidget(makeLabel(heading, TypeSize::kSubheading, QFont::DemiBold));
    m_sentence = !m_content.isOpen ? tr("No recording is open.")
        : ranking.empty()          ? tr("No variant of this recording has a time.")
        : ranking.size() == 1 && !hasGuess
        ? tr("This recording has one variant with a time: there is nothing to guess.")
        : answerOf(m_content.guess, ranking, m_content.unit);
    layout.addWidget(wrapped(m_sentence, TypeSize::kBody));
    if (ranking.size() < 2) {
        return;
    }
    auto* list = new QWidget;
    list->setMaximumWidth(Theme::px(460)); // else the bars part the names from their times
    auto* grid = new QGridLayout(list);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(10));
    grid->setVerticalSpacing(0);
    for (int place = 0; place < static_cast<int>(ranking.size()); ++place) {
        addRanked(*grid, place);
    }
    grid->setColumnStretch(3, 1);
    layout.addWidget(list);
}

void GuessColumn::addRanked(QGridLayout& grid, int place)
{
    const RankedVariant& variant = m_content.ranking[static_cast<std::size_t>(place)];
    const bool isGuess = variant.name == m_content.guess.variant;
    grid.addWidget(
        makeLabel(QString::number(place + 1), TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")), place, 0);
    auto* link = makeButton(ButtonKind::Link, variant.title);
    link->setStyleSheet(QStringLiteral("padding: 0; min-height: %1px;").arg(Theme::px(18)));
    link->setAccessibleName(tr("Show %1, %2").arg(variant.title, guessTime(variant.us, m_content.unit)));
    link->setToolTip(tr("Show %1 in the timeline").arg(variant.title));
    pressOnReturn(link);
    connect(
        link, &QToolButton::clicked, this, [this, row = static_cast<int>(variant.row)] { emit variantChosen(row); });
    grid.addWidget(link, place, 1, Qt::AlignLeft);
    m_links.push_back(link);
    const QString mark = isGuess ? tr("your guess") : variant.isBaseline ? tr("baseline") : QString();
    grid.addWidget(makeLabel(mark, TypeSize::kSmall, isGuess ? QFont::Medium : QFont::Normal,
                       isGuess ? QStringLiteral("accent") : QStringLiteral("faint")),
        place, 2);
    grid.addWidget(new ShareBar(variant.us / m_content.ranking.back().us, isGuess), place, 3, Qt::AlignVCenter);
    auto* time = makeLabel(guessTime(variant.us, m_content.unit), TypeSize::kBody);
    time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid.addWidget(time, place, 4);
}

void GuessColumn::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeChoices();
}

void GuessColumn::orderTabs()
{
    QWidget* before = m_before;
    const auto follow = [&before](QWidget* widget) {
        if (before != nullptr && widget != nullptr) {
            setTabOrder(before, widget);
            before = widget;
        }
    };
    for (QToolButton* button : m_choices) {
        follow(button);
    }
    follow(m_uncover);
    for (QToolButton* link : m_links) {
        follow(link);
    }
}

void GuessColumn::placeChoices()
{
    if (m_choiceGrid == nullptr || m_choices.empty()) {
        return;
    }
    const int count = static_cast<int>(m_choices.size());
    int widest = Theme::px(76);
    int together = (count - 1) * m_choiceGrid->spacing();
    for (const QToolButton* button : m_choices) {
        widest = std::max(widest, button->sizeHint().width());
        together += button->sizeHint().width();
    }
    const int fit = std::clamp((width() + m_choiceGrid->spacing()) / (widest + m_choiceGrid->spacing()), 1, count);
    const bool isClose = fit < count && together <= width(); // one line, each as wide as its word
    const int lines = isClose ? 1 : (count + fit - 1) / fit;
    const int columns = (count + lines - 1) / lines; // even lines, rather than one button alone in the last
    for (int column = 0; column <= count; ++column) {
        m_choiceGrid->setColumnStretch(column, column == columns ? 1 : 0);
    }
    for (int i = 0; i < count; ++i) {
        QToolButton* button = m_choices[static_cast<std::size_t>(i)];
        button->setFixedWidth(isClose ? button->sizeHint().width() : widest);
        m_choiceGrid->addWidget(button, i / columns, i % columns);
    }
}

} // namespace attnscope
