#include "emit/doc/queries/inline_fields.h"

namespace schemac::emit::doc {
namespace {

// Collects them; one overload a kind of item. Items that lay nothing out here have none to
// add.
class InlineCollector {
 public:
  explicit InlineCollector(const DocScope& scope) : scope_(scope) {}

  void operator()(const plan::Run& run) {
    add_fixed(run.begin, run.fixed);
    if (run.condition && !run.fixed.empty() && run.fixed.back().field)
      ends[run.end] = text("where ", scope_.field(*run.fixed.back().field), " ends");
    if (!run.counted) return;
    std::uint64_t end = run.begin.distance;
    if (!run.fixed.empty()) end += run.fixed.back().distance + run.fixed.back().size;
    InlineField list;
    list.field = run.counted->list;
    list.at = {run.begin.anchor, end};
    add(std::move(list));
    ends[run.counted->after] = text("where ", scope_.field(run.counted->list), " ends");
    add_fixed({run.counted->after, 0}, run.after);
  }
  void operator()(const plan::LoneField& lone) {
    if (scope_.record.fields[lone.field].jump) return;
    InlineField made;
    made.field = lone.field;
    made.at = lone.begin;
    add(std::move(made));
    if (lone.end) ends[*lone.end] = text("where ", scope_.field(lone.field), " ends");
  }
  void operator()(const plan::Pad& pad) {
    InlineField made;
    made.at = pad.begin;
    made.multiple = pad.multiple;
    made.is_of_record = pad.of_record;
    made.name = "padding";
    made.doc = pad.doc;
    made.check = pad.padding;
    add(std::move(made));
    ends[pad.end] = text("where the padding ends");
  }
  template <class Other>
  void operator()(const Other&) {}

  std::vector<InlineField> found;
  std::map<plan::AnchorId, Text> ends;

 private:
  void add(InlineField made) { found.push_back(std::move(made)); }
  void add_fixed(const plan::Position& begin, const std::vector<plan::RunField>& fixed) {
    for (const plan::RunField& each : fixed) {
      InlineField made;
      made.field = each.field;
      made.at = {begin.anchor, begin.distance + each.distance};
      made.size = each.size;
      made.name = each.name;
      made.doc = each.doc;
      made.check = each.padding;
      add(std::move(made));
    }
  }

  const DocScope& scope_;
};

// 0 is "a", 25 is "z", 26 is "aa".
std::string letter_of(std::size_t number) {
  std::string letters(1, static_cast<char>('a' + number % 26));
  return number < 26 ? letters : letter_of(number / 26 - 1) + letters;
}

}  // namespace

InlineFields::InlineFields(const DocScope& scope) {
  InlineCollector collect(scope);
  for (const plan::Item& item : scope.record.items) std::visit(collect, item);
  all_ = std::move(collect.found);
  for (const InlineField& made : all_) {
    if (made.at.anchor == 0 || letters_.contains(made.at.anchor)) continue;
    const std::string letter = letter_of(letters_.size());
    letters_[made.at.anchor] = letter;
    meanings_.push_back(text(code(letter), " is ", collect.ends[made.at.anchor]));
  }
}

std::string InlineFields::letter(plan::AnchorId anchor) const {
  const auto found = letters_.find(anchor);
  return found != letters_.end() ? found->second : std::string();
}

std::string InlineFields::offset(const plan::Position& at) const {
  const std::string base = letter(at.anchor);
  if (base.empty()) return std::to_string(at.distance);
  return at.distance == 0 ? base : base + " + " + std::to_string(at.distance);
}

}  // namespace schemac::emit::doc
