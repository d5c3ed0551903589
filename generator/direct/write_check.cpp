// Holds what was given against what follows from it, before anything is written: the messages name
// values, where the validator, which has the last word, can only name bytes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "direct/byte_text.h"
#include "direct/element_json.h"
#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/write_tree.h"
#include "plan/json_members.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"
#include "schemac/json/json.h"

namespace schemac::direct {
namespace {

class Checker {
 public:
  void check(RecordNode& node) {
    for (plan::FieldId id = 0; id < node.fields.size(); ++id) {
      check_presence(node, id);
      FieldNode& field = node.fields[id];
      if (!field.is_present) continue;
      check_known(node, id);
      check_region(node, id);
      check_body(node, field.content,
                 Frame{&node.frame, node.record.fields[id].name, Frame::no_index});
    }
    check_kinds(node);
  }

 private:
  // A JSON value that is told by its kind is one of them, or an empty list.
  static void check_kinds(RecordNode& node) {
    if (!node.record.json || node.record.json->shape != model::JsonShape::one_of) return;
    std::size_t held = 0;
    bool has_list = false;
    for (plan::FieldId id = 0; id < node.fields.size(); ++id) {
      const FieldNode& field = node.fields[id];
      if (!node.record.fields[id].has_member()) continue;
      const bool is_list = std::holds_alternative<plan::List>(node.record.fields[id].body.kind);
      has_list = has_list || is_list;
      if (field.is_present && (!is_list || length_of(field.content) != 0)) ++held;
    }
    if (held == 1 || (held == 0 && has_list)) return;
    node.state.problem(node.frame, "",
                       "holds " + std::to_string(held) + " values, where one is needed");
  }

  // A value that is the number which says nothing would be read as none.
  static void check_known(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.may_be_unknown() || node.fields[id].content.value == nullptr) return;
    if (node.number(id).value == field.unknown->value)
      node.state.problem(node.frame, field.name,
                         "is " + model::to_text(field.unknown->value) + ", which says nothing",
                         "leave it out, or say null");
  }

  void check_presence(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.presence || !field.has_member()) return;
    if (field.availability && !check_version(node, id)) return;
    if (!field.is_optional()) return;
    const Outcome condition = evaluate(field.presence->condition, node.state.plan, node);
    if (condition.failure == Failure::unknown) return;
    const bool is_wanted = condition.ok() && condition.value != 0;
    if (is_wanted == node.fields[id].is_present) return;
    if (is_wanted && field.availability) {
      const Outcome version = evaluate(field.availability->version, node.state.plan, node);
      return node.state.problem(node.frame, field.name,
                                "is missing: " + sentence_of(node.state.plan, field, version));
    }
    node.state.problem(node.frame, field.name,
                       is_wanted ? "is missing: other members say that it is there"
                                 : "can't be there: other members say so");
  }

  // Of a field of other versions there may be no value, or none but the default.
  static bool check_version(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    const plan::Plan& plan = node.state.plan;
    const Outcome is_available = evaluate(field.availability->condition, plan, node);
    if (!is_available.ok() || is_available.value != 0) return true;
    const Outcome number = field.is_optional() ? Outcome{0} : node.number(id);
    const bool is_there = field.is_optional() ? node.fields[id].is_present
                                              : number.ok() && number.value != *field.default_value;
    if (!is_there) return true;
    const Outcome version = evaluate(field.availability->version, plan, node);
    node.state.problem(node.frame, field.name, sentence_of(plan, field, version));
    return false;
  }
  // Which versions have the field, and which this is.
  static std::string sentence_of(const plan::Plan& plan, const plan::Field& field,
                                 const Outcome& version) {
    const Facts facts{fact_of(version.value)};
    return message(plan::view_of(plan.checks[*field.availability->check]), facts);
  }

  void check_region(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.region) return;
    const Outcome size = evaluate(field.region->size, node.state.plan, node);
    const Int128 held{node.fields[id].content.size};
    if (!size.ok() || size.value == held) return;
    node.state.problem(node.frame, field.name,
                       "takes " + model::to_text(held) + " bytes, but " +
                           model::to_text(size.value) + " are stated");
  }

  void check_body(RecordNode& owner, BodyNode& node, const Frame& spot) {
    std::visit([&](const auto& kind) { check(owner, node, kind, spot); }, node.body->kind);
    if (node.record != nullptr) check(*node.record);
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool is_list = std::holds_alternative<plan::List>(node.body->kind);
      check_body(owner, node.parts[i], is_list ? Frame{spot.up, spot.field, i} : spot);
    }
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Scalar&, const Frame& spot) {
    const auto* real = node.value == nullptr ? nullptr : std::get_if<Real>(&node.value->kind);
    if (real != nullptr && real->dtype == Dtype::f64) check_finite(owner, real->bits, spot);
  }
  // JSON has no infinities and NaNs.
  static void check_finite(RecordNode& owner, std::uint64_t bits, const Frame& spot) {
    if (owner.record.json && !std::isfinite(std::bit_cast<double>(bits)))
      owner.state.problem(spot, "", "holds something that JSON has no form for");
  }
  static void check_reals(RecordNode& owner, const BodyNode& node, const Frame& spot) {
    const auto* held = node.value == nullptr ? nullptr : std::get_if<Scalars>(&node.value->kind);
    if (held == nullptr || held->dtype != Dtype::f64 || !owner.record.json) return;
    for (std::uint64_t i = 0; i < held->count; ++i)
      check_finite(owner, load<std::uint64_t, Endian::little>(held->content.bytes.data() + i * 8),
                   {spot.up, spot.field, i});
  }
  void check(RecordNode&, BodyNode&, const plan::Constant&, const Frame&) {}
  void check(RecordNode&, BodyNode&, const plan::Nested&, const Frame&) {}

  void check(RecordNode& owner, BodyNode& node, const plan::Text& text, const Frame& spot) {
    check_head(owner, node, text.head, spot);
    if (text.size) check_length(owner, length_of(node), *text.size, "bytes", spot);
    const auto* held = node.value == nullptr ? nullptr : std::get_if<Characters>(&node.value->kind);
    if (held != nullptr && owner.record.json && !is_utf8(held->content.bytes))
      owner.state.problem(spot, "",
                          "holds something that " +
                              std::string(json::name(owner.record.json->style.syntax)) +
                              " has no form for");
    if (held == nullptr || !text.terminator) return;
    const Bytes bytes = held->content.bytes;
    if (std::find(bytes.begin(), bytes.end(), static_cast<std::byte>(*text.terminator)) ==
        bytes.end())
      return;
    owner.state.problem(spot, "", "holds the byte that ends it");
  }
  void check(RecordNode& owner, BodyNode& node, const plan::Raw& raw, const Frame& spot) {
    check_head(owner, node, raw.head, spot);
    if (raw.size && !raw.digest) check_length(owner, length_of(node), *raw.size, "bytes", spot);
  }
  void check(RecordNode& owner, BodyNode& node, const plan::List& list, const Frame& spot) {
    if (list.begins_of) return;
    check_reals(owner, node, spot);
    const std::uint64_t count = length_of(node);
    check_head(owner, node, list.head, spot);
    if (list.count && is_counted(owner, list))
      check_length(owner, count, *list.count, "elements", spot);
    if (list.has_slack) check_slack(owner, node, list, spot);
    if (list.minimum && count < *list.minimum) {
      owner.state.problem(spot, "",
                          "has " + std::to_string(count) + " elements, at least " +
                              std::to_string(*list.minimum) + " are needed");
    }
    if (list.maximum && count > *list.maximum) {
      owner.state.problem(spot, "",
                          "has " + std::to_string(count) + " elements, at most " +
                              std::to_string(*list.maximum) + " are allowed");
    }
    if (owner.record.json && list.unique) check_names(owner, node, spot);
  }

  // Members of an object differ in their names, those that have a field of their own among them.
  static void check_names(RecordNode& owner, const BodyNode& node, const Frame& spot) {
    const auto& fields = owner.record.fields;
    const auto map = std::ranges::find(fields, spot.field, &plan::Field::name);
    const auto taken = plan::taken_names(owner.record, plan::id_of(owner.record, *map));
    std::set<std::string, std::less<>> names(taken.begin(), taken.end());
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const Content* key = content_of(node.parts[i].record->fields.front().content.value);
      if (key == nullptr) continue;
      const std::string_view name = text_at(key->bytes.data(), key->bytes.size());
      if (!names.emplace(name).second)
        owner.state.problem(Frame{spot.up, spot.field, i}, "key",
                            "'" + std::string(name) + "' is the name of another member");
    }
  }

  static bool is_counted(RecordNode& owner, const plan::List& list) {
    return !list.is_counted || evaluate(*list.is_counted, owner.state.plan, owner).value != 0;
  }
  // Slack is found by what states where it ends.
  static void check_slack(RecordNode& owner, const BodyNode& node, const plan::List& list,
                          const Frame& spot) {
    const FieldNode& begins = owner.fields[list.stated_begins->list];
    const bool has_begins = begins.is_present && begins.is_known;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const RecordNode* element = node.parts[i].record.get();
      const bool is_last = i + 1 == node.parts.size();
      if (element == nullptr || element->slack.empty() ||
          (is_last ? is_counted(owner, list) : has_begins))
        continue;
      owner.state.problem(Frame{spot.up, spot.field, i}, element->record.slack->name,
                          "can't be told from what is behind it: nothing states where that begins");
    }
  }

  static void check_head(RecordNode& owner, const BodyNode& node,
                         const std::optional<plan::Head>& head, const Frame& spot) {
    if (!head || length_of(node) <= msgpack::most_in_head) return;
    owner.state.problem(spot, "",
                        std::to_string(length_of(node)) + " is more than a MessagePack head holds");
  }

  static void check_length(RecordNode& owner, std::uint64_t held, const plan::Expr& stated,
                           const char* unit, const Frame& spot) {
    const Outcome wanted = evaluate(stated, owner.state.plan, owner);
    if (!wanted.ok() || wanted.value == Int128{held}) return;
    owner.state.problem(spot, "",
                        "has " + std::to_string(held) + " " + unit + ", but other members say " +
                            model::to_text(wanted.value));
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Array& array, const Frame& spot) {
    const auto* payload = node.value == nullptr ? nullptr : std::get_if<Payload>(&node.value->kind);
    if (payload == nullptr) return;
    check_head(owner, node, array.head, spot);
    const Outcome code = evaluate(array.dtype, owner.state.plan, owner);
    if (code.ok() && code.value != Int128{static_cast<std::uint8_t>(payload->dtype)}) {
      const bool is_known =
          code.value >= 0 && code.value < Int128{schemac::detail::dtype_rows.size()};
      return owner.state.problem(
          spot, "",
          "is of " + std::string(name(payload->dtype)) + ", but other members say " +
              (is_known ? std::string(name(static_cast<Dtype>(code.value))) : "otherwise"));
    }
    std::vector<std::uint64_t> dims;
    if (array.dims) {
      DimsOutcome stated = evaluate_dims(*array.dims, owner.state.plan, owner);
      if (stated.failure == Failure::unknown) return;
      dims = std::move(stated.dims);
    }
    if (payload->dims && *payload->dims != dims) {
      return owner.state.problem(spot, "",
                                 "its dims are " + type_text(payload->dtype, &*payload->dims) +
                                     ", but other members say " + type_text(payload->dtype, &dims));
    }
    if (auto differs = size_problem(*payload, &dims))
      owner.state.problem(spot, "", std::move(*differs));
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Switch& choice, const Frame& spot) {
    const Outcome tag = evaluate(choice.tag, owner.state.plan, owner);
    if (!tag.ok()) return;
    const auto& alternatives = choice.alternatives;
    const auto wanted =
        std::find_if(alternatives.begin(), alternatives.end(), [&](const plan::Alternative& each) {
          return each.tags.empty() ||
                 std::find(each.tags.begin(), each.tags.end(), tag.value) != each.tags.end();
        });
    if (wanted == alternatives.end() || wanted - alternatives.begin() == node.alternative) return;
    owner.state.problem(spot, "",
                        "holds '" + alternatives[node.alternative].name +
                            "', but other members say '" + wanted->name + "'");
  }
};

}  // namespace

void check_tree(RecordNode& root) { Checker().check(root); }

}  // namespace schemac::direct
