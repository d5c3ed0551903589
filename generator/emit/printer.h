// Prints text that looks like its template: the emitter's raw string shows the output, with names
// for what varies.
//
//   out.emit({{"Type", record.name}, {"steps", [&] { emit_steps(out, record); }}},
//            R"cc(
//              inline bool read(Cursor& in, $Type$& out) {
//                $steps$;
//                return true;
//              }
//            )cc");
//
// `$name$` stands for a text. A line that consists of `$name$;` alone stands for a nested part:
// what the callback emits, indented as that line is; in `signature { $name$; }` it is the body of a
// function, which is put on the line of its signature where clang-format would join them. `$$` is a
// dollar sign. The printer owns everything that isn't content: indentation (the template's own is
// removed), blank lines (never two, none at the start or end of a block), lines that are empty
// after substitution (they disappear, as does a comment without text), lines that are too long
// (they are broken as our clang-format breaks them), and the alignment of `///<` comments. Words of
// a schema can't leave the comment that they are put in: a line break in them goes on in it. A name
// that isn't known or isn't used is a bug of the emitter and ends the program.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace schemac::emit {

class Printer {
 public:
  using Callback = std::function<void()>;

  struct Substitution {
    Substitution(std::string_view key, std::string text) : name(key), value(std::move(text)) {}
    Substitution(std::string_view key, std::string_view text)
        : name(key), value(std::string(text)) {}
    Substitution(std::string_view key, const char* text) : name(key), value(std::string(text)) {}
    Substitution(std::string_view key, std::integral auto number)
        : name(key), value(std::to_string(number)) {}
    template <std::invocable F>
    Substitution(std::string_view key, F callback)
        : name(key), value(Callback(std::move(callback))) {}

    std::string_view name;
    std::variant<std::string, Callback> value;
  };
  using Substitutions = std::initializer_list<Substitution>;

  /// Prints `text` with its names replaced.
  void emit(Substitutions substitutions, std::string_view text);
  void emit(std::string_view text) { emit({}, text); }
  /// One blank line before what comes next, if anything was printed before it and it isn't the
  /// start or end of a block.
  void blank_line();

  /// Lines that were printed to be put further down, once it is known what is around them.
  class Block {
   public:
    [[nodiscard]] bool is_empty() const { return lines_.empty(); }
    [[nodiscard]] bool is_one_line() const { return lines_.size() == 1; }

   private:
    friend Printer;
    std::size_t indent_ = 0;
    std::vector<std::string> lines_;
  };
  /// Prints what is to be put `deeper` columns further in.
  [[nodiscard]] Block set_aside(const Callback& print, std::size_t deeper = 2);
  void put(const Block& block);

  /// From now on `name` is printed for `long_name`, but for string literals; "" ends that.
  void abbreviate(std::string long_name, std::string name);

  /// Everything printed so far; the printer is empty afterwards.
  [[nodiscard]] std::string take();

 private:
  void emit_line(const std::vector<Substitution>& substitutions, std::vector<bool>& used,
                 std::string_view line);
  void emit_body(const Callback& body, std::string_view end);
  void add_line(std::string_view line);

  std::string long_name_, short_name_;
  std::size_t indent_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace schemac::emit
