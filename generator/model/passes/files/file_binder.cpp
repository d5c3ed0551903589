#include "model/passes/files/file_binder.h"

#include <algorithm>
#include <utility>

#include "model/passes/files/file_kinds.h"
#include "model/passes/types/fields.h"
#include "model/range_arithmetic.h"
#include "model/unsupported.h"

namespace schemac::model {
namespace {

// What calculations may take it for. A truth value is a number; what an enumeration of texts, a
// type that another value states or a codec makes of it is left open.
FileKind kind_of(const Body& body) {
  if (body.codec) return FileKind::any;
  if (std::holds_alternative<Text>(body.kind)) return FileKind::text;
  if (std::holds_alternative<RawBytes>(body.kind)) return FileKind::bytes;
  if (std::holds_alternative<NdArray>(body.kind)) return FileKind::array;
  if (std::holds_alternative<Switch>(body.kind)) return FileKind::choice;
  if (std::holds_alternative<RecordReference>(body.kind)) return FileKind::record;
  const auto* scalar = std::get_if<Scalar>(&body.kind);
  if (scalar == nullptr || scalar->dtype_by || scalar->enumeration) return FileKind::any;
  if (!scalar->flags.empty())
    return body.repeat.kind == RepeatKind::none ? FileKind::flags : FileKind::any;
  if (is_real(scalar->dtype)) return FileKind::real;
  return is_whole(scalar->dtype) ? FileKind::number : FileKind::any;
}

// Numbers, texts, lists of whole numbers, and what the schema leaves open.
bool is_calculable(const PathTarget& target) {
  const FileKind kind = target.value.kind;
  return !target.directory && (kind == FileKind::any || kind == FileKind::number ||
                               (kind == FileKind::text && target.value.depth == 0));
}

// What a field's value is, to a path that led there.
PathTarget reached(const Field& field) {
  PathTarget target;
  target.is_list = field.body.repeat.kind != RepeatKind::none;
  if (const auto* record = std::get_if<RecordReference>(&field.body.kind))
    target.record = record->type;
  if (const auto* scalar = std::get_if<Scalar>(&field.body.kind))
    target.enumeration = scalar->enumeration;
  target.is_free = std::holds_alternative<FreeForm>(field.body.kind) ||
                   (field.body.codec && field.body.codec->content);
  if (!target.is_free) target.value.kind = kind_of(field.body);
  target.value.depth = target.is_list ? 1 : 0;
  return target;
}

}  // namespace

std::optional<FileExpression> FileBinder::bind(const syntax::ExpressionPtr& from) {
  if (from == nullptr) return std::nullopt;  // reported
  auto made = std::visit([&](const auto& node) { return bind(node, *from); }, from->node);
  if (made) made->range = from->range;
  return made;
}

std::optional<FileExpression> FileBinder::bind_path(const syntax::ExpressionPtr& from,
                                                    PathTarget& target) {
  if (from == nullptr) return std::nullopt;
  FileExpression path;
  path.op = FileOp::path;
  if (!add_steps(*from, path, target)) return std::nullopt;
  return path;
}

FileBinder::Bound FileBinder::bind(const syntax::IntegerLiteral& node, const syntax::Expression&) {
  FileExpression made;
  made.number = node.value;
  return made;
}

FileBinder::Bound FileBinder::bind(const syntax::StringLiteral& node, const syntax::Expression&) {
  FileExpression made;
  made.op = FileOp::text;
  made.text = node.text;
  return made;
}

FileBinder::Bound FileBinder::bind(const syntax::BooleanLiteral& node, const syntax::Expression&) {
  FileExpression made;
  made.op = FileOp::boolean;
  made.number = node.value ? 1 : 0;
  return made;
}

FileBinder::Bound FileBinder::bind(const syntax::NameReference&, const syntax::Expression& from) {
  return bind_value(from);
}

FileBinder::Bound FileBinder::bind(const syntax::MemberAccess&, const syntax::Expression& from) {
  return bind_value(from);
}

FileBinder::Bound FileBinder::bind(const syntax::IndexAccess&, const syntax::Expression& from) {
  return bind_value(from);
}

FileBinder::Bound FileBinder::bind_value(const syntax::Expression& from) {
  FileExpression path;
  path.op = FileOp::path;
  PathTarget target;
  if (!add_steps(from, path, target)) return std::nullopt;
  if (target.enumeration) enumeration_ = target.enumeration;
  path.value = target.value;
  if (directory_ == nullptr || only_asks_) return path;
  if (is_calculable(target)) return path;
  draft_
      .error(from.range, "type-mismatch",
             "'" + syntax::to_text(from) + "' is " +
                 (target.directory ? "a directory" : described(target.value)) +
                 ", which expressions over files can't calculate with")
      .help(
          "name a number, a text or a list of whole numbers; 'len', 'size' and 'present' ask for "
          "more");
  return std::nullopt;
}

FileBinder::Bound FileBinder::bind(const syntax::Call& node, const syntax::Expression& from) {
  struct FileFunction {
    std::string_view name;
    FileOp op;
    bool goes_through_lists;
  };
  constexpr FileFunction file_functions[] = {{"len", FileOp::length, false},
                                             {"product", FileOp::product, false},
                                             {"present", FileOp::present, false},
                                             {"sum", FileOp::sum, true},
                                             {"element_bytes", FileOp::element_bytes, false},
                                             {"size", FileOp::plain_size, false}};
  if (node.arguments.size() != 1) return refuse(from);
  for (const FileFunction& function : file_functions) {
    if (function.name != node.function) continue;
    const bool only_asks = function.op == FileOp::length || function.op == FileOp::present ||
                           function.op == FileOp::plain_size;
    const bool before = std::exchange(only_asks_, only_asks);
    auto made = function.goes_through_lists ? through_lists(function.op, node.arguments.front())
                                            : operation(function.op, {node.arguments.front()});
    only_asks_ = before;
    return made;
  }
  return refuse(from);
}

// A path that may go through lists, or the size of what it leads to.
FileBinder::Bound FileBinder::through_lists(FileOp op, const syntax::ExpressionPtr& operand) {
  const bool before = std::exchange(crosses_lists, true);
  auto made = operation(op, {operand});
  crosses_lists = before;
  return made;
}

FileBinder::Bound FileBinder::bind(const syntax::ListLiteral& node, const syntax::Expression&) {
  FileExpression made;
  made.op = FileOp::list;
  for (const syntax::ExpressionPtr& each : node.items) {
    auto bound = bind_operand(each);
    if (!bound) return std::nullopt;
    made.operands.push_back(std::move(*bound));
  }
  return made;
}

FileBinder::Bound FileBinder::bind(const syntax::Unary& node, const syntax::Expression& from) {
  if (node.op == syntax::UnaryOperator::logical_not)
    return operation(FileOp::logical_not, {node.operand});
  auto bound = bind(node.operand);
  if (bound && bound->op != FileOp::number) return refuse(from);
  if (bound) bound->number = -bound->number;
  return bound;
}

FileBinder::Bound FileBinder::bind(const syntax::Binary& node, const syntax::Expression& from) {
  using Operator = syntax::BinaryOperator;
  switch (node.op) {
    case Operator::logical_or:
      return operation(FileOp::logical_or, {node.left, node.right});
    case Operator::logical_and:
      return operation(FileOp::logical_and, {node.left, node.right});
    case Operator::equal:
      return operation(FileOp::equal, {node.left, node.right});
    case Operator::not_equal:
      return operation(FileOp::not_equal, {node.left, node.right});
    case Operator::less:
      return operation(FileOp::less, {node.left, node.right});
    case Operator::less_equal:
      return operation(FileOp::less_equal, {node.left, node.right});
    case Operator::greater:
      return operation(FileOp::greater, {node.left, node.right});
    case Operator::greater_equal:
      return operation(FileOp::greater_equal, {node.left, node.right});
    case Operator::in:
      return operation(FileOp::in, {node.left, node.right});
    case Operator::not_in:
      return operation(FileOp::not_in, {node.left, node.right});
    case Operator::add:
      return operation(FileOp::add, {node.left, node.right});
    case Operator::subtract:
      return operation(FileOp::subtract, {node.left, node.right});
    case Operator::multiply:
      return operation(FileOp::multiply, {node.left, node.right});
    case Operator::concatenate:
    case Operator::divide:
    case Operator::modulo:
    case Operator::bit_or:
    case Operator::bit_xor:
    case Operator::bit_and:
    case Operator::shift_left:
    case Operator::shift_right:
      break;
  }
  return refuse(from);
}

FileBinder::Bound FileBinder::bind(const syntax::Comprehension&, const syntax::Expression& from) {
  return refuse(from);
}
FileBinder::Bound FileBinder::bind(const syntax::Quantified&, const syntax::Expression& from) {
  return refuse(from);
}
FileBinder::Bound FileBinder::bind(const syntax::Conditional& node, const syntax::Expression&) {
  return operation(FileOp::choose, {node.condition, node.chosen, node.otherwise});
}

FileBinder::Bound FileBinder::operation(FileOp op,
                                        const std::vector<syntax::ExpressionPtr>& operands) {
  FileExpression made;
  made.op = op;
  const auto outer = std::exchange(enumeration_, std::nullopt);
  for (const syntax::ExpressionPtr& operand : operands) {
    auto bound = bind_operand(operand);
    if (!bound) return std::nullopt;
    made.operands.push_back(std::move(*bound));
  }
  enumeration_ = outer;
  return made;
}

// A name beside a value of an enumeration may be one of its members.
FileBinder::Bound FileBinder::bind_operand(const syntax::ExpressionPtr& operand) {
  if (operand == nullptr) return std::nullopt;
  const auto* name = std::get_if<syntax::NameReference>(&operand->node);
  if (name != nullptr && enumeration_) {
    for (const EnumMember& member : draft_.format.enums[*enumeration_].members) {
      if (member.name != name->name) continue;
      FileExpression made;
      made.number = member.value;
      made.text = member.name;
      return made;
    }
  }
  return bind(operand);
}

FileBinder::Bound FileBinder::refuse(const syntax::Expression& from) {
  report_unsupported_alone(
      draft_.diagnostics, from.range,
      "'" + syntax::to_text(from) + "' about " + (directory_ != nullptr ? "files" : "values"))
      .help("expressions over values have members, 'len', comparisons and +, -, *");
  return std::nullopt;
}

// The steps of a path, from the outermost object on.
bool FileBinder::add_steps(const syntax::Expression& from, FileExpression& path,
                           PathTarget& target) {
  if (const auto* name = std::get_if<syntax::NameReference>(&from.node))
    return begin(*name, from, path, target);
  if (const auto* member = std::get_if<syntax::MemberAccess>(&from.node))
    return add_steps(*member->object, path, target) &&
           add_member(member->member, member->member_range, path, target);
  const auto* index = std::get_if<syntax::IndexAccess>(&from.node);
  if (index == nullptr) return refuse(from).has_value();
  if (!add_steps(*index->object, path, target)) return false;
  const auto* number = std::get_if<syntax::IntegerLiteral>(&index->index->node);
  if (number == nullptr || !target.is_list || path.steps.empty() || path.steps.back().index)
    return refuse(from).has_value();
  path.steps.back().index = number->value;
  target.is_list = false;
  if (target.value.depth > 0) --target.value.depth;
  return true;
}

bool FileBinder::begin(const syntax::NameReference& name, const syntax::Expression& from,
                       FileExpression& path, PathTarget& target) {
  if (name.name == "_" && element) {
    path.base = FileBase::element;
    target.record = element;
    return true;
  }
  if (name.name == "_key" && key) {
    path.base = FileBase::key;
    target.record = key;
    return true;
  }
  if (item) {
    path.base = FileBase::item;
    target.record = item;
    return add_member(name.name, from.range, path, target);
  }
  if (begin_at_parameter(name.name, path, target)) return true;
  return step_into(*directory_, own_lets, name.name, from.range, path, target);
}

bool FileBinder::begin_at_parameter(const std::string& name, FileExpression& path,
                                    PathTarget& target) const {
  for (const DirectoryParameter& parameter : directory_->parameters) {
    if (parameter.name != name) continue;
    path.base = FileBase::parameter;
    path.steps.push_back({name, std::nullopt});
    target = PathTarget();
    target.record = parameter.record;
    target.is_list = parameter.is_list;
    target.value = parameter.value;
    return true;
  }
  return false;
}

const Directory* FileBinder::directory_at(const PathTarget& target) const {
  return target.directory ? &draft_.format.directories[*target.directory] : nullptr;
}

// A file of a directory, a directory in it, or a value that follows from them.
bool FileBinder::step_into(const Directory& directory, std::size_t most_lets,
                           const std::string& name, source::SourceRange range, FileExpression& path,
                           PathTarget& target) {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : directory.entries) {
    names.push_back(entry.name);
    if (entry.name != name) continue;
    path.steps.push_back({name, std::nullopt});
    target = PathTarget();
    if (!entry.directory) target.record = entry.type;
    target.directory = entry.directory;
    target.is_list = entry.is_list();
    if (!entry.directory) target.value.kind = FileKind::record;
    target.value.depth = target.is_list ? 1 : 0;
    return true;
  }
  for (std::size_t i = 0; i < std::min(most_lets, directory.lets.size()); ++i) {
    const FileLet& let = directory.lets[i];
    names.push_back(let.name);
    if (let.name != name) continue;
    path.steps.push_back({name, std::nullopt});
    target = PathTarget();
    target.value.let = {static_cast<DirectoryIndex>(&directory - draft_.format.directories.data()),
                        i};
    return true;
  }
  draft_.error(range, "unknown-name", "'" + name + "' is not a file declared before")
      .help(source::did_you_mean(name, names).value_or("begin with the name of an entry"));
  return false;
}

bool FileBinder::add_member(const std::string& name, source::SourceRange range,
                            FileExpression& path, PathTarget& target) {
  const std::optional<TypeIndex> holder = target.record;
  if (const Directory* inner = directory_at(target);
      inner != nullptr && (!target.is_list || crosses_lists))
    return step_into(*inner, inner->lets.size(), name, range, path, target);
  if (target.is_free && !target.is_list) {
    path.steps.push_back({name, std::nullopt});
    return true;
  }
  if (target.record && (!target.is_list || crosses_lists)) {
    const Type& type = draft_.format.types[*target.record];
    std::vector<std::string> names;
    for (const Field& field : type.fields) {
      names.push_back(field.name);
      if (field.name != name) continue;
      path.steps.push_back({name, std::nullopt});
      target = reached(field);
      const auto index = static_cast<FieldIndex>(&field - type.fields.data());
      target.holder = holder;
      target.field = index;
      if (asks_values) draft_.asked_members.push_back({*holder, index, range});
      return true;
    }
    draft_.error(range, "unknown-name", "'" + type.name + "' has no field '" + name + "'")
        .help(source::did_you_mean(name, names).value_or("name one of its fields"));
    return false;
  }
  draft_
      .error(range, "type-mismatch",
             "'" + name + "' is asked of " + (target.is_list ? "a list" : "a single value"))
      .help(target.is_list ? "say which element, such as [0]" : "leave it out");
  return false;
}

}  // namespace schemac::model
