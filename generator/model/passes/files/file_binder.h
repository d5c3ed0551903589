// Binds expressions over values that were read: of the files of a directory, or of one record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

/// What a path has led to: a record, or a value at its end.
struct PathTarget {
  std::optional<TypeIndex> record;
  std::optional<EnumIndex> enumeration;
  std::optional<DirectoryIndex> directory;
  bool is_list = false;
  FileValue value;
  bool is_free = false;             ///< a value of no type: any member may be asked of it
  std::optional<FieldIndex> field;  ///< the last step, of a record
  std::optional<TypeIndex> holder;  ///< the record that has it
};

class FileBinder {
 public:
  /// Without a directory names are those of `item`.
  FileBinder(Draft& draft, const Directory* directory) : draft_(draft), directory_(directory) {}

  /// Whether paths are looked up in values, which hold nothing that follows from other fields.
  bool asks_values = true;
  /// Whether a path may go on after a list: it then leads to each of its elements.
  bool crosses_lists = false;
  /// How many of the directory's own named values are known.
  std::size_t own_lets = ~std::size_t{0};
  /// What `_`, `_key` and names without a file before them stand for, where they stand for
  /// something.
  std::optional<TypeIndex> element, key, item;

  [[nodiscard]] bool is_of_directory() const { return directory_ != nullptr; }

  [[nodiscard]] std::optional<FileExpression> bind(const syntax::ExpressionPtr& from);
  /// A path, and where it leads.
  [[nodiscard]] std::optional<FileExpression> bind_path(const syntax::ExpressionPtr& from,
                                                        PathTarget& target);

 private:
  using Bound = std::optional<FileExpression>;

  Bound bind(const syntax::IntegerLiteral& node, const syntax::Expression& from);
  Bound bind(const syntax::StringLiteral& node, const syntax::Expression& from);
  Bound bind(const syntax::BooleanLiteral& node, const syntax::Expression& from);
  Bound bind(const syntax::NameReference& node, const syntax::Expression& from);
  Bound bind(const syntax::MemberAccess& node, const syntax::Expression& from);
  Bound bind(const syntax::IndexAccess& node, const syntax::Expression& from);
  Bound bind(const syntax::Call& node, const syntax::Expression& from);
  Bound bind(const syntax::ListLiteral& node, const syntax::Expression& from);
  Bound bind(const syntax::Unary& node, const syntax::Expression& from);
  Bound bind(const syntax::Binary& node, const syntax::Expression& from);
  Bound bind(const syntax::Comprehension& node, const syntax::Expression& from);
  Bound bind(const syntax::Quantified& node, const syntax::Expression& from);
  Bound bind(const syntax::Conditional& node, const syntax::Expression& from);
  Bound bind_value(const syntax::Expression& from);
  Bound operation(FileOp op, const std::vector<syntax::ExpressionPtr>& operands);
  Bound bind_operand(const syntax::ExpressionPtr& operand);
  Bound through_lists(FileOp op, const syntax::ExpressionPtr& operand);
  [[nodiscard]] const Directory* directory_at(const PathTarget& target) const;
  bool begin_at_parameter(const std::string& name, FileExpression& path, PathTarget& target) const;
  bool step_into(const Directory& directory, std::size_t most_lets, const std::string& name,
                 source::SourceRange range, FileExpression& path, PathTarget& target);
  Bound refuse(const syntax::Expression& from);
  bool add_steps(const syntax::Expression& from, FileExpression& path, PathTarget& target);
  bool begin(const syntax::NameReference& name, const syntax::Expression& from,
             FileExpression& path, PathTarget& target);
  bool add_member(const std::string& name, source::SourceRange range, FileExpression& path,
                  PathTarget& target);

  Draft& draft_;
  const Directory* directory_;
  bool only_asks_ = false;                // a function asks what is there, whatever it is
  std::optional<EnumIndex> enumeration_;  // of the value beside a name
};

}  // namespace schemac::model
