#include <algorithm>
#include <tuple>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/describe/body_kinds.h"

namespace schemac::emit::doc {
namespace {

constexpr std::size_t summary_length = 90;

// The first sentence, or as much of it as a list of results has room for.
std::string summary_of(const std::string& doc) {
  std::string words = flat(prose(doc));
  const auto end = words.find(". ");
  if (end != words.npos) words.resize(end + 1);
  if (words.size() <= summary_length) return words;
  std::size_t cut = words.rfind(' ', summary_length);
  return words.substr(0, cut == words.npos || cut == 0 ? 0 : cut) + " …";
}

class IndexMaker {
 public:
  IndexMaker(const Context& context, const Uses& uses) : context_(context), uses_(uses) {}

  std::vector<IndexEntry> make() {
    for (plan::RecordId id = 0; id < context_.plan.records.size(); ++id) add_record(id);
    for (plan::EnumId id = 0; id < context_.plan.enums.size(); ++id) add_enum(id);
    for (plan::FormId id = 0; id < context_.plan.forms.size(); ++id)
      if (!uses_.of_form(id).empty())
        add(context_.plan.forms[id].name, "type", context_.links.form(id),
            context_.plan.forms[id].doc);
    for (plan::CheckId id = 0; id < context_.plan.checks.size(); ++id)
      if (!context_.plan.checks[id].name.empty())
        add(context_.plan.checks[id].name, "rule", context_.links.check(id),
            context_.plan.checks[id].doc);
    const auto key = [](const IndexEntry& entry) {
      std::string folded = entry.term;
      for (char& ch : folded)
        if (ch >= 'A' && ch <= 'Z') ch = static_cast<char>(ch - 'A' + 'a');
      return std::make_tuple(folded, entry.term, entry.kind);
    };
    std::stable_sort(entries_.begin(), entries_.end(),
                     [&](const auto& x, const auto& y) { return key(x) < key(y); });
    return std::move(entries_);
  }

 private:
  void add(const std::string& term, const std::string& kind, const std::string& id,
           const std::string& doc) {
    entries_.push_back({term, kind, to(id), summary_of(doc)});
  }

  void add_record(plan::RecordId id) {
    const plan::Record& record = context_.plan.records[id];
    add(record.name, "type", context_.links.record(id), record.doc);
    const bool is_root = std::any_of(context_.plan.roots.begin(), context_.plan.roots.end(),
                                     [&](const plan::Root& root) { return root.record == id; });
    for (std::size_t i = 0; is_root && i < record.sections.size(); ++i)
      if (!record.sections[i].is_whole_file)
        add(record.sections[i].name, "section of " + record.name, context_.links.section(id, i),
            record.sections[i].doc);
    for (plan::FieldId field = 0; field < record.fields.size(); ++field)
      add_field(record, id, field);
  }

  void add_field(const plan::Record& record, plan::RecordId id, plan::FieldId number) {
    const plan::Field& field = record.fields[number];
    const std::string& link = context_.links.field(id, number);
    add(field.name, "field of " + record.name, link, field.doc);
    if (const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind))
      for (const plan::Flag& flag : scalar->flags)
        add(flag.name, "bit of " + record.name + "." + field.name, Links::below(link, flag.name),
            flag.doc);
    if (const auto* choice = std::get_if<plan::Switch>(&field.body.kind))
      for (const plan::Alternative& alternative : choice->alternatives)
        add(alternative.name, "form of " + record.name + "." + field.name,
            Links::below(link, alternative.name), alternative.doc);
  }

  void add_enum(plan::EnumId id) {
    const plan::Enum& enumeration = context_.plan.enums[id];
    add(enumeration.name, "enumeration", context_.links.enumeration(id), enumeration.doc);
    for (std::size_t i = 0; i < enumeration.members.size(); ++i)
      add(enumeration.members[i].name, "value of " + enumeration.name, context_.links.member(id, i),
          enumeration.members[i].doc);
  }

  const Context& context_;
  const Uses& uses_;
  std::vector<IndexEntry> entries_;
};

}  // namespace

std::vector<IndexEntry> make_index(const Context& context, const Uses& uses) {
  return IndexMaker(context, uses).make();
}

}  // namespace schemac::emit::doc
