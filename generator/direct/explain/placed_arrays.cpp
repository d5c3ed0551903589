#include "direct/explain/placed_arrays.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "direct/json/value_json.h"
#include "direct/pieces/parts.h"
#include "direct/walk/decode.h"
#include "model/overload.h"

namespace schemac::direct {
namespace {

std::string name_of(const Value& key) {
  const nlohmann::ordered_json json = to_json(key, Payloads::preview);
  return json.is_string() ? json.get<std::string>() : json.dump();
}

class Finder {
 public:
  explicit Finder(Bytes file) : file_(file) {}

  void look_into(Value& value, const std::string& path) {
    std::visit(model::Overload{
                   [](const Absent&) {},
                   [](const Number&) {},
                   [](const Real&) {},
                   [](const Boolean&) {},
                   [](const Characters&) {},
                   [](const RawBytes&) {},
                   [](const EncodedContent&) {},
                   [](const OpenValue&) {},
                   [](const Scalars&) {},
                   [&](Elements& list) {
                     for (std::size_t i = 0; i < list.values.size(); ++i)
                       look_into(list.values[i], path + '[' + std::to_string(i) + ']');
                   },
                   [](const Payload&) {},
                   [&](Joined& joined) { add(std::move(joined), path); },
                   [&](Chosen& chosen) { look_into(chosen.value.front(), path); },
                   [&](Members& members) {
                     for (auto& [name, member] : members.given)
                       look_into(member, path.empty() ? name : path + '.' + name);
                   },
               },
               value.kind);
  }
  void look_at_parts(const plan::Plan& plan, const plan::Record& record, Value& values) {
    for (PartArray& part : part_arrays(plan, record, values)) {
      add(std::move(part.joined), part.path);
      if (part.key != nullptr) found_.back().name = name_of(*part.key);
    }
  }
  [[nodiscard]] std::vector<PlacedArray> take() { return std::move(found_); }

 private:
  void add(Joined joined, const std::string& path) {
    PlacedArray array{path, 0, std::move(joined)};
    for (const Piece& piece : array.joined.pieces)
      if (const auto place = place_in(file_, piece)) array.places.push_back(*place);
    if (!array.places.empty()) array.offset = array.places.front().offset;
    found_.push_back(std::move(array));
  }

  Bytes file_;
  std::vector<PlacedArray> found_;
};

}  // namespace

std::optional<PiecePlace> place_in(Bytes file, const Piece& piece) {
  const Bytes stored = piece.bytes.stored();
  const bool is_inside = !stored.empty() && std::less_equal<>()(file.data(), stored.data()) &&
                         std::less<>()(stored.data(), file.data() + file.size());
  if (!is_inside) return std::nullopt;
  return PiecePlace{"", static_cast<std::uint64_t>(stored.data() - file.data()), stored.size()};
}

std::vector<PlacedArray> arrays_over_pieces(const plan::Plan& plan, const plan::Root& root,
                                            Bytes bytes, const Limits& limits) {
  const plan::Record& file = plan.records[root.record];
  if (!has_part_arrays(file) && !plan.uses.joined_arrays) return {};
  Decoded decoded = decode(plan, root, bytes, Reading::keep_going, limits);
  Finder finder(bytes);
  finder.look_into(decoded.values, "");
  finder.look_at_parts(plan, file, decoded.values);
  return finder.take();
}

}  // namespace schemac::direct
