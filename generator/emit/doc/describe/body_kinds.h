// What a document says of each kind of body: its type in a table, its size, how it lies in the
// bytes, the boxes that draw it, and what is required of it. One overload a kind in body_kinds.cpp;
// a kind without one gets the words of the last, which name nothing but are never wrong.
#pragma once

#include <string>
#include <vector>

#include "emit/doc/describe/requirement.h"
#include "emit/doc/document.h"
#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

/// Where a body is.
struct BodySite {
  const DocScope& scope;
  std::string
      name;      ///< of the field; empty for a form on its own, whose details then have names alone
  Text subject;  ///< how sentences call it
  std::string link;
  Tone tone = Tone::given;
  Text room;                   ///< what it must fit into: "the file", "section `blobs`"
  bool is_in_message = false;  ///< a tag comes before it, and a length where it may vary
  const plan::MessageField* message_field = nullptr;  ///< of a field that the message declares
};

struct BodyDoc {
  Text type;               ///< "u32", "Tensor × n_tensors"
  Text size;               ///< bytes: "4", "8 × ndim"; empty where only a reader finds out
  std::vector<Text> form;  ///< sentences on how it lies in the bytes
  std::vector<Box> boxes;
  Requirements requirements;
};

/// `keeps_form`: says what a named form consists of, instead of its name.
[[nodiscard]] BodyDoc describe(const BodySite& site, const plan::Body& body,
                               bool keeps_form = false);

/// What is demanded of a JSON text as a whole; of one of no type nothing is said of its members.
void add_text_requirements(Requirements& out, const Text& subject, const plan::JsonChecks& checks,
                           impl::json::Syntax syntax, bool is_free);

/// The words for a kind of body that has none of its own. No document of a known format has them.
inline constexpr std::string_view unknown_kind = "in a form that this document has no words for";

}  // namespace schemac::emit::doc
