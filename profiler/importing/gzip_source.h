// SPDX-License-Identifier: GPL-3.0-or-later
// Inflates a gzip file front to back and leaves marks on the way, from which any stretch of the text can be inflated again in about
// a millisecond: the text itself is never kept. One thread reads.
#pragma once

#include "profiler/importing/input_file.h"
#include "profiler/importing/text_source.h"

#include <memory>

namespace attnscope {

[[nodiscard]] std::unique_ptr<TextSource> openGzipSource(std::shared_ptr<InputFile> file, std::uint64_t fileBytes);

} // namespace attnscope
