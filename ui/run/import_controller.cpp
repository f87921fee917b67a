// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/import_controller.h"

#include "profiler/importing/import_trace.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>

namespace attnscope {
namespace {

Result<TracePtr> read(const QString& path, const ImportOptions& options)
{
    if (!path.startsWith(QLatin1Char(':'))) {
        return importTrace(path.toStdString(), options);
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error { ErrorKind::Input, "the bundled recording " + path.toStdString() + " is missing" };
    }
    const QByteArray bytes = file.readAll();
    return importTraceText(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())),
        QFileInfo(path).fileName().toStdString(), options);
}

Result<DocumentPtr> load(const QString& path, bool bundled, const ImportOptions& options)
{
    Result<TracePtr> trace = read(path, options);
    if (!trace.ok()) {
        return trace.error();
    }
    DocumentPtr document = makeDocument(std::move(trace).value());
    document->bundled = bundled;
    document->path = bundled ? QString() : QFileInfo(path).absoluteFilePath();
    document->name = QFileInfo(path).fileName();
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

void ImportController::open(const QString& path)
{
    start(path, false);
}

void ImportController::openBundled(const QString& resource)
{
    start(resource, true);
}

void ImportController::cancel()
{
    if (m_cancel == nullptr) {
        return;
    }
    m_cancel->store(true);
    m_cancel.reset();
    ++m_job;
    emit cancelled(m_path);
}

void ImportController::start(const QString& path, bool bundled)
{
    if (m_cancel != nullptr) {
        m_cancel->store(true);
    }
    m_cancel = std::make_shared<std::atomic<bool>>(false);
    m_path = path;
    const std::uint64_t job = ++m_job;
    emit started(path);

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
        [path, bundled, report, cancel = m_cancel] {
            return load(path, bundled, ImportOptions { report, cancel.get() });
        },
        [this, job, path](Result<DocumentPtr> result) {
            if (job != m_job) {
                return; // a newer one is running, or it was cancelled
            }
            m_cancel.reset();
            if (result.ok()) {
                emit finished(std::move(result).value());
            } else {
                emit failed(result.error(), path);
            }
        });
}

} // namespace attnscope
