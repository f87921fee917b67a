// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/import_controller.h"

#include "profiler/importing/import_files.h"
#include "profiler/importing/import_trace.h"

#include <QFile>
#include <QFileInfo>

#include <string>
#include <vector>

namespace attnscope {
namespace {

Result<TracePtr> readBundled(const QString& path, const ImportOptions& options)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error { ErrorKind::Input,
            ImportController::tr("the bundled recording %1 is missing").arg(path).toStdString() };
    }
    const QByteArray bytes = file.readAll();
    return importTraceText(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())),
        QFileInfo(path).fileName().toStdString(), options);
}

Result<TracePtr> readFiles(const QStringList& paths, const ImportOptions& options)
{
    std::vector<std::string> names;
    for (const QString& path : paths) {
        names.push_back(path.toStdString());
    }
    return names.size() == 1 ? importTrace(names.front(), options) : importTraces(names, options);
}

Result<DocumentPtr> load(const QStringList& paths, bool bundled, const ImportOptions& options)
{
    const bool isResource = paths.front().startsWith(QLatin1Char(':'));
    Result<TracePtr> trace = isResource ? readBundled(paths.front(), options) : readFiles(paths, options);
    if (!trace.ok()) {
        return trace.error();
    }
    DocumentPtr document = makeDocument(std::move(trace).value());
    document->bundled = bundled;
    document->name = documentName(paths);
    for (const QString& path : paths) {
        if (!bundled && path != QLatin1String("-")) {
            document->files << QFileInfo(path).absoluteFilePath();
        }
    }
    return document;
}

} // namespace

ImportController::ImportController(QObject* parent)
    : QObject(parent)
{
}

ImportController::~ImportController()
{
    if (m_cancel != nullptr) {
        m_cancel->store(true);
    }
}

void ImportController::prepare(const QStringList& paths, bool bundled)
{
    if (!paths.isEmpty()) {
        start(paths, bundled);
        m_gently->store(true); // who waits for the window waits for that first
        m_prepared = true;
    }
}

void ImportController::open(const QStringList& paths)
{
    if (!paths.isEmpty()) {
        openOrAdopt(paths, false);
    }
}

void ImportController::openBundled(const QString& resource)
{
    openOrAdopt({ resource }, true);
}

void ImportController::openOrAdopt(const QStringList& paths, bool bundled)
{
    const bool isUnderWay = m_prepared && isBusy() && paths == m_paths && bundled == m_bundled;
    if (!isUnderWay) {
        start(paths, bundled);
    }
    m_prepared = false;
    m_gently->store(false);
    emit started(paths);
}

void ImportController::cancel()
{
    if (m_cancel == nullptr) {
        return;
    }
    m_cancel->store(true);
    m_cancel.reset();
    ++m_job;
    emit cancelled(m_paths);
}

void ImportController::start(const QStringList& paths, bool bundled)
{
    if (m_cancel != nullptr) {
        m_cancel->store(true);
    }
    m_cancel = std::make_shared<std::atomic<bool>>(false);
    m_gently = std::make_shared<std::atomic<bool>>(false);
    m_paths = paths;
    m_bundled = bundled;
    const std::uint64_t job = ++m_job;

    const auto report = [this, job](std::uint64_t bytes, std::uint64_t total) {
        QMetaObject::invokeMethod(
            this,
            [this, job, bytes, total] {
                if (job == m_job) {
                    emit progressed(bytes, total);
                }
            },
            Qt::QueuedConnection);
    };
    m_tasks.run<Result<DocumentPtr>>(
        [paths, bundled, report, cancel = m_cancel, gently = m_gently] {
            return load(paths, bundled, ImportOptions { report, cancel.get(), gently.get() });
        },
        [this, job, paths](Result<DocumentPtr> result) {
            if (job != m_job) {
                return; // a newer one is running, or it was cancelled
            }
            m_cancel.reset();
            if (result.ok()) {
                emit finished(std::move(result).value());
            } else {
                emit failed(result.error(), paths);
            }
        });
}

} // namespace attnscope
