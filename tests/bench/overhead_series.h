// SPDX-License-Identifier: GPL-3.0-or-later
// What overhead_bench makes of its blocks: the ratio of a recorded one to the unrecorded ones around it, series of such ratios, and a
// child process that measures some of them. One thread.
#pragma once

#include "tests/bench/overhead_parts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace attnscope::bench {

inline constexpr double kMostDrift = 0.03; ///< between two unrecorded blocks, for what stands between them to count

/// Microseconds a forward in a block and in the unrecorded ones before and after it.
struct Measurement {
    double before = 0, time = 0, after = 0;

    [[nodiscard]] double unrecorded() const { return (before + after) / 2; }
};

/// Times of one kind of block, and their ratios to the unrecorded blocks around them.
struct Series {
    std::vector<double> microseconds, ratios;
    int left = 0; ///< out, since something else happened meanwhile

    void add(const Measurement& measured)
    {
        if (std::abs(measured.after / measured.before - 1) > kMostDrift) {
            ++left;
            return;
        }
        microseconds.push_back(measured.time);
        ratios.push_back(measured.time / measured.unrecorded());
    }
    [[nodiscard]] double overhead() const { return median(ratios) - 1; }
    [[nodiscard]] nlohmann::ordered_json json() const
    {
        return { { "us", median(microseconds) }, { "overhead", overhead() },
            { "quartiles", { quantile(ratios, 0.25) - 1, quantile(ratios, 0.75) - 1 } }, { "blocks", ratios.size() },
            { "left_out", left } };
    }
};

/// This program once more, as a child that runs blocks.
class ChildProcess {
public:
    ChildProcess(std::string kind, char** arguments)
    {
        std::array<int, 2> toChild {};
        std::array<int, 2> fromChild {};
        if (::pipe(toChild.data()) != 0 || ::pipe(fromChild.data()) != 0) {
            std::perror("pipe");
            std::exit(1);
        }
        m_process = ::fork(); // before the first CUDA call
        if (m_process == 0) {
            ::dup2(toChild[0], STDIN_FILENO);
            ::dup2(fromChild[1], STDOUT_FILENO);
            for (int end : { toChild[0], toChild[1], fromChild[0], fromChild[1] }) {
                ::close(end);
            }
            std::vector<char*> all;
            for (char** argument = arguments; *argument != nullptr; ++argument) {
                all.push_back(*argument);
            }
            std::string flag = "--child";
            all.push_back(flag.data());
            all.push_back(kind.data());
            all.push_back(nullptr);
            ::execv("/proc/self/exe", all.data());
            std::_Exit(127);
        }
        ::close(toChild[0]);
        ::close(fromChild[1]);
        m_in = ::fdopen(toChild[1], "w");
        m_out = ::fdopen(fromChild[0], "r");
    }
    ~ChildProcess()
    {
        std::fclose(m_in);
        std::fclose(m_out);
        ::waitpid(m_process, nullptr, 0);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Measurements on this core, so many; fewer when the child has died.
    [[nodiscard]] std::vector<Measurement> run(const std::string& variant, int core, std::size_t times = 1)
    {
        std::fprintf(m_in, "%s %zu %d\n", variant.c_str(), times, core);
        std::fflush(m_in);
        std::vector<Measurement> results;
        std::array<char, 256> line {};
        while (results.size() < times
            && std::fgets(line.data(), line.size(), m_out) != nullptr) { // Kineto may print lines of its own
            Measurement result;
            if (std::sscanf(line.data(), "@ %lf %lf %lf", &result.before, &result.time, &result.after) == 3) {
                results.push_back(result);
            }
        }
        return results;
    }

private:
    pid_t m_process = -1;
    FILE* m_in = nullptr;
    FILE* m_out = nullptr;
};

} // namespace attnscope::bench
