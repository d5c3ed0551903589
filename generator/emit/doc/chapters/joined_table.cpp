#include "emit/doc/chapters/joined_table.h"

#include <utility>

#include "emit/doc/queries/file_expression.h"
#include "emit/doc/queries/standards.h"
#include "schemac/core/dtype.h"

namespace schemac::emit::doc {
namespace {

Text element_words(const model::JoinedForm& form) {
  if (form.dtype) return text(std::string(schemac::name(*form.dtype)));
  return text("as NumPy calls ", code(expression_text(*form.dtype_text)),
              form.is_repr ? ", printed by Python" : "");
}

Cell meaning_of(const model::JoinedArray& array) {
  Cell cell;
  if (!array.doc.empty()) cell.push_back(prose(array.doc));
  if (!array.doc_ref.empty()) cell.push_back(text("See ", reference(array.doc_ref), "."));
  return cell;
}

}  // namespace

Table joined_table(const std::string& name, const std::vector<model::JoinedArray>& arrays) {
  Table table;
  table.caption = "Arrays over pieces in " + name;
  table.columns = {{"Name", false},     {"Pieces", false},     {"If", false},
                   {"Elements", false}, {"Dimensions", false}, {"Meaning", false}};
  for (const model::JoinedArray& array : arrays)
    for (std::size_t i = 0; i < array.forms.size(); ++i) {
      const model::JoinedForm& form = array.forms[i];
      TableRow row;
      Text pieces = text(code(expression_text(array.join)));
      if (array.split)
        append(pieces, text(", each of ", code(expression_text(*array.split)),
                            " bytes, the last one of what is left"));
      const Text when = form.condition ? text(code(expression_text(*form.condition)))
                        : i == 0       ? Text()
                                       : text("else");
      Text dims =
          form.dims ? text(code(expression_text(*form.dims))) : text("one, of all elements");
      if (form.is_column_major) append(dims, text(", the first index is the fastest"));
      row.cells = {{i == 0 ? text(code(array.name)) : Text()},
                   {i == 0 ? pieces : Text()},
                   {when},
                   {element_words(form)},
                   {dims},
                   i == 0 ? meaning_of(array) : Cell()};
      table.rows.push_back(std::move(row));
    }
  return table;
}

}  // namespace schemac::emit::doc
