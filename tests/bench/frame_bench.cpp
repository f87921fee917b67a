// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of the timeline costs: geometry and paint into an image, every lane open.
//     frame_bench FILE [--size 1600x900] [--steps 60]
// prints {"spans":…,"lanes":…,"pan_full":{"median_ms":…,"p95_ms":…},"zoom_in":{…},"pan_zoomed":{…},"zoom_out":{…},"overlay":{…}};
// CPU time of the process, all threads, in ms a step. Before that, once, in ms of wall clock: "levels_ms" for the coarser columns,
// which a window makes on its import's thread, and their bytes a span; "model_ms" for the model and the first frame.
#include "profiler/analysis/variants.h"
#include "profiler/importing/import_trace.h"
#include "profiler/trace/level_of_detail.h"
#include "ui/timeline/minimap.h"
#include "ui/timeline/scene_painter.h"

#include <nlohmann/json.hpp>

#include <QApplication>
#include <QImage>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace attnscope;

struct Options {
    std::string file;
    int width = 1600, height = 900, steps = 60;
};

bool parse(int argc, char** argv, Options& options)
{
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--size" && i + 1 < argc) {
            if (std::sscanf(argv[++i], "%dx%d", &options.width, &options.height) != 2) {
                return false;
            }
        } else if (word == "--steps" && i + 1 < argc) {
            options.steps = std::atoi(argv[++i]);
        } else if (options.file.empty()) {
            options.file = word;
        } else {
            return false;
        }
    }
    return !options.file.empty() && options.width > 200 && options.height > 100 && options.steps > 0;
}

double cpuMs()
{
    timespec now {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double wallMs()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Runs `frame` for every step and returns the figures of one scenario.
nlohmann::ordered_json measured(int steps, const std::function<void(int)>& frame)
{
    std::vector<double> times;
    for (int step = 0; step < steps; ++step) {
        const double before = cpuMs();
        frame(step);
        times.push_back(cpuMs() - before);
    }
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    return { { "median_ms", at(0.5) }, { "p95_ms", at(0.95) } };
}

class Bench {
public:
    Bench(const TracePtr& trace, const Options& options)
        : m_options(options)
        , m_image(options.width, options.height, QImage::Format_RGB32)
        , m_overview(m_scene)
    {
        VariantView all;
        all.window = trace->range();
        const auto variants = variantsOf(*trace);
        m_scene.setModel(std::make_shared<TimelineModel>(trace, variants.size() == 1 ? variants.front() : all));
        for (std::size_t track = 0; track < m_scene.model().tracks().size(); ++track) {
            m_scene.setFolded(track, false);
        }
        m_scene.setSize(options.width, options.height - m_scene.metrics().minimap - 1, 1);
        m_window = m_scene.model().variant().window;
        m_scene.setView(m_window);
        paint(); // the first frame also makes what is kept: overview, words, busy index
    }

    nlohmann::ordered_json run()
    {
        nlohmann::ordered_json result;
        const int steps = m_options.steps;
        const Ns nudge = std::max<Ns>(1, m_window.length() / (10 * steps));
        result["pan_full"] = measured(steps, [&](int i) {
            show({ m_window.begin + i * nudge, m_window.end + i * nudge });
        });
        auto view = m_window;
        const Ns anchor = m_window.begin + m_window.length() / 3;
        result["zoom_in"] = measured(steps, [&](int) { show(view = zoomed(view, 1 / 1.2, anchor, 1000)); });
        auto zoomedView = zoomed(m_window, 0.01, anchor, 1000);
        result["pan_zoomed"] = measured(steps, [&](int) {
            const Ns offset = std::max<Ns>(1, zoomedView.length() / 20);
            show(zoomedView = { zoomedView.begin + offset, zoomedView.end + offset });
        });
        result["zoom_out"] = measured(steps, [&](int) { show(view = zoomed(view, 1.2, anchor, 1000)); });
        QImage overlay(m_image.size(), QImage::Format_ARGB32_Premultiplied);
        result["overlay"] = measured(steps, [&](int i) {
            overlay.fill(Qt::transparent);
            QPainter painter(&overlay);
            m_scene.crosshairX = 300 + i;
            ScenePainter(m_scene, Theme::current()).paintOverlay(painter);
        });
        return result;
    }

private:
    void show(TimeRange view)
    {
        m_scene.setView(view);
        paint();
    }

    void paint()
    {
        QPainter painter(&m_image);
        m_overview.paint(painter, m_options.width, true);
        painter.translate(0, m_scene.metrics().minimap + 1);
        const ScenePainter scene(m_scene, Theme::current());
        scene.paintFrame(painter);
        scene.paintLanes(painter);
    }

    Options m_options;
    TimelineScene m_scene;
    QImage m_image;
    Minimap m_overview;
    TimeRange m_window;
};

} // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: frame_bench FILE [--size 1600x900] [--steps 60]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const auto trace = importTrace(options.file);
    if (!trace.ok()) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        return static_cast<int>(trace.error().kind);
    }
    const double begin = wallMs();
    const double bytes = static_cast<double>(trace.value()->levelOfDetail().bytes());
    const double built = wallMs();
    Bench bench(trace.value(), options);
    nlohmann::ordered_json result { { "spans", trace.value()->spanCount() }, { "lanes", trace.value()->lanes().size() },
        { "levels_ms", built - begin },
        { "levels_bytes_per_span", bytes / static_cast<double>(std::max<std::size_t>(1, trace.value()->spanCount())) },
        { "model_ms", wallMs() - built } };
    result.update(bench.run());
    std::printf("%s\n", result.dump().c_str());
    return 0;
}
