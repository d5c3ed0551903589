#include "emit/cpp/folder/routes.h"

#include <algorithm>
#include <utility>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/facts.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileBase;
using model::FileExpression;
using model::FileStep;

FileSteps steps_from(const FileSteps& steps, std::size_t first) {
  return {steps.begin() + static_cast<std::ptrdiff_t>(std::min(first, steps.size())), steps.end()};
}

std::optional<std::size_t> parameter_named(const model::Directory& form, const std::string& name) {
  const auto found = std::ranges::find(form.parameters, name, &model::DirectoryParameter::name);
  if (found == form.parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - form.parameters.begin());
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
          return after(of(directory, *index), steps_from(path.steps, 1));
        return nullptr;
      case FileBase::key:
        return entry.keys ? after(at(directory, entry, form.keys[*entry.keys].list), path.steps)
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
        return after(&plan_.records[at.contents[*index]->record], steps_from(steps, i + 1));
      directory = *at.form.entries[*index].directory;
    }
    return nullptr;
  }
  [[nodiscard]] const plan::Record* after(const plan::Record* record,
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

}  // namespace

std::optional<std::size_t> entry_named(const model::Directory& form, const std::string& name) {
  const auto found = std::ranges::find(form.entries, name, &DirectoryEntry::name);
  if (found == form.entries.end()) return std::nullopt;
  return static_cast<std::size_t>(found - form.entries.begin());
}

const plan::Record* record_of(const plan::Plan& plan, const plan::Field& field) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  if (list == nullptr || field.codec) return record_in(plan, field);
  const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

std::string told_type(const plan::Plan& plan, std::size_t directory, std::size_t parameter) {
  const auto* record = ParameterTypes(plan).of(directory, parameter);
  if (record == nullptr) return "schemac::FreeValue";
  const bool is_list = plan.directories[directory].form.parameters[parameter].is_list;
  return is_list ? "std::vector<" + record->name + ">" : record->name;
}

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

std::string emit_steps(Printer& out, const std::string& root, bool may_be_missing,
                       const std::vector<const plan::Field*>& fields, const std::string& absent) {
  std::size_t next = 0;
  const auto hold = [&](const std::string& what) {
    const std::string local = root + "_at_" + std::to_string(next++);
    out.emit({{"local", local}, {"what", what}, {"absent", absent}},
             R"cc(
               const auto* const $local$ = schemac::impl::held($what$);
               if ($local$ == nullptr) return $absent$;
             )cc");
    return local + "->";
  };
  std::string from = may_be_missing ? hold(root) : root + "->";
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) from = hold(from + fields[i]->identifier);
  return from + fields.back()->identifier;
}

}  // namespace schemac::emit::cpp
