#include "plan/facts/quick_walks.h"

#include <algorithm>
#include <set>

#include "plan/facts/number_rules.h"

namespace schemac::plan {
namespace {

// Whether it is an element of a list, or a field that expressions look into: of both a view walks
// many.
bool is_one_of_many(const Plan& plan, const Record& record) {
  return record.holders.is_element ||
         std::ranges::any_of(record.holders.fields, [&](const FieldOf& at) {
           return plan.records[at.record].fields[at.field].is_kept;
         });
}

bool is_plain(const Body& body) {
  const auto* scalar = std::get_if<Scalar>(&body.kind);
  return scalar == nullptr || scalar->coding == Coding::plain;
}

// Whether the fields of a run are numbers as they lie, without a tag before them.
bool is_plain(const Record& record, const Run& run) {
  const auto is_it = [&](const RunField& each) {
    return !each.field || is_plain(record.fields[*each.field].body);
  };
  return std::ranges::all_of(run.fixed, is_it) && std::ranges::all_of(run.after, is_it) &&
         (!run.counted ||
          is_plain(std::get<List>(record.fields[run.counted->list].body.kind).element.front()));
}

bool is_simple(const Field& field, const LoneField& lone) {
  if (field.jump) return true;
  if (field.presence || field.region || (!lone.end && !field.body.fixed_size)) return false;
  if (const auto* text = std::get_if<Text>(&field.body.kind))
    return !text->negative_check && (text->prefix || text->size) && !text->head &&
           !text->terminator && !text->to_end && !text->filler;
  const auto* raw = std::get_if<Raw>(&field.body.kind);
  return raw != nullptr && raw->size && !raw->head;
}

bool is_simple(const Record& record, const Item& item) {
  if (const auto* lone = std::get_if<LoneField>(&item))
    return is_simple(record.fields[lone->field], *lone);
  if (const auto* run = std::get_if<Run>(&item)) return is_plain(record, *run);
  return std::holds_alternative<Pad>(item) || std::holds_alternative<Require>(item);
}

// Which numbers of a record expressions ask for.
class AskedNumbers {
 public:
  explicit AskedNumbers(const Record& record) : record_(record) {}

  void add(const Expr& expr) {
    const Op op = expr.op;
    if (op == Op::field) {
      numbers_.insert(expr.id);
    } else if (op == Op::is_present) {
      add_presence(record_.fields[expr.id]);
    } else if (op == Op::size_of) {
      add_size(record_.fields[expr.id]);
    } else if (op == Op::offset_of) {
      if (const auto& jump = record_.fields[expr.id].jump) add(jump->target);
    } else if (op == Op::length || op == Op::text_is || op == Op::item || op == Op::last_item ||
               op == Op::product || op == Op::sum || op == Op::list || op == Op::plain_size ||
               op == Op::inside) {
      are_all_ = false;
    } else {  // a list that is a parameter is around the record
      add_all(op == Op::param_list ? expr.args.front().args : expr.args);
    }
  }
  [[nodiscard]] bool has(FieldId id) const { return numbers_.contains(id); }
  // Whether nothing but numbers and places was asked for.
  [[nodiscard]] bool are_all() const { return are_all_; }

 private:
  void add_all(const std::vector<Expr>& exprs) {
    for (const Expr& each : exprs) add(each);
  }
  void add_presence(const Field& field) {
    if (field.presence) add(field.presence->condition);
  }
  void add_size(const Field& field) {
    if (field.region) add(field.region->size);
    if (field.region || field.body.fixed_size) return add_presence(field);
    const auto* list = std::get_if<List>(&field.body.kind);
    if (list != nullptr && std::holds_alternative<Scalar>(list->element.front().kind))
      are_all_ = false;
  }

  const Record& record_;
  std::set<FieldId> numbers_;
  bool are_all_ = true;
};

// What its sizes follow from.
AskedNumbers asked_numbers(const Plan& plan, const Record& record) {
  AskedNumbers asked(record);
  for (const Item& item : record.items) {
    const auto* run = std::get_if<Run>(&item);
    if (run != nullptr && run->counted) asked.add(run->counted->count);
    const auto* require = std::get_if<Require>(&item);
    if (require != nullptr && is_about_count(plan, record, *require)) asked.add(require->condition);
    const auto* lone = std::get_if<LoneField>(&item);
    if (lone == nullptr || record.fields[lone->field].jump) continue;
    const Body& body = record.fields[lone->field].body;
    const auto* raw = std::get_if<Raw>(&body.kind);
    const auto* text = std::get_if<Text>(&body.kind);
    if (raw != nullptr && raw->size) asked.add(*raw->size);
    if (text != nullptr && text->size) asked.add(*text->size);
  }
  return asked;
}

bool asks_fields(const Expr& condition) {
  return condition.op == Op::field || std::ranges::any_of(condition.args, asks_fields);
}

// Whether a stretch of some versions alone is there by a field of the record itself, or has a
// number that sizes follow from.
bool is_asked(const Run& run, const AskedNumbers& asked) {
  return run.condition &&
         (asks_fields(*run.condition) || std::ranges::any_of(run.fixed, [&](const RunField& each) {
            return asked.has(*each.field);
          }));
}

bool has_quick_walk(const Plan& plan, const Record& record) {
  if (record.is_recursive || !is_one_of_many(plan, record)) return false;
  if (!std::ranges::all_of(record.items, [&](const Item& item) { return is_simple(record, item); }))
    return false;
  const AskedNumbers asked = asked_numbers(plan, record);
  return asked.are_all() && std::ranges::none_of(record.items, [&](const Item& item) {
           const auto* run = std::get_if<Run>(&item);
           return run != nullptr && is_asked(*run, asked);
         });
}

}  // namespace

void find_quick_walks(Plan& plan) {
  for (Record& record : plan.records) record.has_quick_walk = has_quick_walk(plan, record);
}

}  // namespace schemac::plan
