#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;

}  // namespace

bool may_fail(const Expr& expr, const Spelling& spelling) {
  return spelling.can_fail ? spelling.can_fail(expr) : plan::can_fail(expr);
}

// The same for lists whose product is asked for.
Spelling as_factors(Spelling spelling) {
  if (spelling.multiplied) spelling.list = spelling.multiplied;
  if (spelling.inside)
    spelling.inside = [inside = spelling.inside](plan::FieldId id) {
      return as_factors(inside(id));
    };
  return spelling;
}

Spelling clearing(const std::string& flag, Spelling spelling) {
  spelling.fits = flag;
  if (const auto clear = spelling.clear) clear(spelling, flag);
  spelling.inside = [flag, inside = spelling.inside](plan::FieldId id) {
    return clearing(flag, inside(id));
  };
  return spelling;
}

}  // namespace schemac::emit::cpp
