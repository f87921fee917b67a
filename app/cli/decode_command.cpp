// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope decode`: names in, rows out, as they come, so that it can stand in the middle of a pipe.
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/kernels/decoder.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <utility>

namespace attnscope {
namespace {

struct DecodeOptions {
    std::vector<std::string> names;
    bool json = false;
};

constexpr std::size_t kChunkBytes =
    std::size_t { 64 } * 1024; ///< read at once; what it holds is written before more is read
constexpr std::size_t kLongestLine =
    std::size_t { 1024 } * 1024; ///< the decoder reads 64 KiB of a name; no line may fill the memory
constexpr std::size_t kColumnCount = 12;
constexpr std::array<const char*, kColumnCount> kColumns { "name", "family", "role", "math_unit", "instruction",
    "input_dtype", "accumulate_dtype", "tile", "stages", "layout", "architecture", "rule" };

std::array<std::string, kColumnCount> fieldsOf(std::string_view name)
{
    DecodedKernel kernel = decodeKernel(name);
    return { std::string(name), std::move(kernel.family), std::move(kernel.role),
        std::string(toString(kernel.mathUnit)), std::move(kernel.instruction), std::move(kernel.inputDtype),
        std::move(kernel.accumulateDtype), std::move(kernel.tile), std::move(kernel.stages), std::move(kernel.layout),
        std::move(kernel.architecture), std::move(kernel.rule) };
}

// Rows as TSV or as the elements of one JSON array. Writes to standard output, which may be a pipe that nobody reads any more:
// then isOpen() is false and there is nothing left to do.
class RowWriter {
public:
    explicit RowWriter(bool json)
        : m_json(json)
    {
        if (m_json) {
            m_text = "[";
            return;
        }
        for (const char* column : kColumns) {
            appendField(column, column == kColumns.back());
        }
    }

    void add(std::string_view name)
    {
        const auto fields = fieldsOf(name);
        if (!m_json) {
            for (const std::string& field : fields) {
                appendField(field, &field == &fields.back());
            }
            return;
        }
        nlohmann::ordered_json row;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            row[kColumns[i]] = fields[i];
        }
        m_text += m_any ? ",\n  " : "\n  ";
        m_text += row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        m_any = true;
    }

    Status flush()
    {
        std::string_view rest = m_text;
        while (!rest.empty() && m_open) {
            const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
            if (written >= 0) {
                rest.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno == EPIPE) {
                m_open = false;
            } else if (errno != EINTR) {
                return Error { ErrorKind::Failed, std::string("standard output: ") + std::strerror(errno) };
            }
        }
        m_text.clear();
        return Done {};
    }

    Status finish()
    {
        if (m_json) {
            m_text += m_any ? "\n]\n" : "]\n";
        }
        return flush();
    }

    [[nodiscard]] bool isOpen() const { return m_open; }

private:
    // TSV has no quoting: what would break a row becomes a space.
    void appendField(std::string_view field, bool last)
    {
        const std::size_t begin = m_text.size();
        m_text += field;
        std::replace_if(
            m_text.begin() + static_cast<std::ptrdiff_t>(begin), m_text.end(),
            [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        m_text += last ? '\n' : '\t';
    }

    std::string m_text;
    bool m_json, m_any = false, m_open = true;
};

void addLine(RowWriter& rows, std::string_view line)
{
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    if (!line.empty()) {
        rows.add(line);
    }
}

// The complete lines of `text`; what is left is the beginning of the next one.
void takeLines(RowWriter& rows, std::string& text)
{
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        addLine(rows, std::string_view(text).substr(begin, end - begin));
    }
    text.erase(0, begin);
    if (text.size() > kLongestLine) {
        text.resize(kLongestLine);
    }
}

Status decodeInput(RowWriter& rows)
{
    std::string pending;
    std::string chunk(kChunkBytes, '\0');
    while (rows.isOpen()) {
        const ssize_t count = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return Error { ErrorKind::Input, std::string("standard input: ") + std::strerror(errno) };
        }
        if (count == 0) {
            addLine(rows, pending);
            break;
        }
        pending.append(chunk, 0, static_cast<std::size_t>(count));
        takeLines(rows, pending);
        if (Status written = rows.flush(); !written.ok()) {
            return written;
        }
    }
    return Done {};
}

Status runDecode(const DecodeOptions& options)
{
    std::signal(SIGPIPE, SIG_IGN); // `attnscope decode | head` ends when head has enough, and that is no failure
    RowWriter rows(options.json);
    for (const std::string& name : options.names) {
        rows.add(name);
    }
    if (options.names.empty()) {
        if (Status read = decodeInput(rows); !read.ok()) {
            return read;
        }
    }
    return rows.finish();
}

} // namespace

void addDecode(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<DecodeOptions>();
    CLI::App* command =
        app.add_subcommand("decode", "Read GPU kernel names: what each does, in which types, on which unit");
    command->add_option("NAME", options->names, "Kernel names; none: standard input, one a line");
    command->add_flag("--json", options->json, "As JSON instead of TSV");
    command->callback([options, &context] { context.run = [options] { return runDecode(*options); }; });
}

} // namespace attnscope
