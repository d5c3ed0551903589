#include "emit/cpp/view/views.h"

#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/print/given_sizes.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/view/coded_accessor.h"
#include "emit/cpp/view/heads.h"
#include "emit/cpp/view/members.h"
#include "emit/cpp/view/quick_array.h"
#include "emit/cpp/view/spellings.h"
#include "emit/cpp/view/switch_views.h"
#include "emit/cpp/walk/checked_elements.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/forms.h"
#include "plan/facts/inline_items.h"

namespace schemac::emit::cpp {
namespace {

void emit_accessor_declaration(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto type = accessor_type(symbols, id);
  if (!type) return;
  if (field.codec) emit_coded_declaration(out, symbols, id);
  out.emit({{"doc", field.doc}, {"type", *type}, {"name", stored_accessor(field)}},
           R"cc(
             /// $doc$
             [[nodiscard]] $type$ $name$() const;
           )cc");
  if (field.presence)
    out.emit({{"query", presence_query(symbols.record(), field)}, {"field", field.name}},
             R"cc(
               /// Whether `$field$` is there.
               [[nodiscard]] bool $query$() const;
             )cc");
}

std::vector<ViewMember> own_members(const Symbols& symbols) {
  std::vector<ViewMember> members = given_members(symbols);
  const plan::Record& record = symbols.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (!record.sections[i].is_whole_file)
      members.push_back({"schemac::impl::Region", symbols.section({false, i}), "{}"});
  for (const LimitedStretch& stretch : limited_stretches(symbols))
    members.push_back({"std::uint64_t", stretch.name, "0"});
  for (const plan::AnchorId id : symbols.kept_anchors())
    members.push_back({"const std::byte*", symbols.anchor(id), "nullptr"});
  for (const KeptLength& length : symbols.kept_lengths())
    members.push_back({length.type, length.member.substr(0, length.member.size() - 1), "0"});
  for (const plan::FieldId id : symbols.kept_products())
    members.push_back({"schemac::impl::KnownProduct", symbols.product_local(id), "{}"});
  for (const plan::FieldId id : symbols.kept_views())
    members.push_back({held_view(symbols.plan(), symbols.field(id)), symbols.local(id), "{}"});
  return members;
}

// The class of the runtime that has what all such views have.
std::string base_class(const plan::Record& record) {
  return record.message() == nullptr ? "schemac::impl::RecordBase"
                                     : "schemac::impl::MessageBase<" + slots_type(record) + ">";
}

// ", blobs_section_(blobs_section)": how a constructor fills what the view keeps from the start.
std::string kept_initializers(const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  std::string out;
  for (const ViewMember& member : given_members(symbols))
    out += ", " + member.name + "_(" + member.name + ")";
  for (const LimitedStretch& stretch : limited_stretches(symbols))
    out += ", " + stretch.name + "_(" + stretch.condition + " ? " + std::to_string(stretch.size) +
           " : 0)";
  for (const GivenSize& size : given_sizes(symbols))
    out += ", " + size.member + "(" + size.value + ")";
  for (const plan::FieldId field : symbols.kept_views())  // they say where they are
    if (is_kept_in_place(symbols, field) || is_tried_alone(symbols, field))
      out +=
          ", " + symbols.member(field) + "(origin.of(" + quoted(record.fields[field].name) + "))";
  return out;
}

// What a view answers with when it is asked for its key.
std::string key_class(const plan::Field& key) {
  return std::holds_alternative<plan::List>(key.body.kind) ? "schemac::impl::ListKey"
                                                           : "schemac::impl::Key";
}

// ", schemac::impl::FileExtents& file_section": what the walk of a placing head is handed.
std::string file_parameter(const Symbols& symbols) {
  std::string out;
  for (std::uint32_t i = 0; i < symbols.record().sections.size(); ++i)
    if (symbols.record().sections[i].is_whole_file)
      out += ", schemac::impl::FileExtents& " + symbols.section({false, i});
  return out;
}

void emit_record_class(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  const auto key = key_of(symbols.plan(), plan::id_of(symbols.plan(), record));
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (plan::switch_of(record.fields[id]) != nullptr) emit_switch_class(out, symbols, id);
  const auto accessors = [&] {
    for (plan::FieldId id = 0; id < record.fields.size(); ++id)
      emit_accessor_declaration(out, symbols, id);
    emit_joined_declarations(out, record);
    emit_part_declarations(out, symbols.plan(), record);
  };
  const auto key_member = [&] {
    if (key)
      out.emit({{"Key", key_class(record.fields[*key])}}, "[[nodiscard]] $Key$ key_() const;");
  };
  const auto friends = [&] {
    if (record.is_shown)
      out.emit({{"Access", access_name(record)}}, "friend struct detail::$Access$;");
  };
  const auto try_walk = [&] {
    if (record.has_quick_walk)
      out.emit(R"h(
        const std::byte* try_walk_(const std::byte* begin, const std::byte* end, std::uint64_t index);
      )h");
  };
  const auto walks = [&] {
    const auto declare = [&](const char* name, bool is_there) {
      if (is_there)
        out.emit({{"name", name}}, R"h(
          const std::byte* $name$(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end);
        )h");
    };
    declare("check_", record.is_checked_alone);
    declare("open_", is_opened_apart(symbols.plan(), plan::id_of(symbols.plan(), record)));
    declare("look_", record.is_looked_at);
  };
  const auto head_walk = [&] {
    if (plan::has_placing_start(symbols.record()))
      out.emit({{"placed", file_parameter(symbols)}},
               R"h(
        const std::byte* walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end$placed$);
      )h");
  };
  const auto careful = [&] {
    for (plan::FieldId id = 0; id < record.fields.size(); ++id)
      if (has_careful_accessor(symbols, id))
        out.emit({{"type", *accessor_type(symbols, id)}, {"name", record.fields[id].identifier}},
                 "[[nodiscard]] $type$ careful_$name$_() const;");
  };
  const auto data = [&] {
    for (const ViewMember& member : own_members(symbols)) emit_member(out, member);
  };
  const auto constructors = [&] {
    if (kept_initializers(symbols).empty())
      return out.emit({{"base", base_class(record)},
                       {"name", record.message() == nullptr ? "RecordBase" : "MessageBase"}},
                      "using $base$::$name$;  // for other views");
    out.emit({{"View", view_name(record)},
              {"parameters", constructor_parameters(given_members(symbols), true)}},
             R"h(
               $View$() = default;  // for other views
               explicit $View$($parameters$);
             )h");
  };
  const auto spellings = [&] { emit_spelling_declarations(out, record); };
  out.blank_line();
  out.emit({{"Record", record.name},
            {"View", view_name(record)},
            {"spellings", spellings},
            {"walks", walks},
            {"try_walk", try_walk},
            {"head_walk", head_walk},
            {"careful", careful},
            {"accessors", accessors},
            {"head", [&] { emit_head_alias(out, record); }},
            {"base", base_class(record)},
            {"constructors", constructors},
            {"key", key_member},
            {"friends", friends},
            {"data", data}},
           R"h(
             /// $Record$ in place: decodes on access, copies nothing, must not outlive its bytes.
             class $View$ : public $base$ {
              public:
               $accessors$;
               $head$;

               $constructors$;
               $spellings$;

              private:
               friend struct schemac::impl::ViewAccess;
               $friends$;
               const std::byte* walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end);
               $head_walk$;
               $walks$;
               $try_walk$;
               $careful$;
               $key$;

               $data$;
             };
           )h");
}

void emit_key_body(Printer& out, const Symbols& symbols, plan::FieldId key) {
  const plan::Field& field = symbols.field(key);
  const std::string at = symbols.at(*symbols.position(key), "", "_");
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  const bool is_list = std::holds_alternative<plan::List>(field.body.kind);
  const std::string value =
      is_list ? "schemac::impl::list_key(" + field.identifier + "(), " + at + ")"
      : scalar == nullptr
          ? "{" + field.identifier + "(), " + at + "}"
          : "{schemac::impl::text_at(" + at + ", " + std::to_string(scalar->bit_count() / 8) +
                "), " + at + ", static_cast<std::uint64_t>(" + field.identifier + "()), true" +
                (number_type(*scalar) == "std::int64_t" ? ", true}" : "}");
  out.emit({{"Key", key_class(field)}, {"View", view_name(symbols.record())}, {"value", value}},
           "inline $Key$ $View$::key_() const { return $value$; }");
}

// Whether an accessor has to walk other fields, by functions that are printed later.
bool walks_fields_before(const Symbols& symbols, plan::FieldId id) {
  const auto section = symbols.in_section(id);
  return section && section->index > 0;
}

void emit_accessor_body(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId field) {
  const std::string type = *accessor_type(symbols, field);
  const std::string view = view_name(symbols.record());
  const std::string name = stored_accessor(symbols.field(field));
  if (symbols.field(field).codec) emit_coded_accessor(out, symbols, field);
  const bool is_careful = has_careful_accessor(symbols, field);
  // Inlined, so that a loop over views keeps them in registers.
  if (is_careful)
    out.emit({{"type", type},
              {"View", view},
              {"name", name},
              {"body", [&] { emit_quick_accessor(out, symbols, field); }}},
             R"h(
               SCHEMAC_INLINE $type$ $View$::$name$() const { $body$; }
             )h");
  out.emit({{"type", type},
            {"View", view},
            {"name", is_careful ? "careful_" + name + "_" : name},
            {"body", [&] { emit_accessor(out, symbols, forms, field); }}},
           R"h(
             inline $type$ $View$::$name$() const { $body$; }
           )h");
}

void emit_record_bodies(Printer& out, const Symbols& symbols, Forms& forms, plan::RecordId id) {
  const plan::Record& record = symbols.record();
  const std::string view = view_name(record);
  const std::string kept = kept_initializers(symbols);
  out.blank_line();
  if (!kept.empty())
    out.emit({{"View", view},
              {"parameters", constructor_parameters(given_members(symbols), false)},
              {"base", base_class(record)},
              {"kept", kept}},
             R"cc(
               inline $View$::$View$($parameters$) : $base$(origin)$kept$ {}
             )cc");
  for (plan::FieldId field = 0; field < record.fields.size(); ++field) {
    if (!accessor_type(symbols, field)) continue;
    if (!walks_fields_before(symbols, field)) emit_accessor_body(out, symbols, forms, field);
    if (!record.fields[field].presence) continue;
    ReadScope scope(symbols, std::string());
    out.emit({{"View", view},
              {"query", presence_query(record, record.fields[field])},
              {"condition", scope.condition(record.fields[field].presence->condition)}},
             "inline bool $View$::$query$() const { return $condition$; }");
  }
  emit_spelling_bodies(out, symbols);
  if (const auto key = key_of(symbols.plan(), id)) emit_key_body(out, symbols, *key);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (plan::switch_of(record.fields[field]) != nullptr)
      emit_switch_bodies(out, symbols, forms, field);
}

}  // namespace

void emit_view_names(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    if (record.is_recursive) out.emit({{"View", view_name(record)}}, "class $View$;");
  std::vector<std::string> names;  // of structs that views let look into them
  for (const plan::Record& record : plan.records) {
    const Symbols symbols(plan, record);
    if (record.is_shown) names.push_back(access_name(record));
    for (const ListedText& text : listed_texts(symbols)) names.push_back(text.tag);
  }
  if (names.empty()) return;
  const auto structs = [&] {
    for (const std::string& name : names) out.emit({{"Name", name}}, "struct $Name$;");
  };
  out.blank_line();
  out.emit({{"structs", structs}},
           R"cc(
             namespace detail {
             $structs$;
             }  // namespace detail
           )cc");
}

void emit_view_classes(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    const Symbols symbols(plan, record);
    emit_head_class(out, symbols);
    emit_record_class(out, symbols);
  }
}

void emit_late_accessors(Printer& out, const plan::Plan& plan, Forms& forms) {
  for (const plan::Record& record : plan.records) {
    const Symbols symbols(plan, record);
    for (plan::FieldId field = 0; field < record.fields.size(); ++field)
      if (accessor_type(symbols, field) && walks_fields_before(symbols, field))
        emit_accessor_body(out, symbols, forms, field);
  }
}

void emit_view_bodies(Printer& out, const plan::Plan& plan, Forms& forms) {
  for (plan::RecordId id = 0; id < plan.records.size(); ++id) {
    const Symbols symbols(plan, plan.records[id]);
    emit_head_bodies(out, symbols, forms);
    emit_record_bodies(out, symbols, forms, id);
  }
}

}  // namespace schemac::emit::cpp
