#include "emit/cpp/write/growth.h"

#include <algorithm>
#include <string>

#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/public/values.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/wire/codecs.h"

namespace schemac::emit::cpp {
namespace {

const plan::Record& grown_element(const plan::Plan& plan, const plan::Record& root) {
  const auto& list = std::get<plan::List>(root.fields[root.stream->list].body.kind);
  return plan.records[std::get<plan::Nested>(list.element.front().kind).record];
}

// Whether totals are stated, and the count of the list, which one may know from the start.
void emit_state(Printer& out, const plan::Record& root) {
  std::vector<plan::FieldId> fields = root.stream->totals;
  if (root.stream->starts) fields.push_back(*root.stream->starts);
  std::erase_if(fields, [&](plan::FieldId id) { return !root.fields[id].has_known_choice(); });
  if (fields.empty()) return;
  const auto is_count = [&](plan::FieldId id) {
    return root.fields[id].source.kind == plan::SourceKind::count_of;
  };
  const auto steps = [&] {
    for (const plan::FieldId id : fields)
      out.emit({{"what", is_count(id) ? "count" : "totals"},
                {"name", root.fields[id].unknown->choice_identifier}},
               R"cc(value.choices.$name$ = $what$;)cc");
  };
  const bool has_count = std::ranges::any_of(fields, is_count);
  const bool has_total = !std::ranges::all_of(fields, is_count);
  out.emit({{"totals", has_total ? "bool totals" : "bool"},
            {"count", has_count ? "bool count" : "bool"},
            {"steps", steps}},
           R"h(static void state(Value& value, $totals$, $count$) { $steps$; })h");
}

void emit_entries(Printer& out, const plan::Record& root) {
  if (!root.stream->room) return;
  out.emit({{"name", root.fields[*root.stream->room].identifier}},
           R"cc(
             static std::uint64_t room(const Value& value) { return value.choices.$name$.size(); }
             static void take_room(Value& value) { value.choices.$name$.pop_back(); }
           )cc");
}

void emit_pieces_of_array(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const plan::JoinedArray* array = array_cut_into(plan, root, root.stream->list);
  if (array == nullptr) return;
  const std::string piece = grown_element(plan, root).fields[array->piece].identifier;
  const bool is_fixed = array->form.split->op != model::FileOp::path;
  out.emit(
      {{"value", is_fixed ? "" : " value"}, {"size", size_of_cut(root, *array)}, {"piece", piece}},
      R"cc(
             static std::optional<std::uint64_t> piece_size(const Value&$value$) { return schemac::impl::piece_size($size$); }
             static auto& piece(Element& element) { return element.$piece$; }
           )cc");
}

void emit_growth(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const plan::Stream& stream = *record.stream;
  const std::string format = "::" + namespace_name(plan);  // not one of schemac called so
  const auto& list = std::get<plan::List>(record.fields[stream.list].body.kind);
  const auto state = [&] { emit_state(out, record); };
  const auto rest = [&] {
    if (stream.rest)
      out.emit({{"rest", WriteScope(plan, record).member(*stream.rest)}},
               R"cc(static void clear_rest(Value& value) { $rest$ = {}; })cc");
  };
  const auto table = [&] {
    if (!stream.starts) return emit_entries(out, record);
    out.emit({{"format", format}, {"name", record.fields[*stream.starts].identifier}},
             R"(
                 static Offsets table(const Value& value) { return $format$::detail::table_of(value); }
                 static std::vector<std::uint64_t> starts(const View& view) { return numbers_of(view.$name$()); }
               )");
    const auto& most = std::get<plan::List>(record.fields[*stream.starts].body.kind).finds_up_to;
    if (most)
      out.emit({{"most", literal(*most)}}, "static constexpr std::uint64_t finds_up_to = $most$;");
    emit_entries(out, record);
  };
  const auto late = [&] {
    if (plan.is_verified) out.emit("static constexpr bool has_late_rules = true;");
  };
  const bool encodes = record.holds_encoded;
  std::uint64_t most = plan.told_up_to.value_or(~std::uint64_t{0});
  if (stream.most) most = std::min(most, *stream.most);
  out.blank_line();
  out.emit({{"Record", format + "::" + record.name},
            {"Value", format + "::detail::" + streamed_type(record)},
            {"Element", format + "::" + grown_element(plan, record).name},
            {"View", format + "::" + record.name + "View"},
            {"Writer", writer_type(plan)},
            {"format", format},
            {"list", record.fields[stream.list].identifier},
            {"most", most != ~std::uint64_t{0} ? literal(most) : "~std::uint64_t{0}"},
            {"has_slack", list.has_slack ? "true" : "false"},
            {"keeps_rest", stream.rest || !root.trailing ? "true" : "false"},
            {"encode", encodes ? format + "::detail::encode(value, Frame{}, out)" : "true"},
            {"encoded", encodes ? "Value& value, Rejection& out" : "Value&, Rejection&"},
            {"late", late},
            {"state", state},
            {"rest", rest},
            {"table", table},
            {"pieces", [&] { emit_pieces_of_array(out, plan, record); }}},
           R"(
             template <>
             struct schemac::impl::Growth<$Record$> : schemac::impl::GrowthDefaults {
               using Value = $Value$;
               using Element = $Element$;
               using View = $View$;
               using Writer = $Writer$;
               static constexpr std::uint64_t most = $most$;
               static constexpr bool has_slack = $has_slack$;
               static constexpr bool keeps_rest = $keeps_rest$;

               $late$;
               static auto& list(Value& value) { return value.$list$; }
               static bool encode($encoded$) { return $encode$; }
               static bool check(const Value& value, Rejection& out) { return $format$::detail::check(value, Frame{}, out); }
               static bool check_elements(const Value& value, Rejection& out) { return $format$::detail::check_elements(value, Frame{}, out); }
               static std::uint64_t size_of(const Value& value) { return $format$::detail::lay_out(value).size; }
               static void emit(const Value& value, Writer& out) { $format$::detail::emit(value, $format$::detail::lay_out(value), out); }
               static void emit_elements(const Value& value, Writer& out) { $format$::detail::emit_elements(value, out); }
               static bool read_head(ValueReader& reader, const View& view, Value& out) { return $format$::read_head(reader, view, out); }
               static auto elements(const View& view) { return view.$list$(); }
               $state$;
               $rest$;
               $table$;
               $pieces$;
             };
           )");
}

}  // namespace

void emit_streamed_types(Printer& out, const plan::Plan& plan) {
  for (const plan::Root* root : growing_roots(plan)) {
    const plan::Record& record = plan.records[root->record];
    out.blank_line();
    out.emit({{"Stream", streamed_type(record)},
              {"Record", record.name},
              {"Element", grown_element(plan, record).name},
              {"list", record.fields[record.stream->list].identifier}},
             R"cc(
               /// A $Record$ whose list has only those elements in memory that are being written.
               struct $Stream$ : $Record$ {
                 schemac::impl::Streamed<$Element$> $list$;
               };
             )cc");
    if (plan.notes_misfits()) emit_visitor_of_stream(out, record, streamed_type(record));
  }
}

// Where the table lies: after its entries those that are spare.
void emit_place_of_table(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  if (!root.stream->starts) return;
  const WriteScope scope(plan, root);
  const std::string spare =
      root.stream->room ? " + (" + scope.size_of_field(*root.stream->room) + ")" : "";
  out.blank_line();
  out.emit({{"Value", streamed_type(root)},
            {"begin", inline_offset(scope, *root.stream->starts)},
            {"size", "(" + scope.size_of_field(*root.stream->starts) + ")" + spare}},
           R"cc(
             inline schemac::impl::Offsets table_of(const $Value$& value) {
               const std::uint64_t begin = $begin$;
               return {begin, begin + $size$};
             }
           )cc");
}

void emit_growth_traits(Printer& out, const plan::Plan& plan) {
  for (const plan::Root* root : growing_roots(plan)) emit_growth(out, plan, *root);
}

}  // namespace schemac::emit::cpp
