#include "emit/cpp/pieces/joined.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/facts.h"
#include "emit/cpp/spell/view_types.h"
#include "model/pieces.h"

namespace schemac::emit::cpp {
namespace {

using model::FileExpression;
using model::FileOp;

// The record that has the pieces.
const plan::Record& element_of(const plan::Plan& plan, const plan::Record& record,
                               const plan::JoinedArray& array) {
  if (model::is_of_one_piece(array.form)) return record;
  const auto& list = std::get<plan::List>(record.fields[array.list].body.kind);
  return plan.records[std::get<plan::Nested>(list.element.front().kind).record];
}

// Where an array's pieces and facts are taken from: accessors of a view, or members of a value.
enum class Holder { view, value };

std::string call_of(Holder holder) { return holder == Holder::view ? "()" : ""; }

// A fact that is a member of the record itself, or follows from its members.
std::string own_fact(const plan::Plan& plan, const plan::Record& record, const plan::Field& field,
                     Holder holder) {
  if (holder == Holder::view) return "this->" + field.identifier + "()";
  if (field.has_member()) return "value." + field.identifier;
  return WriteScope::inside(plan, record, "value").scalar(plan::id_of(record, field));
}

// Prints, for members of no type and others,
//
//   const schemac::FreeValue& metadata_fact = schemac::impl::fact_in(this->metadata());
//   const schemac::FreeValue headName_fact = [&]() -> schemac::FreeValue {
//     const auto& head = this->head();
//     if (schemac::impl::held(head) == nullptr) return {};
//     return schemac::impl::fact_in(schemac::impl::held(head)->name());
//   }();
void emit_fact(Printer& out, const plan::Plan& plan, const plan::Record& record,
               const FactPath& path, Holder holder) {
  const plan::Field& last = *path.fields.back();
  if (path.fields.size() == 1)
    return out.emit({{"fact", path.fact()}, {"from", own_fact(plan, record, last, holder)}},
                    "const schemac::FreeValue& $fact$ = schemac::impl::fact_in($from$);");
  const std::string call = call_of(holder);
  const auto steps = [&] {
    std::string from = holder == Holder::view ? "this->" : "value.";
    for (std::size_t i = 0; i + 1 < path.fields.size(); ++i) {
      const std::string name = path.fields[i]->identifier;
      out.emit({{"name", name}, {"from", from}, {"call", call}},
               R"cc(
                 const auto& $name$ = $from$$name$$call$;
                 if (schemac::impl::held($name$) == nullptr) return {};
               )cc");
      from = "schemac::impl::held(" + name + ")->";
    }
    out.emit({{"from", from}, {"last", last.identifier}, {"call", call}},
             "return schemac::impl::fact_in($from$$last$$call$);");
  };
  out.emit({{"fact", path.fact()}, {"steps", steps}},
           R"cc(
             const schemac::FreeValue $fact$ = [&]() -> schemac::FreeValue {
               $steps$;
             }();
           )cc");
}

void emit_facts(Printer& out, const plan::Plan& plan, const plan::Record& record,
                const plan::JoinedArray& array, Holder holder) {
  std::vector<std::string> known;
  const auto add = [&](const FileExpression& from) {
    const FactPath path(plan, record, from.steps);
    if (std::ranges::find(known, path.fact()) != known.end()) return;
    known.push_back(path.fact());
    emit_fact(out, plan, record, path, holder);
  };
  for_each_fact(array.form, add);
}

// Prints the only piece, of a value its size:
//
//   if (!joiner.add(this->content())) return joiner.violation();
void emit_only_piece(Printer& out, const plan::Field& piece, Holder holder) {
  const bool is_view = holder == Holder::view;
  out.emit({{"add", is_view ? "add" : "count"},
            {"piece", (is_view ? "this->" : "value.") + piece.identifier + call_of(holder)}},
           "if (!joiner.$add$($piece$)) return joiner.violation();");
}

// Prints the pieces of a list, of a value their sizes; where that isn't there, no array is:
//
//   for (const ChunkView& element : elements)
//     if (!joiner.add(element.content())) return joiner.violation();
void emit_pieces(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::JoinedArray& array, Holder holder) {
  const plan::Field& list = record.fields[array.list];
  if (model::is_of_one_piece(array.form)) return emit_only_piece(out, list, holder);
  const plan::Record& element = element_of(plan, record, array);
  const bool is_view = holder == Holder::view;
  // Elements that nothing counts go as far as they are whole.
  const bool is_open = std::get<plan::List>(list.body.kind).is_counted.has_value();
  const auto ending = [&] {
    if (is_view)
      out.emit({{"stops", is_open ? " && !joiner.stops_at(elements)" : ""}},
               "if (elements.violation()$stops$) return *elements.violation();");
  };
  const auto loop = [&] {
    out.emit({{"Element", is_view ? view_name(element) : element.name},
              {"piece", element.fields[array.piece].identifier + call_of(holder)},
              {"add", is_view ? "add" : "count"},
              {"ending", ending}},
             R"cc(
               for (const $Element$& element : elements)
                 if (!joiner.$add$(element.$piece$)) return joiner.violation();
               $ending$;
             )cc");
  };
  const std::string from = (is_view ? "this->" : "value.") + list.identifier + call_of(holder);
  // Of what lies elsewhere an accessor says what is wrong with its place.
  const bool may_be_absent = is_view ? has_result(plan, record, array.list) : list.is_optional();
  const std::string reference = is_view ? "auto" : "const auto&";
  if (!may_be_absent)
    return out.emit({{"auto", reference}, {"from", from}, {"loop", loop}},
                    R"cc(
                      $auto$ elements = $from$;
                      $loop$;
                    )cc");
  out.emit({{"auto", reference},
            {"elements", is_view ? "auto&" : "const auto&"},
            {"from", from},
            {"error", is_view ? "found.error()" : "joiner.absent()"},
            {"loop", loop}},
           R"cc(
             $auto$ found = $from$;
             if (!found) return $error$;
             $elements$ elements = *found;
             $loop$;
           )cc");
}

// Prints what puts an array together and returns it: of a view, or of a value.
void emit_joining(Printer& out, const plan::Plan& plan, const plan::Record& record,
                  const plan::JoinedArray& array, Holder holder) {
  const plan::Field& list = record.fields[array.list];
  const plan::Field& piece = element_of(plan, record, array).fields[array.piece];
  const auto spell = [&](const FileExpression& from) {
    const FactPath path(plan, record, from.steps);
    return path.find_in(path.fact());
  };
  out.emit({{"origin", holder == Holder::view ? "origin_" : "schemac::impl::Origin{}"},
            {"array", quoted(array.form.name)},
            {"list", quoted(model::is_of_one_piece(array.form) ? "" : list.name)},
            {"piece", quoted(piece.name)},
            {"pieces", [&] { emit_pieces(out, plan, record, array, holder); }},
            {"facts", [&] { emit_facts(out, plan, record, array, holder); }},
            {"forms", [&] { emit_array_forms(out, spell, array.form); }}},
           R"cc(
             schemac::impl::Joiner joiner($origin$, $array$, $list$, $piece$);
             $pieces$;
             $facts$;
             $forms$;
           )cc");
}

void emit_body(Printer& out, const plan::Plan& plan, const plan::Record& record,
               const plan::JoinedArray& array) {
  out.blank_line();
  out.emit({{"View", view_name(record)},
            {"name", array.identifier},
            {"joining", [&] { emit_joining(out, plan, record, array, Holder::view); }}},
           R"cc(
             inline schemac::Result<schemac::JoinedArray> $View$::$name$() const {
               $joining$;
             }
           )cc");
}

void for_each_array(
    const plan::Plan& plan,
    const std::function<void(const plan::Record&, const plan::JoinedArray&)>& visit) {
  for (const plan::Record& record : plan.records)
    for (const plan::JoinedArray& array : record.arrays) visit(record, array);
}

// Whether nothing but the piece has to be said of an element.
bool can_be_cut(const plan::Plan& plan, const plan::Record& record,
                const plan::JoinedArray& array) {
  if (model::is_of_one_piece(array.form)) return false;  // it is set as it is
  const plan::Record& element = element_of(plan, record, array);
  for (plan::FieldId id = 0; id < element.fields.size(); ++id) {
    const plan::Field& field = element.fields[id];
    const bool must_be_said = field.role == model::RoleKind::given && !field.is_optional() &&
                              !field.may_be_unknown() && !field.default_value;
    if (id != array.piece && must_be_said) return false;
  }
  return !element.fields[array.piece].is_optional() && record.fields[array.list].has_member();
}

// Whether pieces of a value can be encoded one by one, knowing nothing but the record.
bool can_be_encoded(const plan::Plan& plan, const plan::Record& record,
                    const plan::JoinedArray& array) {
  const plan::Field& piece = element_of(plan, record, array).fields[array.piece];
  return piece.codec && record.params.empty() && !record.fields[array.list].is_optional() &&
         record.fields[array.list].has_member();
}

void emit_encode_body(Printer& out, const plan::Plan& plan, const plan::Record& record,
                      const plan::JoinedArray& array) {
  const plan::Field& list = record.fields[array.list];
  const auto& elements = std::get<plan::List>(list.body.kind);
  const WriteScope scope(plan, record);
  out.blank_line();
  out.emit({{"name", array.identifier},
            {"Record", record.name},
            {"list", list.identifier},
            {"arguments", scope.arguments(std::get<plan::Nested>(elements.element.front().kind))}},
           R"cc(
             inline void encode_$name$($Record$& value, unsigned threads) {
               schemac::impl::for_each_share(value.$list$.size(), threads, [&](std::uint64_t i) {
                 schemac::impl::Rejection refused;  // `write` finds it again
                 return detail::encode(value.$list$[static_cast<std::size_t>(i)]$arguments$, schemac::impl::Frame{}, refused);
               });
             }
           )cc");
}

std::string over(const plan::Record& record, const plan::JoinedArray& array) {
  const std::string list = "`" + record.fields[array.list].name + "`";
  return model::is_of_one_piece(array.form)
             ? "All of " + list + "."
             : "Over all of " + list + ", whose heads are walked over here.";
}

}  // namespace

void emit_joined_declarations(Printer& out, const plan::Record& record) {
  for (const plan::JoinedArray& array : record.arrays)
    out.emit({{"doc", array.form.doc.empty() ? "One array." : array.form.doc},
              {"over", over(record, array)},
              {"name", array.identifier}},
             R"cc(
               /// $doc$ $over$
               [[nodiscard]] schemac::Result<schemac::JoinedArray> $name$() const;
             )cc");
}

void emit_joined_bodies(Printer& out, const plan::Plan& plan) {
  for_each_array(plan, [&](const plan::Record& record, const plan::JoinedArray& array) {
    emit_body(out, plan, record, array);
  });
}

// Prints
//
//   if (after != nullptr && schemac::impl::may_check_arrays(context,
//   detail::file_array_joined_size)) {
//     FileView view(schemac::impl::Origin{context.space()});
//     schemac::impl::Context own(context.space(), context.limits(),
//     schemac::impl::Strictness::read); if (schemac::impl::ViewAccess::walk(view, own, frame,
//     begin, end) != nullptr)
//       if (const auto array = view.array())
//         if (!schemac::impl::check_size(context, frame, detail::file_array_joined_size, *array))
//         return;
//   }
void emit_joined_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  for (const plan::JoinedArray& array : record.arrays) {
    if (!array.size_check) continue;
    out.emit({{"View", view_name(record)},
              {"name", array.identifier},
              {"check", "detail::" + plan.checks[*array.size_check].constant}},
             R"cc(
               if (schemac::impl::may_check_arrays(context, $check$)) {
                 $View$ view(schemac::impl::Origin{context.space()});
                 schemac::impl::Context own(context.space(), context.limits(), schemac::impl::Strictness::read);
                 if (schemac::impl::ViewAccess::walk(view, own, frame, begin, end) != nullptr)
                   if (const auto array = view.$name$())
                     if (!schemac::impl::check_size(context, frame, $check$, *array)) return;
               }
             )cc");
  }
}

bool has_joined_sizes(const plan::Record& record) {
  return std::ranges::any_of(record.arrays,
                             [](const auto& array) { return array.size_check.has_value(); });
}

// Prints
//
//   inline bool check_arrays(const File& value, schemac::impl::Rejection& out) {
//     if (const auto joined_array = [&]() -> schemac::Result<schemac::JoinedArray> {
//           ...
//         }();
//         joined_array && !schemac::impl::check_size(out, detail::file_array_joined_size,
//         *joined_array))
//       return false;
//     return true;
//   }
void emit_joined_value_checks(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!has_joined_sizes(record)) return;
  const auto arrays = [&] {
    for (const plan::JoinedArray& array : record.arrays) {
      if (!array.size_check) continue;
      out.emit({{"check", "detail::" + plan.checks[*array.size_check].constant},
                {"joining", [&] { emit_joining(out, plan, record, array, Holder::value); }}},
               R"cc(
                 if (const auto joined_array = [&]() -> schemac::Result<schemac::JoinedArray> {
                       $joining$;
                     }();
                     joined_array && !schemac::impl::check_size(out, $check$, *joined_array))
                   return false;
               )cc");
    }
  };
  out.blank_line();
  out.emit({{"Type", record.name}, {"arrays", arrays}},
           R"cc(
             /// Holds arrays over many pieces to their dimensions; before anything is written.
             inline bool check_arrays(const $Type$& value, schemac::impl::Rejection& out) {
               $arrays$;
               return true;
             }
           )cc");
}

const plan::JoinedArray* array_cut_into(const plan::Plan& plan, const plan::Record& record,
                                        plan::FieldId list) {
  const auto found = std::ranges::find_if(record.arrays, [&](const plan::JoinedArray& array) {
    return array.list == list && array.form.split && can_be_cut(plan, record, array);
  });
  return found == record.arrays.end() ? nullptr : &*found;
}

std::string size_of_cut(const plan::Record& record, const plan::JoinedArray& array) {
  if (array.form.split->op != FileOp::path) return model::to_text(array.form.split->number) + "u";
  return "value." + field_named(record, array.form.split->steps.front().member)->identifier;
}

void emit_cut_declarations(Printer& out, const plan::Plan& plan) {
  for_each_array(plan, [&](const plan::Record& record, const plan::JoinedArray& array) {
    if (!can_be_cut(plan, record, array)) return;
    const plan::Field& list = record.fields[array.list];
    out.emit({{"list", list.name}, {"name", array.identifier}, {"Record", record.name}},
             R"cc(
               /// Cuts the bytes of an array into `$list$`, which share them.
               [[nodiscard]] schemac::Result<void> set_$name$($Record$& value, const schemac::Blob& bytes);
             )cc");
    if (can_be_encoded(plan, record, array))
      out.emit({{"list", list.name}, {"name", array.identifier}, {"Record", record.name}},
               R"cc(
                 /// Encodes what `$list$` hold on that many threads, which `write` does on one.
                 void encode_$name$($Record$& value, unsigned threads);
               )cc");
  });
}

void emit_cut_bodies(Printer& out, const plan::Plan& plan) {
  for_each_array(plan, [&](const plan::Record& record, const plan::JoinedArray& array) {
    if (!can_be_cut(plan, record, array)) return;
    const plan::Field& list = record.fields[array.list];
    const plan::Record& element = element_of(plan, record, array);
    const std::string split = array.form.split ? size_of_cut(record, array) : "bytes.size()";
    out.blank_line();
    out.emit({{"name", array.identifier},
              {"array", quoted(array.form.name)},
              {"Record", record.name},
              {"Element", element.name},
              {"list", list.identifier + (list.is_optional() ? ".emplace()" : "")},
              {"piece", element.fields[array.piece].identifier},
              {"split", split}},
             R"cc(
               inline schemac::Result<void> set_$name$($Record$& value, const schemac::Blob& bytes) {
                 const auto put = []($Element$& element, schemac::Blob piece) {
                   element.$piece$ = std::move(piece);
                 };
                 return schemac::impl::cut(bytes, $split$, $array$, value.$list$, put);
               }
             )cc");
    if (can_be_encoded(plan, record, array)) emit_encode_body(out, plan, record, array);
  });
}

}  // namespace schemac::emit::cpp
