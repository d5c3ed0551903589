#include "emit/cpp/folder/telling.h"

#include <optional>
#include <set>

#include "emit/cpp/folder/arrays.h"
#include "emit/cpp/folder/routes.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/facts.h"

namespace schemac::emit::cpp {
namespace {

using model::DirectoryEntry;
using model::FileBase;
using model::FileExpression;

// How what is passed is returned.
struct Passed {
  std::string type, absent;
  [[nodiscard]] bool is_typed() const { return type != "schemac::FreeValue"; }
};

// Where a value is in one that is open.
struct Inside {
  const plan::Record* record = nullptr;
  const FileSteps& steps;
  bool may_be_missing = false;
};

// Prints what returns the value at the end of a path in one that is open.
void emit_told_value(Printer& out, const plan::Plan& plan, const std::string& root,
                     const Inside& inside, const Passed& to) {
  if (inside.steps.empty()) {
    if (inside.may_be_missing)
      out.emit({{"root", root}, {"absent", to.absent}}, "if (!$root$) return $absent$;");
    return out.emit({{"root", root}}, "return *$root$;");
  }
  const FactPath path(plan, *inside.record, inside.steps);
  const std::string found = emit_steps(out, root, inside.may_be_missing, path.fields, to.absent);
  if (to.is_typed())
    return out.emit({{"found", found}, {"absent", to.absent}},
                    R"cc(
                      const auto* const found = schemac::impl::held($found$);
                      if (found == nullptr) return $absent$;
                      return *found;
                    )cc");
  if (path.names.empty())
    return out.emit({{"found", found}}, "return schemac::impl::fact_in($found$);");
  out.emit({{"found", found}, {"inside", path.find_in("fact")}, {"absent", to.absent}},
           R"cc(
             const schemac::FreeValue& fact = schemac::impl::fact_in($found$);
             const schemac::FreeValue* const found = $inside$;
             if (found == nullptr) return $absent$;
             return *found;
           )cc");
}

// A value of one of the directory's files, or one that was passed to the directory itself.
std::optional<Route> own_argument(const plan::Plan& plan, std::size_t directory,
                                  const FileExpression& argument) {
  auto route = route_of(plan, directory, argument);
  if (!route || !can_follow(route->record, route->rest, plan)) return std::nullopt;
  return route;
}
void emit_own_argument(Printer& out, const plan::Plan& plan, const Route& route, const Passed& to) {
  std::set<std::string> open;
  emit_openings(out, route, "self.", open);
  const Route::Step& last = route.openings.back();
  emit_told_value(out, plan, last.local, {route.record, route.rest, last.may_be_missing}, to);
}

// A value of the element that a key was taken from: the first that has it. Keys that two have are
// for the tools to find.
struct KeyArgument {
  Route list;
  const plan::Record* element = nullptr;
  const plan::Field* by = nullptr;
};
std::optional<KeyArgument> key_argument(const plan::Plan& plan, std::size_t directory,
                                        const DirectoryEntry& entry,
                                        const FileExpression& argument) {
  const model::KeyList& keys = plan.directories[directory].form.keys[*entry.keys];
  const auto route = own_argument(plan, directory, keys.list);
  if (!route || route->rest.empty() || route->record == nullptr) return std::nullopt;
  const FactPath path(plan, *route->record, route->rest);
  const plan::Record* element = path.names.empty() ? record_of(plan, *path.fields.back()) : nullptr;
  if (element == nullptr || !can_follow(element, argument.steps, plan)) return std::nullopt;
  const plan::Field* by = field_named(*element, keys.by);
  if (by == nullptr || !by->has_member()) return std::nullopt;
  return KeyArgument{*route, element, by};
}
void emit_key_argument(Printer& out, const plan::Plan& plan, const KeyArgument& from,
                       const FileExpression& argument, const Passed& to) {
  std::set<std::string> open;
  emit_openings(out, from.list, "self.", open);
  const Route::Step& last = from.list.openings.back();
  const FactPath path(plan, *from.list.record, from.list.rest);
  const std::string list = emit_steps(out, last.local, last.may_be_missing, path.fields, to.absent);
  const auto value = [&] {
    emit_told_value(out, plan, "element", {from.element, argument.steps, false}, to);
  };
  out.emit({{"list", list}, {"by", from.by->identifier}, {"value", value}, {"absent", to.absent}},
           R"cc(
             const auto* const elements = schemac::impl::held($list$);
             if (elements == nullptr) return $absent$;
             for (const auto& each : *elements) {
               const auto* const element = &each;
               if (!schemac::impl::is_named(element->$by$, key)) continue;
               $value$;
             }
             return $absent$;
           )cc");
}

}  // namespace

bool is_told(const plan::Plan& plan, std::size_t directory) {
  return !plan.directories[directory].form.parameters.empty() && has_folder_arrays(plan);
}

std::string told_parameters(const plan::Plan& plan, std::size_t directory, DefaultTold defaults) {
  std::string text;
  if (!is_told(plan, directory)) return text;
  const auto& parameters = plan.directories[directory].form.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text += ", schemac::impl::Told<" + told_type(plan, directory, i) + "> " + parameters[i].name +
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
             "schemac::impl::Told<$Type$> told_$name$_;");
}

void emit_telling(Printer& out, const plan::Plan& plan, std::size_t directory, std::size_t index) {
  const DirectoryEntry& entry = plan.directories[directory].form.entries[index];
  const auto& parameters = plan.directories[*entry.directory].form.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Passed to{told_type(plan, *entry.directory, i),
                    "schemac::impl::untold(" + quoted(parameters[i].name) + ")"};
    const auto pass = [&](const std::string& captured, const auto& value) {
      out.emit({{"Type", to.type},
                {"name", parameters[i].name},
                {"captured", captured},
                {"value", value}},
               R"cc(
                 const schemac::impl::Told<$Type$> $name$_passed([$captured$]() -> schemac::Result<$Type$> {
                   $value$;
                 });
               )cc");
    };
    if (const FileExpression* argument =
            i < entry.arguments.size() ? &entry.arguments[i] : nullptr) {
      const bool is_of_key = argument->base == FileBase::key && entry.keys;
      if (is_of_key) {
        if (const auto from = key_argument(plan, directory, entry, *argument)) {
          pass("self = *this, key", [&] { emit_key_argument(out, plan, *from, *argument, to); });
          continue;
        }
      } else if (const auto route = own_argument(plan, directory, *argument)) {
        pass("self = *this", [&] { emit_own_argument(out, plan, *route, to); });
        continue;
      }
    }
    pass("", [&] { out.emit({{"absent", to.absent}}, "return $absent$;"); });
  }
}

}  // namespace schemac::emit::cpp
