#include "emit/cpp/folder_arrays.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "emit/cpp/facts.h"
#include "emit/cpp/names.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileBase;
using model::FileExpression;
using model::FileStep;

using FileSteps = std::vector<FileStep>;

FileSteps steps_from(const FileSteps& steps, std::size_t first) {
  return {steps.begin() + static_cast<std::ptrdiff_t>(std::min(first, steps.size())), steps.end()};
}

std::optional<std::size_t> entry_named(const model::Directory& form, const std::string& name) {
  const auto found = std::ranges::find(form.entries, name, &DirectoryEntry::name);
  if (found == form.entries.end()) return std::nullopt;
  return static_cast<std::size_t>(found - form.entries.begin());
}
std::optional<std::size_t> parameter_named(const model::Directory& form, const std::string& name) {
  const auto found = std::ranges::find(form.parameters, name, &model::DirectoryParameter::name);
  if (found == form.parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - form.parameters.begin());
}

// The record of a field, or of the elements of a list.
const plan::Record* record_of(const plan::Plan& plan, const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  if (list == nullptr || field.codec) return record_in(plan, field);
  const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

// Finds the types of parameters, which those who pass them know.
class ParameterTypes {
 public:
  explicit ParameterTypes(const plan::Plan& plan) : plan_(plan) {}

  // Null of numbers, and if nobody passes it.
  const plan::Record* of(std::size_t directory, std::size_t parameter) {
    if (!plan_.directories[directory].form.parameters[parameter].record) return nullptr;
    if (!asked_.insert({directory, parameter}).second) return nullptr;
    for (std::size_t holder = 0; holder < plan_.directories.size(); ++holder)
      for (const DirectoryEntry& entry : plan_.directories[holder].form.entries)
        if (entry.directory == directory && parameter < entry.arguments.size())
          if (const auto* found = at(holder, entry, entry.arguments[parameter])) return found;
    return nullptr;
  }

 private:
  const plan::Record* at(std::size_t directory, const DirectoryEntry& entry,
                         const FileExpression& path) {
    const model::Directory& form = plan_.directories[directory].form;
    switch (path.base) {
      case FileBase::parameter:
        if (const auto index = parameter_named(form, path.steps.front().member))
          return behind(of(directory, *index), steps_from(path.steps, 1));
        return nullptr;
      case FileBase::key:
        return entry.keys ? behind(at(directory, entry, form.keys[*entry.keys].list), path.steps)
                          : nullptr;
      case FileBase::entry:
        return in_files(directory, path.steps);
      case FileBase::element:
      case FileBase::item:
        break;
    }
    return nullptr;
  }
  const plan::Record* in_files(std::size_t directory, const FileSteps& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const plan::Directory& at = plan_.directories[directory];
      const auto index = entry_named(at.form, steps[i].member);
      if (!index) return nullptr;
      if (at.contents[*index])
        return behind(&plan_.records[at.contents[*index]->record], steps_from(steps, i + 1));
      directory = *at.form.entries[*index].directory;
    }
    return nullptr;
  }
  [[nodiscard]] const plan::Record* behind(const plan::Record* record,
                                           const FileSteps& steps) const {
    for (const FileStep& step : steps) {
      const plan::Field* field = record == nullptr ? nullptr : field_named(*record, step.member);
      record = field == nullptr ? nullptr : record_of(plan_, *field);
    }
    return record;
  }

  const plan::Plan& plan_;
  std::set<std::pair<std::size_t, std::size_t>> asked_;
};

// "DType", "std::vector<DType>"; numbers are of no type.
std::string told_type(const plan::Plan& plan, std::size_t directory, std::size_t parameter) {
  const auto* record = ParameterTypes(plan).of(directory, parameter);
  if (record == nullptr) return "schemac::FreeValue";
  const bool is_list = plan.directories[directory].form.parameters[parameter].is_list;
  return is_list ? "std::vector<" + record->name + ">" : record->name;
}

// What is opened one in the other to get at a value: directories, then a file or what was told.
struct Route {
  struct Step {
    std::string local;  ///< a Result
    std::string call;
    bool may_be_missing = false;
  };
  std::vector<Step> openings;
  const plan::Record* record = nullptr;  ///< of the last; null: of no type
  FileSteps rest;                        ///< in it
};

// None if the path leads through several files, or isn't one that code can follow.
std::optional<Route> route_of(const plan::Plan& plan, std::size_t directory,
                              const FileExpression& path) {
  Route route;
  if (std::ranges::any_of(path.steps, [](const FileStep& step) { return step.index.has_value(); }))
    return std::nullopt;
  if (path.base == FileBase::parameter) {
    const std::string& name = path.steps.front().member;
    const auto index = parameter_named(plan.directories[directory].form, name);
    if (!index) return std::nullopt;
    route.record = ParameterTypes(plan).of(directory, *index);
    route.openings.push_back({name + "_told", "told_" + name + "_.get(" + quoted(name) + ")"});
    route.rest = steps_from(path.steps, 1);
    return route;
  }
  if (path.base != FileBase::entry) return std::nullopt;
  std::string local;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const plan::Directory& at = plan.directories[directory];
    const auto index = entry_named(at.form, path.steps[i].member);
    if (!index) return std::nullopt;
    const DirectoryEntry& entry = at.form.entries[*index];
    if (entry.is_list()) return std::nullopt;
    append_step(local, snake_case(entry.name));
    if (entry.directory) {
      route.openings.push_back({local + "_folder", folder_member(entry.name) + "()"});
      directory = *entry.directory;
      continue;
    }
    const bool may_be_missing = entry.is_optional || entry.instead || !entry.when.empty();
    route.openings.push_back(
        {local + "_file", "read_" + snake_case(entry.name) + "()", may_be_missing});
    route.record = &plan.records[at.contents[*index]->record];
    route.rest = steps_from(path.steps, i + 1);
    return route;
  }
  return std::nullopt;
}

// Whether a path is found in values: of fields, which not all kinds of values have.
bool can_follow(const plan::Record* record, const FileSteps& steps, const plan::Plan& plan) {
  for (const FileStep& step : steps) {
    if (step.index) return false;
    if (record == nullptr) return true;
    const plan::Field* field = field_named(*record, step.member);
    if (field == nullptr || !field->has_member()) return false;
    record = record_in(plan, *field);
  }
  return true;
}

// Prints
//
//   const auto meta_folder = self.meta();
//   if (!meta_folder) return meta_folder.error();
//   const auto metaSizes_file = meta_folder->read_sizes();
//   if (!metaSizes_file) return metaSizes_file.error();
//
// but for those that are open already.
void emit_openings(Printer& out, const Route& route, std::string from,
                   std::set<std::string>& open) {
  for (const Route::Step& step : route.openings) {
    if (open.insert(step.local).second)
      out.emit(
          {{"local", step.local},
           {"from", from},
           {"call", step.call},
           {"if_wrong", step.may_be_missing ? "!" + step.local + " && " + step.local +
                                                  ".error().rule != schemac::Rule::missing_file"
                                            : "!" + step.local}},
          R"cc(
                 const auto $local$ = $from$$call$;
                 if ($if_wrong$) return $local$.error();
               )cc");
    from = step.local + "->";
  }
}

// Prints what leads to the last of some fields, and returns how that is spelled:
//
//   const auto* const sizes_file_at_0 = schemac::held(sizes_file->content);
//   if (sizes_file_at_0 == nullptr) return {};
std::string emit_steps(Printer& out, const std::string& root, bool may_be_missing,
                       const std::vector<const plan::Field*>& fields, const std::string& absent) {
  std::size_t next = 0;
  const auto hold = [&](const std::string& what) {
    const std::string local = root + "_at_" + std::to_string(next++);
    out.emit({{"local", local}, {"what", what}, {"absent", absent}},
             R"cc(
               const auto* const $local$ = schemac::held($what$);
               if ($local$ == nullptr) return $absent$;
             )cc");
    return local + "->";
  };
  std::string from = may_be_missing ? hold(root) : root + "->";
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) from = hold(from + fields[i]->identifier);
  return from + fields.back()->identifier;
}

// ---- arrays ----

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
          "const schemac::FreeValue& $fact$ = schemac::fact_in($local$->$member$);");
    const auto steps = [&] {
      const std::string found =
          emit_steps(out, last.local, last.may_be_missing, in_file.fields, "{}");
      out.emit({{"found", found}}, "return schemac::fact_in($found$);");
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
               if (!found && schemac::is_absent(found.error())) return {};
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
    if (route->rest.empty()) return "schemac::find_in(" + fact + ", {})";
    return FactPath(plan, *route->record, route->rest).find_in(fact);
  };
  const auto parts = [&] {
    const std::string of = pieces.files->is_numbered()
                               ? "parts_of(" + files + "()"
                               : "part_in([self = *this] { return self." + files +
                                     "(); }, folder_.path() + " +
                                     quoted("/" + pieces.files->names.front().text());
    out.emit({{"of", of},
              {"array", quoted(array.name)},
              {"list", quoted(pieces.list == nullptr ? "" : pieces.list->name)},
              {"piece", quoted(pieces.piece->name)}},
             "schemac::DatasetJoiner joiner($array$, folder_.path(), schemac::$of$, $array$, "
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
               const auto add = [](const $View$& file, schemac::Joiner& joiner) -> schemac::Result<void> {
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

// ---- what directories are told ----

// Prints what returns the value at the end of a path in one that is open, as a `type`.
void emit_told_value(Printer& out, const plan::Plan& plan, const std::string& root,
                     const plan::Record* record, const FileSteps& rest, bool may_be_missing,
                     bool is_typed, const std::string& absent) {
  if (rest.empty()) {
    if (may_be_missing)
      out.emit({{"root", root}, {"absent", absent}}, "if (!$root$) return $absent$;");
    return out.emit({{"root", root}}, "return *$root$;");
  }
  const FactPath path(plan, *record, rest);
  const std::string found = emit_steps(out, root, may_be_missing, path.fields, absent);
  if (is_typed)
    return out.emit({{"found", found}, {"absent", absent}},
                    R"cc(
                      const auto* const found = schemac::held($found$);
                      if (found == nullptr) return $absent$;
                      return *found;
                    )cc");
  if (path.names.empty()) return out.emit({{"found", found}}, "return schemac::fact_in($found$);");
  out.emit({{"found", found}, {"inside", path.find_in("fact")}, {"absent", absent}},
           R"cc(
             const schemac::FreeValue& fact = schemac::fact_in($found$);
             const schemac::FreeValue* const found = $inside$;
             if (found == nullptr) return $absent$;
             return *found;
           )cc");
}

// A value of one of the directory's files, or one that it was told itself. False if there is no
// way to it.
bool emit_own_argument(Printer& out, const plan::Plan& plan, std::size_t directory,
                       const FileExpression& argument, bool is_typed, const std::string& absent) {
  const auto route = route_of(plan, directory, argument);
  if (!route || !can_follow(route->record, route->rest, plan)) return false;
  std::set<std::string> open;
  emit_openings(out, *route, "self.", open);
  const Route::Step& last = route->openings.back();
  emit_told_value(out, plan, last.local, route->record, route->rest, last.may_be_missing, is_typed,
                  absent);
  return true;
}

// A value of the element that a key was taken from: the first that has it. Keys that two have are
// for the tools to find.
bool emit_key_argument(Printer& out, const plan::Plan& plan, std::size_t directory,
                       const DirectoryEntry& entry, const FileExpression& argument, bool is_typed,
                       const std::string& absent) {
  const model::KeyList& keys = plan.directories[directory].form.keys[*entry.keys];
  const auto route = route_of(plan, directory, keys.list);
  if (!route || route->rest.empty() || route->record == nullptr ||
      !can_follow(route->record, route->rest, plan))
    return false;
  const FactPath path(plan, *route->record, route->rest);
  const plan::Record* element = path.names.empty() ? record_of(plan, *path.fields.back()) : nullptr;
  if (element == nullptr || !can_follow(element, argument.steps, plan)) return false;
  const plan::Field* by = field_named(*element, keys.by);
  if (by == nullptr || !by->has_member()) return false;
  std::set<std::string> open;
  emit_openings(out, *route, "self.", open);
  const Route::Step& last = route->openings.back();
  const std::string list = emit_steps(out, last.local, last.may_be_missing, path.fields, absent);
  const auto value = [&] {
    emit_told_value(out, plan, "element", element, argument.steps, false, is_typed, absent);
  };
  out.emit({{"list", list}, {"by", by->identifier}, {"value", value}, {"absent", absent}},
           R"cc(
             const auto* const elements = schemac::held($list$);
             if (elements == nullptr) return $absent$;
             for (const auto& each : *elements) {
               const auto* const element = &each;
               if (!schemac::is_named(element->$by$, key)) continue;
               $value$;
             }
             return $absent$;
           )cc");
  return true;
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

bool is_told(const plan::Plan& plan, std::size_t directory) {
  return !plan.directories[directory].form.parameters.empty() && has_folder_arrays(plan);
}

std::string told_parameters(const plan::Plan& plan, std::size_t directory, DefaultTold defaults) {
  std::string text;
  if (!is_told(plan, directory)) return text;
  const auto& parameters = plan.directories[directory].form.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text += ", schemac::Told<" + told_type(plan, directory, i) + "> " + parameters[i].name +
            "_told" + (defaults == DefaultTold::written ? " = {}" : "");
  return text;
}

std::string told_initialisers(const plan::Plan& plan, std::size_t directory) {
  std::string text;
  if (!is_told(plan, directory)) return text;
  for (const auto& parameter : plan.directories[directory].form.parameters)
    text += ", told_" + parameter.name + "_(std::move(" + parameter.name + "_told))";
  return text;
}

void emit_told_members(Printer& out, const plan::Plan& plan, std::size_t directory) {
  if (!is_told(plan, directory)) return;
  const auto& parameters = plan.directories[directory].form.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    out.emit({{"Type", told_type(plan, directory, i)}, {"name", parameters[i].name}},
             "schemac::Told<$Type$> told_$name$_;");
}

void emit_telling(Printer& out, const plan::Plan& plan, std::size_t directory, std::size_t index) {
  const DirectoryEntry& entry = plan.directories[directory].form.entries[index];
  const auto& parameters = plan.directories[*entry.directory].form.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string absent = "schemac::untold(" + quoted(parameters[i].name) + ")";
    const std::string type = told_type(plan, *entry.directory, i);
    const bool is_typed = type != "schemac::FreeValue";
    const FileExpression* argument = i < entry.arguments.size() ? &entry.arguments[i] : nullptr;
    const bool is_of_key = argument != nullptr && argument->base == FileBase::key && entry.keys;
    Printer body;
    const bool is_there =
        argument != nullptr &&
        (is_of_key ? emit_key_argument(body, plan, directory, entry, *argument, is_typed, absent)
                   : emit_own_argument(body, plan, directory, *argument, is_typed, absent));
    const auto value = [&] {
      if (!is_there) return out.emit({{"absent", absent}}, "return $absent$;");
      if (is_of_key)
        emit_key_argument(out, plan, directory, entry, *argument, is_typed, absent);
      else
        emit_own_argument(out, plan, directory, *argument, is_typed, absent);
    };
    out.emit({{"Type", type},
              {"name", parameters[i].name},
              {"captured", !is_there   ? ""
                           : is_of_key ? "self = *this, key"
                                       : "self = *this"},
              {"value", value}},
             R"cc(
               const schemac::Told<$Type$> $name$_passed([$captured$]() -> schemac::Result<$Type$> {
                 $value$;
               });
             )cc");
  }
}

}  // namespace schemac::emit::cpp
