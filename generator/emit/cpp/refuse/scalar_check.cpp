#include "emit/cpp/refuse/scalar_check.h"

#include <optional>
#include <string>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/wire/json.h"
#include "model/overload.h"
#include "model/range_arithmetic.h"
#include "plan/facts/version_facts.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

// What a scalar may be that its type lets through.
struct ScalarChecks {
  Printer& out;
  const CheckedBody& at;

  [[nodiscard]] const plan::Plan& plan() const { return at.scope.plan(); }
  [[nodiscard]] std::string check(plan::CheckId id) const { return check_of(plan(), id); }

  void emit(const plan::Scalar& scalar) const {
    for (const plan::ScalarRefusal& refusal : plan::refusals_of(plan(), at.scope.record(), scalar))
      std::visit(model::Overload{
                     [&](const plan::UnknownMember&) { emit_member(scalar); },
                     [&](const plan::UnknownFlags&) { emit_flags(scalar); },
                     [&](const plan::Unfit&) { emit_unfit(scalar); },
                     [&](const plan::Unsayable&) { emit_real(); },
                 },
                 refusal);
  }

  // JSON has no form for infinities and NaNs.
  void emit_real() const {
    out.emit(
        {{"x", at.x()},
         {"frame", at.frame()},
         {"path", quoted(at.path)},
         {"syntax", syntax_argument(at.scope.record().json->style.syntax)}},
        R"cc(if (!schemac::impl::json::check_value$syntax$($x$, $frame$, $path$, out)) return false;)cc");
  }

  // That a number fits the bits that it has in the file.
  void emit_unfit(const plan::Scalar& scalar) const {
    const plan::Field& field = at.scope.field(at.field);
    const bool may_be_unknown =
        field.may_be_unknown() && &scalar == std::get_if<plan::Scalar>(&field.body.kind);
    std::string x = (may_be_unknown ? "*" : "") + at.x();
    if (scalar.enumeration) x = "static_cast<" + number_type(scalar) + ">(" + x + ")";
    const std::string is_known = may_be_unknown ? at.x() + " && " : "";
    const model::Range range = model::range_of(scalar);
    // Constants with a sign beside a number that has one.
    const std::string most = range.min < 0 ? model::to_text(range.max) : literal(range.max);
    if (range.min < 0)
      out.emit(
          {{"known", is_known},
           {"x", x},
           {"least", model::to_text(range.min)},
           {"frame", at.frame()},
           {"path", quoted(at.path)}},
          R"cc(if ($known$$x$ < $least$) return out.reject_small($frame$, $path$, $x$, $least$);)cc");
    out.emit(
        {{"known", is_known},
         {"x", x},
         {"most", most},
         {"frame", at.frame()},
         {"path", quoted(at.path)}},
        R"cc(if ($known$$x$ > $most$) return out.reject_large($frame$, $path$, $x$, $most$);)cc");
    if (scalar.dtype == Dtype::t1)
      out.emit({{"x", x}, {"frame", at.frame()}, {"path", quoted(at.path)}},
               R"cc(if ($x$ == 0) return out.reject_between($frame$, $path$);)cc");
  }

  // That the enumeration has such a member.
  void emit_member(const plan::Scalar& scalar) const {
    if (scalar.versioned) return emit_versioned_member(out, at.scope, scalar, at.x(), at.frame());
    const plan::Body& own = at.scope.field(at.field).body;
    const bool is_local =
        &scalar == std::get_if<plan::Scalar>(&own.kind) && checks_local(at.scope, at.field, own);
    const std::string known = is_local
                                  ? "detail::" + known_function(plan().enums[*scalar.enumeration]) +
                                        "(" + at.scope.local(at.field) + ")"
                                  : "is_known(" + at.x() + ")";
    out.emit(
        {{"known", known},
         {"x", at.x()},
         {"check", check(*scalar.unknown_member)},
         {"frame", at.frame()}},
        R"cc(if (!$known$) return out.reject($check$, $frame$, schemac::impl::facts($x$));)cc");
  }

  // Bits that no given flag has; those that follow from presence are not the value's to set.
  void emit_flags(const plan::Scalar& scalar) const {
    const std::string version =
        scalar.versioned ? text_of(scalar.versioned->version, at.scope.spelling()) : "";
    const FlagMask given = known_flags(scalar, FlagChoice::given, version);
    const std::string mask = "std::uint64_t{" + literal(given.always) + "}";
    out.emit({{"x", at.x()},
              {"check", check(*scalar.unknown_flag)},
              {"frame", at.frame()},
              {"version", version.empty() ? "" : ", " + version},
              {"given", given.in_version.empty() ? mask : "(" + given.in_version + ")"},
              {"derived", [&] { emit_derived_flags(scalar); }}},
             R"cc(
               if (const std::uint64_t unknown = $x$ & ~$given$; unknown != 0) {
                 $derived$;
                 return out.reject($check$, $frame$, schemac::impl::facts($x$, unknown$version$));
               }
             )cc");
  }
  void emit_derived_flags(const plan::Scalar& scalar) const {
    std::uint64_t derived = 0;
    std::string fields;
    for (const plan::Flag& flag : scalar.flags) {
      if (!flag.presence_of) continue;
      derived |= flag.mask();
      fields += (fields.empty() ? "" : ", ") + at.scope.field(*flag.presence_of).name;
    }
    if (derived == 0) return;
    out.emit({{"derived", literal(derived)},
              {"frame", at.frame()},
              {"path", quoted(at.path)},
              {"x", at.x()},
              {"fields", quoted(fields)}},
             R"cc(
               if (const std::uint64_t derived = unknown & $derived$; derived != 0)
                 return out.reject_derived_bits($frame$, $path$, $x$, derived, $fields$);
             )cc");
  }
};

}  // namespace

bool checks_local(const WriteScope& scope, plan::FieldId id, const plan::Body& body) {
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  return scalar != nullptr && scope.is_enumerator(id) && &body == &scope.field(id).body &&
         !scope.field(id).presence && !scalar->versioned &&
         is_refused(scope.plan(), scalar->unknown_member);
}

void emit_scalar_check(Printer& out, const CheckedBody& at, const plan::Scalar& scalar) {
  ScalarChecks{out, at}.emit(scalar);
}

// Prints the check of an enumerator `x` whose version decides whether it is known:
//
//   if (const auto number = static_cast<std::uint64_t>(value.dtype);
//       !is_known_value_type(number, root_version))
//     return out.reject(is_known_value_type(number) ? tensor_dtype_early_member
//                                                   : tensor_dtype_unknown_member,
//                       frame, {number, root_version, value_type_since(number)});
void emit_versioned_member(Printer& out, const WriteScope& scope, const plan::Scalar& scalar,
                           const std::string& x, const std::string& frame) {
  const plan::Enum& enumeration = scope.plan().enums[*scalar.enumeration];
  const std::string version = text_of(scalar.versioned->version, scope.spelling());
  const auto name_of = [&](const std::optional<plan::CheckId>& check) {
    return check ? check_of(scope.plan(), *check) : std::string();
  };
  const UnknownMember unknown = unknown_member(
      enumeration, "number", version, name_of(scalar.unknown_member),
      name_of(scalar.versioned->early_member), name_of(scalar.versioned->late_member));
  out.emit({{"x", x},
            {"known", "detail::" + known_function(enumeration) + "(number, " + version + ")"},
            {"check", unknown.check},
            {"frame", frame},
            {"facts", unknown.facts}},
           R"cc(
             if (const auto number = static_cast<std::uint64_t>($x$); !$known$)
               return out.reject($check$, $frame$, $facts$);
           )cc");
}

// The bit of a field that is there may have no meaning in the file's version. Prints
//
//   if (const std::uint64_t word = ..., unknown = word & ((version >= 2 ? 0 : std::uint64_t{8}));
//       unknown != 0)
//     return out.reject_at(file_options_unknown_flag, frame, "options", ...);
void emit_flags_of_versions(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto flags = plan::flags_beyond_versions(scope.record(), field);
  if (flags.empty()) return;
  const auto& scalar = std::get<plan::Scalar>(field.body.kind);
  if (!is_refused(scope.plan(), scalar.unknown_flag)) return;
  const std::string version = text_of(scalar.versioned->version, scope.spelling());
  std::string others;
  for (const plan::Flag* flag : flags)
    others += (others.empty() ? "(" : " | (") + is_version_in(flag->versions, version) +
              " ? 0 : std::uint64_t{" + literal(flag->mask()) + "})";
  out.emit({{"word", scope.derivation(id)},
            {"others", others},
            {"check", check_of(scope.plan(), *scalar.unknown_flag)},
            {"frame", scope.use("frame")},
            {"path", quoted(field.name)},
            {"version", version}},
           R"cc(
             if (const std::uint64_t word = $word$, unknown = word & ($others$); unknown != 0)
               return out.reject_at($check$, $frame$, $path$, schemac::impl::facts(word, unknown, $version$));
           )cc");
}

}  // namespace schemac::emit::cpp
