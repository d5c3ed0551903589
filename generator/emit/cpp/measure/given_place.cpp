#include "emit/cpp/measure/given_place.h"

#include <algorithm>
#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {
namespace {

// Whether it can't always be calculated, with what the fields in it follow from.
bool may_fail(const WriteScope& scope, const plan::Expr& target) {
  if (can_fail(target)) return true;
  return std::ranges::any_of(fields_read(target), [&](plan::FieldId id) {
    const plan::Source& source = scope.field(id).source;
    return source.kind == plan::SourceKind::expression && may_fail(scope, *source.expression);
  });
}

}  // namespace

std::string given_place(const WriteScope& scope, const plan::Expr& target) {
  Spelling plain = scope.inline_spelling();
  plain.file_size = "layout.size";  // what depends on it is looked at once all has its place
  const bool fails = may_fail(scope, target);
  // Not `fits`, which the function around it may have as well.
  if (fails) plain = clearing("is_place", plain);
  Spelling spelling = plain;
  // No locals are known here: what follows from an expression is calculated on the spot.
  spelling.field = [&](plan::FieldId id) {
    const plan::Source& source = scope.field(id).source;
    return source.kind == plan::SourceKind::expression
               ? "(" + text_of(*source.expression, spelling) + ")"
               : plain.field(id);
  };
  const std::string text = text_of(target, spelling);
  if (!fails) return "schemac::impl::given_place(" + text + ")";
  return "[&] { bool is_place = true; const auto place = " + text +
         "; return schemac::impl::given_place(place, is_place); }()";
}

}  // namespace schemac::emit::cpp
