// SPDX-License-Identifier: GPL-3.0-or-later
// BackgroundTasks: work that would make the GUI wait, one after the other on a thread of its own; each result comes back as a call on
// the GUI thread. Destroying it waits for the running one and drops the rest and all results. Use from the GUI thread.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

namespace attnscope {

class BackgroundTasks : public QObject {
    Q_OBJECT
public:
    explicit BackgroundTasks(QObject* parent = nullptr)
        : QObject(parent)
    {
        m_pool.setMaxThreadCount(1);
    }
    ~BackgroundTasks() override
    {
        m_pool.clear();
        m_pool.waitForDone();
    }

    /// `work` runs elsewhere and must hold what it reads; `done` runs here with its result.
    template<typename Result>
    void run(std::function<Result()> work, std::function<void(Result)> done)
    {
        m_pool.start([this, work = std::move(work), done = std::move(done)]() mutable {
            // Shared, because the result may not be copyable at a price worth paying.
            auto result = std::make_shared<Result>(work());
            work = nullptr;
            QMetaObject::invokeMethod(
                this, [result, done = std::move(done)] { done(std::move(*result)); }, Qt::QueuedConnection);
        });
    }

private:
    QThreadPool m_pool;
};

} // namespace attnscope
