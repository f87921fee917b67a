// SPDX-License-Identifier: GPL-3.0-or-later
// Types and shapes of an operator's inputs, kept once for all calls that share them: hundreds of forwards call an operator with the
// same few. A call is looked up by its encoding, a short row of numbers that the caller makes; only the first one with an encoding
// is decoded into text.
//
// Threads: one at a time; each thread that runs operators has its own table. intern() is O(words) and allocates for new encodings only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace attnscope {

struct OpArgument {
    std::string_view
        type; ///< as Kineto writes it: "c10::BFloat16", "Scalar", "TensorList"; empty for others. Lives for ever
    std::vector<std::int64_t> dims; ///< of a tensor
    friend bool operator==(const OpArgument&, const OpArgument&) = default;
};
using OpInputs = std::vector<OpArgument>;

class InputTable {
public:
    using Decode = OpInputs (*)(std::span<const std::int64_t> words);

    /// What this encoding stands for; lives as long as the table. Null when the table is full: a workload whose shapes never repeat
    /// must not grow without end.
    [[nodiscard]] const OpInputs* intern(std::span<const std::int64_t> words, Decode decode);
    [[nodiscard]] std::size_t size() const { return m_size; }

    static constexpr std::size_t kMostEncodings = 2048;

private:
    struct Known {
        std::uint64_t hash = 0;
        std::vector<std::int64_t> words;
        OpInputs inputs;
    };
    static constexpr std::size_t kSlots = 2 * kMostEncodings; ///< at most half full, so that look-ups end soon
    static_assert((kSlots & (kSlots - 1)) == 0);

    std::vector<std::unique_ptr<Known>> m_slots;
    std::size_t m_size = 0;
};

} // namespace attnscope
