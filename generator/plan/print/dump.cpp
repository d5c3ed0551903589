#include "plan/print/dump.h"

#include <ostream>

#include "model/print_body.h"
#include "plan/checks.h"
#include "plan/print/dump_text.h"

namespace schemac::plan {
namespace {

std::string attribute_text(const model::EnumAttribute& attribute, model::Int128 value) {
  if (attribute.kind == model::AttributeKind::dtype)
    return std::string(name(static_cast<Dtype>(value)));
  return model::to_text(value);
}

void dump_enum(const Enum& enumeration, std::ostream& out) {
  out << "enum " << enumeration.name << " " << name(enumeration.dtype)
      << (enumeration.keeps_unknown ? " keeps unknown" : "") << "\n";
  for (const EnumMember& member : enumeration.members) {
    out << "  " << member.identifier << " = " << model::to_text(member.value)
        << (member.versions.are_all() ? "" : " " + model::to_text(member.versions));
    for (std::size_t i = 0; i < member.attributes.size() && i < enumeration.attributes.size(); ++i)
      if (member.attributes[i])
        out << " " << enumeration.attributes[i].name << "="
            << attribute_text(enumeration.attributes[i], *member.attributes[i]);
    out << "\n";
  }
}

std::string_view role_text(model::RoleKind role) {
  switch (role) {
    case model::RoleKind::constant:
      return "constant";
    case model::RoleKind::derived:
      return "derived";
    case model::RoleKind::given:
      return "given";
    case model::RoleKind::choice:
      return "choice";
  }
  return "";
}

void dump_field(const Field& field, const DumpNames& names, std::ostream& out) {
  out << "  field " << field.identifier << " " << role_text(field.role);
  if (std::holds_alternative<Scalar>(field.body.kind) && field.source.kind != SourceKind::member &&
      field.source.kind != SourceKind::constant)
    out << " (" << describe(field.source, names) << ")";
  out << ": " << describe(field.body, names) << "\n";
  if (field.unknown)
    out << "    unknown " << model::to_text(field.unknown->value)
        << (field.unknown->choice.empty() ? "" : " choice " + field.unknown->choice) << "\n";
  if (field.presence) {
    out << "    if " << names.expression(field.presence->condition);
    for (const AbsentScalar& zero : field.presence->zeros)
      out << " else " << names.field(zero.field) << " = " << model::to_text(zero.value)
          << names.check("absent", zero.check);
    if (field.availability) out << names.check("other-version", field.availability->check);
    out << "\n";
  }
  if (field.jump) {
    out << "    at " << names.expression(field.jump->target) << " in "
        << names.section(field.jump->section) << " align " << field.jump->align
        << names.check("misaligned", field.jump->misaligned)
        << names.check("outside", field.jump->outside)
        << names.check("overlap", field.jump->overlap) << names.check("moved", field.jump->moved)
        << "\n";
  }
  if (field.region)
    out << "    size " << names.expression(field.region->size)
        << names.check("cause", field.region->cause) << names.check("fill", field.region->fill)
        << "\n";
}

void dump_section(const Section& section, const DumpNames& names, std::ostream& out) {
  out << "  section " << section.name;
  if (section.begin) out << " begin " << names.field(*section.begin);
  if (section.is_whole_file) out << " whole file";
  out << " align " << section.align << " each " << section.each_align << " pad " << section.pad
      << (section.is_tracked ? " tracked" : "") << names.check("misaligned", section.misaligned)
      << names.check("order", section.order) << names.check("bounds", section.bounds)
      << names.check("gap", section.gap) << names.check("unclaimed", section.unclaimed)
      << names.check("trailing", section.trailing) << names.check("place", section.place)
      << names.check("begin_place", section.begin_place) << names.check("end", section.end)
      << (section.is_followed ? " followed" : "") << "\n";
}

void dump_record(const Plan& plan, const Record& record, std::ostream& out) {
  const DumpNames names(plan, record);
  out << "record " << record.name << " least " << record.least_size;
  if (record.fixed_size) out << " fixed " << *record.fixed_size;
  out << " anchors " << record.anchor_count << " end " << to_text(record.end);
  out << (record.is_recursive ? " recursive" : "") << names.check("depth", record.depth) << "\n";
  for (const Param& param : record.params) out << "  param " << param.name << "\n";
  for (const std::string& section : record.section_params)
    out << "  section param " << section << "\n";
  for (const Section& section : record.sections) dump_section(section, names, out);
  for (const Field& field : record.fields) dump_field(field, names, out);
  for (const Item& item : record.items) out << "  " << describe(item, names) << "\n";
  if (record.stream) {
    const Stream& stream = *record.stream;
    out << "  stream " << names.field(stream.list);
    if (stream.rest) out << " rest " << names.field(*stream.rest);
    if (stream.starts) out << " starts " << names.field(*stream.starts);
    if (stream.room) out << " room " << names.field(*stream.room);
    out << " totals" << names.fields(stream.totals) << "\n";
  }
  if (record.head)
    out << "  head " << record.head->size << names.fields(record.head->fields) << "\n";
  if (record.late) {
    out << "  late " << names.field(record.late->list);
    if (record.late->rest) out << " rest " << names.field(*record.late->rest);
    out << "\n";
  }
  if (!record.derive_order.empty()) out << "  derive" << names.fields(record.derive_order) << "\n";
}

void dump_root(const Plan& plan, const Root& root, std::ostream& out) {
  out << "root " << (root.name.empty() ? "" : root.name + " ") << plan.records[root.record].name;
  if (!root.magic.empty())
    out << " magic " << root.magic.size() << " [" << plan.checks[root.magic_check].identifier
        << "]";
  if (root.trailing) out << " trailing[" << plan.checks[*root.trailing].identifier << "]";
  out << "\n";
}

}  // namespace

void dump(const Plan& plan, std::ostream& out) {
  out << "plan " << plan.format << "\n";
  for (const Enum& enumeration : plan.enums) dump_enum(enumeration, out);
  for (const Record& record : plan.records) dump_record(plan, record, out);
  for (const Root& root : plan.roots) dump_root(plan, root, out);
  for (const Check& check : plan.checks) {
    out << "check " << check.identifier << " " << id(check.rule) << " " << id(check.level);
    if (!check.name.empty()) out << " '" << check.name << "'";
    out << " at " << (check.field.empty() ? "." : check.field) << ": " << check.sentence << "\n";
  }
}

}  // namespace schemac::plan
