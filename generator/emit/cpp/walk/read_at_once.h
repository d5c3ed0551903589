// Values that are made while a file is checked, in one pass (Mode::read).
//
// A read otherwise is a check of the whole file, then a walk from view to view. Where every record
// stands inline, one after the other, the check knows each member when it is after it: it makes
// the value then. Whatever goes wrong there, the other way is gone from the begin, which tells why;
// so this one need not tell anything.
#pragma once

#include <string>

#include "emit/cpp/steps/steps.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether files of that root can be read so.
[[nodiscard]] bool can_read_at_once(const plan::Plan& plan, const plan::Root& root);

/// The functions that do it, for all roots that can.
void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms);

// ---- for the steps; in other modes nothing is printed, and names are empty ----

/// ", schemac::ValueReader& reader, Tensor& out": what functions about a record get.
[[nodiscard]] std::string made_parameters(const plan::Record& record);
/// The value of what stands at a site: "out.shape".
[[nodiscard]] std::string made_in(const Walk& walk, const Site& site);
/// The same of an element: a text's "out.key.emplace_back()", a record's "item".
[[nodiscard]] std::string made_element(const Walk& walk, const plan::List& list,
                                       plan::FieldId field);
/// The same of an alternative: "out.data.emplace<2>()".
[[nodiscard]] std::string made_alternative(const Walk& walk, plan::FieldId field,
                                           const plan::Switch& choice, std::size_t index);
/// "schemac::Bytes(begin, static_cast<std::size_t>(size))".
[[nodiscard]] std::string bytes_at(const std::string& begin, const std::string& size);

/// Makes the member that stands at a site of `content`.
void emit_made(Printer& out, const Walk& walk, const Site& site, const std::string& content);
/// The same of a scalar of the record.
void emit_made_scalar(Printer& out, Walk& walk, plan::FieldId id);
/// Makes room for as many elements, and for the next one.
void emit_made_list(Printer& out, const Walk& walk, const plan::List& list, plan::FieldId field,
                    const std::string& count);
void emit_made_element(Printer& out, const Walk& walk, const plan::List& list, const Site& site);

}  // namespace schemac::emit::cpp
