#include "direct/explain/object_rows.h"

#include <algorithm>
#include <utility>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "schemac/core/msgpack_object.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_shown = 1u << 16;  // bytes of a text
constexpr std::size_t most_hex = 32;

class ObjectRows {
 public:
  ObjectRows(const std::byte* begin, std::uint64_t offset, std::uint64_t most)
      : begin_(begin), offset_(offset), most_(most) {}

  void add(const std::string& path, const msgpack::ObjectView& object) {
    const Bytes bytes = object.bytes();
    impl::msgpack::ObjectAt at;
    if (!impl::msgpack::find_object(bytes.data(), bytes.data() + bytes.size(), at)) return;
    if (!at.holds_objects()) return add_plain(path, bytes, at);
    const std::string kind = at.kind == msgpack::ObjectKind::map ? "map" : "array";
    add_row(path, bytes, kind + "[" + std::to_string(at.number) + "]", nullptr);
    add_head(path, Bytes(bytes.data(), at.after), kind, at.number);
    std::uint64_t index = 0;
    for (const msgpack::ObjectView& each : object.elements()) {
      if (!has_room()) return;
      add(element(path, index++), each);
    }
    for (const auto& [key, value] : object.entries()) {
      if (!has_room()) return;
      add(element(path, index) + ".key", key);
      add(element(path, index++) + ".value", value);
    }
  }

  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] std::vector<Row> take() { return std::move(rows_); }

 private:
  static std::string element(const std::string& path, std::uint64_t index) {
    return path + "[" + std::to_string(index) + "]";
  }
  bool has_room() {
    is_whole_ = is_whole_ && rows_.size() < most_;
    return is_whole_;
  }
  void add_row(std::string path, Bytes bytes, std::string type, Json value, std::string doc = {},
               RowKind kind = RowKind::field) {
    if (bytes.empty()) return;
    rows_.push_back({std::move(path),
                     offset_ + static_cast<std::uint64_t>(bytes.data() - begin_),
                     bytes.size(),
                     kind,
                     std::move(type),
                     std::move(value),
                     std::move(doc),
                     {}});
  }
  void add_head(const std::string& path, Bytes head, const std::string& kind,
                std::uint64_t number) {
    add_row(path + ".head", head, kind + " head", number,
            "States the form and the length of what is after it.");
  }
  void add_plain(const std::string& path, Bytes bytes, const impl::msgpack::ObjectAt& at) {
    const Bytes head(bytes.data(), at.content);
    const Bytes content(at.content, bytes.data() + bytes.size());
    switch (at.kind) {
      case msgpack::ObjectKind::text:
        add_head(path, head, "str", at.number);
        return add_row(path, content, "str", text_json(first_characters(content, most_shown)));
      case msgpack::ObjectKind::bytes:
        add_head(path, head, "bin", at.number);
        return add_payload(path, content, "bytes");
      case msgpack::ObjectKind::extension:
        add_head(path, head, "ext", at.number);
        return add_payload(path, content, "ext " + std::to_string(at.type));
      case msgpack::ObjectKind::nil:
      case msgpack::ObjectKind::boolean:
      case msgpack::ObjectKind::whole:
      case msgpack::ObjectKind::real:
      case msgpack::ObjectKind::list:
      case msgpack::ObjectKind::map:
        break;
    }
    if (!head.empty())
      add_row(path + ".tag", head, "tag", to_hex(head), "States the form of what is after it.");
    const auto value = impl::msgpack::parse_object(bytes);
    add_row(path, content, number_type(at, content), value ? free_json(*value) : Json(nullptr));
  }
  void add_payload(const std::string& path, Bytes content, std::string type) {
    add_row(path, content, std::move(type),
            to_hex(content.first(std::min(content.size(), most_hex))), {}, RowKind::payload);
  }
  static std::string number_type(const impl::msgpack::ObjectAt& at, Bytes content) {
    if (at.kind == msgpack::ObjectKind::nil) return "nil";
    if (at.kind == msgpack::ObjectKind::boolean) return "bool";
    if (at.kind == msgpack::ObjectKind::real) return content.size() == 4 ? "f32" : "f64";
    return at.is_negative ? "int" : "uint";
  }

  const std::byte* begin_;
  std::uint64_t offset_;
  std::uint64_t most_;
  bool is_whole_ = true;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> object_rows(const std::string& path, Bytes object, std::uint64_t offset,
                             std::uint64_t most, bool& is_whole) {
  ObjectRows rows(object.data(), offset, most);
  rows.add(path, msgpack::ObjectView(object));
  is_whole = rows.is_whole();
  return rows.take();
}

}  // namespace schemac::direct
