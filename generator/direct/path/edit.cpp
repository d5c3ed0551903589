#include "direct/path/edit.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "direct/file_order.h"
#include "direct/json/array_file.h"
#include "direct/json/element_json.h"
#include "direct/json/from_json.h"
#include "direct/json/joined_json.h"
#include "direct/json/parse_json.h"
#include "direct/json/scalars_from_json.h"
#include "direct/json/value_json.h"
#include "direct/number.h"
#include "direct/path/pattern.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"
#include "schemac/check/frame.h"

namespace schemac::direct {
namespace {

// A record on the way to what is changed.
struct Around {
  const plan::Record& record;
  Members& members;
  std::string path;

  [[nodiscard]] std::string at(const std::string& name) const {
    std::string below = path;
    impl::append_path(below, name);
    return below;
  }
};

std::string text_of(const Value& value) {
  const Json json = to_json(value, Payloads::preview);
  return json.is_string() ? json.get<std::string>() : json.dump();
}

// The record that elements are, and its field that tells them apart.
struct Keyed {
  const plan::Record* record = nullptr;
  const plan::Field* key = nullptr;
};
Keyed keyed(const plan::Plan& plan, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  if (nested == nullptr) return {};
  const plan::Record& record = plan.records[nested->record];
  const bool has_key = list.unique && *list.unique < record.fields.size();
  return {&record, has_key ? &record.fields[*list.unique] : nullptr};
}

// The dimensions of an array that was given, where it says them: in a file, or by lists in lists.
std::optional<std::vector<std::uint64_t>> given_shape(const Payload& payload, const Json& json) {
  if (payload.dims) return payload.dims;
  const Json* level = &json;
  for (const char* key : {"value", "values"})
    if (json.is_object() && json.contains(key)) level = &json[key];
  std::vector<std::uint64_t> shape;
  for (; level->is_array(); level = &level->front()) {
    shape.push_back(level->size());
    if (level->empty()) break;
  }
  const bool has_pairs = payload.dtype == Dtype::c64 || payload.dtype == Dtype::c128;
  if (has_pairs && !shape.empty() && shape.back() != 0) shape.pop_back();
  const auto size = size_of_elements(payload.dtype, shape);
  // Rows that aren't of one length are reported by those who write them.
  return size == payload.content.bytes.size() ? std::optional(std::move(shape)) : std::nullopt;
}

class Editor {
 public:
  Editor(const plan::Plan& plan, const Edit& edit, const References& references)
      : plan_(plan), edit_(edit), references_(references) {}

  std::vector<Problem> run(const plan::Record& file, Value& values) {
    const ParsedPattern parsed = parse_pattern(edit_.path);
    pattern_ = parsed.pattern;
    auto* const members = std::get_if<Members>(&values.kind);
    if (!parsed.problem.empty() || pattern_.empty() || members == nullptr)
      return {{edit_.path, "is not a path" + (parsed.problem.empty() ? "" : ": " + parsed.problem),
               "paths look like items[3].name and items[\"key\"]"}};
    file_ = &file;
    look_into({file, *members, ""}, 0);
    if (problems_.empty() && count_ == 0)
      problem(edit_.path, "is nothing that the file has", "`decode --json` shows what it has");
    return std::move(problems_);
  }

 private:
  void problem(std::string path, std::string message, std::string help = {}) {
    problems_.push_back({std::move(path), std::move(message), std::move(help)});
  }
  [[nodiscard]] bool is_last(std::size_t step) const { return step + 1 == pattern_.size(); }

  // ---- where it is ----

  // `step` is the name of a member.
  void look_into(const Around& around, std::size_t step) {
    const std::size_t before = count_;
    const Step& name = pattern_[step];
    const auto is_it = [&](const std::string& each) {
      return name.kind == Step::Kind::any_name || each == name.text;
    };
    for (const plan::Field& field : around.record.fields)
      if (field.has_member() && field.role != model::RoleKind::choice && is_it(field.name))
        look_at(around, field, step);
    if (around.record.part && is_it(around.record.part->name) && is_last(step)) change_part(around);
    for (const plan::JoinedArray& array : around.record.arrays)
      if (is_it(array.form.name) && is_last(step)) change_array(around, array);
    if (count_ == before) return;
    // A text of another style would have to say what it said before.
    if (const auto& json = around.record.json; json && json->stored)
      std::erase_if(around.members.choices, [&](const Member& choice) {
        return choice.name == around.record.fields[*json->stored].name;
      });
  }

  void look_at(const Around& around, const plan::Field& field, std::size_t step) {
    const auto found = std::ranges::find(around.members.given, field.name, &Member::name);
    Value* const value = found == around.members.given.end() ? nullptr : &found->value;
    if (is_last(step)) return change_member(around, field, value);
    if (value != nullptr) look_inside(around, field.body, *value, around.at(field.name), step + 1);
  }

  // Of a value in a member: an element, or a member of it; what a union holds is meant itself.
  void look_inside(const Around& around, const plan::Body& body, Value& value,
                   const std::string& path, std::size_t step) {
    const bool is_name =
        pattern_[step].kind == Step::Kind::name || pattern_[step].kind == Step::Kind::any_name;
    const auto look_into_record = [&](const plan::Nested& nested) {
      auto* members = std::get_if<Members>(&value.kind);
      if (is_name && members != nullptr)
        look_into({plan_.records[nested.record], *members, path}, step);
    };
    const auto look_into_list = [&](const plan::List& list) {
      if (is_name) return;
      if (auto* elements = std::get_if<Elements>(&value.kind))
        look_at_elements(around, list, *elements, path, step);
      else if (std::holds_alternative<Scalars>(value.kind) && is_last(step))
        change_scalars(around, list, value, path);
    };
    const auto look_into_held = [&](const plan::Switch& choice) {
      auto* chosen = std::get_if<Chosen>(&value.kind);
      if (chosen == nullptr) return;
      for (const plan::Alternative& each : choice.alternatives)
        if (each.name == chosen->alternative)
          look_inside(around, each.body.front(), chosen->value.front(), path, step);
    };
    std::visit(model::Overload{[](const plan::Leaf auto&) {}, look_into_record, look_into_list,
                               look_into_held},
               body.kind);
  }

  void look_at_elements(const Around& around, const plan::List& list, Elements& elements,
                        const std::string& path, std::size_t step) {
    const std::vector<std::uint64_t> indices = asked_of(list, elements, pattern_[step]);
    if (is_last(step)) return change_elements(around, list, elements, path, indices);
    for (const std::uint64_t i : indices)
      look_inside(around, list.element.front(), elements.values[i], indexed(path, i), step + 1);
  }

  std::vector<std::uint64_t> asked_of(const plan::List& list, const Elements& elements,
                                      const Step& step) const {
    std::vector<std::uint64_t> indices;
    const auto [record, key] = keyed(plan_, list);
    for (std::uint64_t i = 0; i < elements.values.size(); ++i) {
      if (step.kind == Step::Kind::indices) {
        if (closed(step, elements.values.size()).takes_index(i)) indices.push_back(i);
        continue;
      }
      const auto* members = std::get_if<Members>(&elements.values[i].kind);
      if (key == nullptr || members == nullptr) continue;
      const Value* held = members->find(step.member.empty() ? key->name : step.member);
      if (held != nullptr && text_of(*held) == step.text) indices.push_back(i);
    }
    return indices;
  }

  // ---- what becomes of it ----

  void change_member(const Around& around, const plan::Field& field, Value* value) {
    ++count_;
    const std::string path = around.at(field.name);
    switch (edit_.kind) {
      case Edit::Kind::replace:
        return replace(around, field, given(&field.body), path);
      case Edit::Kind::remove:
        if (!field.is_optional())
          return problem(path, "can't be removed: it is in every " + around.record.name);
        return put(around, field.name, {Absent{}});
      case Edit::Kind::rename:
        return problem(path, "has no key to be renamed", "name an element: items[\"key\"]");
      case Edit::Kind::add:
        break;
    }
    const auto* list = std::get_if<plan::List>(&field.body.kind);
    if (list == nullptr)
      return problem(path, "is no list, to which elements can be added",
                     value == nullptr || value->is_absent() ? "set it instead" : "");
    if (value != nullptr && std::holds_alternative<Elements>(value->kind))
      return insert(around, *list, std::get<Elements>(value->kind), path,
                    std::get<Elements>(value->kind).values.size());
    Json all = value == nullptr ? Json::array() : to_json(*value, Payloads::full);
    if (!all.is_array()) return problem(path, "is no list, to which elements can be added");
    all.push_back(given(&list->element.front()));
    put(around, field.name,
        field_from_json(plan_, {around.record, around.members, path}, field, all, references_,
                        problems_));
  }

  void replace(const Around& around, const plan::Field& field, const Json& json,
               const std::string& path) {
    Value value = field_from_json(plan_, {around.record, around.members, path}, field, json,
                                  references_, problems_);
    const auto* array = std::get_if<plan::Array>(&field.body.kind);
    const auto* payload = std::get_if<Payload>(&value.kind);
    if (array != nullptr && array->dims && payload != nullptr)
      if (const auto shape = given_shape(*payload, json)) put_dims(around, *array->dims, *shape);
    put(around, field.name, std::move(value));
  }

  // Dimensions that are members of their own follow from an array.
  void put_dims(const Around& around, const plan::Dims& dims,
                const std::vector<std::uint64_t>& shape) {
    const auto put_number = [&](plan::FieldId id, const Json& json) {
      const plan::Field& field = around.record.fields[id];
      if (!field.has_member()) return;  // filled in
      const std::string path = around.at(field.name);
      put(around, field.name,
          field_from_json(plan_, {around.record, around.members, path}, field, json, references_,
                          problems_));
    };
    if (const auto list = dims.own_list()) return put_number(*list, Json(shape));
    const bool are_numbers = dims.terms.size() == shape.size() &&
                             std::ranges::all_of(dims.terms, [](const plan::DimsTerm& term) {
                               return term.value.op == plan::Op::field && !term.condition;
                             });
    for (std::size_t i = 0; are_numbers && i < shape.size(); ++i)
      put_number(dims.terms[i].value.id, Json(shape[i]));
  }

  // Scalars are read again as a whole.
  void change_scalars(const Around& around, const plan::List& list, Value& value,
                      const std::string& path) {
    const Json before = to_json(value, Payloads::full);
    if (!before.is_array()) return problem(path, "can be changed as a whole only");
    const Step step = closed(pattern_.back(), before.size());
    Json after = Json::array();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool is_asked = pattern_.back().kind == Step::Kind::indices && step.takes_index(i);
      if (is_asked) ++count_;
      const bool is_kept = !is_asked || edit_.kind == Edit::Kind::add;
      if (is_asked && edit_.kind != Edit::Kind::remove)
        after.push_back(given(&list.element.front()));
      if (is_kept) after.push_back(before[i]);
    }
    if (edit_.kind == Edit::Kind::rename) return problem(path, "has no keys to be renamed");
    plan::Body whole;
    whole.kind = list;
    value = body_from_json(plan_, {around.record, around.members, path}, whole, after, references_,
                           problems_);
  }

  void change_elements(const Around& around, const plan::List& list, Elements& elements,
                       const std::string& path, const std::vector<std::uint64_t>& indices) {
    count_ += indices.size();
    switch (edit_.kind) {
      case Edit::Kind::replace:
        for (const std::uint64_t i : indices)
          elements.values[i] = element(around, list, indexed(path, i));
        return;
      case Edit::Kind::add:
        for (auto i = indices.rbegin(); i != indices.rend(); ++i)
          insert(around, list, elements, path, *i);
        return;
      case Edit::Kind::remove:
        for (auto i = indices.rbegin(); i != indices.rend(); ++i)
          elements.values.erase(elements.values.begin() + static_cast<std::ptrdiff_t>(*i));
        return;
      case Edit::Kind::rename:
        for (const std::uint64_t i : indices) rename(list, elements.values[i], indexed(path, i));
        return;
    }
  }

  void insert(const Around& around, const plan::List& list, Elements& elements,
              const std::string& path, std::uint64_t index) {
    elements.values.insert(elements.values.begin() + static_cast<std::ptrdiff_t>(index),
                           element(around, list, indexed(path, index)));
  }

  Value element(const Around& around, const plan::List& list, const std::string& path) {
    const plan::Body& body = list.element.front();
    return body_from_json(plan_, {around.record, around.members, path}, body, given(&body),
                          references_, problems_);
  }

  void rename(const plan::List& list, Value& value, const std::string& path) {
    const auto [record, key] = keyed(plan_, list);
    auto* const members = std::get_if<Members>(&value.kind);
    if (key == nullptr || members == nullptr)
      return problem(path, "has no key to be renamed: its list doesn't say which member is one");
    const Around around{*record, *members, path};
    put(around, key->name,
        field_from_json(plan_, {*record, *members, around.at(key->name)}, *key, given(&key->body),
                        references_, problems_));
  }

  void change_part(const Around& around) {
    ++count_;
    const std::string& name = around.record.part->name;
    const std::string path = around.at(name);
    if (edit_.kind != Edit::Kind::replace) return problem(path, "can only be set");
    if (edit_.value.starts_with('@')) {
      auto content = references_.open_file(edit_.value.substr(1));
      if (!content) return problem(path, content.error().message);
      return put(around, name, part_of(around, *std::move(content)));
    }
    plan::Body bytes;
    bytes.kind = plan::Raw();
    put(around, name,
        body_from_json(plan_, {around.record, around.members, path}, bytes, given(&bytes),
                       references_, problems_));
  }

  // The content of a file as a part: of an array file its elements, which the members beside the
  // part then describe.
  Value part_of(const Around& around, Content content) {
    const model::StatedParts* const parts = parts_of(*around.record.part);
    if (!is_array_file(content.bytes) || parts == nullptr || !parts->array)
      return {RawBytes{std::move(content)}};
    const std::string path = around.at(parts->member);
    const ArrayFile file = parse_array_file(content.bytes);
    if (!file.problem.empty()) {
      problem(path, "'" + edit_.value.substr(1) + "' " + file.problem);
      return {};
    }
    const model::JoinedForm* const form = form_for(*parts->array, file);
    if (form == nullptr) {
      problem(path,
              "can't hold the array in '" + edit_.value.substr(1) +
                  "': readers would see another type or order",
              "give its elements as a file without a head");
      return {};
    }
    put_fact(around, *parts, *form->dims, Json(file.dims));
    put_fact(around, *parts, form->condition->operands[0], Json(form->condition->operands[1].text));
    return {RawBytes{{file.elements, content.owner}}};
  }

  const model::StatedParts* parts_of(const plan::PartMember& part) const {
    for (const plan::StatedParts& each : file_->parts)
      if (file_->fields[each.field].name == part.whole) return &each.form;
    return nullptr;
  }

  // The form by which readers see it, where a single member decides that.
  static const model::JoinedForm* form_for(const model::JoinedArray& array, const ArrayFile& file) {
    for (const model::JoinedForm& form : array.forms) {
      const bool is_decided = form.dtype && form.dims && form.condition &&
                              form.condition->op == model::FileOp::equal &&
                              form.condition->operands[0].op == model::FileOp::path;
      const bool is_like_it =
          form.dtype == file.dtype && (form.endian == file.endian || file.element_size == 1) &&
          (form.is_column_major == file.is_column_major || file.dims.size() < 2);
      if (is_decided && is_like_it) return &form;
    }
    return nullptr;
  }

  // A member beside the part; paths begin at the element that holds both.
  void put_fact(const Around& around, const model::StatedParts& parts,
                const model::FileExpression& path, const Json& json) {
    const std::string& name = path.steps.back().member;
    const auto field = std::ranges::find(around.record.fields, name, &plan::Field::name);
    if (path.steps.size() != parts.begin.steps.size() || field == around.record.fields.end())
      return problem(around.at(name), "isn't beside the part", "set it by itself");
    put(around, name,
        field_from_json(plan_, {around.record, around.members, around.at(name)}, *field, json,
                        references_, problems_));
  }

  // The pieces are cut again.
  void change_array(const Around& around, const plan::JoinedArray& array) {
    ++count_;
    const std::string path = around.at(array.form.name);
    if (edit_.kind != Edit::Kind::replace) return problem(path, "can only be set");
    const std::string& list = around.record.fields[array.list].name;
    std::erase_if(around.members.given, [&](const Member& member) {
      return member.name == list || member.name == array.form.name;
    });
    Value pieces = pieces_from_json(plan_, around.record, array, around.members, given(nullptr),
                                    path, references_, problems_);
    around.members.given.push_back({list, std::move(pieces)});
  }

  static void put(const Around& around, const std::string& name, Value value) {
    const auto found = std::ranges::find(around.members.given, name, &Member::name);
    if (found != around.members.given.end())
      found->value = std::move(value);
    else
      around.members.given.push_back({name, std::move(value)});
  }

  // A text needs no quotes, also where it could be taken for a number.
  [[nodiscard]] Json given(const plan::Body* body) const {
    const std::string& text = edit_.value;
    if (text.starts_with('@')) return Json{{"file", text.substr(1)}};
    ParsedJson parsed = parse_json(text);
    const bool is_text = body != nullptr && std::holds_alternative<plan::Text>(body->kind);
    const bool is_json =
        parsed.problem.empty() && (!is_text || parsed.json.is_string() || parsed.json.is_object());
    return is_json ? std::move(parsed.json) : Json(text);
  }

  const plan::Plan& plan_;
  const Edit& edit_;
  const References& references_;
  const plan::Record* file_ = nullptr;
  Pattern pattern_;
  std::vector<Problem> problems_;
  std::size_t count_ = 0;  // parts that the path led to
};

}  // namespace

std::vector<Problem> apply(const plan::Plan& plan, const plan::Root& root, const Edit& edit,
                           const References& references, Value& values) {
  const plan::Plan& in_order = in_order_of(plan, values);
  return Editor(in_order, edit, references).run(in_order.records[root.record], values);
}

}  // namespace schemac::direct
