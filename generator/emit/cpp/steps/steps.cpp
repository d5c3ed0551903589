#include "emit/cpp/steps/steps.h"

#include <algorithm>
#include <set>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;

// A condition as a guard: false where it can't be computed is bad, too.
std::string broken(Scope& scope, const Expr& expr) {
  return can_fail(expr) ? "!" + scope.condition(expr) : scope.condition(negated(expr));
}

// Whether it follows from numbers of the record that a walk of it knows.
bool is_about_numbers(const Layout& layout, const Expr& expr) {
  const auto is_known = [&](plan::FieldId id) {
    const plan::Field& field = layout.field(id);
    return std::holds_alternative<plan::Scalar>(field.body.kind) && !field.presence &&
           !field.jump && layout.position(id).has_value();
  };
  switch (expr.op) {
    case plan::Op::constant:
    case plan::Op::file_size:
      return true;
    case plan::Op::field:
      return is_known(expr.id);
    default:
      return !expr.args.empty() && expr.op != plan::Op::inside && expr.op != plan::Op::param_list &&
             expr.op != plan::Op::item && std::ranges::all_of(expr.args, [&](const Expr& arg) {
               return is_about_numbers(layout, arg);
             });
  }
}

bool is_about_numbers(const Layout& layout, const plan::Require& require) {
  return is_about_numbers(layout, require.condition) &&
         (!require.at || require.at->inner.empty()) &&
         std::ranges::all_of(require.facts,
                             [&](const Expr& fact) { return is_about_numbers(layout, fact); });
}

// "x >= 0", or that or a number that says nothing.
bool is_about_sign(const Expr& expr) {
  if (expr.op == plan::Op::logical_or) return is_about_sign(expr.args.front());
  return expr.op == plan::Op::greater_equal && expr.args[1].op == plan::Op::constant &&
         expr.args[1].number == 0;
}

bool asks_for(const Expr& expr, plan::FieldId id) {
  return (expr.op == plan::Op::field && expr.id == id) ||
         std::ranges::any_of(expr.args, [id](const Expr& arg) { return asks_for(arg, id); });
}

}  // namespace

// Prints
//
//   if (!schemac::impl::check_codec(context, frame, {chunk_content_codec, ...},
//                             schemac::CodedBytes(&schemac::codec_blosc, {begin, after_content}),
//                             begin, begin))
//     return nullptr;
void emit_check_codec(Printer& out, Walk& walk, const plan::CheckCodec& item) {
  if (walk.mode == Mode::walk) return;
  const plan::Field& field = walk.layout.field(item.field);
  const plan::Codec& codec = *field.codec;
  const std::string at = walk.scope.at(item.field);
  const auto check = [&] {
    const std::string text = codec.content ? free_checks(walk.plan(), *codec.content) + ", " : "";
    out.emit(
        {{"check", codec.content ? "json::check_coded" : "check_codec"},
         {"malformed", walk.forms.check(codec.malformed)},
         {"too_large", walk.forms.check(codec.too_large)},
         {"size", walk.forms.check(codec.size_check)},
         {"text", text},
         {"coded", coded_bytes(walk.scope, item.field)},
         {"at", at},
         {"stated_at", codec.stated_by ? walk.scope.at(*codec.stated_by) : at}},
        R"cc(if (!schemac::impl::$check$(context, frame, {&$malformed$, &$too_large$, &$size$}, $text$$coded$, $at$, $stated_at$)) [[unlikely]] return nullptr;)cc");
  };
  if (!field.presence) return check();
  out.emit({{"is_there", walk.scope.condition(field.presence->condition)}, {"check", check}},
           R"cc(
             if ($is_there$) {
               $check$;
             }
           )cc");
}

void emit_params(Printer& out, Walk& walk) {
  const std::set<plan::ParamId> params = walk.scope.uses().params;  // of the first, unread time
  for (const plan::ParamId id : params)
    out.emit({{"type", walk.layout.param_type(id)}, {"param", walk.layout.param(id)}},
             walk.layout.record().params[id].is_list ? "$type$ $param$ = $param$_;"
                                                     : "const $type$ $param$ = $param$_;");
}

void emit_pad(Printer& out, Walk& walk, const plan::Pad& pad) {
  const std::string begin = walk.scope.at(pad.begin);
  const std::string from =
      pad.of_record ? walk.scope.at(plan::Position{}) : "context.space().data()";
  const std::string name = record_name(walk.layout.record()) + "_padding_stretch";
  out.blank_line();
  out.emit({{"begin", begin},
            {"from", from},
            {"multiple", pad.multiple},
            {"after", walk.layout.anchor(pad.end)},
            {"stretch", walk.forms.stretch(name, {{"padding", 1, FormPart::Kind::counted}}, {})}},
           R"cc(
             const std::uint64_t $after$_size =
                 schemac::impl::padding_to(schemac::impl::distance($from$, $begin$), $multiple$);
             if (schemac::impl::distance($begin$, end) < $after$_size) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end, nullptr, $after$_size);
             const std::byte* const $after$ = $begin$ + $after$_size;
           )cc");
  if (walk.mode != Mode::walk && pad.padding)
    out.emit(
        {{"check", walk.forms.pointer(pad.padding)},
         {"begin", begin},
         {"after", walk.layout.anchor(pad.end)}},
        R"cc(if (!schemac::impl::check_zeros(context, frame, $check$, $begin$, $after$)) return nullptr;)cc");
}

bool is_about_count(const Layout& layout, const plan::Require& require) {
  if (!require.at || !is_about_sign(require.condition) || !is_about_numbers(layout, require))
    return false;
  return layout.plan().checks[require.check].level == Level::error &&
         std::ranges::any_of(layout.record().fields, [&](const plan::Field& field) {
           const auto* list = std::get_if<plan::List>(&field.body.kind);
           return list != nullptr && list->count && asks_for(*list->count, require.at->field);
         });
}

std::string broken_require(Scope& scope, const plan::Require& require) {
  return broken(scope, require.condition);
}

void emit_require(Printer& out, Walk& walk, const plan::Require& require) {
  const bool is_made = walk.mode == Mode::walk ? is_about_count(walk.layout, require) ||
                                                     (walk.makes(require.check) &&
                                                      is_about_numbers(walk.layout, require))
                                               : walk.makes(require.check);
  if (!is_made) return;
  const std::string at = require.at ? walk.scope.at(*require.at) : walk.scope.at(plan::Position{});
  std::string bad = broken(walk.scope, require.condition);
  if (bad.find(" || ") != std::string::npos) bad = "(" + bad + ")";
  emit_check(out, walk, require.check, bad, "frame", at, facts_of(walk.scope, require.facts));
}

// Prints
//
//   if (!schemac::impl::check_digest(context, frame, detail::file_crc_digest,
//                              schemac::impl::Digester(schemac::impl::DigestAlgorithm::crc32),
//                              {{begin + 4, after_data}}, after_data))
//     return nullptr;
void emit_check_digest(Printer& out, Walk& walk, const plan::CheckDigest& item) {
  if (walk.mode == Mode::walk) return;
  const plan::Field& field = walk.layout.field(item.field);
  const plan::Digest& digest = *plan::digest_of(field);
  std::string covered;
  for (const auto& [first, last] : digest.over)
    covered += (covered.empty() ? "{" : ", {") + walk.scope.at(walk.layout.begin_of(first)) + ", " +
               walk.scope.behind(last) + "}";
  const auto check = [&] {
    out.emit(
        {{"check", walk.forms.check(digest.check)},
         {"digester", digester_arguments(digest, walk.scope.fact(digest.algorithm))},
         {"covered", covered},
         {"at", walk.scope.at(item.field)}},
        R"cc(if (!schemac::impl::check_digest(context, frame, $check$, schemac::impl::Digester($digester$), {$covered$}, $at$)) [[unlikely]] return nullptr;)cc");
  };
  if (!field.presence) return check();
  out.emit({{"is_there", walk.scope.condition(field.presence->condition)}, {"check", check}},
           R"cc(
             if ($is_there$) {
               $check$;
             }
           )cc");
}

void emit_absent(Printer& out, Walk& walk, const plan::Presence& presence) {
  for (const plan::AbsentScalar& zero : presence.zeros) {
    const auto* scalar = std::get_if<plan::Scalar>(&walk.layout.field(zero.field).body.kind);
    const std::string value = walk.scope.number(zero.field);
    const auto& presence_of_zero = walk.layout.field(zero.field).presence;
    const std::string is_there =
        presence_of_zero ? walk.scope.condition(presence_of_zero->condition, true) + " && " : "";
    const bool has_sign = scalar != nullptr && number_type(*scalar) == "std::int64_t";
    emit_check(out, walk, zero.check, is_there + value + " != " + literal(zero.value), "frame",
               walk.scope.at(zero.field),
               has_sign ? "{static_cast<std::uint64_t>(" + value + ")}" : "{" + value + "}");
  }
}

}  // namespace schemac::emit::cpp
