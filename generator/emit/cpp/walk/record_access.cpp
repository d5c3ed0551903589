#include "emit/cpp/walk/record_access.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {
namespace {

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

}  // namespace

// Of a message, everything is asked of its view.
void emit_message_access(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  const auto places = [&] {
    for (const plan::FieldId id : blamed_fields(symbols.plan(), record))
      out.emit(
          {{"View", view_name(record)},
           {"name", symbols.field(id).identifier},
           {"at", message_place(symbols, id, "view")}},
          R"cc(SCHEMAC_INLINE static const std::byte* at_$name$(const $View$& view) { return $at$; })cc");
  };
  out.blank_line();
  out.emit({{"Record", record.name},
            {"Access", access_name(record)},
            {"View", view_name(record)},
            {"places", places}},
           R"cc(
             /// What expressions of other records need of a $Record$.
             struct $Access$ {
               [[nodiscard]] SCHEMAC_INLINE static const std::byte* begin_of(const $View$& view) { return view.begin_; }
               $places$;
             };
           )cc");
}

void emit_record_access(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!record.is_shown) return;
  const Symbols symbols(plan, record);
  if (record.message() != nullptr) return emit_message_access(out, symbols);
  std::string parameters;
  const std::vector<KeptMember> members = kept_members(symbols);
  for (const KeptMember& kept : members)
    parameters += ", " + kept.type + " " + kept.member.substr(0, kept.member.size() - 1);
  const auto assignments = [&] {
    for (const KeptMember& kept : members)
      out.emit({{"member", kept.member}, {"value", kept.member.substr(0, kept.member.size() - 1)}},
               "view.$member$ = $value$;");
  };
  const auto places = [&] {
    for (const plan::FieldId id : blamed_fields(symbols.plan(), symbols.record()))
      out.emit({{"View", view_name(symbols.record())},
                {"name", symbols.field(id).identifier},
                {"at", symbols.at(symbols.position(id).value_or(plan::Position{}), "view.", "_")}},
               R"cc(
                 SCHEMAC_INLINE static const std::byte* at_$name$([[maybe_unused]] const $View$& view) {
                   return $at$;
                 }
               )cc");
  };
  const auto views = [&] {
    for (const plan::FieldId id : symbols.kept_views())
      if (is_kept_in_place(symbols, id))
        out.emit({{"Held", held_view(plan, symbols.field(id))},
                  {"View", view_name(symbols.record())},
                  {"name", symbols.field(id).identifier},
                  {"member", symbols.member(id)}},
                 R"cc(
                   [[nodiscard]] SCHEMAC_INLINE static $Held$& view_of_$name$($View$& view) {
                     return schemac::impl::ViewAccess::kept(view.$member$, view.origin_);
                   }
                 )cc");
  };
  out.blank_line();
  out.emit({{"Record", symbols.record().name},
            {"views", views},
            {"Access", access_name(symbols.record())},
            {"View", view_name(symbols.record())},
            {"parameters", parameters},
            {"assignments", assignments},
            {"places", places}},
           R"cc(
             /// What expressions of other records need of a $Record$.
             struct $Access$ {
               SCHEMAC_INLINE static void keep($View$& view, const std::byte* begin$parameters$) {
                 view.begin_ = begin;
                 $assignments$;
               }
               [[nodiscard]] SCHEMAC_INLINE static const std::byte* begin_of(const $View$& view) {
                 return view.begin_;
               }
               $views$;
               $places$;
             };
           )cc");
}

}  // namespace schemac::emit::cpp
