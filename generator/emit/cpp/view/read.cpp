#include "emit/cpp/view/read.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/spellings.h"

namespace schemac::emit::cpp {
namespace {

std::string variant_type(const plan::Plan& plan, const plan::Record& record,
                         const plan::Field& field) {
  return record.name + "::" + variant_name(plan, record, field);
}

// Whether a number, or the starts in a list, were stated.
void emit_known(Printer& out, const plan::Record& record, const plan::Field& field) {
  const bool is_list = std::holds_alternative<plan::List>(field.body.kind);
  const std::string absent =
      field.presence ? "!view." + presence_query(record, field) + "() || " : "";
  const std::string list = "view." + field.identifier + "()";
  const std::string known = !is_list ? list + ".has_value()"
                                     : absent + "schemac::impl::is_any_known(" + list + ", " +
                                           literal(field.unknown->value) + ")";
  out.emit({{"name", field.unknown->choice_identifier}, {"known", known}},
           "out.choices.$name$ = $known$;");
}

// Whether values have all bits of a number, or of each in a list.
bool keeps_all_bits(const plan::Body& body) {
  const auto* list = std::get_if<plan::List>(&body.kind);
  if (list != nullptr) return keeps_all_bits(list->element.front());
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  return scalar == nullptr || scalar->flags.empty() ||
         (!scalar->unknown_flag && std::ranges::none_of(scalar->flags, [](const plan::Flag& flag) {
           return flag.presence_of.has_value();
         }));
}
void emit_kept_bits(Printer& out, const plan::Body& body, const std::string& value,
                    bool is_optional) {
  if (keeps_all_bits(body)) return;
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    const auto each = [&] { emit_kept_bits(out, list->element.front(), "each", false); };
    return out.emit({{"list", is_optional ? "*" + value : value},
                     {"each", each},
                     {"if_there", is_optional ? "if (" + value + ") " : ""}},
                    R"cc(
                      $if_there$for (auto& each : $list$) {
                        $each$;
                      }
                    )cc");
  }
  const auto& scalar = std::get<plan::Scalar>(body.kind);
  out.emit({{"if_there", is_optional ? "if (" + value + ") " : ""},
            {"number", (is_optional ? "*" : "") + value},
            {"type", scalar_type(scalar.dtype)},
            {"kept", literal(scalar.given_bits())}},
           "$if_there$$number$ &= static_cast<$type$>(std::uint64_t{$kept$});");
}

// Whether reading a member is a condition and nothing else.
bool is_condition(const plan::Field& field) {
  return field.has_member() && !field.has_known_choice() && !field.may_be_unknown() &&
         !field.spelling && keeps_all_bits(field.body);
}

// "reader.read(view.name(), out.name)"; what an accessor can't give is reported by the reader.
std::string read_of(const plan::Field& field) {
  const std::string choices = field.role == model::RoleKind::choice ? "choices." : "";
  return "reader.read(view." + field.identifier + "(), out." + choices + field.identifier +
         (field.is_optional() ? ".emplace()" : "") + ")";
}

// "reader.read(view.n_spelled_(), out.choices.n_spelled)"
std::string read_of_spelling(const plan::Field& field) {
  return "reader.read(view." + spelling_accessor(field) + "(), out.choices." +
         field.spelling->choice_identifier + ")";
}

// The statements of a member.
void emit_member(Printer& out, const plan::Record& record, const plan::Field& field) {
  if (field.spelling) out.emit({{"read", read_of_spelling(field)}}, "if (!$read$) return false;");
  if (field.has_known_choice()) return emit_known(out, record, field);
  if (!field.has_member()) return;
  const std::string choices = field.role == model::RoleKind::choice ? "choices." : "";
  if (field.may_be_unknown())
    return out.emit({{"name", field.identifier}, {"choices", choices}},
                    "out.$choices$$name$ = view.$name$();");
  const std::string query =
      field.presence ? "view." + presence_query(record, field) + "() && " : "";
  out.emit({{"query", query}, {"read", read_of(field)}}, "if ($query$!$read$) return false;");
  emit_kept_bits(out, field.body, "out." + choices + field.identifier, field.is_optional());
}

// The members of a value. Those that are always there are read in one condition. (Others aren't in
// it: compilers take what comes after `||` for rare.) What is last is returned, if `is_all`.
void emit_members(Printer& out, const plan::Record& record,
                  const std::vector<const plan::Field*>& fields, bool is_all) {
  std::string reads;
  std::size_t count = 0;  // of these
  const auto finish = [&](bool is_last) {
    if (is_last) return out.emit({{"reads", reads.empty() ? "true" : reads}}, "return $reads$;");
    if (reads.empty()) return;
    out.emit({{"reads", count == 1 ? reads : "(" + reads + ")"}}, "if (!$reads$) return false;");
    reads.clear();
    count = 0;
  };
  for (const plan::Field* field : fields) {
    if (is_condition(*field) && !field->presence) {
      reads += (count++ == 0 ? "" : " && ") + read_of(*field);
      continue;
    }
    finish(false);
    if (is_all && field == fields.back() && is_condition(*field)) {
      reads = "!view." + presence_query(record, *field) + "() || " + read_of(*field);
      continue;
    }
    emit_member(out, record, *field);
  }
  if (is_all || !reads.empty()) finish(is_all);
}

bool is_read(const plan::Field& field) {
  return field.has_known_choice() || field.has_member() || field.spelling;
}

// What the body of a function needs: `reader` only where something is read that may fail.
std::string reader_parameter(const std::vector<const plan::Field*>& fields) {
  const bool is_used = std::ranges::any_of(fields, [](const plan::Field* field) {
    return field->spelling || (!field->has_known_choice() && !field->may_be_unknown());
  });
  return is_used ? "schemac::impl::ValueReader& reader" : "schemac::impl::ValueReader&";
}

void emit_read_head(Printer& out, const plan::Record& record,
                    const std::vector<const plan::Field*>& fields) {
  const auto members = [&] {
    for (const plan::Field* field : fields) emit_member(out, record, *field);
  };
  out.blank_line();
  out.emit({{"reader", reader_parameter(fields)},
            {"View", view_name(record) + "&" + (fields.empty() ? "" : " view")},
            {"Record", record.name + "&" + (fields.empty() ? "" : " out")},
            {"members", members}},
           R"cc(
             /// What comes before the list that can grow.
             inline bool read_head($reader$, const $View$, $Record$) {
               $members$;
               return true;
             }
           )cc");
}

// Prints
//
//   inline bool read_value(schemac::impl::ValueReader& reader, const TensorView& view, Tensor& out)
//   {
//     return reader.read(view.name(), out.name) && reader.read(view.dtype(), out.dtype) && ...;
//   }
//
// or a statement a member, where there is more to do than to read. Of a message it is inlined where
// its check is: what was found of it then needs no memory.
void emit_record(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  const plan::Stream* stream = stream_of(plan, record);
  std::vector<const plan::Field*> head, fields;
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    if (is_read(record.fields[i]))
      (stream != nullptr && i < stream->list ? head : fields).push_back(&record.fields[i]);
  if (stream != nullptr) emit_read_head(out, record, head);
  const bool has_more = stream != nullptr || record.part || places_parts(record);
  const auto statements = [&] {
    if (stream != nullptr) out.emit("if (!read_head(reader, view, out)) return false;");
    emit_members(out, record, fields, !has_more);
    if (!has_more) return;
    emit_read_place(out, record);
    emit_read_parts(out, record);
    out.emit("return true;");
  };
  const bool is_empty = !has_more && fields.empty();
  const bool is_message = record.message() != nullptr && is_inlined(plan, id);
  out.blank_line();
  out.emit(
      {{"View", view_name(record) + "&" + (is_empty ? "" : " view")},
       {"Record", record.name + "&" + (is_empty ? "" : " out")},
       {"reader", stream != nullptr || places_parts(record) ? "schemac::impl::ValueReader& reader"
                                                            : reader_parameter(fields)},
       {"inlined", is_message ? "SCHEMAC_INLINE" : "inline"},
       {"statements", statements}},
      R"cc(
             $inlined$ bool read_value($reader$, const $View$, $Record$) {
               $statements$;
             }
           )cc");
}

// Where the value keeps what a list has after it.
void emit_room(Printer& out, const plan::Record& record) {
  if (record.slack)
    out.emit({{"Record", record.name}, {"name", record.slack->identifier}},
             "inline schemac::Blob& room_after($Record$& value) { return value.choices.$name$; }");
}

void emit_switch(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::Field& field) {
  const plan::Switch& choice = *plan::switch_of(field);
  const std::vector<AlternativeType> types = alternative_types(plan, record, field, choice);
  const std::string& view = choice.view;
  const auto cases = [&] {
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      const plan::Body& body = choice.alternatives[i].body.front();
      const std::string value = types[i].is_wrapped ? ".value" : "";
      const std::string read = "reader.read(view." + choice.alternatives[i].identifier +
                               "(), out.emplace<" + std::to_string(i) + ">()" + value + ")";
      const auto statements = [&] {
        if (keeps_all_bits(body)) return out.emit({{"read", read}}, "return $read$;");
        out.emit({{"read", read}}, "if (!$read$) return false;");
        emit_kept_bits(out, body, "std::get<" + std::to_string(i) + ">(out)" + value, false);
        out.emit("return true;");
      };
      out.emit(
          {{"View", view}, {"kind", choice.alternatives[i].identifier}, {"statements", statements}},
          R"cc(
                 case $View$::Kind::$kind$:
                   $statements$;
               )cc");
    }
  };
  out.blank_line();
  out.emit({{"View", view}, {"Variant", variant_type(plan, record, field)}, {"cases", cases}},
           R"cc(
             inline bool read_value(schemac::impl::ValueReader& reader, const $View$& view, $Variant$& out) {
               switch (view.kind()) {
                 $cases$;
                 case $View$::Kind::unknown:
                   break;
               }
               return true;
             }
           )cc");
}

}  // namespace

void emit_read_values(Printer& out, const plan::Plan& plan) {
  emit_member_parts(out, plan);
  for (const plan::Record& record : plan.records) {
    if (!record.is_recursive || record.is_made_by_codec) continue;
    out.emit({{"View", view_name(record)}, {"Record", record.name}},
             "inline bool read_value(schemac::impl::ValueReader& reader, const $View$& view, "
             "$Record$& out);");
    for (const plan::Field& field : record.fields)
      if (plan::switch_of(field) != nullptr)
        out.emit({{"View", plan::switch_of(field)->view},
                  {"Variant", variant_type(plan, record, field)}},
                 "inline bool read_value(schemac::impl::ValueReader& reader, const $View$& view, "
                 "$Variant$& out);");
  }
  for (const plan::Record& record : plan.records) {
    if (record.is_made_by_codec) continue;
    for (const plan::Field& field : record.fields)
      if (plan::switch_of(field) != nullptr) emit_switch(out, plan, record, field);
    emit_record(out, plan, record);
    emit_room(out, record);
  }
}

}  // namespace schemac::emit::cpp
