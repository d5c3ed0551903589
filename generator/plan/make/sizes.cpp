#include "plan/make/sizes.h"

#include <algorithm>

#include "plan/checks.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/facts/inner_bodies.h"
#include "schemac/base/checked.h"

namespace schemac::plan {
namespace {

struct Size {
  std::uint64_t least = 0;
  std::optional<std::uint64_t> fixed;
};

// Sizes of schemas are small; what doesn't fit is as good as anything else that no file can have.
std::uint64_t sum(std::uint64_t x, std::uint64_t y) {
  std::uint64_t out = 0;
  return schemac::impl::add(x, y, out) ? out : ~std::uint64_t{0} >> 1;
}
std::uint64_t align(std::uint64_t x, std::uint64_t multiple) {
  return sum(x, impl::padding_to(x, multiple));
}

Size fixed(std::uint64_t size) { return {size, size}; }
Size plus(const Size& x, const Size& y) {
  Size size{sum(x.least, y.least), std::nullopt};
  if (x.fixed && y.fixed) size.fixed = sum(*x.fixed, *y.fixed);
  return size;
}
Size aligned(const Size& x, std::uint64_t multiple) {
  Size size{align(x.least, multiple), std::nullopt};
  if (x.fixed) size.fixed = align(*x.fixed, multiple);
  return size;
}

class BodySizes {
 public:
  explicit BodySizes(const Builder& builder) : builder_(builder) {}

  Size of(Body& body) const {
    const Size size = std::visit([this](auto& kind) { return measure(kind); }, body.kind);
    body.least_size = size.least;
    body.fixed_size = size.fixed;
    return size;
  }

 private:
  static std::uint64_t bytes_of(Dtype dtype) { return (bit_count(dtype) + 7) / 8; }

  Size measure(Scalar& scalar) const {
    switch (scalar.coding) {
      case Coding::plain:
      case Coding::token:
        break;
      case Coding::tagged:
        return fixed(1 + bytes_of(scalar.dtype));
      case Coding::integer:
        return {1, std::nullopt};
      case Coding::numeral:
        return {std::max<std::uint64_t>(scalar.numeral->size, 1), std::nullopt};
    }
    return fixed(scalar.place ? 0 : (scalar.bit_count() + 7) / 8);
  }
  Size measure(Constant& constant) const { return fixed(constant.bytes.size()); }
  Size measure(Text& text) const {
    if (text.head) return {1, std::nullopt};
    const std::uint64_t around =
        (text.prefix ? bytes_of(text.prefix->dtype) : 0) + (text.terminator ? 1 : 0);
    const auto length = text.size ? as_constant(*text.size) : std::nullopt;
    if (length && around == 0) return aligned(fixed(*length), text.pad);
    return aligned({sum(around, length.value_or(0)), std::nullopt}, text.pad);
  }
  Size measure(Raw& raw) const {
    if (raw.head) return {2, std::nullopt};
    if (raw.free && raw.free->wire == FreeForm::Wire::object) return {1, std::nullopt};
    const auto length = raw.size ? as_constant(*raw.size) : std::nullopt;
    return length ? fixed(*length) : Size{};
  }

  // Of one element; of several types the smallest.
  Size element_size(const Expr& dtype) const {
    if (const auto code = as_constant(dtype)) return fixed(bytes_of(static_cast<Dtype>(*code)));
    if (dtype.op != Op::attribute) return {1, std::nullopt};
    std::uint64_t least = 0;
    for (const model::EnumMember& member : builder_.format.enums[dtype.id].members) {
      if (dtype.attribute >= member.attributes.size() || !member.attributes[dtype.attribute])
        continue;
      const std::uint64_t size =
          bytes_of(static_cast<Dtype>(member.attributes[dtype.attribute]->number));
      least = least == 0 ? size : std::min(least, size);
    }
    return {least, std::nullopt};
  }
  Size measure(Array& array) const {
    Size size = array.dims ? Size{} : element_size(array.dtype);
    if (array.head) size = {2 + size.least, std::nullopt};
    array.least_size = size.least;
    return size;
  }

  Size measure(Nested& nested) const {
    const Record& record = builder_.plan.records[nested.record];
    return {record.least_size, nested.has_slack ? std::nullopt : record.fixed_size};
  }

  Size measure(List& list) const {
    const Size element = of(list.element.front());
    const auto* scalar = std::get_if<Scalar>(&list.element.front().kind);
    const std::uint64_t bits = scalar != nullptr ? bit_count(scalar->dtype) : 8;
    const bool is_packed = bits % 8 != 0;
    list.least_element = is_packed ? 0 : element.least;
    list.stride = is_packed ? std::nullopt : element.fixed;
    if (list.head) return {1, std::nullopt};
    const auto count = list.count ? as_constant(*list.count) : std::nullopt;
    if (!count) return {};
    std::uint64_t least = 0;
    if (is_packed) return impl::packed_size(*count, bits, least) ? fixed(least) : Size{};
    if (!schemac::impl::multiply(*count, element.least, least)) return {};
    return {least, element.fixed ? std::optional(least) : std::nullopt};
  }

  Size measure(Switch& choice) const {
    std::optional<Size> all;
    for (Alternative& alternative : choice.alternatives) {
      const Size size = of(alternative.body.front());
      if (!all) {
        all = size;
        continue;
      }
      if (all->fixed != size.fixed) all->fixed.reset();
      all->least = std::min(all->least, size.least);
    }
    return all.value_or(Size{});
  }

  const Builder& builder_;
};

// What a field takes between its neighbours.
Size size_in_place(const Field& field) {
  Size size{field.body.least_size, field.body.fixed_size};
  if (field.region) {
    const auto stated = as_constant(field.region->size);
    size = stated ? fixed(*stated) : Size{};
  }
  if (field.presence) size = {};
  return size;
}

Size record_size(const RecordScope& scope) {
  if (scope.type.wire == "protobuf") return {};
  Size size = fixed(0);
  for (std::size_t i = 0; i < scope.type.fields.size(); ++i) {
    const model::Field& field = scope.type.fields[i];
    if (const auto* padding = std::get_if<model::Padding>(&field.body.kind)) {
      const PaddingRule rule = padding_rule(scope, *padding);
      size = rule.to_size ? fixed(*rule.to_size) : aligned(size, rule.multiple);
    } else if (is_inline(field)) {
      // How far an alignment from the file's begin reaches is unknown inside a record.
      const std::uint64_t multiple = field.place.align.value_or(1);
      if (multiple > 1)
        size = scope.is_root ? aligned(size, multiple) : Size{size.least, std::nullopt};
      size = plus(size, size_in_place(scope.record.fields[*scope.ids[i]]));
    }
  }
  return aligned(size, scope.type.pad.value_or(1));
}

// What bounds the number of elements depends on their size, which is known last.
void limit_elements(std::vector<Check>& checks, const Body& body) {
  const auto* list = std::get_if<List>(&body.kind);
  if (list != nullptr && list->may_be_empty() && list->elements_check)
    limit_empty_elements(checks[*list->elements_check]);
  for (const Body* inner : inner_bodies(body)) limit_elements(checks, *inner);
}

// Elements that nothing counts are found by their bytes alone. Where a count may be unknown, a view
// that finds the end of the list couldn't show one without any.
void require_bytes(const RecordScope& scope, const std::string& name, Body& body) {
  if (auto* list = std::get_if<List>(&body.kind)) {
    const bool is_counted = list->head || (list->count && !list->is_counted);
    if (!is_counted && list->may_be_empty()) {
      CheckSubject subject = scope.subject(name + "_each", "");
      if (list->is_counted || list->until) subject.style.level = Level::error;
      list->empty_element = scope.builder.checks.empty_element(subject);
    }
  } else if (auto* choice = std::get_if<Switch>(&body.kind)) {
    for (Alternative& each : choice->alternatives) require_bytes(scope, name, each.body.front());
  }
}

// Places in a file are calculated with without a look at what they may add up to.
void report_large(const RecordScope& scope) {
  if (scope.record.least_size <= model::most_of_any_file) return;
  scope.builder.diagnostics
      .error(scope.type.range, "too-large",
             "'" + scope.type.name + "' takes more bytes than any file has")
      .help("write smaller numbers for what repeats, and for sizes");
}

}  // namespace

PaddingRule padding_rule(const RecordScope& scope, const model::Padding& padding) {
  PaddingRule rule;
  if (padding.multiple) {
    const auto multiple = as_constant(lower_expression(scope, padding.multiple));
    rule.multiple = std::max<std::uint64_t>(1, multiple.value_or(1));
  }
  if (padding.to_size) rule.to_size = as_constant(lower_expression(scope, padding.to_size));
  return rule;
}

bool is_inline(const model::Field& field) { return !field.place.at && !field.place.section; }

void compute_sizes(std::vector<RecordScope>& scopes) {
  bool has_changed = true;
  // Records that hold themselves grow from 0 until nothing moves.
  for (std::size_t round = 0; has_changed && round <= scopes.size() + 1; ++round) {
    has_changed = false;
    for (RecordScope& scope : scopes) {
      const BodySizes sizes(scope.builder);
      for (Field& field : scope.record.fields) (void)sizes.of(field.body);
      const Size size = record_size(scope);
      has_changed = has_changed || size.least != scope.record.least_size ||
                    size.fixed != scope.record.fixed_size;
      scope.record.least_size = size.least;
      scope.record.fixed_size = size.fixed;
    }
  }
  for (const RecordScope& scope : scopes) report_large(scope);
  for (const RecordScope& scope : scopes)
    if (!scope.type.is_message())  // where each element has a tag
      for (Field& field : scope.record.fields) {
        limit_elements(scope.builder.plan.checks, field.body);
        require_bytes(scope, field.name, field.body);
      }
}

}  // namespace schemac::plan
