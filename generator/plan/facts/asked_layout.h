// What is known only once everything has its place: where something lies, and how large the file
// is. A writer checks values before that; what asks for it is held against the bytes it wrote.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether an expression over fields of `record` asks where something lies, or for the size of the
/// file.
[[nodiscard]] bool asks_layout(const Plan& plan, const Record& record, const Expr& expr);
/// The same of a rule about each element of a list, which may look into that and the next one.
[[nodiscard]] bool asks_layout(const Plan& plan, const Record& record, const List& list,
                               const Expr& expr);
/// The same of the dims of an array.
[[nodiscard]] bool asks_layout(const Plan& plan, const Record& record, const Dims& dims);
/// Whether it asks a record inside where content of that lies: a writer knows it in that record
/// alone, so readers of the bytes compare it.
[[nodiscard]] bool asks_place_inside(const Plan& plan, const Record& record, const Expr& expr);
[[nodiscard]] bool asks_place_inside(const Plan& plan, const Record& record, const Dims& dims);
/// The same as `asks_layout`, where the answer can't be calculated from sizes alone.
[[nodiscard]] bool is_known_late(const Plan& plan, const Record& record, const Expr& expr);

/// Whether a size, a count or dims of a field, or of something in its body, ask where something
/// lies.
[[nodiscard]] bool has_asked_size(const Plan& plan, const Record& record, const Body& body);
[[nodiscard]] bool has_asked_size(const Plan& plan, const Record& record, const Field& field);

/// The record that a field holds, which expressions look into; null if it holds none.
[[nodiscard]] const Record* held_record(const Plan& plan, const Record& record, FieldId field);
/// Whether a number says where content is put, or follows from one that does, or depends on the
/// size of the file.
[[nodiscard]] bool depends_on_places(const Plan& plan, const Record& record, const Expr& expr);

/// Finds out which fields and parameters are known late (Field::states_place,
/// Param::is_known_late), and who has such sizes (has_asked_sizes).
void find_asked_layout(Plan& plan);

}  // namespace schemac::plan
