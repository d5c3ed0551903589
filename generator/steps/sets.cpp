// What steps set, and the blocks that they hold.
#include <algorithm>

#include "steps/uses.h"

namespace schemac::steps {
namespace {

using plan::Op;

// What each kind of step sets.
class Setting {
 public:
  void add(const Block& block) {
    for (const Step& step : block) std::visit([&](const auto& kind) { add(kind); }, step.kind);
  }
  std::vector<Slot> take() { return std::move(slots_); }

 private:
  void set(SlotKind kind, std::uint32_t id) { slots_.push_back({kind, id}); }
  void add(const Pad& step) { set(SlotKind::address, step.end); }
  void add(const Load& step) { set(SlotKind::number, step.field); }
  void add(const SetLength& step) { set(SlotKind::length, step.length); }
  void add(const CountElements& step) { set(SlotKind::length, step.length); }
  void add(const SetList& step) { set(SlotKind::list, step.field); }
  void add(const SetAddress& step) { set(SlotKind::address, step.to); }
  void add(const ReadHead& step) {
    set(SlotKind::length, step.length);
    set(SlotKind::address, step.content);
  }
  void add(const ReadBin& step) {
    set(SlotKind::length, step.length);
    set(SlotKind::address, step.content);
    set(SlotKind::address, step.end);
  }
  void add(const WalkObject& step) {
    set(SlotKind::length, step.length);
    set(SlotKind::address, step.end);
  }
  void add(const ReadInteger& step) {
    if (step.field) set(SlotKind::number, *step.field);
    set(SlotKind::address, step.content);
    set(SlotKind::address, step.end);
  }
  void add(const Text& step) {
    if (step.of.suffix.empty()) set(SlotKind::length, step.of.field);
    set(SlotKind::address, step.end);
  }
  void add(const Array& step) {
    set(SlotKind::length, step.length);
    set(SlotKind::address, step.end);
  }
  void add(const Call& step) { set(SlotKind::address, step.end); }
  void add(const PassStretch& step) { set(SlotKind::address, step.end); }
  void add(const Fit& step) {
    if (!std::holds_alternative<Fit::Padding>(step.of)) set(SlotKind::length, step.length);
    set(SlotKind::address, step.end);
  }
  void add(const If& step) {
    add(step.then.steps);
    add(step.otherwise.steps);
  }
  void add(const Choose& step) { set(SlotKind::address, step.end); }
  void add(const Elements& step) {
    if (step.until == Elements::Until::limit || step.until == Elements::Until::last)
      set(SlotKind::length, step.length);
    set(SlotKind::address, step.end);
  }
  void add(const Region& step) {
    add(step.content.steps);
    if (step.is_asked_for_whole) set(SlotKind::whole, step.field);
    set(SlotKind::address, step.end);
  }
  void add(const Jump& step) { add(step.content.steps); }
  void add(const InSection& step) { add(step.content.steps); }
  void add(const Need&) {}
  void add(const NeedElements&) {}
  void add(const CheckDepth&) {}
  void add(const LoadElement&) {}
  void add(const Require&) {}
  void add(const CheckNumber&) {}
  void add(const CheckLength&) {}
  void add(const CheckBytes&) {}
  void add(const CheckZeros&) {}
  void add(const TakeElements&) {}
  void add(const NoteCause&) {}
  void add(const EachScalar&) {}
  void add(const ScanElements&) {}
  void add(const CheckDigest&) {}
  void add(const CheckCodec&) {}
  void add(const CheckFree&) {}
  void add(const StoreNumber&) {}
  void add(const StoreSpelling&) {}
  void add(const StoreText&) {}
  void add(const StoreBytes&) {}
  void add(const MakeRoom&) {}
  void add(const AddElement&) {}
  void add(const StoreMessage&) {}
  void add(const MeasureRoom&) {}
  void add(const Expect&) {}
  void add(const CheckBegin&) {}
  void add(const RevisitElements&) {}
  void add(const OpenFile&) {}
  void add(const FindSections&) {}
  void add(const FinishSections&) {}
  void add(const FindFields&) {}
  void add(const CheckValue&) {}
  void add(const CheckValues&) {}
  void add(const Tell&) {}
  void add(const Watched& step) { add(step.steps); }

  std::vector<Slot> slots_;
};

}  // namespace

std::vector<Slot> sets_of(const Block& block) {
  Setting setting;
  setting.add(block);
  return setting.take();
}

bool may_skip(const Choose& choice) {
  return choice.skips || std::ranges::any_of(choice.cases, [](const Choose::Case& each) {
           return may_skip(each.content.steps);
         });
}

bool may_skip(const Block& block) {
  return std::ranges::any_of(block, [](const Step& step) {
    if (const auto* array = std::get_if<Array>(&step.kind))
      return array->skips && !array->headed && array->dtype.op == Op::attribute;
    if (const auto* choice = std::get_if<Choose>(&step.kind)) return may_skip(*choice);
    if (const auto* region = std::get_if<Region>(&step.kind))
      return region->skips && may_skip(region->content.steps);
    if (const auto* limited = std::get_if<If>(&step.kind))
      return may_skip(limited->then.steps) || may_skip(limited->otherwise.steps);
    return false;
  });
}

void for_each_block(const Block& block, const std::function<void(const Block&)>& visit) {
  for (const Step& step : block) {
    if (const auto* limited = std::get_if<If>(&step.kind)) {
      visit(limited->then.steps);
      visit(limited->otherwise.steps);
    } else if (const auto* choice = std::get_if<Choose>(&step.kind)) {
      for (const Choose::Case& each : choice->cases) visit(each.content.steps);
    } else if (const auto* elements = std::get_if<Elements>(&step.kind)) {
      visit(elements->element.steps);
      visit(elements->counted);
    } else if (const auto* region = std::get_if<Region>(&step.kind)) {
      visit(region->content.steps);
    } else if (const auto* jump = std::get_if<Jump>(&step.kind)) {
      visit(jump->content.steps);
    } else if (const auto* in = std::get_if<InSection>(&step.kind)) {
      visit(in->content.steps);
    } else if (const auto* each = std::get_if<EachScalar>(&step.kind)) {
      visit(each->checks);
    } else if (const auto* scan = std::get_if<ScanElements>(&step.kind)) {
      visit(scan->otherwise);
    }
  }
}

std::vector<AddressId> loop_addresses(const Block& block) {
  std::vector<AddressId> found;
  const auto look = [&](const auto& self, const Block& inner) -> void {
    for (const Slot& slot : sets_of(inner))
      if (slot.kind == Slot::Kind::address) found.push_back(slot.id);
    for (const Step& step : inner) {
      if (const auto* elements = std::get_if<Elements>(&step.kind)) found.push_back(elements->next);
      if (const auto* each = std::get_if<EachScalar>(&step.kind)) found.push_back(each->element);
      if (const auto* region = std::get_if<Region>(&step.kind)) {
        found.push_back(region->begin);
        found.push_back(region->inner_limit);
      }
      if (const auto* jump = std::get_if<Jump>(&step.kind)) {
        found.push_back(jump->begin);
        found.push_back(jump->limit);
      }
      if (const auto* limited = std::get_if<If>(&step.kind)) {
        if (limited->end) found.push_back(*limited->end);
        if (limited->also) found.push_back(limited->also->to);
      }
    }
    for_each_block(inner, [&](const Block& deeper) { self(self, deeper); });
  };
  look(look, block);
  return found;
}

}  // namespace schemac::steps
