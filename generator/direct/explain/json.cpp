// Rows of an explanation as JSON, written as text at once: an object for each row would cost ten
// times as much.
#include <array>
#include <charconv>
#include <ostream>

#include "direct/explain/explain.h"
#include "schemac/base/character_set.h"
#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::string_view_literals;

constexpr std::array<std::string_view, 6> kind_names = {"field", "payload", "padding",
                                                        "slack", "unknown", "folded"};

// Characters that a JSON text shows as they are; most texts consist of such.
constexpr impl::CharacterSet plain_characters(
    " !#$%&'()*+,-./"
    "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~");

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
    if (!impl::keeps_to<plain_characters>(impl::bytes_of(text), text.size())) {
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
