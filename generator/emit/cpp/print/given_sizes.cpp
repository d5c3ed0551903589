#include "emit/cpp/print/given_sizes.h"

#include <algorithm>
#include <variant>

#include "emit/cpp/spell/read_needs.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {
namespace {

const plan::Expr* size_of(const plan::Field& field) {
  const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
  return raw != nullptr && raw->size && !raw->head ? &*raw->size : nullptr;
}

// A view is made before it walks the bytes, which know how large their file is.
bool asks_file(const plan::Expr& expr) {
  return expr.op == plan::Op::file_size || std::ranges::any_of(expr.args, asks_file);
}

// Numbers alone are no cost; an expression over fields isn't known yet.
bool asks_params_alone(const Symbols& symbols, const plan::Expr& size) {
  if (asks_file(size)) return false;
  ReadNeeds needs(symbols);
  needs.add(size);
  const Spelled& uses = needs.found();
  return !uses.params.empty() && uses.numbers.empty() && uses.lists.empty() &&
         uses.lengths.empty() && uses.anchors.empty() && uses.views.empty() &&
         uses.sections.empty();
}

}  // namespace

bool has_given_size(const Symbols& symbols, plan::FieldId id) {
  const bool is_kept = std::ranges::any_of(
      symbols.kept_lengths(), [&](const KeptLength& length) { return length.field == id; });
  const plan::Expr* const size = size_of(symbols.field(id));
  return is_kept && size != nullptr && asks_params_alone(symbols, *size);
}

std::vector<GivenSize> given_sizes(const Symbols& symbols) {
  std::vector<GivenSize> sizes;
  ReadScope scope(symbols);
  for (const KeptLength& length : symbols.kept_lengths())
    if (has_given_size(symbols, length.field))
      sizes.push_back({length.member, scope.size(*size_of(symbols.field(length.field)))});
  return sizes;
}

}  // namespace schemac::emit::cpp
