// How a field's content lies in bytes: bodies of the model as bodies of the plan, with the checks
// that belong to them.
#pragma once

#include <optional>
#include <string>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Where a body is.
struct BodySite {
  const model::Field& field;
  FieldId id = 0;
  std::string name;  ///< of the field, or field and case: for identifiers
  std::string noun;  ///< what sentences call it
  std::string path;  ///< below the frame: the name, or "" where the content has a frame of its own
  bool is_own = true;       ///< the field's own body: its constant, style and flags are meant
  bool has_region = false;  ///< its size is stated around it
  std::optional<FieldId> region_by;  ///< the field that states it
  std::string section;               ///< the section that it is read in, for sentences
  bool is_element = false;  ///< in an element of the field's list: all that is said of it is below
                            ///< the element's frame, but for what a field of the record states
};

/// The body of a field, of a case (`site.is_own` false), or of the elements of a list.
[[nodiscard]] Body lower_body(RecordScope& scope, const model::Body& body, const BodySite& site);

/// Whether `size:` states the extent of a region around a body, and not simply its own length.
[[nodiscard]] bool needs_region(const model::Body& body);

/// Array: its element type, its dims, what it is held against.
[[nodiscard]] Array lower_array(RecordScope& scope, const model::NdArray& array,
                                const model::Body& body, const BodySite& site);
/// List: its count, its elements, what they must satisfy.
[[nodiscard]] List lower_list(RecordScope& scope, const model::Body& body, const BodySite& site);
/// Switch: its tag and alternatives.
[[nodiscard]] Switch lower_switch(RecordScope& scope, const model::Switch& choice,
                                  const BodySite& site);
/// Text: its prefix, size or end, and the characters that it may have.
[[nodiscard]] Text lower_text(RecordScope& scope, const model::Text& text, const model::Body& body,
                              const BodySite& site);
/// Scalar of a body in wire form `wire`.
[[nodiscard]] Scalar lower_scalar(RecordScope& scope, const model::Scalar& scalar,
                                  const BodySite& site, const std::string& wire = {});
/// What may be wrong with a JSON text; one of no type has no members that are known.
[[nodiscard]] JsonChecks lower_json_checks(RecordScope& scope, const BodySite& site,
                                           impl::json::Syntax syntax, bool is_free);
/// What a text of that syntax is that can't be read.
[[nodiscard]] Rule rule_of(impl::json::Syntax syntax);
/// What a MessagePack text, bin, array or map begins with.
[[nodiscard]] Head lower_head(RecordScope& scope, HeadForm form, const BodySite& site);

/// The subject of a check that blames `blamed`, a field of the record, or the field at hand if
/// there is none. The sentence names `value`, which the field states, as far as that isn't the
/// field's own.
[[nodiscard]] CheckSubject blame(const RecordScope& scope, const BodySite& site,
                                 std::optional<FieldId> blamed, const Expr* value = nullptr);
/// The subject of a check on a detail of the content: "length", "padding", or "" for all of it.
[[nodiscard]] CheckSubject subject_of(const RecordScope& scope, const BodySite& site,
                                      const std::string& detail = {});
/// Whether sentences show values of this type with a sign.
[[nodiscard]] bool is_signed(Dtype dtype);

}  // namespace schemac::plan
