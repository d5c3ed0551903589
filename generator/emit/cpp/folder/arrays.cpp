#include "emit/cpp/folder/arrays.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "emit/cpp/folder/routes.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/facts.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileExpression;

// Where the pieces of an array are.
struct Pieces {
  const DirectoryEntry* files = nullptr;
  const plan::Record* file = nullptr;
  const plan::Field* list = nullptr;  ///< of records; null: the piece is the file's own
  const plan::Record* element = nullptr;
  const plan::Field* piece = nullptr;
};
std::optional<Pieces> pieces_of(const plan::Plan& plan, const plan::Directory& directory,
                                const model::JoinedArray& array) {
  const FileSteps& steps = array.join.steps;
  const auto index = entry_named(directory.form, steps.front().member);
  if (!index || !directory.contents[*index] || steps.size() < 2 || steps.size() > 3)
    return std::nullopt;
  Pieces pieces;
  pieces.files = &directory.form.entries[*index];
  pieces.file = &plan.records[directory.contents[*index]->record];
  if (pieces.files->is_keyed() || pieces.file->message() != nullptr) return std::nullopt;
  pieces.element = pieces.file;
  if (steps.size() == 3) {
    pieces.list = field_named(*pieces.file, steps[1].member);
    if (pieces.list == nullptr || !std::holds_alternative<plan::List>(pieces.list->body.kind))
      return std::nullopt;
    pieces.element = record_of(plan, *pieces.list);
  }
  if (pieces.element == nullptr || pieces.element->message() != nullptr) return std::nullopt;
  pieces.piece = field_named(*pieces.element, steps.back().member);
  if (pieces.piece == nullptr) return std::nullopt;
  return pieces;
}

bool has_accessor(const plan::Plan& plan, std::size_t directory, const model::JoinedArray& array) {
  bool is_found = can_be_spelled(array) && pieces_of(plan, plan.directories[directory], array);
  for_each_fact(array, [&](const FileExpression& path) {
    const auto route = route_of(plan, directory, path);
    is_found = is_found && route && can_follow(route->record, route->rest, plan);
  });
  return is_found;
}

// The local that a path's fact is called.
std::string fact_of(const plan::Plan& plan, const Route& route) {
  if (route.rest.empty()) return "*" + route.openings.back().local;
  return route.openings.back().local + "_" + FactPath(plan, *route.record, route.rest).fact();
}

void emit_facts_of_files(Printer& out, const plan::Plan& plan, std::size_t directory,
                         const model::JoinedArray& array) {
  std::set<std::string> open, known;
  for_each_fact(array, [&](const FileExpression& path) {
    const auto route = route_of(plan, directory, path);
    emit_openings(out, *route, "", open);
    const std::string fact = fact_of(plan, *route);
    if (route->rest.empty() || !known.insert(fact).second) return;
    const Route::Step& last = route->openings.back();
    const FactPath in_file(plan, *route->record, route->rest);
    if (in_file.fields.size() == 1 && !last.may_be_missing)
      return out.emit(
          {{"fact", fact}, {"local", last.local}, {"member", in_file.fields.front()->identifier}},
          "const schemac::FreeValue& $fact$ = schemac::impl::fact_in($local$->$member$);");
    const auto steps = [&] {
      const std::string found =
          emit_steps(out, last.local, last.may_be_missing, in_file.fields, "{}");
      out.emit({{"found", found}}, "return schemac::impl::fact_in($found$);");
    };
    out.emit({{"fact", fact}, {"steps", steps}},
             R"cc(
               const schemac::FreeValue $fact$ = [&]() -> schemac::FreeValue {
                 $steps$;
               }();
             )cc");
  });
}

// Prints what adds the pieces of a file; a list that isn't there has none.
void emit_adding(Printer& out, const Pieces& pieces) {
  const std::string piece = pieces.piece->identifier;
  if (pieces.list == nullptr)
    return out.emit({{"piece", piece}},
                    R"cc(
                      if (!joiner.add(file.$piece$())) return joiner.violation();
                      return {};
                    )cc");
  const bool may_be_absent = pieces.list->presence.has_value();
  const auto list = [&] {
    if (!may_be_absent)
      return out.emit({{"list", pieces.list->identifier}}, "auto elements = file.$list$();");
    out.emit({{"list", pieces.list->identifier}},
             R"cc(
               auto found = file.$list$();
               if (!found && schemac::impl::is_absent(found.error())) return {};
               if (!found) return found.error();
               auto& elements = *found;
             )cc");
  };
  out.emit({{"list", list}, {"Element", view_name(*pieces.element)}, {"piece", piece}},
           R"cc(
             $list$;
             for (const $Element$& element : elements)
               if (!joiner.add(element.$piece$())) return joiner.violation();
             if (elements.violation()) return *elements.violation();
             return {};
           )cc");
}

void emit_accessor(Printer& out, const plan::Plan& plan, std::size_t index,
                   const model::JoinedArray& array) {
  const Pieces pieces = *pieces_of(plan, plan.directories[index], array);
  const std::string files = folder_member(pieces.files->name);
  const auto spell = [&](const FileExpression& path) {
    const auto route = route_of(plan, index, path);
    const std::string fact = fact_of(plan, *route);
    if (route->rest.empty()) return "schemac::impl::find_in(" + fact + ", {})";
    return FactPath(plan, *route->record, route->rest).find_in(fact);
  };
  const auto parts = [&] {
    const std::string of = pieces.files->is_numbered()
                               ? "pieces_of(" + files + "()"
                               : "piece_in([self = *this] { return self." + files +
                                     "(); }, folder_.path() + " +
                                     quoted("/" + pieces.files->names.front().text());
    out.emit({{"of", of},
              {"array", quoted(array.name)},
              {"list", quoted(pieces.list == nullptr ? "" : pieces.list->name)},
              {"piece", quoted(pieces.piece->name)}},
             "schemac::impl::DatasetJoiner joiner($array$, folder_.path(), schemac::impl::$of$, "
             "$array$, "
             "$list$, $piece$, add));");
  };
  out.blank_line();
  out.emit({{"Class", folder_class(plan.directories[index].form)},
            {"name", folder_member(array.name)},
            {"facts", [&] { emit_facts_of_files(out, plan, index, array); }},
            {"View", view_name(*pieces.file)},
            {"adding", [&] { emit_adding(out, pieces); }},
            {"parts", parts},
            {"forms", [&] { emit_array_forms(out, spell, array); }}},
           R"cc(
             inline schemac::Result<schemac::DatasetArray> $Class$::$name$() const {
               $facts$;
               const auto add = [](const $View$& file, schemac::impl::Joiner& joiner) -> schemac::Result<void> {
                 $adding$;
               };
               $parts$;
               $forms$;
             }
           )cc");
}

void for_each_accessor(const plan::Plan& plan, std::size_t directory,
                       const std::function<void(const model::JoinedArray&)>& visit) {
  for (const model::JoinedArray& array : plan.directories[directory].arrays)
    if (has_accessor(plan, directory, array)) visit(array);
}

}  // namespace

bool has_folder_arrays(const plan::Plan& plan) {
  for (std::size_t directory = 0; directory < plan.directories.size(); ++directory)
    for (const model::JoinedArray& array : plan.directories[directory].arrays)
      if (has_accessor(plan, directory, array)) return true;
  return false;
}

void emit_folder_array_declarations(Printer& out, const plan::Plan& plan, std::size_t directory) {
  for_each_accessor(plan, directory, [&](const model::JoinedArray& array) {
    const Pieces pieces = *pieces_of(plan, plan.directories[directory], array);
    out.blank_line();
    const bool has_dims = std::ranges::all_of(
        array.forms, [](const model::JoinedForm& form) { return form.dims.has_value(); });
    out.emit(
        {{"doc", array.doc.empty() ? "One array." : array.doc},
         {"files", pieces.files->name},
         {"extent", has_dims ? ", as much of it as its dimensions ask for, which are found out here"
                             : ", which may be looked at here for how much there is"},
         {"name", folder_member(array.name)}},
        R"h(
               /// $doc$ Over all of `$files$`$extent$.
               [[nodiscard]] schemac::Result<schemac::DatasetArray> $name$() const;
             )h");
  });
}

void emit_folder_array_bodies(Printer& out, const plan::Plan& plan, std::size_t directory) {
  for_each_accessor(plan, directory, [&](const model::JoinedArray& array) {
    emit_accessor(out, plan, directory, array);
  });
}

}  // namespace schemac::emit::cpp
