// SPDX-License-Identifier: GPL-3.0-or-later
// ImportController: opens files on a worker thread, one document at a time. A newer open() cancels the one before; what a cancelled job still
// delivers is dropped by its number. Use from the GUI thread; signals arrive there, progress at most 20 times a second.
#pragma once

#include "profiler/trace/result.h"
#include "ui/common/background_tasks.h"
#include "ui/run/trace_document.h"

#include <QObject>

#include <atomic>
#include <cstdint>
#include <memory>

namespace attnscope {

class ImportController : public QObject {
    Q_OBJECT
public:
    explicit ImportController(QObject* parent = nullptr);
    ~ImportController() override; ///< cancels and waits (at most 100 ms, the importer's promise)

    /// Begins to read what open() (openBundled() with `bundled`) is asked for next, so that a window can be built meanwhile.
    void prepare(const QStringList& paths, bool bundled);
    /// Several files share one axis.
    void open(const QStringList& paths);
    /// A recording that is part of the program; `resource` is a Qt resource or a file path.
    void openBundled(const QString& resource);
    void cancel(); ///< cancelled() follows at once
    [[nodiscard]] bool isBusy() const { return m_cancel != nullptr; }
    [[nodiscard]] const QStringList& paths() const { return m_paths; }

signals:
    void started(const QStringList& paths);
    void progressed(quint64 bytes, quint64 total); ///< total 0: not known
    void finished(attnscope::DocumentPtr document);
    void failed(attnscope::Error error, const QStringList& paths);
    void cancelled(const QStringList& paths);

private:
    void openOrAdopt(const QStringList& paths, bool bundled);
    void start(const QStringList& paths, bool bundled);

    std::uint64_t m_job = 0;
    std::shared_ptr<std::atomic<bool>> m_cancel; ///< of the running job; null when idle
    QStringList m_paths;
    std::shared_ptr<std::atomic<bool>> m_gently; ///< of the running job: leave the GUI a core
    bool m_bundled = false;
    bool m_prepared = false; ///< the running job was not announced yet
    BackgroundTasks m_tasks;
};

} // namespace attnscope
