#include "emit/cpp/walk/lists.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/steps/list_counts.h"
#include "emit/cpp/steps/list_rules.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/scalar_lists.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/bodies.h"

namespace schemac::emit::cpp {
namespace {

// Prints
//
//   schemac::impl::msgpack::HeadAt dims_head;
//   if (!schemac::impl::msgpack::walk_head<detail::shape_dims_head>(context, frame, begin, end,
//   dims_head))
//     return nullptr;
//
// and returns where the elements stand.
Site emit_head(Printer& out, Walk& walk, const plan::Head& head, const Site& site) {
  const std::string local = walk.layout.local(site.field) + "_head";
  const std::string name = walk.name_of(site.field) + site.suffix + "_head";
  out.emit({{"local", local},
            {"rule", walk.forms.head(name, head, path_of(walk, site))},
            {"frame", site.is_element ? site.frame : "frame"},
            {"begin", site.begin},
            {"end", site.end}},
           R"cc(
             schemac::impl::msgpack::HeadAt $local$;
             if (!schemac::impl::msgpack::walk_head<$rule$>(context, $frame$, $begin$, $end$, $local$)) [[unlikely]]
               return nullptr;
           )cc");
  Site behind = site;
  behind.stated_at = site.begin;
  behind.begin = local + ".behind";
  return behind;
}

// What one element is: a record, a text, an alternative, ...; returns its end.
std::string emit_element(Printer& out, Walk& walk, const plan::List& list, const Site& list_site) {
  Site site = list_site;
  site.begin = "next";
  site.frame = "element";
  site.has_own_frame = true;
  site.is_element = false;
  site.suffix += "_element";
  site.keep = std::holds_alternative<plan::Text>(list.element.front().kind) ? "text" : "";
  site.target = made_element(walk, list, site.field);
  if (const plan::Record* ruled = ruled_record(walk, list); ruled && ruled->is_looked_into)
    site.seen = "seen_element";
  if (std::holds_alternative<plan::Text>(list.element.front().kind))
    out.emit("schemac::impl::TextAt text;");
  return emit_body(out, walk, list.element.front(), site);
}

// The duplicates among elements that don't ascend, in a second pass over them.
void emit_unique(Printer& out, Walk& walk, const plan::List& list, const Site& site,
                 const std::string& count) {
  const Above up = above(walk, list, site);
  out.emit({{"check", walk.forms.check(*list.duplicate)},
            {"first", first_view(walk, list.element.front(), site)},
            {"frame", up.frame},
            {"field", up.name},
            {"begin", site.begin},
            {"count", count}},
           R"cc(
             if (!keys.holds() && context.errors() == errors && context.makes($check$) &&
                 !schemac::impl::check_unique(context, $frame$, $check$, $first$, $field$, {$begin$, next},
                                        $count$)) [[unlikely]]
               return nullptr;
           )cc");
}

// Notes an element whose key falls after the one before it.
void emit_order(Printer& out, Walk& walk, const plan::List& list, const Site& site,
                const std::string& behind) {
  const auto& nested = std::get<plan::Nested>(list.element.front().kind);
  const plan::Field& key = walk.plan().records[nested.record].fields[*list.order_by];
  const auto* scalar = std::get_if<plan::Scalar>(&key.body.kind);
  out.emit({{"key", scalar == nullptr ? "key" : load_of(*scalar, "schemac::impl::bytes_of(key)")},
            {"check", walk.forms.check(*list.order)},
            {"first", first_view(walk, list.element.front(), site)},
            {"behind", behind}},
           R"cc(
             if (!keys.add_ordered($key$) && context.errors() == errors && context.makes($check$) &&
                 !schemac::impl::note_order(context, element, $check$, $first$, {next, $behind$})) [[unlikely]]
               return nullptr;
           )cc");
}

// The class that keeps the key of the element before.
std::string keeper_of_keys(const Walk& walk, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (nested == nullptr) return "schemac::impl::Ascending";
  const plan::Record& record = walk.plan().records[nested->record];
  const auto* scalar =
      list.order_by ? std::get_if<plan::Scalar>(&record.fields[*list.order_by].body.kind) : nullptr;
  if (scalar != nullptr) return "schemac::impl::BasicAscending<" + number_type(*scalar) + ">";
  const std::string type = key_type(walk.plan(), nested->record);
  return type == "std::string_view" ? "schemac::impl::Ascending"
                                    : "schemac::impl::BasicAscending<" + type + ">";
}

// Prints a loop over elements. Where a version decides what they consist of it is printed twice, so
// that what other versions have costs nothing.
void emit_loop(Printer& out, Walk& walk, const plan::List& list, const std::string& condition,
               const std::function<void()>& body) {
  const auto loop = [&] {
    out.emit({{"condition", condition}, {"body", body}},
             R"cc(
               for (; $condition$; ++index) {
                 element.index = index;
                 $body$;
               }
             )cc");
  };
  const auto split = version_split(walk.plan(), list.element.front());
  if (!split || walk.mode == Mode::walk) return loop();
  const std::string version = walk.scope.argument(split->version);
  walk.scope.name_argument(version, known_version);
  out.emit({{"version", version}, {"limit", split->limit}, {"loop", loop}},
           R"(
             const auto check_each = [&](const std::uint64_t known_version) __attribute__((always_inline)) -> const std::byte* {
               $loop$;
               return next;
             };
             if (schemac::impl::by_version($version$, $limit$, check_each) == nullptr) [[unlikely]]
               return nullptr;
           )");
  walk.scope.name_argument("", "");
}

// That an element begins where another list says, which has as many elements: none, where nothing
// counts them.
void emit_begin_check(Printer& out, Walk& walk, const plan::List& list, const std::string& count) {
  const plan::StatedBegins& begins = *list.stated_begins;
  const plan::Field& field = walk.layout.field(begins.list);
  const plan::Scalar& scalar = *scalar_element(field.body);
  const std::string at =
      walk.scope.at(begins.list) + " + index * " + std::to_string(bit_count(scalar.dtype) / 8);
  const bool has_sign = number_type(scalar) == "std::int64_t";
  const auto check = [&] {
    out.emit({{"type", number_type(scalar)},
              {"known", field.unknown ? "stated != " + literal(field.unknown->value) + " && " : ""},
              {"load", load_of(scalar, at)},
              {"stated", has_sign ? "static_cast<std::uint64_t>(stated)" : "stated"},
              {"check", walk.forms.check(begins.check)},
              {"field", quoted(field.name)},
              {"at", at}},
             R"cc(
          if (const $type$ stated = $load$; $known$std::cmp_not_equal(stated, context.offset_of(next)) &&
              context.makes($check$) &&
              !context.note_begin($check$, schemac::impl::Frame{&frame, $field$, index}, $at$, $stated$, context.offset_of(next))) [[unlikely]]
            return nullptr;
        )cc");
  };
  if (!field.presence && !list.is_counted) return check();
  std::string is_there = list.is_counted ? count + " != schemac::impl::no_count" : "";
  if (field.presence) {
    if (!is_there.empty()) is_there += " && ";
    is_there += "(" + walk.scope.condition(field.presence->condition) + ")";
  }
  out.emit({{"is_there", is_there}, {"check", check}},
           R"cc(
             if ($is_there$) {
               $check$;
             }
           )cc");
}

// How many elements may go to the end, where nothing counts them.
void emit_limits_of_rest(Printer& out, Walk& walk, const plan::List& list, const Site& site,
                         const std::string& count) {
  if (has_count(list) && !list.is_counted) return;
  if (!list.minimum_check && !list.maximum_check) return;
  const auto checks = [&] {
    emit_count_limits(out, walk, list, "index", stated_at(walk, list, site),
                      above(walk, list, site).stating);
  };
  if (!list.is_counted) return checks();
  out.emit({{"count", count}, {"checks", checks}},
           R"cc(
             if ($count$ == schemac::impl::no_count) {
               $checks$;
             }
           )cc");
}

// That of one without bytes nothing says that it is there.
void emit_empty_element(Printer& out, const Walk& walk, const plan::List& list) {
  if (!list.empty_element) return;
  const bool is_error = walk.plan().checks[*list.empty_element].level == Level::error;
  if (!is_error && !walk.makes(*list.empty_element)) return;
  out.emit({{"check", walk.forms.check(*list.empty_element)}, {"failure", walk.failure}},
           "if (!context.note($check$, element, next)) [[unlikely]] return $failure$;");
}

std::string emit_elements(Printer& out, Walk& walk, const plan::List& list, const Site& site) {
  const std::string count = walk.layout.length_local(site.field);
  const Above up = above(walk, list, site);
  const bool is_check = walk.mode != Mode::walk;
  // Up to the end: a view need not know how far its elements reach.
  const bool goes_to_end = !has_count(list) || list.has_slack;
  if (!is_check && goes_to_end && !walk.scope.uses().lengths.contains(site.field)) {
    if (!list.has_slack || !has_count(list) || !walk.layout.record().is_held())
      return site.end;  // nothing follows the record
    // Spare bytes stand after elements: where there are none, the list has no bytes.
    return "((" + count_of(walk, list, site) + ") == 0 ? " + site.begin + " : " + site.end + ")";
  }
  const bool is_unique = list.unique && list.duplicate && walk.makes(*list.duplicate);
  const bool is_ordered = list.order_by && list.order && walk.makes(*list.order);
  const bool is_text = std::holds_alternative<plan::Text>(list.element.front().kind);
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (has_count(list)) {
    out.emit({{"count", count}, {"size", count_of(walk, list, site)}},
             "const std::uint64_t $count$ = $size$;");
    const auto count_checks = [&] {
      emit_count_checks(out, walk, list, count, stated_at(walk, list, site),
                        ", schemac::impl::distance(" + site.begin + ", " + site.end + "), " +
                            std::to_string(8 * list.least_element),
                        up.stating);
    };
    // Elements of no bytes cost even a view time that no size of a file bounds.
    const bool is_limited = is_check || list.least_element == 0;
    if (is_limited && list.is_counted)
      out.emit({{"count", count}, {"checks", count_checks}},
               R"cc(
                 if ($count$ != schemac::impl::no_count) {
                   $checks$;
                 }
               )cc");
    else if (is_limited)
      count_checks();
    if (is_check && list.cause && list.least_element > 0)
      out.emit({{"count", count},
                {"least", list.least_element},
                {"begin", site.begin},
                {"end", site.end},
                {"at", stated_at(walk, list, site)},
                {"known", list.is_counted ? count + " != schemac::impl::no_count && " : ""},
                {"frame", up.stating},
                {"cause", walk.forms.check(*list.cause)}},
               R"cc(
                 if ($known$$count$ > schemac::impl::distance($begin$, $end$) / $least$ &&
                     !context.note_cause($cause$, $frame$, $at$, $count$,
                                         schemac::impl::detail::saturated_product($count$, $least$),
                                         $begin$, $end$)) [[unlikely]]
                   return nullptr;
               )cc");
  }
  const bool has_key = walk.mode == Mode::check && nested != nullptr &&
                       key_of(walk.plan(), nested->record).has_value();
  const plan::Record* const ruled = ruled_record(walk, list);
  const auto body = [&] {
    if (is_check && list.stated_begins) emit_begin_check(out, walk, list, count);
    if (walk.mode == Mode::read) emit_made_element(out, walk, list, site);
    const std::string behind = emit_element(out, walk, list, site);
    if (ruled != nullptr)
      emit_rules_of_element(out, walk, list, site, is_last(list, count, behind, site.end, "next"));
    emit_integer_rules(out, walk, list, is_last(list, count, behind, site.end, "next"));
    if (is_unique && !is_ordered)
      out.emit({{"key", is_text ? "text.text()" : "key"}}, "keys.add($key$);");
    if (is_ordered) emit_order(out, walk, list, site, behind);
    if ((!has_count(list) || list.is_counted) && list.element.front().least_size == 0)
      out.emit({{"counted", list.is_counted ? count + " == schemac::impl::no_count && " : ""},
                {"behind", behind},
                {"check", [&] { emit_empty_element(out, walk, list); }}},
               R"cc(
                 if ($counted$$behind$ == next) {  // more of them would never end
                   $check$;
                   ++index;
                   break;
                 }
               )cc");
    if (list.has_slack && is_check)
      out.emit({{"behind", behind}}, "next = begins.next(index + 1, $behind$);");
    else
      out.emit({{"behind", behind}}, "next = $behind$;");
  };
  const auto prelude = [&] {
    if (walk.mode == Mode::read && has_count(list))
      emit_made_list(out, walk, list, site.field, count);
    // Elements with errors may have keys that they weren't meant to have.
    if (is_unique || is_ordered)
      out.emit({{"type", keeper_of_keys(walk, list)}}, R"cc(
        $type$ keys;
        const std::uint64_t errors = context.errors();
      )cc");
    if (list.has_slack && is_check)
      out.emit({{"begins", stated_begins(walk.scope, list, "context.space().data()")},
                {"count", count},
                {"end", site.end}},
               "const auto begins = $begins$.within($count$, $end$);");
    if (has_key) out.emit({{"type", key_type(walk.plan(), nested->record)}}, "$type$ key;");
    if (ruled != nullptr) emit_rules_prelude(out, walk, list, *ruled, site);
  };
  // A view decodes a text when it is asked for it.
  const bool is_passed_over = !is_check && nested != nullptr && nested->json.has_value();
  out.emit({{"frame", up.frame},
            {"field", up.name},
            {"begin", site.begin},
            {"unused", is_passed_over ? "[[maybe_unused]] " : ""},
            {"prelude", prelude}},
           R"cc(
             const std::byte* next = $begin$;
             $prelude$;
             $unused$schemac::impl::Frame element{&$frame$, $field$};
             std::uint64_t index = 0;
           )cc");
  std::string condition = has_count(list) ? "index < " + count : "next < " + site.end;
  if (list.is_counted)
    condition = "schemac::impl::goes_on(index, " + count + ", next, " + site.end + ")";
  emit_loop(out, walk, list, condition, body);
  if (ruled != nullptr) emit_rules_of_last(out, walk, list, site);
  if (!has_count(list) && walk.scope.uses().lengths.contains(site.field))
    out.emit({{"count", count}}, "const std::uint64_t $count$ = index;");
  if (is_check) emit_limits_of_rest(out, walk, list, site, count);
  if (is_unique) emit_unique(out, walk, list, site, "index");
  return "next";
}

}  // namespace

std::string emit_list(Printer& out, Walk& walk, const plan::List& list, const Site& list_site) {
  const Site site = list.head ? emit_head(out, walk, *list.head, list_site) : list_site;
  const plan::Scalar* scalar = scalar_element(list);
  return scalar != nullptr ? emit_scalars(out, walk, list, *scalar, site)
                           : emit_elements(out, walk, list, site);
}

}  // namespace schemac::emit::cpp
