// Where in the tree of fields a walk is: a linked list on the stack, one frame for each record or
// element entered.
//
// A path such as "metadata[3].value.dims[0]" is only needed when a check fails. Keeping it costs
// one store an element (the index), and no site that reports has to be handed a string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace schemac::impl {

struct Frame {
  static constexpr std::uint64_t no_index = ~std::uint64_t{0};

  const Frame* up = nullptr;    ///< null for the file itself
  std::string_view field = {};  ///< the field of `up` that was entered; may be a dotted path
  std::uint64_t index = no_index;
};

/// Appends `step` to a path, with a dot where one is needed.
inline void append_path(std::string& path, std::string_view step) {
  if (step.empty()) return;
  if (!path.empty() && step.front() != '[') path += '.';
  path += step;
}

/// The path of the record or element that `frame` stands for; empty for the file.
[[nodiscard]] inline std::string path_of(const Frame& frame) {
  std::string path = frame.up != nullptr ? path_of(*frame.up) : std::string();
  append_path(path, frame.field);
  if (frame.index != Frame::no_index) path += '[' + std::to_string(frame.index) + ']';
  return path;
}

}  // namespace schemac::impl
