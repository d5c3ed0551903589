#include "steps/dump.h"

#include <algorithm>
#include <ostream>
#include <string_view>

#include "plan/checks.h"
#include "plan/expression.h"
#include "steps/lower.h"

namespace schemac::steps {
namespace {

// How texts spell what steps name.
class Names {
 public:
  Names(const plan::Plan& plan, const Routine& routine) : plan_(plan), routine_(routine) {
    for (const plan::Field& each : routine.record->fields) fields_.push_back(each.name);
  }

  [[nodiscard]] const plan::Field& field(FieldId id) const { return routine_.record->fields[id]; }
  [[nodiscard]] std::string name(AddressId id) const {
    const auto inside = routine_.inside.find(id);
    if (inside == routine_.inside.end()) return routine_.addresses[id];
    std::string path = "place of " + fields_[inside->second.field];
    for (const FieldId inner : inside->second.inner) path += ".#" + std::to_string(inner);
    return path;
  }
  [[nodiscard]] std::string at(Address address) const {
    return name(address.anchor) +
           (address.distance == 0 ? "" : " + " + std::to_string(address.distance));
  }
  [[nodiscard]] std::string subject(const Subject& of) const {
    return field(of.field).name + of.suffix;
  }
  [[nodiscard]] std::string length(LengthId id) const {
    return "len(" + subject(routine_.subject_of(id)) + ")";
  }
  [[nodiscard]] std::string section(std::uint32_t index) const {
    const std::string& name = routine_.record->sections[index].name;
    return name.empty() ? "the file" : name;
  }
  [[nodiscard]] std::string record(const plan::Nested& nested) const {
    return plan_.records[nested.record].name;
  }
  [[nodiscard]] std::string check(CheckId id) const {
    return " [" + plan_.checks[id].identifier + "]";
  }
  [[nodiscard]] std::string check(const std::optional<CheckId>& id) const {
    return id ? check(*id) : "";
  }
  // What is reported below another frame than the record's.
  [[nodiscard]] std::string below(FrameId id) const {
    if (id == record_frame) return "";
    const Frame& frame = routine_.frames[id];
    return " below " + frame.name + (frame.is_element ? "[]" : "");
  }
  [[nodiscard]] std::string blame(const Blame& blame) const {
    return check(blame.check) + " at " + at(blame.at) + below(blame.frame);
  }

  // What is asked of measures, places and presences is named as a field of its own.
  [[nodiscard]] std::string expression(const Expr& expr) const {
    std::vector<std::string> names = fields_;
    return plan::to_text(named(expr, names), names);
  }
  [[nodiscard]] std::string expressions(const std::vector<Expr>& exprs) const {
    std::string out;
    for (const Expr& each : exprs) out += (out.empty() ? "" : ", ") + expression(each);
    return out;
  }

 private:
  [[nodiscard]] Expr named(const Expr& expr, std::vector<std::string>& names) const {
    using plan::Op;
    const bool is_asked = routine_.record->message() != nullptr || routine_.asks_view;
    Expr made = expr;
    std::string name;
    if (!is_asked && (expr.op == Op::size_of || expr.op == Op::plain_size))
      name = std::visit([this](const auto& kind) { return text(kind); },
                        routine_.measures[expr.id].kind);
    if (!is_asked && expr.op == Op::offset_of) name = "offset of " + at(routine_.places[expr.id]);
    if (!is_asked && expr.op == Op::is_present)
      name = "(" + expression(routine_.presences[expr.id]) + ")";
    if (!is_asked && expr.op == Op::length && expr.id >= fields_.size()) name = length(expr.id);
    if (!name.empty()) {
      made.op = Op::field;
      made.id = static_cast<std::uint32_t>(names.size());
      names.push_back(name);
      return made;
    }
    // Inside is what is asked of another record, or of a list that was passed.
    if (expr.op != Op::inside && expr.op != Op::param_list)
      for (Expr& arg : made.args) arg = named(arg, names);
    return made;
  }
  [[nodiscard]] std::string text(const Measure::Distance& distance) const {
    return "bytes from " + at(distance.from) + " to " + at(distance.to);
  }
  [[nodiscard]] std::string text(const Measure::Clamped& clamped) const {
    return expression(clamped.expr) + " or most";
  }
  [[nodiscard]] std::string text(const Measure::Plain& plain) const {
    return "plain bytes from " + at(plain.from) + " to " + at(plain.to);
  }

  const plan::Plan& plan_;
  const Routine& routine_;
  std::vector<std::string> fields_;
};

class Dump {
 public:
  Dump(const Names& names, std::ostream& out) : names_(names), out_(out) {}

  void add(const Block& block) {
    for (const Step& step : block) std::visit([this](const auto& kind) { add(kind); }, step.kind);
  }

 private:
  template <class... Words>
  void line(const Words&... words) {
    out_ << std::string(2 * depth_, ' ');
    (out_ << ... << words) << "\n";
  }
  void inside(const Block& block) {
    ++depth_;
    add(block);
    --depth_;
  }
  void inside(const Content& content) {
    inside(content.steps);
    ++depth_;
    line("ends at ", at(content.end));
    --depth_;
  }
  [[nodiscard]] std::string at(Address address) const { return names_.at(address); }
  [[nodiscard]] std::string set(AddressId to, std::string_view of) const {
    return names_.name(to) + " = " + std::string(of);
  }
  static std::string names_of(const Stretch& stretch) {
    std::string out;
    for (const StretchField& part : stretch.fields)
      out += (out.empty() ? "" : ", ") + (part.name.empty() ? std::string("it") : part.name) +
             (part.tagged != nullptr ? " (tagged)" : "");
    return out;
  }

  void add(const Need& step) {
    line("need ", step.size, " at ", at(step.at), " before ", names_.name(step.limit), ": ",
         names_of(step.stretch), names_.below(step.frame));
  }
  void add(const NeedElements& step) {
    line("need ", names_.length(step.length), " * ",
         step.stride == 0 ? std::to_string(step.bits) + " bits" : std::to_string(step.stride),
         step.fixed == 0 ? "" : " + " + std::to_string(step.fixed), " at ", at(step.at), " before ",
         names_.name(step.limit), ": ", names_of(step.stretch), names_.check(step.stretch.cause));
  }
  void add(const Pad& step) {
    line(set(step.end, at(step.begin)), " padded to ", step.multiple, " from ",
         step.from ? at(*step.from) : "the start of the file");
  }
  void add(const CheckDepth& step) { line("check the depth", names_.check(step.check)); }
  void add(const Load& step) { line(names_.field(step.field).name, " = number at ", at(step.at)); }
  void add(const LoadElement& step) { line("_ = number at ", at(step.at)); }
  void add(const SetLength& step) {
    std::string all = "all from " + at(step.at) + " to " + names_.name(step.limit);
    std::string to = step.to ? names_.expression(*step.to) : all;
    if (step.is_stated)
      to += " if " + names_.expression(*step.is_stated) + ", else " +
            (step.is_open ? "unknown" : all);
    line(names_.length(step.length), " = ", to);
  }
  void add(const CountElements& step) {
    line(names_.length(step.length), " = numbers at ", at(step.at), " until ",
         names_.expression(step.last));
  }
  void add(const SetList& step) { line(names_.field(step.field).name, " = list at ", at(step.at)); }
  void add(const SetAddress& step) {
    std::string to = at(step.at);
    if (step.after)
      to += " + " + names_.length(step.after->length) +
            (step.after->bits == 8 ? "" : " * " + std::to_string(step.after->bits) + " bits");
    line(set(step.to, to));
  }
  void add(const Require& step) {
    line("require ", names_.expression(step.holds), names_.blame(step.blame));
  }
  void add(const CheckNumber& step) {
    using Kind = CheckNumber::Kind;
    const std::string_view what = step.kind == Kind::constant  ? "is its constant"
                                  : step.kind == Kind::member  ? "is a member"
                                  : step.kind == Kind::boolean ? "is 0 or 1"
                                                               : "has known flags alone";
    line("check that ", step.field ? names_.field(*step.field).name : "_", " ", what,
         names_.blame(step.blame));
  }
  void add(const CheckLength& step) {
    line("require ", names_.length(step.length), step.is_least ? " >= " : " <= ", step.limit,
         names_.blame(step.blame));
  }
  void add(const CheckBytes& step) {
    line("check ", step.bytes->size(), " constant bytes", names_.blame(step.blame));
  }
  void add(const CheckZeros& step) {
    line("check zeros from ", at(step.from), " to ", at(step.to), names_.check(step.check));
  }
  void add(const TakeElements& step) {
    line("take ", names_.length(step.length), " elements", names_.blame(step.blame));
  }
  void add(const NoteCause& step) {
    line("note ", names_.length(step.length), " if more than fit at ", at(step.at), ", of ",
         step.least, " each", names_.blame(step.blame));
  }
  void add(const std::vector<ElementRule>& rules) {
    ++depth_;
    for (const ElementRule& rule : rules)
      line("require ", names_.expression(rule.holds), names_.check(rule.blame.check));
    --depth_;
  }
  void add(const EachScalar& step) {
    line("for each number of ", names_.subject(step.of), " at ", at(step.at));
    inside(step.checks);
    add(step.rules);
  }
  void add(const ScanElements& step) {
    line("scan the numbers of ", names_.field(step.field).name, " at ", at(step.at), ": ",
         names_.expressions(step.holds), step.makes_product ? ", multiplied" : "", "; else");
    inside(step.otherwise);
  }
  void add(const CheckDigest& step) {
    std::string over;
    for (const Covered& each : step.over)
      over += (over.empty() ? "" : ", ") +
              (each.is_own ? "its own bytes" : at(each.from) + " to " + at(each.to));
    line("check the digest at ", at(step.at), " of ", over, names_.check(step.form->check));
  }
  void add(const CheckCodec& step) {
    line("check the codec from ", at(step.from), " to ", at(step.to),
         names_.check(step.form->malformed));
  }
  void add(const ReadHead& step) {
    line(names_.length(step.length), ", ", names_.name(step.content), " = head at ", at(step.at),
         names_.check(step.form->check));
  }
  void add(const ReadBin& step) {
    line(names_.length(step.length), ", ", names_.name(step.content), ", ", names_.name(step.end),
         " = bytes after a head at ", at(step.at));
  }
  void add(const WalkObject& step) { line(set(step.end, "after an object at "), at(step.at)); }
  void add(const ReadInteger& step) {
    line(step.field ? names_.field(*step.field).name : "_", ", ", names_.name(step.content), ", ",
         names_.name(step.end), " = integer at ", at(step.at));
  }
  void add(const Text& step) {
    line(set(step.end, "after the text "), names_.subject(step.of), " at ", at(step.at),
         step.size ? " of " + names_.expression(*step.size) : "", names_.below(step.frame));
  }
  void add(const Array& step) {
    std::string dims;
    for (const plan::DimsTerm& term : step.dims)
      dims += (dims.empty() ? "" : ", ") + names_.expression(term.value) +
              (term.condition ? " if " + names_.expression(*term.condition) : "");
    line(set(step.end, "after the array "), names_.subject(step.of), " at ", at(step.at), " of ",
         names_.expression(step.dtype), " [", dims, "]",
         step.stated ? " in " + names_.expression(*step.stated) : "");
  }
  void add(const CheckFree& step) {
    line("check the text from ", at(step.from), " to ", at(step.to));
  }
  void add(const Call& step) {
    line(set(step.end, "after "), names_.record(*step.nested), "(", names_.expressions(step.args),
         ") at ", at(step.at), " before ", names_.name(step.limit), names_.below(step.frame));
  }
  void add(const StoreSpelling& step) {
    line("keep how ", names_.field(step.field).name, " is spelled");
  }
  void add(const StoreNumber& step) { line("keep ", names_.field(step.field).name); }
  void add(const StoreText& step) { line("keep the text ", names_.subject(step.of)); }
  void add(const StoreBytes& step) {
    line("keep ", names_.length(step.length), " at ", at(step.at));
  }
  void add(const MakeRoom& step) {
    line("make room for ", step.length ? names_.length(*step.length) : "one more element");
  }
  void add(const AddElement&) { line("add an element"); }
  void add(const StoreMessage&) { line("keep what was found"); }
  void add(const Tell& step) {
    constexpr std::string_view kinds[] = {"is there", "isn't there", "padding", "constant",
                                          "number",   "numbers",     "bytes",   "unknown fields"};
    const auto what = static_cast<std::size_t>(step.what);
    line("tell: ", step.what == Tell::What::padding ? step.name : names_.field(step.field).name,
         ": ", kinds[what]);
  }
  void add(const Watched& step) {
    line("watch ", names_.field(step.field).name);
    inside(step.steps);
  }
  void add(const If& step) {
    line("if ", names_.expression(step.condition));
    inside(step.then.steps);
    if (!step.otherwise.steps.empty()) {
      line("else");
      inside(step.otherwise.steps);
    }
    if (step.end) line(set(*step.end, at(step.then.end)), ", else ", at(step.otherwise.end));
  }
  void add(const Choose& step) {
    line(names_.name(step.end), " = by ", names_.expression(step.tag));
    ++depth_;
    for (const Choose::Case& each : step.cases) {
      std::string tags;
      for (const model::Int128 tag : each.tags)
        tags += (tags.empty() ? "" : ", ") + model::to_text(tag);
      line(tags.empty() ? "else" : tags);
      inside(each.content);
    }
    line("no other", names_.check(step.choice->no_case));
    --depth_;
  }
  void add(const CheckBegin& step) {
    line("check that ", names_.field(step.table).name, " says ", at(step.next),
         names_.check(step.check));
  }
  void add(const Elements& step) {
    const std::string until = step.last ? "until " + names_.expression(*step.last)
                              : step.until == Elements::Until::limit
                                  ? "to " + names_.name(step.limit)
                                  : names_.length(step.length);
    line("for each element of ", names_.subject(step.of), " at ", at(step.at), ", ", until,
         step.is_unique ? ", unique" : "", step.is_ordered ? ", in order" : "");
    inside(step.element);
    add(step.rules);
    if (step.record_rules) add(step.record_rules->rules);
    line(set(step.end, names_.name(step.next)));
    add(step.counted);
  }
  void add(const RevisitElements& step) {
    line("for each element of ", names_.field(step.field).name, " again");
    add(step.rules.rules);
  }
  void add(const Region& step) {
    line("region ", names_.field(step.field).name, ": ", names_.expression(step.size), " bytes at ",
         at(step.at), names_.check(step.form->cause), names_.check(step.form->fill));
    inside(step.content);
  }
  void add(const Jump& step) {
    line("jump to ", names_.field(step.field).name, " at offset ", names_.expression(step.target),
         names_.check(step.form->outside));
    if (step.stated)
      line("  an array, compared with ", names_.expression(step.stated->size));
    else
      inside(step.content);
  }
  void add(const OpenFile& step) { line("open ", names_.section(step.section)); }
  void add(const FindSections& step) {
    for (const FindSections::Found& each : step.sections)
      line("find ", names_.section(each.section), " at ",
           each.begin ? names_.expression(*each.begin) : at(step.inline_end));
  }
  void add(const InSection& step) {
    line("in ", names_.section(step.section));
    inside(step.content);
  }
  void add(const FinishSections& step) {
    for (const FindSections::Found& each : step.sections)
      line("finish ", names_.section(each.section));
    if (step.file) line("finish ", names_.section(*step.file));
  }
  void add(const MeasureRoom& step) {
    std::string limited;
    for (const AddressId end : step.limited) limited += " + bytes before " + names_.name(end);
    line("expect ", step.least, limited, " at ", at(Address{}), " before ", names_.name(step.limit),
         step.first ? ", and take the rest as the room" : "");
  }
  void add(const PassStretch& step) {
    line(set(step.end, at(step.at)), " + its bytes in this version");
  }
  void add(const Expect& step) { line("expect ", names_.expression(step.holds)); }
  void add(const Fit& step) {
    const auto* elements = std::get_if<Fit::Elements>(&step.of);
    const auto* padding = std::get_if<Fit::Padding>(&step.of);
    const std::string each = elements != nullptr ? " * " + std::to_string(elements->stride) : "";
    std::string size = step.size ? names_.expression(*step.size) : "as its prefix says";
    if (padding != nullptr)
      size = "padded to " + std::to_string(padding->multiple) + " from " +
             (padding->from ? at(*padding->from) : "the start of the file");
    else
      size = names_.length(step.length) + " = " + size;
    line(set(step.end, "after what fits the room at "), at(step.at), ": ", size, each);
  }
  void add(const FindFields&) { line("find the fields of the message"); }
  void add(const CheckValue& step) {
    line("check ", names_.field(step.field).name, ", if it is there");
  }
  void add(const CheckValues& step) {
    line("check the elements of ", names_.field(step.field).name);
    inside(step.counted);
    add(step.rules);
  }

  const Names& names_;
  std::ostream& out_;
  std::size_t depth_ = 1;
};

}  // namespace

void dump(const plan::Plan& plan, const Routine& routine, std::ostream& out) {
  const Names names(plan, routine);
  out << routine.record->name << (routine.job == Job::quick ? ", quickly" : "") << "\n";
  Dump(names, out).add(routine.steps);
  out << "  ends at " << names.at(routine.end) << "\n";
}

void dump(const plan::Plan& plan, std::ostream& out) {
  for (const plan::Record& record : plan.records) {
    dump(plan, lower(plan, record, Job::check, {}), out);
    if (record.has_quick_walk) dump(plan, lower_quick(plan, record, {}), out);
  }
}

}  // namespace schemac::steps
