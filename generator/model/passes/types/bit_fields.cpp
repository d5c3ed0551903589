#include "model/passes/types/bit_fields.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "model/passes/types/bodies.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

constexpr std::uint32_t most_bits = 64;  // of a group

// A single whole number in plain bytes.
const Scalar* number_in(const Field& field) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  const bool is_plain =
      scalar != nullptr && field.body.planned.empty() && field.body.wire.empty() &&
      field.body.repeat.kind == RepeatKind::none && is_whole(scalar->dtype) && !scalar->varies() &&
      scalar->dtype_by == nullptr && scalar->dtype != Dtype::t1 && scalar->dtype != Dtype::t2;
  return is_plain ? scalar : nullptr;
}

// "u4" is a type of elements, too: a single one is a byte of which it has 4 bits.
void widen(Scalar& scalar) {
  if (bit_count(scalar.dtype) >= 8) return;
  scalar.bits = static_cast<std::uint8_t>(bit_count(scalar.dtype));
  scalar.dtype = range_of(scalar.dtype).min < 0 ? Dtype::i8 : Dtype::u8;
}

class Groups {
 public:
  Groups(Draft& draft, TypeIndex index)
      : draft_(draft),
        source_(draft.sources[index]),
        fields_(draft.format.types[index].fields),
        nodes_(source_.fields) {}

  void make() {
    std::vector<Field> fields;
    std::vector<const syntax::Node*> nodes;
    for (FieldIndex first = 0, after = 0; first < fields_.size(); first = after) {
      const Scalar* number = number_in(fields_[first]);
      const bool begins_group = number != nullptr && number->bit_count() % 8 != 0;
      after = begins_group ? end_of_group(first) : first + 1;
      if (begins_group && number_in(fields_[first]) != nullptr) {
        set_places(first, after, static_cast<FieldIndex>(fields.size()));
        fields.push_back(make_group(first, after));
        nodes.push_back(&node_of_group(fields.back()));
      }
      std::move(fields_.begin() + first, fields_.begin() + after, std::back_inserter(fields));
      nodes.insert(nodes.end(), nodes_.begin() + first, nodes_.begin() + after);
    }
    fields_ = std::move(fields);
    nodes_ = std::move(nodes);
  }

 private:
  // The first field after the group. Fields that can't be one are as good as any.
  FieldIndex end_of_group(FieldIndex first) {
    std::uint32_t bits = 0;
    FieldIndex after = first;
    do {
      bits += number_in(fields_[after++])->bit_count();
    } while (bits % 8 != 0 && after < fields_.size() && number_in(fields_[after]) != nullptr);
    const bool is_whole_bytes = bits % 8 == 0;
    if (!is_whole_bytes) report_rest(first, after, bits);
    if (bits > most_bits && is_whole_bytes) report_size(first, after, bits);
    bool is_sound = is_whole_bytes && bits <= most_bits;
    for (FieldIndex i = first; i < after; ++i) is_sound &= is_plain_field(i);
    is_sound = is_sound && has_one_order(first, after) && is_order_stated(first);
    if (!is_sound)
      for (FieldIndex i = first; i < after; ++i) fields_[i].body.kind = Foreign{"any", {}};
    return after;
  }

  [[nodiscard]] std::uint32_t bits_of(FieldIndex first, FieldIndex after) const {
    std::uint32_t bits = 0;
    for (FieldIndex i = first; i < after; ++i) bits += number_in(fields_[i])->bit_count();
    return bits;
  }
  void set_places(FieldIndex first, FieldIndex after, FieldIndex group) {
    const Endian endian = number_in(fields_[first])->endian.fixed;
    const std::uint32_t bits = bits_of(first, after);
    std::uint32_t passed = 0;
    for (FieldIndex i = first; i < after; ++i) {
      auto& scalar = std::get<Scalar>(fields_[i].body.kind);
      widen(scalar);
      const std::uint32_t width = scalar.bit_count();
      const std::uint32_t shift = endian == Endian::big ? bits - passed - width : passed;
      scalar.place = BitPosition{group, static_cast<std::uint8_t>(shift)};
      if (scalar.bits == 0) scalar.bits = static_cast<std::uint8_t>(width);
      passed += width;
    }
  }

  [[nodiscard]] Field make_group(FieldIndex first, FieldIndex after) const {
    const std::uint32_t bits = bits_of(first, after);
    Field group;
    group.name = name_of_group(first, after);
    group.range = fields_[first].range;
    group.name_range = fields_[first].name_range;
    group.body.range = group.range;
    Scalar scalar;
    scalar.dtype = bits <= 8    ? Dtype::u8
                   : bits <= 16 ? Dtype::u16
                   : bits <= 32 ? Dtype::u32
                                : Dtype::u64;
    if (bits != bit_count(scalar.dtype)) scalar.bits = static_cast<std::uint8_t>(bits);
    scalar.endian = number_in(fields_[first])->endian;
    scalar.is_group = true;
    group.body.kind = std::move(scalar);
    return group;
  }
  // The text of what has none.
  const syntax::Node& node_of_group(const Field& group) {
    syntax::Node node;
    node.kind = syntax::NodeKind::map;
    node.range = group.range;
    return draft_.made.emplace_back(std::move(node));
  }

  // No name of a field has blanks.
  [[nodiscard]] std::string name_of_group(FieldIndex first, FieldIndex after) const {
    return fields_[first].name + " to " + fields_[after - 1].name;
  }

  // ---- what isn't possible ----

  [[nodiscard]] std::string listed(FieldIndex first, FieldIndex after) const {
    std::string names;
    for (FieldIndex i = first; i < after; ++i)
      names += (i == first ? "" : i + 1 == after ? " and " : ", ") + shown(fields_[i]);
    return names;
  }
  // "use 'u32', or ": what a single number may have meant.
  [[nodiscard]] std::string nearest_type(FieldIndex first, FieldIndex after) const {
    if (after - first != 1) return "";
    const Scalar& scalar = *number_in(fields_[first]);
    const std::uint32_t bits = scalar.bit_count();
    std::uint32_t nearest = 8;
    for (const std::uint32_t other : {16u, 32u, 64u})
      if (bits > (nearest + other) / 2) nearest = other;
    return "use '" + type_name(scalar).substr(0, 1) + std::to_string(nearest) + "', or ";
  }
  void report_rest(FieldIndex first, FieldIndex after, std::uint32_t bits) {
    const std::uint32_t missing = 8 - bits % 8;
    const std::string verb = after - first == 1 ? " has " : " have ";
    draft_
        .error(fields_[first].name_range, "bit-group",
               listed(first, after) + verb + std::to_string(bits) +
                   (bits == 1 ? " bit, which doesn't fill a byte"
                              : " bits, which don't fill whole bytes"))
        .help(nearest_type(first, after) + "add a field of " + std::to_string(missing) +
              (missing == 1 ? " bit" : " bits") + " after " + shown(fields_[after - 1]) +
              ", such as {name: reserved, type: u" + std::to_string(missing) + ", const: 0}");
  }
  void report_size(FieldIndex first, FieldIndex after, std::uint32_t bits) {
    draft_
        .error(fields_[first].name_range, "bit-group",
               shown(fields_[first]) + " to " + shown(fields_[after - 1]) + " have " +
                   std::to_string(bits) + " bits before they fill whole bytes; at most " +
                   std::to_string(most_bits) + " can")
        .help("read them as 'type: bytes'");
  }
  // Bits lie where those before them end.
  bool is_plain_field(FieldIndex i) {
    for (const char* key : {"if", "since", "until", "at", "in", "align", "size", "pad"}) {
      const syntax::Entry* entry = nodes_[i]->find_entry(key);
      if (entry == nullptr) continue;
      draft_
          .error(entry->key_range, "bit-group",
                 shown(fields_[i]) + " can't have '" + std::string(key) +
                     "': it has no bytes of its own, but shares them with its neighbours")
          .help("put the fields that share bytes into a record, and write '" + std::string(key) +
                "' beside that");
      return false;
    }
    return true;
  }
  bool has_one_order(FieldIndex first, FieldIndex after) {
    for (FieldIndex i = first + 1; i < after; ++i) {
      if (number_in(fields_[i])->endian == number_in(fields_[first])->endian) continue;
      draft_
          .error(fields_[i].name_range, "bit-group",
                 shown(fields_[i]) + " has another byte order than " + shown(fields_[first]) +
                     ", with which it shares bytes")
          .help("write the same 'endian' beside both, or beside the type");
      return false;
    }
    return true;
  }
  // Even in a single byte it decides.
  bool is_order_stated(FieldIndex first) {
    if (number_in(fields_[first])->endian.is_of_file) {
      draft_
          .error(fields_[first].name_range, "bit-group",
                 "the file says in which order bytes are, but not which bits of a byte " +
                     shown(fields_[first]) + " has")
          .help("write 'endian: be' beside the fields that share bytes, or beside their type, if " +
                shown(fields_[first]) + " has the highest bits; else 'endian: le'");
      return false;
    }
    if (nodes_[first]->has("endian") || draft_.schemas[source_.schema].root->has("endian"))
      return true;
    const auto& form = fields_[first].body.form;
    if (form && draft_.sources[*form].node->has("endian")) return true;
    for (const TypeSource* around = &source_;;) {
      if (around->node->has("endian")) return true;
      if (!around->outer) break;
      around = &draft_.sources[*around->outer];
    }
    draft_
        .error(fields_[first].name_range, "bit-group",
               "nothing says which bits of a byte " + shown(fields_[first]) + " has")
        .help(
            "add 'endian: be' to the schema if the first field has the highest bits, or "
            "'endian: le' if it has the lowest ones");
    return false;
  }

  Draft& draft_;
  TypeSource& source_;
  std::vector<Field>& fields_;
  std::vector<const syntax::Node*>& nodes_;
};

}  // namespace

void group_bits(Draft& draft, TypeIndex index) { Groups(draft, index).make(); }

}  // namespace schemac::model
