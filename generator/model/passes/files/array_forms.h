// What values say of the bytes of an array: the type of an element, dimensions, order.
#pragma once

#include <vector>

#include "model/array.h"
#include "model/passes/draft.h"
#include "model/passes/files/file_binder.h"

namespace schemac::model {

/// What expressions of forms are about.
struct FormScope {
  FileBinder binder;          ///< of their names
  TypeIndex declared_in = 0;  ///< the type whose key says it: of its byte order
};

/// The forms that `ndarray`, a map or a list of maps, gives. Of one whose element type is an
/// attribute of an enumeration there is one for each member that has the attribute.
[[nodiscard]] std::vector<JoinedForm> make_forms(Draft& draft, const FormScope& scope,
                                                 const syntax::Node& ndarray);

/// A member of a certain element of a list is none that all readers of values can find: reports it.
[[nodiscard]] bool names_no_element(Draft& draft, const FileExpression& path,
                                    const syntax::ExpressionPtr& from);

}  // namespace schemac::model
