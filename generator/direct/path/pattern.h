// A path as people ask for parts of a file: `tensors["W.0"].shape[0]`, `tensors[2:5].name`,
// `layers[*].*`.
//
//   name            a member
//   *               every member
//   [3]  [-1]       an element, from the start or from the end
//   [2:5]  [::2]    elements, as Python slices them; [*] is all of them
//   [2..4]          elements 2, 3 and 4, as `explain` prints those that it folds
//   ["W.0"]         the element of that key, in a list of unique keys
//   [id: 3]         the same where the key is a number, or where the member is worth naming
//   [W.0]           a key without its quotes, where it can't be taken for something else
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::direct {

struct Step {
  enum class Kind : std::uint8_t { name, any_name, indices, key };

  Kind kind = Kind::name;
  std::string text = {};                   ///< the name, or the key
  std::string member = {};                 ///< that a key is said to be of; mostly empty
  std::optional<std::int64_t> begin = {};  ///< of indices; from the end if it is negative
  std::optional<std::int64_t> end = {};    ///< after the last one, likewise
  std::int64_t stride = 1;

  /// Whether it depends on the file which indices it stands for.
  [[nodiscard]] bool is_open() const {
    return kind == Kind::key || begin.value_or(0) < 0 || end.value_or(0) < 0;
  }
  /// Whether it has just one meaning in each list.
  [[nodiscard]] bool is_single() const;
  [[nodiscard]] bool takes_index(std::uint64_t index) const;
};

using Pattern = std::vector<Step>;

struct ParsedPattern {
  Pattern pattern;
  std::string problem;  ///< why it isn't one, with the place: "at character 9, ..."; mostly empty
};
[[nodiscard]] ParsedPattern parse_pattern(std::string_view text);

/// One element, or `count` of them where the list has so many.
[[nodiscard]] Step index_step(std::uint64_t index);
[[nodiscard]] Step closed(const Step& step, std::uint64_t count);

/// A path of a file, such as "items[3].name", one component after the other.
class PathComponents {
 public:
  explicit PathComponents(std::string_view path) : path_(path) {}

  [[nodiscard]] bool next();
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::optional<std::uint64_t> index() const { return index_; }

 private:
  std::string_view path_;
  std::size_t at_ = 0;
  std::string_view name_;
  std::optional<std::uint64_t> index_;
};

enum class Match : std::uint8_t {
  none,
  leads,  ///< the path is of something that holds what the pattern asks for
  holds,  ///< the path is of that, or of a part of it
};
/// Steps that are open take any element.
[[nodiscard]] bool takes(const Step& step, const PathComponents& component);
[[nodiscard]] Match match(const Pattern& pattern, std::string_view path);

}  // namespace schemac::direct
