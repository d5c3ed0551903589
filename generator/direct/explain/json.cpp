// Rows of an explanation as JSON, written as text at once: an object for each row would cost ten
// times as much.
#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>

#include "direct/explain/explain.h"
#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::string_view_literals;

constexpr std::array<std::string_view, 6> kind_names = {"field", "payload", "padding",
                                                        "slack", "unknown", "folded"};

// Whether some byte of a word is `byte`: one of the differences is 0 then, from which a 1 borrows.
constexpr std::uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
constexpr bool has_byte(std::uint64_t word, std::uint64_t byte) {
  const std::uint64_t differences = word ^ (ones * byte);
  return ((differences - ones) & ~differences & tops) != 0;
}
// Eight characters that a JSON text shows as they are; most texts consist of such.
constexpr bool is_plain(std::uint64_t word) {
  const bool has_controls = ((word - ones * 0x20) & ~word & tops) != 0;
  return (word & tops) == 0 && !has_controls && !has_byte(word, '"') && !has_byte(word, '\\') &&
         !has_byte(word, 0x7f);
}
bool is_plain(std::string_view text) {
  const std::byte* const bytes = impl::bytes_of(text);
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8)
    if (!is_plain(impl::load<std::uint64_t>(bytes + i))) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                     [](char ch) { return ch >= 0x20 && ch < 0x7f && ch != '"' && ch != '\\'; });
}

class RowWriter {
 public:
  explicit RowWriter(std::ostream& out) : out_(out) {}

  void add(const std::vector<Row>& rows) {
    text_ += '[';
    for (const Row& row : rows) {
      if (&row != &rows.front()) text_ += ',';
      add(row);
    }
    text_ += ']';
  }
  void flush() {
    out_ << text_;
    text_.clear();
  }

 private:
  void add(const Row& row) {
    text_ += R"({"path":)"sv;
    add(std::string_view(row.path));
    text_ += R"(,"offset":)"sv;
    add(row.offset);
    text_ += R"(,"size":)"sv;
    add(row.size);
    text_ += R"(,"kind":")"sv;
    text_ += kind_names[static_cast<std::size_t>(row.kind)];
    text_ += R"(","type":)"sv;
    add(std::string_view(row.type));
    text_ += R"(,"value":)"sv;
    add(row.value);
    text_ += R"(,"doc":)"sv;
    add(std::string_view(row.doc));
    if (!row.relation.empty()) {
      text_ += R"(,"relation":)"sv;
      add(std::string_view(row.relation));
    }
    if (row.target) {
      text_ += R"(,"target":{"offset":)"sv;
      add(row.target->offset);
      text_ += R"(,"path":)"sv;
      add(std::string_view(row.target->path));
      text_ += '}';
    }
    if (!row.children.empty()) {
      text_ += R"(,"children":)"sv;
      add(row.children);
    }
    text_ += '}';
    if (text_.size() > most_held) flush();
  }
  // What is more than plain ASCII is up to the library.
  void add(std::string_view text) {
    if (!is_plain(text)) {
      text_ += Json(text).dump();
      return;
    }
    text_ += '"';
    text_ += text;
    text_ += '"';
  }
  void add(std::uint64_t number) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text_.append(digits.data(), end);
  }
  void add(const Json& value) {
    if (value.is_null())
      text_ += "null"sv;
    else if (value.is_string())
      add(std::string_view(value.get_ref<const std::string&>()));
    else if (value.is_number_unsigned())
      add(value.get<std::uint64_t>());
    else if (value.is_boolean())
      text_ += value.get<bool>() ? "true"sv : "false"sv;
    else if (value.is_array())
      add_all('[', value.get_ref<const Json::array_t&>(), ']',
              [&](const Json& each) { add(each); });
    else if (value.is_object())
      add_all('{', value.get_ref<const Json::object_t&>(), '}', [&](const auto& member) {
        add(std::string_view(member.first));
        text_ += ':';
        add(member.second);
      });
    else
      text_ += value.dump();
  }
  template <class List, class Add>
  void add_all(char open, const List& list, char close, const Add& add_one) {
    text_ += open;
    bool is_first = true;
    for (const auto& each : list) {
      if (!is_first) text_ += ',';
      is_first = false;
      add_one(each);
    }
    text_ += close;
  }

  static constexpr std::size_t most_held = 1u << 16;

  std::ostream& out_;
  std::string text_;
};

}  // namespace

void write_fields(const std::vector<Row>& rows, std::ostream& out) {
  RowWriter writer(out);
  writer.add(rows);
  writer.flush();
}

}  // namespace schemac::direct
