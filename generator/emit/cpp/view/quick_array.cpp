#include "emit/cpp/view/quick_array.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "plan/expression_nodes.h"

namespace schemac::emit::cpp {
namespace {

// After a jump, with a size that is stated. Prints
//
//   const std::uint64_t target = data_offset;
//   const std::uint64_t size = data_nbytes;
//   if ((flags & 1) != 0 && blobs_section_.contains(target, size)) [[likely]] {
//     auto sizes = dims();
//     std::uint64_t needed = 0;
//     if (schemac::impl::array_size(sizes, ..., needed) && needed == size) [[likely]]
//       return schemac::NdView(...);
//   }
//   return schemac::impl::ask_carefully(*this, &TensorView::careful_data_);
//
// and the same without a jump for one that is inline: its record was walked, so its bytes are
// there. (A constant `sizes` would need memory.)
struct Whereabouts {
  std::string locals, condition, bytes;
};

// A name for a local that hides no accessor: `size`, unless a field is called so.
std::string free_local(const Symbols& symbols, std::string name) {
  const auto& fields = symbols.record().fields;
  while (std::any_of(fields.begin(), fields.end(),
                     [&](const plan::Field& field) { return field.identifier == name; }))
    name = "own_" + name;
  return name;
}

Whereabouts after_jump(const Symbols& symbols, ReadScope& scope, const plan::Field& field) {
  Whereabouts place;
  const std::string target = free_local(symbols, "target"), size = free_local(symbols, "size");
  if (field.presence) place.condition = scope.condition(field.presence->condition, true) + " && ";
  place.locals = "const std::uint64_t " + target + " = " + scope.offset(field.jump->target) + ";";
  place.condition +=
      section_offsets(symbols, field.jump->section) + ".contains(" + target + ", " + size + ")";
  place.bytes = "origin_.file.data() + " + target;
  return place;
}

Whereabouts in_line(const Symbols& symbols, ReadScope& scope, plan::FieldId id) {
  const auto& array = std::get<plan::Array>(symbols.field(id).body.kind);
  Whereabouts place;
  place.condition =
      has_known_dtype(array) ? "true" : scope.condition(plan::states_attribute(array.dtype), true);
  place.bytes = symbols.at(symbols.begin_of(id), "", "_");
  return place;
}

// A field of a message whose view is kept, which keeps what it has found.
bool is_kept_leaf(const Symbols& symbols, const plan::Expr& expr, plan::Op leaf) {
  if (expr.op != plan::Op::inside || expr.args.front().op != leaf) return false;
  const std::vector<plan::FieldId>& kept = symbols.kept_views();
  return std::find(kept.begin(), kept.end(), expr.id) != kept.end() &&
         held_record(symbols.plan(), symbols.field(expr.id)).message() != nullptr;
}

// Whether an array is there and fits, once its record was walked: the walk found its size from
// numbers that the view keeps, and that nobody looks at again.
bool is_settled(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto& array = std::get<plan::Array>(field.body.kind);
  if (field.jump || array.dims->terms.size() != 1) return false;
  const plan::Expr& code = has_known_dtype(array) ? array.dtype : array.dtype.args.front();
  return (code.op == plan::Op::constant || is_kept_leaf(symbols, code, plan::Op::field)) &&
         is_kept_leaf(symbols, array.dims->terms.front().value, plan::Op::list);
}

}  // namespace

bool has_careful_accessor(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  if (array == nullptr || !array->dims || array->head) return false;
  if (field.jump) return array->size_check && field.region;
  return !field.region && !field.presence && !symbols.in_section(id);
}

void emit_quick_array(Printer& out, const Symbols& symbols, ReadScope& scope, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto& array = std::get<plan::Array>(field.body.kind);
  const Whereabouts place =
      field.jump ? after_jump(symbols, scope, field) : in_line(symbols, scope, id);
  if (is_settled(symbols, id))
    return out.emit({{"bytes", place.bytes},
                     {"size", symbols.length_member(id)},
                     {"dims", scope.dims(*array.dims)},
                     {"dtype", scope.number(array.dtype)},
                     {"endian", order_of(array, symbols.record(), scope.spelling())},
                     {"order", array.is_column_major ? "column_major" : "row_major"},
                     {"View", view_name(symbols.record())},
                     {"name", field.identifier}},
                    R"cc(
                      if (begin_ != nullptr) [[likely]]
                        return schemac::NdView(static_cast<schemac::Dtype>($dtype$), schemac::DimList($dims$), schemac::Bytes($bytes$, $size$), $endian$, schemac::ArrayOrder::$order$);
                      return schemac::impl::ask_carefully(*this, &$View$::careful_$name$_);
                    )cc");
  out.emit({{"locals", place.locals},
            {"condition", place.condition},
            {"bytes", place.bytes},
            {"size", free_local(symbols, "size")},
            {"sizes", free_local(symbols, "sizes")},
            {"needed", free_local(symbols, "needed")},
            {"stated", field.jump ? scope.size(field.region->size) : symbols.length_member(id)},
            {"dims", scope.dims(*array.dims)},
            {"element", element_size(symbols.plan(), array.dtype, scope.spelling())},
            {"dtype", scope.number(array.dtype)},
            {"endian", order_of(array, symbols.record(), scope.spelling())},
            {"order", array.is_column_major ? "column_major" : "row_major"},
            {"View", view_name(symbols.record())},
            {"name", field.identifier}},
           R"cc(
             $locals$
             const std::uint64_t $size$ = $stated$;
             if ($condition$) [[likely]] {
               auto $sizes$ = $dims$;
               std::uint64_t $needed$ = 0;
               if (schemac::impl::array_size($sizes$, $element$, $needed$) && $needed$ == $size$) [[likely]]
                 return schemac::NdView(static_cast<schemac::Dtype>($dtype$), schemac::DimList($sizes$), schemac::Bytes($bytes$, $size$), $endian$, schemac::ArrayOrder::$order$);
             }
             return schemac::impl::ask_carefully(*this, &$View$::careful_$name$_);
           )cc");
}

}  // namespace schemac::emit::cpp
