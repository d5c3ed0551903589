// What a value or a view holds, as a tree without C++ types, so that what comes from different
// sides can be compared in code that is compiled once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"

namespace net {

struct Shown {
  enum class Kind : std::uint8_t {
    nothing,  ///< an optional member that isn't there
    number,   ///< `text` has its digits, of a real number its bits
    bytes,    ///< `text` has them: of a text, a payload, an array
    list,
    record,
    chosen,   ///< one of several: its number and name, and one part
    unseen,   ///< not compared
    refused,  ///< a view says why it can't show it
  };
  Kind kind = Kind::nothing;
  std::string text;
  std::uint64_t index = 0;  ///< of `chosen`
  std::vector<std::pair<std::string, Shown>> parts = {};

  [[nodiscard]] const Shown* find(std::string_view name) const;
};

[[nodiscard]] Shown number(std::int64_t value);
[[nodiscard]] Shown number(std::uint64_t value);
[[nodiscard]] Shown real(double value);
[[nodiscard]] Shown bytes(schemac::Bytes value);
[[nodiscard]] Shown bytes(std::string_view value);
[[nodiscard]] Shown of_kind(Shown::Kind kind, std::string text = {});
[[nodiscard]] Shown chosen(std::uint64_t index, std::string_view name, Shown content);
void add(Shown& to, std::string_view name, Shown part);
/// Whether a view says so of a message in several parts, as docs/cpp.md has it.
[[nodiscard]] bool is_of_parts(std::string_view message);

[[nodiscard]] std::string to_text(const Shown& shown);

/// Where `other` holds something else than `shown`: "items[2].name: 3 and 4". Members that only one
/// of both has are passed over if `is_partial`.
[[nodiscard]] std::vector<std::string> differences(const Shown& shown, const Shown& other,
                                                   bool is_partial);

}  // namespace net
