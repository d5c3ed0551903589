// Blocks that are functions of their own: what is rare doesn't take registers from what isn't.
#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {

namespace {

Expr is_zero(const Expr& number) {
  Expr made, zero;
  made.op = plan::Op::equal;
  made.range = {0, 1};
  made.args = {number, zero};
  return made;
}

std::string_view verb(steps::Job job) {
  switch (job) {
    case steps::Job::check:
      return "check";
    case steps::Job::read:
      return "read";
    case steps::Job::view:
      return "walk";
    case steps::Job::open:
      return "open";
    case steps::Job::look:
      return "look";
    case steps::Job::quick:
    case steps::Job::start:
    case steps::Job::watch:
      break;
  }
  return "head";
}

// More would be hard to read.
constexpr std::size_t most_parameters = 7;

}  // namespace

// The last two addresses become one region: where the content begins, and how far it may reach.
void StepPrinter::join_last_addresses(Passed& passed) {
  const auto is_address = [](const PassedOne& one) { return one.address.has_value(); };
  if (std::ranges::count_if(passed, is_address) < 2) return;
  PassedOne bounds[2];
  for (std::size_t found = 2, i = passed.size(); i-- != 0 && found != 0;) {
    if (!passed[i].address) continue;
    bounds[--found] = passed[i];
    passed.erase(passed.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const auto& [begin, end] = bounds;
  passed.push_back({"schemac::impl::Region rest",
                    "{" + begin.argument + ", " + end.argument + "}",
                    {},
                    {{*begin.address, "rest.begin"}, {*end.address, "rest.end"}}});
}

// Nothing of what it sets is used after it but where it ends.
bool StepPrinter::is_apart(const steps::If& step) const {
  if (!step.is_apart || !step.end || routine_.asks_view) return false;
  const steps::Uses inside = steps::uses_of(routine_, step.then);
  return std::ranges::none_of(steps::sets_of(step.then.steps), [&](const steps::Slot& slot) {
    return all_.of(slot.kind, slot.id) > inside.of(slot.kind, slot.id);
  });
}

// What it uses and doesn't set.
StepPrinter::Passed StepPrinter::passed_to(const steps::If& step) const {
  const steps::Uses uses = steps::uses_of(routine_, step.then);
  std::set<steps::Slot> own;
  for (const steps::Slot& slot : steps::sets_of(step.then.steps)) own.insert(slot);
  for (const AddressId id : steps::loop_addresses(step.then.steps))
    own.insert({SlotKind::address, id});
  Passed passed;
  const auto add = [&](const std::string& type, const std::string& name) {
    passed.push_back({type + " " + name, name, {}});
  };
  const auto add_address = [&](AddressId id) {
    passed.push_back({"const std::byte* " + name(id), name(id), id});
  };
  std::vector<plan::SectionRef> sections;
  for (const plan::SectionRef& reference : uses.sections) {
    if (std::ranges::find(sections, reference) != sections.end()) continue;
    sections.push_back(reference);
    add(symbols_.section_type(section(reference)) + "&", section(reference));
  }
  for (const auto& [slot, count] : uses.counts) {
    if (own.contains(slot)) continue;
    switch (slot.kind) {
      case SlotKind::number:
        add(number_type(std::get<plan::Scalar>(field(slot.id).body.kind)), symbols_.local(slot.id));
        break;
      case SlotKind::length: {
        const bool is_text = slot.id < routine_.record->fields.size() &&
                             std::holds_alternative<plan::Text>(field(slot.id).body.kind);
        if (is_text)
          add("const schemac::impl::TextAt&", symbols_.local(slot.id));
        else
          passed.push_back({"std::uint64_t " + length_local(slot.id), length(slot.id), {}});
        break;
      }
      case SlotKind::list:
        add("const " + list_type(plan_, field(slot.id)) + "&", symbols_.local(slot.id));
        break;
      case SlotKind::record:
        add("const " + held_view(plan_, field(slot.id)) + "&", symbols_.local(slot.id));
        break;
      case SlotKind::param:
        add(symbols_.param_type(slot.id), symbols_.param(slot.id));
        break;
      case SlotKind::whole:
        break;
      case SlotKind::address:
        if (slot.id != routine_.limit) add_address(slot.id);
        break;
    }
  }
  if (uses.has(SlotKind::address, routine_.limit)) add_address(routine_.limit);
  const std::size_t given = is_read() ? 4 : 2;  // to all
  if (given + passed.size() > most_parameters) join_last_addresses(passed);
  return passed;
}

std::string StepPrinter::function_of(const steps::If& step) const {
  std::string name =
      record_name(*routine_.record) + "_" + field(step.of.field).identifier + step.of.suffix;
  while (plan_.small_names.contains(name)) name += "_field";
  return std::string(verb(routine_.job)) + "_" + name;
}

// Those in a block, the inner ones first.
void StepPrinter::print_functions(const steps::Block& block) {
  steps::for_each_block(block, [this](const steps::Block& inner) { print_functions(inner); });
  for (const steps::Step& step : block)
    if (const auto* limited = std::get_if<steps::If>(&step.kind); limited && is_apart(*limited))
      print_apart(*limited);
}

bool StepPrinter::has_functions(const steps::Block& block) const {
  bool has = false;
  steps::for_each_block(block,
                        [&](const steps::Block& inner) { has = has || has_functions(inner); });
  return has || std::ranges::any_of(block, [this](const steps::Step& step) {
           const auto* limited = std::get_if<steps::If>(&step.kind);
           return limited != nullptr && is_apart(*limited);
         });
}

void StepPrinter::print_apart(const steps::If& step) {
  StepPrinter inside(out_, plan_, forms_, routine_);
  std::string parameters;
  for (const PassedOne& each : passed_to(step)) {
    parameters += ", " + each.parameter;
    inside.address_aliases_.insert(each.inside.begin(), each.inside.end());
  }
  out_.blank_line();
  out_.emit({{"name", function_of(step)},
             {"made", is_read() ? ", " + reader_parameters() : ""},
             {"parameters", parameters},
             {"steps", [&] { inside.print_and_return(step.then.steps, step.then.end); }}},
            R"cc(
              inline const std::byte* $name$(schemac::impl::Context& context, const schemac::impl::Frame& frame$made$$parameters$) {
                $steps$;
              }
            )cc");
}

// "n == 0 ? begin + 4 : detail::check_file_items(context, frame, n, begin, end)"
std::string StepPrinter::call_apart(const steps::If& step) const {
  std::string arguments;
  for (const PassedOne& each : passed_to(step)) arguments += ", " + each.argument;
  return condition_of(is_zero(step.condition), spelling()) + " ? " + at(step.otherwise.end) +
         " : detail::" + function_of(step) + "(context, frame" +
         (is_read() ? ", reader, out" : "") + arguments + ")";
}

void StepPrinter::print_call_apart(const steps::If& step) {
  const bool is_new = !is_declared(SlotKind::address, *step.end);
  out_.emit({{"type", is_new ? "const std::byte* const " : ""},
             {"end", name(*step.end)},
             {"call", call_apart(step)}},
            R"cc(
              $type$$end$ = $call$;
              if ($end$ == nullptr) [[unlikely]] return nullptr;
            )cc");
}

}  // namespace schemac::emit::cpp
