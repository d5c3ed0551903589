#include "emit/cpp/walk/record_access.h"

#include <string>
#include <vector>

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
std::vector<plan::FieldId> fields_with_place(const plan::Record& record) {
  std::vector<plan::FieldId> found;
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (record.blamed.contains(id) || is_hidden_number(record, id)) found.push_back(id);
  return found;
}

}  // namespace

// Of a message, everything is asked of its view.
void emit_message_access(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  const auto places = [&] {
    for (const plan::FieldId id : fields_with_place(record))
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
    for (const plan::FieldId id : fields_with_place(record))
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
