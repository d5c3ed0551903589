#include "emit/cpp/quick_array.h"

#include <string>

#include "emit/cpp/enums.h"
#include "emit/cpp/names.h"
#include "emit/cpp/steps.h"

namespace schemac::emit::cpp {
namespace {

// Behind a jump, with a size that is stated. Prints
//
//   const std::uint64_t target = data_offset;
//   const std::uint64_t size = data_nbytes;
//   if ((flags & 1) != 0 && blobs_section_.contains(target, size)) [[likely]] {
//     auto sizes = dims();
//     std::uint64_t needed = 0;
//     if (schemac::array_size(sizes, ..., needed) && needed == size) [[likely]]
//       return schemac::NdView(...);
//   }
//   return schemac::ask_carefully(*this, &TensorView::careful_data_);
//
// and the same without a jump for one that stands inline: its record was walked, so that its bytes
// are there. (A constant `sizes` would need memory.)
struct Whereabouts {
  std::string locals, condition, bytes;
};

Whereabouts place_behind_jump(const Layout& layout, Scope& scope, const plan::Field& field) {
  Whereabouts place;
  if (field.presence) place.condition = scope.condition(field.presence->condition, true) + " && ";
  place.locals = "const std::uint64_t target = " + scope.offset(field.jump->target) + ";";
  place.condition += section_offsets(layout, field.jump->section) + ".contains(target, size)";
  place.bytes = "origin_.file.data() + target";
  return place;
}

Whereabouts place_inline(const Layout& layout, Scope& scope, plan::FieldId id) {
  const auto& array = std::get<plan::Array>(layout.field(id).body.kind);
  Whereabouts place;
  plan::Expr states = array.dtype;
  states.op = plan::Op::has_attribute;
  place.condition = has_known_dtype(array) ? "true" : scope.condition(states, true);
  place.bytes = layout.at(layout.begin_of(id), "", "_");
  return place;
}

}  // namespace

bool has_careful_accessor(const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto* array = std::get_if<plan::Array>(&field.body.kind);
  if (array == nullptr || !array->dims || array->head) return false;
  if (field.jump) return array->size_check && field.region;
  return !field.region && !field.presence && !layout.in_section(id);
}

void emit_quick_array(Printer& out, const Layout& layout, Scope& scope, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto& array = std::get<plan::Array>(field.body.kind);
  const Whereabouts place =
      field.jump ? place_behind_jump(layout, scope, field) : place_inline(layout, scope, id);
  out.emit({{"locals", place.locals},
            {"condition", place.condition},
            {"bytes", place.bytes},
            {"size", field.jump ? scope.size(field.region->size) : layout.length_member(id)},
            {"dims", scope.dims(*array.dims)},
            {"element", element_size(layout.plan(), array.dtype, scope.spelling())},
            {"dtype", scope.number(array.dtype)},
            {"endian", endian_name(array.endian)},
            {"order", array.is_column_major ? "column_major" : "row_major"},
            {"View", view_name(layout.record())},
            {"name", field.identifier}},
           R"cc(
             $locals$
             const std::uint64_t size = $size$;
             if ($condition$) [[likely]] {
               auto sizes = $dims$;
               std::uint64_t needed = 0;
               if (schemac::array_size(sizes, $element$, needed) && needed == size) [[likely]]
                 return schemac::NdView(static_cast<schemac::Dtype>($dtype$), schemac::DimList(sizes), schemac::Bytes($bytes$, size), $endian$, schemac::ArrayOrder::$order$);
             }
             return schemac::ask_carefully(*this, &$View$::careful_$name$_);
           )cc");
}

}  // namespace schemac::emit::cpp
