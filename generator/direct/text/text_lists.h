// The short lists of a message's text, `field: [1, 2]`, and where their elements are.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace schemac::direct {

/// Bytes of a text.
struct TextRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The short lists of a whole text, which libprotobuf could read; it doesn't say where elements
/// are.
class TextLists {
 public:
  explicit TextLists(std::string_view text);

  /// The elements of the list after the field name at `field`; null if there is none.
  [[nodiscard]] const std::vector<TextRange>* of_field(std::uint64_t field) const {
    const auto found = lists_.find(field);
    return found == lists_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::uint64_t, std::vector<TextRange>> lists_;
};

}  // namespace schemac::direct
