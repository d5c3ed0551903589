#include "emit/cpp/steps/scalar_lists.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/steps/list_counts.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

// " || !schemac::impl::msgpack::have_tags<std::uint32_t>(dims_head.behind, dims_size)"
std::string wrong_tags(const plan::Scalar& scalar, const std::string& begin,
                       const std::string& count) {
  if (scalar.coding == plan::Coding::plain) return {};
  const std::string type =
      scalar.coding == plan::Coding::token ? "bool" : stored_type(scalar.dtype);
  return " || !schemac::impl::msgpack::have_tags<" + type + ">(" + begin + ", " + count + ")";
}

// One pass over elements after tags, without a branch for each: their tags, their product, and
// whether they keep to their rules. Which of them doesn't is found out in another pass.
struct Scan {
  bool is_made = false;
  bool makes_rules = false;
  bool makes_product = false;
};
Scan scan_of(const Walk& walk, const plan::List& list, const plan::Scalar& scalar,
             const Site& site) {
  Scan scan;
  const bool is_field = site.suffix.empty() && !site.has_own_frame;
  if (scalar.coding != plan::Coding::tagged || !is_field) return scan;
  scan.makes_product = has_product(walk.layout.field(site.field));
  scan.makes_rules =
      walk.mode != Mode::walk && !list.each.empty() && !checks_value(walk, scalar) &&
      std::all_of(list.each.begin(), list.each.end(),
                  [](const plan::EachRule& rule) { return is_about_element(rule.condition); });
  scan.is_made = scan.makes_product || scan.makes_rules;
  return scan;
}

// How a list that is scanned is called.
struct ScannedList {
  std::string count, stated_at, stretch;
};

// Prints
//
//   schemac::impl::KnownProduct dims_product;
//   const auto dims_hold = [&](const std::uint64_t element) {
//     dims_product.take(element);
//     return element >= 1;
//   };
//   if (!schemac::impl::msgpack::scan_tagged<std::uint32_t>(dims_head.behind, dims_size,
//   dims_hold)) {
//     (the fault of a wrong tag)
//     (the loop over elements that makes the checks)
//   }
void emit_scan(Printer& out, Walk& walk, const plan::List& list, const plan::Scalar& scalar,
               const Site& site, const ScannedList& scanned, const Scan& scan) {
  Spelling spelling = walk.scope.spelling();
  std::string holds;
  if (scan.makes_rules)
    for (const plan::EachRule& rule : list.each)
      holds += (holds.empty() ? "" : " && ") +
               condition_of(rule.condition, spelling, list.each.size() > 1);
  const std::string product = walk.layout.product_local(site.field);
  if (scan.makes_product)
    out.emit({{"product", product}}, "schemac::impl::KnownProduct $product$;");
  const auto take = [&] {
    if (scan.makes_product) out.emit({{"product", product}}, "$product$.take(element);");
  };
  const auto failure = [&] {
    const std::string wrong = wrong_tags(scalar, site.begin, scanned.count).substr(4);
    out.emit({{"tags", scan.makes_rules ? "if (" + wrong + ") [[unlikely]] " : ""},
              {"stretch", scanned.stretch},
              {"begin", site.begin},
              {"end", site.end},
              {"at", scanned.stated_at},
              {"count", scanned.count}},
             "$tags$return context.fault($stretch$, frame, $begin$, $end$, $at$, $count$);");
    if (scan.makes_rules) emit_each(out, walk, list, site, scanned.count);
  };
  out.emit({{"type", stored_type(scalar.dtype)},
            {"begin", site.begin},
            {"count", scanned.count},
            {"number", number_type(scalar)},
            {"local", walk.layout.field(site.field).identifier},
            {"take", take},
            {"holds", holds.empty() ? "true" : holds},
            {"failure", failure}},
           R"cc(
             const auto $local$_hold = [&](const $number$ element) {
               $take$;
               return $holds$;
             };
             if (!schemac::impl::msgpack::scan_tagged<$type$>($begin$, $count$, $local$_hold)) [[unlikely]] {
               $failure$;
             }
           )cc");
}

}  // namespace

std::string stated_at(Walk& walk, const plan::List& list, const Site& site) {
  if (list.head) return site.stated_at;
  return list.counted_by ? walk.scope.at(*list.counted_by) : site.begin;
}

std::string count_of(Walk& walk, const plan::List& list, const Site& site) {
  if (list.head) return walk.layout.local(site.field) + "_head.number";
  return list.count ? counted_or(walk.scope, list, "schemac::impl::no_count") : "";
}

std::string emit_scalars(Printer& out, Walk& walk, const plan::List& list,
                         const plan::Scalar& scalar, const Site& site) {
  const std::string local = walk.layout.local(site.field);
  const std::string count = walk.layout.length_local(site.field);
  const bool is_small = is_packed(scalar.dtype);
  const std::uint64_t bits = is_small ? bit_count(scalar.dtype) : 8 * stored_size(scalar);
  const std::string at = stated_at(walk, list, site);
  const std::string name = walk.name_of(site.field) + site.suffix;
  const std::string path = path_of(walk, site);
  const Above up = above(walk, list, site);
  const std::string rest = "schemac::impl::distance(" + site.begin + ", " + site.end + ")";
  const std::string all =
      bits >= 8 ? rest + " / " + std::to_string(bits / 8) : rest + " * " + std::to_string(8 / bits);
  const std::string size =
      list.head ? count_of(walk, list, site) : counted_or(walk.scope, list, all);
  const Scan scan = scan_of(walk, list, scalar, site);
  const std::string stretch =
      bits < 8
          ? ""
          : walk.forms.stretch(name + "_list", {scalar_part(scalar, path, FormPart::Kind::indexed)},
                               list.cause);
  out.emit({{"count", count}, {"size", size}}, "const std::uint64_t $count$ = $size$;");
  if (walk.mode != Mode::walk)
    emit_count_checks(out, walk, list, count, at, ", " + rest + ", " + std::to_string(bits),
                      up.stating);
  if (bits < 8) {
    out.emit({{"local", local},
              {"count", count},
              {"bits", bits},
              {"begin", site.begin},
              {"end", site.end},
              {"path", quoted(path)},
              {"cause", walk.forms.pointer(list.cause)},
              {"frames", up.both},
              {"at", at}},
             R"cc(
               const std::uint64_t $local$_bytes = schemac::impl::payload_size($count$, $bits$);
               if (schemac::impl::distance($begin$, $end$) < $local$_bytes) [[unlikely]]
                 return context.fault(schemac::impl::Part{$path$, $local$_bytes}, $cause$, $frames$, $begin$,
                                      $end$, $at$, $count$);
             )cc");
  } else {
    out.emit({{"count", count},
              {"stride", bits / 8},
              {"begin", site.begin},
              {"end", site.end},
              {"tags", scan.is_made ? "" : wrong_tags(scalar, site.begin, count)},
              {"stretch", stretch},
              {"frames", up.both},
              {"at", at}},
             R"cc(
          if ($count$ > schemac::impl::distance($begin$, $end$) / $stride$$tags$) [[unlikely]]
            return context.fault($stretch$, $frames$, $begin$, $end$, $at$, $count$);
        )cc");
    if (scan.is_made) emit_scan(out, walk, list, scalar, site, {count, at, stretch}, scan);
  }
  const bool is_field = site.suffix.empty();
  if (is_field && walk.scope.uses().lists.contains(site.field)) {
    const plan::Field& field = walk.layout.field(site.field);
    std::string elements = site.begin + ", " + count;
    if (has_product(field))
      elements = list_type(walk.plan(), scalar) + "(" + elements + "), " +
                 walk.layout.product_local(site.field);
    out.emit({{"type", list_type(walk.plan(), field)}, {"local", local}, {"elements", elements}},
             "const $type$ $local$($elements$);");
  }
  if (walk.mode != Mode::walk && !scan.makes_rules) emit_each(out, walk, list, site, count);
  emit_made(out, walk, site,
            list_type(walk.plan(), scalar) + "(" + site.begin + ", " + count + ")");
  if (bits < 8) return site.begin + " + " + local + "_bytes";
  return site.begin + " + " + count + (bits == 8 ? "" : " * " + std::to_string(bits / 8));
}

}  // namespace schemac::emit::cpp
