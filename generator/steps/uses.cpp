#include "steps/uses.h"

#include <algorithm>

namespace schemac::steps {
namespace {

using plan::Op;

class Counting {
 public:
  explicit Counting(const Routine& routine) : routine_(routine) {}

  void add(const Content& content) {
    add(content.steps);
    add(content.end);
  }
  void add(const Block& block) {
    for (const Step& step : block) std::visit([&](const auto& kind) { add(kind); }, step.kind);
  }
  void add(Address at) {
    const auto inside = routine_.inside.find(at.anchor);
    if (inside == routine_.inside.end()) return use(SlotKind::address, at.anchor);
    uses_.context = true;
    use(SlotKind::record, inside->second.field);
  }
  void add_key() {
    if (!routine_.record->key || routine_.job != Job::check) return;
    const plan::Body& body = routine_.record->fields[*routine_.record->key].body;
    if (std::holds_alternative<plan::Text>(body.kind))
      use(SlotKind::length, *routine_.record->key);
    else
      add(routine_.key);
  }
  void add_kept() {
    if (!routine_.kept) return;
    use(SlotKind::address, 0);
    for (const AddressId id : routine_.kept->addresses) use(SlotKind::address, id);
    for (const FieldId id : routine_.kept->lengths) use(SlotKind::length, id);
    for (const FieldId id : routine_.kept->numbers) use(SlotKind::number, id);
    for (const FieldId id : routine_.kept->records) use(SlotKind::record, id);
  }
  Uses take() { return std::move(uses_); }

 private:
  void use(SlotKind kind, std::uint32_t id) { ++uses_.counts[{kind, id}]; }
  void add_address(AddressId id) { use(SlotKind::address, id); }
  void add(const std::optional<Address>& at) {
    if (at) add(*at);
  }
  void add_frame(FrameId id) {
    uses_.context = true;
    if (!routine_.frames[id].is_element) uses_.frame = true;
    add_element(id);
  }
  // What is reported below an element needs its frame.
  void add_element(FrameId id) {
    for (; id != record_frame; id = routine_.frames[id].above)
      if (routine_.frames[id].is_element) uses_.elements.insert(id);
  }
  // What the frame of an element is made of.
  void add_above(FrameId id) {
    if (!routine_.frames[routine_.frames[id].above].is_element) uses_.frame = true;
    add_element(routine_.frames[id].above);
  }
  void add(const Blame& blame) {
    add_frame(blame.frame);
    add(blame.at);
  }
  void add(const std::optional<Expr>& expr) {
    if (expr) add(*expr);
  }
  void add(const std::vector<Expr>& exprs) {
    for (const Expr& each : exprs) add(each);
  }
  void add(const Expr& expr) {
    if (routine_.record->message() != nullptr || routine_.asks_view) return add_asked(expr);
    const Op op = expr.op;
    if (op == Op::field) return use(SlotKind::number, expr.id);
    if (op == Op::length || op == Op::text_is) return use(SlotKind::length, expr.id);
    if (op == Op::size_of || op == Op::plain_size)
      return std::visit([&](const auto& kind) { add(kind); }, routine_.measures[expr.id].kind);
    if (op == Op::is_present) return add(routine_.presences[expr.id]);
    if (op == Op::offset_of) add(routine_.places[expr.id]);
    if (op == Op::offset_of || op == Op::file_size) uses_.context = true;
    if (op == Op::param || op == Op::param_list) use(SlotKind::param, expr.id);
    if (op == Op::item || op == Op::last_item || op == Op::product || op == Op::sum ||
        op == Op::list)
      use(SlotKind::list, expr.id);
    if (op == Op::inside && expr.id < plan::the_next) use(SlotKind::record, expr.id);
    if (op == Op::inside) return;
    add(op == Op::param_list ? expr.args.front().args : expr.args);
  }
  // Of a message: all but its parameters is asked of what was found of it.
  void add_asked(const Expr& expr) {
    uses_.context = true;
    if (expr.op == Op::param || expr.op == Op::param_list) use(SlotKind::param, expr.id);
    for (const Expr& arg : expr.args) add_asked(arg);
  }
  // What loads a number asks in which order its bytes are.
  void add_order(const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    const auto* scalar =
        std::get_if<plan::Scalar>(list != nullptr ? &list->element.front().kind : &body.kind);
    if (scalar != nullptr) add_order(*scalar);
  }
  void add_order(const plan::Scalar& scalar) {
    if (scalar.is_of_file) add(routine_.record->byte_order);
  }
  void add_order(plan::FieldId id) { add_order(routine_.record->fields[id].body); }

  void add(Address from, Address to) {
    add(from);
    add(to);
  }
  void add(const Measure::Distance& distance) { add(distance.from, distance.to); }
  void add(const Measure::Clamped& clamped) { add(clamped.expr); }
  void add(const Measure::Plain& plain) {
    add(plain.algorithm);
    add(plain.size);
    add(plain.from, plain.to);
  }

  void add(const Need& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
  }
  void add(const NeedElements& step) {
    add_frame(step.frame);
    if (step.own) add_frame(*step.own);
    use(SlotKind::length, step.length);
    add(step.at);
    add(step.stated_at);
    add_address(step.limit);
  }
  void add(const Pad& step) {
    uses_.context = uses_.frame = true;
    add(step.begin);
    add(step.from);
    add_address(step.limit);
  }
  void add(const CheckDepth&) {
    uses_.context = uses_.frame = true;
    add(Address{});
  }
  void add(const Load& step) {
    add(step.at);
    add_order(step.field);
  }
  void add(const LoadElement& step) {
    add(step.at);
    add_order(*step.scalar);
  }
  void add(const SetLength& step) {
    if (!step.is_given) add(step.to);
    add(step.is_stated);
    const bool may_be_all = !step.to || (step.is_stated && !step.is_open);
    if (!may_be_all) return;
    add(step.at);
    add_address(step.limit);
  }
  void add(const CountElements& step) {
    add(step.at);
    add_order(*step.scalar);
    add_address(step.limit);
    add(step.last);
  }
  void add(const SetList& step) {
    add(step.at);
    add_order(step.field);
    use(SlotKind::length, step.field);
  }
  void add(const SetAddress& step) {
    add(step.at);
    if (step.after) use(SlotKind::length, step.after->length);
  }
  void add(const Require& step) {
    add(step.holds);
    add(step.blame);
    add(step.facts);
  }
  void add(const CheckNumber& step) {
    add(step.blame);
    add(step.version);
    if (step.field) use(SlotKind::number, *step.field);
  }
  void add(const CheckLength& step) {
    add(step.blame);
    use(SlotKind::length, step.length);
  }
  void add(const CheckBytes& step) { add(step.blame); }
  void add(const CheckZeros& step) {
    add_frame(step.frame);
    add(step.from, step.to);
  }
  void add(const TakeElements& step) {
    add(step.blame);
    use(SlotKind::length, step.length);
    if (!step.room) return;
    add(step.room->at);
    add_address(step.room->limit);
  }
  void add(const NoteCause& step) {
    add(step.blame);
    use(SlotKind::length, step.length);
    add(step.at);
    add_address(step.limit);
  }
  void add(const EachScalar& step) {
    add(step.at);
    add_order(*step.scalar);
    use(SlotKind::length, step.length);
    add_above(step.frame);
    add(step.checks);
    add(step.rules);
  }
  void add(const std::vector<ElementRule>& rules) {
    for (const ElementRule& rule : rules) {
      add(rule.holds);
      add(rule.blame);
      add(rule.facts);
    }
  }
  void add(const ScanElements& step) {
    uses_.context = uses_.frame = true;
    use(SlotKind::length, step.field);
    add(step.at);
    add_order(*step.scalar);
    add_address(step.limit);
    add(step.stated_at);
    add(step.holds);
    add(step.otherwise);
  }
  void add(const CheckDigest& step) {
    uses_.context = uses_.frame = true;
    add(step.algorithm);
    if (step.form->is_of_file) add(routine_.record->byte_order);
    for (const Covered& each : step.over) {
      if (each.is_own) continue;
      add(each.from);
      add(each.to);
    }
    add(step.at);
  }
  void add(const CheckCodec& step) {
    uses_.context = uses_.frame = true;
    add(step.algorithm);
    add(step.size);
    add(step.from, step.to);
    add(step.at);
    add(step.stated_at);
  }
  void add(const ReadHead& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
  }
  void add(const ReadBin& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
  }
  void add(const WalkObject& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
  }
  void add(const ReadInteger& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
  }
  void add(const Text& step) {
    add_frame(step.frame);
    add(step.at);
    add_address(step.limit);
    add(step.size);
    add(step.stated_at);
  }
  void add(const Array& step) {
    add_frame(step.is_element ? step.own : record_frame);
    add_frame(record_frame);
    add(step.at);
    add_address(step.limit);
    if (step.is_checked || !step.headed) {
      add_known(step);
      add(step.stated);
      if (step.stated) add(step.stated_at);
      add(step.dims_at);
    }
    if (!step.headed) return;
    use(SlotKind::length, step.length);
    add(step.head_at);
  }
  void add_known(const Array& array) {
    add(array.dtype);
    for (const plan::DimsTerm& term : array.dims) {
      add(term.value);
      add(term.condition);
    }
  }
  void add(const StoreNumber& step) {
    uses_.out = true;
    if (std::get<plan::Scalar>(routine_.record->fields[step.field].body.kind).varies())
      return use(SlotKind::number, step.field);
    add(step.at);
    add_order(step.field);
  }
  void add(const StoreSpelling&) { uses_.reader = uses_.out = true; }
  void add(const StoreText& step) {
    uses_.reader = uses_.out = true;
    if (step.of.suffix.empty()) use(SlotKind::length, step.of.field);
  }
  void add(const StoreBytes& step) {
    uses_.reader = uses_.out = true;
    use(SlotKind::length, step.length);
    add(step.at);
    if (step.element != nullptr) add_order(*step.element);
  }
  void add(const MakeRoom& step) {
    uses_.reader = uses_.out = true;
    if (step.length) return use(SlotKind::length, *step.length);
    add(step.begin);
    add(step.at);
    add_address(step.limit);
  }
  void add(const AddElement&) { uses_.out = true; }
  void add(const StoreMessage&) { uses_.reader = uses_.out = true; }
  void add(const CheckFree& step) {
    add_frame(step.frame);
    add(step.from, step.to);
  }
  void add(const Call& step) {
    add_frame(step.frame);
    if (step.target) uses_.reader = uses_.out = true;
    uses_.context = true;
    add(step.args);
    if (!is_of_view(routine_.job))  // which claims nothing
      uses_.sections.insert(uses_.sections.end(), step.nested->sections.begin(),
                            step.nested->sections.end());
    add(step.at);
    add_address(step.limit);
  }
  void add(const If& step) {
    add(step.condition);
    add(step.then.steps);
    add(step.otherwise.steps);
    if (step.also) {
      add(step.also->then);
      add(step.also->otherwise);
    }
    if (!step.end) return;
    add(step.then.end);
    add(step.otherwise.end);
  }
  void add(const Choose& step) {
    add(step.tag);
    add_frame(record_frame);
    const bool takes_all = step.cases.empty() || step.cases.back().tags.empty();
    if (!takes_all || plan::can_fail(step.tag) || step.unknown) add(step.tag_at);  // it is blamed
    for (const Choose::Case& each : step.cases) add(each.content);
  }
  void add(const CheckBegin& step) {
    uses_.context = true;
    add_above(step.frame);
    add(step.at);
    add(step.next);
  }
  void add(const RecordRules& rules) {
    uses_.context = true;
    add(rules.args);
    for (const ElementRule& rule : rules.rules) {
      add(rule.holds);
      add(rule.facts);
    }
  }
  void add(const Elements& step) {
    uses_.context = true;
    add_above(step.frame);
    const bool is_counted =
        step.until == Elements::Until::count || step.until == Elements::Until::either;
    if (is_counted) use(SlotKind::length, step.length);
    add(step.at);
    if ((step.until != Elements::Until::count && step.until != Elements::Until::last) ||
        step.starts)
      add_address(step.limit);
    add(step.last);
    add(step.element);
    add(step.rules);
    if (step.record_rules) add(*step.record_rules);
    if (step.split) add(step.split->version);
    if (step.starts) {
      add(step.starts->table);
      add(step.starts->is_there);
    }
    add(step.counted);
  }
  void add(const RevisitElements& step) {
    uses_.context = uses_.frame = true;
    add(step.at);
    add(step.end);
    add(step.count);
    if (step.list->head) add_address(routine_.limit);
    if (step.is_in_region) use(SlotKind::whole, step.field);
    add(step.rules);
  }
  void add(const Region& step) {
    if (!step.is_passed_over || step.whole || step.form->cause) uses_.context = uses_.frame = true;
    add(step.size);
    add(step.at);
    add_address(step.limit);
    add(step.stated_at);
    if (!step.is_passed_over) add(step.content);
  }
  void add(const Jump& step) {
    uses_.context = uses_.frame = true;
    uses_.sections.push_back(step.form->section);
    add(step.target);
    add(step.stated_at);
    if (step.array) add_known(*step.array);
    if (!step.stated) return add(step.content);
    add(step.array->dims_at);
    add(step.stated->size);
    add(step.stated->at);
  }
  void add(const OpenFile&) { uses_.context = uses_.frame = true; }
  void add(const std::vector<FindSections::Found>& sections) {
    uses_.context = uses_.frame = true;
    for (const FindSections::Found& each : sections) {
      add(each.begin);
      add(each.stated_at);
    }
  }
  void add(const FindSections& step) {
    add(step.sections);
    add(step.inline_end);
  }
  void add(const InSection& step) { add(step.content); }
  void add(const FinishSections& step) {
    add(step.sections);
    add(step.inline_end);
  }

  // The view of a message knows what there is of it.
  void add(const FindFields&) {
    uses_.context = uses_.frame = true;
    add(Address{});
    add_address(routine_.limit);
  }
  void add(const MeasureRoom& step) { add_address(step.limit); }
  void add(const PassStretch& step) { add(step.at); }
  void add(const Expect& step) { add(step.holds); }
  void add(const Fit& step) {
    add(step.at);
    add(step.size);
    if (const auto* padding = std::get_if<Fit::Padding>(&step.of)) add(padding->from);
  }
  void add(const Tell&) {}
  void add(const Watched& step) { add(step.steps); }
  void add(const CheckValue&) { uses_.context = uses_.frame = true; }
  void add(const CheckValues& step) {
    uses_.context = uses_.frame = true;
    add(step.rules);
  }

  const Routine& routine_;
  Uses uses_;
};

}  // namespace

Uses uses_of(const Routine& routine) {
  Counting counting(routine);
  counting.add(routine.steps);
  if (!routine.has_sections) counting.add(routine.end);
  counting.add_key();
  counting.add_kept();
  return counting.take();
}

Uses uses_of(const Routine& routine, const Block& block) {
  Counting counting(routine);
  counting.add(block);
  return counting.take();
}

Uses uses_of(const Routine& routine, const Content& content) {
  Counting counting(routine);
  counting.add(content);
  return counting.take();
}

}  // namespace schemac::steps
