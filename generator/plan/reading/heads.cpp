#include "plan/reading/heads.h"

#include <algorithm>
#include <set>

#include "model/range.h"

namespace schemac::plan {
namespace {

// Below this size of an element a reader of heads would read the elements, too.
constexpr std::uint64_t least_worth = std::uint64_t{64} << 10;

// Goes over the items of a record as the walk of a view does, and keeps how far that looks.
class HeadSearch {
 public:
  HeadSearch(const Plan& plan, const Record& record) : plan_(plan), record_(record) {}

  [[nodiscard]] std::optional<RecordHead> find() {
    const bool is_apart = record_.is_recursive || record_.json || !record_.section_params.empty() ||
                          !record_.sections.empty();
    if (is_apart) return std::nullopt;
    for (const Item& item : record_.items)
      if (!std::visit([this](const auto& kind) { return take(kind); }, item)) return std::nullopt;
    head_.is_worth = is_worth_;
    return std::move(head_);
  }

 private:
  // ---- items; false where a walk looks at something that isn't at the start ----

  bool take(const Run& run) {
    const auto is_plain = [&](const RunField& each) {
      const auto* scalar = each.field ? scalar_of(*each.field) : nullptr;
      return scalar == nullptr || (scalar->coding == Coding::plain && !scalar->is_of_file);
    };
    if (run.condition || run.counted || !std::ranges::all_of(run.fixed, is_plain)) return false;
    if (run.begin.anchor != 0) return true;  // its bounds alone
    for (const RunField& each : run.fixed) {
      extend(run.begin.distance + each.distance + each.size);
      if (each.field && scalar_of(*each.field) != nullptr) head_.fields.push_back(*each.field);
    }
    return true;
  }
  bool take(const LoneField& lone) {
    const Field& field = record_.fields[lone.field];
    if (field.jump) return true;
    if (field.presence && !is_known(field.presence->condition)) return false;
    if (field.region && !is_known(field.region->size)) return false;
    const auto* nested = std::get_if<Nested>(&field.body.kind);
    if (nested != nullptr && (!field.region || field.is_looked_into))
      return take(lone, field, *nested);
    if (field.region) return grow(field.region->size);
    return std::visit([this](const auto& kind) { return take_body(kind); }, field.body.kind);
  }
  bool take(const Pad& pad) { return pad.of_record; }
  bool take(const Require&) { return true; }
  bool take(const CheckElements&) { return true; }
  bool take(const CheckDigest&) { return true; }
  bool take(const CheckCodec&) { return true; }
  bool take(const FindSections&) { return false; }
  bool take(const InSection&) { return false; }
  bool take(const FinishSections&) { return false; }
  bool take(const MessageFields&) { return false; }

  // ---- bodies ----

  bool take(const LoneField& lone, const Field& field, const Nested& nested) {
    const Record& inner = plan_.records[nested.record];
    const bool is_plain =
        !nested.json && nested.sections.empty() && !nested.has_slack &&
        std::ranges::all_of(nested.args, [&](const Expr& arg) { return is_known(arg); });
    if (!is_plain || !inner.head) return false;
    is_worth_ = is_worth_ || inner.head->is_worth;
    // Elsewhere only its bounds may be looked at.
    if (lone.begin.anchor != 0 || field.presence)
      return inner.fixed_size.has_value() && !field.is_looked_into;
    extend(lone.begin.distance + inner.head->size);
    head_.fields.push_back(lone.field);
    return true;
  }
  bool take_body(const Scalar& scalar) { return scalar.coding == Coding::plain; }
  bool take_body(const Constant&) { return true; }
  bool take_body(const Text& text) {
    const bool is_sized = text.size && !text.prefix && !text.head && !text.terminator;
    return is_sized && is_known(*text.size) && grow(*text.size);
  }
  bool take_body(const Raw& raw) {
    const bool is_plain = !raw.head && (!raw.free || raw.free->wire == FreeForm::Wire::text);
    if (!is_plain || (!raw.size && !raw.to_end)) return false;
    return raw.to_end || (is_known(*raw.size) && grow(*raw.size));
  }
  bool take_body(const List& list) {
    const auto* scalar = std::get_if<Scalar>(&list.element.front().kind);
    if (scalar == nullptr || scalar->coding != Coding::plain || list.head || !list.count)
      return false;
    return is_known(*list.count) && grow(*list.count);
  }
  bool take_body(const Array&) { return false; }
  bool take_body(const Nested&) { return false; }
  bool take_body(const Switch&) { return false; }

  // ---- numbers ----

  [[nodiscard]] bool is_known(const Expr& expr) const { return is_known(record_, head_, expr); }
  // Whether an expression is about numbers in a head alone, and about what was known before.
  [[nodiscard]] bool is_known(const Record& record, const RecordHead& head,
                              const Expr& expr) const {
    const auto is_before_sections = [&](FieldId id) {
      return std::ranges::find(head.fields, id) != head.fields.end();
    };
    switch (expr.op) {
      case Op::constant:
      case Op::param:
      case Op::param_list:
        return true;
      case Op::field:
        return is_before_sections(expr.id);
      case Op::inside: {
        if (expr.id >= record.fields.size() || !is_before_sections(expr.id)) return false;
        const auto* nested = std::get_if<Nested>(&record.fields[expr.id].body.kind);
        if (nested == nullptr) return false;
        const Record& inner = plan_.records[nested->record];
        return inner.head && is_known(inner, *inner.head, expr.args.front());
      }
      case Op::element:
      case Op::index:
      case Op::is_last:
      case Op::file_size:
      case Op::length:
      case Op::size_of:
      case Op::offset_of:
      case Op::is_present:
      case Op::item:
      case Op::last_item:
      case Op::product:
      case Op::sum:
      case Op::list:
      case Op::text_is:
      case Op::plain_size:
      case Op::size_of_last:
      case Op::given:
      case Op::tag_of:
      case Op::section_begin:
        return false;
      case Op::attribute:
      case Op::has_attribute:
      case Op::digest_size:
      case Op::flag:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::align_up:
      case Op::ceil_div:
      case Op::minimum:
      case Op::maximum:
      case Op::bits:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_and:
      case Op::shift_left:
      case Op::shift_right:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not:
      case Op::is_one_of:
      case Op::choose:
      case Op::argument:
        return std::ranges::all_of(expr.args,
                                   [&](const Expr& arg) { return is_known(record, head, arg); });
    }
    return false;
  }
  bool grow(const Expr& size) {
    is_worth_ = is_worth_ || size.range.max > model::Int128{least_worth};
    return true;
  }
  void extend(std::uint64_t end) { head_.size = std::max(head_.size, end); }
  [[nodiscard]] const Scalar* scalar_of(FieldId id) const {
    return std::get_if<Scalar>(&record_.fields[id].body.kind);
  }

  const Plan& plan_;
  const Record& record_;
  RecordHead head_;
  bool is_worth_ = false;
};

// A head that is read, and those in it.
void add_head(const Plan& plan, RecordId id, std::set<RecordId>& out) {
  const Record& record = plan.records[id];
  if (!out.insert(id).second) return;
  for (const FieldId field : record.head->fields)
    if (const auto* nested = std::get_if<Nested>(&record.fields[field].body.kind))
      add_head(plan, nested->record, out);
}

// The heads of lists of a record, and of those that it holds once.
void add_listed(const Plan& plan, RecordId id, std::set<RecordId>& seen, std::set<RecordId>& out) {
  if (plan.records[id].is_recursive || !seen.insert(id).second) return;
  for (const Field& field : plan.records[id].fields) {
    const auto* list = std::get_if<List>(&field.body.kind);
    const auto* held = std::get_if<Nested>(&field.body.kind);
    if (held != nullptr && !held->json) add_listed(plan, held->record, seen, out);
    if (list == nullptr || list->head) continue;
    const auto* element = std::get_if<Nested>(&list->element.front().kind);
    if (element == nullptr || element->json) continue;
    const std::optional<RecordHead>& head = plan.records[element->record].head;
    if (head && head->is_worth && head->size > 0) add_head(plan, element->record, out);
  }
}

}  // namespace

void find_heads(Plan& plan) {
  // A record comes after those that it holds.
  for (Record& record : plan.records) record.head = HeadSearch(plan, record).find();
  // Only heads of what files have lists of are read.
  std::set<RecordId> seen, read;
  for (const Root& root : plan.roots) add_listed(plan, root.record, seen, read);
  for (RecordId id = 0; id < plan.records.size(); ++id)
    if (!read.contains(id)) plan.records[id].head.reset();
}

}  // namespace schemac::plan
