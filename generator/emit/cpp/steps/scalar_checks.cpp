#include "emit/cpp/steps/scalar_checks.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/steps/walk.h"

namespace schemac::emit::cpp {
namespace {

// A loaded number, and where it stands.
struct Loaded {
  const std::string& value;
  const std::string& frame;
  const std::string& at;
};

// That the enumeration has such a member, in the file's version.
void emit_member_check(Printer& out, const Walk& walk, const plan::Scalar& scalar,
                       const Loaded& loaded, const std::string& version) {
  const plan::Enum& enumeration = walk.plan().enums[*scalar.enumeration];
  const std::string known = "!detail::" + known_function(enumeration) + "(" + loaded.value;
  if (!scalar.versioned || !has_versions(enumeration))
    return emit_check(out, walk, *scalar.unknown_member, known + ")", loaded.frame, loaded.at,
                      "{" + loaded.value + "}");
  const auto name_of = [&](const std::optional<plan::CheckId>& check) {
    return check ? walk.forms.check(*check) : std::string();
  };
  const UnknownMember unknown = unknown_member(
      enumeration, loaded.value, version, name_of(scalar.unknown_member),
      name_of(scalar.versioned->early_member), name_of(scalar.versioned->late_member));
  out.emit(
      {{"known", known + ", " + version + ")"},
       {"check", unknown.check},
       {"frame", loaded.frame},
       {"at", loaded.at},
       {"facts", unknown.facts},
       {"failure", walk.failure}},
      R"cc(if ($known$ && !context.note($check$, $frame$, $at$, $facts$)) [[unlikely]] return $failure$;)cc");
}

}  // namespace

std::string facts_of(Scope& scope, const std::vector<plan::Expr>& facts) {
  return braced_facts(facts, scope.spelling());
}

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

void emit_check(Printer& out, const Walk& walk, plan::CheckId check, const std::string& bad,
                const std::string& frame, const std::string& at, const std::string& facts) {
  out.emit(
      {{"bad", bad},
       {"check", walk.forms.check(check)},
       {"frame", frame},
       {"at", at},
       {"facts", facts.empty() ? "" : ", " + facts},
       {"failure", walk.failure}},
      R"cc(if ($bad$ && !context.note($check$, $frame$, $at$$facts$)) [[unlikely]] return $failure$;)cc");
}

bool checks_value(const Walk& walk, const plan::Scalar& scalar) {
  return walk.makes(scalar.constant_check) || walk.makes(scalar.unknown_member) ||
         walk.makes(scalar.boolean) || walk.makes(scalar.unknown_flag);
}

void emit_scalar_checks(Printer& out, const Walk& walk, const plan::Scalar& scalar,
                        const std::string& value, const std::string& frame, const std::string& at) {
  if (!checks_value(walk, scalar)) return;  // and nobody asks for the version
  const bool has_sign = number_type(scalar) == "std::int64_t";
  const std::string as_fact = has_sign ? "static_cast<std::uint64_t>(" + value + ")" : value;
  const std::string facts = "{" + as_fact + "}";
  if (walk.makes(scalar.constant_check) && scalar.constant)
    emit_check(out, walk, *scalar.constant_check, value + " != " + literal(*scalar.constant), frame,
               at, facts);
  const std::string version = scalar.versioned ? walk.scope.number(scalar.versioned->version) : "";
  if (scalar.enumeration && walk.makes(scalar.unknown_member))
    emit_member_check(out, walk, scalar, {as_fact, frame, at}, version);
  if (walk.makes(scalar.boolean))
    emit_check(out, walk, *scalar.boolean, value + " > 1", frame, at, facts);
  if (!walk.makes(scalar.unknown_flag)) return;
  const FlagMask mask = known_flags(scalar, FlagChoice::all, version);
  const std::string unknown = value + " & ~std::uint64_t{" + literal(mask.always) + "}";
  if (mask.in_version.empty())
    return emit_check(out, walk, *scalar.unknown_flag, "(" + unknown + ") != 0", frame, at,
                      "{" + value + ", " + unknown + "}");
  const std::string in_version = value + " & ~(" + mask.in_version + ")";
  emit_check(out, walk, *scalar.unknown_flag, "(" + unknown + ") != 0 && (" + in_version + ") != 0",
             frame, at, "{" + value + ", " + in_version + ", " + version + "}");
}

std::string wrong_tag(const plan::Scalar& scalar, const std::string& at) {
  const std::string type =
      scalar.coding == plan::Coding::token ? "bool" : stored_type(scalar.dtype);
  return "!schemac::impl::msgpack::has_tag<" + type + ">(" + at + ")";
}

}  // namespace schemac::emit::cpp
