// SPDX-License-Identifier: GPL-3.0-or-later
// RunController: owns the one worker thread that touches the recorder (LibTorch, CUDA), loads the recorder there at the first need,
// and brings everything back as queued signals. The GUI thread never waits for it but when the controller is destroyed.
#pragma once

#include "profiler/recording/recorder.h"
#include "profiler/trace/result.h"
#include "ui/run/trace_document.h"

#include <QObject>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace attnscope {

/// Called on the worker thread; tests give their own recorder.
using RecorderFactory = std::function<Result<Recorder*>()>;

class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(RecorderFactory factory, QObject* parent = nullptr);
    /// Cancels what runs and waits until the recorder left its current step.
    ~RunController() override;

    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] bool isCancelling() const { return m_busy && m_shared->cancel.load(); }
    /// Of the run that goes on, or of the last one.
    [[nodiscard]] bool wasCancelled() const { return m_shared->cancel.load(); }
    /// True once a run or a look-up has loaded the recorder, so that further look-ups are cheap.
    [[nodiscard]] bool isLoaded() const { return m_shared->loaded.load(); }

    /// Precondition: not busy.
    void start(const RecordRequest& request);
    void cancel(); ///< the recorder stops within a step; finished or failed follows
    /// What could run here; answered by availabilityFound. A newer question drops the older one's answer.
    void askAvailability(
        const Workload& workload, const QString& device, const std::vector<CustomVariant>& customVariants = {});
    /// What is installed here; answered by doctorAnswered.
    void askDoctor();

signals:
    void started();
    void progressed(const attnscope::RecordProgress& progress);
    void finished(attnscope::DocumentPtr document); ///< unsaved; after a cancel with what is complete
    void failed(const attnscope::Error& error); ///< also Cancelled
    void availabilityFound(const attnscope::AvailabilityReport& report);
    void doctorAnswered(const std::vector<attnscope::DoctorLine>& lines);

private:
    struct Shared {
        RecorderFactory factory;
        std::atomic<bool> cancel { false }, loaded { false };
        std::atomic<std::uint64_t> question { 0 };
    };
    [[nodiscard]] static Result<Recorder*> recorderOf(Shared& shared);
    void onWorker(std::function<void()> work);

    std::shared_ptr<Shared> m_shared;
    QThread m_thread;
    QObject* m_worker; ///< lives in m_thread; work is posted to it
    bool m_busy = false;
};

} // namespace attnscope
