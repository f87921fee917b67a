// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value, or an Error with one sentence a user understands and the exit code it leads to.
// Plain value type; no thread rule.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace attnscope {

/// What kind of failure this is; the numbers are the program's exit codes (design: command line).
enum class ErrorKind : int {
    Failed = 1, ///< it failed while running
    Usage = 2, ///< wrong usage: names the option
    Input = 3, ///< the input file cannot be read: names file, line and byte
    Unavailable = 4, ///< the device or variant cannot run here
    Cancelled = 130, ///< the user cancelled
};

struct Error {
    ErrorKind kind = ErrorKind::Failed;
    std::string message; ///< one sentence without trailing newline
};

template<typename T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    /// Precondition: ok().
    [[nodiscard]] const T& value() const& { return std::get<0>(m_state); }
    [[nodiscard]] T& value() & { return std::get<0>(m_state); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_state)); }
    /// Precondition: !ok().
    [[nodiscard]] const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// Result of an action that returns nothing.
struct Done { };
using Status = Result<Done>;

} // namespace attnscope
