#include "direct/placed_arrays.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "direct/decode.h"

namespace schemac::direct {
namespace {

class Finder {
 public:
  explicit Finder(Bytes file) : file_(file) {}

  void look_into(Value& value, const std::string& path) {
    if (auto* joined = std::get_if<Joined>(&value.kind)) return add(std::move(*joined), path);
    if (auto* list = std::get_if<Elements>(&value.kind))
      for (std::size_t i = 0; i < list->values.size(); ++i)
        look_into(list->values[i], path + '[' + std::to_string(i) + ']');
    if (auto* chosen = std::get_if<Chosen>(&value.kind)) look_into(chosen->value.front(), path);
    if (auto* members = std::get_if<Members>(&value.kind))
      for (auto& [name, member] : members->given)
        look_into(member, path.empty() ? name : path + '.' + name);
  }
  [[nodiscard]] std::vector<PlacedArray> take() { return std::move(found_); }

 private:
  void add(Joined joined, const std::string& path) {
    const bool is_placed = !joined.pieces.empty() && lies_in_file(joined.pieces.front());
    const std::byte* const begin =
        is_placed ? joined.pieces.front().bytes.stored().data() : file_.data();
    found_.push_back({path, static_cast<std::uint64_t>(begin - file_.data()), std::move(joined)});
  }
  // Others are of a text, or decoded.
  [[nodiscard]] bool lies_in_file(const Piece& piece) const {
    const std::byte* const begin = piece.bytes.stored().data();
    return std::less_equal<>()(file_.data(), begin) &&
           std::less<>()(begin, file_.data() + file_.size());
  }

  Bytes file_;
  std::vector<PlacedArray> found_;
};

}  // namespace

std::vector<PlacedArray> arrays_over_pieces(const plan::Plan& plan, const plan::Root& root,
                                            Bytes bytes, const Limits& limits) {
  const bool may_have_some =
      std::any_of(plan.records.begin(), plan.records.end(),
                  [](const plan::Record& record) { return !record.arrays.empty(); });
  if (!may_have_some) return {};
  Decoded decoded = decode(plan, root, bytes, Reading::keep_going, limits);
  Finder finder(bytes);
  finder.look_into(decoded.values, "");
  return finder.take();
}

}  // namespace schemac::direct
