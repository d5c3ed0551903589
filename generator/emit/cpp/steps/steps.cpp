#include "emit/cpp/steps/steps.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/public/enums.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/read_at_once.h"
#include "emit/cpp/walk/record_functions.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;

// A condition as a guard: false where it can't be computed is bad, too.
std::string broken(Scope& scope, const Expr& expr) {
  return can_fail(expr) ? "!" + scope.condition(expr) : scope.condition(negated(expr));
}

// Prints `const std::uint64_t dtype = schemac::load<std::uint32_t>(after_name);` if someone uses
// it. What a condition around it may leave out was declared before that.
void emit_load(Printer& out, Walk& walk, plan::FieldId id, const Uses& uses) {
  const plan::Field& field = walk.layout.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr || !uses.numbers.contains(id)) return;
  out.emit({{"type", field.presence ? "" : "const " + number_type(*scalar) + " "},
            {"name", walk.layout.local(id)},
            {"load", load_of(*scalar, walk.scope.at(*walk.layout.position(id)))}},
           "$type$$name$ = $load$;");
}

plan::Position moved(plan::Position position, std::uint64_t distance) {
  return {position.anchor, position.distance + distance};
}

// Whether files of the record begin with a constant, which is looked at before all else.
bool has_magic(const Walk& walk) {
  return std::ranges::any_of(walk.plan().roots, [&](const plan::Root& root) {
    return &walk.plan().records[root.record] == &walk.layout.record() && !root.magic.empty();
  });
}

void emit_part_checks(Printer& out, Walk& walk, const plan::RunPart& part,
                      plan::Position position) {
  if (!walk.checks_values()) return;
  const bool is_first = position.anchor == 0 && position.distance == 0;
  if (walk.opens && is_first && has_magic(walk)) return;
  const std::string at = walk.scope.at(position);
  if (!part.field) {
    if (!walk.makes(part.padding)) return;
    out.emit(
        {{"at", at},
         {"end", walk.scope.at(moved(position, part.size))},
         {"check", walk.forms.pointer(part.padding)}},
        R"cc(if (!schemac::check_zeros(context, frame, $check$, $at$, $end$)) return nullptr;)cc");
    return;
  }
  const plan::Body& body = walk.layout.field(*part.field).body;
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
    if (checks_value(walk, *scalar))
      emit_scalar_checks(out, walk, *scalar, walk.scope.number(*part.field), "frame",
                         walk.scope.at(moved(position, tag_size(*scalar))));
  } else if (const auto* constant = std::get_if<plan::Constant>(&body.kind);
             constant != nullptr && walk.makes(constant->check)) {
    out.emit({{"check", walk.forms.check(constant->check)},
              {"at", at},
              {"size", constant->bytes.size()},
              {"bytes", quoted({reinterpret_cast<const char*>(constant->bytes.data()),
                                constant->bytes.size()})}},
             R"cc(
               if (const auto found = schemac::text_at($at$, $size$);
                   found != std::string_view($bytes$, $size$) &&
                   !context.note($check$, frame, $at$, {0, 0, 0, found})) [[unlikely]]
                 return nullptr;
             )cc");
  }
}

const plan::Scalar* scalar_of(const Walk& walk, const plan::RunPart& part) {
  return part.field ? std::get_if<plan::Scalar>(&walk.layout.field(*part.field).body.kind)
                    : nullptr;
}

std::vector<FormPart> form_parts(const Walk& walk, const std::vector<plan::RunPart>& parts) {
  std::vector<FormPart> out;
  for (const plan::RunPart& part : parts) {
    const plan::Scalar* scalar = scalar_of(walk, part);
    out.push_back(scalar != nullptr ? scalar_part(*scalar, part.name)
                                    : FormPart{part.name, part.size});
  }
  return out;
}

// " || !schemac::msgpack::has_tag<std::uint32_t>(begin)" for each part that begins with a tag.
std::string wrong_tags(Walk& walk, const std::vector<plan::RunPart>& parts, plan::Position begin) {
  std::string out;
  for (const plan::RunPart& part : parts) {
    const plan::Scalar* scalar = scalar_of(walk, part);
    if (scalar != nullptr && scalar->coding != plan::Coding::plain)
      out += " || " + wrong_tag(*scalar, walk.scope.at(moved(begin, part.distance)));
  }
  return out;
}

std::string run_name(const Walk& walk, const plan::Run& run) {
  for (const plan::RunPart& part : run.parts)
    if (part.field) return walk.name_of(*part.field) + "_run";
  if (run.counted) return walk.name_of(run.counted->list) + "_run";
  return record_name(walk.layout.record()) + "_padding_run_" + std::to_string(run.begin.distance);
}

void emit_front_bounds(Printer& out, Walk& walk, const plan::Run& run, std::uint64_t size) {
  out.emit({{"begin", walk.scope.at(run.begin)},
            {"size", size},
            {"tags", wrong_tags(walk, run.parts, run.begin)},
            {"stretch", walk.forms.stretch(run_name(walk, run), form_parts(walk, run.parts), {})}},
           R"cc(
             if (schemac::distance($begin$, end) < $size$$tags$) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end);
           )cc");
}

// What is left of the bytes, in a run with a counted list: of the first one of a record simply
// `left`.
std::string left_of(const Walk& walk, const plan::Run& run) {
  for (const plan::Item& item : walk.layout.record().items) {
    const auto* other = std::get_if<plan::Run>(&item);
    if (other == nullptr || !other->counted) continue;
    return other == &run ? "left" : "left_for_" + walk.layout.field(run.counted->list).identifier;
  }
  return "left";
}

// The counted list and what is after it: one comparison more, once the count is known. Nothing
// here can wrap: the first test says that `left` holds all but the list.
void emit_counted_bounds(Printer& out, Walk& walk, const plan::Run& run, std::uint64_t front) {
  const plan::CountedPart& counted = *run.counted;
  const std::string list = walk.layout.length_local(counted.list);
  std::vector<FormPart> parts = {
      {walk.layout.field(counted.list).name, counted.stride, FormPart::Kind::indexed}};
  for (const FormPart& part : form_parts(walk, run.behind)) parts.push_back(part);
  const std::uint64_t fixed = front + extent_of(run.behind);
  const plan::Position begin = moved(run.begin, front);
  const std::string stride = std::to_string(counted.stride);
  const std::string behind = std::to_string(fixed);
  const std::string left = left_of(walk, run);
  const std::string beyond = fixed == 0 ? list + " > " + left + " / " + stride
                                        : left + " < " + behind + " || " + list + " > (" + left +
                                              " - " + behind + ") / " + stride;
  const std::string stated_at =
      counted.counted_by ? walk.scope.at(*counted.counted_by) : walk.scope.at(begin);
  out.emit({{"list", list},
            {"count", walk.scope.size(counted.count)},
            {"beyond", beyond},
            {"stretch",
             walk.forms.stretch(walk.name_of(counted.list) + "_counted", parts, counted.cause)},
            {"begin", walk.scope.at(begin)},
            {"stated_at", stated_at},
            {"stride", counted.stride},
            {"after", walk.layout.anchor(counted.after)}},
           R"cc(
             const std::uint64_t $list$ = $count$;
             if ($beyond$) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end, $stated_at$, $list$);
             const std::byte* const $after$ = $begin$ + $list$ * $stride$;
           )cc");
  const std::string tags = wrong_tags(walk, run.behind, {counted.after, 0});
  if (!tags.empty())
    out.emit({{"tags", tags.substr(4)},
              {"stretch", "detail::" + walk.name_of(counted.list) + "_counted"},
              {"begin", walk.scope.at(begin)},
              {"stated_at", stated_at},
              {"list", list}},
             R"cc(
               if ($tags$) [[unlikely]]
                 return context.fault($stretch$, frame, $begin$, end, $stated_at$, $list$);
             )cc");
}

void emit_list_local(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                     const Uses& uses) {
  const plan::Scalar* scalar = scalar_element(walk.layout.field(id).body);
  if (scalar == nullptr || !uses.lists.contains(id)) return;
  out.emit({{"type", list_type(walk.plan(), *scalar)},
            {"list", walk.layout.local(id)},
            {"size", walk.layout.length_local(id)},
            {"begin", begin}},
           "const $type$ $list$($begin$, $size$);");
}

}  // namespace

std::string Walk::snake_name(plan::FieldId id) const {
  return snake_case(layout.field(id).identifier);
}

std::string own_frame(const Walk& walk, const Site& site) {
  return site.has_own_frame
             ? site.frame
             : "schemac::Frame{&frame, " + quoted(walk.layout.field(site.field).name) + "}";
}

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

namespace {

// Prints (for [quant_nbytes quant_offset] since version 2)
//
//   const std::byte* after_quant_offset = after_dims + 16;
//   std::uint64_t quant_nbytes = 0;
//   std::uint64_t quant_offset = 0;
//   if (given_root_version >= 2) {
//     if (schemac::distance(after_dims + 16, end) < 16) [[unlikely]]
//       return context.fault(detail::tensor_quant_nbytes_run, frame, after_dims + 16, end);
//     quant_nbytes = schemac::load<std::uint64_t>(after_dims + 16);
//     quant_offset = schemac::load<std::uint64_t>(after_dims + 24);
//     (the checks of each part)
//     after_quant_offset += 16;
//   }
void emit_limited_run(Printer& out, Walk& walk, const plan::Run& run, const Uses& uses) {
  const std::string after = walk.layout.anchor(run.end);
  out.emit({{"after", after}, {"begin", walk.scope.at(run.begin)}},
           "const std::byte* $after$ = $begin$;");
  for (const plan::RunPart& part : run.parts) {
    const auto* scalar = std::get_if<plan::Scalar>(&walk.layout.field(*part.field).body.kind);
    if (scalar != nullptr && uses.numbers.contains(*part.field))
      out.emit({{"type", number_type(*scalar)}, {"name", walk.layout.local(*part.field)}},
               "$type$ $name$ = 0;");
  }
  const auto steps = [&] {
    emit_front_bounds(out, walk, run, extent_of(run.parts));
    for (const plan::RunPart& part : run.parts) emit_load(out, walk, *part.field, uses);
    for (const plan::RunPart& part : run.parts)
      emit_part_checks(out, walk, part, moved(run.begin, part.distance));
    out.emit({{"after", after}, {"size", extent_of(run.parts)}}, "$after$ += $size$;");
  };
  out.emit({{"condition", walk.scope.condition(*run.condition)}, {"steps", steps}},
           R"cc(
             if ($condition$) {
               $steps$;
             }
           )cc");
}

}  // namespace

void emit_params(Printer& out, Walk& walk) {
  const std::set<plan::ParamId> params = walk.scope.uses().params;  // of the first, unread time
  for (const plan::ParamId id : params)
    out.emit({{"type", walk.layout.param_type(id)}, {"param", walk.layout.param(id)}},
             walk.layout.record().params[id].is_list ? "$type$ $param$ = $param$_;"
                                                     : "const $type$ $param$ = $param$_;");
}

namespace {

// What somebody uses of a run's own fields.
Uses uses_of(const Walk& walk, const plan::Run& run) {
  const Uses& all = walk.scope.uses();
  Uses own;
  const auto take = [&](plan::FieldId id) {
    if (all.numbers.contains(id)) own.numbers.insert(id);
    if (all.lists.contains(id)) own.lists.insert(id);
  };
  for (const auto* parts : {&run.parts, &run.behind})
    for (const plan::RunPart& part : *parts)
      if (part.field) take(*part.field);
  if (run.counted) take(run.counted->list);
  return own;
}

}  // namespace

// Prints (for [dtype ndim flags | dims * ndim | data_nbytes data_offset])
//
//   const std::uint64_t left = schemac::distance(after_name, end);
//   if (left < 12) [[unlikely]]
//     return context.fault(detail::tensor_dtype_run, frame, after_name, end);
//   const std::uint64_t dtype = schemac::load<std::uint32_t>(after_name);
//   ...
//   const std::uint64_t dims_size = ndim;
//   if (left < 28 || dims_size > (left - 28) / 8) [[unlikely]]
//     return context.fault(detail::tensor_dims_counted, frame, after_name + 12, end, after_name +
//     4, dims_size);
//   const std::byte* const after_dims = after_name + 12 + dims_size * 8;
//   ...
//   (the checks of each part)
void emit_run(Printer& out, Walk& walk, const plan::Run& run) {
  const Uses uses = uses_of(walk, run);
  const std::uint64_t front = extent_of(run.parts);
  out.blank_line();
  if (run.condition) return emit_limited_run(out, walk, run, uses);
  if (!run.counted) {
    emit_front_bounds(out, walk, run, front);
  } else {
    out.emit({{"begin", walk.scope.at(run.begin)}, {"left", left_of(walk, run)}},
             "const std::uint64_t $left$ = schemac::distance($begin$, end);");
    if (front > 0)
      out.emit(
          {{"begin", walk.scope.at(run.begin)},
           {"left", left_of(walk, run)},
           {"size", front},
           {"tags", wrong_tags(walk, run.parts, run.begin)},
           {"stretch", walk.forms.stretch(run_name(walk, run), form_parts(walk, run.parts), {})}},
          R"cc(
                 if ($left$ < $size$$tags$) [[unlikely]]
                   return context.fault($stretch$, frame, $begin$, end);
               )cc");
  }
  for (const plan::RunPart& part : run.parts)
    if (part.field) emit_load(out, walk, *part.field, uses);
  if (run.counted) {
    emit_counted_bounds(out, walk, run, front);
    emit_list_local(out, walk, run.counted->list, walk.scope.at(moved(run.begin, front)), uses);
    for (const plan::RunPart& part : run.behind)
      if (part.field) emit_load(out, walk, *part.field, uses);
  }
  for (const plan::RunPart& part : run.parts)
    emit_part_checks(out, walk, part, moved(run.begin, part.distance));
  for (const plan::RunPart& part : run.parts)
    if (part.field) emit_made_scalar(out, walk, *part.field);
  if (!run.counted) return;
  for (const plan::RunPart& part : run.behind)
    emit_part_checks(out, walk, part, {run.counted->after, part.distance});
  const auto* list = std::get_if<plan::List>(&walk.layout.field(run.counted->list).body.kind);
  if (walk.mode == Mode::walk || list == nullptr) return;
  const std::string count = walk.layout.length_local(run.counted->list);
  const std::string begin = walk.scope.at(moved(run.begin, front));
  emit_count_checks(out, walk, *list, count,
                    run.counted->counted_by ? walk.scope.at(*run.counted->counted_by) : begin);
  Site site;
  site.field = run.counted->list;
  site.begin = begin;
  emit_each(out, walk, *list, site, count);
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
                 schemac::padding_to(schemac::distance($from$, $begin$), $multiple$);
             if (schemac::distance($begin$, end) < $after$_size) [[unlikely]]
               return context.fault($stretch$, frame, $begin$, end, nullptr, $after$_size);
             const std::byte* const $after$ = $begin$ + $after$_size;
           )cc");
  if (walk.mode != Mode::walk && pad.padding)
    out.emit(
        {{"check", walk.forms.pointer(pad.padding)},
         {"begin", begin},
         {"after", walk.layout.anchor(pad.end)}},
        R"cc(if (!schemac::check_zeros(context, frame, $check$, $begin$, $after$)) return nullptr;)cc");
}

namespace {

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
//   if (!schemac::check_digest(context, frame, detail::file_crc_digest,
//                              schemac::Digester(schemac::DigestAlgorithm::crc32),
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
        R"cc(if (!schemac::check_digest(context, frame, $check$, schemac::Digester($digester$), {$covered$}, $at$)) [[unlikely]] return nullptr;)cc");
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

namespace {

// "n_stats == 0 ? after_value + 5 : ": what a list without elements costs, where nothing is said of
// such a one.
std::string empty_list(Walk& walk, const plan::Field& field, const std::string& begin) {
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const bool is_counted = list != nullptr && !list->head && list->count &&
                          list->count->op == plan::Op::field && !list->minimum && !is_loose(*list);
  if (!is_counted || field.presence || field.region || field.jump) return {};
  return walk.scope.number(*list->count) + " == 0 ? " + begin + " : ";
}

// Prints what expressions ask of a list of scalars that a function of its own has walked: elements
// between where it begins and where it ends. An absent one has none.
void emit_found_list(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                     const std::string& after) {
  const plan::Field& field = walk.layout.field(id);
  const plan::Scalar* scalar = scalar_element(field.body);
  if (scalar == nullptr || !walk.scope.uses().lists.contains(id)) return;
  const auto& list = std::get<plan::List>(field.body.kind);
  const std::string form = list.head ? ", " + head_form(list.head->form) : "";
  const std::string stated =
      list.head ? "" : ", " + counted_or(walk.scope, list, "schemac::no_count");
  out.emit({{"list", walk.layout.local(id)},
            {"space", list.head ? "msgpack::" : ""},
            {"type", list_type(walk.plan(), field) + form},
            {"begin", begin},
            {"after", after},
            {"stated", stated}},
           "const auto $list$ = schemac::$space$list_between<$type$>($begin$, $after$$stated$);");
}

// The same of what a head says of bytes and of other lists.
void emit_found_length(Printer& out, Walk& walk, plan::FieldId id, const std::string& begin,
                       const std::string& after) {
  const plan::Body& body = walk.layout.field(id).body;
  if (!walk.scope.uses().lengths.contains(id) || scalar_element(body) != nullptr) return;
  const auto* list = std::get_if<plan::List>(&body.kind);
  const auto* raw = std::get_if<plan::Raw>(&body.kind);
  const bool has_stated = (list != nullptr && list->head) || (raw != nullptr && raw->head);
  if (!has_stated) return;
  out.emit(
      {{"name", walk.layout.length_local(id)},
       {"form", head_form(list != nullptr ? list->head->form : raw->head->form)},
       {"begin", begin},
       {"after", after}},
      "const std::uint64_t $name$ = schemac::msgpack::number_in_head<$form$>($begin$, $after$);");
}

}  // namespace

void emit_place(Printer& out, Walk& walk, const plan::Place& place) {
  const plan::Field& field = walk.layout.field(place.field);
  const std::string begin = walk.scope.at(place.begin);
  out.blank_line();
  if (walk.mode == Mode::walk && walk.layout.is_late(place.field))
    return out.emit({{"after", walk.layout.anchor(*place.end)}},
                    "const std::byte* const $after$ = end;");
  if (has_function(field, walk.mode)) {
    if (field.is_looked_into) emit_view_local(out, walk, place.field);
    if (walk.mode != Mode::walk && field.region && walk.layout.has_later_rules(place.field))
      out.emit({{"flag", walk.layout.whole_flag(place.field)}}, "bool $flag$ = true;");
    const std::string after =
        place.end ? walk.layout.anchor(*place.end) : "behind_" + walk.layout.local(place.field);
    out.emit({{"after", after},
              {"empty", empty_list(walk, field, begin)},
              {"call", field_call(walk, place.field, begin, "end")}},
             R"cc(
               const std::byte* const $after$ = $empty$$call$;
               if ($after$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar != nullptr && walk.scope.uses().numbers.contains(place.field))
      out.emit({{"type", number_type(*scalar)},
                {"name", walk.layout.local(place.field)},
                {"after", after},
                {"begin", begin},
                {"load",
                 load_between(*scalar, walk.scope.at(*walk.layout.position(place.field)), after)}},
               "const $type$ $name$ = $after$ == $begin$ ? 0 : $load$;");
    if (const auto* text = std::get_if<plan::Text>(&field.body.kind);
        text != nullptr && walk.scope.uses().lengths.contains(place.field))
      out.emit({{"text", walk.layout.local(place.field)},
                {"after", after},
                {"begin", begin},
                {"form", "detail::" + walk.name_of(place.field) + "_text"},
                {"stated", text->size ? walk.scope.size(*text->size) : "0"}},
               R"cc(
                 schemac::TextAt $text$;
                 if ($after$ != $begin$) (void)schemac::find_text<$form$>($begin$, end, $stated$, $text$);
               )cc");
    emit_found_list(out, walk, place.field, begin, after);
    emit_found_length(out, walk, place.field, begin, after);
    return;
  }
  Site site;
  site.field = place.field;
  site.begin = begin;
  const std::string behind = emit_body(out, walk, field.body, site);
  if (place.end)
    out.emit({{"after", walk.layout.anchor(*place.end)}, {"behind", behind}},
             "const std::byte* const $after$ = $behind$;");
}

}  // namespace schemac::emit::cpp
