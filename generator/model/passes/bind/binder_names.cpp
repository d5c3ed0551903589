// Names in expressions: where each is looked for, in this order: variables, `_` and its relatives,
// what an alias was given, `let`s of the field, the record's own fields, parameters and `let`s, for
// an inline record those of the records around it, and at last what the other operand makes of it:
// enumerators, element types, digests.
#include <algorithm>

#include "model/algorithms.h"
#include "model/passes/bind/binder.h"
#include "model/passes/types/names.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "schemac/base/digest_algorithm.h"
#include "schemac/core/codec.h"
#include "schemac/core/dtype.h"

namespace schemac::model {

namespace {

std::optional<FieldIndex> find_field(const Type& type, const std::string& name) {
  for (FieldIndex i = 0; i < type.fields.size(); ++i)
    if (!name.empty() && type.fields[i].name == name) return i;
  return std::nullopt;
}

std::optional<std::uint32_t> find_parameter(const Type& type, const std::string& name) {
  for (std::uint32_t i = 0; i < type.parameters.size(); ++i)
    if (type.parameters[i].name == name) return i;
  return std::nullopt;
}

const std::string* plain_name(const syntax::ExpressionPtr& expression) {
  if (expression == nullptr) return nullptr;
  const auto* reference = std::get_if<syntax::NameReference>(&expression->node);
  return reference != nullptr ? &reference->name : nullptr;
}

// Gives an inline record a parameter of the type around it: adds one of its own, and passes it on
// where the record is used.
void pass_on(Body& body, TypeIndex inner, const ExpressionPtr& argument) {
  if (auto* record = std::get_if<RecordReference>(&body.kind); record && record->type == inner)
    record->arguments.push_back(argument);
  if (auto* choice = std::get_if<Switch>(&body.kind))
    for (Case& each : choice->cases) pass_on(each.body, inner, argument);
}

}  // namespace

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::NameReference& node) {
  if (auto found = find_name(at, node.name)) return found;
  if (can_name(node.name)) return nullptr;  // found, but wrong: reported
  if (auto enumerator = find_enumerator(at, node.name)) return enumerator;
  report_unknown(at, node.name);
  return nullptr;
}

// Whether find_name knows the name, without binding anything.
bool Binder::can_name(const std::string& name) const {
  for (const Variable& variable : variables_)
    if (variable.name == name) return true;
  const auto names = visible_names();
  return std::find(names.begin(), names.end(), name) != names.end() || name == "_parent" ||
         name == "_root" || name == "_" || name == "_index" || name == "_last" || name == "_next";
}

ExpressionPtr Binder::find_name(const syntax::Expression& at, const std::string& name) {
  for (auto variable = variables_.rbegin(); variable != variables_.rend(); ++variable)
    if (variable->name == name)
      return make_expression(at.range, variable->value.type, variable->value.values,
                             Reference{Base::variable, 0, 0, name});
  bool is_special = false;
  if (auto special = find_special(at, name, is_special); is_special) return special;
  if (scope_.names_members && scope_.element && scope_.element->type.type) {
    const TypeIndex type = *scope_.element->type.type;
    if (const auto field = find_field(draft_.format.types[type], name)) {
      auto element = make_expression(at.range, scope_.element->type, scope_.element->values,
                                     Reference{Base::element, 0, 0, "_"});
      const TypedRange value = value_of_field(draft_, type, *field);
      return make_expression(at.range, value.type, value.values,
                             Member{std::move(element), Member::Kind::field, *field, name});
    }
  }
  if (scope_.arguments != nullptr)
    if (const auto argument = scope_.arguments->find(name); argument != scope_.arguments->end())
      return argument->second;
  for (auto lets = scope_.lets.rbegin(); lets != scope_.lets.rend(); ++lets)
    if (auto found = find_let(at, name, *lets)) return found;
  if (scope_.alias) {
    const Type& alias = draft_.format.types[*scope_.alias];
    if (const auto index = find_parameter(alias, name)) return parameter(at, *scope_.alias, *index);
    if (auto found = find_let(at, name, draft_.sources[*scope_.alias].node->find("let")))
      return found;
  }
  return find_in_record(at, name, scope_.type, 0);
}

ExpressionPtr Binder::find_special(const syntax::Expression& at, const std::string& name,
                                   bool& is_special) {
  is_special = true;
  if (name == "_" && scope_.element)
    return make_expression(at.range, scope_.element->type, scope_.element->values,
                           Reference{Base::element, 0, 0, name});
  if (scope_.is_in_list) {
    if (name == "_index")
      return make_expression(at.range, type_of_kind(ValueKind::number), any_size,
                             Reference{Base::index, 0, 0, name});
    if (name == "_last" && scope_.knows_rest)
      return make_expression(at.range, type_of_kind(ValueKind::boolean), truth,
                             Reference{Base::last, 0, 0, name});
    if (name == "_next" && scope_.element && scope_.knows_rest)
      return make_expression(at.range, scope_.element->type, scope_.element->values,
                             Reference{Base::next, 0, 0, name});
  }
  is_special = name == "_" || name == "_index" || name == "_last" || name == "_next" ||
               name == "_parent" || name == "_root";
  if (!is_special) return nullptr;
  const bool is_record = name == "_parent" || name == "_root";
  draft_
      .error(at.range, "unknown-name",
             is_record ? "'" + name + "' has a meaning only before a field"
                       : "'" + name + "' means nothing here, outside of " +
                             (name == "_" ? "'valid' and 'each'" : "'each'"))
      .help(is_record ? "write '" + name + ".field'" : "name a field instead");
  return nullptr;
}

ExpressionPtr Binder::find_in_record(const syntax::Expression& at, const std::string& name,
                                     TypeIndex type, std::uint32_t up) {
  const Type& record = draft_.format.types[type];
  if (const auto field = find_field(record, name)) {
    const TypedRange value = value_of_field(draft_, type, *field);
    return make_expression(at.range, value.type, value.values,
                           Reference{Base::self, up, *field, name});
  }
  if (const auto index = find_parameter(record, name)) return parameter(at, type, *index);
  if (up == 0)
    if (auto found = find_let(at, name, draft_.sources[type].node->find("let"))) return found;
  const TypeSource& source = draft_.sources[type];
  return source.is_inline ? find_in_record(at, name, *source.outer, up + 1) : nullptr;
}

// A `let` stands for its expression, bound where it is used.
ExpressionPtr Binder::find_let(const syntax::Expression& at, const std::string& name,
                               const syntax::Node* lets) {
  const syntax::Node* let = lets != nullptr ? lets->find(name) : nullptr;
  if (let == nullptr) return nullptr;
  if (std::find(open_lets_.begin(), open_lets_.end(), name) != open_lets_.end()) {
    draft_.error(at.range, "cycle", "'" + name + "' is defined by itself")
        .note(let->range, "'" + name + "' is here")
        .help("define it without naming '" + name + "'");
    return nullptr;
  }
  draft_.used_lets.insert(let);
  open_lets_.push_back(name);
  auto result = bind(let->expression);
  open_lets_.pop_back();
  return result;
}

ExpressionPtr Binder::parameter(const syntax::Expression& at, TypeIndex type, std::uint32_t index) {
  const Parameter declared = draft_.format.types[type].parameters[index];
  std::uint32_t own_index = index;
  // Hand it down through the inline records between its declaration and here.
  std::vector<TypeIndex> path;
  for (TypeIndex t = scope_.type; t != type && draft_.sources[t].is_inline;
       t = *draft_.sources[t].outer)
    path.push_back(t);
  const bool is_own = scope_.alias == type || path.empty();
  for (auto inner = path.rbegin(); !is_own && inner != path.rend(); ++inner) {
    Type& record = draft_.format.types[*inner];
    const auto known = find_parameter(record, declared.name);
    if (!known) {
      record.parameters.push_back(declared);
      const auto argument =
          make_expression(at.range, declared.type, declared.values,
                          Reference{Base::parameter, 0, own_index, declared.name});
      for (Field& field : draft_.format.types[*draft_.sources[*inner].outer].fields)
        pass_on(field.body, *inner, argument);
    }
    own_index = known.value_or(static_cast<std::uint32_t>(record.parameters.size() - 1));
  }
  return make_expression(at.range, declared.type, declared.values,
                         Reference{Base::parameter, 0, own_index, declared.name});
}

ExpressionPtr Binder::find_enumerator(const syntax::Expression& at, const std::string& name) {
  if (expected_ == nullptr) return nullptr;
  ExpressionType type = *expected_;
  type.is_list = type.is_optional = false;
  if (type.kind == ValueKind::dtype)
    if (const auto element = builtin_scalar(name); element && element->bits == 0) {
      const auto code = static_cast<Int128>(element->dtype);
      return make_expression(at.range, type, constant(code), Constant{code});
    }
  if (type.kind == ValueKind::digest && digest_code(name) >= 0)
    return make_expression(at.range, type, constant(digest_code(name)),
                           Constant{digest_code(name)});
  if (type.kind == ValueKind::codec && codec_code(name) >= 0)
    return make_expression(at.range, type, constant(codec_code(name)), Constant{codec_code(name)});
  if (type.kind == ValueKind::free)  // words of another language
    return make_expression(at.range, type_of_kind(ValueKind::text), {}, TextConstant{name});
  if (!type.enumeration) return nullptr;
  for (const EnumMember& member : draft_.format.enums[*type.enumeration].members)
    if (member.name == name)
      return make_expression(at.range, type, constant(member.value), Constant{member.value});
  return nullptr;
}

std::vector<std::string> Binder::visible_names() const {
  std::vector<std::string> names;
  const auto add_lets = [&](const syntax::Node* lets) {
    if (lets == nullptr) return;
    for (const syntax::Entry& entry : lets->entries) names.push_back(entry.key);
  };
  const auto add_record = [&](TypeIndex type) {
    for (const Field& field : draft_.format.types[type].fields)
      if (!field.name.empty()) names.push_back(field.name);
    for (const Parameter& each : draft_.format.types[type].parameters) names.push_back(each.name);
    add_lets(draft_.sources[type].node->find("let"));
  };
  for (const Variable& variable : variables_) names.push_back(variable.name);
  if (scope_.names_members && scope_.element && scope_.element->type.type)
    add_record(*scope_.element->type.type);
  if (scope_.alias) add_record(*scope_.alias);
  for (const syntax::Node* lets : scope_.lets) add_lets(lets);
  TypeIndex type = scope_.type;
  add_record(type);
  while (draft_.sources[type].is_inline) add_record(type = *draft_.sources[type].outer);
  return names;
}

namespace {

template <class Rows, class NameOf>
std::vector<std::string> names_of(const Rows& rows, NameOf&& name_of) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(name_of(row));
  return names;
}

// Those that begin as `name` does, for at least three letters: "crc16" is one of a family.
std::vector<std::string> family_of(std::string_view name, const std::vector<std::string>& names) {
  std::vector<std::string> family;
  std::size_t longest = 3;
  for (const std::string& each : names) {
    const auto length =
        static_cast<std::size_t>(std::ranges::mismatch(name, each).in1 - name.begin());
    if (length > longest) family.clear();
    longest = std::max(longest, length);
    if (length == longest) family.push_back(each);
  }
  return family;
}

}  // namespace

// Where only names of a closed set are allowed, lists them: a similar one means another thing.
bool Binder::report_no_such(const syntax::Expression& at, const std::string& name) {
  const ValueKind kind = expected_ != nullptr ? expected_->kind : ValueKind::number;
  std::string what;
  std::vector<std::string> names;
  if (kind == ValueKind::digest) {
    what = "digest algorithm";
    names = names_of(schemac::impl::detail::digest_rows, [](const auto& row) { return row.name; });
  } else if (kind == ValueKind::codec) {
    what = "codec";
    names = names_of(schemac::impl::detail::codec_names, [](const auto& row) { return row; });
  } else if (kind == ValueKind::dtype) {
    what = "element type";
    names = names_of(schemac::impl::detail::dtype_rows, [](const auto& row) { return row.name; });
  }
  if (what.empty()) return false;
  const std::vector<std::string> family = family_of(name, names);
  draft_
      .error(at.range, "unknown-word",
             "there is no " + what + " '" + name + "', and '" +
                 draft_.format.types[scope_.type].name + "' has no field of that name")
      .help(family.empty() ? "the " + what + "s are " + source::listed(names)
                           : "names that begin like it are " + source::listed(family));
  return true;
}

void Binder::report_unknown(const syntax::Expression& at, const std::string& name) {
  if (report_no_such(at, name)) return;
  // A name that isn't there is reported where it is first used. One that a type lacks may be that
  // of a field whose name is wrong.
  if (draft_.misnamed_types.contains(scope_.type)) return;
  if (!draft_.reported_names.emplace(scope_.type, name).second) return;
  // Nobody reads the hundredth suggestion, and each looks at all names.
  constexpr std::size_t most_suggestions = 100;
  auto names = draft_.diagnostics.all().size() < most_suggestions ? visible_names()
                                                                  : std::vector<std::string>{};
  const bool beside_enum = expected_ != nullptr && expected_->enumeration;
  if (beside_enum) {
    const Enum& enumeration = draft_.format.enums[*expected_->enumeration];
    for (const EnumMember& member : enumeration.members) names.push_back(member.name);
    auto& error =
        draft_.error(at.range, "unknown-enumerator",
                     "enumeration '" + enumeration.name + "' has no member '" + name + "', and '" +
                         draft_.format.types[scope_.type].name + "' no field of that name");
    if (auto help = source::did_you_mean(name, names))
      error.help(*help);
    else
      error.help("add the member to '" + enumeration.name + "'");
    return;
  }
  auto& error =
      draft_.error(at.range, "unknown-field",
                   "'" + draft_.format.types[scope_.type].name + "' has no field '" + name + "'");
  if (auto way = names.empty() ? std::nullopt : way_to_outer(name))
    error.help("a record around this one has it: write '" + *way + "'");
  else if (auto help = source::did_you_mean(name, names))
    error.help(*help);
  else
    error.help("name a field, parameter or 'let' of this type");
}

// "_parent.n", where a name of this record is that of a field around it: n, or, as others spell
// it, parent_n.
std::optional<std::string> Binder::way_to_outer(std::string_view name) const {
  constexpr std::string_view spelling = "parent_";
  constexpr int most_steps = 4;
  if (name.starts_with(spelling)) name.remove_prefix(spelling.size());
  const auto outer = holders(draft_.format);
  TypeIndex type = scope_.type;
  std::string way;
  for (int step = 0; step < most_steps && outer[type].size() == 1; ++step) {
    type = outer[type].front();
    way += "_parent.";
    const std::string wanted(name);
    if (!wanted.empty() && find_field(draft_.format.types[type], wanted)) return way + wanted;
  }
  return std::nullopt;
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::MemberAccess& node) {
  bool is_outer = false;
  if (auto member = bind_outer_member(at, node, is_outer); is_outer) return member;
  bool is_enum = false;
  if (auto member = bind_qualified_enumerator(at, node, is_enum); is_enum) return member;
  auto object = bind(node.object);
  return object != nullptr ? member_of(node, std::move(object), at) : nullptr;
}

// `_parent.x`, `_parent._parent.x`, `_root.x`.
ExpressionPtr Binder::bind_outer_member(const syntax::Expression& at,
                                        const syntax::MemberAccess& node, bool& is_outer) {
  std::uint32_t up = 0;
  const syntax::Expression* object = node.object.get();
  while (object != nullptr) {
    const auto* member = std::get_if<syntax::MemberAccess>(&object->node);
    if (member == nullptr || member->member != "_parent") break;
    ++up;
    object = member->object.get();
  }
  const std::string* name = plain_name(up == 0 ? node.object : nullptr);
  if (up > 0 && object != nullptr)
    if (const auto* reference = std::get_if<syntax::NameReference>(&object->node))
      name = &reference->name;
  is_outer =
      name != nullptr && (*name == "_parent" || *name == "_root") && node.member != "_parent";
  if (!is_outer) return nullptr;

  Reference reference;
  std::optional<TypeIndex> type = scope_.type;
  if (*name == "_root") {
    reference.base = Base::root;
    type.reset();
    if (draft_.format.roots.size() == 1)
      type = draft_.format.roots.front().type;
    else if (!draft_.format.roots.empty())  // else: reported
      draft_.error(node.object->range, "unknown-name", "'_root' could be several types")
          .help("pass what is needed as a parameter");
  } else {
    reference.up = up + 1;
    for (std::uint32_t i = 0; i <= up && type; ++i) type = parent_of(*type, node.object->range);
  }
  if (!type) return nullptr;
  const auto field = find_field(draft_.format.types[*type], node.member);
  if (!field) {
    std::vector<std::string> names;
    for (const Field& each : draft_.format.types[*type].fields) names.push_back(each.name);
    auto& error = draft_.error(
        node.member_range, "unknown-field",
        "'" + draft_.format.types[*type].name + "' has no field '" + node.member + "'");
    const auto outer = holders(draft_.format)[*type];
    if (auto help = source::did_you_mean(node.member, names))
      error.help(*help);
    else if (reference.up > 0 && outer.size() == 1 &&
             find_field(draft_.format.types[outer.front()], node.member)) {
      std::string way;
      for (std::uint32_t i = 0; i <= reference.up; ++i) way += "_parent.";
      error.help("the record around that one has it: write '" + way + node.member + "'");
    }
    return nullptr;
  }
  reference.index = *field;
  reference.variable = node.member;
  const TypedRange value = value_of_field(draft_, *type, *field);
  return make_expression(at.range, value.type, value.values, std::move(reference));
}

std::optional<TypeIndex> Binder::parent_of(TypeIndex type, source::SourceRange range) {
  const auto users = holders(draft_.format)[type];
  if (users.size() == 1) return users.front();
  auto& error =
      draft_.error(range, "unknown-name",
                   users.empty() ? "'" + draft_.format.types[type].name + "' is in no other type"
                                 : "'_parent' could be '" + draft_.format.types[users[0]].name +
                                       "' or '" + draft_.format.types[users[1]].name + "'");
  // A root has no parameters, as nobody holds it.
  error.help(users.empty() ? "name a field of '" + draft_.format.types[type].name + "' instead"
                           : "pass what is needed as a parameter");
  return std::nullopt;
}

// `Color.red`, where no field is called Color.
ExpressionPtr Binder::bind_qualified_enumerator(const syntax::Expression& at,
                                                const syntax::MemberAccess& node, bool& is_enum) {
  const std::string* name = plain_name(node.object);
  is_enum = false;
  if (name == nullptr || can_name(*name)) return nullptr;
  const auto index =
      find_enum(draft_, {scope_.schema, scope_.alias.value_or(scope_.type)}, {*name});
  if (!index) return nullptr;
  is_enum = true;
  ExpressionType type;
  type.enumeration = index;
  const Enum& enumeration = draft_.format.enums[*index];
  std::vector<std::string> names;
  for (const EnumMember& member : enumeration.members) {
    if (member.name == node.member)
      return make_expression(at.range, type, constant(member.value), Constant{member.value});
    names.push_back(member.name);
  }
  auto& error =
      draft_.error(node.member_range, "unknown-enumerator",
                   "enumeration '" + enumeration.name + "' has no member '" + node.member + "'");
  if (auto help = source::did_you_mean(node.member, names)) error.help(*help);
  return nullptr;
}

}  // namespace schemac::model
