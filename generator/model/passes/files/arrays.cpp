#include "model/passes/files/arrays.h"

#include <algorithm>
#include <utility>

#include "model/passes/files/array_forms.h"
#include "model/passes/files/file_binder.h"
#include "model/passes/types/body_kinds.h"
#include "model/passes/types/names.h"
#include "model/pieces.h"
#include "model/unsupported.h"

namespace schemac::model {
namespace {

class ArrayMaker {
 public:
  /// Of a record, or of a directory.
  ArrayMaker(Draft& draft, TypeIndex type, const Directory* directory)
      : draft_(draft), type_(type), directory_(directory) {}

  void make(const syntax::Node& node) {
    JoinedArray array;
    array.name = text_or(node, "name");
    array.name_range = node.find("name") != nullptr ? node.find("name")->range : node.range;
    array.doc = text_or(node, "doc");
    array.doc_ref = doc_ref_of(node);
    check_name(node, array.name);
    const bool is_found =
        directory_ == nullptr ? find_pieces(node, array) : find_pieces_of_files(node, array);
    if (!is_found) return;
    if (node.has("split")) {
      if (directory_ == nullptr)
        array.split = bind_split(node.expression_of("split"));
      else
        draft_.format.types[type_].planned.emplace_back("'split' over files");
    }
    if (const syntax::Node* forms = node.find("ndarray"))
      array.forms = make_forms(draft_, {binder(), type_}, *forms);
    if (array.forms.empty()) {
      JoinedForm bytes;
      bytes.dtype = Dtype::u8;
      array.forms.push_back(std::move(bytes));
    }
    draft_.format.types[type_].arrays.push_back(std::move(array));
  }

 private:
  [[nodiscard]] FileBinder binder() {
    FileBinder made(draft_, directory_);
    if (directory_ == nullptr) made.item = type_;
    return made;
  }

  void check_name(const syntax::Node& node, const std::string& name) {
    const Type& type = draft_.format.types[type_];
    const auto is_it = [&](const auto& other) { return other.name == name; };
    const bool is_entry = directory_ != nullptr && std::any_of(directory_->entries.begin(),
                                                               directory_->entries.end(), is_it);
    if (!is_entry && std::none_of(type.fields.begin(), type.fields.end(), is_it) &&
        std::none_of(type.arrays.begin(), type.arrays.end(), is_it))
      return;
    draft_.error(node.range, "duplicate-name", "two members are called '" + name + "'")
        .help("give each a name of its own");
  }

  bool bind_join(const syntax::ExpressionPtr& join, PathTarget& target, JoinedArray& array) {
    FileBinder paths = binder();
    paths.crosses_lists = true;
    auto path = paths.bind_path(join, target);
    if (!path || !names_no_element(draft_, *path, join)) return false;
    array.join = std::move(*path);
    return true;
  }

  // `list.field`: bytes, or what a codec makes of bytes, of each element of a list of records; or
  // `field`, which is all of it.
  bool find_pieces(const syntax::Node& node, JoinedArray& array) {
    const syntax::ExpressionPtr join = node.expression_of("join");
    PathTarget target;
    if (!bind_join(join, target, array)) return false;
    if (is_of_one_piece(array) && target.field && target.holder == type_) {
      const Field& field = draft_.format.types[type_].fields[*target.field];
      array.piece = array.list = *target.field;
      if (is_piece(field) && !target.is_list) return !has_split(node);
    }
    if (array.join.steps.size() != 2 || !target.field || target.holder == type_) {
      draft_.error(join->range, "type-mismatch", "pieces are a field of each element of a list")
          .help(
              "write 'list.field', where 'list' is a field of this record; or name a field of "
              "bytes");
      return false;
    }
    array.piece = *target.field;
    const std::vector<Field>& fields = draft_.format.types[type_].fields;
    const auto list = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
      return field.name == array.join.steps.front().member;
    });
    array.list = static_cast<std::uint32_t>(list - fields.begin());
    const Field& piece = draft_.format.types[*target.holder].fields[array.piece];
    if (is_piece(piece) && !target.is_list && list->body.repeat.kind != RepeatKind::none)
      return true;
    return no_piece(join, piece);
  }

  // One piece isn't cut.
  bool has_split(const syntax::Node& node) {
    if (!node.has("split")) return false;
    draft_
        .error(node.find_entry("split")->key_range, "type-mismatch",
               "'split' cuts an array into a list, but this one is a single field")
        .help("remove 'split'");
    return true;
  }

  // Through the lists of the files of a directory: `parts.chunks.content`.
  bool find_pieces_of_files(const syntax::Node& node, JoinedArray& array) {
    const syntax::ExpressionPtr join = node.expression_of("join");
    PathTarget target;
    if (!bind_join(join, target, array)) return false;
    if (array.join.base != FileBase::entry || !target.field || !target.holder) {
      draft_.error(join->range, "type-mismatch", "pieces are fields of what files hold")
          .help("write 'files.list.field', where 'files' is an entry of this directory");
      return false;
    }
    const auto& files = *std::find_if(
        directory_->entries.begin(), directory_->entries.end(),
        [&](const DirectoryEntry& entry) { return entry.name == array.join.steps.front().member; });
    if (files.directory) {
      report_unsupported_alone(draft_.diagnostics, join->range,
                               "arrays over files of inner directories")
          .help("declare the array in the directory that has the files");
      return false;
    }
    const Field& piece = draft_.format.types[*target.holder].fields[*target.field];
    return is_piece(piece) || no_piece(join, piece);
  }

  static bool is_piece(const Field& field) {
    if (field.body.codec) return !field.body.codec->content;
    return std::holds_alternative<RawBytes>(field.body.kind);
  }
  bool no_piece(const syntax::ExpressionPtr& join, const Field& piece) {
    draft_
        .error(join->range, "type-mismatch",
               shown(piece) + " is not a piece of an array: pieces are bytes, or encoded bytes")
        .note(piece.range, shown(piece) + " is declared here")
        .help("name a field of 'type: bytes', or with 'codec', in the elements of a list");
    return false;
  }

  std::optional<FileExpression> bind_split(const syntax::ExpressionPtr& from) {
    FileBinder paths = binder();
    auto bound = paths.bind(from);
    const bool is_number = bound && (bound->op == FileOp::number ||
                                     (bound->op == FileOp::path && bound->steps.size() == 1));
    if (bound && !is_number) {
      report_unsupported_alone(draft_.diagnostics, from->range,
                               "'" + syntax::to_text(*from) + "' as the size of pieces")
          .help("write a number, or name one of this record");
      return std::nullopt;
    }
    return bound;
  }

  Draft& draft_;
  TypeIndex type_;
  const Directory* directory_;
};

}  // namespace

void make_arrays(Draft& draft) {
  for (TypeIndex i = 0; i < draft.format.types.size(); ++i) {
    const TypeSource& source = draft.sources[i];
    if (source.node == nullptr || source.is_message || source.is_inline) continue;
    const syntax::Node* arrays = source.node->find("arrays");
    if (arrays == nullptr) continue;
    Type& type = draft.format.types[i];
    if (type.is_message() || !type.wire.empty()) {
      type.planned.emplace_back("arrays of anything but plain records and directories");
      continue;
    }
    const auto& directories = draft.format.directories;
    const auto directory = std::find_if(directories.begin(), directories.end(),
                                        [&](const Directory& each) { return each.type == i; });
    if (type.is_directory && directory == directories.end()) continue;  // reported
    ArrayMaker maker(draft, i, type.is_directory ? &*directory : nullptr);
    for (const syntax::Node& node : arrays->items) {
      const syntax::ExpressionPtr join = node.expression_of("join");
      if (join != nullptr && std::holds_alternative<syntax::Comprehension>(join->node))
        type.planned.emplace_back("arrays of some elements");
      else
        maker.make(node);
    }
  }
}

}  // namespace schemac::model
