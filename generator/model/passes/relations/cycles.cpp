#include "model/passes/relations/cycles.h"

#include <algorithm>
#include <map>

#include "model/passes/relations/holds_given.h"
#include "model/passes/relations/nesting.h"
#include "model/passes/walk.h"

namespace schemac::model {

namespace {

enum class Quantity : std::uint8_t { value, size, begin, type_size, section_begin, file_size };

struct Node {
  Quantity quantity = Quantity::value;
  TypeIndex type = 0;
  std::uint32_t index = 0;     ///< field or section
  std::uint32_t instance = 0;  ///< which of the records of this type it is in; 0: any of them
  auto operator<=>(const Node&) const = default;
};

class Graph {
 public:
  explicit Graph(const Draft& draft)
      : draft_(draft),
        format_(draft.format),
        users_(users_of_types(draft.format)),
        nesting_(draft.format, users_) {}

  // The values of all records, in the order of the types.
  std::vector<Node> values() const {
    std::vector<Node> nodes;
    for (const auto& [type, instance] : nesting_.outermost()) add_values(type, instance, nodes);
    std::sort(nodes.begin(), nodes.end());
    return nodes;
  }
  // The values of one instance of a record, and of those inside it.
  void add_values(TypeIndex type, std::uint32_t instance, std::vector<Node>& nodes) const {
    const auto& fields = format_.types[type].fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      nodes.push_back({Quantity::value, type, i, instance});
      for (const RecordReference* record : records_in(fields[i].body))
        if (const std::uint32_t inner = nesting_.inside(instance, *record); inner != Nesting::any)
          add_values(record->type, inner, nodes);
    }
  }

  // What has to be known before `node`.
  std::vector<Node> needs(const Node& node) const {
    switch (node.quantity) {
      case Quantity::value:
        return needs_of_value(node);
      case Quantity::size:
        return needs_of_size(node);
      case Quantity::begin:
        return needs_of_begin(node);
      case Quantity::type_size:
        return sizes_of(node.type, is_inline, node.instance);
      case Quantity::section_begin:
        return needs_of_section(node);
      case Quantity::file_size:
        return needs_of_file();
    }
    return {};
  }

  std::string describe(const Node& node) const {
    const Type& type = format_.types[node.type];
    const auto field = [&] { return shown(type.fields[node.index]); };
    switch (node.quantity) {
      case Quantity::value:
        return "the value of " + field();
      case Quantity::size:
        return "the size of " + field();
      case Quantity::begin:
        return "the start of " + field();
      case Quantity::type_size:
        return "the size of '" + type.name + "'";
      case Quantity::section_begin:
        return "the start of section '" + type.sections[node.index].name + "'";
      case Quantity::file_size:
        return "the size of the file";
    }
    return "";
  }

  source::SourceRange range(const Node& node) const {
    const Type& type = format_.types[node.type];
    switch (node.quantity) {
      case Quantity::value:
      case Quantity::size:
      case Quantity::begin:
        return type.fields[node.index].name_range;
      case Quantity::type_size:
        return type.range;
      case Quantity::section_begin:
        return type.sections[node.index].range;
      case Quantity::file_size:
        return type.range;
    }
    return {};
  }

 private:
  using Filter = bool (*)(const Field&);
  static bool is_inline(const Field& field) {
    return !field.place.section && field.place.at == nullptr;
  }
  static bool is_any(const Field& /*unused*/) { return true; }

  std::vector<Node> sizes_of(TypeIndex type, Filter filter, std::uint32_t record) const {
    std::vector<Node> nodes;
    const auto& fields = format_.types[type].fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i)
      if (filter(fields[i])) nodes.push_back({Quantity::size, type, i, record});
    return nodes;
  }

  std::vector<Node> needs_of_file() const {
    std::vector<Node> nodes;
    for (const Root& root : format_.roots)
      for (const Node& node : sizes_of(root.type, is_any, nesting_.outermost(root.type)))
        nodes.push_back(node);
    return nodes;
  }

  std::vector<Node> needs_of_section(const Node& section) const {
    std::vector<Node> nodes;
    const auto& fields = format_.types[section.type].fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      const auto& place = fields[i].place;
      if (is_inline(fields[i]) ||
          (place.section && place.section_owner == section.type && *place.section < section.index))
        nodes.push_back({Quantity::size, section.type, i, section.instance});
    }
    return nodes;
  }

  std::vector<Node> needs_of_value(const Node& node) const {
    const Role& role = format_.types[node.type].fields[node.index].role;
    std::vector<Node> nodes = needs_of_derivation(node, role);
    for (const OtherDerivation& other : role.others)
      if (other.derivation == DerivationKind::size_of)
        nodes.push_back({Quantity::size, node.type, other.field, node.instance});
    return nodes;
  }

  std::vector<Node> needs_of_derivation(const Node& node, const Role& role) const {
    switch (role.derivation) {
      case DerivationKind::none:
      case DerivationKind::tag_of:
      case DerivationKind::presence_of:
      case DerivationKind::plain_size_of:
      case DerivationKind::count_of:  // of what holds given values: known with the value
        return {};
      case DerivationKind::size_of:
        return {{Quantity::size, node.type, role.field, node.instance}};
      case DerivationKind::begin_of:
        return {{Quantity::begin, node.type, role.field, node.instance}};
      case DerivationKind::section_begin:
        return {{Quantity::section_begin, node.type, role.section, node.instance}};
      case DerivationKind::bits_of:
        return members_of(node);
      case DerivationKind::expression:
        return needs_of_expression(role.expression, node.type, node.instance);
    }
    return {};
  }

  std::vector<Node> members_of(const Node& group) const {
    std::vector<Node> nodes;
    const std::vector<Field>& fields = format_.types[group.type].fields;
    for (FieldIndex i = group.index + 1; i < fields.size() && is_in_group(fields[i], group.index);
         ++i)
      nodes.push_back({Quantity::value, group.type, i, group.instance});
    return nodes;
  }

  // size(x) and offset(x) need just that of x; every other name needs its value.
  std::vector<Node> needs_of_expression(const ExpressionPtr& expression, TypeIndex type,
                                        std::uint32_t instance) const {
    std::vector<Node> nodes;
    visit_expressions(expression, [&](const Expression& inner) {
      if (const auto* call = std::get_if<Call>(&inner.node)) {
        if (call->of_file) {
          nodes.push_back(
              {Quantity::file_size, format_.roots.empty() ? 0 : format_.roots[0].type, 0, 0});
          return false;
        }
        const bool is_size = call->function == Function::size;
        if (!is_size && call->function != Function::offset && call->function != Function::len)
          return true;
        add_measured(call->arguments.front(), type, instance,
                     is_size ? Quantity::size : Quantity::begin, call->function == Function::len,
                     nodes);
        return false;
      }
      if (const auto* reference = std::get_if<Reference>(&inner.node))
        add_reference(*reference, type, instance, nodes);
      const auto* member = std::get_if<Member>(&inner.node);
      if (member != nullptr && member->kind == Member::Kind::field && member->object->type.type)
        nodes.push_back({Quantity::value, *member->object->type.type, member->index,
                         nesting_.of(*member->object, instance)});
      return true;
    });
    return nodes;
  }

  // A field of this record or of one around it, or what users of the record pass.
  void add_reference(const Reference& reference, TypeIndex type, std::uint32_t instance,
                     std::vector<Node>& nodes) const {
    if (reference.base == Base::root)
      for (const Root& root : format_.roots)
        if (root.type != type)
          nodes.push_back(
              {Quantity::value, root.type, reference.index, nesting_.outermost(root.type)});
    if (instance != Nesting::any) return add_reference_there(reference, instance, nodes);
    if (reference.base == Base::self)
      for (const TypeIndex each : around(type, reference.up))
        nodes.push_back({Quantity::value, each, reference.index, Nesting::any});
    if (reference.base != Base::parameter) return;
    for (const User& user : users_[type])
      add_told(*user.record, reference.index, user.type, Nesting::any, nodes);
  }
  void add_reference_there(const Reference& reference, std::uint32_t instance,
                           std::vector<Node>& nodes) const {
    const std::uint32_t around = nesting_.around(instance, reference.up);
    if (reference.base == Base::self && around != Nesting::any)
      nodes.push_back({Quantity::value, nesting_.type(around), reference.index, around});
    if (reference.base != Base::parameter || nesting_.told(instance) == nullptr) return;
    const std::uint32_t user = nesting_.around(instance, 1);
    add_told(*nesting_.told(instance), reference.index, nesting_.type(user), user, nodes);
  }
  void add_told(const RecordReference& record, std::uint32_t parameter, TypeIndex user,
                std::uint32_t instance, std::vector<Node>& nodes) const {
    if (parameter >= record.arguments.size()) return;
    for (const Node& node : needs_of_expression(record.arguments[parameter], user, instance))
      nodes.push_back(node);
  }
  // The records around, so many steps further out.
  [[nodiscard]] std::vector<TypeIndex> around(TypeIndex type, std::uint32_t up) const {
    if (up == 0) return {type};
    std::vector<TypeIndex> found;
    for (const User& user : users_[type])
      for (const TypeIndex each : around(user.type, up - 1)) found.push_back(each);
    return found;
  }

  void add_measured(const ExpressionPtr& argument, TypeIndex type, std::uint32_t instance,
                    Quantity quantity, bool is_count, std::vector<Node>& nodes) const {
    visit_expressions(argument, [&](const Expression& inner) {
      const Reference* field = as_own_field(inner);
      if (field == nullptr) return true;
      if (!is_count)
        nodes.push_back({quantity, type, field->index, instance});
      else if (!holds_given_values(draft_, type, field->index))
        for (const Node& node : count_needs(type, field->index, instance)) nodes.push_back(node);
      return true;
    });
  }

  // How often something without given values repeats is known only from the count.
  std::vector<Node> count_needs(TypeIndex type, std::uint32_t field, std::uint32_t instance) const {
    const Body& body = format_.types[type].fields[field].body;
    auto nodes = needs_of_expression(body.repeat.expression, type, instance);
    for (const Node& node : needs_of_expression(body.size.expression, type, instance))
      nodes.push_back(node);
    return nodes;
  }

  std::vector<Node> needs_of_size(const Node& node) const {
    const Field& field = format_.types[node.type].fields[node.index];
    std::vector<Node> nodes;
    if (!holds_given_values(draft_, node.type, node.index)) {
      nodes = count_needs(node.type, node.index, node.instance);
      if (const auto* padding = std::get_if<Padding>(&field.body.kind))
        for (const Node& each : needs_of_expression(padding->to_size, node.type, node.instance))
          nodes.push_back(each);
    }
    if (is_filled_up(field.body))
      for (const Node& each :
           needs_of_expression(field.body.size.expression, node.type, node.instance))
        nodes.push_back(each);
    if (depends_on_value(field.body))
      nodes.push_back({Quantity::value, node.type, node.index, node.instance});
    for (const RecordReference* record : records_in(field.body))
      nodes.push_back(
          {Quantity::type_size, record->type, 0, nesting_.inside(node.instance, *record)});
    return nodes;
  }
  // Whether a number takes as many bytes as it needs.
  static bool depends_on_value(const Body& body) {
    const auto* scalar = std::get_if<Scalar>(&body.kind);
    if (scalar == nullptr) return false;
    const bool has_size = scalar->numeral && scalar->numeral->size != 0;
    return (scalar->varies() && !has_size) || (!body.wire.empty() && body.wire != "msgpack");
  }

  static std::vector<const RecordReference*> records_in(const Body& body) {
    std::vector<const RecordReference*> records;
    if (const auto* record = std::get_if<RecordReference>(&body.kind)) records.push_back(record);
    if (const auto* choice = std::get_if<Switch>(&body.kind))
      for (const Case& each : choice->cases)
        for (const RecordReference* record : records_in(each.body)) records.push_back(record);
    return records;
  }

  std::vector<Node> needs_of_begin(const Node& node) const {
    const Type& type = format_.types[node.type];
    const Placement& place = type.fields[node.index].place;
    std::vector<Node> nodes;
    if (place.section && place.section_owner)
      nodes.push_back({Quantity::section_begin, *place.section_owner, *place.section,
                       node.instance == Nesting::any ? Nesting::any
                                                     : nesting_.outermost(*place.section_owner)});
    for (std::uint32_t i = 0; i < node.index; ++i) {
      const Placement& before = type.fields[i].place;
      if (before.section == place.section && before.section_owner == place.section_owner)
        nodes.push_back({Quantity::size, node.type, i, node.instance});
    }
    return nodes;
  }

  const Draft& draft_;
  const Format& format_;
  std::vector<std::vector<User>> users_;
  mutable Nesting nesting_;  // found while they are asked for
};

// Depth first; a way back to a node that is still open is a cycle.
class CycleFinder {
 public:
  CycleFinder(Draft& draft, const Graph& graph) : draft_(draft), graph_(graph) {}

  void visit(const Node& node) {
    if (has_found()) return;
    const auto state = states_.find(node);
    if (state != states_.end()) {
      if (state->second == State::open) note(node);
      return;
    }
    states_[node] = State::open;
    path_.push_back(node);
    for (const Node& needed : graph_.needs(node)) visit(needed);
    path_.pop_back();
    states_[node] = State::done;
  }

  [[nodiscard]] bool has_found() const { return !cycle_.empty(); }
  void report() {
    if (!has_found()) return;
    auto& error = draft_.error(graph_.range(cycle_.front()), "cycle",
                               graph_.describe(cycle_.front()) + " depends on itself");
    for (std::size_t i = 0; i < cycle_.size(); ++i) {
      const Node& next = cycle_[(i + 1) % cycle_.size()];
      error.note(graph_.range(cycle_[i]),
                 graph_.describe(cycle_[i]) + " needs " + graph_.describe(next));
    }
    error.help("make one of them 'given: true', or let it follow from something else");
  }

 private:
  enum class State { open, done };

  void note(const Node& node) {
    const auto begin = std::find(path_.begin(), path_.end(), node);
    // Records inside themselves: their sizes follow from the values, however deep.
    const auto value = std::find_if(begin, path_.end(),
                                    [](const Node& n) { return n.quantity == Quantity::value; });
    if (value == path_.end()) return;
    cycle_.assign(value, path_.end());
    cycle_.insert(cycle_.end(), begin, value);
  }

  Draft& draft_;
  const Graph& graph_;
  std::vector<Node> cycle_;
  std::map<Node, State> states_;
  std::vector<Node> path_;
};

}  // namespace

// Most formats have none even if all records of a type are taken for one; else it is looked for
// instance by instance.
void check_cycles(Draft& draft) {
  const Graph graph(draft);
  CycleFinder finder(draft, graph);
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type)
    for (std::uint32_t i = 0; i < draft.format.types[type].fields.size(); ++i)
      finder.visit({Quantity::value, type, i, Nesting::any});
  if (!finder.has_found()) return;
  CycleFinder careful(draft, graph);
  for (const Node& node : graph.values()) careful.visit(node);
  careful.report();
}

}  // namespace schemac::model
