#include "emit/cpp/refuse/facts.h"

#include <algorithm>

#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {

std::string facts_of(const std::vector<plan::Expr>& facts, const Spelling& spelling) {
  std::string numbers, text;
  for (const plan::Expr& fact : facts) {
    if (fact.op == plan::Op::text_is)
      text = spelling.text(fact.id);
    else
      numbers += (numbers.empty() ? "" : ", ") + fact_of(fact, spelling);
  }
  if (facts.empty()) return "";
  const std::string list = text.empty() ? "schemac::impl::facts(" + numbers + ")"
                                        : "schemac::impl::facts_with(" + text +
                                              (numbers.empty() ? "" : ", ") + numbers + ")";
  // What has to be calculated first would keep registers from a check that has no use for it.
  const bool is_calculated = std::ranges::any_of(facts, can_fail);
  return is_calculated ? ", [&] { return " + list + "; }" : ", " + list;
}

}  // namespace schemac::emit::cpp
