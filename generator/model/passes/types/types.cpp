#include "model/passes/types/types.h"

#include "model/passes/types/bodies.h"
#include "model/passes/types/enums.h"
#include "model/passes/types/fields.h"
#include "model/passes/types/idle_keys.h"
#include "model/passes/types/messages.h"
#include "model/passes/types/names.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "model/system_names.h"
#include "syntax/keys.h"

namespace schemac::model {

namespace {

void declare_type(Draft& draft, const syntax::Entry& entry, SchemaIndex schema,
                  std::optional<TypeIndex> outer);

void declare_inside(Draft& draft, const syntax::Node& node, SchemaIndex schema, TypeIndex index) {
  if (const syntax::Node* enums = node.find("enums")) {
    std::map<std::string, EnumIndex> table;
    declare_enums(draft, *enums, draft.schemas[schema], table);
    draft.sources[index].enums = std::move(table);
  }
  if (const syntax::Node* types = node.find("types"))
    for (const syntax::Entry& inner : types->entries) declare_type(draft, inner, schema, index);
}

// A name that stands for two things, or for something else already. Where that is a type, uses of
// the name are left alone: they are not wrong, too.
bool is_taken(Draft& draft, const syntax::Entry& entry, const std::string& full_name,
              std::map<std::string, TypeIndex>& table) {
  if (builtin_scalar(entry.key) || entry.key == "str" || entry.key == "bytes" ||
      is_foreign_form(entry.key)) {
    draft
        .error(entry.key_range, "duplicate-name",
               "type '" + entry.key + "' has the name of a builtin type")
        .help("rename it");
    return true;
  }
  const auto report = [&](const std::string& name, source::SourceRange other, const char* what) {
    const std::string how = name == full_name
                                ? "is declared already, as " + std::string(what)
                                : "and " + std::string(what) + " '" + name +
                                      "' become the same C++ name '" + camel_case(name) + "'";
    draft.error(entry.key_range, "duplicate-name", "type '" + full_name + "' " + how)
        .note(other, "'" + name + "' is here")
        .help("rename one of them");
  };
  // Messages go by their full names; a type that stands for one may be called like it.
  const std::string in_code = camel_case(full_name);
  const auto type = draft.types_in_code.find(in_code);
  if (type != draft.types_in_code.end()) {
    const Type& other = draft.format.types[type->second];
    report(other.name, other.range, "a type");
    table.emplace(entry.key, type->second);
    return true;
  }
  const std::vector<Enum>& enums = draft.format.enums;
  for (EnumIndex i = draft.enums_seen; i < enums.size(); draft.enums_seen = ++i)
    draft.enums_in_code.try_emplace(camel_case(enums[i].name), i);
  const auto enumeration = draft.enums_in_code.find(in_code);
  if (enumeration == draft.enums_in_code.end()) return false;
  report(enums[enumeration->second].name, enums[enumeration->second].range, "an enumeration");
  return true;
}

void declare_type(Draft& draft, const syntax::Entry& entry, SchemaIndex schema,
                  std::optional<TypeIndex> outer) {
  const std::string full_name = draft.schemas[schema].prefix + entry.key;
  auto& table = outer ? draft.sources[*outer].types : draft.schemas[schema].types;
  if (is_taken(draft, entry, full_name, table)) return;
  const auto index = static_cast<TypeIndex>(draft.format.types.size());
  Type type;
  type.name = full_name;
  type.range = entry.key_range;
  draft.types_in_code.try_emplace(camel_case(full_name), index);
  draft.format.types.push_back(std::move(type));
  TypeSource source;
  source.node = &entry.value;
  source.schema = schema;
  source.outer = outer;
  source.endian =
      endian_of(entry.value, outer ? draft.sources[*outer].endian : draft.schemas[schema].endian);
  draft.sources.push_back(std::move(source));
  (outer ? draft.sources[*outer].types : draft.schemas[schema].types)[entry.key] = index;
  declare_inside(draft, entry.value, schema, index);
}

std::optional<std::pair<ExpressionType, Range>> parameter_type(
    Draft& draft, const NameScope& scope, const syntax::TypeReference& reference) {
  ExpressionType type;
  Range range = any_number;
  type.is_list = reference.is_list;
  if (const auto enumeration = find_enum(draft, scope, reference.path)) {
    type.enumeration = enumeration;
    range = range_of(draft.format.enums[*enumeration]);
  } else if (const auto number = builtin_scalar(reference.name)) {
    range = range_of(*number);
    if (number->dtype == Dtype::bool8)
      type.kind = ValueKind::boolean;
    else if (!is_whole(number->dtype))
      type.kind = ValueKind::real;
  } else if (reference.name == "str" || reference.name == "bytes") {
    type.kind = ValueKind::text;
  } else if (reference.name == "dtype") {
    type.kind = ValueKind::dtype;
  } else if (reference.name == "digest") {
    type.kind = ValueKind::digest;
  } else if (reference.name == "codec") {
    type.kind = ValueKind::codec;
  } else if (const auto record = find_type(draft, scope, reference.path)) {
    const TypeSource& source = draft.sources[*record];
    type.kind =
        source.is_message || declares_record(*source.node) ? ValueKind::record : ValueKind::free;
    if (type.kind == ValueKind::record) type.type = record;
  } else if (is_foreign_form(reference.name)) {
    type.kind = ValueKind::free;
  } else {
    report_unknown_type(draft, scope, reference);
    return std::nullopt;
  }
  return std::pair(type, range);
}

void make_parameters(Draft& draft, TypeIndex index) {
  const TypeSource& source = draft.sources[index];
  const syntax::Node* params = source.node->find("params");
  if (params == nullptr) return;
  const NameScope scope{source.schema, index};
  for (const syntax::Entry& entry : params->entries) {
    Parameter parameter;
    parameter.name = entry.key;
    parameter.type.kind = ValueKind::free;
    if (entry.value.type)
      if (const auto made = parameter_type(draft, scope, *entry.value.type))
        std::tie(parameter.type, parameter.values) = *made;
    draft.format.types[index].parameters.push_back(std::move(parameter));
  }
}

std::optional<Trailing> trailing_of(const syntax::Node& node) {
  const std::string word = text_or(node, "trailing");
  if (word == "error") return Trailing::error;
  if (word == "rule") return Trailing::rule;
  if (word == "warn") return Trailing::warn;
  if (word == "ignore") return Trailing::ignore;
  return std::nullopt;
}

void make_type(Draft& draft, TypeIndex index) {
  const syntax::Node& node = *draft.sources[index].node;
  {
    Type& type = draft.format.types[index];
    type.doc = text_or(node, "doc");
    type.doc_ref = doc_ref_of(node);
    type.wire = wire_of(draft, index);
    type.trailing = trailing_of(node);
    type.is_record = declares_record(node);
    for (const char* key : {"since", "until"})
      if (node.has(key)) type.planned.push_back("'" + std::string(key) + "'");
    if (node.has("message")) type.wire = "protobuf";
  }
  make_parameters(draft, index);
  if (!declares_record(node)) {
    BodySite site;
    site.schema = draft.sources[index].schema;
    site.type = index;
    site.name = camel_case(draft.format.types[index].name);
    site.endian = draft.sources[index].endian;
    site.wire = draft.format.types[index].wire;
    site.aliases = {index};
    Body body = make_body(draft, node, site);
    check_idle_keys_of_alias(draft, node, body);
    draft.format.types[index].alias = std::move(body);
    return;
  }
  if (node.has("message")) return make_message(draft, index);
  check_idle_keys_of_record(draft, node, draft.format.types[index]);
  if (const syntax::Entry* text = node.find_entry("text-form"))
    draft.error(text->key_range, "wire-form", "'text-form' is for messages of .proto files")
        .help("leave it out");
  if (const auto pad = size_under(draft, node, "pad")) {
    if (*pad == 0 || *pad > 65536)
      draft.error(node.find("pad")->range, "does-not-fit", "'pad' should be 1 to 65536")
          .help("write the multiple to which the record is filled up");
    else
      draft.format.types[index].pad = pad;
  }
  if (node.has("directory")) {
    draft.format.types[index].is_directory = true;
    return;
  }
  make_sections(draft, index);
  make_fields(draft, index);
}

std::vector<std::string> extensions_of(const syntax::Node& node, const char* key = "extensions") {
  std::vector<std::string> result;
  if (const syntax::Node* extensions = node.find(key))
    for (const syntax::Node& item : extensions->items) result.push_back(item.text);
  return result;
}

void add_root(Draft& draft, const std::string& name, const syntax::Node& type_name,
              Trailing trailing) {
  const auto& types = draft.schemas.front().types;
  const auto found = types.find(type_name.text);
  if (found == types.end()) {
    syntax::TypeReference reference;
    reference.range = reference.name_range = type_name.range;
    reference.name = type_name.text;
    report_unknown_type(draft, {}, reference);
    return;
  }
  const Type& type = draft.format.types[found->second];
  if (!type.is_record && type.alias.planned.empty() &&
      !std::holds_alternative<Foreign>(type.alias.kind))
    draft
        .error(type_name.range, "root-not-record",
               "root '" + type_name.text + "' is another name for a single value")
        .note(type.range, "'" + type_name.text + "' is declared here")
        .help("declare a type with 'fields' for a whole file");
  if (!type.parameters.empty() && !type.is_directory)  // of directories: reported with them
    draft
        .error(draft.sources[found->second].node->find("params")->range, "root-has-parameters",
               "root '" + type_name.text + "' has parameters, which nobody passes")
        .help("make a record the root that holds it and passes them");
  Root root;
  root.name = name;
  root.type = found->second;
  root.trailing = type.trailing.value_or(trailing);
  root.extensions = extensions_of(*draft.sources[root.type].node);
  root.text_extensions = extensions_of(*draft.sources[root.type].node, "text-form");
  draft.format.roots.push_back(std::move(root));
}

// Values may be nested as they are in the file: {header: {n: 2}} is {header.n: 2}.
void add_sample_values(Sample& sample, const std::string& path, const syntax::Node& node) {
  for (const syntax::Entry& entry : node.entries)
    add_sample_values(sample, path.empty() ? entry.key : path + "." + entry.key, entry.value);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    add_sample_values(sample, path + "[" + std::to_string(i) + "]", node.items[i]);
  if (node.is_scalar()) sample.values.emplace_back(path, node.text);
}

// A sample may name the root that it is one of, or that root's type.
std::optional<std::size_t> root_of_sample(Draft& draft, const syntax::Node& sample) {
  const syntax::Node* root = sample.find("root");
  if (root == nullptr) return std::nullopt;
  std::vector<std::string> names;
  const std::vector<Root>& roots = draft.format.roots;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::string& type = draft.format.types[roots[i].type].name;
    if (root->text == roots[i].name || root->text == type) return i;
    names.push_back(type);
    if (!roots[i].name.empty()) names.push_back(roots[i].name);
  }
  draft.error(root->range, "unknown-type", "'" + root->text + "' is not a kind of whole files")
      .help(source::did_you_mean(root->text, names)
                .value_or("write what is under 'root' or 'roots'"));
  return std::nullopt;
}

void add_samples(Draft& draft, const syntax::Node& samples) {
  Format& format = draft.format;
  for (const syntax::Node& node : samples.items) {
    Sample sample;
    sample.name = text_or(node, "name");
    sample.doc = text_or(node, "doc");
    sample.root = root_of_sample(draft, node);
    sample.file = text_or(node, "file");
    sample.hex = text_or(node, "hex");
    sample.rule = text_or(node, "refused");
    sample.is_valid = sample.rule.empty();
    sample.range = node.range;
    if (const syntax::Node* values = node.find("values")) add_sample_values(sample, "", *values);
    format.samples.push_back(std::move(sample));
  }
}

// One of a map is enough: the others belong to it.
void find_planned_keys(const syntax::Node& node, std::vector<PlannedKey>& out) {
  bool is_found = false;
  for (const syntax::Entry& entry : node.entries) {
    const syntax::Key* key =
        node.form == syntax::Form::record ? syntax::find_key(node.context, entry.key) : nullptr;
    if (key != nullptr && key->status != syntax::KeyStatus::executed && !is_found) {
      is_found = true;
      out.push_back({entry.key_range,
                     "'" + entry.key + "' of " + std::string(syntax::describe(node.context))});
    }
    find_planned_keys(entry.value, out);
  }
  for (const syntax::Node& item : node.items) find_planned_keys(item, out);
}

}  // namespace

TypeIndex add_inline_record(Draft& draft, const syntax::Node& node, const BodySite& site) {
  const auto index = static_cast<TypeIndex>(draft.format.types.size());
  Type type;
  type.name = site.name;
  type.wire = site.wire;
  type.range = node.range;
  draft.format.types.push_back(std::move(type));
  TypeSource source;
  source.node = &node;
  source.schema = site.schema;
  source.outer = site.type;
  source.is_inline = true;
  source.endian = endian_of(node, site.endian);
  draft.sources.push_back(std::move(source));
  make_fields(draft, index);
  return index;
}

void declare_names(Draft& draft) {
  for (SchemaIndex schema = 0; schema < draft.schemas.size(); ++schema) {
    const syntax::Node& root = *draft.schemas[schema].root;
    if (const syntax::Node* enums = root.find("enums"))
      declare_enums(draft, *enums, draft.schemas[schema], draft.schemas[schema].enums);
    if (const syntax::Node* types = root.find("types"))
      for (const syntax::Entry& entry : types->entries)
        declare_type(draft, entry, schema, std::nullopt);
  }
}

void make_types(Draft& draft) {
  const auto declared = static_cast<TypeIndex>(draft.sources.size());
  for (TypeIndex index = 0; index < declared; ++index)
    if (!draft.sources[index].is_message) make_type(draft, index);
}

namespace {

// Its code is in a namespace of that name, which can't be where the system has a function of it.
void check_namespace(Draft& draft, const syntax::Node& root) {
  const syntax::Node* name = root.find("schema");
  if (name == nullptr || !is_system_name(draft.format.name)) return;
  draft
      .error(name->range, "taken-name",
             "no C++ namespace can be called '" + draft.format.name +
                 "': system headers declare that name")
      .help("call the schema '" + draft.format.name + "_format'");
}

}  // namespace

void make_format(Draft& draft) {
  Format& format = draft.format;
  const syntax::Node& root = *draft.schemas.front().root;
  format.name = draft.schemas.front().name;
  format.title = text_or(root, "title");
  format.doc = text_or(root, "doc");
  format.doc_ref = doc_ref_of(root);
  format.path = root.range.file != nullptr ? root.range.file->path() : "";
  format.endian = draft.schemas.front().endian;
  format.range = root.range;
  format.extensions = extensions_of(root);
  format.trailing = trailing_of(root).value_or(Trailing::rule);
  if (const syntax::Node* name = root.find("root")) add_root(draft, "", *name, format.trailing);
  if (const syntax::Node* roots = root.find("roots"))
    for (const syntax::Entry& entry : roots->entries)
      add_root(draft, entry.key, entry.value, format.trailing);
  for (Root& each : format.roots)
    if (each.extensions.empty()) each.extensions = format.extensions;
  if (!root.has("root") && !root.has("roots")) {
    const syntax::Entry* name = root.find_entry("schema");
    draft
        .error(name != nullptr ? name->key_range : root.range, "missing-root",
               "schema '" + format.name + "' doesn't say what a whole file is")
        .help("add 'root: T', where T is one of its types");
  }
  if (const syntax::Node* samples = root.find("samples")) add_samples(draft, *samples);
  check_namespace(draft, root);
  for (const Schema& schema : draft.schemas) find_planned_keys(*schema.root, format.planned_keys);
}

}  // namespace schemac::model
