#include "emit/cpp/walk/record_functions.h"

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/preview.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/walk/field_content.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/read_at_once.h"
#include "emit/cpp/walk/section_checks.h"
#include "emit/cpp/walk/try_walk.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

// Sections that stand for the whole file belong to the record that made them up.
void emit_file_sections(Printer& out, Walk& walk) {
  const plan::Record& record = walk.layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].is_whole_file)
      out.emit({{"section", walk.scope.section({false, i})},
                {"checks", file_checks(walk.forms, record.sections[i])}},
               "schemac::FileExtents $section$(context, $checks$, frame);");
}

void emit_finish(Printer& out, Walk& walk) {
  if (walk.mode == Mode::walk) return;
  const plan::Record& record = walk.layout.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].is_tracked)
      out.emit(
          {{"section", walk.scope.section({false, i})}, {"end", walk.scope.at(record.end)}},
          R"cc(if (!$section$.finish(context, context.offset_of($end$))) [[unlikely]] return nullptr;)cc");
}

void emit_depth(Printer& out, const Walk& walk) {
  const plan::Record& record = walk.layout.record();
  if (!record.is_recursive || !record.depth) return;
  out.emit({{"check", walk.forms.check(*record.depth)}},
           R"cc(
             const schemac::Depth depth(context);
             if (!depth.is_allowed()) [[unlikely]] return context.refuse($check$, frame, begin);
           )cc");
}

struct EmitItem {
  Printer& out;
  Walk& walk;

  void operator()(const plan::Run& run) const { emit_run(out, walk, run); }
  void operator()(const plan::Pad& pad) const { emit_pad(out, walk, pad); }
  void operator()(const plan::Require& require) const { emit_require(out, walk, require); }
  void operator()(const plan::Place& place) const {
    if (!walk.layout.field(place.field).jump) return emit_place(out, walk, place);
    if (walk.mode == Mode::walk) return;
    out.emit({{"call", field_call(walk, place.field, "", "")}},
             R"cc(if (!$call$) [[unlikely]] return nullptr;)cc");
  }
  void operator()(const plan::CheckElements& item) const { emit_later_rules(out, walk, item); }
  void operator()(const plan::CheckDigest& item) const { emit_check_digest(out, walk, item); }
  void operator()(const plan::CheckCodec& item) const { emit_check_codec(out, walk, item); }
  // Records with sections have a check of their own form (section_checks.h).
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection&) const {}
  void operator()(const plan::FinishSections&) const { emit_finish(out, walk); }
  void operator()(const plan::MessageFields&) const {}
};

void emit_steps(Printer& out, Walk& walk) {
  const plan::Record& record = walk.layout.record();
  emit_depth(out, walk);
  if (walk.mode != Mode::walk) emit_file_sections(out, walk);
  for (const plan::Item& item : record.items) std::visit(EmitItem{out, walk}, item);
}

// What the list around a record compares: the characters of a text, else the bytes of a scalar.
void emit_key(Printer& out, Walk& walk, plan::FieldId key) {
  const plan::Body& body = walk.layout.field(key).body;
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  if (std::holds_alternative<plan::List>(body.kind)) {
    out.emit({{"begin", walk.scope.at(key)}}, "key = {$begin$, end};");
  } else if (std::holds_alternative<plan::Text>(body.kind)) {
    out.emit({{"text", walk.scope.text(key)}}, "key = $text$;");
  } else {
    out.emit({{"at", walk.scope.at(key)}, {"size", bit_count(scalar->dtype) / 8}},
             "key = schemac::text_at($at$, $size$);");
  }
}

// A member of a view that a walk establishes.
struct Kept {
  std::string type, member, value;
};

std::vector<Kept> kept_members(Walk& walk) {
  std::vector<Kept> kept;
  for (const plan::AnchorId id : walk.layout.kept_anchors())
    kept.push_back(
        {"const std::byte*", walk.layout.anchor(id) + "_", walk.scope.at(plan::Position{id, 0})});
  for (const KeptLength& length : walk.layout.kept_lengths()) {
    const plan::Body& body = walk.layout.field(length.field).body;
    std::string value = walk.layout.length_local(length.field);
    const auto* array = std::get_if<plan::Array>(&body.kind);
    if (std::holds_alternative<plan::Text>(body.kind))
      value = walk.layout.local(length.field) + ".size";
    if (std::holds_alternative<plan::Scalar>(body.kind)) value = walk.layout.local(length.field);
    if (array != nullptr)
      value = walk.layout.local(length.field) + (array->head ? "_head.number" : "_extent.needed");
    kept.push_back({length.type, length.member, value});
  }
  for (const plan::FieldId id : walk.layout.kept_products())
    kept.push_back({"const schemac::KnownProduct&", walk.layout.product_member(id),
                    walk.layout.product_local(id)});
  for (const plan::FieldId id : walk.layout.kept_views()) {
    if (is_kept_in_place(walk.layout, id)) continue;
    if (walk.mode == Mode::walk && is_tried_part(walk.layout, id)) continue;  // walked in place
    const plan::Field& field = walk.layout.field(id);
    kept.push_back({"const " + held_view(walk.plan(), field) + "&", walk.layout.member(id),
                    walk.scope.view(id)});
  }
  return kept;
}

}  // namespace

void emit_item(Printer& out, Walk& walk, const plan::Item& item) {
  std::visit(EmitItem{out, walk}, item);
}

void emit_members(Printer& out, Walk& walk) {
  out.blank_line();
  out.emit("begin_ = begin;");
  for (const Kept& kept : kept_members(walk))
    out.emit({{"member", kept.member}, {"value", kept.value}}, "$member$ = $value$;");
}

namespace {

// The same at the end of a check, for a record that expressions look into.
void emit_seen(Printer& out, Walk& walk) {
  std::string values;
  for (const Kept& kept : kept_members(walk)) values += ", " + kept.value;
  out.emit({{"Parts", parts_name(walk.layout.record())}, {"values", values}},
           "if (seen != nullptr) $Parts$::keep(*seen, begin$values$);");
}

// The walk of a view checks what stands inline before sections.
bool is_checked_with_head(const Layout& layout, plan::FieldId field) {
  return layout.has_sections() && layout.position(field);
}

// The fields of a record whose place others need: checks of records around it blame them, or ask
// for a number that has no accessor.
std::set<plan::FieldId> blamed_fields(const plan::Plan& plan, const plan::Record& blamed) {
  std::set<plan::FieldId> found;
  for (plan::FieldId id = 0; id < blamed.fields.size(); ++id)
    if (is_hidden_number(blamed, id)) found.insert(id);
  const auto follow = [&](const plan::Record& record, const plan::FieldPath& path,
                          bool is_own_seen = false) {
    const plan::Record* at = &record;
    plan::FieldId id = path.field;
    for (const plan::FieldId inner : path.inner) {
      at = &held_record(plan, at->fields[id]);
      id = inner;
    }
    if (at == &blamed && (is_own_seen || !path.inner.empty())) found.insert(id);
  };
  const auto follow_rules = [&](const plan::List& list) {
    const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
    for (const plan::EachRule& rule : list.each)
      if (nested != nullptr && rule.at && !rule.item)
        follow(plan.records[nested->record], *rule.at, true);
  };
  for (const plan::Record& record : plan.records) {
    for (const plan::Item& item : record.items) {
      if (const auto* require = std::get_if<plan::Require>(&item); require && require->at)
        follow(record, *require->at);
      if (const auto* later = std::get_if<plan::CheckElements>(&item)) follow_rules(later->list);
    }
    for (const plan::Field& field : record.fields)
      for_each_body(field, [&](const plan::Body& body) {
        const auto* array = std::get_if<plan::Array>(&body.kind);
        if (array != nullptr && array->dims) follow(record, array->dims->first);
        if (const auto* list = std::get_if<plan::List>(&body.kind)) follow_rules(*list);
      });
  }
  return found;
}

void emit_check_body(Printer& out, Walk& walk, std::optional<plan::FieldId> key) {
  if (walk.layout.record().message() != nullptr) {
    emit_depth(out, walk);
    return emit_message_check(out, walk.layout, walk.forms, walk.mode);
  }
  emit_steps(out, walk);
  if (key) emit_key(out, walk, *key);
  if (walk.layout.record().is_looked_into) emit_seen(out, walk);
  out.blank_line();
  out.emit({{"end", walk.scope.at(walk.layout.record().end)}}, "return $end$;");
}

void emit_walk_body(Printer& out, Walk& walk) {
  emit_params(out, walk);
  emit_steps(out, walk);
  emit_members(out, walk);
  out.emit({{"end", walk.scope.at(walk.layout.record().end)}}, "return $end$;");
}

template <class Emit>
Uses uses_of(const Layout& layout, Forms& forms, Mode mode, Emit emit) {
  Printer unread(Printer::Width::any);
  Scope scope(layout);
  Walk walk{layout, scope, forms, mode};
  emit(unread, walk);
  return scope.uses();
}

// Prints the walk of a view: `opens` as Walk has it.
void emit_walk(Printer& out, const Layout& layout, Forms& forms, const std::string& name,
               bool is_out_of_line, bool opens) {
  const auto body = [opens](Printer& printer, Walk& walk) {
    walk.opens = opens;
    emit_walk_body(printer, walk);
  };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::walk};
  scope.use(uses_of(layout, forms, Mode::walk, body));
  out.blank_line();
  out.emit({{"inlined", is_out_of_line ? "" : "[[gnu::always_inline]] "},
            {"View", view_name(layout.record())},
            {"name", name},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             $inlined$inline const std::byte* $View$::$name$([[maybe_unused]] schemac::Context& context, [[maybe_unused]] const schemac::Frame& frame, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

}  // namespace

// Of a record that is held once a copy costs nothing; of a small one little, and then what its
// holder looks at needs no memory.
bool is_inlined(const plan::Plan& plan, plan::RecordId id) {
  constexpr std::size_t most_copied = 16;  // fields
  const plan::Record& record = plan.records[id];
  if (record.is_recursive) return false;
  const std::size_t uses = record.holders.count;
  return uses == 1 || uses * record.weight <= most_copied;
}

std::string outer_parameters(const Layout& layout) {
  const plan::Record& record = layout.record();
  std::string out;
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i) {
    const std::string section = layout.section({true, i});
    out += ", [[maybe_unused]] " + layout.section_type(section) + "& " + section;
  }
  for (plan::ParamId i = 0; i < record.params.size(); ++i)
    out += ", [[maybe_unused]] " + layout.param_type(i) + " " + layout.param(i);
  return out;
}

// The parameter by which a check gives out the view of what it has checked.
std::string seen_parameter(const plan::Record& record) {
  return record.is_looked_into ? ", [[maybe_unused]] " + view_name(record) + "* seen" : "";
}

// Of a message its view tells all.
void emit_message_parts(Printer& out, const Layout& layout) {
  const plan::Record& record = layout.record();
  const auto places = [&] {
    for (const plan::FieldId id : blamed_fields(layout.plan(), record))
      out.emit(
          {{"View", view_name(record)},
           {"name", layout.field(id).identifier},
           {"at", message_place(layout, id, "view")}},
          R"cc([[gnu::always_inline]] static const std::byte* at_$name$(const $View$& view) { return $at$; })cc");
  };
  out.blank_line();
  out.emit({{"Record", record.name},
            {"Parts", parts_name(record)},
            {"View", view_name(record)},
            {"places", places}},
           R"cc(
             /// What expressions of other records need of a $Record$.
             struct $Parts$ {
               [[nodiscard, gnu::always_inline]] static const std::byte* begin_of(const $View$& view) { return view.begin_; }
               $places$;
             };
           )cc");
}

void emit_record_parts(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!record.is_looked_into) return;
  const Layout layout(plan, record);
  if (record.message() != nullptr) return emit_message_parts(out, layout);
  Forms unread(plan);
  Scope scope(layout);
  Walk walk{layout, scope, unread, Mode::check};
  std::string parameters;
  const std::vector<Kept> members = kept_members(walk);
  for (const Kept& kept : members)
    parameters += ", " + kept.type + " " + kept.member.substr(0, kept.member.size() - 1);
  const auto assignments = [&] {
    for (const Kept& kept : members)
      out.emit({{"member", kept.member}, {"value", kept.member.substr(0, kept.member.size() - 1)}},
               "view.$member$ = $value$;");
  };
  const auto places = [&] {
    for (const plan::FieldId id : blamed_fields(layout.plan(), layout.record()))
      out.emit({{"View", view_name(layout.record())},
                {"name", layout.field(id).identifier},
                {"at", layout.at(layout.position(id).value_or(plan::Position{}), "view.", "_")}},
               R"cc(
                 [[gnu::always_inline]] static const std::byte* at_$name$([[maybe_unused]] const $View$& view) {
                   return $at$;
                 }
               )cc");
  };
  const auto views = [&] {
    for (const plan::FieldId id : layout.kept_views())
      if (is_kept_in_place(layout, id))
        out.emit({{"Held", held_view(plan, layout.field(id))},
                  {"View", view_name(layout.record())},
                  {"name", layout.field(id).identifier},
                  {"member", layout.member(id)}},
                 R"cc(
                   [[nodiscard, gnu::always_inline]] static $Held$& view_of_$name$($View$& view) {
                     return schemac::ViewAccess::kept(view.$member$, view.origin_);
                   }
                 )cc");
  };
  out.blank_line();
  out.emit({{"Record", layout.record().name},
            {"views", views},
            {"Parts", parts_name(layout.record())},
            {"View", view_name(layout.record())},
            {"parameters", parameters},
            {"assignments", assignments},
            {"places", places}},
           R"cc(
             /// What expressions of other records need of a $Record$.
             struct $Parts$ {
               [[gnu::always_inline]] static void keep($View$& view, const std::byte* begin$parameters$) {
                 view.begin_ = begin;
                 $assignments$;
               }
               [[nodiscard, gnu::always_inline]] static const std::byte* begin_of(const $View$& view) {
                 return view.begin_;
               }
               $views$;
               $places$;
             };
           )cc");
}

void emit_record_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  out.emit({{"record", record_name(record)},
            {"outer", outer_parameters(Layout(plan, record))},
            {"key", key_of(plan, id) ? ", " + key_type(plan, id) + "& key" : ""},
            {"seen", record.is_looked_into ? ", " + view_name(record) + "* seen" : ""}},
           R"cc(
             inline const std::byte* check_$record$(schemac::Context& context, const schemac::Frame& frame$outer$$key$$seen$, const std::byte* begin, const std::byte* end);
           )cc");
}

// "schemac::Context& context", without its name where nothing is looked at.
template <class Body>
std::string context_parameter(const Layout& layout, Scope& scope, Forms& forms, Mode mode,
                              const Body& body) {
  const auto steps = [&](Printer& printer) {
    Walk walk{layout, scope, forms, mode};
    body(printer, walk);
  };
  return Preview(steps).parameter("schemac::Context&", "context");
}

void emit_record_check(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const Layout layout(plan, record);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (record.message() == nullptr && !is_checked_with_head(layout, field))
      emit_field_functions(out, layout, forms, Mode::check, field);
  if (layout.has_sections()) return emit_section_checks(out, layout, forms);
  const auto key = key_of(plan, id);
  const auto body = [&](Printer& printer, Walk& walk) { emit_check_body(printer, walk, key); };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::check};
  scope.use(uses_of(layout, forms, Mode::check, body));
  out.blank_line();
  out.emit({{"Record", record.name},
            {"inlined", is_inlined(plan, id) ? "[[gnu::always_inline]] " : ""},
            {"record", record_name(record)},
            {"outer", outer_parameters(layout)},
            {"key", key ? ", " + key_type(plan, id) + "& key" : ""},
            {"seen", seen_parameter(record)},
            {"context", context_parameter(layout, scope, forms, Mode::check, body)},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             /// Checks the record $Record$ at `begin`; returns where it ends, or null.
             $inlined$inline const std::byte* check_$record$($context$, [[maybe_unused]] const schemac::Frame& frame$outer$$key$$seen$, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

void emit_record_reader(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const Layout layout(plan, record);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (record.message() == nullptr) emit_field_functions(out, layout, forms, Mode::read, field);
  const auto body = [&](Printer& printer, Walk& walk) {
    emit_check_body(printer, walk, std::nullopt);
  };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::read};
  scope.use(uses_of(layout, forms, Mode::read, body));
  out.blank_line();
  out.emit({{"inlined", is_inlined(plan, id) ? "[[gnu::always_inline]] " : ""},
            {"record", record_name(record)},
            {"made", made_parameters(record)},
            {"outer", outer_parameters(layout)},
            {"seen", seen_parameter(record)},
            {"context", context_parameter(layout, scope, forms, Mode::read, body)},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             $inlined$inline const std::byte* read_$record$($context$, [[maybe_unused]] const schemac::Frame& frame$made$$outer$$seen$, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

void emit_record_walk(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const Layout layout(plan, record);
  if (record.message() != nullptr) return emit_message_walk(out, layout);
  // Of what stands in a section only accessors of fields after it need a walk, and elements that
  // are unions, over which a list's view walks.
  const auto is_walked = [&](plan::FieldId field) {
    const auto section = layout.in_section(field);
    if (is_list_of_unions(record.fields[field])) return true;
    return !section || section->index + 1 < layout.fields_in_section(section->section).size();
  };
  const auto walked_functions = [&](Printer& printer) {
    for (plan::FieldId field = 0; field < record.fields.size(); ++field) {
      if (is_walked(field)) emit_field_functions(printer, layout, forms, Mode::walk, field);
      if (is_checked_with_head(layout, field))
        emit_field_functions(printer, layout, forms, Mode::check, field);
    }
  };
  const auto functions = [&] { walked_functions(out); };
  Printer probe(Printer::Width::any);
  walked_functions(probe);
  if (!probe.take().empty())
    out.emit({{"functions", functions}},
             R"cc(
               namespace detail {

               $functions$;

               }  // namespace detail
             )cc");
  if (layout.has_sections()) return emit_section_walk(out, layout, forms);
  const bool is_rare = has_try_walk(plan, id);
  const bool is_root_alone = is_root(plan, record) && !record.is_held();
  emit_walk(out, layout, forms, "walk_", record.is_recursive || is_rare, is_root_alone);
  if (is_rare) emit_try_walk(out, layout, forms);
  if (is_opened_apart(plan, id)) emit_walk(out, layout, forms, "open_", true, true);
}

bool is_opened_apart(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  return is_root(plan, record) && record.is_held() && record.message() == nullptr &&
         !Layout(plan, record).has_sections();
}

bool is_kept_in_place(const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  const plan::Record& record = layout.record();
  const bool stands_alone = record.params.empty() && record.section_params.empty() &&
                            record.sections.empty() && !record.message();
  return stands_alone && nested != nullptr && field.is_looked_into && !field.presence &&
         !field.jump && !nested->json && nested->args.empty() && nested->sections.empty() &&
         has_function(field, Mode::walk) && has_function(field, Mode::check);
}

void emit_view_local(Printer& out, Walk& walk, plan::FieldId id) {
  const auto& nested = std::get<plan::Nested>(walk.layout.field(id).body.kind);
  const bool is_in_place = is_kept_in_place(walk.layout, id);
  const plan::Record& record = walk.layout.record();
  if (is_in_place && walk.mode == Mode::walk)
    return out.emit({{"View", held_view(walk.plan(), nested)},
                     {"name", walk.layout.local(id)},
                     {"member", walk.layout.member(id)}},
                    "$View$& $name$ = schemac::ViewAccess::kept($member$, origin_);");
  if (is_in_place && record.is_looked_into)
    return out.emit({{"View", held_view(walk.plan(), nested)},
                     {"name", walk.layout.local(id)},
                     {"Parts", parts_name(record)},
                     {"member", walk.layout.field(id).identifier}},
                    R"cc(
                      $View$ unseen_$name$(schemac::Origin{context.space()});
                      $View$& $name$ = seen != nullptr ? $Parts$::view_of_$member$(*seen) : unseen_$name$;
                    )cc");
  const bool is_shown = walk.mode == Mode::walk;
  std::string args;
  for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
  if (is_shown)
    for (const plan::SectionRef& section : nested.sections)
      args += ", " + section_offsets(walk.layout, section);
  const std::string origin = is_shown ? "origin_.of(" + quoted(walk.layout.field(id).name) + ")"
                                      : "schemac::Origin{context.space()}";
  out.emit({{"View", held_view(walk.plan(), nested)},
            {"name", walk.layout.local(id)},
            {"origin", origin},
            {"args", args}},
           "$View$ $name$($origin$$args$);");
}

namespace {

// A text is decoded, then its message is checked as any other record.
std::string text_call(Walk& walk, const plan::Nested& nested, const std::string& frame,
                      const std::string& begin, const std::string& end, const std::string& view) {
  const std::string arguments =
      "<" + text_arguments(walk.plan(), nested) + ">(context, " + frame + ", " + begin + ", " + end;
  if (walk.mode == Mode::walk)
    return view.empty() ? end : "schemac::json::walk_text" + arguments + ", " + view + ")";
  plan::Nested message = nested;
  message.json.reset();
  return "schemac::json::check_text" + arguments + (view.empty() ? "" : ", " + view) +
         ", [&](const schemac::Frame& text_frame, const std::byte* first, const std::byte* last) { "
         "return " +
         record_call(walk, message, "text_frame", "first", "last", view) + "; })";
}

}  // namespace

std::string record_call(Walk& walk, const plan::Nested& nested, const std::string& frame,
                        const std::string& begin, const std::string& end, const std::string& view,
                        const std::string& target, const std::string& key) {
  if (nested.json) return text_call(walk, nested, frame, begin, end, view);
  const plan::Record& record = walk.plan().records[nested.record];
  std::string args;
  if (walk.mode != Mode::walk) {
    for (const plan::SectionRef& section : nested.sections)
      args += ", " + walk.scope.section(section);
    for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
    const bool is_read = walk.mode == Mode::read;
    if (!is_read && key_of(walk.plan(), nested.record)) args += ", " + key;
    if (record.is_looked_into) args += view.empty() ? ", nullptr" : ", &" + view;
    const std::string made = is_read ? ", reader, " + target : "";
    return std::string("detail::") + (is_read ? "read_" : "check_") + record_name(record) +
           "(context, " + frame + made + args + ", " + begin + ", " + end + ")";
  }
  if (!view.empty())
    return "schemac::ViewAccess::walk(" + view + ", context, " + frame + ", " + begin + ", " + end +
           ")";
  for (const plan::Expr& arg : nested.args) args += ", " + walk.scope.argument(arg);
  return "schemac::ViewAccess::walk(" + view_name(record) + "(schemac::Origin{context.space()}" +
         args + "), context, " + frame + ", " + begin + ", " + end + ")";
}

std::string first_view(Walk& walk, const plan::Body& element, const Site& site) {
  if (const auto* nested = std::get_if<plan::Nested>(&element.kind)) {
    std::string args;
    for (const plan::Expr& arg : nested->args) args += ", " + walk.scope.argument(arg);
    return view_name(walk.plan().records[nested->record]) + "(schemac::Origin{context.space()}" +
           args + ")";
  }
  const auto* text = std::get_if<plan::Text>(&element.kind);
  const std::string tag = text == nullptr ? "" : listed_text(walk.layout, site.field, *text).tag;
  return "schemac::TextView<detail::" + tag + ">(schemac::Origin{context.space()})";
}

}  // namespace schemac::emit::cpp
