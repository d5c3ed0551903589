#include "model/passes/check/sizes.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "model/passes/value_types.h"
#include "model/passes/walk.h"

namespace schemac::model {

namespace {

// Least and fixed size of bodies and records.
class Sizes {
 public:
  struct Extent {
    Int128 least = 0;
    std::optional<Int128> fixed;  ///< the size, where it is always the same
    bool is_endless = false;      ///< holds itself, always
  };

  explicit Sizes(const Format& format) : format_(format), known_(format.types.size()) {}

  Extent of(TypeIndex index) {
    if (known_[index]) return *known_[index];
    known_[index] = Extent{0, std::nullopt, true};  // while it is being measured
    const Type& type = format_.types[index];
    if (type.is_message()) {  // any field may be missing, as far as its size goes
      known_[index] = Extent{};
      return *known_[index];
    }
    Extent sum{0, Int128{0}, false};
    for (const Field& field : type.fields)
      if (is_inline(field))
        add(sum, of(field, sum), field.condition != nullptr || !field.versions.are_all());
    if (type.pad && *type.pad > 1) pad(sum, *type.pad);
    if (type.size != nullptr) sum.fixed.reset();
    known_[index] = sum;
    return sum;
  }

 private:
  static void pad(Extent& extent, std::uint64_t multiple) {
    const auto up = [&](Int128 size) {
      const auto m = static_cast<Int128>(multiple);
      return (size + m - 1) / m * m;
    };
    extent.least = up(extent.least);
    if (extent.fixed) extent.fixed = up(*extent.fixed);
  }

  static void add(Extent& sum, Extent size, bool is_conditional) {
    if (is_conditional) size = {0, std::nullopt, false};
    sum.least = std::min<Int128>(sum.least + size.least, max_u64);
    sum.is_endless = sum.is_endless || size.is_endless;
    if (sum.fixed && size.fixed && *sum.fixed + *size.fixed <= max_u64)
      *sum.fixed += *size.fixed;
    else
      sum.fixed.reset();
  }

  Extent of(const Field& field, const Extent& before) {
    if (const auto* padding = std::get_if<Padding>(&field.body.kind)) {
      if (padding->multiple == nullptr) return {};
      const auto* multiple = std::get_if<Constant>(&padding->multiple->node);
      if (multiple == nullptr || multiple->value < 1 || !before.fixed) return {};
      const Int128 over = *before.fixed % multiple->value;
      const Int128 size = over == 0 ? 0 : multiple->value - over;
      return {size, size, false};
    }
    if (field.place.align.value_or(1) > 1) return {of(field.body).least, std::nullopt, false};
    return of(field.body);
  }

  Extent of(const Body& body) {
    Extent extent = std::visit([this](const auto& kind) { return of_kind(kind); }, body.kind);
    if (body.wire == "msgpack") extent = in_msgpack(body, extent);
    if (body.repeat.kind == RepeatKind::head) return {1, std::nullopt, false};
    if (body.repeat.kind != RepeatKind::none) {
      const auto* count = body.repeat.expression != nullptr
                              ? std::get_if<Constant>(&body.repeat.expression->node)
                              : nullptr;
      const auto* scalar = std::get_if<Scalar>(&body.kind);
      extent.is_endless = extent.is_endless && count != nullptr && count->value > 0;
      if (count != nullptr && body.repeat.kind == RepeatKind::count && count->value >= 0 &&
          count->value < (Int128{1} << 48) && extent.fixed && *extent.fixed < (Int128{1} << 48)) {
        const bool is_packed = scalar != nullptr && bit_count(scalar->dtype) < 8;
        const Int128 bits = is_packed ? bit_count(scalar->dtype) : *extent.fixed * 8;
        extent.least = (bits * count->value + 7) / 8;
        extent.fixed = extent.least;
      } else {
        extent = {0, std::nullopt, extent.is_endless};
      }
    }
    if (body.size.kind == SizeKind::expression) {
      const auto* size = body.size.expression != nullptr
                             ? std::get_if<Constant>(&body.size.expression->node)
                             : nullptr;
      if (size != nullptr && size->value >= 0)
        extent = {size->value, size->value, false};
      else
        extent = {0, std::nullopt, extent.is_endless};
    } else if (body.size.kind != SizeKind::none) {
      extent = {0, std::nullopt, extent.is_endless};
    }
    if (body.pad.value_or(1) > 1) pad(extent, *body.pad);
    return extent;
  }

  // The bytes that state the form and the length of an object belong to it.
  static Extent in_msgpack(const Body& body, Extent plain) {
    if (const auto* scalar = std::get_if<Scalar>(&body.kind)) {
      if (scalar->is_any_width || !plain.fixed) return {1, std::nullopt, false};
      const Int128 size = scalar->dtype == Dtype::bool8 ? 1 : 1 + *plain.fixed;
      return {size, size, false};
    }
    if (std::holds_alternative<Text>(body.kind)) return {1, std::nullopt, false};
    const bool is_bin =
        std::holds_alternative<RawBytes>(body.kind) || std::holds_alternative<NdArray>(body.kind);
    return is_bin ? Extent{2, std::nullopt, false} : plain;
  }

  Extent of_kind(const Scalar& scalar) {
    const Int128 bytes = scalar.place ? 0 : (scalar.bit_count() + 7) / 8;
    if (scalar.dtype_by != nullptr || scalar.numeral) {
      const bool has_size = scalar.numeral && scalar.numeral->size != 0;
      return {has_size ? scalar.numeral->size : 1, std::nullopt, false};
    }
    return {bytes, bytes, false};
  }
  Extent of_kind(const ConstantBytes& constant) {
    const auto size = static_cast<Int128>(constant.bytes.size());
    return {size, size, false};
  }
  Extent of_kind(const Padding& /*unused*/) { return {}; }
  Extent of_kind(const Text& text) {
    Int128 least = text.prefix ? bit_count(text.prefix->dtype) / 8 : 0;
    if (text.terminator) least += 1;
    return {least, std::nullopt, false};
  }
  Extent of_kind(const RawBytes& /*unused*/) { return {}; }
  Extent of_kind(const NdArray& /*unused*/) { return {}; }
  Extent of_kind(const Digest& /*unused*/) { return {}; }
  Extent of_kind(const FreeForm& free) {
    return {free.wire == "msgpack" ? 1 : 0, std::nullopt, false};
  }
  Extent of_kind(const Foreign& /*unused*/) { return {}; }
  Extent of_kind(const RecordReference& record) { return of(record.type); }
  Extent of_kind(const Switch& choice) {
    std::optional<Extent> least;
    for (const Case& each : choice.cases) {
      const Extent extent = of(each.body);
      if (!least) {
        least = extent;
        continue;
      }
      least->least = std::min(least->least, extent.least);
      if (least->fixed != extent.fixed) least->fixed.reset();
      least->is_endless = least->is_endless && extent.is_endless;
    }
    return least.value_or(Extent{});
  }

  const Format& format_;
  std::vector<std::optional<Extent>> known_;
};

bool holds_itself(const Format& format, TypeIndex type) {
  for (const Field& field : format.types[type].fields)
    for (const TypeIndex inner : records_in(field.body))
      if (holds(format, inner, type)) return true;
  return false;
}

}  // namespace

void find_sizes(Draft& draft) {
  std::vector<Sizes::Extent> extents;
  bool has_reported = false;
  for (TypeIndex index = 0; index < draft.format.types.size(); ++index) {
    const Type& type = draft.format.types[index];
    // Measured afresh for each: what a record holds while it is being measured is unknown.
    extents.push_back(type.is_record ? Sizes(draft.format).of(index) : Sizes::Extent{});
    if (!extents.back().is_endless || has_reported || !holds_itself(draft.format, index)) continue;
    has_reported = true;  // one cycle shows at each of its members
    draft
        .error(type.range, "endless-type",
               "'" + type.name + "' always holds another '" + type.name + "', so it never ends")
        .help("put it under 'if', 'repeat' or a case that not every one has");
  }
  for (TypeIndex index = 0; index < extents.size(); ++index) {
    Type& type = draft.format.types[index];
    type.least_size = static_cast<std::uint64_t>(extents[index].least);
    if (extents[index].fixed) type.fixed_size = static_cast<std::uint64_t>(*extents[index].fixed);
  }
}

}  // namespace schemac::model
