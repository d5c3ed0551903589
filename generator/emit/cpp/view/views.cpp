#include "emit/cpp/view/views.h"

#include <functional>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/steps/given_sizes.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/view/heads.h"
#include "emit/cpp/view/quick_array.h"
#include "emit/cpp/walk/checked_elements.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/walk/section_checks.h"
#include "emit/cpp/walk/try_walk.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

struct Member {
  std::string type, name, initial;
  bool may_be_unused = false;
};

Member param_member(const Layout& layout, plan::ParamId id) {
  const bool is_list = layout.record().params[id].is_list;
  return {is_list ? "schemac::NumberList" : layout.param_type(id), layout.param(id),
          is_list ? "{}" : "0"};
}

// What a view gets from outside and keeps: parameters, which checks alone may need, and sections.
std::vector<Member> given_members(const Layout& layout) {
  std::vector<Member> members;
  const plan::Record& record = layout.record();
  for (plan::ParamId i = 0; i < record.params.size(); ++i) {
    members.push_back(param_member(layout, i));
    members.back().may_be_unused = true;
  }
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i)
    members.push_back({"schemac::Section", layout.section({true, i}), "{}"});
  return members;
}

std::vector<Member> captured_members(const Layout& layout, plan::FieldId id) {
  std::vector<Member> members;
  const Uses uses = content_uses(layout, id);
  for (const plan::ParamId param : uses.params) members.push_back(param_member(layout, param));
  for (const plan::FieldId field : uses.numbers) {
    const auto* scalar = std::get_if<plan::Scalar>(&layout.field(field).body.kind);
    members.push_back(
        {scalar != nullptr ? number_type(*scalar) : "std::uint64_t", layout.local(field), "0"});
  }
  for (const plan::FieldId field : uses.lists)
    members.push_back({list_type(layout.plan(), layout.field(field)), layout.local(field), "{}"});
  for (const plan::FieldId field : uses.lengths)
    members.push_back({"std::uint64_t", layout.length_local(field), "0"});
  for (const plan::FieldId field : uses.views)
    members.push_back({held_view(layout.plan(), layout.field(field)), layout.local(field), "{}"});
  for (const std::string& section : uses.sections)
    members.push_back({"schemac::Section", section, "{}"});
  for (const plan::AnchorId anchor : uses.places)
    members.push_back({"const std::byte*", layout.anchor(anchor), "nullptr"});
  return members;
}

std::string constructor_parameters(const std::vector<Member>& members, bool has_defaults) {
  std::string out = "const schemac::Origin& origin";
  for (const Member& member : members)
    out += ", " + member.type + " " + member.name + (has_defaults ? " = " + member.initial : "");
  return out;
}

std::string initializers(const std::vector<Member>& members) {
  std::string out = "origin_(origin)";
  for (const Member& member : members) out += ", " + member.name + "_(" + member.name + ")";
  return out;
}

void emit_member(Printer& out, const Member& member) {
  const bool is_number = member.initial == "0" || member.initial == "nullptr";
  out.emit({{"unused", member.may_be_unused ? "[[maybe_unused]] " : ""},
            {"type", member.type},
            {"name", member.name},
            {"initial", is_number ? " = " + member.initial : ""}},
           "$unused$$type$ $name$_$initial$;");
}

// ---- the view of a switch ----

std::string kind_of(const plan::Alternative& alternative) { return alternative.identifier; }

void emit_switch_class(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  const auto kinds = [&] {
    for (const plan::Alternative& alternative : choice.alternatives)
      out.emit({{"kind", kind_of(alternative)}, {"doc", alternative.doc}}, "$kind$,  ///< $doc$");
    out.emit("unknown,  ///< No alternative has this tag.");
  };
  const auto accessors = [&] {
    for (const plan::Alternative& alternative : choice.alternatives)
      out.emit({{"type", alternative_type(layout, id, alternative.body.front())},
                {"name", kind_of(alternative)}},
               "[[nodiscard]] $type$ $name$() const;");
  };
  const std::vector<Member> members = captured_members(layout, id);
  const auto data = [&] {
    for (const Member& member : members) emit_member(out, member);
  };
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  const auto walk = [&] {
    if (is_element)
      out.emit(R"h(
        friend struct schemac::ViewAccess;
        const std::byte* walk_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end);
      )h");
  };
  out.blank_line();
  out.emit({{"View", choice.view},
            {"field", field.name},
            {"Record", layout.record().name},
            {"kinds", kinds},
            {"accessors", accessors},
            {"parameters", constructor_parameters(members, false)},
            {"walk", walk},
            {"data", data}},
           R"cc(
             /// `$field$` of $Record$ in place: one of several, each checked when it is asked for.
             class $View$ {
              public:
               enum class Kind : std::uint8_t {
                 $kinds$;
               };
               [[nodiscard]] Kind kind() const;
               $accessors$;

               // For other views.
               $View$() = default;
               $View$($parameters$, schemac::Region region);

              private:
               $walk$;
               schemac::Origin origin_;
               $data$;
               schemac::Region region_;
             };
           )cc");
}

std::string tag_literal(model::Int128 tag) { return literal(static_cast<std::uint64_t>(tag)); }

void emit_kind(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  Scope scope(layout, Place::content);
  const bool has_else = !choice.alternatives.empty() && choice.alternatives.back().tags.empty();
  const auto cases = [&] {
    for (const plan::Alternative& alternative : choice.alternatives) {
      if (alternative.tags.empty()) continue;
      for (std::size_t i = 0; i + 1 < alternative.tags.size(); ++i)
        out.emit({{"tag", tag_literal(alternative.tags[i])}}, "case $tag$:");
      out.emit({{"tag", tag_literal(alternative.tags.back())}, {"kind", kind_of(alternative)}},
               R"cc(
                 case $tag$:
                   return Kind::$kind$;
               )cc");
    }
  };
  std::string otherwise = "Kind::unknown";
  if (has_else) {
    otherwise = "Kind::" + kind_of(choice.alternatives.back());
    if (choice.is_unknown_told)
      otherwise = "detail::is_known_" + snake_case(layout.plan().enums[*choice.tag_enum].name) +
                  "(" + scope.tag(choice) + ") ? " + otherwise + " : Kind::unknown";
  }
  if (has_else && can_fail(choice.tag))
    otherwise = is_number(choice.tag, scope.spelling()) + " ? " + otherwise + " : Kind::unknown";
  const std::string& view = choice.view;
  out.blank_line();
  out.emit({{"View", view}, {"tag", scope.tag(choice)}, {"cases", cases}, {"otherwise", otherwise}},
           R"cc(
             inline $View$::Kind $View$::kind() const {
               switch ($tag$) {
                 $cases$;
                 default:
                   return $otherwise$;
               }
             }
           )cc");
}

void emit_switch_bodies(Printer& out, const Layout& layout, Forms& forms, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const plan::Switch& choice = *plan::switch_of(field);
  const std::string& view = choice.view;
  const std::vector<Member> members = captured_members(layout, id);
  out.blank_line();
  out.emit({{"View", view},
            {"parameters", constructor_parameters(members, false)},
            {"initializers", initializers(members)}},
           R"h(
             inline $View$::$View$($parameters$, schemac::Region region) : $initializers$, region_(region) {}
           )h");
  emit_kind(out, layout, id);
  for (const plan::Alternative& alternative : choice.alternatives) {
    const auto body = [&] { emit_alternative(out, layout, forms, id, alternative); };
    out.blank_line();
    out.emit({{"type", alternative_type(layout, id, alternative.body.front())},
              {"View", view},
              {"name", kind_of(alternative)},
              {"text", quoted(alternative.name)},
              {"body", body}},
             R"h(
               inline $type$ $View$::$name$() const {
                 if (kind() != Kind::$name$) [[unlikely]] return schemac::absent_at(origin_, $text$, region_.begin);
                 $body$;
               }
             )h");
  }
}

// ---- the view of a record ----

void emit_accessor_declaration(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto type = accessor_type(layout, id);
  if (!type) return;
  if (field.codec) emit_coded_declaration(out, layout, id);
  out.emit({{"doc", field.doc}, {"type", *type}, {"name", stored_accessor(field)}},
           R"cc(
             /// $doc$
             [[nodiscard]] $type$ $name$() const;
           )cc");
  if (field.presence)
    out.emit({{"query", presence_query(layout.record(), field)}, {"field", field.name}},
             R"cc(
               /// Whether `$field$` is there.
               [[nodiscard]] bool $query$() const;
             )cc");
}

std::vector<Member> own_members(const Layout& layout) {
  std::vector<Member> members = given_members(layout);
  const plan::Record& record = layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (!record.sections[i].is_whole_file)
      members.push_back({"schemac::Region", layout.section({false, i}), "{}"});
  for (const LimitedStretch& stretch : limited_stretches(layout))
    members.push_back({"std::uint64_t", stretch.name, "0"});
  members.push_back({"const std::byte*", "begin", "nullptr"});
  if (record.message() != nullptr) {
    members.push_back({"const std::byte*", "end", "nullptr"});
    members.push_back({slots_type(layout.record()), "fields", "{}"});
  }
  for (const plan::AnchorId id : layout.kept_anchors())
    members.push_back({"const std::byte*", layout.anchor(id), "nullptr"});
  for (const KeptLength& length : layout.kept_lengths())
    members.push_back({length.type, length.member.substr(0, length.member.size() - 1), "0"});
  for (const plan::FieldId id : layout.kept_products())
    members.push_back({"schemac::KnownProduct", layout.product_local(id), "{}"});
  for (const plan::FieldId id : layout.kept_views())
    members.push_back({held_view(layout.plan(), layout.field(id)), layout.local(id), "{}"});
  return members;
}

// What a view answers with when it is asked for its key.
std::string key_class(const plan::Field& key) {
  return std::holds_alternative<plan::List>(key.body.kind) ? "schemac::ListKey" : "schemac::Key";
}

void emit_record_class(Printer& out, const Layout& layout) {
  const plan::Record& record = layout.record();
  const auto key = key_of(layout.plan(), plan::id_of(layout.plan(), record));
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (plan::switch_of(record.fields[id]) != nullptr) emit_switch_class(out, layout, id);
  const auto accessors = [&] {
    for (plan::FieldId id = 0; id < record.fields.size(); ++id)
      emit_accessor_declaration(out, layout, id);
    emit_joined_declarations(out, record);
    emit_part_declarations(out, layout.plan(), record);
  };
  const auto key_member = [&] {
    if (key)
      out.emit({{"Key", key_class(record.fields[*key])}}, "[[nodiscard]] $Key$ key_() const;");
  };
  const auto friends = [&] {
    if (layout.has_sections())
      out.emit({{"Record", record.name}}, "friend struct detail::CheckOf$Record$;");
    if (record.is_looked_into)
      out.emit({{"Parts", parts_name(record)}}, "friend struct detail::$Parts$;");
  };
  const auto try_walk = [&] {
    if (has_try_walk(layout.plan(), plan::id_of(layout.plan(), record)))
      out.emit(R"h(
        // The same where the record is whole; returns null where it isn't.
        const std::byte* try_walk_(const std::byte* begin, const std::byte* end, std::uint64_t index);
      )h");
  };
  const auto check = [&] {
    if (is_checked_alone(layout.plan(), plan::id_of(layout.plan(), record)))
      out.emit(R"h(
        // The same with all checks of the record.
        const std::byte* check_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end);
      )h");
  };
  const auto open = [&] {
    if (is_opened_apart(layout.plan(), plan::id_of(layout.plan(), record)))
      out.emit(R"h(
        // The same of a file, whose numbers are looked at, too.
        const std::byte* open_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end);
      )h");
  };
  const auto head_walk = [&] {
    if (has_placing_head(layout))
      out.emit({{"placed", head_extents_parameter(layout)}},
               R"h(
        // The same, with what is placed by records in line.
        const std::byte* walk_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end$placed$);
      )h");
  };
  const auto careful = [&] {
    for (plan::FieldId id = 0; id < record.fields.size(); ++id)
      if (has_careful_accessor(layout, id))
        out.emit({{"type", *accessor_type(layout, id)}, {"name", record.fields[id].identifier}},
                 "[[nodiscard]] $type$ careful_$name$_() const;");
  };
  const auto data = [&] {
    for (const Member& member : own_members(layout)) emit_member(out, member);
  };
  out.blank_line();
  out.emit({{"Record", record.name},
            {"View", view_name(record)},
            {"check", check},
            {"try_walk", try_walk},
            {"open", open},
            {"head_walk", head_walk},
            {"careful", careful},
            {"accessors", accessors},
            {"head", [&] { emit_head_alias(out, record); }},
            {"parameters", constructor_parameters(given_members(layout), true)},
            {"key", key_member},
            {"friends", friends},
            {"data", data}},
           R"h(
             /// $Record$ in place: decodes on access, copies nothing, must not outlive its bytes.
             class $View$ {
              public:
               $accessors$;
               $head$;

               // For other views: shows nothing yet.
               $View$() = default;
               explicit $View$($parameters$);

              private:
               friend struct schemac::ViewAccess;
               $friends$;
               // Shows the record at `begin`; returns where it ends, or null.
               const std::byte* walk_(schemac::Context& context, const schemac::Frame& frame, const std::byte* begin, const std::byte* end);
               $head_walk$;
               $check$;
               $open$;
               $try_walk$;
               $careful$;
               $key$;

               schemac::Origin origin_;
               $data$;
             };
           )h");
}

void emit_key_body(Printer& out, const Layout& layout, plan::FieldId key) {
  const plan::Field& field = layout.field(key);
  const std::string at = layout.at(*layout.position(key), "", "_");
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  const bool is_list = std::holds_alternative<plan::List>(field.body.kind);
  const std::string value =
      is_list ? "schemac::list_key(" + field.identifier + "(), " + at + ")"
      : scalar == nullptr
          ? "{" + field.identifier + "(), " + at + "}"
          : "{schemac::text_at(" + at + ", " + std::to_string(bit_count(scalar->dtype) / 8) +
                "), " + at + ", static_cast<std::uint64_t>(" + field.identifier + "()), true" +
                (number_type(*scalar) == "std::int64_t" ? ", true}" : "}");
  out.emit({{"Key", key_class(field)}, {"View", view_name(layout.record())}, {"value", value}},
           "inline $Key$ $View$::key_() const { return $value$; }");
}

// Whether an accessor has to walk other fields, by functions that are printed later.
bool walks_fields_before(const Layout& layout, plan::FieldId id) {
  const auto section = layout.in_section(id);
  return section && section->index > 0;
}

void emit_accessor_body(Printer& out, const Layout& layout, Forms& forms, plan::FieldId field) {
  const std::string type = *accessor_type(layout, field);
  const std::string view = view_name(layout.record());
  const std::string name = stored_accessor(layout.field(field));
  if (layout.field(field).codec) emit_coded_accessor(out, layout, field);
  const bool is_careful = has_careful_accessor(layout, field);
  // Inlined, so that a loop over views keeps them in registers.
  if (is_careful)
    out.emit({{"type", type},
              {"View", view},
              {"name", name},
              {"body", [&] { emit_quick_accessor(out, layout, field); }}},
             R"h(
               [[gnu::always_inline]] inline $type$ $View$::$name$() const { $body$; }
             )h");
  out.emit({{"type", type},
            {"View", view},
            {"name", is_careful ? "careful_" + name + "_" : name},
            {"body", [&] { emit_accessor(out, layout, forms, field); }}},
           R"h(
             inline $type$ $View$::$name$() const { $body$; }
           )h");
}

void emit_record_bodies(Printer& out, const Layout& layout, Forms& forms, plan::RecordId id) {
  const plan::Record& record = layout.record();
  const std::string view = view_name(record);
  const std::vector<Member> given = given_members(layout);
  std::string limited;
  for (const LimitedStretch& stretch : limited_stretches(layout))
    limited += ", " + stretch.name + "_(" + stretch.condition + " ? " +
               std::to_string(stretch.size) + " : 0)";
  for (const GivenSize& size : given_sizes(layout))
    limited += ", " + size.member + "(" + size.value + ")";
  std::string shown;  // views that say where they are
  for (const plan::FieldId field : layout.kept_views())
    if (is_kept_in_place(layout, field) || is_tried_part(layout, field))
      shown +=
          ", " + layout.member(field) + "(origin.of(" + quoted(record.fields[field].name) + "))";
  out.blank_line();
  out.emit({{"View", view},
            {"parameters", constructor_parameters(given, false)},
            {"initializers", initializers(given) + limited + shown}},
           R"cc(
             inline $View$::$View$($parameters$) : $initializers$ {}
           )cc");
  for (plan::FieldId field = 0; field < record.fields.size(); ++field) {
    if (!accessor_type(layout, field)) continue;
    if (!walks_fields_before(layout, field)) emit_accessor_body(out, layout, forms, field);
    if (!record.fields[field].presence) continue;
    Scope scope(layout, std::string());
    out.emit({{"View", view},
              {"query", presence_query(record, record.fields[field])},
              {"condition", scope.condition(record.fields[field].presence->condition)}},
             "inline bool $View$::$query$() const { return $condition$; }");
  }
  if (const auto key = key_of(layout.plan(), id)) emit_key_body(out, layout, *key);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (plan::switch_of(record.fields[field]) != nullptr)
      emit_switch_bodies(out, layout, forms, field);
}

}  // namespace

void emit_view_names(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    out.emit({{"View", view_name(record)}, {"Record", record.name}},
             "class $View$;  // $Record$ in place");
  std::vector<std::string> names;  // of structs that views let look into them
  for (const plan::Record& record : plan.records) {
    const Layout layout(plan, record);
    if (layout.has_sections()) names.push_back("CheckOf" + record.name);
    if (record.is_looked_into) names.push_back(parts_name(record));
    for (const ListedText& text : listed_texts(layout)) names.push_back(text.tag);
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
    const Layout layout(plan, record);
    emit_head_class(out, layout);
    emit_record_class(out, layout);
  }
}

void emit_late_accessors(Printer& out, const plan::Plan& plan, Forms& forms) {
  for (const plan::Record& record : plan.records) {
    const Layout layout(plan, record);
    for (plan::FieldId field = 0; field < record.fields.size(); ++field)
      if (accessor_type(layout, field) && walks_fields_before(layout, field))
        emit_accessor_body(out, layout, forms, field);
  }
}

void emit_view_bodies(Printer& out, const plan::Plan& plan, Forms& forms) {
  for (plan::RecordId id = 0; id < plan.records.size(); ++id) {
    const Layout layout(plan, plan.records[id]);
    emit_head_bodies(out, layout, forms);
    emit_record_bodies(out, layout, forms, id);
  }
}

}  // namespace schemac::emit::cpp
