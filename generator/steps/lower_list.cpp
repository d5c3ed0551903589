// Lists.
#include <algorithm>
#include <iterator>

#include "model/range_arithmetic.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/stored_sizes.h"
#include "steps/lowering.h"

namespace schemac::steps {
namespace {

Expr all_of(std::vector<Expr> conditions) {
  if (conditions.size() == 1) return std::move(conditions.front());
  Expr made;
  made.op = plan::Op::logical_and;
  made.range = {0, 1};
  made.args = std::move(conditions);
  return made;
}

Expr not_(Expr condition) {
  Expr made;
  made.op = plan::Op::logical_not;
  made.range = {0, 1};
  made.args = {std::move(condition)};
  return made;
}

}  // namespace

Address Lowering::stated_at(const plan::List& list, const BodySite& site) {
  if (list.head) return *site.stated_at;
  return list.counted_by ? place_of(*list.counted_by) : site.at;
}

FrameId Lowering::stating_frame(const plan::List& list, const BodySite& site) const {
  return site.is_element && !list.counted_by ? site.frame : record_frame;
}

FrameId Lowering::element_frame(const BodySite& site) {
  return frame(site.is_element ? site.frame : record_frame, path_in_record(site), true,
               subject(site));
}

void Lowering::take(const plan::List& list, const BodySite& site, LengthId length,
                    std::optional<TakeElements::Room> room, Block& out) {
  // Elements of no bytes cost even a view time that no size of a file bounds.
  const bool is_scalar = std::holds_alternative<plan::Scalar>(list.element.front().kind);
  const bool is_bounded = is_view() && (list.least_element != 0 || is_scalar);
  if (list.elements_check && !is_bounded)
    out.push_back(
        {TakeElements{length,
                      room,
                      {*list.elements_check, stating_frame(list, site), stated_at(list, site)},
                      list.may_be_empty()}});
  if (!is_view()) limit(list, site, length, out);
}

void Lowering::limit(const plan::List& list, const BodySite& site, LengthId length, Block& out) {
  const Address at = stated_at(list, site);
  const FrameId frame = stating_frame(list, site);
  const bool has_last = list.until && list.minimum == 1;
  if (list.minimum && makes(list.minimum_check) && !has_last)
    out.push_back({CheckLength{length, true, *list.minimum, {*list.minimum_check, frame, at}}});
  if (list.maximum && makes(list.maximum_check))
    out.push_back({CheckLength{length, false, *list.maximum, {*list.maximum_check, frame, at}}});
}

ElementRule Lowering::rule_of(const plan::EachRule& rule, const Blame& blame) {
  return {value(rule.condition), blame, values(rule.facts), rule.at, rule.item};
}

void Lowering::each(const plan::List& list, const plan::Scalar& scalar, const BodySite& site,
                    LengthId length, Block& out) {
  if (is_view()) return;
  EachScalar made;
  made.length = length;
  made.of = subject(site);
  made.scalar = &scalar;
  made.at = site.at;
  made.frame = element_frame(site);
  made.element = address(field(site.field).identifier + site.suffix + "_element");
  check_number(scalar, {}, made.frame, {made.element, 0}, made.checks);
  for (const plan::EachRule& rule : list.each)
    if (is_made(rule))
      made.rules.push_back(rule_of(rule, {rule.check, made.frame, {made.element, 0}}));
  if (!made.checks.empty() || !made.rules.empty()) out.push_back({std::move(made)});
}

void Lowering::add_kind(const plan::List& list, const BodySite& list_site, Block& out) {
  BodySite site = list_site;
  if (list.head) {
    const LengthId counted = length(site);
    site.stated_at = site.at;
    site.at = read_head(*list.head, site, counted, out);
  }
  if (const plan::Scalar* scalar = plan::packed_element(list))
    return add_scalars(list, *scalar, site, out);
  add_elements(list, site, out);
}

void Lowering::set_count(const plan::List& list, const BodySite& site, LengthId length,
                         std::uint64_t bits, Block& out) {
  if (list.head) return;
  SetLength set;
  set.length = length;
  set.to = value(list.count);
  set.is_stated = value(list.is_counted);
  set.at = site.at;
  set.limit = site.limit;
  set.bits = bits;
  out.push_back({std::move(set)});
}

// Scalars: one bounds check, then each of them if something holds for single ones.
void Lowering::add_scalars(const plan::List& list, const plan::Scalar& scalar, const BodySite& site,
                           Block& out) {
  const LengthId count = list.head ? last_length(site) : length(site);
  const bool is_small = bit_count(scalar.dtype) < 8;
  const std::uint64_t bits = is_small ? bit_count(scalar.dtype) : 8 * stored_size(scalar);
  if (list.until)
    out.push_back({CountElements{count, &scalar, site.at, site.limit, value(*list.until)}});
  else
    set_count(list, site, count, bits, out);
  take(list, site, count, TakeElements::Room{site.at, site.limit, bits}, out);
  const bool is_tagged = scalar.coding != plan::Coding::plain;
  NeedElements need;
  need.length = count;
  need.of = subject(site);
  need.at = site.at;
  need.limit = site.limit;
  need.stride = is_small ? 0 : bits / 8;
  need.stretch = {constant_name(site.field) + site.suffix + "_list",
                  {{path_in_record(site), is_small ? 0 : bits / 8,
                    is_small ? StretchField::Kind::counted : StretchField::Kind::indexed,
                    is_tagged ? &scalar : nullptr}},
                  list.cause};
  need.frame = stating_frame(list, site);
  if (site.is_element && list.counted_by) need.own = site.frame;
  need.stated_at = stated_at(list, site);
  need.bits = bits;
  Block checks;
  each(list, scalar, site, count, checks);
  const auto* each_scalar =
      checks.empty() ? nullptr : std::get_if<EachScalar>(&checks.front().kind);
  ScanElements scan{site.field,     &scalar, site.at, site.limit, need.stretch,
                    need.stated_at, {},      false,   {}};
  const bool is_field = !site.has_own_frame && site.suffix.empty();
  const bool is_scanned = scalar.coding == plan::Coding::tagged && is_field && !is_watch();
  const plan::Field& of = field(site.field);
  scan.makes_product =
      is_scanned && list.head && of.is_multiplied && !of.presence && !of.region && !of.jump;
  if (is_scanned && each_scalar != nullptr && each_scalar->checks.empty() &&
      std::ranges::all_of(each_scalar->rules, [](const ElementRule& rule) {
        return plan::is_about_element(rule.holds);
      })) {
    for (const ElementRule& rule : each_scalar->rules) scan.holds.push_back(rule.holds);
    scan.otherwise = std::move(checks);
    checks.clear();
  }
  const bool scans = scan.makes_product || !scan.holds.empty();
  if (is_tagged && !scans) need.tagged = &scalar;
  out.push_back({std::move(need)});
  if (scans) out.push_back({std::move(scan)});
  if (site.suffix.empty()) out.push_back({SetList{site.field, site.at}});
  tell({Tell::What::numbers,
        site.field,
        site.is_element ? site.frame : record_frame,
        &scalar,
        "",
        site.at,
        {},
        count},
       out);
  std::ranges::move(checks, std::back_inserter(out));
  if (const auto to = target(site)) out.push_back({StoreBytes{count, &scalar, site.at, *to}});
  out.push_back({SetAddress{site.end, site.at, SetAddress::After{count, bits, subject(site)}}});
}

namespace {

// Where the number of an element is.
Address integer_content(const Block& element) {
  const auto* integer = element.empty() ? nullptr : std::get_if<ReadInteger>(&element.front().kind);
  return integer == nullptr ? Address{} : Address{integer->content, 0};
}

// Whether nothing is said of a list without elements, so that all about one can be left out.
bool may_be_skipped(const plan::Field& field, const plan::List& list) {
  const bool is_counted = !list.head && list.count && list.count->op == plan::Op::field &&
                          !list.minimum && !list.stated_starts && !list.is_counted;
  return is_counted && !field.presence && !field.region && !field.jump;
}

}  // namespace

// A list that is often empty costs one comparison then.
void Lowering::add_elements(const plan::List& list, const BodySite& site, Block& out) {
  if (is_view() && (list.goes_to_limit() || list.has_slack || is_left_alone(site)))
    return add_last_elements(list, site, out);
  If some;
  if (!is_watch() && may_be_skipped(field(site.field), list)) some.condition = value(*list.count);
  if (some.condition.op != plan::Op::field) return add_all_elements(list, site, out);
  some.end = site.end;
  some.otherwise.end = site.at;
  some.of = subject(site);
  some.is_apart =
      site.suffix.empty() && std::holds_alternative<plan::Nested>(list.element.front().kind);
  BodySite inner = site;
  inner.end = address(field(site.field).identifier + site.suffix + "_elements_end");
  add_all_elements(list, inner, some.then.steps);
  some.then.end = {inner.end, 0};
  out.push_back({std::move(some)});
}

// Up to the limit: a view need not know how far its elements reach, at most how many there are.
void Lowering::add_last_elements(const plan::List& list, const BodySite& site, Block& out) {
  const bool has_count = list.count || list.head;
  const std::string name = field(site.field).identifier + site.suffix;
  if (!has_count) {
    BodySite inner = site;
    inner.end = address(name + "_elements_end");
    add_all_elements(list, inner, out);
    std::get<Elements>(out.back().kind).only_counts = true;
    return out.push_back({SetAddress{site.end, {site.limit, 0}, {}}});
  }
  if (!record_.is_held() || is_left_alone(site))
    return out.push_back({SetAddress{site.end, {site.limit, 0}, {}}});
  // Spare bytes are after elements: where there are none, the list has no bytes.
  const LengthId count = list.head ? last_length(site) : length(site);
  set_count(list, site, count, 8, out);
  if (list.is_counted) std::get<SetLength>(out.back().kind).is_open = true;
  If some;
  some.condition.op = plan::Op::length;
  some.condition.id = count;
  some.condition.range = {0, model::max_u64};
  some.then.end = {site.limit, 0};
  some.otherwise.end = site.at;
  some.end = site.end;
  out.push_back({std::move(some)});
}

// What a stated count has to be.
void Lowering::check_counts(const plan::List& list, const BodySite& site, LengthId count,
                            Block& out) {
  Block checks;
  take(list, site, count, TakeElements::Room{site.at, site.limit, 8 * list.least_element}, checks);
  if (list.cause && list.least_element > 0 && !is_view())
    checks.push_back({NoteCause{count,
                                site.at,
                                site.limit,
                                list.least_element,
                                {*list.cause, stating_frame(list, site), stated_at(list, site)}}});
  if (!list.is_counted) {
    std::ranges::move(checks, std::back_inserter(out));
    return;
  }
  If stated;
  stated.condition = value(*list.is_counted);
  stated.then.steps = std::move(checks);
  if (!stated.then.steps.empty()) out.push_back({std::move(stated)});
}

void Lowering::check_begin(const plan::List& list, const Elements& of, Block& out) {
  const plan::StatedStarts& starts = *list.stated_starts;
  const plan::Field& table = field(starts.list);
  CheckBegin made;
  made.table = starts.list;
  made.at = place_of(starts.list);
  made.frame = of.frame;
  made.next = {of.next, 0};
  made.check = starts.check;
  std::vector<Expr> conditions;
  if (list.is_counted) conditions.push_back(lowered(*list.is_counted));
  if (table.presence) conditions.push_back(is_present(starts.list));
  if (conditions.empty()) return out.push_back({made});
  If there;
  there.condition = counted(all_of(std::move(conditions)));
  there.then.steps.push_back({made});
  out.push_back({std::move(there)});
}

bool Lowering::has_rules(const plan::List& list) const {
  return std::ranges::any_of(list.each,
                             [this](const plan::EachRule& rule) { return is_made(rule); });
}

RecordRules Lowering::record_rules(const plan::List& list) {
  const auto& nested = std::get<plan::Nested>(list.element.front().kind);
  RecordRules made;
  made.element = &nested;
  made.args = values(nested.args);
  for (const plan::EachRule& rule : list.each)
    if (is_made(rule)) made.rules.push_back(rule_of(rule, {rule.check, record_frame, {}}));
  made.look_ahead = plan::looks_ahead(list);
  return made;
}

void Lowering::add_all_elements(const plan::List& list, const BodySite& site, Block& out) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  const bool has_count = list.count || list.head;
  const LengthId count = list.head ? last_length(site) : length(site);
  if (has_count) {
    set_count(list, site, count, 8, out);
    if (list.is_counted) std::get<SetLength>(out.back().kind).is_open = true;
    check_counts(list, site, count, out);
    if (const auto to = target(site)) out.push_back({MakeRoom{&list, *to, count, {}, {}, 0}});
  }
  const std::string name = field(site.field).identifier + site.suffix;
  Elements made;
  made.length = count;
  made.of = subject(site);
  made.list = &list;
  made.until = list.until        ? Elements::Until::last
               : !has_count      ? Elements::Until::limit
               : list.is_counted ? Elements::Until::either
                                 : Elements::Until::count;
  made.last = value(list.until);
  made.frame = element_frame(site);
  made.at = site.at;
  made.limit = site.limit;
  if (!is_view()) made.split = plan::version_split(plan_, list.element.front());
  if (made.split) made.split->version = value(made.split->version);
  made.next = address(name + "_next");
  made.end = site.end;
  BodySite element;
  element.field = site.field;
  element.at = {made.next, 0};
  element.limit = site.limit;
  element.end = address(name + "_element_end");
  element.frame = made.frame;
  element.has_own_frame = true;
  element.is_in_list = true;
  element.suffix = site.suffix + "_element";
  if (list.stated_starts && !is_view()) check_begin(list, made, made.element.steps);
  if (const auto to = target(site)) {
    if (!has_count)
      made.element.steps.push_back({MakeRoom{&list, *to, {}, site.at, {made.next, 0}, site.limit}});
    if (nested != nullptr) made.element.steps.push_back({AddElement{&list, *to}});
    element.target = Target{Target::Kind::element, site.field, 0};
  }
  made.is_unique = list.unique && !is_view() && makes(list.duplicate);
  made.is_ordered = list.order_by && !is_view() && makes(list.order);
  add_body(list.element.front(), element, made.element.steps);
  made.element.end = {element.end, 0};
  if (list.has_slack && !is_view()) {
    made.starts = StatedStarts{&list, place_of(list.stated_starts->list), {}};
    if (field(list.stated_starts->list).presence)
      made.starts->is_there = counted(is_present(list.stated_starts->list));
  }
  if (made.until != Elements::Until::count) {
    made.may_be_endless = list.element.front().least_size == 0;
    const bool is_error =
        list.empty_element && plan_.checks[*list.empty_element].level == Level::error;
    if (is_error || makes(list.empty_element)) made.empty = list.empty_element;
    Block limits;
    if (!is_view()) limit(list, site, count, limits);
    if (list.is_counted && !limits.empty()) {
      If open;
      open.condition = counted(not_(lowered(*list.is_counted)));
      open.then.steps = std::move(limits);
      limits.clear();
      limits.push_back({std::move(open)});
    }
    made.counted = std::move(limits);
  }
  if (is_view() && !made.last) return out.push_back({std::move(made)});
  if (nested != nullptr && (made.last || has_rules(list))) {
    made.record_rules = record_rules(list);
    if (is_view()) made.record_rules->rules.clear();
    const bool is_kept = plan_.records[nested->record].is_shown;
    for (Step& step : made.element.steps)
      if (auto* call = std::get_if<Call>(&step.kind); call != nullptr && is_kept)
        call->keep = Call::Keep::element;
  } else if (nested == nullptr) {
    for (const plan::EachRule& rule : list.each)
      if (is_made(rule) && !is_view())
        made.rules.push_back(
            rule_of(rule, {rule.check, made.frame, integer_content(made.element.steps)}));
    if (!made.rules.empty() || made.last)
      if (auto* number = std::get_if<ReadInteger>(&made.element.steps.front().kind))
        number->is_asked_for = true;
  }
  out.push_back({std::move(made)});
}

void Lowering::add(const plan::CheckElements& item, Block& out) {
  const plan::List& list = item.list;
  if (!has_rules(list)) return;
  RevisitElements made;
  made.field = item.field;
  made.list = &list;
  made.frame = frame(record_frame, field(item.field).name, true, {item.field, "_again"});
  made.at = begin_of(item.field);
  made.end = ends_[item.field].value_or(Address{routine_.limit, 0});
  if (list.count) made.count = value(*list.count);
  made.is_in_region = field(item.field).region.has_value();
  made.rules = record_rules(list);
  out.push_back({std::move(made)});
}

}  // namespace schemac::steps
