// Arrays without bytes of their own: many pieces elsewhere, joined in their order.
//
// What they consist of is said by values, as a person means them, not by the bytes at hand: by
// members of a record or of the files of a directory, and by what a JSON text among them holds. The
// same expressions serve both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/directory.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "source/source.h"

namespace schemac::model {

/// One way to look at the joined bytes: the first of an array's forms whose condition holds and
/// whose element type and dimensions are there.
struct JoinedForm {
  std::optional<FileExpression> condition;
  std::optional<Dtype> dtype;
  std::optional<FileExpression> dtype_text;  ///< instead: a path to a name that NumPy has for it
  bool is_repr = false;                      ///< which is spelled as Python prints it
  std::optional<FileExpression> dims;  ///< a path to a list; none: one dimension, of all elements
  bool is_column_major = false;
  Endian endian = Endian::little;  ///< unless the name says it
};

struct JoinedArray {
  std::string name;
  source::SourceRange name_range;
  std::string doc, doc_ref;
  /// A path to the pieces, bytes or encoded bytes, through lists: "chunks.content", or through the
  /// files of a directory: "parts.chunks.content".
  FileExpression join;
  /// A number: bytes of each piece that is made, but the last.
  std::optional<FileExpression> split;
  std::vector<JoinedForm> forms;
  /// Of a record: the field with the list, and that of its elements' pieces.
  std::uint32_t list = 0, piece = 0;
};

/// Bytes that the elements of a list share among them, each of which says where its part is.
struct StatedParts {
  std::uint32_t field = 0;    ///< of the record
  FileExpression list;        ///< a path to a list of records
  FileExpression begin, end;  ///< paths from an element: counted from the first of the bytes
  /// The member of the elements that is their part, which the places follow from: of the record
  /// `holder`, in its fields `first` and `last` (the same where that is a list of both). Empty: the
  /// places are given, and all of the bytes are one member.
  std::string member;
  source::SourceRange member_range;
  std::uint32_t holder = 0, first = 0, last = 0;
  /// What tools show each such member as: an array of one piece. Its forms are about an element.
  std::optional<JoinedArray> array = std::nullopt;
};

}  // namespace schemac::model
