#include "model/passes/bind/versions.h"

#include <algorithm>

#include "model/passes/bind/binder.h"
#include "model/passes/bind/contradictions.h"
#include "model/passes/bind/file_field.h"
#include "model/passes/types/since_until.h"
#include "model/passes/value_types.h"
#include "model/passes/walk.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

// ---- the field ----

// `version: File.version`
std::optional<VersionField> named_field(const Draft& draft, const syntax::Node& version) {
  const auto* member = std::get_if<syntax::MemberAccess>(&version.expression->node);
  const auto* name = member != nullptr && member->object != nullptr
                         ? std::get_if<syntax::NameReference>(&member->object->node)
                         : nullptr;
  const auto& types = draft.schemas.front().types;
  const auto type = name != nullptr ? types.find(name->name) : types.end();
  if (type == types.end()) return std::nullopt;
  const std::vector<Field>& fields = draft.format.types[type->second].fields;
  for (FieldIndex i = 0; i < fields.size(); ++i)
    if (fields[i].name == member->member) return VersionField{type->second, i};
  return std::nullopt;
}

// A version is one whole number that every file has.
void check_field(Draft& draft, const VersionField& version, const syntax::Node& node) {
  const Field& field = draft.format.types[version.type].fields[version.field];
  const TypedRange value = value_of_field(draft, version.type, version.field);
  if (value.type.kind != ValueKind::number || value.type.is_list) {
    draft
        .error(node.range, "type-mismatch",
               "the version '" + field.name + "' is " + describe(value.type, draft.format) +
                   ", but 'since' and 'until' are numbers")
        .note(field.name_range, "'" + field.name + "' is declared here")
        .help("name a field that holds a whole number");
  } else if (value.values.min < 0) {
    draft
        .error(node.range, "type-mismatch",
               "the version '" + field.name + "' can be negative, but 'since' and 'until' are not")
        .note(field.name_range, "'" + field.name + "' is declared here")
        .help("give it an unsigned type");
  } else if (field.condition != nullptr || !field.versions.are_all() || !is_inline(field)) {
    draft.error(node.range, "maybe-absent", "the version '" + field.name + "' is not always there")
        .note(field.name_range, "'" + field.name + "' is declared here")
        .help("put it into the record itself, without a condition");
  }
}

// ---- what depends on it ----

struct Use {
  std::string what;  ///< "'extra'"
  Versions versions;
  std::optional<FieldIndex> field;  ///< which depends on the version
};

class Uses {
 public:
  Uses(const Format& format, const Type& type) : format_(format) {
    for (FieldIndex i = 0; i < type.fields.size(); ++i) {
      const Field& field = type.fields[i];
      add(field.name.empty() ? "the padding" : "'" + field.name + "'", field.versions, i);
      add_body(field.body, i);
    }
    for (const Condition& rule : type.rules)
      add(rule.style.name.empty() ? "the rule" : "rule '" + rule.style.name + "'", rule.versions);
  }
  [[nodiscard]] const std::vector<Use>& all() const { return uses_; }

 private:
  void add(const std::string& what, const Versions& versions,
           std::optional<FieldIndex> field = std::nullopt) {
    if (!versions.are_all()) uses_.push_back({what, versions, field});
  }
  void add_body(const Body& body, FieldIndex index) {
    if (const auto* scalar = std::get_if<Scalar>(&body.kind)) {
      for (const FlagBit& flag : scalar->flags)
        add("flag '" + flag.name + "'", flag.versions, index);
      if (scalar->enumeration)
        for (const EnumMember& member : format_.enums[*scalar->enumeration].members)
          add("member '" + member.name + "'", member.versions, index);
    }
    if (const auto* choice = std::get_if<Switch>(&body.kind))
      for (const Case& each : choice->cases) add_body(each.body, index);
  }

  const Format& format_;
  std::vector<Use> uses_;
};

// The version as a record sees it; null where it can't.
ExpressionPtr reach(const Draft& draft, const VersionField& version, TypeIndex type) {
  const bool is_own = type == version.type;
  const auto& roots = draft.format.roots;
  if (!is_own && (roots.size() != 1 || roots.front().type != version.type)) return nullptr;
  return field_of_file(draft, version.type, version.field, type);
}

void report_unreachable(Draft& draft, const Use& use, const VersionField& version) {
  const Type& holder = draft.format.types[version.type];
  draft
      .error(use.versions.range, "missing-version",
             use.what + " depends on the version, but '" + holder.name +
                 "', which holds it, is not the one type of a whole file")
      .note(holder.fields[version.field].name_range, "the version is here")
      .help("declare the version in the root");
}

// What comes before the version can't depend on it.
void check_order(Draft& draft, const Type& type, const Use& use, const VersionField& version) {
  if (!use.field || &draft.format.types[version.type] != &type) return;
  const Field& field = type.fields[*use.field];
  const Field& source = type.fields[version.field];
  if (*use.field > version.field || !is_inline(field)) return;
  const bool is_of_field = !use.what.starts_with("flag ") && !use.what.starts_with("member ");
  draft
      .error(use.versions.range, "forward-reference",
             (is_of_field ? "the layout of " : "") + use.what + " depends on '" + source.name +
                 "', which is read after it")
      .note(source.name_range, "'" + source.name + "' is declared here")
      .help("move '" + source.name + "' before " +
            (is_of_field ? use.what : "'" + field.name + "'"));
}

// ---- fields of some versions in the layout of others ----

void check_cover(Draft& draft, const Versions& user, const std::string& what,
                 const std::string& name, const Expression& inner, const Field& source) {
  if (source.versions.cover(user)) return;
  draft
      .error(
          inner.range, "maybe-absent",
          what + " depends on '" + source.name + "', which is there only " + shown(source.versions))
      .note(source.versions.range, "'" + source.name + "' is limited here")
      .help("limit " + name + " to the same versions");
}

// The field of another record that it names; null for anything else.
const Field* as_field_elsewhere(const Draft& draft, const Expression& inner) {
  const auto* member = std::get_if<Member>(&inner.node);
  if (member == nullptr || member->kind != Member::Kind::field || !member->object->type.type)
    return nullptr;
  return &draft.format.types[*member->object->type.type].fields[member->index];
}

// A rule about fields of its own record holds where these aren't there. It doesn't see whether
// those of another one are.
void check_rules(Draft& draft, const Type& type) {
  for (const Condition& rule : type.rules) {
    const std::string name =
        rule.style.name.empty() ? "the rule" : "rule '" + rule.style.name + "'";
    visit_expressions(rule.expression, [&](const Expression& inner) {
      if (const Field* field = as_field_elsewhere(draft, inner))
        check_cover(draft, rule.versions, name, name, inner, *field);
      return true;
    });
  }
}

// A field of another record counts as 0 in versions without it. With a default, a value still holds
// another number, which no file of these versions has.
void check_covers(Draft& draft, TypeIndex index, const std::vector<std::vector<bool>>& parameters) {
  const Type& type = draft.format.types[index];
  const auto check = [&](const ExpressionPtr& expression, const Field& user) {
    visit_expressions(expression, [&](const Expression& inner) {
      const Reference* own = as_own_field(inner);
      const Field* field =
          own != nullptr ? &type.fields[own->index] : as_field_elsewhere(draft, inner);
      const std::string name = "'" + user.name + "'";
      if (field != nullptr && (own != nullptr || field->default_value))
        check_cover(draft, user.versions, "the layout of " + name, name, inner, *field);
      return true;
    });
  };
  for (const StructuralUse& use : structural_uses(draft.format, index, parameters))
    check(use.expression, type.fields[use.target]);
  for (const Field& field : type.fields) {
    check(field.is, field);
    if (const auto* array = std::get_if<NdArray>(&field.body.kind)) {
      check(array->dtype, field);
      check(array->dims, field);
    }
  }
  for (const Section& section : type.sections) {
    if (!section.begin || type.fields[*section.begin].versions.are_all()) continue;
    const Field& source = type.fields[*section.begin];
    draft
        .error(source.versions.range, "maybe-absent",
               "section '" + section.name + "' begins at '" + source.name +
                   "', which is there only " + shown(source.versions))
        .note(section.range, "the section is declared here")
        .help("put the field that states the start of a section into every version");
  }
}

}  // namespace

void find_version(Draft& draft) {
  Format& format = draft.format;
  const syntax::Node* node = draft.schemas.front().root->find("version");
  if (node != nullptr && node->expression != nullptr) {
    format.version = named_field(draft, *node);
    if (format.version)
      check_field(draft, *format.version, *node);
    else
      draft.error(node->range, "unknown-field", "'version' names no field of a type of this schema")
          .help("write 'Type.field', where the field holds the version number");
  }
  const auto parameters = find_structural_parameters(format);
  bool is_reported = node != nullptr && !format.version;
  for (TypeIndex index = 0; index < format.types.size(); ++index) {
    Type& type = format.types[index];
    const Uses uses(format, type);
    if (uses.all().empty()) continue;
    const Use& first = uses.all().front();
    if (format.version) {
      type.version = reach(draft, *format.version, index);
      if (type.version == nullptr) report_unreachable(draft, first, *format.version);
      const Field& version = format.types[format.version->type].fields[format.version->field];
      for (const Use& use : uses.all()) {
        check_order(draft, type, use, *format.version);
        check_versions_exist(draft, use.what, use.versions, version);
      }
    } else if (!is_reported && !format.roots.empty()) {
      is_reported = true;
      draft
          .error(
              first.versions.range, "missing-version",
              first.what + " depends on a version, but the schema doesn't say which field holds it")
          .help("add 'version: Type.field' to the schema");
    }
  }
  if (!format.version) return;
  for (TypeIndex index = 0; index < format.types.size(); ++index) {
    check_covers(draft, index, parameters);
    check_rules(draft, format.types[index]);
  }
}

}  // namespace schemac::model
