#include "model/passes/check/streams.h"

#include <algorithm>
#include <set>
#include <string>

#include "model/passes/value_types.h"
#include "model/passes/walk.h"

namespace schemac::model {
namespace {

// Whether a body holds records of a type.
bool holds_record(const Body& body, TypeIndex type) {
  if (const auto* record = std::get_if<RecordReference>(&body.kind)) return record->type == type;
  const auto* choice = std::get_if<Switch>(&body.kind);
  return choice != nullptr &&
         std::any_of(choice->cases.begin(), choice->cases.end(),
                     [&](const Case& each) { return holds_record(each.body, type); });
}

bool asks_for_next(const ExpressionPtr& expression) {
  bool found = false;
  visit_expressions(expression, [&](const Expression& each) {
    const auto* reference = std::get_if<Reference>(&each.node);
    found = found || (reference != nullptr && reference->base == Base::next);
    return !found;
  });
  return found;
}

// Whether a record, or one inside it, places content by an offset.
bool places_content(const Format& format, const Body& body, std::set<TypeIndex>& seen) {
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    return std::any_of(choice->cases.begin(), choice->cases.end(),
                       [&](const Case& each) { return places_content(format, each.body, seen); });
  const auto* record = std::get_if<RecordReference>(&body.kind);
  if (record == nullptr || !seen.insert(record->type).second) return false;
  const std::vector<Field>& fields = format.types[record->type].fields;
  return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
    return field.place.at != nullptr || places_content(format, field.body, seen);
  });
}

bool asks_for_file_size(const ExpressionPtr& expression) {
  bool found = false;
  visit_expressions(expression, [&](const Expression& each) {
    const auto* call = std::get_if<Call>(&each.node);
    found = found || (call != nullptr && call->function == Function::size && call->of_file);
    return !found;
  });
  return found;
}

// The number of a record that follows from the file's size.
const Field* stated_file_size(const Type& type) {
  for (const Field& field : type.fields)
    if (field.role.kind == RoleKind::derived &&
        field.role.derivation == DerivationKind::expression &&
        asks_for_file_size(field.role.expression))
      return &field;
  return nullptr;
}

// The rule of a record that asks for the file's size and that somebody insists on.
const Condition* rule_on_file_size(const Type& type) {
  const auto find_in = [](const std::vector<Condition>& rules) -> const Condition* {
    for (const Condition& rule : rules)
      if (rule.style.level.value_or(Level::rule) <= Level::rule &&
          asks_for_file_size(rule.expression))
        return &rule;
    return nullptr;
  };
  if (const Condition* rule = find_in(type.rules)) return rule;
  for (const Field& field : type.fields)
    for (const auto* rules : {&field.valid, &field.body.each})
      if (const Condition* rule = find_in(*rules)) return rule;
  return nullptr;
}

// One list.
class StreamCheck {
 public:
  StreamCheck(Draft& draft, TypeIndex type, FieldIndex list)
      : draft_(draft),
        index_(type),
        type_(draft.format.types[type]),
        list_(list),
        field_(type_.fields[list]) {}

  void check() {
    if (check_place() && check_list() && check_records_inside()) check_totals();
  }

 private:
  // Nothing is in the way after the list.
  bool check_place() {
    if (field_.body.repeat.kind == RepeatKind::none)
      return refuse("nothing repeats here", "add 'repeat', or remove 'stream'");
    const Format& format = draft_.format;
    const bool is_root =
        std::any_of(format.roots.begin(), format.roots.end(),
                    [&](const Root& root) { return root.type == index_; }) ||
        std::any_of(format.directories.begin(), format.directories.end(), [&](const auto& each) {
          return std::any_of(each.entries.begin(), each.entries.end(),
                             [&](const auto& entry) { return entry.type == index_; });
        });
    const bool is_held = std::any_of(format.types.begin(), format.types.end(), [&](const Type& t) {
      return std::any_of(t.fields.begin(), t.fields.end(),
                         [&](const Field& field) { return holds_record(field.body, index_); });
    });
    if (!is_root && !is_held) return false;  // an imported one, of which the format makes no use
    if (is_held)
      return refuse("it isn't a list of a whole file",
                    "use it on a list of the root, which no other record holds");
    if (!type_.sections.empty() || type_.is_message() || !type_.wire.empty() || type_.pad)
      return refuse("its record isn't just fields one after the other",
                    "a file that grows has no sections, no form of a message and no padding");
    for (const StatedParts& parts : type_.parts)
      if (!parts.member.empty())
        return refuse("its elements have parts of '" + type_.fields[parts.field].name +
                          "', which is written as one",
                      "remove 'as' of its 'parts', or 'stream'");
    for (const Field& other : type_.fields) {
      if (other.place.at != nullptr)
        return refuse("'" + other.name + "' is placed by an offset",
                      "put the fields of the record one after the other");
      if (covers_list(other))
        return refuse("'" + other.name + "' is a digest of the whole list",
                      "give each element a digest of its own");
      if (&other > &field_ && !is_rest(other))
        return refuse("'" + other.name + "' comes after it",
                      "move the list after it; only 'type: bytes' with 'size: eos' may follow");
    }
    return true;
  }

  // An element can be written without the others.
  bool check_list() {
    const Body& body = field_.body;
    if (!std::holds_alternative<RecordReference>(body.kind))
      return refuse("its elements aren't records", "give the elements a type with 'fields'");
    if (body.repeat.kind == RepeatKind::head || !body.wire.empty())
      return refuse("its count takes more bytes when it grows",
                    "leave 'wire' out, and count the elements in a field of fixed size");
    std::set<TypeIndex> seen;
    if (places_content(draft_.format, body, seen))
      return refuse("its elements place content elsewhere",
                    "let their content follow them: an element is written with all that it has");
    if (field_.condition != nullptr || !field_.versions.are_all())
      return refuse("it may be absent", "remove the condition: a list may have no elements");
    if (!body.unique.empty() || !body.order_by.empty())
      return refuse("its elements are compared, so all of them are needed at once",
                    "remove 'unique' and 'order'");
    if (std::any_of(body.each.begin(), body.each.end(),
                    [](const Condition& rule) { return asks_for_next(rule.expression); }))
      return refuse("a rule about its elements looks at the next one, '_next'",
                    "make it a rule of the element after, or remove it");
    if (body.size.kind != SizeKind::none)
      return refuse("its size in bytes is stated before it",
                    "count the elements with 'repeat: n', where n has 'unknown'");
    return true;
  }

  // What is written already stays right as the file grows.
  bool check_records_inside() {
    for (TypeIndex inner = 0; inner < draft_.format.types.size(); ++inner) {
      if (inner == index_ || !holds(draft_.format, index_, inner)) continue;
      const Type& type = draft_.format.types[inner];
      if (const Field* number = stated_file_size(type))
        return refuse("'" + number->name + "' of '" + type.name + "' follows from the total size",
                      "mark '" + number->name + "' as 'given: true'");
      const Condition* rule = rule_on_file_size(type);
      if (rule == nullptr) continue;
      draft_
          .error(*field_.body.stream, "stream",
                 "'" + field_.name + "' can't have 'stream': a rule of '" + type.name +
                     "' asks for the total size")
          .note(rule->range, "this is the rule")
          .help("remove the rule, or give it 'level: warn'");
      return false;
    }
    return true;
  }

  // What comes before the list can say that it isn't finished.
  void check_totals() {
    for (const Field& other : type_.fields) {
      const Role& role = other.role;
      if (role.kind != RoleKind::derived) continue;
      if (role.derivation == DerivationKind::expression && is_size_of_last(role.expression)) {
        if (!other.unknown && (!may_be_followed() || is_count_unknown()))
          return cannot_be_unfinished(other);
        continue;
      }
      if (role.derivation == DerivationKind::expression && needs_all(role.expression))
        return static_cast<void>(refuse("'" + other.name + "' follows from the total size",
                                        "mark '" + other.name + "' as 'given: true'"));
      if (role.derivation == DerivationKind::count_of && role.field == list_ && !other.unknown &&
          !may_be_followed())
        return cannot_be_unfinished(other);
    }
  }

  void cannot_be_unfinished(const Field& other) {
    refuse("'" + other.name + "' can't say that the list isn't finished",
           "give '" + other.name + "' an 'unknown'" +
               (may_be_followed() ? "" : ", or the file 'trailing: ignore'"));
  }
  [[nodiscard]] bool is_count_unknown() const {
    return std::any_of(type_.fields.begin(), type_.fields.end(), [&](const Field& other) {
      return other.role.kind == RoleKind::derived && other.unknown &&
             other.role.derivation == DerivationKind::count_of && other.role.field == list_;
    });
  }

  // "size(last(list).field)", which whoever writes the last element knows.
  [[nodiscard]] bool is_size_of_last(const ExpressionPtr& expression) const {
    const auto* size = std::get_if<Call>(&expression->node);
    if (size == nullptr || size->function != Function::size || size->arguments.size() != 1)
      return false;
    const auto* member = std::get_if<Member>(&size->arguments.front()->node);
    const auto* last = member != nullptr ? std::get_if<Call>(&member->object->node) : nullptr;
    if (last == nullptr || last->function != Function::last) return false;
    const Reference* own = as_own_field(*last->arguments.front());
    return own != nullptr && own->index == list_;
  }

  [[nodiscard]] bool needs_all(const ExpressionPtr& expression) const {
    bool found = false;
    visit_expressions(expression, [&](const Expression& each) {
      const auto* call = std::get_if<Call>(&each.node);
      const bool is_of_all =
          call != nullptr && (call->function == Function::size || call->function == Function::last);
      if (!is_of_all) return true;
      const Reference* own =
          call->arguments.empty() ? nullptr : as_own_field(*call->arguments.front());
      found = found || call->of_file || (own != nullptr && own->index == list_);
      return true;
    });
    return found;
  }

  [[nodiscard]] bool covers_list(const Field& field) const {
    const auto* digest = std::get_if<Digest>(&field.body.kind);
    return digest != nullptr &&
           std::any_of(digest->over.begin(), digest->over.end(), [&](const FieldSpan& span) {
             return span.first <= list_ && list_ <= span.last;
           });
  }
  // Bytes up to the end of the file that mean nothing.
  static bool is_rest(const Field& field) {
    return std::holds_alternative<RawBytes>(field.body.kind) &&
           field.body.repeat.kind == RepeatKind::none && field.body.size.kind == SizeKind::eos &&
           field.condition == nullptr && field.versions.are_all() && !field.body.codec;
  }
  [[nodiscard]] bool may_be_followed() const {
    if (list_ + 1 < type_.fields.size()) return true;
    const auto ignores = [](Trailing trailing) { return trailing == Trailing::ignore; };
    return ignores(type_.trailing.value_or(draft_.format.trailing));
  }

  bool refuse(const std::string& why, const std::string& help) {
    draft_.error(*field_.body.stream, "stream", "'" + field_.name + "' can't have 'stream': " + why)
        .help(help);
    return false;
  }

  Draft& draft_;
  TypeIndex index_;
  const Type& type_;
  FieldIndex list_;
  const Field& field_;
};

}  // namespace

void check_streams(Draft& draft) {
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type)
    for (FieldIndex i = 0; i < draft.format.types[type].fields.size(); ++i)
      if (draft.format.types[type].fields[i].body.stream) StreamCheck(draft, type, i).check();
}

}  // namespace schemac::model
