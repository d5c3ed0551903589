#include "plan/writing/refusals.h"

#include <algorithm>
#include <utility>

#include "model/range_arithmetic.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/json_members.h"
#include "plan/facts/measuring.h"
#include "plan/writing/follows.h"
#include "schemac/wire/msgpack_head.h"

namespace schemac::plan {
namespace {

// Collects the refusals of one body, or of a field.
template <class Refusal>
class Collector {
 public:
  Collector(const Plan& plan, const Record& record, FieldId id)
      : plan_(plan), record_(record), id_(id) {}

  void head(const std::optional<Head>& head) {
    if (const auto refusal = refusal_of(head)) all.push_back(*refusal);
  }
  void size(const std::optional<Expr>& size, const std::optional<Expr>& if_known = std::nullopt) {
    if (size && !follows_from(record_, *size, id_))
      all.push_back(StatedSize{*size, if_known, asks_layout(plan_, record_, *size)});
  }
  template <class Make>
  void check(std::optional<CheckId> check, const Make& make) {
    if (is_refused(plan_, check)) all.push_back(make(*check));
  }

  std::vector<Refusal> all;

 private:
  const Plan& plan_;
  const Record& record_;
  FieldId id_;
};

}  // namespace

bool is_refused(const Plan& plan, std::optional<CheckId> check) {
  return check && plan.checks[*check].level <= Level::rule;
}

bool is_refused(const Plan& plan, const Record& record, const Require& require) {
  return is_refused(plan, require.check) && !holds_by_derivation(record, require.condition) &&
         !asks_layout(plan, record, require.condition);
}

std::vector<BrokenRule> rules_of(const Plan& plan, const Record& record, const List& list) {
  std::vector<BrokenRule> rules;
  for (const EachRule& rule : list.each)
    if (is_refused(plan, rule.check) && !asks_layout(plan, record, list, rule.condition))
      rules.push_back({&rule});
  return rules;
}

std::optional<TooLong> refusal_of(const std::optional<Head>& head) {
  if (!head) return std::nullopt;
  return TooLong{true, schemac::impl::msgpack::most_in_head};
}

std::vector<TextRefusal> refusals_of(const Plan& plan, const Record& record, FieldId id,
                                     const Text& text) {
  Collector<TextRefusal> found(plan, record, id);
  found.head(text.head);
  if (text.prefix && bit_count(text.prefix->dtype) < 64)
    found.all.push_back(
        TooLong{false, static_cast<std::uint64_t>(model::range_of(text.prefix->dtype).max)});
  found.size(text.size);
  if (text.filler)
    for (TextRefusal& each : found.all)
      if (auto* size = std::get_if<StatedSize>(&each)) size->is_most = true;
  found.check(text.empty_check, [](CheckId check) { return EmptyText{check}; });
  using Kind = Characters::Kind;
  found.check(text.charset_check, [](CheckId check) { return Characters{Kind::set, check}; });
  const Kind encoding = text.encoding == "ascii" ? Kind::ascii : Kind::utf8;
  found.check(text.encoding_check, [&](CheckId check) { return Characters{encoding, check}; });
  if (record.json && !is_refused(plan, text.encoding_check)) found.all.push_back(Unsayable{});
  if (text.terminator) found.all.push_back(EndsEarly{*text.terminator});
  if (text.filler) found.all.push_back(EndsFilled{*text.filler});
  return std::move(found.all);
}

std::vector<RawRefusal> refusals_of(const Plan& plan, const Record& record, FieldId id,
                                    const Raw& raw) {
  Collector<RawRefusal> found(plan, record, id);
  found.head(raw.head);
  if (raw.free) found.all.push_back(FreeContent{});
  const bool says_its_end = raw.free && raw.free->wire == FreeForm::Wire::object;
  if (!raw.digest && !says_its_end) found.size(raw.size);
  return std::move(found.all);
}

std::vector<ScalarRefusal> refusals_of(const Plan& plan, const Record& record,
                                       const Scalar& scalar) {
  std::vector<ScalarRefusal> all;
  if (scalar.enumeration && is_refused(plan, scalar.unknown_member)) all.push_back(UnknownMember{});
  if (is_refused(plan, scalar.unknown_flag)) all.push_back(UnknownFlags{});
  const bool is_packed = bit_count(scalar.dtype) < 8 && scalar.dtype != Dtype::u1;
  const bool is_narrow = model::range_of(scalar).max < model::range_of(scalar.dtype).max;
  if (is_packed || is_narrow) all.push_back(Unfit{});
  if (record.json && scalar.dtype == Dtype::f64) all.push_back(Unsayable{});
  return all;
}

std::vector<ListRefusal> refusals_of(const Plan& plan, const Record& record, FieldId id,
                                     const List& list) {
  Collector<ListRefusal> found(plan, record, id);
  if (list.starts_of) return {};
  if (list.maximum)
    found.check(list.maximum_check, [&](CheckId check) {
      return ElementCount{true, *list.maximum, check};
    });
  found.head(list.head);
  if (list.minimum)
    found.check(list.minimum_check, [&](CheckId check) {
      return ElementCount{false, *list.minimum, check};
    });
  found.size(list.count, list.is_counted);
  return std::move(found.all);
}

namespace {

// Where the tag follows from the dtype held, any dtype with a tag will do.
bool is_chosen_by_dtype(const Record& record, FieldId id, const Array& array) {
  const Switch* choice = switch_of(record.fields[id]);
  return choice != nullptr && tag_follows_from(record, *choice, id) &&
         std::ranges::any_of(choice->alternatives, [&](const Alternative& alternative) {
           return alternative.tag_by_dtype &&
                  std::get_if<Array>(&alternative.body.front().kind) == &array;
         });
}

}  // namespace

std::vector<ArrayRefusal> refusals_of(const Plan& plan, const Record& record, FieldId id,
                                      const Array& array) {
  Collector<ArrayRefusal> found(plan, record, id);
  found.head(array.head);
  if (!is_chosen_by_dtype(record, id, array)) found.all.push_back(OtherDtype{});
  if (array.dims) {
    found.all.push_back(DimsSize{asks_layout(plan, record, *array.dims)});
  } else {
    found.all.push_back(OneElement{});
    found.check(array.boolean, [](CheckId check) { return NotBoolean{check}; });
  }
  return std::move(found.all);
}

std::vector<AlternativeRefusal> refusals_of(const Record& record, FieldId id, const Switch& choice,
                                            const Alternative& alternative) {
  std::vector<AlternativeRefusal> all;
  if (!tag_follows_from(record, choice, id)) all.push_back(OtherTag{});
  if (alternative.tag_by_dtype) all.push_back(NoTagOfDtype{});
  return all;
}

std::optional<FieldId> versioned_tag(const Plan& plan, const Record& record, const Switch& choice) {
  if (!choice.tag_field) return std::nullopt;
  const Field& tag = record.fields[*choice.tag_field];
  const auto* scalar = std::get_if<Scalar>(&tag.body.kind);
  const bool is_versioned = tag.derivation && scalar != nullptr && scalar->versioned &&
                            is_refused(plan, scalar->unknown_member);
  return is_versioned ? choice.tag_field : std::nullopt;
}

std::vector<ElementsRefusal> element_refusals(const Plan& plan, const Record& record, FieldId id,
                                              const List& list) {
  std::vector<ElementsRefusal> all;
  if (list.starts_of) return all;
  if (list.has_slack) all.push_back(SpareBytes{});
  const std::vector<BrokenRule> rules = rules_of(plan, record, list);
  const bool are_about_order = has_rules_of_order(list);
  const bool is_unique = list.unique && is_refused(plan, list.duplicate);
  EachElement each;
  if (list.empty_element) each.refusals.push_back(WithoutBytes{*list.empty_element});
  if (!are_about_order) each.refusals.insert(each.refusals.end(), rules.begin(), rules.end());
  if (is_unique)
    for (std::string& name : taken_names(record, id))
      each.refusals.push_back(TakenName{std::move(name), *list.duplicate});
  all.push_back(std::move(each));
  if (are_about_order && !rules.empty()) all.push_back(RulesInOrder{rules});
  if (list.may_hold_open()) all.push_back(Swallowed{});
  if (is_unique) all.push_back(Duplicate{*list.duplicate});
  return all;
}

std::optional<StatedSize> region_refusal(const Plan& plan, const Record& record, FieldId id) {
  const Field& field = record.fields[id];
  if (!field.region) return std::nullopt;
  const Region& region = *field.region;
  if (asks_layout(plan, record, region.size)) return StatedSize{region.size, std::nullopt, true};
  const bool is_array = std::holds_alternative<Array>(field.body.kind);
  if (!region.fill && !is_array) return std::nullopt;  // the field that states it says just that
  if (follows_from(record, region.size, id) || depends_on_place(plan, field.body))
    return std::nullopt;
  if (region.stated_by) {  // by a number that is calculated from it
    const Source& source = record.fields[*region.stated_by].source;
    if (source.kind == SourceKind::size_of && source.field == id) return std::nullopt;
  }
  return StatedSize{region.size, std::nullopt, false};
}

std::vector<FieldRefusal> refusals_of(const Plan& plan, const Record& record, FieldId id) {
  std::vector<FieldRefusal> all;
  const Field& field = record.fields[id];
  if (field.presence)
    for (const AbsentScalar& zero : field.presence->zeros)
      if (record.fields[zero.field].has_member() && is_refused(plan, zero.check))
        all.push_back(GivenForAbsent{zero});
  if (!record.holds(id)) return all;
  if (field.may_be_unknown()) all.push_back(MeansUnknown{});
  if (field.presence && field.availability) all.push_back(OtherVersion{});
  // The presence of a message's field follows from nothing.
  if (field.presence && field.is_optional() && record.message() == nullptr &&
      !follows_from_presence(record, id, field.presence->condition))
    all.push_back(WrongPresence{});
  all.push_back(Held{region_refusal(plan, record, id)});
  return all;
}

NumberRefusals number_refusals(const Plan& plan, const Record& record, FieldId id) {
  const Field& field = record.fields[id];
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || !field.derivation || field.states_place) return {};
  if (scalar->is_group) return {};  // what it consists of was looked at
  NumberRefusals found;
  const SourceKind kind = field.source.kind;
  const bool is_calculated = kind == SourceKind::expression;
  found.may_overflow = is_calculated && may_not_be_computed(plan, record, *field.derivation);
  const model::Range range = model::range_of(*scalar);
  found.may_be_small = field.derivation->range.min < range.min &&
                       !(scalar->dtype == Dtype::i64 && scalar->bits == 0);
  const bool is_about_extent = kind == SourceKind::count_of || kind == SourceKind::size_of ||
                               kind == SourceKind::plain_size_of;
  const bool is_narrow = scalar->bit_count() < 64 || range.max < model::range_of(scalar->dtype).max;
  found.may_be_large = is_narrow ? is_about_extent || is_calculated
                                 : scalar->dtype == Dtype::i64 && is_calculated &&
                                       !field.derivation->range.fits_i64();
  return found;
}

}  // namespace schemac::plan
