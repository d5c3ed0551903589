#include "model/passes/files/file_kinds.h"

#include <algorithm>
#include <string_view>

namespace schemac::model {
namespace {

// Names may stand for each other in a circle, through directories that hold themselves.
constexpr int most_lets = 16;

bool is_single(const FileValue& value, FileKind kind) {
  return value.depth == 0 && (value.kind == kind || value.kind == FileKind::any);
}
bool may_be_list(const FileValue& value) { return value.depth > 0 || value.kind == FileKind::any; }
bool is_of_numbers(const FileValue& value) {
  return value.kind == FileKind::number || value.kind == FileKind::any;
}

class FileKindCheck {
 public:
  explicit FileKindCheck(Draft& draft) : draft_(draft) {}

  void condition(const FileExpression& from) const {
    check(from);
    need(from, FileKind::number, "a condition", "write a comparison");
  }

  void check(const FileExpression& from) const {
    if (from.op == FileOp::path) return;
    if (from.op == FileOp::choose) {
      condition(from.operands[0]);
      check(from.operands[1]);
      return check(from.operands[2]);
    }
    for (const FileExpression& operand : from.operands) check(operand);
    check_operands(from);
  }

 private:
  void check_operands(const FileExpression& from) const {
    if (from.operands.empty()) return;
    switch (from.op) {
      case FileOp::logical_not:
      case FileOp::logical_or:
      case FileOp::logical_and:
        for (const FileExpression& each : from.operands)
          need(each, FileKind::number, "a condition", "write a comparison");
        return;
      case FileOp::add:
      case FileOp::subtract:
      case FileOp::multiply:
        for (const FileExpression& each : from.operands)
          need(each, FileKind::number, "a whole number", "name a whole number");
        return;
      case FileOp::equal:
      case FileOp::not_equal:
        return compared(from, value_of(from.operands[0]), value_of(from.operands[1]));
      case FileOp::less:
      case FileOp::less_equal:
      case FileOp::greater:
      case FileOp::greater_equal:
        return ordered(from);
      case FileOp::in:
      case FileOp::not_in:
        return sought(from);
      case FileOp::length:
        return check_length(from.operands.front());
      case FileOp::sum:
        return check_sum(from.operands.front());
      case FileOp::product:
        return check_product(from.operands.front());
      case FileOp::element_bytes:
        return need(from.operands.front(), FileKind::text, "a text",
                    "name the text that is an element type");
      case FileOp::plain_size:
        return check_size(from.operands.front());
      case FileOp::number:
      case FileOp::text:
      case FileOp::boolean:
      case FileOp::list:
      case FileOp::path:
      case FileOp::choose:
      case FileOp::present:
        return;
    }
  }

  void check_length(const FileExpression& operand) const {
    const FileValue value = value_of(operand);
    if (!may_be_list(value) && value.kind != FileKind::text)
      report(operand, "'len' needs a list or a text", "name a list; 'size' is for bytes");
  }

  void check_sum(const FileExpression& operand) const {
    if (operand.op != FileOp::plain_size && !is_of_numbers(value_of(operand)))
      report(operand, "'sum' needs whole numbers", "name numbers, or 'size' of contents");
  }

  void check_product(const FileExpression& operand) const {
    const FileValue value = value_of(operand);
    if (!may_be_list(value) || !is_of_numbers(value))
      report(operand, "'product' needs a list of whole numbers", "name such a list");
  }

  void check_size(const FileExpression& operand) const {
    const FileValue value = value_of(operand);
    if (!is_single(value, FileKind::bytes) && !is_single(value, FileKind::array))
      report(operand, "'size' needs bytes", "'len' is for lists and texts");
  }

  void ordered(const FileExpression& from) const {
    for (const FileExpression& each : from.operands)
      if (value_of(each).depth > 0)
        return report(each, "lists have no order", "compare one of its elements, or 'len' of it");
    compared(from, value_of(from.operands[0]), value_of(from.operands[1]));
  }

  void sought(const FileExpression& from) const {
    FileValue list = value_of(from.operands[1]);
    if (!may_be_list(list))
      return report(from.operands[1], "what comes after 'in' must be a list",
                    "write a list: [1, 2]; or compare with '=='");
    if (list.depth > 0) --list.depth;
    compared(from, value_of(from.operands[0]), list);
  }

  void compared(const FileExpression& from, const FileValue& left, const FileValue& right) const {
    if (are_alike(left, right)) return;
    draft_
        .error(from.range, "type-mismatch",
               described(left) + " is never the same as " + described(right))
        .help("compare values of one kind");
  }

  void need(const FileExpression& from, FileKind kind, const std::string& what,
            const std::string& help) const {
    if (!is_single(value_of(from), kind)) report(from, what + " is needed here", help);
  }

  void report(const FileExpression& at, const std::string& what, const std::string& help) const {
    draft_.error(at.range, "type-mismatch", what + ", but this is " + described(value_of(at)))
        .help(help);
  }

  [[nodiscard]] FileValue value_of(const FileExpression& from, int lets = 0) const {
    switch (from.op) {
      case FileOp::path:
        if (!from.value.let || lets == most_lets) return from.value;
        return value_of(
            draft_.format.directories[from.value.let->first].lets[from.value.let->second].value,
            lets + 1);
      case FileOp::text:
        return {FileKind::text, 0, {}};
      case FileOp::list:
        return value_of_list(from, lets);
      case FileOp::choose: {
        const FileValue chosen = value_of(from.operands[1], lets);
        const FileValue otherwise = value_of(from.operands[2], lets);
        const bool is_one = chosen.kind == otherwise.kind && chosen.depth == otherwise.depth;
        return is_one ? chosen : FileValue();
      }
      case FileOp::number:
      case FileOp::boolean:
      case FileOp::length:
      case FileOp::logical_not:
      case FileOp::logical_or:
      case FileOp::logical_and:
      case FileOp::equal:
      case FileOp::not_equal:
      case FileOp::less:
      case FileOp::less_equal:
      case FileOp::greater:
      case FileOp::greater_equal:
      case FileOp::in:
      case FileOp::not_in:
      case FileOp::add:
      case FileOp::subtract:
      case FileOp::multiply:
      case FileOp::sum:
      case FileOp::product:
      case FileOp::present:
      case FileOp::element_bytes:
      case FileOp::plain_size:
        return {FileKind::number, 0, {}};
    }
    return {};
  }

  [[nodiscard]] FileValue value_of_list(const FileExpression& from, int lets) const {
    FileValue made;
    for (const FileExpression& each : from.operands) {
      const FileValue value = value_of(each, lets);
      const bool is_first = &each == &from.operands.front();
      const bool is_one = value.kind == made.kind && value.depth == made.depth;
      made = is_first || is_one ? value : FileValue();
      if (!is_first && !is_one) break;
    }
    ++made.depth;
    return made;
  }

  Draft& draft_;
};

}  // namespace

std::string described(const FileValue& value) {
  constexpr std::string_view one[] = {"a value",  "a whole number", "a text",  "bytes", "an array",
                                      "a record", "a real number",  "a union", "flags"};
  constexpr std::string_view many[] = {"values",  "whole numbers", "texts",  "bytes", "arrays",
                                       "records", "real numbers",  "unions", "flags"};
  const auto i = static_cast<std::size_t>(value.kind);
  if (value.depth == 0) return std::string(one[i]);
  return (value.depth == 1 ? "a list of " : "a list of lists of ") + std::string(many[i]);
}

FileKind file_kind(ValueKind kind) {
  switch (kind) {
    case ValueKind::number:
    case ValueKind::boolean:
      return FileKind::number;
    case ValueKind::text:
      return FileKind::text;
    case ValueKind::record:
      return FileKind::record;
    case ValueKind::real:
      return FileKind::real;
    case ValueKind::dtype:
    case ValueKind::digest:
    case ValueKind::codec:
    case ValueKind::byte_order:
    case ValueKind::choice:
    case ValueKind::array:
    case ValueKind::open:
    case ValueKind::free:
      return FileKind::any;
  }
  return {};
}

bool are_alike(const FileValue& left, const FileValue& right) {
  if (left.kind == FileKind::any) return right.depth >= left.depth || right.kind == FileKind::any;
  if (right.kind == FileKind::any) return left.depth >= right.depth;
  return left.kind == right.kind && left.depth == right.depth;
}

void check_file_kinds(Draft& draft) {
  const FileKindCheck kinds(draft);
  for (const Directory& directory : draft.format.directories) {
    for (const KeyList& keys : directory.keys)
      if (keys.condition) kinds.condition(*keys.condition);
    for (const FileLet& let : directory.lets) kinds.check(let.value);
    for (const DirectoryEntry& entry : directory.entries)
      for (const FileRule& rule : entry.each) kinds.condition(rule.condition);
    for (const FileRule& rule : directory.rules) kinds.condition(rule.condition);
  }
}

}  // namespace schemac::model
