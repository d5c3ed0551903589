#include "model/passes/files/parts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/passes/files/array_forms.h"
#include "model/passes/files/file_binder.h"
#include "model/range_arithmetic.h"

namespace schemac::model {
namespace {

class PartsMaker {
 public:
  PartsMaker(Draft& draft, TypeIndex type) : draft_(draft), type_(type) {}

  void make(FieldIndex index, const syntax::Node& node) {
    const Body& body = draft_.format.types[type_].fields[index].body;
    if (!std::holds_alternative<RawBytes>(body.kind) || body.codec ||
        body.repeat.kind != RepeatKind::none) {
      draft_.error(node.range, "type-mismatch", "only plain bytes have parts")
          .help("remove 'parts', or use 'type: bytes'");
      return;
    }
    StatedParts parts;
    parts.field = index;
    const syntax::ExpressionPtr of = node.expression_of("of");
    PathTarget target;
    auto list = binder(type_).bind_path(of, target);
    if (!list) return;
    const bool is_plain = std::none_of(list->steps.begin(), list->steps.end(),
                                       [](const FileStep& step) { return step.index.has_value(); });
    if (!target.is_list || !target.record || !is_plain) {
      draft_.error(of->range, "type-mismatch", "parts belong to the elements of a list of records")
          .help("name a list of records, or a map");
      return;
    }
    parts.list = std::move(*list);
    const syntax::Node* const member = node.find("as");
    auto begin = bound(*target.record, node.expression_of("begin"), member == nullptr);
    auto end = bound(*target.record, node.expression_of("end"), member == nullptr);
    if (!begin || !end) return;
    if (member != nullptr && !make_member(parts, *begin, *end, *member)) return;
    if (const syntax::Node* forms = node.find("ndarray")) {
      if (member == nullptr) {
        draft_
            .error(node.find_entry("ndarray")->key_range, "type-mismatch",
                   "only parts that are members of the elements are arrays")
            .help("add 'as' with the name of that member, or remove 'ndarray'");
        return;
      }
      JoinedArray array;
      array.name = parts.member;
      array.name_range = parts.member_range;
      array.doc = draft_.format.types[type_].fields[index].doc;
      array.forms = make_forms(draft_, {binder(*target.record), type_}, *forms);
      parts.array = std::move(array);
    }
    parts.begin = std::move(begin->path);
    parts.end = std::move(end->path);
    draft_.format.types[type_].parts.push_back(std::move(parts));
  }

 private:
  // Where a part begins or ends.
  struct Bound {
    FileExpression path;
    TypeIndex holder = 0;
    FieldIndex field = 0;
    source::SourceRange range;
  };

  [[nodiscard]] FileBinder binder(TypeIndex item) {
    FileBinder made(draft_, nullptr);
    made.item = item;
    return made;
  }

  // A whole number in the element, or one of a list of them.
  std::optional<Bound> bound(TypeIndex element, const syntax::ExpressionPtr& from, bool is_given) {
    PathTarget target;
    FileBinder made = binder(element);
    made.asks_values = is_given;
    auto path = made.bind_path(from, target);
    if (!path) return std::nullopt;
    const bool leads_on = std::any_of(path->steps.begin(), path->steps.end() - 1,
                                      [](const FileStep& step) { return step.index.has_value(); });
    const Field* field =
        target.field ? &draft_.format.types[*target.holder].fields[*target.field] : nullptr;
    const auto* scalar = field == nullptr ? nullptr : std::get_if<Scalar>(&field->body.kind);
    if (scalar != nullptr && is_whole(scalar->dtype) && !target.is_list && !leads_on)
      return Bound{std::move(*path), *target.holder, *target.field, from->range};
    draft_.error(from->range, "type-mismatch", "where a part begins or ends is a whole number")
        .help("name a number of the elements, or one of a list of numbers: place[0]");
    return std::nullopt;
  }

  // The places of parts that are members follow from these, so nothing else may say them.
  bool make_member(StatedParts& parts, const Bound& begin, const Bound& end,
                   const syntax::Node& name) {
    const auto first = begin.path.steps.back().index, last = end.path.steps.back().index;
    const bool are_in_one = begin.holder == end.holder;
    const bool are_two = !first && !last && begin.field != end.field;
    const bool are_a_list = first == 0U && last == 1U && begin.field == end.field;
    if (!are_in_one || (!are_two && !are_a_list)) {
      draft_
          .error(end.range, "type-mismatch",
                 "places follow from parts where they are two numbers of one record")
          .help("name two of its numbers, or place[0] and place[1]; or remove 'as'");
      return false;
    }
    Type& holder = draft_.format.types[begin.holder];
    const std::string member(name.text);
    if (!is_free(begin.holder, name)) return false;
    for (const Field& field : holder.fields)
      if (field.name == member) {
        draft_
            .error(name.range, "duplicate-name",
                   "'" + holder.name + "' has a field '" + member + "' already")
            .note(field.name_range, "it is here")
            .help("call the part differently");
        return false;
      }
    if (!is_plain(begin.holder, begin.field, begin.range, are_a_list) ||
        !is_plain(end.holder, end.field, end.range, are_a_list) ||
        !is_used_once(parts, begin.path, name))
      return false;
    Field& whole = draft_.format.types[type_].fields[parts.field];
    for (const FieldIndex field : {begin.field, end.field})
      holder.fields[field].parts_role = "place of " + member;
    whole.parts_role = member + " of each of " + parts.list.steps.back().member;
    parts.member = member;
    parts.member_range = name.range;
    parts.holder = begin.holder;
    parts.first = begin.field;
    parts.last = end.field;
    return true;
  }

  // An element has one part: of it alone the places follow.
  bool is_free(TypeIndex holder, const syntax::Node& name) {
    for (const Type& type : draft_.format.types)
      for (const StatedParts& each : type.parts) {
        if (each.member.empty() || each.holder != holder) continue;
        draft_
            .error(name.range, "type-mismatch",
                   "'" + draft_.format.types[holder].name + "' has a part already, '" +
                       each.member + "'")
            .note(type.fields[each.field].name_range, "it is in this field")
            .help(
                "remove one 'as', or let the elements hold a record that states the other's "
                "places");
        return false;
      }
    return true;
  }

  // Whether a place is always there, and nothing else says what it is.
  bool is_plain(TypeIndex holder, FieldIndex index, source::SourceRange range, bool is_list) {
    static constexpr std::string_view keys[] = {"if",    "since",   "until", "optional", "is",
                                                "const", "unknown", "given", "choice",   "default"};
    const Field& field = draft_.format.types[holder].fields[index];
    const syntax::Node* const node = draft_.sources[holder].fields[index];
    const auto* const key = std::ranges::find_if(
        keys, [&](std::string_view each) { return node == nullptr || node->has(each); });
    const auto& scalar = std::get<Scalar>(field.body.kind);
    std::string why;
    if (node == nullptr)
      why = "nobody wrote it";
    else if (key != std::end(keys))
      why = "'" + std::string(*key) + "' says something else about it";
    else if (!field.parts_role.empty())
      why = "it is the " + field.parts_role;
    else if (scalar.enumeration || !scalar.flags.empty())
      why = "its values have names";
    else if (is_list && !is_text_wire(draft_.format.types[holder].wire))
      why = "a list of both places does only in JSON and Python literals";
    else if (is_list && scalar.dtype != Dtype::u64 && scalar.dtype != Dtype::i64)
      why = "it isn't a list of u64 or i64";
    if (why.empty()) return true;
    draft_.error(range, "type-mismatch", "'" + field.name + "' can't follow from a part: " + why)
        .help(is_list ? "name two numbers of the elements instead, or remove 'as'"
                      : "name a plain number of the elements, or remove 'as'");
    return false;
  }

  // Elements of other lists of that type would have no parts, nor would those of a file in another.
  bool is_used_once(const StatedParts& parts, const FileExpression& begin,
                    const syntax::Node& name) {
    TypeIndex type = type_;
    if (uses_in_records(type) != 0) {
      draft_
          .error(name.range, "type-mismatch",
                 "'" + draft_.format.types[type].name +
                     "' is held by a record, and only a whole file has parts")
          .help("declare a type of its own for the file");
      return false;
    }
    std::vector<FileStep> steps = parts.list.steps;
    steps.insert(steps.end(), begin.steps.begin(), begin.steps.end() - 1);
    for (const FileStep& step : steps) {
      const std::vector<Field>& fields = draft_.format.types[type].fields;
      const auto field = std::ranges::find(fields, step.member, &Field::name);
      type = std::get<RecordReference>(field->body.kind).type;
      if (uses_in_records(type) == 1 && !is_file(type)) continue;
      draft_
          .error(name.range, "type-mismatch",
                 "'" + draft_.format.types[type].name +
                     "' is in several places, and only one of them has parts")
          .help("declare a type of its own for '" + step.member + "', or remove 'as'");
      return false;
    }
    return true;
  }
  [[nodiscard]] std::size_t uses_in_records(TypeIndex type) const {
    std::size_t count = 0;
    for (const Type& each : draft_.format.types) {
      if (!each.is_record) continue;
      for (const Field& field : each.fields) count += uses_in(field.body, type);
    }
    return count;
  }
  [[nodiscard]] bool is_file(TypeIndex type) const {
    const Format& format = draft_.format;
    return std::ranges::find(format.roots, type, &Root::type) != format.roots.end() ||
           std::ranges::any_of(format.directories, [&](const Directory& directory) {
             return std::ranges::any_of(directory.entries, [&](const DirectoryEntry& each) {
               return !each.directory && each.type == type;
             });
           });
  }
  static std::size_t uses_in(const Body& body, TypeIndex type) {
    if (const auto* record = std::get_if<RecordReference>(&body.kind))
      return record->type == type ? 1 : 0;
    std::size_t count = 0;
    if (const auto* choice = std::get_if<Switch>(&body.kind))
      for (const Case& each : choice->cases) count += uses_in(each.body, type);
    return count;
  }

  Draft& draft_;
  TypeIndex type_;
};

}  // namespace

void make_parts(Draft& draft) {
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) {
    const std::vector<const syntax::Node*> fields = draft.sources[type].fields;
    for (FieldIndex i = 0; i < fields.size(); ++i)
      if (const syntax::Node* parts = fields[i] == nullptr ? nullptr : fields[i]->find("parts"))
        PartsMaker(draft, type).make(i, *parts);
  }
}

}  // namespace schemac::model
