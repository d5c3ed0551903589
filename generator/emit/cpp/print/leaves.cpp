// How generated code spells what steps name.
#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {

std::string StepPrinter::name(AddressId id) const {
  if (const auto alias = address_aliases_.find(id); alias != address_aliases_.end())
    return alias->second;
  const auto found = routine_.inside.find(id);
  return found == routine_.inside.end() ? routine_.addresses[id] : inside(found->second);
}

// A field of a message, or of a record that a field holds: "detail::ShapeParts::at_dims(shape)".
std::string StepPrinter::inside(const plan::FieldPath& path) const {
  if (path.inner.empty()) return message_place(symbols_, path.field, "message");
  const plan::Record* record = &held_record(plan_, field(path.field));
  std::string object = is_message() ? message_.view(path.field) : symbols_.local(path.field);
  for (std::size_t i = 0; i + 1 < path.inner.size(); ++i) {
    const plan::Field& held = record->fields[path.inner[i]];
    object += "." + stored_accessor(held) + "()";
    record = &held_record(plan_, held);
  }
  return "detail::" + access_name(*record) + "::at_" +
         record->fields[path.inner.back()].identifier + "(" + object + ")";
}

std::string StepPrinter::at(Address address) const {
  const std::string distance =
      address.distance == 0 ? "" : " + " + std::to_string(address.distance);
  return name(address.anchor) + distance;
}

// What locals about it begin with. Those of what a field holds are unlike those of other fields.
std::string StepPrinter::base(const steps::Subject& subject) const {
  if (subject.suffix.empty()) return symbols_.local(subject.field);
  std::string base = field(subject.field).identifier + subject.suffix;
  while (routine_.record->identifiers.contains(base)) base += "_inside";
  return base;
}

std::string StepPrinter::length_local(LengthId id) const {
  return id < routine_.record->fields.size() ? symbols_.length_local(id)
                                             : base(routine_.subject_of(id)) + "_size";
}

std::string StepPrinter::length(LengthId id) const {
  if (!counted_.empty()) return counted_;
  if (const auto alias = aliases_.find(id); alias != aliases_.end()) return alias->second;
  const bool is_text = !is_quick() && id < routine_.record->fields.size() &&
                       std::holds_alternative<plan::Text>(field(id).body.kind);
  return is_text ? symbols_.local(id) + ".size" : length_local(id);
}

std::string StepPrinter::frame(FrameId id) const {
  if (id == steps::record_frame) return "frame";
  const steps::Frame& frame = routine_.frames[id];
  if (frame.is_element) return "each_" + snake_case(base(frame.of));
  return "schemac::impl::Frame{&" + this->frame(frame.above) + ", " + quoted(frame.name) + "}";
}

// Which element it is: beside its frame, whose address others know.
std::string StepPrinter::index(FrameId element) const {
  return base(routine_.frames[element].of) + "_index";
}

std::string StepPrinter::frames(FrameId id, const std::optional<FrameId>& own) const {
  return frame(id) + (own ? ", " + frame(*own) : "");
}

std::string StepPrinter::measured(const steps::Measure& measure) const {
  const auto* distance = std::get_if<steps::Measure::Distance>(&measure.kind);
  if (distance != nullptr && is_quick())  // it is known to be no less
    return "static_cast<std::uint64_t>(" + at(distance->to) + " - (" + at(distance->from) + "))";
  if (distance != nullptr)
    return "schemac::impl::distance(" + at(distance->from) + ", " + at(distance->to) + ")";
  if (const auto* clamped = std::get_if<steps::Measure::Clamped>(&measure.kind))
    return clamped->is_offset ? offset(clamped->expr) : size(clamped->expr);
  const auto& plain = std::get<steps::Measure::Plain>(measure.kind);
  std::string coded = "schemac::CodedBytes(" +
                      codec_text(*plain.form, fact_of(plain.algorithm, spelling())) +
                      ", schemac::Bytes(" + at(plain.from) + ", " + at(plain.to) + ")";
  if (plain.size) coded += ", " + size(*plain.size);
  return "schemac::impl::plain_size(" + coded + "))";
}

// One that can't be computed: nothing is there.
std::string StepPrinter::presence(const Expr& condition) const {
  const LambdaFlag flag(spelling(), "is_there");
  return holds_if_it_fits(condition_of(condition, clearing(flag.name(), spelling())), flag.name());
}

Spelling StepPrinter::spelling() const {
  if (is_message()) {
    Spelling out = message_.spelling();
    out.param = [this](plan::ParamId id) { return symbols_.param(id); };
    if (asked_list_) {  // it is at hand
      const std::string local = symbols_.local(*asked_list_);
      out.list = [this, local, other = out.list](FieldId id) {
        return id == *asked_list_ ? local : other(id);
      };
      out.length = [this, local, other = out.length](FieldId id) {
        return id == *asked_list_ ? local + ".size()" : other(id);
      };
    }
    return out;
  }
  if (view_ != nullptr) return view_->spelling();
  Spelling out;
  out.plan = &plan_;
  out.open_flags = open_flags_;
  out.field = [this](FieldId id) { return symbols_.local(id); };
  out.truth = [this](FieldId id) { return symbols_.local(id) + " != 0"; };
  out.has_wide_fields = true;
  out.param = [this](plan::ParamId id) { return symbols_.param(id); };
  out.list = [this](FieldId id) { return symbols_.local(id); };
  out.length = [this](FieldId id) { return length(id); };
  out.size_of = [this](std::uint32_t id) { return measured(routine_.measures[id]); };
  out.plain_size = out.size_of;
  out.offset_of = [this](std::uint32_t id) {
    return (is_quick() ? "origin_" : "context") + std::string(".offset_of(") +
           at(routine_.places[id]) + ")";
  };
  out.is_present = [this](std::uint32_t id) { return presence(routine_.presences[id]); };
  out.text = [this](FieldId id) { return symbols_.local(id) + ".text()"; };
  out.inside = [this](FieldId id) {
    struct Inner {
      Symbols symbols;
      ReadScope scope;
      Inner(const plan::Plan& plan, const plan::Record& record, std::string view)
          : symbols(plan, record), scope(symbols, std::move(view)) {}
    };
    const auto inner = std::make_shared<Inner>(plan_, held_record(plan_, symbols_.field(id)),
                                               symbols_.local(id) + ".");
    inner->scope.stand_in(spelling());
    Spelling held = inner->scope.spelling();
    held.owner = inner;
    return held;
  };
  out.element = "element";
  out.file_size = is_quick() ? "origin_.file.size()" : "context.space().size()";
  out.fits = "fits";
  return out;
}

std::string StepPrinter::number(const Expr& expr) const { return text_of(expr, spelling()); }

std::string StepPrinter::condition(const Expr& expr, bool is_operand) const {
  if (!can_fail(expr)) return condition_of(expr, spelling(), is_operand);
  return holds_if_it_fits(condition_of(expr, spelling()));
}

std::string StepPrinter::broken(const Expr& expr) const {
  if (can_fail(expr)) return "!" + condition(expr);
  const Expr bad = negated(expr);
  return condition(bad, is_alternative(bad));
}

// An expression that asks for a size may be in a function that has a flag `fits`.
std::string StepPrinter::size(const Expr& expr) const {
  if (expr.range.min >= 0 && !can_fail(expr)) return number(expr);
  const LambdaFlag flag(spelling(), "fits_size");
  return "schemac::impl::size_or_most([&]([[maybe_unused]] bool& " + flag.name() + ") { return " +
         text_of(expr, clearing(flag.name(), spelling())) + "; })";
}

std::string StepPrinter::offset(const Expr& expr) const {
  if (expr.range.min >= 0 && !can_fail(expr)) return number(expr);
  const LambdaFlag flag(spelling(), "is_offset");
  return "schemac::impl::offset_or_most([&]([[maybe_unused]] bool& " + flag.name() + ") { return " +
         text_of(expr, clearing(flag.name(), spelling())) + "; })";
}

std::string StepPrinter::argument(const Expr& expr) const {
  return is_list(expr) ? list_argument(expr, spelling()) : number_argument(expr, spelling());
}

std::string StepPrinter::stretch(const steps::Stretch& stretch) const {
  return forms_.stretch(stretch.name, stretch.fields, stretch.cause);
}

std::string StepPrinter::section(const plan::SectionRef& reference) const {
  return symbols_.section(reference);
}

std::string StepPrinter::section(std::uint32_t index) const {
  return symbols_.section({false, index});
}

const plan::Section& StepPrinter::section_of(std::uint32_t index) const {
  return routine_.record->sections[index];
}

std::string StepPrinter::section_form(std::uint32_t index) const {
  return forms_.section(
      record_name(*routine_.record) + "_" + snake_case(section_of(index).name) + "_section",
      section_of(index));
}

}  // namespace schemac::emit::cpp
