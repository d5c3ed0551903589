#include "model/passes/check/open_totals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/passes/walk.h"

namespace schemac::model {

namespace {

void check_unknown(Draft& draft, const Field& field, const syntax::Node& stated) {
  const std::string what = "'" + field.name + "' can't have 'unknown': it is ";
  if (field.role.kind == RoleKind::constant)
    draft.error(stated.range, "unknown", what + "always the same")
        .help("remove 'unknown', or 'const'");
  else if (field.body.repeat.kind != RepeatKind::none && !field.body.starts_of)
    draft.error(stated.range, "unknown", what + "a list of numbers that people give")
        .help("remove it: a number in the list itself says what it means");
}

// "offsets[_index + 1]", where `table` is the list of offsets.
bool names_next_begin(const Expression& until, FieldIndex table) {
  const auto* element = std::get_if<Element>(&until.node);
  const Reference* list = element != nullptr ? as_own_field(*element->list) : nullptr;
  const auto* sum = element != nullptr ? std::get_if<Binary>(&element->index->node) : nullptr;
  if (list == nullptr || list->index != table || sum == nullptr ||
      sum->op != syntax::BinaryOperator::add)
    return false;
  const auto* index = std::get_if<Reference>(&sum->left->node);
  const auto* one = std::get_if<Constant>(&sum->right->node);
  return index != nullptr && index->base == Base::index && one != nullptr && one->value == 1;
}

// One list with spare bytes.
class SlackCheck {
 public:
  SlackCheck(Draft& draft, const Type& type, FieldIndex list)
      : draft_(draft), type_(type), field_(type.fields[list]), slack_(*field_.body.slack) {
    for (FieldIndex i = 0; i < type.fields.size(); ++i)
      if (type.fields[i].body.starts_of == list) table_ = i;
  }

  void check() {
    if (!std::holds_alternative<RecordReference>(field_.body.kind))
      return refuse("its elements aren't records", "give the elements a type with 'fields'");
    if (!table_)
      return refuse(
          "no list says where its elements begin",
          "add a list before it with 'each: {is: \"offset(" + field_.name + "[_index])\"}'");
    const std::string next = type_.fields[*table_].name + "[_index + 1]";
    if (slack_.until != nullptr && !names_next_begin(*slack_.until, *table_))
      return refuse("'until' isn't where the next element begins",
                    "leave 'until' out, or write \"" + next + "\"");
    for (const Field& other : type_.fields)
      if (&other > &field_ && is_inline(other))
        return refuse("it takes all bytes up to the end, but '" + other.name + "' comes after it",
                      "make the list the last field of its record");
  }

 private:
  void refuse(const std::string& why, const std::string& help) {
    draft_.error(slack_.range, "slack", "'" + field_.name + "' can't have 'slack': " + why)
        .help(help);
  }

  Draft& draft_;
  const Type& type_;
  const Field& field_;
  const Slack& slack_;
  std::optional<FieldIndex> table_;
};

// Spare bytes are a member of the elements, so lists of the same type call them the same.
class SlackNames {
 public:
  explicit SlackNames(Draft& draft) : draft_(draft) {}

  void add(const Field& field) {
    const auto* element = std::get_if<RecordReference>(&field.body.kind);
    if (element == nullptr) return;
    const Slack& slack = *field.body.slack;
    const auto [other, is_first] = slacks_.emplace(element->type, &slack);
    if (is_first || other->second->name == slack.name) return;
    draft_
        .error(slack.range, "slack",
               "'slack' of '" + field.name + "' is called '" + slack.name + "', but elsewhere '" +
                   other->second->name + "'")
        .note(other->second->range, "the other one is here")
        .help("give both the same name: it is a member of the elements");
  }

 private:
  Draft& draft_;
  std::map<TypeIndex, const Slack*> slacks_;
};

// Whether values of no type are in a field: how one is spelled is a choice, under the field's name.
// Members of a typed text are spelled where the text is.
bool keeps_spelling(const Body& body) {
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    return std::any_of(choice->cases.begin(), choice->cases.end(),
                       [](const Case& each) { return keeps_spelling(each.body); });
  const auto* free = std::get_if<FreeForm>(&body.kind);
  return free != nullptr && free->wire != "member";
}

// Why a record has choices, and what else it has beside its fields.
struct ChoiceReason {
  source::SourceRange range;
  std::string text;
};
struct NamedMember {
  std::string what, name;
  source::SourceRange range;
};
struct Beside {
  std::optional<ChoiceReason> reason;
  std::vector<NamedMember> members;
};
// What other records say of their elements.
std::map<TypeIndex, Beside> what_others_say(const Format& format) {
  std::map<TypeIndex, Beside> said;
  for (const Type& type : format.types) {
    for (const Field& list : type.fields)
      if (const auto* element = std::get_if<RecordReference>(&list.body.kind);
          list.body.slack && element != nullptr)
        said[element->type].reason = {list.body.slack->range,
                                      "its elements have spare bytes, which are a choice"};
    for (const StatedParts& parts : type.parts)
      if (!parts.member.empty())
        said[parts.holder].members.push_back({"part", parts.member, parts.member_range});
  }
  return said;
}

// The members of a record's `choices` have names of their own, and nothing else has that name.
class ChoiceNames {
 public:
  ChoiceNames(Draft& draft, const Type& type, Beside beside)
      : draft_(draft),
        type_(type),
        members_(std::move(beside.members)),
        reason_(std::move(beside.reason)) {}

  void check() {
    for (const Field& field : type_.fields) {
      if (field.name == "choices") members_.push_back({"field", field.name, field.name_range});
      if (field.role.kind == RoleKind::choice) add(field.name, field);
      if (field.unknown && field.role.kind == RoleKind::derived) add(field.name + "_known", field);
      if (field.keeps_spelling()) add(field.name + "_spelled", field);
      if (keeps_spelling(field.body))
        holds({field.name_range, "how a value of no type is spelled is a choice"});
    }
    for (const JoinedArray& array : type_.arrays)
      members_.push_back({"array", array.name, array.name_range});
    if (!reason_) return;
    for (const NamedMember& member : members_)
      if (member.name == "choices")
        draft_
            .error(member.range, "duplicate-name",
                   member.what + " 'choices' has the name of what holds the choices of its record")
            .note(reason_->range, reason_->text)
            .help("rename the " + member.what);
  }

 private:
  void holds(ChoiceReason reason) {
    if (!reason_) reason_ = std::move(reason);
  }
  void add(const std::string& name, const Field& field) {
    holds({field.name_range, "this is a choice, or has one"});
    const auto [other, is_new] = first_.emplace(name, &field);
    if (is_new) return;
    draft_
        .error(field.name_range, "duplicate-name",
               "'" + name + "' is a choice twice: of '" + other->second->name + "' and of '" +
                   field.name + "'")
        .note(other->second->name_range, "'" + other->second->name + "' is here")
        .help("rename one of them");
  }

  Draft& draft_;
  const Type& type_;
  std::map<std::string, const Field*> first_;
  std::vector<NamedMember> members_;
  std::optional<ChoiceReason> reason_;  ///< for there being choices
};

}  // namespace

void check_open_totals(Draft& draft) {
  SlackNames names(draft);
  std::map<TypeIndex, Beside> beside = what_others_say(draft.format);
  for (TypeIndex index = 0; index < draft.format.types.size(); ++index) {
    const Type& type = draft.format.types[index];
    ChoiceNames(draft, type, std::move(beside[index])).check();
    for (FieldIndex i = 0; i < type.fields.size(); ++i) {
      const Field& field = type.fields[i];
      const syntax::Node* node = draft.sources[index].fields[i];
      const syntax::Node* unknown = node != nullptr ? node->find("unknown") : nullptr;
      if (field.unknown && unknown != nullptr) check_unknown(draft, field, *unknown);
      if (!field.body.slack || field.body.repeat.kind == RepeatKind::none ||
          !field.body.planned.empty())
        continue;
      SlackCheck(draft, type, i).check();
      names.add(field);
    }
  }
}

}  // namespace schemac::model
