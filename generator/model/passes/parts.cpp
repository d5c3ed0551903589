#include "model/passes/parts.h"

#include <algorithm>
#include <utility>

#include "model/passes/file_binder.h"
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
    FilePlace place;
    auto list = binder(type_).bind_path(of, place);
    if (!list) return;
    const bool is_plain = std::none_of(list->steps.begin(), list->steps.end(),
                                       [](const FileStep& step) { return step.index.has_value(); });
    if (!place.is_list || !place.record || !is_plain) {
      draft_.error(of->range, "type-mismatch", "parts are of the elements of a list of records")
          .help("name a list of records, or a map");
      return;
    }
    parts.list = std::move(*list);
    auto begin = bound(*place.record, node.expression_of("begin"));
    auto end = bound(*place.record, node.expression_of("end"));
    if (!begin || !end) return;
    parts.begin = std::move(*begin);
    parts.end = std::move(*end);
    draft_.format.types[type_].parts.push_back(std::move(parts));
  }

 private:
  [[nodiscard]] FileBinder binder(TypeIndex item) {
    FileBinder made(draft_, nullptr);
    made.item = item;
    return made;
  }

  // A whole number in the element, or one of a list of them.
  std::optional<FileExpression> bound(TypeIndex element, const syntax::ExpressionPtr& from) {
    FilePlace place;
    auto path = binder(element).bind_path(from, place);
    if (!path) return std::nullopt;
    const bool leads_on = std::any_of(path->steps.begin(), path->steps.end() - 1,
                                      [](const FileStep& step) { return step.index.has_value(); });
    const Field* field =
        place.field ? &draft_.format.types[*place.holder].fields[*place.field] : nullptr;
    const auto* scalar = field == nullptr ? nullptr : std::get_if<Scalar>(&field->body.kind);
    if (scalar != nullptr && is_whole(scalar->dtype) && !place.is_list && !leads_on) return path;
    draft_.error(from->range, "type-mismatch", "where a part begins or ends is a whole number")
        .help("name a number of the elements, or one of a list of numbers: place[0]");
    return std::nullopt;
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
