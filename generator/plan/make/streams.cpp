#include "plan/make/streams.h"

#include <algorithm>
#include <set>

#include "model/range_arithmetic.h"
#include "plan/facts/inner_bodies.h"
#include "plan/operators.h"

namespace schemac::plan {
namespace {

// Whether an expression asks for the number, the list or the record that a field is.
bool asks_for_field(const Expr& expr, FieldId id) {
  if (traits_of(expr.op).names_field && expr.id == id) return true;
  return std::ranges::any_of(expr.args, [&](const Expr& arg) { return asks_for_field(arg, id); });
}

// Entries of the same form after a table, which are a choice.
std::optional<FieldId> room_after(const Record& record, FieldId starts) {
  const FieldId next = starts + 1;
  if (next >= record.fields.size() || record.fields[next].role != model::RoleKind::choice)
    return std::nullopt;
  const auto scalar_of = [&](FieldId id) -> const Scalar* {
    const auto* list = std::get_if<List>(&record.fields[id].body.kind);
    return list != nullptr ? std::get_if<Scalar>(&list->element.front().kind) : nullptr;
  };
  const Scalar* const entry = scalar_of(starts);
  const Scalar* const spare = scalar_of(next);
  const bool are_alike = entry != nullptr && spare != nullptr && entry->dtype == spare->dtype;
  return are_alike ? std::optional(next) : std::nullopt;
}

bool follows_from_stream(const Source& source, const Stream& stream) {
  const bool is_expression = source.kind == SourceKind::expression;
  const auto is_about = [&](FieldId id) {
    if (is_expression) return asks_for_field(*source.expression, id);
    return (source.kind == SourceKind::count_of || source.kind == SourceKind::size_of) &&
           source.field == id;
  };
  if (is_about(stream.list) || (stream.room && is_about(*stream.room))) return true;
  return is_expression && std::ranges::any_of(stream.totals, [&](FieldId id) {
           return asks_for_field(*source.expression, id);
         });
}

// Numbers in elements that follow from where these lie.
class NarrowPlaces {
 public:
  explicit NarrowPlaces(RecordScope& scope) : scope_(scope), plan_(scope.builder.plan) {}

  std::optional<std::uint64_t> of(const Body& body) {
    visit(body);
    return most_;
  }

 private:
  void visit(const Body& body) {
    for (const Nested* nested : nested_in(body)) {
      if (!seen_.insert(nested->record).second) continue;
      for (const Field& field : plan_.records[nested->record].fields) {
        visit(field);
        visit(field.body);
      }
    }
  }
  void visit(const Field& field) {
    const auto* scalar = std::get_if<Scalar>(&field.body.kind);
    const auto& number = field.source.expression;
    if (scalar == nullptr || !number || !asks_place(*number)) return;
    const model::Int128 most = model::range_of(*scalar).max;
    const bool is_place = number->op == Op::offset_of;
    if (!is_place && bit_count(scalar->dtype) < 64)
      return scope_.builder.planned(scope_.type.range, "'stream' of elements whose '" + field.name +
                                                           "' is calculated from where they are");
    if (most < model::max_u64)
      most_ = std::min(most_.value_or(~std::uint64_t{0}), static_cast<std::uint64_t>(most));
  }
  static bool asks_place(const Expr& expr) {
    return expr.op == Op::offset_of || expr.op == Op::file_size ||
           std::ranges::any_of(expr.args, asks_place);
  }

  RecordScope& scope_;
  const Plan& plan_;
  std::set<RecordId> seen_;
  std::optional<std::uint64_t> most_;
};

}  // namespace

void find_stream(RecordScope& scope) {
  Record& record = scope.record;
  const auto& fields = scope.type.fields;
  const auto list = std::find_if(fields.begin(), fields.end(),
                                 [](const model::Field& field) { return field.body.stream; });
  if (list == fields.end()) return;
  Stream stream;
  stream.list = *scope.ids[static_cast<std::size_t>(list - fields.begin())];
  if (!std::holds_alternative<List>(record.fields[stream.list].body.kind)) return;  // reported
  if (stream.list + 1 < record.fields.size()) stream.rest = stream.list + 1;
  if (const auto& starts = std::get<List>(record.fields[stream.list].body.kind).stated_starts) {
    stream.starts = starts->list;
    stream.room = room_after(record, starts->list);
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (FieldId id = 0; id < stream.list; ++id) {
      if (std::ranges::find(stream.totals, id) != stream.totals.end()) continue;
      if (!follows_from_stream(record.fields[id].source, stream)) continue;
      stream.totals.push_back(id);
      grows = true;
    }
  }
  std::ranges::sort(stream.totals);
  stream.most = NarrowPlaces(scope).of(record.fields[stream.list].body);
  record.stream = std::move(stream);
}

}  // namespace schemac::plan
