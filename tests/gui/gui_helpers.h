// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's tests share: waiting for a condition, a recorder that only pretends, files with recordings.
#pragma once

#include "profiler/exporting/export_trace.h"
#include "profiler/recording/recorder.h"
#include "tests/support/fake_session.h"
#include "ui/run/run_controller.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace attnscope::test {

/// Runs the event loop until the condition holds; false after ten seconds.
template<typename Condition>
bool waitFor(const Condition& condition, int milliseconds = 10'000)
{
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > milliseconds) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        QThread::msleep(1);
    }
    return true;
}

/// Pretends to record: `rounds` of progress a variant, each keeping `threads` threads busy for some milliseconds.
class FakeRecorder : public Recorder {
public:
    int rounds = 3;
    int threads = 0;
    int busyMs = 5;
    std::atomic<bool> waitForCancel { false }; ///< keeps running until cancelled
    std::optional<Error> failure;
    std::atomic<int> recordings { 0 };
    std::thread::id calledOn;
    RecordRequest lastRequest;

    Result<TracePtr> record(const RecordRequest& request, const std::function<void(const RecordProgress&)>& progress,
        const std::atomic<bool>& cancel) override
    {
        ++recordings;
        calledOn = std::this_thread::get_id();
        lastRequest = request;
        for (std::size_t i = 0; i < request.variants.size(); ++i) {
            for (int round = 0; round < rounds || waitForCancel; ++round) {
                if (cancel.load()) {
                    return Error { ErrorKind::Cancelled, "cancelled" };
                }
                work();
                const double part = std::min(1.0, static_cast<double>(round) / rounds);
                progress({ request.variants[i], i, request.variants.size(), RecordStage::Recording,
                    (static_cast<double>(i) + part) / static_cast<double>(request.variants.size()), {} });
            }
        }
        if (failure) {
            return *failure;
        }
        return fakeGpuSession();
    }

    Result<AvailabilityReport> variants(const Workload&, const std::string&) override
    {
        AvailabilityReport report;
        for (const VariantName& variant : kVariants) {
            const bool ok = variant.name != "flash";
            report.variants.push_back({ std::string(variant.name), std::string(variant.title), ok,
                ok ? std::vector<std::string> {} : std::vector<std::string> { "Flash attention needs a GPU." }, {} });
        }
        return report;
    }

    std::vector<DoctorLine> doctor() override
    {
        return { { "LibTorch", true, "2.11.0", {} }, { "GPU", false, {}, "Install a driver." } };
    }
    Versions versions() const override { return {}; }

private:
    void work() const
    {
        std::vector<std::thread> pool;
        for (int i = 0; i < threads; ++i) {
            pool.emplace_back([this] {
                const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(busyMs);
                volatile double sum = 0;
                while (std::chrono::steady_clock::now() < end) {
                    sum = sum + 1;
                }
            });
        }
        for (std::thread& thread : pool) {
            thread.join();
        }
        if (threads == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(busyMs));
        }
    }
};

inline RecorderFactory factoryOf(FakeRecorder& recorder)
{
    return [&recorder]() -> Result<Recorder*> { return &recorder; };
}

/// Writes the fake session to a file in the folder; returns its path.
inline QString writeSession(const QTemporaryDir& folder, const QString& name = QStringLiteral("session.json"))
{
    const QString path = folder.filePath(name);
    const Status status = exportTrace(*fakeGpuSession(), path.toStdString());
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
    return path;
}

} // namespace attnscope::test
