// SPDX-License-Identifier: GPL-3.0-or-later
// The left column: workload, variants to run, recording, this recording; below them the guess. Scrolls where the window is low;
// folds away. GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"

#include <QWidget>

#include <optional>

namespace attnscope {

class GuessRow;
class RecordingFacts;
class RecordingForm;
class VariantChecks;
class WorkloadForm;
struct TraceDocument;

class LeftColumn : public QWidget {
    Q_OBJECT
public:
    explicit LeftColumn(QWidget* parent = nullptr);

    /// What Run would run, or nothing while the form has a problem (then `whyNot` says which).
    [[nodiscard]] std::optional<RecordRequest> request() const;
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] WorkloadForm& workload() const { return *m_workload; }
    [[nodiscard]] VariantChecks& variants() const { return *m_variants; }
    [[nodiscard]] RecordingForm& recording() const { return *m_recording; }
    [[nodiscard]] RecordingFacts& facts() const { return *m_facts; }
    [[nodiscard]] GuessRow& guess() const { return *m_guess; }

    /// The variants of the user's own from the last time; nothing is loaded.
    void restoreSettings();
    /// What is shown, or null: its facts, and what recording cost where it was recorded here.
    void setDocument(const TraceDocument* document);
    /// What can run here for this workload, and whether that is a GPU.
    void showAvailability(const AvailabilityReport& report);

signals:
    void changed();
    void foldRequested();
    void guessRequested(); ///< to see it, or to make one

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    WorkloadForm* m_workload;
    VariantChecks* m_variants;
    RecordingForm* m_recording;
    RecordingFacts* m_facts;
    GuessRow* m_guess;
};

} // namespace attnscope
