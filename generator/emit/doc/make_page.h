// What a document says of a format, decided once: the printers (html.h, markdown.h) only spell it.
#pragma once

#include <vector>

#include "emit/doc/document.h"
#include "emit/doc/example.h"
#include "model/model.h"
#include "plan/plan.h"

namespace schemac::emit::doc {

/// The specification of one format; `format` is the model that `plan` was made from.
[[nodiscard]] Page make_page(const plan::Plan& plan, const model::Format& format,
                             const std::vector<Example>& examples);

}  // namespace schemac::emit::doc
