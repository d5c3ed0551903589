// What one pass over a file can do in place of two: check an element of a list and show it, check a
// record and make its value.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::is_checked_alone and Record::is_shown of all, and Field::is_kept, once it is known what
/// holds them.
void find_checked_alone(Plan& plan);

/// Record::last_content and Record::is_looked_at of all.
void find_last_content(Plan& plan);

/// Root::is_read_at_once and Record::is_read_at_once of all.
///
/// A read otherwise is a check of the whole file, then a walk from view to view. Where every record
/// is inline, one after the other, the check knows each member once it is past it, and makes the
/// value then. If anything is wrong, the file is read the other way from the start, which reports
/// why.
void find_read_at_once(Plan& plan);

}  // namespace schemac::plan
