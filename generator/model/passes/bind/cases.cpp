#include "model/passes/bind/cases.h"

#include <algorithm>
#include <map>

#include "model/passes/taken_names.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "syntax/integer.h"
#include "syntax/names.h"

namespace schemac::model {

namespace {

constexpr std::size_t most_tags = 4096;  // of a union: each is one of a C++ switch

class TagResolver {
 public:
  TagResolver(Draft& draft, Switch& choice, const syntax::Node& cases)
      : draft_(draft), choice_(choice), cases_(cases), type_(choice.tag->type) {
    if (type_.enumeration) enumeration_ = &draft_.format.enums[*type_.enumeration];
  }

  void resolve() {
    if (!can_be_tag()) return;
    if (type_.enumeration && draft_.reported_enums.contains(*type_.enumeration)) return;
    for (std::size_t i = 0; i < choice_.cases.size(); ++i) {
      Case& each = choice_.cases[i];
      const syntax::Entry& entry = cases_.entries[i];
      if (!each.is_else) name_numbered_case(each, entry);
      check_case_name(i, entry);
      if (each.is_else) continue;
      if (type_.kind == ValueKind::text)
        add_text(each, entry, i);
      else
        for (const syntax::Label& label : syntax::labels_of(entry.key))
          add_label(each, entry, label, i);
    }
    check_else();
  }

 private:
  bool can_be_tag() {
    const bool is_number = type_.kind == ValueKind::number || type_.kind == ValueKind::boolean;
    if (type_.kind == ValueKind::free) return false;
    if (!type_.is_list && !type_.is_optional && (is_number || type_.kind == ValueKind::text))
      return true;
    draft_
        .error(choice_.tag->range, "type-mismatch",
               "'switch' needs a whole number or a text, but '" +
                   to_text(*choice_.tag, draft_.format) + "' is " + describe(type_, draft_.format))
        .help("name the field that holds the tag");
    return false;
  }

  std::optional<Int128> value_of(const std::string& label, const syntax::Entry& entry) {
    if (const auto integer = syntax::parse_integer(label)) return to_number(*integer);
    if (type_.kind == ValueKind::boolean && (label == "true" || label == "false"))
      return label == "true" ? 1 : 0;
    std::vector<std::string> names;
    if (enumeration_ != nullptr)
      for (const EnumMember& member : enumeration_->members) {
        if (member.name == label) return member.value;
        names.push_back(member.name);
      }
    auto& error = enumeration_ != nullptr
                      ? draft_.error(entry.key_range, "unknown-enumerator",
                                     "enumeration '" + enumeration_->name + "' has no member '" +
                                         label + "', so this case is never taken")
                      : draft_.error(entry.key_range, "type-mismatch",
                                     "case '" + label + "' is not a number, but the tag '" +
                                         to_text(*choice_.tag, draft_.format) + "' is " +
                                         describe(type_, draft_.format));
    if (auto help = source::did_you_mean(label, names))
      error.help(*help);
    else if (enumeration_ != nullptr)
      error.help("add it to the enumeration, or remove the case");
    else
      error.help("write the tag's value");
    return std::nullopt;
  }

  // "0..63" stands for all of these numbers.
  void add_label(Case& each, const syntax::Entry& entry, const syntax::Label& label,
                 std::size_t i) {
    const auto first = value_of(std::string(label.first), entry);
    if (!first) return;
    if (!label.last) return add_tag(each, entry, {std::string(label.first), *first}, i);
    const auto last = value_of(std::string(*label.last), entry);
    if (!last) return;
    const Int128 left{most_tags - std::min(most_tags, cases_by_tag_.size())};
    if (*last < *first || *last - *first >= left) return report_range(entry, label);
    const std::size_t reported = draft_.diagnostics.all().size();
    for (Int128 value = *first; value <= *last; ++value) {
      add_tag(each, entry, {to_text(value), value}, i);
      if (draft_.diagnostics.all().size() != reported) return;  // it would say the same of others
    }
  }

  void report_range(const syntax::Entry& entry, const syntax::Label& label) {
    draft_
        .error(entry.key_range, "bad-number",
               "'" + std::string(label.first) + ".." + std::string(*label.last) +
                   "' has no numbers, or the cases have more than " + std::to_string(most_tags) +
                   " together")
        .help("write the smallest number, '..' and the greatest one, or use 'else'");
  }

  struct Tag {
    std::string label;
    Int128 value;
  };

  void add_tag(Case& each, const syntax::Entry& entry, const Tag& tag, std::size_t i) {
    const Int128 value = tag.value;
    const bool is_member =
        enumeration_ == nullptr || enumeration_->keeps_unknown ||
        std::any_of(enumeration_->members.begin(), enumeration_->members.end(),
                    [&](const EnumMember& member) { return member.value == value; });
    if (!choice_.tag->values.contains(value) || !is_member) {
      draft_
          .error(entry.key_range, "does-not-fit",
                 "case " + to_text(value) + " is never taken: '" +
                     to_text(*choice_.tag, draft_.format) + "' " +
                     (is_member ? "is " + to_text(choice_.tag->values)
                                : "has no member of that value"))
          .help("remove the case, or use another value");
      return;
    }
    const auto [taken, is_new] = cases_by_tag_.emplace(value, i);
    if (!is_new) return report_taken(tag.label, choice_.cases[taken->second], entry);
    each.tags.push_back(value);
  }

  void add_text(Case& each, const syntax::Entry& entry, std::size_t i) {
    for (std::size_t other = 0; other < i; ++other) {
      const auto& tags = choice_.cases[other].text_tags;
      if (std::find(tags.begin(), tags.end(), entry.key) != tags.end())
        return report_taken(entry.key, choice_.cases[other], entry);
    }
    each.text_tags.push_back(entry.key);
  }

  void report_taken(const std::string& label, const Case& other, const syntax::Entry& entry) {
    draft_
        .error(entry.key_range, "unreachable-case",
               "tag '" + label + "' has a case already, so this one is never taken")
        .note(other.range, "the other case is here")
        .help("remove one of them");
  }

  void check_case_name(std::size_t i, const syntax::Entry& entry) {
    const std::string& name = choice_.cases[i].name;
    const auto first = taken_.take(name, i);
    if (!first) return;
    const Case& other = choice_.cases[*first];
    draft_
        .error(entry.key_range, "duplicate-name",
               "alternatives '" + other.name + "' and '" + name + "' become the same C++ name '" +
                   snake_case(name) + "'")
        .note(other.range, "'" + other.name + "' is here")
        .help("add 'alternative: NAME' to one of them");
  }

  // A case for a bare number has no name that code could use.
  void name_numbered_case(Case& each, const syntax::Entry& entry) {
    if (syntax::is_identifier(each.name)) return;
    if (entry.value.has("alternative")) return;
    std::string name = "tag";
    for (const char c : each.name) name += syntax::is_identifier(std::string("a") + c) ? c : '_';
    each.name = name;
  }

  // `else` after cases for all members.
  void check_else() {
    if (enumeration_ == nullptr || enumeration_->keeps_unknown) return;
    for (std::size_t i = 0; i < choice_.cases.size(); ++i) {
      if (!choice_.cases[i].is_else) continue;
      const bool is_covered = std::all_of(
          enumeration_->members.begin(), enumeration_->members.end(), [&](const EnumMember& m) {
            return std::any_of(choice_.cases.begin(), choice_.cases.end(), [&](const Case& c) {
              return std::find(c.tags.begin(), c.tags.end(), m.value) != c.tags.end();
            });
          });
      if (is_covered)
        draft_
            .error(
                cases_.entries[i].key_range, "unreachable-case",
                "every member of '" + enumeration_->name + "' has a case, so 'else' is never taken")
            .help("remove 'else', or let the enumeration keep unknown values");
    }
  }

  Draft& draft_;
  Switch& choice_;
  const syntax::Node& cases_;
  ExpressionType type_;
  const Enum* enumeration_ = nullptr;
  TakenNames taken_;
  std::map<Int128, std::size_t> cases_by_tag_;
};

}  // namespace

void resolve_tags(Draft& draft, Switch& choice, const syntax::Node& cases) {
  if (choice.tag != nullptr) TagResolver(draft, choice, cases).resolve();
}

}  // namespace schemac::model
