// What the steps of a reader make of a record: members of its value. In other modes nothing is
// printed, and names are empty.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// ", schemac::impl::ValueReader& reader, Tensor& out": what functions about a record get.
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
