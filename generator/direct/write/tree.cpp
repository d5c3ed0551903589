#include "direct/write/tree.h"

#include <algorithm>

#include "direct/codecs.h"
#include "direct/json_texts.h"
#include "direct/pieces/sort_key.h"
#include "direct/scalar_of.h"
#include "direct/walk/walk.h"
#include "model/overload.h"
#include "schemac/check/refusals.h"
#include "schemac/json/json.h"
#include "schemac/write/writer.h"

namespace schemac::direct {
namespace {

class Builder {
 public:
  Builder(WriteState& state, std::deque<Value>& defaults) : state_(state), defaults_(defaults) {}

  void build_record(RecordNode& node, const Value& values) {
    const auto* members = std::get_if<Members>(&values.kind);
    if (members == nullptr) return state_.problem(node.frame, "", "is not a record");
    std::size_t near = 0;
    for (std::size_t i = 0; i < node.record.fields.size(); ++i)
      build_field(node, i, *members, near);
    build_slack(node, *members);
  }

 private:
  static void build_slack(RecordNode& node, const Members& members) {
    if (!node.record.slack || node.nested == nullptr || !node.nested->has_slack) return;
    const Content* content = content_of(find(members.choices, node.record.slack->name));
    if (content != nullptr) node.slack = content->bytes;
  }
  static const Value* find(const std::vector<Member>& members, const std::string& name) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& each) { return each.name == name; });
    return found == members.end() ? nullptr : &found->value;
  }

  // `near` is where the member is as a rule: they are in the order of the schema.
  void build_field(RecordNode& node, std::size_t id, const Members& members, std::size_t& near) {
    const plan::Field& field = node.record.fields[id];
    FieldNode& made = node.fields[id];
    made.content.body = &field.body;
    if (field.has_known_choice()) {
      const Value* known = find(members.choices, field.unknown->choice);
      const auto* boolean = known == nullptr ? nullptr : std::get_if<Boolean>(&known->kind);
      made.is_known = boolean == nullptr || boolean->value;
    }
    if (field.spelling)
      if (const Content* spelled = content_of(find(members.choices, field.spelling->choice)))
        made.spelled = spelled->bytes;
    if (!node.record.holds(static_cast<plan::FieldId>(id))) return;
    const bool is_next = near < members.given.size() && members.given[near].name == field.name;
    const Value* value = is_next ? &members.given[near++].value : members.find(field.name);
    if (value == nullptr || value->is_absent()) {
      made.is_present = !field.is_optional();
      if (field.is_optional() || field.may_be_unknown()) return;
      value = default_of(field);
      if (value == nullptr) return state_.problem(node.frame, field.name, "is missing");
    }
    const impl::Frame spot{&node.frame, field.name, impl::Frame::no_index};
    if (!field.codec) return build_body(node, made.content, *value, spot, field.name);
    made.content.value = value;
    if (const auto* encoded = std::get_if<EncodedContent>(&value->kind))
      made.content.coded = encoded->coded;
    else
      state_.problem(spot, "", "holds another kind of value than encoded bytes");
  }

  const Value* default_of(const plan::Field& field) {
    if (!field.default_value && field.role != model::RoleKind::choice) return nullptr;
    const Value number{Number{field.default_value.value_or(0), {}}};
    defaults_.push_back(std::visit(model::Overload{
                                       [&](const plan::Scalar&) { return number; },
                                       [&](const plan::Constant&) { return number; },
                                       [](const plan::Text&) { return Value{Characters{}}; },
                                       [](const plan::Raw&) { return Value{RawBytes{}}; },
                                       [&](const plan::Array&) { return number; },
                                       [&](const plan::Nested&) { return number; },
                                       [](const plan::List&) { return Value{Scalars{}}; },
                                       [&](const plan::Switch&) { return number; },
                                   },
                                   field.body.kind));
    return &defaults_.back();
  }

  /// `spot` is the frame that the body has if it makes one.
  void build_body(RecordNode& owner, BodyNode& node, const Value& value, const impl::Frame& spot,
                  const std::string& name) {
    node.value = &value;
    const bool fits =
        std::visit([&](const auto& kind) { return build(owner, node, kind, value, spot, name); },
                   node.body->kind);
    if (!fits)
      state_.problem(spot, "", "holds another kind of value than " + kind_wanted(*node.body));
  }

  static SortKey key_of(const BodyNode& each, plan::FieldId field) {
    const Value* value =
        each.record == nullptr ? nullptr : each.record->fields[field].content.value;
    return value == nullptr ? SortKey{} : sort_key(*value);
  }
  static void sort_inner(std::vector<BodyNode>& inner, plan::FieldId field) {
    std::stable_sort(inner.begin(), inner.end(), [&](const BodyNode& x, const BodyNode& y) {
      return key_of(x, field) < key_of(y, field);
    });
  }

  static std::string kind_wanted(const plan::Body& body) {
    constexpr const char* names[] = {"a number", "a constant", "a text", "bytes",
                                     "an array", "a record",   "a list", "an alternative"};
    return names[body.kind.index()];
  }

  template <class... Kinds>
  static bool holds(const Value& value) {
    return (std::holds_alternative<Kinds>(value.kind) || ...);
  }

  bool build(RecordNode&, BodyNode&, const plan::Scalar& scalar, const Value& value,
             const impl::Frame&, const std::string&) {
    return scalar.flags.empty() ? holds<Number, Real, Boolean>(value)
                                : holds<Members, Number>(value);
  }
  bool build(RecordNode&, BodyNode&, const plan::Constant&, const Value&, const impl::Frame&,
             const std::string&) {
    return true;
  }
  bool build(RecordNode&, BodyNode&, const plan::Text&, const Value& value, const impl::Frame&,
             const std::string&) {
    return holds<Characters>(value);
  }
  bool build(RecordNode&, BodyNode&, const plan::Raw& raw, const Value& value, const impl::Frame&,
             const std::string&) {
    return raw.free ? holds<OpenValue>(value) : holds<RawBytes>(value);
  }
  bool build(RecordNode&, BodyNode&, const plan::Array& array, const Value& value,
             const impl::Frame&, const std::string&) {
    const auto* payload = std::get_if<Payload>(&value.kind);
    return payload != nullptr && (array.dims.has_value() || !payload->dims);
  }
  bool build(RecordNode& owner, BodyNode& node, const plan::Nested& nested, const Value& value,
             const impl::Frame& spot, const std::string&) {
    if (!holds<Members>(value)) return false;
    node.record = std::make_unique<RecordNode>(state_, state_.plan.records[nested.record], spot);
    node.record->up = &owner;
    node.record->nested = &nested;
    for (const plan::SectionRef& ref : nested.sections)
      node.record->section_params.push_back(owner.section(ref));
    build_record(*node.record, value);
    return true;
  }
  bool build(RecordNode& owner, BodyNode& node, const plan::List& list, const Value& value,
             const impl::Frame& spot, const std::string& name) {
    if (scalar_of(list) != nullptr) return holds<Scalars>(value);
    const auto* elements = std::get_if<Elements>(&value.kind);
    if (elements == nullptr) return false;
    node.inner.resize(elements->values.size());
    // A list that is an alternative of an element: its own elements are below that.
    const bool is_element = spot.index != impl::Frame::no_index;
    const impl::Frame* const up = is_element ? &state_.frames.emplace_back(spot) : spot.up;
    const std::string_view own = is_element ? std::string_view() : spot.field;
    for (std::size_t i = 0; i < node.inner.size(); ++i) {
      node.inner[i].body = &list.element.front();
      build_body(owner, node.inner[i], elements->values[i], impl::Frame{up, own, i}, name);
    }
    if (list.order_by) sort_inner(node.inner, *list.order_by);
    return true;
  }
  bool build(RecordNode& owner, BodyNode& node, const plan::Switch& choice, const Value& value,
             const impl::Frame& spot, const std::string& name) {
    const auto* chosen = std::get_if<Chosen>(&value.kind);
    if (chosen == nullptr || chosen->value.size() != 1) return false;
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      if (choice.alternatives[i].name != chosen->alternative) continue;
      node.alternative = static_cast<std::uint32_t>(i);
      node.inner.resize(1);
      node.inner[0].body = &choice.alternatives[i].body.front();
      build_body(owner, node.inner[0], chosen->value.front(), spot, name);
      return true;
    }
    return false;
  }

  WriteState& state_;
  std::deque<Value>& defaults_;
};

void encode_in(BodyNode& node) {
  if (node.record != nullptr) encode_tree(*node.record);
  const auto* list = std::get_if<plan::List>(&node.body->kind);
  if (list != nullptr && list->order_by) {  // what is refused first is what was given first
    for (BodyNode* each : in_given_order(node.inner)) encode_in(*each);
    return;
  }
  for (BodyNode& each : node.inner) encode_in(each);
}

// Stored bytes that were said beside the plain content are taken if they decode to it.
void take_stored(const EncodedContent& said, const schemac::Codec* codec, Coded& coded) {
  std::optional<std::uint64_t> size;
  if (said.has_plain) size = said.coded.size();
  Blob plain;
  if (CodedBytes(codec, said.stored->bytes(), size).decode(plain) != CodecFlaw::none) return;
  const auto wanted = said.coded.plain();
  if (!said.has_plain || (wanted && *wanted == plain))
    coded = Coded::of_stored(*said.stored, codec, plain.size());
}

// Whether content that is to be encoded is a text, where it has to be; else that is refused.
bool refuse_flaws(RecordNode& node, const plan::Field& field, const Coded& coded) {
  const Result<Blob> plain = coded.plain();
  if (!field.codec->content || !plain) return true;  // the codec says what it isn't
  for (const impl::json::FlawAt& flaw : impl::json::parse(plain->bytes()).flaws) {
    const plan::Plan& plan = node.state.plan;
    schemac::impl::Check check =
        plan::view_of(plan.checks[check_of(field.codec->content->checks, flaw.flaw)]);
    if (check.level > Level::rule) continue;
    std::string path = field.name;
    impl::append_path(path, flaw.path);
    check.sentence = flaw.sentence;
    node.state.refuse_at(node.frame, path, check);
    return false;
  }
  return true;
}

// Holds stored bytes against the record that a reader finds in them.
void check_stored(RecordNode& node, const plan::Field& field, Bytes stored) {
  if (!field.codec->is_checked_alone) return;  // where the written file is
  const auto& made = std::get<plan::Nested>(field.body.kind);
  impl::Context context(stored, Limits{}, impl::Strictness::validate);
  const impl::Frame frame{&node.frame, field.name, impl::Frame::no_index};
  const bool is_whole = walk_alone(node.state.plan, made, node, frame, context);
  if (auto refused = impl::refusal_of(context.take_report()))
    node.state.problems.push_back(
        {refused->path, refused->message, "", refused->rule, refused->level, refused->name});
  else if (!is_whole)
    node.state.refuse_at(node.frame, field.name, impl::refusals::undecoded);
}

void encode_field(RecordNode& node, const plan::Field& field, BodyNode& content) {
  const schemac::Codec* codec = codec_of(evaluate(field.codec->algorithm, node.state.plan, node));
  const auto& said = std::get<EncodedContent>(content.value->kind);
  if (said.stored && codec != nullptr && !said.is_undecodable)
    take_stored(said, codec, *content.coded);
  if (!said.has_plain && !content.coded->is_stored())
    return node.state.refuse_at(
        node.frame, field.name,
        codec == nullptr ? impl::refusals::no_codec : impl::refusals::undecoded);
  if (!refuse_flaws(node, field, *content.coded)) return;
  const CodecFlaw flaw =
      content.coded->encode(codec, codec_options(*field.codec, node.state.plan, node));
  if (flaw == CodecFlaw::none) return check_stored(node, field, content.coded->stored().bytes());
  node.state.refuse_at(node.frame, field.name,
                       flaw == CodecFlaw::too_large ? impl::refusals::too_much
                       : codec == nullptr           ? impl::refusals::no_codec
                                                    : impl::refusals::undecoded);
}

}  // namespace

void encode_tree(RecordNode& root) {
  for (plan::FieldId id = 0; id < root.fields.size(); ++id) {
    FieldNode& field = root.fields[id];
    if (!field.is_present) continue;
    if (field.content.coded)
      encode_field(root, root.record.fields[id], field.content);
    else
      encode_in(field.content);
  }
}

void WriteState::problem(const impl::Frame& frame, std::string_view field, std::string message,
                         std::string help) {
  std::string path = path_of(frame);
  impl::append_path(path, field);
  problems.push_back({std::move(path), std::move(message), std::move(help)});
}

void WriteState::refuse(const impl::Frame& frame, const schemac::impl::Check& check,
                        const impl::Facts& facts) {
  std::string path = path_of(frame);
  impl::append_path(path, check.field);
  problems.push_back(refusal_at(std::move(path), check, facts));
}
void WriteState::refuse_at(const impl::Frame& frame, std::string_view field,
                           schemac::impl::Check check, const impl::Facts& facts) {
  check.field = field;
  refuse(frame, check, facts);
}

std::pair<RecordNode*, std::uint32_t> RecordNode::section(const plan::SectionRef& ref) {
  if (!ref.is_param) return {this, ref.index};
  return ref.index < section_params.size() ? section_params[ref.index]
                                           : std::pair<RecordNode*, std::uint32_t>{nullptr, 0};
}

std::unique_ptr<RecordNode> build_tree(WriteState& state, const plan::Record& record,
                                       const Value& values, std::deque<Value>& defaults) {
  auto root = std::make_unique<RecordNode>(state, record, impl::Frame());
  Builder(state, defaults).build_record(*root, values);
  return root;
}

std::vector<BodyNode*> in_given_order(std::vector<BodyNode>& elements) {
  std::vector<BodyNode*> order;
  for (BodyNode& each : elements) order.push_back(&each);
  std::sort(order.begin(), order.end(),
            [](const BodyNode* x, const BodyNode* y) { return std::less<>()(x->value, y->value); });
  return order;
}

std::uint64_t size_of(const RawBytes& raw) {
  std::uint64_t size = raw.content.bytes.size();
  for (const Content& each : raw.parts) size += each.bytes.size();
  return size;
}

std::uint64_t length_of(const BodyNode& node) {
  if (std::holds_alternative<plan::Switch>(node.body->kind))  // the list that the alternative is
    return node.inner.empty() ? 0 : length_of(node.inner.front());
  if (node.coded) return node.coded->stored().size();
  if (node.value == nullptr) return 0;
  if (const auto* list = std::get_if<Scalars>(&node.value->kind)) return list->count;
  if (const auto* raw = std::get_if<RawBytes>(&node.value->kind)) return size_of(*raw);
  if (const auto* elements = std::get_if<Elements>(&node.value->kind))
    return elements->values.size();
  const Content* content = content_of(node.value);
  return content == nullptr ? 0 : content->bytes.size();
}

}  // namespace schemac::direct
