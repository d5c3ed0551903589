// How files of a directory are called, as a schema says it.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace schemac::impl {

/// A name, or what is around a text that varies.
struct FileForm {
  enum class Kind : std::uint8_t {
    fixed,
    pattern,   ///< any text, the same one in all names of the directory
    numbered,  ///< a number
    keyed,     ///< a key
  };
  Kind kind = Kind::fixed;
  std::string_view before, after;  ///< fixed: `before` alone

  /// What is between them in a name of this form.
  [[nodiscard]] std::optional<std::string> middle_of(std::string_view name) const {
    if (kind == Kind::fixed) return name == before ? std::optional(std::string()) : std::nullopt;
    if (name.size() < before.size() + after.size() || !name.starts_with(before) ||
        !name.ends_with(after))
      return std::nullopt;
    return std::string(name.substr(before.size(), name.size() - before.size() - after.size()));
  }
  /// The number in a name of a numbered form; none of one that begins with zeros, or has a sign.
  [[nodiscard]] std::optional<std::uint64_t> number_in(std::string_view name) const {
    const auto middle = kind == Kind::numbered ? middle_of(name) : std::nullopt;
    if (!middle) return std::nullopt;
    std::uint64_t number = 0;
    const char* const end = middle->data() + middle->size();
    const auto [after_number, error] = std::from_chars(middle->data(), end, number);
    const bool is_plain =
        error == std::errc() && after_number == end && *middle == std::to_string(number);
    return is_plain ? std::optional(number) : std::nullopt;
  }
  /// Whether a name is one of these by its form alone. Any name could be that of a key.
  [[nodiscard]] bool is_named(std::string_view name) const {
    switch (kind) {
      case Kind::fixed:
      case Kind::pattern:
        return middle_of(name).has_value();
      case Kind::numbered:
        return number_in(name).has_value();
      case Kind::keyed:
        return false;
    }
    return false;
  }
  /// The name with something in the place of what varies.
  [[nodiscard]] std::string with(std::string_view middle) const {
    return std::string(before).append(middle).append(after);
  }
  /// As the schema says it.
  [[nodiscard]] std::string text() const {
    switch (kind) {
      case Kind::fixed:
        return with("");
      case Kind::pattern:
        return with("*");
      case Kind::numbered:
        return with("{_index}");
      case Kind::keyed:
        return with("{_key}");
    }
    return "";
  }
};

}  // namespace schemac::impl
