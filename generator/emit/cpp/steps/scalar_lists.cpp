// Lists: their number of elements, and where they end.
#include <algorithm>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/steps/list_rules.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/read_at_once.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/codecs.h"

namespace schemac::emit::cpp {
namespace {

// Its name below the record, or "" where it is an alternative of an element.
std::string path_of(const Walk& walk, const Site& site) {
  return site.is_element ? "" : walk.layout.field(site.field).name;
}

std::string stated_at(Walk& walk, const plan::List& list, const Site& site) {
  if (list.head) return site.stated_at;
  return list.counted_by ? walk.scope.at(*list.counted_by) : site.begin;
}

// Prints
//
//   schemac::msgpack::HeadAt dims_head;
//   if (!schemac::msgpack::walk_head<detail::shape_dims_head>(context, frame, begin, end,
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
             schemac::msgpack::HeadAt $local$;
             if (!schemac::msgpack::walk_head<$rule$>(context, $frame$, $begin$, $end$, $local$)) [[unlikely]]
               return nullptr;
           )cc");
  Site behind = site;
  behind.stated_at = site.begin;
  behind.begin = local + ".behind";
  return behind;
}

// How many elements there are, if something says so.
std::string count_of(Walk& walk, const plan::List& list, const Site& site) {
  if (list.head) return walk.layout.local(site.field) + "_head.number";
  return list.count ? counted_or(walk.scope, list, "schemac::no_count") : "";
}
// " || !schemac::msgpack::have_tags<std::uint32_t>(dims_head.behind, dims_size)"
std::string wrong_tags(const plan::Scalar& scalar, const std::string& begin,
                       const std::string& count) {
  if (scalar.coding == plan::Coding::plain) return {};
  const std::string type =
      scalar.coding == plan::Coding::token ? "bool" : stored_type(scalar.dtype);
  return " || !schemac::msgpack::have_tags<" + type + ">(" + begin + ", " + count + ")";
}

// One pass over elements after tags, without a branch for each: their tags, their product, and
// whether they keep to their rules. Which of them doesn't is found out in another pass.
struct Scan {
  bool is_made = false;
  bool makes_rules = false;
  bool makes_product = false;
};
Scan scan_of(const Walk& walk, const plan::List& list, const plan::Scalar& scalar,
             const Site& site) {
  Scan scan;
  const bool is_field = site.suffix.empty() && !site.has_own_frame;
  if (scalar.coding != plan::Coding::tagged || !is_field) return scan;
  scan.makes_product = has_product(walk.layout.field(site.field));
  scan.makes_rules =
      walk.mode != Mode::walk && !list.each.empty() && !checks_value(walk, scalar) &&
      std::all_of(list.each.begin(), list.each.end(),
                  [](const plan::EachRule& rule) { return is_about_element(rule.condition); });
  scan.is_made = scan.makes_product || scan.makes_rules;
  return scan;
}

// How a list that is scanned is called.
struct ScannedList {
  std::string count, stated_at, stretch;
};

// Prints
//
//   schemac::KnownProduct dims_product;
//   const auto dims_hold = [&](const std::uint64_t element) {
//     dims_product.take(element);
//     return element >= 1;
//   };
//   if (!schemac::msgpack::scan_tagged<std::uint32_t>(dims_head.behind, dims_size, dims_hold)) {
//     (the fault of a wrong tag)
//     (the loop over elements that makes the checks)
//   }
void emit_scan(Printer& out, Walk& walk, const plan::List& list, const plan::Scalar& scalar,
               const Site& site, const ScannedList& scanned, const Scan& scan) {
  Spelling spelling = walk.scope.spelling();
  std::string holds;
  if (scan.makes_rules)
    for (const plan::EachRule& rule : list.each)
      holds += (holds.empty() ? "" : " && ") +
               condition_of(rule.condition, spelling, list.each.size() > 1);
  const std::string product = walk.layout.product_local(site.field);
  if (scan.makes_product) out.emit({{"product", product}}, "schemac::KnownProduct $product$;");
  const auto take = [&] {
    if (scan.makes_product) out.emit({{"product", product}}, "$product$.take(element);");
  };
  const auto failure = [&] {
    const std::string wrong = wrong_tags(scalar, site.begin, scanned.count).substr(4);
    out.emit({{"tags", scan.makes_rules ? "if (" + wrong + ") [[unlikely]] " : ""},
              {"stretch", scanned.stretch},
              {"begin", site.begin},
              {"end", site.end},
              {"at", scanned.stated_at},
              {"count", scanned.count}},
             "$tags$return context.fault($stretch$, frame, $begin$, $end$, $at$, $count$);");
    if (scan.makes_rules) emit_each(out, walk, list, site, scanned.count);
  };
  out.emit({{"type", stored_type(scalar.dtype)},
            {"begin", site.begin},
            {"count", scanned.count},
            {"number", number_type(scalar)},
            {"local", walk.layout.field(site.field).identifier},
            {"take", take},
            {"holds", holds.empty() ? "true" : holds},
            {"failure", failure}},
           R"cc(
             const auto $local$_hold = [&](const $number$ element) {
               $take$;
               return $holds$;
             };
             if (!schemac::msgpack::scan_tagged<$type$>($begin$, $count$, $local$_hold)) [[unlikely]] {
               $failure$;
             }
           )cc");
}

// Scalars: one bounds check, then each of them if something holds for single ones.
std::string emit_scalars(Printer& out, Walk& walk, const plan::List& list,
                         const plan::Scalar& scalar, const Site& site) {
  const std::string local = walk.layout.local(site.field);
  const std::string count = walk.layout.length_local(site.field);
  const bool is_small = is_packed(scalar.dtype);
  const std::uint64_t bits = is_small ? bit_count(scalar.dtype) : 8 * stored_size(scalar);
  const std::string at = stated_at(walk, list, site);
  const std::string name = walk.name_of(site.field) + site.suffix;
  const std::string path = path_of(walk, site);
  const Above up = above(walk, list, site);
  const std::string rest = "schemac::distance(" + site.begin + ", " + site.end + ")";
  const std::string all =
      bits >= 8 ? rest + " / " + std::to_string(bits / 8) : rest + " * " + std::to_string(8 / bits);
  const std::string size =
      list.head ? count_of(walk, list, site) : counted_or(walk.scope, list, all);
  const Scan scan = scan_of(walk, list, scalar, site);
  const std::string stretch =
      bits < 8
          ? ""
          : walk.forms.stretch(name + "_list", {scalar_part(scalar, path, FormPart::Kind::indexed)},
                               list.cause);
  out.emit({{"count", count}, {"size", size}}, "const std::uint64_t $count$ = $size$;");
  if (walk.mode != Mode::walk)
    emit_count_checks(out, walk, list, count, at, ", " + rest + ", " + std::to_string(bits),
                      up.stating);
  if (bits < 8) {
    out.emit({{"local", local},
              {"count", count},
              {"bits", bits},
              {"begin", site.begin},
              {"end", site.end},
              {"path", quoted(path)},
              {"cause", walk.forms.pointer(list.cause)},
              {"frames", up.both},
              {"at", at}},
             R"cc(
               const std::uint64_t $local$_bytes = schemac::payload_size($count$, $bits$);
               if (schemac::distance($begin$, $end$) < $local$_bytes) [[unlikely]]
                 return context.fault(schemac::Part{$path$, $local$_bytes}, $cause$, $frames$, $begin$,
                                      $end$, $at$, $count$);
             )cc");
  } else {
    out.emit({{"count", count},
              {"stride", bits / 8},
              {"begin", site.begin},
              {"end", site.end},
              {"tags", scan.is_made ? "" : wrong_tags(scalar, site.begin, count)},
              {"stretch", stretch},
              {"frames", up.both},
              {"at", at}},
             R"cc(
          if ($count$ > schemac::distance($begin$, $end$) / $stride$$tags$) [[unlikely]]
            return context.fault($stretch$, $frames$, $begin$, $end$, $at$, $count$);
        )cc");
    if (scan.is_made) emit_scan(out, walk, list, scalar, site, {count, at, stretch}, scan);
  }
  const bool is_field = site.suffix.empty();
  if (is_field && walk.scope.uses().lists.contains(site.field)) {
    const plan::Field& field = walk.layout.field(site.field);
    std::string elements = site.begin + ", " + count;
    if (has_product(field))
      elements = list_type(walk.plan(), scalar) + "(" + elements + "), " +
                 walk.layout.product_local(site.field);
    out.emit({{"type", list_type(walk.plan(), field)}, {"local", local}, {"elements", elements}},
             "const $type$ $local$($elements$);");
  }
  if (walk.mode != Mode::walk && !scan.makes_rules) emit_each(out, walk, list, site, count);
  emit_made(out, walk, site,
            list_type(walk.plan(), scalar) + "(" + site.begin + ", " + count + ")");
  if (bits < 8) return site.begin + " + " + local + "_bytes";
  return site.begin + " + " + count + (bits == 8 ? "" : " * " + std::to_string(bits / 8));
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
    out.emit("schemac::TextAt text;");
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
                 !schemac::check_unique(context, $frame$, $check$, $first$, $field$, {$begin$, next},
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
  out.emit({{"key", scalar == nullptr ? "key" : load_of(*scalar, "schemac::bytes_of(key)")},
            {"check", walk.forms.check(*list.order)},
            {"first", first_view(walk, list.element.front(), site)},
            {"behind", behind}},
           R"cc(
             if (!keys.add_ordered($key$) && context.errors() == errors && context.makes($check$) &&
                 !schemac::note_order(context, element, $check$, $first$, {next, $behind$})) [[unlikely]]
               return nullptr;
           )cc");
}

// The class that keeps the key of the element before.
std::string keeper_of_keys(const Walk& walk, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (nested == nullptr) return "schemac::Ascending";
  const plan::Record& record = walk.plan().records[nested->record];
  const auto* scalar =
      list.order_by ? std::get_if<plan::Scalar>(&record.fields[*list.order_by].body.kind) : nullptr;
  if (scalar != nullptr) return "schemac::BasicAscending<" + number_type(*scalar) + ">";
  const std::string type = key_type(walk.plan(), nested->record);
  return type == "std::string_view" ? "schemac::Ascending"
                                    : "schemac::BasicAscending<" + type + ">";
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
             if (schemac::by_version($version$, $limit$, check_each) == nullptr) [[unlikely]]
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
              !context.note_begin($check$, schemac::Frame{&frame, $field$, index}, $at$, $stated$, context.offset_of(next))) [[unlikely]]
            return nullptr;
        )cc");
  };
  if (!field.presence && !list.is_counted) return check();
  std::string is_there = list.is_counted ? count + " != schemac::no_count" : "";
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
             if ($count$ == schemac::no_count) {
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
                        ", schemac::distance(" + site.begin + ", " + site.end + "), " +
                            std::to_string(8 * list.least_element),
                        up.stating);
    };
    // Elements of no bytes cost even a view time that no size of a file bounds.
    const bool is_limited = is_check || list.least_element == 0;
    if (is_limited && list.is_counted)
      out.emit({{"count", count}, {"checks", count_checks}},
               R"cc(
                 if ($count$ != schemac::no_count) {
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
                {"known", list.is_counted ? count + " != schemac::no_count && " : ""},
                {"frame", up.stating},
                {"cause", walk.forms.check(*list.cause)}},
               R"cc(
                 if ($known$$count$ > schemac::distance($begin$, $end$) / $least$ &&
                     !context.note_cause($cause$, $frame$, $at$, $count$,
                                         schemac::detail::saturated_product($count$, $least$),
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
      out.emit({{"counted", list.is_counted ? count + " == schemac::no_count && " : ""},
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
             $unused$schemac::Frame element{&$frame$, $field$};
             std::uint64_t index = 0;
           )cc");
  std::string condition = has_count(list) ? "index < " + count : "next < " + site.end;
  if (list.is_counted) condition = "schemac::goes_on(index, " + count + ", next, " + site.end + ")";
  emit_loop(out, walk, list, condition, body);
  if (ruled != nullptr) emit_rules_of_last(out, walk, list, site);
  if (!has_count(list) && walk.scope.uses().lengths.contains(site.field))
    out.emit({{"count", count}}, "const std::uint64_t $count$ = index;");
  if (is_check) emit_limits_of_rest(out, walk, list, site, count);
  if (is_unique) emit_unique(out, walk, list, site, "index");
  return "next";
}

}  // namespace

Above above(const Walk& walk, const plan::List& list, const Site& site) {
  const std::string name = quoted(path_of(walk, site));
  if (!site.is_element) return {"frame", name, "frame", "frame"};
  if (list.counted_by) return {site.frame, name, "frame", "frame, " + site.frame};
  return {site.frame, name, site.frame, site.frame};
}

void emit_count_checks(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& room, const std::string& frame) {
  if (list.elements_check)
    out.emit({{"count", count},
              {"room", room},
              {"check", walk.forms.check(*list.elements_check)},
              {"at", at},
              {"frame", frame},
              {"allowed", list.may_be_empty() ? ", context.empty_elements()" : ""}},
             R"cc(
               if (!context.take_elements($count$$room$)) [[unlikely]]
                 return context.refuse($check$, $frame$, $at$, {$count$$allowed$});
             )cc");
  if (walk.mode != Mode::walk) emit_count_limits(out, walk, list, count, at, frame);
}

void emit_count_limits(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& frame) {
  const std::string facts = "{" + count + "}";
  if (list.minimum && list.minimum_check)
    emit_check(out, walk, *list.minimum_check, count + " < " + literal(*list.minimum), frame, at,
               facts);
  if (list.maximum && list.maximum_check)
    emit_check(out, walk, *list.maximum_check, count + " > " + literal(*list.maximum), frame, at,
               facts);
}

void emit_each(Printer& out, Walk& walk, const plan::List& list, const Site& site,
               const std::string& count) {
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  if (scalar == nullptr || (list.each.empty() && !checks_value(walk, *scalar))) return;
  const bool is_small = is_packed(scalar->dtype);
  const std::uint64_t bits = is_small ? bit_count(scalar->dtype) : 8 * stored_size(*scalar);
  const std::string tag = tag_size(*scalar) == 0 ? "" : std::to_string(tag_size(*scalar)) + " + ";
  const auto checks = [&] {
    emit_scalar_checks(out, walk, *scalar, "element", "each", "place");
    emit_each_rules(out, walk, list, site.field, walk.layout.local(site.field) + "_elements",
                    "place");
  };
  const Above up = above(walk, list, site);
  out.emit({{"frame", up.frame},
            {"field", up.name},
            {"local", walk.layout.local(site.field)},
            {"type", walked_list_type(walk.plan(), *scalar)},
            {"number", number_type(*scalar)},
            {"begin", site.begin},
            {"count", count},
            {"place", is_small ? "each.index * " + std::to_string(bits) + " / 8"
                               : tag + "each.index * " + std::to_string(bits / 8)},
            {"checks", checks}},
           R"cc(
             const $type$ $local$_elements($begin$, $count$);
             for (schemac::Frame each{&$frame$, $field$, 0}; each.index < $count$; ++each.index) {
               const auto element = static_cast<$number$>($local$_elements[each.index]);
               const std::byte* const place = $begin$ + $place$;
               $checks$;
             }
           )cc");
}

std::string emit_list(Printer& out, Walk& walk, const plan::List& list, const Site& list_site) {
  const Site site = list.head ? emit_head(out, walk, *list.head, list_site) : list_site;
  const plan::Scalar* scalar = scalar_element(list);
  return scalar != nullptr ? emit_scalars(out, walk, list, *scalar, site)
                           : emit_elements(out, walk, list, site);
}

}  // namespace schemac::emit::cpp
