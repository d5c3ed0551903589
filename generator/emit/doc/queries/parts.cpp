#include "emit/doc/queries/parts.h"

namespace schemac::emit::doc {
namespace {

// Collects the parts; one overload a kind of item. Items that lay nothing out here have none to
// add.
class PartCollector {
 public:
  explicit PartCollector(const Scope& scope) : scope_(scope) {}

  void operator()(const plan::Run& run) {
    add_fixed(run.begin, run.fixed);
    if (run.condition && !run.fixed.empty() && run.fixed.back().field)
      ends[run.end] = text("where ", scope_.field(*run.fixed.back().field), " ends");
    if (!run.counted) return;
    std::uint64_t end = run.begin.distance;
    if (!run.fixed.empty()) end += run.fixed.back().distance + run.fixed.back().size;
    Part list;
    list.field = run.counted->list;
    list.at = {run.begin.anchor, end};
    add(std::move(list));
    ends[run.counted->after] = text("where ", scope_.field(run.counted->list), " ends");
    add_fixed({run.counted->after, 0}, run.after);
  }
  void operator()(const plan::LoneField& lone) {
    if (scope_.record.fields[lone.field].jump) return;
    Part part;
    part.field = lone.field;
    part.at = lone.begin;
    add(std::move(part));
    if (lone.end) ends[*lone.end] = text("where ", scope_.field(lone.field), " ends");
  }
  void operator()(const plan::Pad& pad) {
    Part part;
    part.at = pad.begin;
    part.multiple = pad.multiple;
    part.is_of_record = pad.of_record;
    part.name = "padding";
    part.doc = pad.doc;
    part.check = pad.padding;
    add(std::move(part));
    ends[pad.end] = text("where the padding ends");
  }
  template <class Other>
  void operator()(const Other&) {}

  std::vector<Part> parts;
  std::map<plan::AnchorId, Text> ends;

 private:
  void add(Part part) { parts.push_back(std::move(part)); }
  void add_fixed(const plan::Position& begin, const std::vector<plan::RunField>& fixed) {
    for (const plan::RunField& each : fixed) {
      Part part;
      part.field = each.field;
      part.at = {begin.anchor, begin.distance + each.distance};
      part.size = each.size;
      part.name = each.name;
      part.doc = each.doc;
      part.check = each.padding;
      add(std::move(part));
    }
  }

  const Scope& scope_;
};

// 0 is "a", 25 is "z", 26 is "aa".
std::string letter_of(std::size_t number) {
  std::string letters(1, static_cast<char>('a' + number % 26));
  return number < 26 ? letters : letter_of(number / 26 - 1) + letters;
}

}  // namespace

Places::Places(const Scope& scope) {
  PartCollector collect(scope);
  for (const plan::Item& item : scope.record.items) std::visit(collect, item);
  parts_ = std::move(collect.parts);
  for (const Part& part : parts_) {
    if (part.at.anchor == 0 || letters_.contains(part.at.anchor)) continue;
    const std::string letter = letter_of(letters_.size());
    letters_[part.at.anchor] = letter;
    meanings_.push_back(text(code(letter), " is ", collect.ends[part.at.anchor]));
  }
}

std::string Places::letter(plan::AnchorId anchor) const {
  const auto found = letters_.find(anchor);
  return found != letters_.end() ? found->second : std::string();
}

std::string Places::offset(const plan::Position& at) const {
  const std::string base = letter(at.anchor);
  if (base.empty()) return std::to_string(at.distance);
  return at.distance == 0 ? base : base + " + " + std::to_string(at.distance);
}

}  // namespace schemac::emit::doc
