#include "diff/compare.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "diff/plan_guide.h"
#include "diff/value_brief.h"
#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/pieces/joined_array.h"
#include "schemac/base/counted.h"
#include "schemac/check/frame.h"
#include "stats/joined_elements.h"

namespace schemac::diff {
namespace {

using direct::Value;
using MemberList = std::vector<direct::Member>;

constexpr std::uint64_t short_list = 16;  // scalars of a list that are shown rather than counted

// Where in both files something is: a list on the stack, as long as nothing differs.
struct Spot {
  const Spot* up = nullptr;
  std::string_view name = {};
  std::optional<std::uint64_t> index_a = {}, index_b = {};
  const std::string* key = nullptr;
};

enum class Spelling : std::uint8_t { of_a, of_b, by_key };

std::string path_of(const Spot& spot, Spelling spelling) {
  std::string path = spot.up == nullptr ? std::string() : path_of(*spot.up, spelling);
  impl::append_path(path, spot.name);
  const auto& index = spelling == Spelling::of_b ? spot.index_b : spot.index_a;
  if (spelling == Spelling::by_key && spot.key != nullptr)
    return path + '[' + direct::printable(*spot.key) + ']';
  if (index || spot.index_b) path += '[' + std::to_string(index ? *index : *spot.index_b) + ']';
  return path;
}

bool are_equal(Bytes a, Bytes b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

class Comparer {
 public:
  Comparer(const plan::Plan& plan, const std::function<void(const std::string&, double)>& progress)
      : guide_(plan), progress_(progress) {}

  void compare(const Spot& spot, const plan::Body* body, const Value& a, const Value& b) {
    if (a.is_absent() && b.is_absent()) return;
    if (a.is_absent()) return add(Change::added, spot, nullptr, &b);
    if (b.is_absent()) return add(Change::removed, spot, &a, nullptr);
    if (a.kind.index() != b.kind.index()) return add(Change::changed, spot, &a, &b);
    std::visit(
        [&](const auto& kind) {
          using Kind = std::decay_t<decltype(kind)>;
          this->compare_kind(Both{spot, body, a, b}, kind, std::get<Kind>(b.kind));
        },
        a.kind);
  }

  Comparison take() { return std::move(result_); }

 private:
  struct Both {
    const Spot& spot;
    const plan::Body* body;
    const Value& a;
    const Value& b;
  };

  void add(Change change, const Spot& spot, const Value* a, const Value* b) {
    auto& found = is_choice_ ? result_.choices : result_.differences;
    if (found.size() == most_differences) {
      ++(is_choice_ ? result_.dropped_choices : result_.dropped);
      return;
    }
    Difference difference;
    difference.change = change;
    difference.path = path_of(spot, Spelling::by_key);
    if (a != nullptr) difference.a = side_of(path_of(spot, Spelling::of_a), *a);
    if (b != nullptr) difference.b = side_of(path_of(spot, Spelling::of_b), *b);
    found.push_back(std::move(difference));
  }
  static Side side_of(std::string path, const Value& value) {
    return {std::move(path), brief_json(value), brief_text(value)};
  }
  void add_if(bool is_different, const Both& both) {
    if (is_different) add(Change::changed, both.spot, &both.a, &both.b);
  }

  // ---- single values ----

  void compare_kind(const Both&, const direct::Absent&, const direct::Absent&) {}
  void compare_kind(const Both& both, const direct::Number& a, const direct::Number& b) {
    add_if(a.value != b.value, both);
  }
  void compare_kind(const Both& both, const direct::Real& a, const direct::Real& b) {
    add_if(a.dtype != b.dtype || a.bits != b.bits, both);
  }
  void compare_kind(const Both& both, const direct::Boolean& a, const direct::Boolean& b) {
    add_if(a.value != b.value, both);
  }
  void compare_kind(const Both& both, const direct::Characters& a, const direct::Characters& b) {
    add_if(!are_equal(a.content.bytes, b.content.bytes), both);
  }

  void compare_kind(const Both& both, const direct::OpenValue& a, const direct::OpenValue& b) {
    add_if(!(*a.value == *b.value), both);
    if (*a.value == *b.value && !are_equal(a.content.bytes, b.content.bytes))
      add_way(both, a.content.bytes.size(), b.content.bytes.size());
  }

  // ---- many values of one type ----

  void compare_kind(const Both& both, const direct::RawBytes& a, const direct::RawBytes& b) {
    const std::uint64_t size = a.content.bytes.size();
    if (size == b.content.bytes.size() && is_told(both.spot)) return;
    if (size != b.content.bytes.size() || size <= short_list)
      return add_if(!are_equal(a.content.bytes, b.content.bytes), both);
    compare_elements(both, {a.content.bytes, Endian::little}, {b.content.bytes, Endian::little},
                     Dtype::u8, size);
  }
  // By plain content.
  void compare_kind(const Both& both, const direct::EncodedContent& a,
                    const direct::EncodedContent& b) {
    if (a.coded.is_stored() && b.coded.is_stored() && a.coded.codec() == b.coded.codec() &&
        are_equal(a.coded.stored().bytes(), b.coded.stored().bytes()))
      return;
    const auto plain_a = a.coded.plain();
    const auto plain_b = b.coded.plain();
    if (!plain_a || !plain_b || plain_a->size() != plain_b->size())
      return add(Change::changed, both.spot, &both.a, &both.b);
    if (is_told(both.spot) && !are_equal(plain_a->bytes(), plain_b->bytes())) return;
    if (a.coded.is_stored() && b.coded.is_stored() && are_equal(plain_a->bytes(), plain_b->bytes()))
      return add_way(both, a.coded.stored().size(), b.coded.stored().size());
    compare_elements(both, {plain_a->bytes(), Endian::little}, {plain_b->bytes(), Endian::little},
                     Dtype::u8, plain_a->size());
  }
  // The same in other bytes.
  void add_way(const Both& both, std::uint64_t size_a, std::uint64_t size_b) {
    const bool was_choice = std::exchange(is_choice_, true);
    const std::size_t count = result_.choices.size();
    add(Change::changed, both.spot, &both.a, &both.b);
    is_choice_ = was_choice;
    if (result_.choices.size() == count) return;
    Difference& added = result_.choices.back();
    added.a = Side{added.a->path, {{"stored", size_a}}, stored_text(size_a)};
    added.b = Side{added.b->path, {{"stored", size_b}}, stored_text(size_b)};
  }
  static std::string stored_text(std::uint64_t size) {
    return "stored in " + impl::counted(size, "bytes");
  }
  static bool are_alike(const direct::Joined& a, const direct::Joined& b) {
    return a.element == b.element && a.dims == b.dims && a.is_column_major == b.is_column_major &&
           a.size == b.size;
  }
  void compare_kind(const Both& both, const direct::Joined& a, const direct::Joined& b) {
    if (!are_alike(a, b)) return add(Change::changed, both.spot, &both.a, &both.b);
    const auto told = std::ranges::find(told_, &a, &Told::array);
    if (told == told_.end() || told->found.differing == 0) return;
    add(Change::changed, both.spot, &both.a, &both.b);
    if (is_choice_ || result_.dropped != 0) return;
    Difference& added = result_.differences.back();
    added.a->text = direct::type_text(a);
    added.elements = told->found;
    added.largest_at = indices_of(a.dims, a.is_column_major, told->found.largest_at);
  }

  // Arrays over pieces whose elements were compared. Differences in their pieces aren't reported
  // again, unless a size differs.
  struct Told {
    const Spot* record;  // that holds array and pieces
    const direct::Joined* array;
    ArrayDifference found;
  };
  void tell_joined(const Both& both, const MemberList& a, const MemberList& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto* joined_a = std::get_if<direct::Joined>(&a[i].value.kind);
      const Value* other = joined_a == nullptr ? nullptr : find(b, a[i].name, i);
      const auto* joined_b = other == nullptr ? nullptr : std::get_if<direct::Joined>(&other->kind);
      if (joined_b == nullptr || !joined_a->element.dtype || !are_alike(*joined_a, *joined_b))
        continue;
      stats::JoinedElements elements_a(*joined_a), elements_b(*joined_b);
      const ArrayDifference found =
          difference_of(elements_a, elements_b, progress_at({&both.spot, a[i].name}));
      if (elements_a.problem().empty() && elements_b.problem().empty())
        told_.push_back({&both.spot, joined_a, found});
    }
  }
  [[nodiscard]] bool is_told(const Spot& spot) const {
    return std::ranges::any_of(told_, [&](const Told& told) {
      const auto& steps = told.array->declared->join.steps;
      const Spot* at = &spot;
      for (std::size_t i = steps.size(); i != 0; --i) {
        while (at != nullptr && at->name.empty()) at = at->up;  // elements of lists
        if (at == nullptr || at->name != steps[i - 1].member) return false;
        at = at->up;
      }
      return at == told.record;
    });
  }
  [[nodiscard]] std::function<void(double)> progress_at(const Spot& spot) const {
    if (!progress_) return {};
    return [this, path = path_of(spot, Spelling::by_key)](double done) { progress_(path, done); };
  }
  void compare_kind(const Both& both, const direct::Scalars& a, const direct::Scalars& b) {
    if (a.dtype != b.dtype || a.count != b.count)
      return add(Change::changed, both.spot, &both.a, &both.b);
    compare_elements(both, {a.content.bytes, a.endian}, {b.content.bytes, b.endian}, a.dtype,
                     a.count);
  }
  void compare_kind(const Both& both, const direct::Payload& a, const direct::Payload& b) {
    if (a.dtype != b.dtype || a.dims != b.dims || a.is_column_major != b.is_column_major)
      return add(Change::changed, both.spot, &both.a, &both.b);
    const std::uint64_t count = std::min(direct::element_count(a), direct::element_count(b));
    compare_elements(both, {a.content.bytes, a.endian}, {b.content.bytes, b.endian}, a.dtype,
                     count);
  }
  void compare_elements(const Both& both, const ElementBytes& a, const ElementBytes& b, Dtype dtype,
                        std::uint64_t count) {
    std::function<void(double)> tell;
    if (count > short_list) tell = progress_at(both.spot);
    const ArrayDifference found = difference_of(a, b, dtype, count, tell);
    if (found.differing == 0) return;
    add(Change::changed, both.spot, &both.a, &both.b);
    if (is_choice_ || result_.dropped != 0) return;
    const auto* payload = std::get_if<direct::Payload>(&both.a.kind);
    const bool is_list = payload == nullptr ? count > short_list : payload->dims.has_value();
    if (!is_list) return;
    result_.differences.back().elements = found;
    result_.differences.back().largest_at =
        payload == nullptr ? std::vector{found.largest_at}
                           : indices_of(*payload->dims, payload->is_column_major, found.largest_at);
  }
  // Of the element that is number `at` in the bytes.
  static std::vector<std::uint64_t> indices_of(const std::vector<std::uint64_t>& dims,
                                               bool is_column_major, std::uint64_t at) {
    std::vector<std::uint64_t> indices(dims.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const std::size_t fastest = is_column_major ? i : indices.size() - 1 - i;
      indices[fastest] = at % dims[fastest];
      at /= dims[fastest];
    }
    return indices;
  }

  // ---- values inside of values ----

  void compare_kind(const Both& both, const direct::Members& a, const direct::Members& b) {
    const std::size_t told_before = told_.size();
    tell_joined(both, a.given, b.given);
    compare_members(both, a.given, b.given);
    told_.erase(told_.begin() + static_cast<std::ptrdiff_t>(told_before), told_.end());
    const bool was_choice = std::exchange(is_choice_, true);
    compare_members(both, a.choices, b.choices);
    is_choice_ = was_choice;
  }
  void compare_members(const Both& both, const MemberList& a, const MemberList& b) {
    const Value absent{direct::Absent{}};
    std::size_t near = 0;
    const auto compare_member = [&](const std::string& name, const Value* x, const Value* y) {
      const Spot spot{&both.spot, name};
      compare(spot, guide_.member(both.body, name, near), x != nullptr ? *x : absent,
              y != nullptr ? *y : absent);
    };
    // Both have their members in the order of the schema.
    for (std::size_t i = 0; i < a.size(); ++i)
      compare_member(a[i].name, &a[i].value, find(b, a[i].name, i));
    for (std::size_t i = 0; i < b.size(); ++i)
      if (find(a, b[i].name, i) == nullptr) compare_member(b[i].name, nullptr, &b[i].value);
  }
  // The member of that name, which is number `near` as a rule.
  static const Value* find(const MemberList& members, const std::string& name, std::size_t near) {
    if (near < members.size() && members[near].name == name) return &members[near].value;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const direct::Member& each) { return each.name == name; });
    return found == members.end() ? nullptr : &found->value;
  }

  void compare_kind(const Both& both, const direct::Chosen& a, const direct::Chosen& b) {
    if (a.alternative != b.alternative) return add(Change::changed, both.spot, &both.a, &both.b);
    compare(both.spot, guide_.alternative(both.body, a.alternative), a.value.front(),
            b.value.front());
  }

  void compare_kind(const Both& both, const direct::Elements& a, const direct::Elements& b) {
    if (a.left_out != 0 || b.left_out != 0) return compare_starts(both, a, b);
    const auto keys_a = keys_of(both.body, a), keys_b = keys_of(both.body, b);
    if (keys_a && keys_b) {
      compare_by_key(both, {a, *keys_a}, {b, *keys_b});
    } else {
      compare_by_index(both, a, b);
    }
  }

  // ---- lists ----

  using Keys = std::vector<std::string>;
  struct Keyed {
    const direct::Elements& list;
    const Keys& keys;
  };

  // All keys, if there are any and they differ.
  [[nodiscard]] std::optional<Keys> keys_of(const plan::Body* body,
                                            const direct::Elements& list) const {
    Keys keys;
    for (const Value& element : list.values) {
      auto key = guide_.key_of(body, element);
      if (!key) return std::nullopt;
      keys.push_back(std::move(*key));
    }
    Keys sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
    return keys;
  }

  void compare_by_key(const Both& both, const Keyed& a, const Keyed& b) {
    const plan::Body* element = guide_.element(both.body);
    std::unordered_map<std::string_view, std::size_t> index_in_b;
    for (std::size_t i = 0; i < b.keys.size(); ++i) index_in_b.emplace(b.keys[i], i);
    std::vector<bool> is_known(b.keys.size());
    bool is_in_order = true;
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < a.keys.size(); ++i) {
      const auto found = index_in_b.find(a.keys[i]);
      const Value& value = a.list.values[i];
      if (found == index_in_b.end()) {
        add(Change::removed, {&both.spot, {}, i, {}, &a.keys[i]}, &value, nullptr);
        continue;
      }
      const std::size_t j = found->second;
      is_known[j] = true;
      is_in_order = is_in_order && (!before || *before < j);
      before = j;
      compare({&both.spot, {}, i, j, &a.keys[i]}, element, value, b.list.values[j]);
    }
    for (std::size_t j = 0; j < b.keys.size(); ++j) {
      if (!is_known[j])
        add(Change::added, {&both.spot, {}, {}, j, &b.keys[j]}, nullptr, &b.list.values[j]);
    }
    if (!is_in_order) add(Change::moved, both.spot, &both.a, &both.b);
  }

  // Of lists of which an end was left out: how long they are, and what is there of both.
  void compare_starts(const Both& both, const direct::Elements& a, const direct::Elements& b) {
    if (a.values.size() + a.left_out != b.values.size() + b.left_out)
      add(Change::changed, both.spot, &both.a, &both.b);
    const plan::Body* element = guide_.element(both.body);
    for (std::size_t i = 0; i < std::min(a.values.size(), b.values.size()); ++i)
      compare({&both.spot, {}, i, i}, element, a.values[i], b.values[i]);
  }

  // Elements that are equal at both ends are pairs; so an insertion is one difference.
  void compare_by_index(const Both& both, const direct::Elements& a, const direct::Elements& b) {
    const plan::Body* element = guide_.element(both.body);
    const std::size_t count_a = a.values.size(), count_b = b.values.size();
    const std::size_t most = std::min(count_a, count_b);
    std::size_t begin = 0, end = 0;
    if (count_a != count_b) {
      while (begin < most && is_same(element, a.values[begin], b.values[begin])) ++begin;
      while (end < most - begin &&
             is_same(element, a.values[count_a - 1 - end], b.values[count_b - 1 - end])) {
        ++end;
      }
    }
    std::size_t i = begin;
    for (; i < most - end; ++i) compare({&both.spot, {}, i, i}, element, a.values[i], b.values[i]);
    for (std::size_t j = i; j < count_a - end; ++j)
      add(Change::removed, {&both.spot, {}, j, {}}, &a.values[j], nullptr);
    for (std::size_t j = i; j < count_b - end; ++j)
      add(Change::added, {&both.spot, {}, {}, j}, nullptr, &b.values[j]);
  }
  [[nodiscard]] bool is_same(const plan::Body* body, const Value& a, const Value& b) const {
    Comparer other(*this, nullptr);
    other.compare(Spot{}, body, a, b);
    return other.result_.is_same();
  }

  Comparer(const Comparer& other, std::nullptr_t) : guide_(other.guide_), progress_(no_progress) {}
  inline static const std::function<void(const std::string&, double)> no_progress = {};

  PlanGuide guide_;
  const std::function<void(const std::string&, double)>& progress_;
  Comparison result_;
  std::vector<Told> told_;
  bool is_choice_ = false;  // what is compared now doesn't change the meaning
};

}  // namespace

std::uint64_t Comparison::count(Change change) const {
  return static_cast<std::uint64_t>(
      std::count_if(differences.begin(), differences.end(),
                    [&](const Difference& each) { return each.change == change; }));
}

Comparison compare(const plan::Plan& plan, const plan::Root& root, const Value& a, const Value& b,
                   const std::function<void(const std::string&, double)>& progress) {
  Comparer comparer(plan, progress);
  plan::Body file;
  file.kind = plan::Nested{root.record, {}, {}, {}};
  comparer.compare(Spot{}, &file, a, b);
  return comparer.take();
}

}  // namespace schemac::diff
