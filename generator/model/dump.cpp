#include "model/dump.h"

#include <ostream>
#include <string>

#include "model/print_body.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

class Dumper {
 public:
  Dumper(const Format& format, std::ostream& out) : format_(format), out_(out) {}

  void dump_all() {
    out_ << "format " << format_.name << '\n';
    for (const Root& root : format_.roots)
      out_ << "root " << (root.name.empty() ? "" : root.name + " ") << format_.types[root.type].name
           << '\n';
    if (format_.version)
      out_ << "version " << format_.types[format_.version->type].name << '.'
           << format_.types[format_.version->type].fields[format_.version->field].name << '\n';
    for (const Enum& each : format_.enums) dump(each);
    for (const Type& each : format_.types) dump(each);
  }

 private:
  void dump(const Enum& enumeration) {
    out_ << "enum " << enumeration.name << ": " << name(enumeration.dtype)
         << (enumeration.keeps_unknown ? ", keeps unknown values" : "") << '\n';
    for (const EnumMember& member : enumeration.members) {
      out_ << "  " << member.name << " = " << to_text(member.value);
      for (std::size_t i = 0; i < member.attributes.size(); ++i)
        if (member.attributes[i])
          out_ << ", " << enumeration.attributes[i].name << ' ' << member.attributes[i]->text;
      dump_versions(member.versions);
      out_ << '\n';
    }
  }

  void dump(const Type& type) {
    out_ << "type " << type.name;
    for (const Parameter& each : type.parameters)
      out_ << ' ' << each.name << ": " << describe(each.type, format_);
    if (!type.is_record) {
      out_ << " = " << to_text(type.alias, format_) << '\n';
      return;
    }
    out_ << ": least " << type.least_size
         << (type.fixed_size ? ", fixed " + std::to_string(*type.fixed_size) : "") << '\n';
    for (const Field& field : type.fields) dump(field);
    for (const Section& section : type.sections)
      out_ << "  section " << section.name << ": align " << section.align << ", each "
           << section.each_align << ", pad " << section.pad << '\n';
    for (const Condition& rule : type.rules) dump("  rule ", rule);
    if (type.pad) out_ << "  pad " << *type.pad << '\n';
    for (const std::string& planned : type.planned) out_ << "  planned: " << planned << '\n';
  }

  void dump(const Field& field) {
    out_ << "  " << (field.name.empty() ? "(padding)" : field.name) << ": "
         << to_text(field.body, format_);
    dump_versions(field.versions);
    out_ << '\n';
    out_ << "    " << spelling(field.role.kind);
    if (!field.role.because.empty()) out_ << ": " << field.role.because;
    out_ << '\n';
    if (field.condition != nullptr) out_ << "    if " << to_text(*field.condition, format_) << '\n';
    if (field.place.section)
      out_ << "    in " << format_.types[*field.place.section_owner].name << '.'
           << format_.types[*field.place.section_owner].sections[*field.place.section].name << '\n';
    if (field.place.at != nullptr) out_ << "    at " << to_text(*field.place.at, format_) << '\n';
    for (const std::string& check : field.role.checks) out_ << "    check " << check << '\n';
    for (const Condition& each : field.valid) dump("    valid ", each);
    for (const Condition& each : field.body.each) dump("    each ", each);
    for (const std::string& each : field.body.unique) out_ << "    unique " << each << '\n';
    if (!field.body.planned.empty()) out_ << "    planned: " << field.body.planned << '\n';
    if (const auto* choice = std::get_if<Switch>(&field.body.kind))
      for (const Case& each : choice->cases) {
        out_ << "    case " << each.name << ": " << to_text(each.body, format_) << '\n';
        if (!each.body.planned.empty()) out_ << "      planned: " << each.body.planned << '\n';
      }
  }

  void dump(const char* what, const Condition& condition) {
    out_ << what;
    if (!condition.style.name.empty()) out_ << condition.style.name << ": ";
    out_ << to_text(*condition.expression, format_);
    if (condition.style.rule) out_ << " [" << id(*condition.style.rule) << ']';
    if (condition.style.level) out_ << " level " << id(*condition.style.level);
    if (condition.style.at != nullptr) out_ << " at " << to_text(*condition.style.at, format_);
    out_ << '\n';
  }

  void dump_versions(const Versions& versions) {
    if (!versions.are_all()) out_ << ", " << to_text(versions);
  }

  const Format& format_;
  std::ostream& out_;
};

}  // namespace

void dump(const Format& format, std::ostream& out) { Dumper(format, out).dump_all(); }

}  // namespace schemac::model
