// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include <QMetaObject>

#include <exception>

namespace attnscope {

RunController::RunController(RecorderFactory factory, QObject* parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>())
    , m_worker(new QObject)
{
    m_shared->factory = std::move(factory);
    m_thread.setObjectName(QStringLiteral("recorder"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

RunController::~RunController()
{
    m_shared->cancel.store(true);
    m_thread.quit();
    m_thread.wait();
}

Result<Recorder*> RunController::recorderOf(Shared& shared)
{
    // The interface promises that nothing throws; loading a library is the one place where that is not ours to promise.
    try {
        Result<Recorder*> recorder = shared.factory();
        if (recorder.ok()) {
            shared.loaded.store(true);
        }
        return recorder;
    } catch (const std::exception& error) {
        return Error { ErrorKind::Unavailable,
            tr("the recorder could not be loaded: %1").arg(QString::fromUtf8(error.what())).toStdString() };
    }
}

void RunController::onWorker(std::function<void()> work)
{
    QMetaObject::invokeMethod(m_worker, std::move(work), Qt::QueuedConnection);
}

void RunController::start(const RecordRequest& request)
{
    Q_ASSERT(!m_busy);
    m_busy = true;
    m_shared->cancel.store(false);
    emit started();
    onWorker([this, shared = m_shared, request] {
        const auto report = [this](const RecordProgress& progress) {
            QMetaObject::invokeMethod(
                this, [this, progress] { emit progressed(progress); }, Qt::QueuedConnection);
        };
        const auto fail = [this](const Error& error) {
            QMetaObject::invokeMethod(
                this,
                [this, error] {
                    m_busy = false;
                    emit failed(error);
                },
                Qt::QueuedConnection);
        };
        Result<Recorder*> recorder = recorderOf(*shared);
        if (!recorder.ok()) {
            fail(recorder.error());
            return;
        }
        if (shared->cancel.load()) {
            fail({ ErrorKind::Cancelled, tr("cancelled before anything was recorded").toStdString() });
            return;
        }
        Result<TracePtr> trace = recorder.value()->record(request, report, shared->cancel);
        if (!trace.ok()) {
            fail(trace.error());
            return;
        }
        DocumentPtr document = makeDocument(std::move(trace).value());
        document->unsaved = true;
        QMetaObject::invokeMethod(
            this,
            [this, document] {
                m_busy = false;
                document->name = tr("unsaved recording");
                emit finished(document);
            },
            Qt::QueuedConnection);
    });
}

void RunController::cancel()
{
    m_shared->cancel.store(true);
}

void RunController::askAvailability(
    const Workload& workload, const QString& device, const std::vector<CustomVariant>& customVariants)
{
    const std::uint64_t question = ++m_shared->question;
    onWorker([this, shared = m_shared, workload, device, customVariants, question] {
        if (question != shared->question.load()) {
            return; // the form has changed since
        }
        Result<Recorder*> recorder = recorderOf(*shared);
        if (!recorder.ok()) {
            return; // Run says what is missing
        }
        Result<AvailabilityReport> report = recorder.value()->variants(workload, device.toStdString());
        if (!report.ok()) {
            return;
        }
        if (!customVariants.empty()) {
            auto own = recorder.value()->customVariants(workload, device.toStdString(), customVariants);
            if (own.ok()) { // a recorder that runs none leaves them as they are
                auto& all = report.value().variants;
                all.insert(all.end(), own.value().variants.begin(), own.value().variants.end());
            }
        }
        QMetaObject::invokeMethod(
            this,
            [this, shared, question, answer = std::move(report).value()] {
                if (question == shared->question.load()) {
                    emit availabilityFound(answer);
                }
            },
            Qt::QueuedConnection);
    });
}

void RunController::askDoctor()
{
    onWorker([this, shared = m_shared] {
        Result<Recorder*> recorder = recorderOf(*shared);
        std::vector<DoctorLine> lines;
        if (recorder.ok()) {
            lines = recorder.value()->doctor();
        } else {
            lines.push_back({ "LibTorch", false, {}, recorder.error().message });
        }
        QMetaObject::invokeMethod(
            this, [this, lines] { emit doctorAnswered(lines); }, Qt::QueuedConnection);
    });
}

} // namespace attnscope
