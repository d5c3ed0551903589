#include "table.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "buffer.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "raise.h"

namespace schemac::python {
namespace {

// Where a field lies in its record, if that is the same in all of them.
std::vector<std::optional<std::uint64_t>> places_in(const plan::Record& record) {
  std::vector<std::optional<std::uint64_t>> places(record.fields.size());
  for (const plan::Item& item : record.items) {
    if (const auto* lone = std::get_if<plan::LoneField>(&item);
        lone != nullptr && lone->begin.anchor == 0 && !record.fields[lone->field].jump)
      places[lone->field] = lone->begin.distance;
    const auto* run = std::get_if<plan::Run>(&item);
    if (run == nullptr || run->begin.anchor != 0 || run->condition || run->counted) continue;
    for (const plan::RunField& each : run->fixed)
      if (each.field) places[*each.field] = run->begin.distance + each.distance;
  }
  return places;
}

class Layout {
 public:
  explicit Layout(const plan::Plan& plan) : plan_(plan) {}

  // None of a record that isn't of a fixed size, or that has other members than numbers.
  [[nodiscard]] nb::object of(const plan::Record& record) const {
    if (!record.fixed_size) return nb::none();
    const auto places = places_in(record);
    nb::list fields;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      const plan::Field& field = record.fields[i];
      if (!field.has_member()) continue;
      if (!places[i] || field.presence || field.codec || field.unknown) return nb::none();
      const nb::object type = of(field.body);
      if (type.is_none()) return nb::none();
      fields.append(nb::make_tuple(text_object(field.name), *places[i], type));
    }
    return nb::make_tuple(*record.fixed_size, fields);
  }

 private:
  [[nodiscard]] nb::object of(const plan::Body& body) const {
    if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) return of(*scalar, {});
    if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
      return nested->json ? nb::none() : of(plan_.records[nested->record]);
    const auto* list = std::get_if<plan::List>(&body.kind);
    const plan::Scalar* element = list == nullptr ? nullptr : direct::scalar_of(*list);
    if (element == nullptr || !body.fixed_size || !list->stride || *list->stride == 0)
      return nb::none();
    return of(*element, {*body.fixed_size / *list->stride});
  }
  static nb::object of(const plan::Scalar& scalar, const std::vector<std::uint64_t>& dims) {
    if (scalar.coding != plan::Coding::plain || direct::is_packed(scalar.dtype)) return nb::none();
    return nb::make_tuple(std::string(name(scalar.dtype)), scalar.endian == Endian::big,
                          nb::tuple(nb::cast(dims)));
  }

  const plan::Plan& plan_;
};

}  // namespace

nb::object table_of(const Node& node) {
  const auto* elements = std::get_if<direct::Elements>(&node.value()->kind);
  const auto* list = node.body() == nullptr ? nullptr : std::get_if<plan::List>(&node.body()->kind);
  if (elements == nullptr || list == nullptr) return nb::none();
  const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
  if (nested == nullptr || nested->json || nested->has_slack) return nb::none();
  const plan::Record& record = node.tree()->plan().records[nested->record];
  const nb::object layout = Layout(node.tree()->plan()).of(record);
  if (layout.is_none() || list->stride != record.fixed_size || *record.fixed_size == 0)
    return nb::none();
  const std::uint64_t count = node.size();
  if (count == 0) return nb::make_tuple(Buffer{{}, node.tree(), nullptr}, count, layout);
  // Elsewhere than in the file: in a copy of it, which no longer need be there.
  const Bytes file = node.tree()->bytes();
  const std::less<> before;
  if (elements->begin == nullptr || before(elements->begin, file.data())) return nb::none();
  const auto at = static_cast<std::uint64_t>(elements->begin - file.data());
  if (at > file.size() || count > (file.size() - at) / *record.fixed_size) return nb::none();
  node.tree()->require_whole();
  const Bytes rows = file.subspan(static_cast<std::size_t>(at),
                                  static_cast<std::size_t>(count * *record.fixed_size));
  return nb::make_tuple(Buffer{rows, node.tree(), nullptr}, count, layout);
}

}  // namespace schemac::python
