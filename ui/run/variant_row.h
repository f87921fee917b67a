// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of the shown recording in one row with their times, those of the user's own that will run with the next one, and the
// step chooser. Follows a run: each variant shows its stage.
// GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"
#include "ui/common/format.h"
#include "ui/run/trace_document.h"
#include "ui/timeline/stacked_rows.h"

#include <QString>
#include <QWidget>

#include <vector>

class QButtonGroup;
class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace attnscope {

class ToggleSwitch;
class VariantButton;

class VariantRow : public QWidget {
    Q_OBJECT
public:
    explicit VariantRow(QWidget* parent = nullptr);

    /// Null: the seven names, all disabled, until a recording is open.
    void setDocument(const TraceDocument* document);
    /// The user's own, whether a recording of ours holds them yet or not.
    void setCustomVariants(std::vector<CustomVariant> variants);
    void setTimeUnit(TimeUnit unit);
    void showTimes(); ///< again, after the document's guess has changed
    void setCurrent(int index); ///< of the document's views; tells nobody
    [[nodiscard]] int current() const;
    /// Whether all variants can be shown on one axis, and whether they are; tells nobody.
    void setStack(bool possible, bool on);
    [[nodiscard]] ToggleSwitch& stackSwitch() const { return *m_stack; }
    void setAlign(StackedAlign align); ///< tells nobody
    [[nodiscard]] QComboBox& alignChooser() const { return *m_align; } ///< in sight while they are stacked
    void setSteps(const std::vector<std::string>& names, int current);
    /// Stage of a running variant by name; shown instead of its time until clearProgress().
    void setProgress(const RecordProgress& progress);
    void clearProgress();
    [[nodiscard]] VariantButton* button(int index) const;

signals:
    void variantChosen(int index);
    void stepChosen(int step);
    void stackRequested(bool on);
    void alignChosen(attnscope::StackedAlign align);
    void addVariantRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        QString name;
        VariantButton* button;
        QString time, explanation; ///< what stands there when nothing runs
        bool running; ///< a run has begun with it and not ended
        bool warns; ///< another backend than the one asked for ran
    };
    void rebuild(const TraceDocument* document);
    void showSeparators();
    void fitAddButton();
    void nameAlignments();

    const TraceDocument* m_document = nullptr;
    std::vector<Entry> m_entries;
    QButtonGroup* m_group;
    QWidget* m_trough;
    QHBoxLayout* m_buttons;
    QComboBox *m_steps, *m_align;
    QToolButton* m_add;
    ToggleSwitch* m_stack;
    std::vector<CustomVariant> m_custom;
    TimeUnit m_unit = TimeUnit::Microseconds;
};

/// "1,066 µs", "58.0 µs · cuDNN", or why there is no time ("needs a GPU"); the whole sentence in `explanation`. Pure.
struct VariantCaption {
    QString text, explanation;
    bool warns = false; ///< another backend than the one asked for ran
};
[[nodiscard]] VariantCaption captionOf(const VariantSummary& summary, TimeUnit unit);
/// What the variant is, while its time waits for a guess. Pure.
[[nodiscard]] VariantCaption coveredCaptionOf(const VariantSummary& summary);
/// "Step 2 of 2–4" for names like "step 2" or "ProfilerStep#2"; other names stand as they are. Pure.
[[nodiscard]] QStringList stepCaptions(const std::vector<std::string>& names);

} // namespace attnscope
