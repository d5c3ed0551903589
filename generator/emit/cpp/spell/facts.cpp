#include "emit/cpp/spell/facts.h"

#include <algorithm>

#include "emit/cpp/spell/computable.h"

namespace schemac::emit::cpp {

std::string braced_facts(const std::vector<plan::Expr>& facts, const Spelling& spelling) {
  std::vector<std::string> numbers;
  std::string text;
  for (const plan::Expr& fact : facts) {
    if (fact.op == plan::Op::text_is)
      text = spelling.text(fact.id);
    else
      numbers.push_back(fact_of(fact, spelling));
  }
  if (facts.empty()) return "";
  // The text stands before the fourth number.
  if (!text.empty() || numbers.size() > 3) {
    numbers.resize(std::max<std::size_t>(numbers.size(), 3), "0");
    numbers.insert(numbers.begin() + 3, text.empty() ? "{}" : text);
  }
  std::string out;
  for (const std::string& number : numbers) out += (out.empty() ? "{" : ", ") + number;
  return out + "}";
}

}  // namespace schemac::emit::cpp
