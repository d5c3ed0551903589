// Asks a plan about one thing in a few words: "offset File.version" is "5". Facts of a format's own
// document are held against a schema by these, before they are looked for in what is emitted.
#pragma once

#include <string>

#include "plan/plan.h"

namespace query {

/// The answer to a question; "?" and what is wrong if there is none. Questions:
///
///   roots; root n              records of whole files; that of the root n
///   size T, least T, coding T  bytes, always or at least; "message" or "fields in order"
///   parts T [version]                    fields in the order of the schema
///   size, least T.f            bytes, always or at least, or which expression they are
///   offset T.f                 distance from the start, or from the end of a field: "name + 4"
///   type T.f                   "u32", an enumeration, a record, "text", "array", "json", "T[]"
///   endian T.f                 "little", "big"
///   constant T.f               a number, or bytes in hex
///   default T.f                what it is unless something else is said
///   formula T.f                what a derived field is: "count of items", "begin of section x",
///   ... count, if, at T.f          expressions; of a field at an offset which field states that
///   room T.f                   the section that holds it
///   absent T.f                 its value while the field that it is about is missing
///   prefix, padding, characters T.f   of a text
///   unique, order T.f          the member of elements that may not occur twice, or that ascends
///   minimum, maximum T.f       elements of a list
///   dims, dtype, major T.f     of an array
///   form T.f n                 what it is for the tag n
///   bit T.f b                  the number of the flag b
///   coding T.f                 its wire form: "tag ce", "str", "bin", "array", "map", "varint",
///   ... number, occurs T.f         of a message's field: its number; "once", "at most once", ...
///   sections T; begin, align, each, filled, gaps T s   of a section s
///   value E.M, attribute E.M a, members E, stored E   of an enumeration; its type
///   parts D; type, called, first, there D.e   of an entry of a directory: what it holds, its name,
///                              the first number, "always" or "optional"
///   across D rule              class and level of what holds across files
///   holds T.f kind             class and level of a check of that kind; f is a field or a rule
///
/// `T.f[]` instead of `T.f` is an element of that list.
[[nodiscard]] std::string ask(const schemac::plan::Plan& plan, const std::string& question);

}  // namespace query
