// What is open: it goes on up to the end of what it lies in, so nothing after it would be read.
//
// Text and bytes always are, or never; so is a list that goes up to the limit, a JSON text, a
// message. A list also is if an element of it is, if spare bytes follow its last one, or if it
// isn't counted; a record if a field that is there is, a switch if the alternative held is: their
// values say that.
#pragma once

#include <functional>

#include "plan/plan.h"

namespace schemac::plan {

/// Of a record's fields: those that come one after the other, and whose size nothing states.
void for_each_unsized(const Record& record, const std::function<void(FieldId)>& visit);

/// Finds Body::open_end and Record::open_end of all, and the records for which writers ask.
void find_open_ends(Plan& plan);

}  // namespace schemac::plan
