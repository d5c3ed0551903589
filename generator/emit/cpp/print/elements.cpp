// Elements of lists, one after the other.
#include <utility>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/versions.h"

namespace schemac::emit::cpp {
namespace {

using Until = steps::Elements::Until;

const plan::Nested* nested_element(const steps::Elements& step) {
  return std::get_if<plan::Nested>(&step.list->element.front().kind);
}

// The step that walks an element.
const steps::Call* call_of_element(const steps::Elements& step) {
  for (const steps::Step& each : step.element.steps)
    if (const auto* call = std::get_if<steps::Call>(&each.kind)) return call;
  return nullptr;
}

}  // namespace

// Of an element: what its list is called.
std::string StepPrinter::list_base(const steps::Subject& element) const {
  return base(
      {element.field, element.suffix.substr(0, element.suffix.size() - sizeof("_element") + 1)});
}

// Whether anything is reported at an element, or below.
bool StepPrinter::has_frame(const steps::Elements& step) const {
  return step.is_ordered || step.empty.has_value() || !step.rules.empty() || step.record_rules ||
         steps::uses_of(routine_, step.element).elements.contains(step.frame);
}

void StepPrinter::print(const steps::Elements& step) {
  const plan::List& list = *step.list;
  const plan::Nested* nested = nested_element(step);
  const steps::Frame& of = routine_.frames[step.frame];
  const std::string each = frame(step.frame);
  const std::string local = base(step.of);
  const std::string next = name(step.next);
  if (step.is_unique || step.is_ordered)
    out_.emit({{"local", local}, {"type", keeper_of_keys(list)}}, R"cc(
      $type$ $local$_keys;
      const std::uint64_t $local$_errors = context.errors();
    )cc");
  if (step.starts)
    out_.emit({{"local", local},
               {"starts", stated_starts(*step.starts)},
               {"count", length(step.length)},
               {"limit", name(step.limit)}},
              "const auto $local$_starts = $starts$.within($count$, $limit$);");
  if (!is_read() && !is_view() && nested != nullptr && key_of(plan_, nested->record))
    out_.emit({{"type", key_type(plan_, nested->record)}, {"local", local}}, "$type$ $local$_key;");
  if (step.record_rules) print_rules_before(*step.record_rules, step.frame);
  out_.emit({{"next", next}, {"at", at(step.at)}}, "const std::byte* $next$ = $at$;");
  if (has_frame(step))
    out_.emit({{"each", each}, {"above", frame(of.above)}, {"field", quoted(of.name)}},
              "schemac::impl::Frame $each${&$above$, $field$, 0};");
  out_.emit({{"index", index(step.frame)}}, "std::uint64_t $index$ = 0;");
  const auto body = [&] {
    if (has_frame(step))
      out_.emit({{"each", each}, {"index", index(step.frame)}}, "$each$.index = $index$;");
    print(step.element.steps);
    if (step.last) print_last(step);
    if (step.record_rules) print_rules_of_element(*step.record_rules, step.frame, is_last(step));
    print_rules(step.rules, "element", index(step.frame), "(" + is_last(step) + ")");
    if (step.is_unique && !step.is_ordered)
      out_.emit({{"local", local},
                 {"key", nested != nullptr
                             ? local + "_key"
                             : base({step.of.field, step.of.suffix + "_element"}) + ".text()"}},
                "$local$_keys.add($key$);");
    if (step.is_ordered) print_order(step);
    if (step.may_be_endless) print_endless(step);
    const std::string end = at(step.element.end);
    out_.emit(
        {{"next", next},
         {"end",
          step.starts ? local + "_starts.next(" + index(step.frame) + " + 1, " + end + ")" : end}},
        "$next$ = $end$;");
  };
  print_loop(step, body);
  if (step.record_rules) print_rules_of_last(*step.record_rules, step.frame);
  if (step.until == Until::limit || step.until == Until::last)
    set_length(step.length, index(step.frame));
  if (step.until == Until::either) {
    counted_ = index(step.frame);
    print(step.counted);
    counted_.clear();
  } else {
    print(step.counted);
  }
  if (step.is_unique) print_unique(step);
  set(step.end, next);
}

// The duplicates among elements that don't ascend, in a second pass over them.
void StepPrinter::print_unique(const steps::Elements& step) {
  const steps::Frame& of = routine_.frames[step.frame];
  out_.emit({{"local", base(step.of)},
             {"check", forms_.check(*step.list->duplicate)},
             {"first", first_view(step)},
             {"above", frame(of.above)},
             {"field", quoted(of.name)},
             {"at", at(step.at)},
             {"next", name(step.next)},
             {"index", index(step.frame)}},
            R"cc(
              if (!$local$_keys.holds() && context.errors() == $local$_errors && context.makes($check$) &&
                  !schemac::impl::check_unique(context, $above$, $check$, $first$, $field$, {$at$, $next$},
                                         $index$)) [[unlikely]]
                return nullptr;
            )cc");
}

// Notes an element whose key falls after the one before it.
void StepPrinter::print_order(const steps::Elements& step) {
  const plan::List& list = *step.list;
  const auto& nested = std::get<plan::Nested>(list.element.front().kind);
  const plan::Field& key = plan_.records[nested.record].fields[*list.order_by];
  const auto* scalar = std::get_if<plan::Scalar>(&key.body.kind);
  const std::string local = base(step.of);
  out_.emit(
      {{"local", local},
       {"key", scalar == nullptr ? local + "_key"
                                 : load_of(*scalar, "schemac::impl::bytes_of(" + local + "_key)",
                                           order(*scalar))},
       {"check", forms_.check(*list.order)},
       {"first", first_view(step)},
       {"each", frame(step.frame)},
       {"next", name(step.next)},
       {"end", at(step.element.end)}},
      R"cc(
              if (!$local$_keys.add_ordered($key$) && context.errors() == $local$_errors && context.makes($check$) &&
                  !schemac::impl::note_order(context, $each$, $check$, $first$, {$next$, $end$})) [[unlikely]]
                return nullptr;
            )cc");
}

// The class that keeps the key of the element before.
std::string StepPrinter::keeper_of_keys(const plan::List& list) const {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (nested == nullptr) return "schemac::impl::Ascending";
  const plan::Record& record = plan_.records[nested->record];
  const auto* scalar =
      list.order_by ? std::get_if<plan::Scalar>(&record.fields[*list.order_by].body.kind) : nullptr;
  if (scalar != nullptr) return "schemac::impl::BasicAscending<" + number_type(*scalar) + ">";
  const std::string type = key_type(plan_, nested->record);
  return type == "std::string_view" ? "schemac::impl::Ascending"
                                    : "schemac::impl::BasicAscending<" + type + ">";
}

void StepPrinter::print_endless(const steps::Elements& step) {
  const std::string each = frame(step.frame);
  const auto check = [&] {
    if (step.empty)
      out_.emit({{"check", forms_.check(*step.empty)}, {"each", each}, {"next", name(step.next)}},
                "if (!context.note($check$, $each$, $next$)) [[unlikely]] return nullptr;");
  };
  out_.emit({{"open", step.until == Until::either
                          ? length(step.length) + " == schemac::impl::no_count && "
                          : std::string()},
             {"end", at(step.element.end)},
             {"next", name(step.next)},
             {"index", index(step.frame)},
             {"check", check}},
            R"cc(
              if ($open$$end$ == $next$) {  // more of them would never end
                $check$;
                ++$index$;
                break;
              }
            )cc");
}

// Whether an element is the last one.
std::string StepPrinter::is_last(const steps::Elements& step) const {
  if (step.until == Until::last) return base(step.of) + "_ends";
  const std::string count = length(step.length);
  const std::string by_count = index(step.frame) + " + 1 == " + count;
  if (step.until == Until::count) return by_count;
  const bool may_be_empty = step.list->element.front().least_size == 0;
  const std::string end = at(step.element.end);
  const std::string by_place =
      end + " == " + name(step.limit) +
      (may_be_empty ? " || " + end + " == " + name(step.next) : std::string());
  if (step.until == Until::limit) return by_place;
  return count + " == schemac::impl::no_count ? " + by_place + " : " + by_count;
}

// A loop over elements. Where a version decides what they consist of it is compiled twice, so that
// what other versions have costs nothing.
void StepPrinter::print_loop(const steps::Elements& step, const std::function<void()>& body) {
  const std::string next = name(step.next);
  const std::string before =
      step.until == Until::last ? "bool " + is_last(step) + " = false" : std::string();
  std::string goes_on = next + " < " + name(step.limit);
  if (step.until == Until::last) goes_on = "!" + is_last(step);
  if (step.until == Until::count) goes_on = index(step.frame) + " < " + length(step.length);
  if (step.until == Until::either)
    goes_on = "schemac::impl::goes_on(" + index(step.frame) + ", " + length(step.length) + ", " +
              next + ", " + name(step.limit) + ")";
  const auto loop = [&] {
    out_.emit(
        {{"before", before}, {"goes_on", goes_on}, {"index", index(step.frame)}, {"body", body}},
        R"cc(
                for ($before$; $goes_on$; ++$index$) {
                  $body$;
                }
              )cc");
  };
  if (!step.split) return loop();
  const std::string version = argument(step.split->version);
  known_argument_ = step.split->argument;
  out_.emit({{"version", version},
             {"limit", step.split->limit},
             {"next", next},
             {"local", base(step.of)},
             {"loop", loop}},
            R"(
              const auto walk_$local$ = [&](const std::uint64_t known_version) SCHEMAC_INLINED -> const std::byte* {
                $loop$;
                return $next$;
              };
              if (schemac::impl::by_version($version$, $limit$, walk_$local$) == nullptr) [[unlikely]]
                return nullptr;
            )");
  known_argument_.reset();
}

std::string StepPrinter::first_view(const steps::Elements& step) const {
  const steps::Call* call = call_of_element(step);
  if (call == nullptr) {
    const auto& text = std::get<plan::Text>(step.list->element.front().kind);
    return "schemac::TextView<detail::" + listed_text(symbols_, step.of.field, text).tag +
           ">(schemac::impl::Origin{context.space()})";
  }
  std::string args;
  for (const Expr& arg : call->args) args += ", " + argument(arg);
  return view_name(plan_.records[call->nested->record]) +
         "(schemac::impl::Origin{context.space()}" + args + ")";
}

// "schemac::StatedStarts<...>(file, after_metadata, 16, -1)": what says where its records begin.
std::string StepPrinter::stated_starts(const steps::StatedStarts& starts) const {
  const plan::List& list = *starts.list;
  const plan::Field& of = field(list.stated_starts->list);
  std::string table = at(starts.table);
  if (starts.is_there) table = "(" + condition(*starts.is_there) + ") ? " + table + " : nullptr";
  return starts_type(symbols_, list) + "(context.space().data(), " + table + ", " +
         std::to_string(list.least_element) +
         (of.unknown ? ", " + literal(of.unknown->value) : "") + ")";
}

// That an element begins where another list says.
void StepPrinter::print(const steps::CheckBegin& step) {
  const plan::Field& table = field(step.table);
  const plan::Scalar& scalar = *scalar_element(table.body);
  const std::string index = this->index(step.frame);
  const std::string place =
      at(step.at) + " + " + index + " * " + std::to_string(bit_count(scalar.dtype) / 8);
  const bool has_sign = number_type(scalar) == "std::int64_t";
  out_.emit({{"type", number_type(scalar)},
             {"known", table.unknown ? "stated != " + literal(table.unknown->value) + " && " : ""},
             {"load", load_of(scalar, place, order(scalar))},
             {"stated", has_sign ? "static_cast<std::uint64_t>(stated)" : "stated"},
             {"check", forms_.check(step.check)},
             {"field", quoted(table.name)},
             {"index", index},
             {"next", at(step.next)},
             {"at", place}},
            R"cc(
              if (const $type$ stated = $load$; $known$std::cmp_not_equal(stated, context.offset_of($next$)) &&
                  context.makes($check$) &&
                  !context.note_begin($check$, schemac::impl::Frame{&frame, $field$, $index$}, $at$, $stated$, context.offset_of($next$))) [[unlikely]]
                return nullptr;
            )cc");
}

}  // namespace schemac::emit::cpp
