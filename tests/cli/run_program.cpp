// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/run_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace attnscope::test {
namespace {

struct Streams {
    std::string in, out, err;
};

[[noreturn]] void becomeProgram(
    const std::vector<std::string>& arguments, const RunOptions& options, const Streams& streams)
{
    dup2(open(streams.in.c_str(), O_RDONLY), STDIN_FILENO);
    dup2(open(streams.out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    const int mode = options.terminal ? O_RDWR | O_NOCTTY : O_WRONLY | O_CREAT | O_TRUNC;
    dup2(open(streams.err.c_str(), mode, 0600), STDERR_FILENO);
    for (const char* name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM" }) {
        unsetenv(name);
    }
    for (const auto& [name, value] : options.environment) {
        setenv(name.c_str(), value.c_str(), 1);
    }
    std::string program = ATTNSCOPE_PROGRAM;
    std::vector<std::string> copies(arguments);
    std::vector<char*> argv { program.data() };
    for (std::string& argument : copies) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
}

// All that the child writes to its terminal, until it ends. "\r\n" of the terminal becomes "\n".
std::string watchTerminal(int terminal, pid_t child, const std::string& interruptWhen)
{
    std::string text;
    bool interrupted = interruptWhen.empty();
    char buffer[4096];
    for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;) {
        for (char c : std::string_view(buffer, static_cast<std::size_t>(n))) {
            text += c == '\r' ? "" : std::string(1, c);
        }
        if (!interrupted && text.find(interruptWhen) != std::string::npos) {
            interrupted = true;
            kill(child, SIGINT);
        }
    }
    return text; // EIO: nobody holds the other end any more
}

int openTerminal()
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        throw std::runtime_error("this system gives no pseudo-terminal");
    }
    return terminal;
}

} // namespace

Ran runProgram(const std::vector<std::string>& arguments, const RunOptions& options)
{
    TemporaryFolder folder;
    Streams streams { folder.file("in"), options.outputFile.empty() ? folder.file("out") : options.outputFile,
        folder.file("err") };
    writeFile(streams.in, options.input);
    const int terminal = options.terminal ? openTerminal() : -1;
    // Held open until the child has it: a terminal without any user ends the reading at once.
    int keeper = -1;
    if (options.terminal) {
        streams.err = ptsname(terminal);
        keeper = open(streams.err.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    const pid_t child = fork();
    if (child == 0) {
        becomeProgram(arguments, options, streams);
    }
    Ran ran;
    std::thread reader;
    if (options.terminal) {
        reader = std::thread([&] { ran.err = watchTerminal(terminal, child, options.interruptWhen); });
    }
    if (options.interruptAfter) {
        std::this_thread::sleep_for(*options.interruptAfter);
        kill(child, SIGINT);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (options.terminal) {
        close(keeper);
        reader.join();
        close(terminal);
    } else {
        ran.err = readFile(streams.err);
    }
    ran.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran.out = options.outputFile.empty() ? readFile(streams.out) : std::string();
    return ran;
}

bool canRecord()
{
    return runProgram({ "variants", "--device", "cpu" }).exitCode == 0;
}

TemporaryFolder::TemporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "attnscope-XXXXXX").string();
    m_path = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string readFile(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

void writeFile(const std::string& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::vector<std::string>> parseCsv(const std::string& text)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::string field;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            field += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (quoted) {
            field += c;
        } else if (c == ',') {
            row.push_back(std::move(field));
            field.clear();
        } else if (c == '\n') {
            row.push_back(std::move(field));
            field.clear();
            rows.push_back(std::move(row));
            row.clear();
        } else if (c != '\r') {
            field += c;
        }
    }
    return rows;
}

} // namespace attnscope::test
