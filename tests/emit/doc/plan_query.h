// Asks a plan about one thing in a few words: "offset File.version" is "5". Facts of a format's own
// document are held against a schema by these, before they are looked for in what is emitted.
#pragma once

#include <string>

#include "plan/plan.h"

namespace query {

/// The answer to a question; "?" and what is wrong if there is none. Questions:
///
///   roots                      records of whole files        records of the plan are `T`
///   size T, least T            bytes, always or at least
///   parts T                    fields in the order of the schema
///   size T.f, offset T.f       bytes; distance from the begin, or from the end of a field: "name +
///   4" type T.f                   "u32", an enumeration, a record, "text", "array", "T[]" endian
///   T.f                 "little", "big" constant T.f               a number, or bytes in hex
///   formula T.f                what a derived field is: "count of items", "begin of section x",
///   ... count, if, at T.f          expressions; of a field at an offset which field states that
///   room T.f                   the section that holds it
///   absent T.f                 its value while the field that it is about is missing
///   prefix, padding, characters T.f   of a text
///   unique T.f                 the member of elements that may not occur twice
///   dims, dtype, major T.f     of an array
///   form T.f n                 what it is for the tag n
///   bit T.f b                  the number of the flag b
///   sections T; begin, align, each, filled, gaps T s   of a section s
///   value E.M, attribute E.M a, members E             of an enumeration
///   holds T.f kind             class and level of a check of that kind, reported at the field
[[nodiscard]] std::string ask(const schemac::plan::Plan& plan, const std::string& question);

}  // namespace query
