#include "plan/make_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/spelling.h"
#include "plan/expressions/builder.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/derive_order.h"
#include "plan/facts/format_uses.h"
#include "plan/facts/holders.h"
#include "plan/facts/json_members.h"
#include "plan/facts/made_by_codec.h"
#include "plan/facts/measuring.h"
#include "plan/facts/offsets.h"
#include "plan/facts/open_ends.h"
#include "plan/facts/quick_walks.h"
#include "plan/file_order.h"
#include "plan/make/asked_content.h"
#include "plan/make/enums.h"
#include "plan/make/fields.h"
#include "plan/make/items.h"
#include "plan/make/late_fields.h"
#include "plan/make/reach.h"
#include "plan/make/refused_layout.h"
#include "plan/make/sections.h"
#include "plan/make/sizes.h"
#include "plan/make/streams.h"
#include "plan/reading/blamed_fields.h"
#include "plan/reading/heads.h"
#include "plan/reading/one_pass.h"
#include "plan/writing/derivations.h"
#include "plan/writing/encoded.h"
#include "plan/writing/section_content.h"
#include "source/utf8.h"

namespace schemac::plan {
namespace {

void copy_names(Builder& builder) {
  const model::Format& format = builder.format;
  Plan& plan = builder.plan;
  plan.format = format.name;
  plan.title = format.title;
  plan.doc = format.doc;
  plan.doc_ref = format.doc_ref;
  plan.source_path = source::as_utf8(format.path);
  plan.imports = format.imports;
  plan.samples = format.samples;
}

// Types that are no records: other names for bodies.
void name_forms(Builder& builder) {
  for (const model::Type& type : builder.format.types) {
    builder.forms.emplace_back();
    if (type.is_record) continue;
    builder.forms.back() = static_cast<FormId>(builder.plan.forms.size());
    builder.plan.forms.push_back({type.name, type.doc, type.doc_ref});
  }
}

// Features of a whole record that no part of the plan has a place for.
void report_planned(Builder& builder, const model::Type& type) {
  const std::string of = " of '" + type.name + "'";
  for (const std::string& feature : type.planned) builder.planned(type.range, feature + of);
  if (type.size) builder.planned(type.range, "'size'" + of);
}

bool is_file_of_directory(const model::Format& format, model::TypeIndex type) {
  for (const model::Directory& directory : format.directories)
    for (const model::DirectoryEntry& entry : directory.entries)
      if (!entry.directory && entry.type == type) return true;
  return false;
}

// A root that no record holds.
bool is_file(const model::Format& format, const std::vector<model::TypeIndex>& types,
             model::TypeIndex type) {
  const bool is_root = std::any_of(format.roots.begin(), format.roots.end(),
                                   [&](const model::Root& root) { return root.type == type; });
  return (is_root || is_file_of_directory(format, type)) && !is_held(format, types, type);
}

// Views of records have their names before other types do; their base classes shouldn't be hidden.
void reserve_views(Builder& builder) {
  for (const char* base : {"RecordBase", "MessageBase"}) builder.plan.type_names.take(base);
  for (const model::TypeIndex type : reached_types(builder.format)) {
    const std::string name = camel_identifier(builder.format.types[type].name);
    builder.plan.type_names.take(name + "View");
    for (const char* detail : {"LayoutOf", "CheckOf", "AccessTo", "ValueOf", "RootOf"})
      builder.plan.type_names.take(detail + name);
  }
}

// The bytes that lists keep after an element; lists of the same record call them the same.
void name_slack(Builder& builder) {
  for (const model::Type& type : builder.format.types)
    for (const model::Field& field : type.fields) {
      const auto* held = std::get_if<model::RecordReference>(&field.body.kind);
      if (held == nullptr || !field.body.slack || !builder.records[held->type]) continue;
      const model::Slack& slack = *field.body.slack;
      Record& record = builder.plan.records[*builder.records[held->type]];
      if (!record.slack) record.slack = Slack{slack.name, identifier(slack.name), slack.doc};
    }
}

// One scope a record, in the order of Plan::records; names, kinds and parameters of all fields are
// known.
std::vector<RecordScope> declare_records(Builder& builder) {
  const model::Format& format = builder.format;
  const std::vector<model::TypeIndex> types = reached_types(format);
  if (!format.roots.empty()) builder.root_type = format.roots.front().type;
  std::set<model::TypeIndex> files;
  for (const model::TypeIndex type : types)
    if (is_file(format, types, type)) files.insert(type);
  builder.needs = find_needs(format, types, builder.root_type, files);
  builder.records.resize(format.types.size());
  builder.plan.records.resize(types.size());
  std::vector<RecordScope> scopes;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const model::Type& type = format.types[types[i]];
    Record& record = builder.plan.records[i];
    record.name = builder.plan.type_names.add(camel_identifier(type.name));
    builder.plan.small_names.emplace(model::snake_case(record.name), static_cast<RecordId>(i));
    record.doc = type.doc;
    record.doc_ref = type.doc_ref;
    builder.records[types[i]] = static_cast<RecordId>(i);
    report_planned(builder, type);
    scopes.push_back({builder, types[i], type, record, {}, files.contains(types[i])});
  }
  for (RecordScope& scope : scopes) declare_fields(scope);
  name_slack(builder);
  return scopes;
}

// After all other types: those that people write down have the first choice.
void name_views_of_switches(Plan& plan) {
  for (Record& record : plan.records)
    for (Field& field : record.fields) {
      auto* list = std::get_if<List>(&field.body.kind);
      Body& body = list != nullptr ? list->element.front() : field.body;
      if (auto* choice = std::get_if<Switch>(&body.kind))
        choice->view =
            plan.type_names.add(record.name + model::camel_case(field.identifier) + "View");
    }
}

const Scalar* scalar_of(const Body& body) {
  const auto* list = std::get_if<List>(&body.kind);
  return std::get_if<Scalar>(list != nullptr ? &list->element.front().kind : &body.kind);
}

// Enumerations of which a number without a member need not be an error where it is.
std::set<EnumId> lenient_enums(const Plan& plan) {
  std::set<EnumId> lenient;
  for (const Record& record : plan.records)
    for (const Field& field : record.fields) {
      const Scalar* scalar = scalar_of(field.body);
      if (scalar != nullptr && scalar->enumeration && scalar->unknown_member &&
          plan.checks[*scalar->unknown_member].level != Level::error)
        lenient.insert(*scalar->enumeration);
    }
  return lenient;
}

void find_told_tags(Plan& plan) {
  const std::set<EnumId> lenient = lenient_enums(plan);
  for (Record& record : plan.records)
    for (Field& field : record.fields) {
      auto* list = std::get_if<List>(&field.body.kind);
      Body& body = list != nullptr ? list->element.front() : field.body;
      auto* choice = std::get_if<Switch>(&body.kind);
      if (choice == nullptr) continue;
      const std::optional<EnumId>& tag = choice->tag_enum;
      choice->is_unknown_told = tag && !plan.enums[*tag].keeps_unknown && !lenient.contains(*tag);
    }
}

void bound_depth(std::vector<RecordScope>& scopes, Plan& plan) {
  find_recursion(plan);
  for (RecordScope& scope : scopes)
    if (scope.record.is_recursive)
      scope.record.depth = scope.builder.checks.depth(scope.subject("", ""));
}

std::vector<std::uint8_t> bytes_of(model::Int128 value, const Scalar& scalar) {
  const std::uint32_t size = bit_count(scalar.dtype) / 8;
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t i = 0; i < size; ++i, value >>= 8)
    bytes.push_back(static_cast<std::uint8_t>(value & 0xff));
  if (scalar.endian == Endian::big) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

// The bytes that every file begins with, if the first field is a constant; those of which it begins
// with one, if that is an enumeration.
void find_magic(const Plan& plan, const Record& record, Root& root) {
  if (record.fields.empty() || record.items.empty()) return;
  const Run* run = std::get_if<Run>(&record.items.front());
  if (run == nullptr || run->condition || run->fixed.empty() ||
      run->fixed.front().field != FieldId{0})
    return;
  const Field& first = record.fields.front();
  if (const auto* constant = std::get_if<Constant>(&first.body.kind)) {
    root.magic = constant->bytes;
    root.magic_check = constant->check;
  }
  const auto* scalar = std::get_if<Scalar>(&first.body.kind);
  const bool is_plain = scalar != nullptr && scalar->coding == Coding::plain;
  if (is_plain && scalar->constant && scalar->constant_check) {
    root.magic = bytes_of(*scalar->constant, *scalar);
    root.magic_check = *scalar->constant_check;
  }
  if (!root.magic.empty()) root.beginnings = {root.magic};
  if (!is_plain || !scalar->enumeration || !scalar->unknown_member || scalar->bits != 0 ||
      bit_count(scalar->dtype) < 32)
    return;
  for (const EnumMember& member : plan.enums[*scalar->enumeration].members)
    root.beginnings.push_back(bytes_of(member.value, *scalar));
}

std::optional<Level> trailing_level(model::Trailing trailing) {
  switch (trailing) {
    case model::Trailing::error:
      return Level::error;
    case model::Trailing::rule:
      return Level::rule;
    case model::Trailing::warn:
      return Level::warn;
    case model::Trailing::ignore:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Root> make_root(Builder& builder, const std::vector<RecordScope>& scopes,
                              const model::Root& from) {
  const auto id = builder.records[from.type];
  if (!id) {
    builder.planned(builder.format.types[from.type].range, "a root that isn't a record");
    return std::nullopt;
  }
  Root root;
  root.name = from.name;
  root.record = *id;
  root.extensions = from.extensions.empty() ? builder.format.extensions : from.extensions;
  root.text_extensions = from.text_extensions;
  const RecordScope& scope = scopes[*id];
  find_magic(builder.plan, scope.record, root);
  root.magic_is_required =
      !root.magic.empty() && builder.plan.checks[root.magic_check].level == Level::error;
  // Where sections are declared, the last one ends with the file, or it is followed; if its gaps
  // may hold any bytes, these may be the last ones.
  std::vector<Section>& sections = scope.record.sections;
  const std::size_t declared = scope.type.sections.size();
  const bool ends_with_file =
      declared > 0 && (!sections[declared - 1].is_followed || !sections[declared - 1].gap);
  const std::optional<Level> level = trailing_level(from.trailing);
  if (level && !ends_with_file)
    root.trailing = builder.checks.trailing(scope.subject("", ""), *level);
  if (!ends_with_file && !sections.empty()) sections.back().trailing = root.trailing;
  return root;
}

void add_roots(Builder& builder, const std::vector<RecordScope>& scopes) {
  for (const model::Root& from : builder.format.roots)
    if (auto root = make_root(builder, scopes, from))
      builder.plan.roots.push_back(std::move(*root));
}

// A root for files of a directory: the one of their type, if there is one already.
std::optional<Root> content_of(Builder& builder, const std::vector<RecordScope>& scopes,
                               const model::Root& file, const Directory& directory) {
  const auto id = builder.records[file.type];
  for (const Root& root : builder.plan.roots)
    if (id == root.record) return root;
  for (const auto& content : directory.contents)
    if (content && id == content->record) return content;
  for (const Directory& other : builder.plan.directories)
    for (const auto& content : other.contents)
      if (content && id == content->record) return content;
  return make_root(builder, scopes, file);
}

// What is in a file of a directory is a root of its own.
void add_directories(Builder& builder, const std::vector<RecordScope>& scopes) {
  const model::Format& format = builder.format;
  for (const model::Directory& from : format.directories) {
    report_planned(builder, format.types[from.type]);
    Directory directory{from, {}, format.types[from.type].arrays};
    for (const model::DirectoryEntry& entry : from.entries) {
      model::Root file;
      file.name = entry.name;
      file.type = entry.type;
      file.trailing = format.types[entry.type].trailing.value_or(format.trailing);
      directory.contents.push_back(entry.directory ? std::nullopt
                                                   : content_of(builder, scopes, file, directory));
    }
    builder.plan.directories.push_back(std::move(directory));
  }
}

}  // namespace

schemac::impl::Check view_of(const Check& check) {
  schemac::impl::Check view{check.rule, check.field, check.sentence, check.name, check.level};
  if (check.fits) {
    view.least = static_cast<std::int64_t>(check.fits->min);
    view.most = static_cast<std::uint64_t>(check.fits->max);
    view.is_b_signed = check.is_b_signed;
  }
  return view;
}

std::optional<Plan> make(const model::Format& format, source::Diagnostics& diagnostics) {
  Builder builder(format, diagnostics);
  for (const model::PlannedKey& key : format.planned_keys) builder.planned(key.range, key.what);
  if (diagnostics.has_errors()) return std::nullopt;
  copy_names(builder);
  reserve_views(builder);
  lower_enums(builder);
  name_forms(builder);

  // Names, parameters and kinds: from here on any field of a record can be named by an expression.
  std::vector<RecordScope> scopes = declare_records(builder);
  for (RecordScope& scope : scopes) lower_sections(scope);
  for (RecordScope& scope : scopes) lower_fields(scope);
  for (RecordScope& scope : scopes) lower_starts(scope);
  for (RecordScope& scope : scopes) find_stream(scope);
  if (diagnostics.has_errors()) return std::nullopt;

  name_views_of_switches(builder.plan);
  find_told_tags(builder.plan);
  for (RecordScope& scope : scopes) find_derivations(scope.record);

  // Everything has its form; sizes and positions follow from it.
  compute_sizes(scopes);
  bound_depth(scopes, builder.plan);
  for (RecordScope& scope : scopes) {
    make_items(scope);
    find_late_fields(scope);
    scope.record.derive_order = derive_order(scope.record);
  }
  find_asked_layout(builder.plan);
  for (RecordScope& scope : scopes) find_checked_first(scope.record);
  report_asked_layout(scopes);
  report_asked_content(scopes);
  add_roots(builder, scopes);
  find_holders(builder.plan);
  find_heads(builder.plan);
  find_made_by_codecs(builder.plan);
  find_checked_alone(builder.plan);
  find_quick_walks(builder.plan);
  find_last_content(builder.plan);
  find_read_at_once(builder.plan);
  find_what_may_be_taken(builder.plan);
  number_json_records(builder.plan);
  find_measuring(builder.plan);
  find_open_ends(builder.plan);
  find_offsets(builder.plan);
  find_encoded(builder.plan);
  find_section_content(builder.plan);
  find_blamed_fields(builder.plan);
  add_directories(builder, scopes);
  find_format_uses(builder.plan);
  name_constants(builder.plan.checks);
  if (diagnostics.has_errors()) return std::nullopt;
  if (format.byte_order) {
    const RecordScope& root = scopes[*builder.records[format.byte_order->type]];
    set_file_order(builder.plan, *root.ids[format.byte_order->field], format.byte_order->attribute);
  }
  return std::move(builder.plan);
}

}  // namespace schemac::plan
