#include "model/passes/relations/roles.h"

#include <algorithm>
#include <utility>

#include "model/passes/relations/find_relations.h"
#include "model/passes/relations/holds_given.h"
#include "model/passes/relations/other_records.h"
#include "model/passes/relations/solve.h"
#include "model/passes/relations/tags.h"
#include "model/passes/types/since_until.h"
#include "model/passes/walk.h"
#include "model/print_expression.h"

namespace schemac::model {

namespace {

// Gives the fields of one record their roles, by its relations.
class RoleFinder {
 public:
  RoleFinder(Draft& draft, TypeIndex index, const std::vector<std::vector<bool>>& parameters)
      : draft_(draft),
        index_(index),
        type_(draft.format.types[index]),
        relations_(find_relations(draft.format, index, parameters)) {
    if (type_.size != nullptr) add_record_size();
  }

  void find() {
    for (FieldIndex i = 0; i < type_.fields.size(); ++i) set_role(i);
    for (FieldIndex i = 0; i < type_.fields.size(); ++i)
      if (const auto* choice = std::get_if<Switch>(&type_.fields[i].body.kind); choice != nullptr)
        settle(i, *choice);
  }

 private:
  // A tag that doesn't follow from the alternatives is given.
  void settle(FieldIndex index, const Switch& choice) {
    const Reference* tag = choice.tag != nullptr ? as_own_field(*choice.tag) : nullptr;
    if (tag == nullptr) return;  // what it is calculated from says it
    Field& told = type_.fields[tag->index];
    const bool is_told = told.role.field == index ||
                         std::any_of(told.role.others.begin(), told.role.others.end(),
                                     [&](const auto& other) { return other.field == index; });
    if (told.role.derivation != DerivationKind::tag_of || !is_told) return;
    if (tells_tag(draft_, choice)) return;
    told.is_given = true;
    told.role = {};
    set_role(tag->index);
  }

  // `size: ctbytes` of a type: the record's own extent is a member of it.
  void add_record_size() {
    const Reference* field = as_own_field(*type_.size);
    if (field == nullptr) return;
    Role& role = type_.fields[field->index].role;
    role.kind = RoleKind::derived;
    role.derivation = DerivationKind::expression;
    role.because = "size of the record";
    record_size_ = field->index;
  }

  void set_role(FieldIndex index) {
    Field& field = type_.fields[index];
    Role& role = field.role;
    if (record_size_ == index) return;
    if (!field.parts_role.empty()) {
      role.kind = RoleKind::derived;
      role.because = field.parts_role;
      return;
    }
    if (field.constant || std::holds_alternative<ConstantBytes>(field.body.kind) ||
        std::holds_alternative<Padding>(field.body.kind)) {
      role.kind = RoleKind::constant;
      return;
    }
    if (field.is != nullptr) return set_expression(index);
    if (const auto* digest = std::get_if<Digest>(&field.body.kind))
      return set_digest(role, *digest);
    if (field.body.starts_of) {
      role.kind = RoleKind::derived;
      role.because = "start of each of " + type_.fields[*field.body.starts_of].name;
      add_unknown(field);
      return;
    }
    if (field.is_given || field.is_choice) {
      role.kind = field.is_choice ? RoleKind::choice : RoleKind::given;
      return add_checks(index, nullptr);
    }
    const auto* scalar = std::get_if<Scalar>(&field.body.kind);
    if (scalar != nullptr && scalar->is_group) return set_group(index);
    if (scalar != nullptr && !scalar->flags.empty()) return set_flags(index, *scalar);
    if (const Relation* defining = defining_relation(index)) return set_derived(index, *defining);
    require_given(index);
  }

  // The first one, or the first like it whose field is always there; of a number that may be
  // unknown the last one, since what is counted by it then goes to the end.
  const Relation* defining_relation(FieldIndex index) const {
    const Relation* found = nullptr;
    for (const Relation& relation : relations_) {
      if (relation.source != index || !relation.solution || !is_given_target(relation)) continue;
      const bool is_known = !type_.fields[index].unknown;
      if (is_known && found != nullptr && !are_alike(*found, relation)) continue;
      if (!is_known || found == nullptr || is_there_with(relation, index)) found = &relation;
      if (is_known && (!may_stand_in(*found) || is_there_with(*found, index))) break;
    }
    return found;
  }

  // Whether a number that follows from one of several fields can follow from this one.
  static bool may_stand_in(const Relation& relation) {
    return relation.kind == DerivationKind::count_of || relation.kind == DerivationKind::size_of ||
           relation.kind == DerivationKind::plain_size_of ||
           relation.kind == DerivationKind::tag_of;
  }
  static bool are_alike(const Relation& x, const Relation& y) {
    const bool is_tag = x.kind == DerivationKind::tag_of;
    return may_stand_in(x) && may_stand_in(y) && is_tag == (y.kind == DerivationKind::tag_of);
  }
  // Whether the field that a number describes is there wherever the number is.
  bool is_there_with(const Relation& relation, FieldIndex index) const {
    const Field& target = type_.fields[relation.target];
    return target.condition == nullptr && offset_that_tells_presence(target) == nullptr &&
           target.versions.cover(type_.fields[index].versions);
  }

  // Where the field that the number follows from isn't there, it follows from another one that it
  // describes.
  void add_others(FieldIndex index, const Relation& defining) {
    if (is_there_with(defining, index) || type_.fields[index].unknown || type_.is_message()) return;
    Role& role = type_.fields[index].role;
    for (const Relation& other : relations_) {
      const bool is_other = other.source == index && other.target != defining.target &&
                            other.solution && !other.flag && is_given_target(other);
      if (!is_other || !are_alike(defining, other)) continue;
      role.others.push_back({other.kind, other.target, other.solution != Solution{}});
      role.because += ", or " + describe(other);
    }
  }

  bool is_given_target(const Relation& relation) const {
    if (relation.kind == DerivationKind::section_begin) return true;
    if (relation.kind == DerivationKind::presence_of && follows_from_others(relation.target))
      return false;
    return holds_given_values(draft_, index_, relation.target);
  }
  // Whether a field is itself a count, a size or the like: nobody says whether it is there.
  bool follows_from_others(FieldIndex index) const {
    const Field& field = type_.fields[index];
    if (field.is_given || field.is_choice) return false;
    return std::any_of(relations_.begin(), relations_.end(), [&](const Relation& relation) {
      return relation.source == index && relation.solution && !relation.flag &&
             holds_given_values(draft_, index_, relation.target);
    });
  }

  void set_expression(FieldIndex index) {
    Role& role = type_.fields[index].role;
    role.kind = RoleKind::derived;
    role.derivation = DerivationKind::expression;
    role.expression = type_.fields[index].is;
    const auto* call = std::get_if<Call>(&role.expression->node);
    role.because = call != nullptr && call->of_file ? "size of the file"
                                                    : to_text(*role.expression, draft_.format);
    add_unknown(type_.fields[index]);
    add_checks(index, nullptr);
  }

  void set_group(FieldIndex index) {
    Role& role = type_.fields[index].role;
    role.kind = RoleKind::derived;
    role.derivation = DerivationKind::bits_of;
    for (FieldIndex i = index + 1; i < type_.fields.size() && is_in_group(type_.fields[i], index);
         ++i)
      role.because += (role.because.empty() ? "bits of " : ", ") + type_.fields[i].name;
  }

  void set_digest(Role& role, const Digest& digest) {
    role.kind = RoleKind::derived;
    role.because = digest.algorithm_name.empty() ? "digest" : digest.algorithm_name;
    std::string over;
    for (const auto& [first, last] : digest.over) {
      over += (over.empty() ? " over " : ", ") + type_.fields[first].name;
      if (last != first) over += " to " + type_.fields[last].name;
    }
    role.because += over;
  }

  void set_derived(FieldIndex index, const Relation& relation) {
    Field& field = type_.fields[index];
    Role& role = field.role;
    role.kind = RoleKind::derived;
    role.derivation = relation.kind;
    role.field = relation.target;
    role.section = relation.section;
    role.factor = relation.solution->factor;
    role.offset = relation.solution->offset;
    role.divisor = relation.solution->divisor;
    role.because = describe(relation);
    if (relation.kind == DerivationKind::presence_of)
      for (const Relation& other : relations_)
        if (other.source == index && other.solution && other.kind == relation.kind &&
            is_given_target(other))
          role.presences.push_back({0, other.target});
    add_others(index, relation);
    check_absent(field, relation);
    if (field.absent) role.because += " (absent: " + to_text(*field.absent) + ")";
    add_unknown(field);
    add_checks(index, &relation);
  }

  static void add_unknown(Field& field) {
    if (field.unknown) field.role.because += " (or " + to_text(*field.unknown) + ": not stated)";
  }

  // What a size or an offset is when what it describes isn't there.
  void check_absent(Field& field, const Relation& relation) {
    if (relation.kind == DerivationKind::presence_of ||
        relation.kind == DerivationKind::section_begin || field.absent)
      return;
    const Field& target = type_.fields[relation.target];
    if (is_there_with(relation, relation.source)) return;
    const Field* offset = offset_that_tells_presence(target);
    if (relation.kind != DerivationKind::begin_of && relation.kind != DerivationKind::tag_of) {
      field.absent = 0;
      return;
    }
    if (relation.kind == DerivationKind::begin_of && is_absent_with(field, target)) return;
    draft_
        .error(field.name_range, "missing-absent",
               "'" + field.name + "' is the " + describe(relation) +
                   ", which is not always there, and nothing says what it is then")
        .note(target.condition != nullptr ? target.condition->range
              : offset != nullptr         ? target.place.at->range
                                          : target.versions.range,
              "'" + target.name + "' is there " +
                  (target.condition != nullptr ? "under this condition"
                   : offset != nullptr
                       ? "unless '" + offset->name + "' is " + to_text(*offset->absent)
                       : shown(target.versions)))
        .help("add 'absent: 0', or the value that the format demands");
  }

  // Whether a number isn't there either where what it describes isn't, since both have one
  // condition.
  [[nodiscard]] bool is_absent_with(const Field& field, const Field& target) const {
    return field.condition != nullptr && target.condition != nullptr &&
           field.versions.cover(target.versions) && target.versions.cover(field.versions) &&
           to_text(*field.condition, draft_.format) == to_text(*target.condition, draft_.format);
  }

  // The offset of a field that has a number for its not being there, if nothing else says that.
  const Field* offset_that_tells_presence(const Field& target) const {
    if (target.place.at == nullptr) return nullptr;
    const Field* found = nullptr;
    visit_expressions(target.place.at, [&](const Expression& inner) {
      const Reference* named = as_own_field(inner);
      if (named != nullptr && type_.fields[named->index].absent)
        found = &type_.fields[named->index];
      return true;
    });
    return found;
  }

  void set_flags(FieldIndex index, const Scalar& scalar) {
    Role& role = type_.fields[index].role;
    std::vector<bool> is_derived(scalar.flags.size());
    for (const Relation& relation : relations_) {
      if (relation.source != index || !relation.flag || !relation.solution ||
          !is_given_target(relation))
        continue;
      is_derived[*relation.flag] = true;
      role.presences.push_back({*relation.flag, relation.target});
    }
    for (const Relation& relation : relations_)
      if (relation.source == index && !relation.solution &&
          (!relation.flag || !is_derived[*relation.flag]))
        return report(index, relation);
    if (role.presences.empty()) return;
    role.derivation = DerivationKind::presence_of;
    std::string given;
    for (std::size_t i = 0; i < scalar.flags.size(); ++i) {
      std::string fields;
      for (const Presence& presence : role.presences)
        if (presence.flag == i)
          fields += (fields.empty() ? "" : ", ") + type_.fields[presence.field].name;
      if (!fields.empty())
        role.because +=
            (role.because.empty() ? "" : "; ") + scalar.flags[i].name + ": presence of " + fields;
      else
        given += (given.empty() ? "" : ", ") + scalar.flags[i].name;
    }
    role.kind = given.empty() ? RoleKind::derived : RoleKind::given;
    if (!given.empty()) role.because += "; given: " + given;
  }

  // No relation gives the field a value, so it must be one that people give; where its name says
  // that it measures something, they have to say so.
  void require_given(FieldIndex index) {
    const Field& field = type_.fields[index];
    add_checks(index, nullptr);
    if (field.default_value || field.default_expression != nullptr) return;
    for (const Relation& relation : relations_)
      if (relation.source == index && !relation.solution && !is_free_form(field.body))
        return report(index, relation);
  }

  static bool is_free_form(const Body& body) {
    return !body.planned.empty() || std::holds_alternative<Foreign>(body.kind);
  }

  void report(FieldIndex index, const Relation& relation) {
    const Field& field = type_.fields[index];
    const std::string& target = type_.fields[relation.target].name;
    draft_
        .error(relation.range, "not-invertible",
               "'" + field.name + "' can't be found from '" + target +
                   "' when writing: " + why_not(relation))
        .note(field.name_range, "'" + field.name + "' is declared here")
        .help("mark '" + field.name +
              "' with 'given: true' if people give it, or state with 'is' what it follows from");
  }

  std::string why_not(const Relation& relation) const {
    if (is_list_tag(relation)) return "a list may have no elements, or different ones";
    return is_filled_up(type_.fields[relation.target].body)
               ? "a text may have fewer characters than there is room for"
               : "this expression can't be solved for it";
  }

  bool is_list_tag(const Relation& relation) const {
    return relation.kind == DerivationKind::tag_of &&
           type_.fields[relation.target].body.repeat.kind != RepeatKind::none;
  }

  // The relations that don't define the field are equalities.
  void add_checks(FieldIndex index, const Relation* defining) {
    Role& role = type_.fields[index].role;
    for (const Relation& relation : relations_) {
      if (&relation == defining || relation.source != index) continue;
      const bool is_new_target =
          std::find(role.told.begin(), role.told.end(), relation.target) == role.told.end();
      if (defining == nullptr && may_stand_in(relation) && is_new_target)
        role.told.push_back(relation.target);
      if (!relation.solution) continue;
      if (defining != nullptr && relation.kind == DerivationKind::presence_of &&
          defining->kind == relation.kind)
        continue;
      const std::string text = describe(relation);
      if (std::find(role.checks.begin(), role.checks.end(), text) == role.checks.end())
        role.checks.push_back(text);
    }
  }

  std::string describe(const Relation& relation) const {
    const std::string& target = type_.fields[relation.target].name;
    switch (relation.kind) {
      case DerivationKind::count_of:
        return to_text(*relation.solution, "count of " + target);
      case DerivationKind::size_of:
        return to_text(*relation.solution, "size of " + target);
      case DerivationKind::plain_size_of:
        return to_text(*relation.solution, "size of " + target + " when decoded");
      case DerivationKind::begin_of:
        return to_text(*relation.solution, "start of " + target);
      case DerivationKind::section_begin:
        return "start of section " + type_.sections[relation.section].name;
      case DerivationKind::tag_of:
        return "alternative of " + target;
      case DerivationKind::presence_of:
        return "presence of " + target;
      case DerivationKind::none:
      case DerivationKind::bits_of:
      case DerivationKind::expression:
        return target;
    }
    return target;
  }

  Draft& draft_;
  TypeIndex index_;
  Type& type_;
  std::vector<Relation> relations_;
  std::optional<FieldIndex> record_size_;
};

}  // namespace

void find_roles(Draft& draft) {
  const auto parameters = find_structural_parameters(draft.format);
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type)
    if (!has_errors_in(draft, type)) RoleFinder(draft, type, parameters).find();
  check_other_records(draft, parameters);
}

}  // namespace schemac::model
