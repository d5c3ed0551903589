#include "emit/cpp/walk/try_walk.h"

#include <algorithm>
#include <set>
#include <variant>

#include "emit/cpp/names.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "plan/facts/number_rules.h"
#include "schemac/base/checked.h"

namespace schemac::emit::cpp {
namespace {

// What is printed, and how it spells what it asks for.
struct Walk {
  const Symbols& symbols;
  ReadScope& scope;
  Forms& forms;
};

// Names the parameters that a view keeps, as a walk has them.
void emit_params(Printer& out, Walk& walk) {
  const std::set<plan::ParamId> params = walk.scope.uses().params;
  for (const plan::ParamId id : params)
    out.emit({{"type", walk.symbols.param_type(id)}, {"param", walk.symbols.param(id)}},
             walk.symbols.record().params[id].is_list ? "$type$ $param$ = $param$_;"
                                                      : "const $type$ $param$ = $param$_;");
}

// A condition as a guard: false where it can't be computed is bad, too.
std::string broken_require(ReadScope& scope, const plan::Require& require) {
  const plan::Expr& expr = require.condition;
  return can_fail(expr) ? "!" + scope.condition(expr) : scope.condition(negated(expr));
}

// Whether it is an element of a list, or a field that expressions look into: of both a view walks
// many.
bool is_shown(const plan::Plan& plan, plan::RecordId id) {
  const plan::Holders& holders = plan.records[id].holders;
  return holders.is_element || std::ranges::any_of(holders.fields, [&](const plan::FieldOf& at) {
           return plan.records[at.record].fields[at.field].is_kept;
         });
}

// Whether the fields of a run are numbers as they lie, without a tag before them.
bool is_plain(const plan::Record& record, const plan::Run& run) {
  const auto has_tag = [&](const plan::RunField& each) {
    if (!each.field) return false;
    const auto* scalar = std::get_if<plan::Scalar>(&record.fields[*each.field].body.kind);
    return scalar != nullptr && scalar->coding != plan::Coding::plain;
  };
  const plan::Scalar* element =
      run.counted ? scalar_element(record.fields[run.counted->list].body) : nullptr;
  return std::none_of(run.fixed.begin(), run.fixed.end(), has_tag) &&
         std::none_of(run.after.begin(), run.after.end(), has_tag) &&
         (element == nullptr || element->coding == plan::Coding::plain);
}

std::string limited_size(const Symbols& symbols, const plan::Run& run) {
  return symbols.anchor(run.end) + "_size";
}

// Whether a stretch of some versions alone is there by a field of the record itself.
bool asks_fields(const plan::Expr& condition) {
  return condition.op == plan::Op::field || std::ranges::any_of(condition.args, asks_fields);
}
// Whether a size follows from a number that is there in some versions alone.
bool needs_limited(const plan::Record& record, const Spelled& uses) {
  for (const plan::Item& item : record.items) {
    const auto* run = std::get_if<plan::Run>(&item);
    if (run == nullptr || !run->condition) continue;
    if (asks_fields(*run->condition)) return true;
    for (const plan::RunField& each : run->fixed)
      if (uses.numbers.contains(*each.field)) return true;
  }
  return false;
}

// What a simple record consists of, apart from rules and fields that lie elsewhere.
bool is_simple(const plan::Field& field, const plan::LoneField& lone) {
  if (field.jump) return true;
  if (field.presence || field.region || (!lone.end && !field.body.fixed_size)) return false;
  if (const auto* text = std::get_if<plan::Text>(&field.body.kind))
    return !text->negative_check && (text->prefix || text->size) && !text->head &&
           !text->terminator && !text->to_end && !text->filler;
  const auto* raw = std::get_if<plan::Raw>(&field.body.kind);
  return raw != nullptr && raw->size && !raw->head;
}

bool is_simple(const plan::Record& record, const plan::Item& item) {
  if (const auto* lone = std::get_if<plan::LoneField>(&item))
    return is_simple(record.fields[lone->field], *lone);
  if (const auto* run = std::get_if<plan::Run>(&item)) return is_plain(record, *run);
  return std::holds_alternative<plan::Pad>(item) || std::holds_alternative<plan::Require>(item);
}

// The bytes that a text has at least.
std::uint64_t least_size(const plan::Text& text) {
  const std::uint64_t prefix = text.prefix ? bit_count(text.prefix->dtype) / 8 : 0;
  return impl::padded_size(prefix, text.pad);
}

// Prints the steps. `room` are the bytes that the next field of variable size may take: those left
// but for what the fields of fixed size take, and at least those of variable size after it.
class Steps {
 public:
  Steps(Printer& out, Walk& walk) : out_(out), walk_(walk) {
    for (const plan::Item& item : items()) measure(item);
  }

  void print() {
    std::uint64_t total = fixed_;
    for (const std::uint64_t least : least_) total += least;
    const std::string limited = print_limited();
    const std::string distance = "schemac::impl::distance(begin, end)" + limited;
    const std::string left = limited.empty() ? "" : "static_cast<std::int64_t>";
    if (total == 0 && limited.empty() && least_.empty()) {
      out_.emit("static_cast<void>(end);");
    } else if (total == 0 && limited.empty()) {
      out_.emit({{"distance", distance}}, "std::uint64_t room = $distance$;");
    } else if (least_.empty()) {
      out_.emit({{"left", left + (left.empty() ? distance : "(" + distance + ")")},
                 {"total", std::to_string(total)}},
                R"cc(if ($left$ < $total$) [[unlikely]] return nullptr;)cc");
    } else {
      out_.emit({{"distance", distance},
                 {"left", left + (left.empty() ? "room" : "(room)")},
                 {"total", std::to_string(total)},
                 {"others", std::to_string(total - least_.front())}},
                R"cc(
                  std::uint64_t room = $distance$;
                  if ($left$ < $total$) [[unlikely]] return nullptr;
                  room -= $others$;
                )cc");
    }
    for (const plan::Item& item : items()) {
      if (const auto* run = std::get_if<plan::Run>(&item)) print(*run);
      if (const auto* pad = std::get_if<plan::Pad>(&item)) print(*pad);
      if (const auto* lone = std::get_if<plan::LoneField>(&item)) print(*lone);
      if (const auto* require = std::get_if<plan::Require>(&item)) print(*require);
    }
  }

 private:
  [[nodiscard]] const std::vector<plan::Item>& items() const {
    return walk_.symbols.record().items;
  }

  void measure(const plan::Item& item) {
    if (const auto* run = std::get_if<plan::Run>(&item)) {
      if (run->condition) return;
      fixed_ += extent_of(run->fixed) + extent_of(run->after);
      if (run->counted) least_.push_back(0);
    } else if (std::holds_alternative<plan::Pad>(item)) {
      least_.push_back(0);
    } else if (const auto* lone = std::get_if<plan::LoneField>(&item)) {
      const plan::Field& field = walk_.symbols.field(lone->field);
      const auto* text = std::get_if<plan::Text>(&field.body.kind);
      if (field.jump) return;
      if (lone->end) least_.push_back(text != nullptr ? least_size(*text) : 0);
      if (!lone->end) fixed_ += *field.body.fixed_size;
    }
  }

  // The bytes of what isn't in every version: of fixed size, once the version is known. They are
  // taken off what is left, which may then be below 0.
  std::string print_limited() {
    std::string sum;
    for (const plan::Item& item : items()) {
      const auto* run = std::get_if<plan::Run>(&item);
      if (run == nullptr || !run->condition) continue;
      const std::string size = limited_size(walk_.symbols, *run);
      define(size, size + "_");
      sum += " - " + size;
    }
    return sum;
  }

  void print(const plan::Run& run) {
    if (run.condition) {
      out_.emit({{"after", walk_.symbols.anchor(run.end)},
                 {"begin", walk_.scope.at(run.begin)},
                 {"size", limited_size(walk_.symbols, run)}},
                "const std::byte* const $after$ = $begin$ + $size$;");
      return;
    }
    load(run.fixed);
    if (run.counted) {
      const std::string count = walk_.symbols.length_local(run.counted->list);
      const std::string stride = std::to_string(run.counted->stride);
      plan::Position begin = run.begin;
      begin.distance += extent_of(run.fixed);
      define(count, walk_.scope.size(run.counted->count));
      fit(count + " > room / " + stride, count + " * " + stride, begin, run.counted->after);
    }
    load(run.after);
  }

  void print(const plan::Require& require) {
    if (plan::is_about_count(walk_.symbols.plan(), walk_.symbols.record(), require))
      out_.emit({{"bad", broken_require(walk_.scope, require)}},
                "if ($bad$) [[unlikely]] return nullptr;");
  }

  void print(const plan::Pad& pad) {
    const std::string from =
        pad.of_record ? walk_.scope.at(plan::Position{}) : "origin_.file.data()";
    const std::string size = walk_.symbols.anchor(pad.end) + "_size";
    define(size, "schemac::impl::padding_to(schemac::impl::distance(" + from + ", " +
                     walk_.scope.at(pad.begin) + "), " + std::to_string(pad.multiple) + ")");
    fit(size + " > room", size, pad.begin, pad.end);
  }

  void print(const plan::LoneField& lone) {
    const plan::Field& field = walk_.symbols.field(lone.field);
    if (field.jump) return;
    const std::string size = walk_.symbols.length_local(lone.field);
    if (const auto* raw = std::get_if<plan::Raw>(&field.body.kind)) {
      define(size, walk_.scope.size(*raw->size));
      if (lone.end) fit(size + " > room", size, lone.begin, *lone.end);
      return;
    }
    const auto& text = std::get<plan::Text>(field.body.kind);
    const std::string form = walk_.forms.text(
        record_name(walk_.symbols.record()) + "_" + snake_case(field.identifier) + "_text", text,
        field.name);
    const std::string extent = field.identifier + "_extent";
    define(size, text.size ? walk_.scope.size(*text.size)
                           : "schemac::impl::stated_length<" + form + ">(" +
                                 walk_.scope.at(lone.begin) + ")");
    if (!lone.end) return;
    define(extent, "schemac::impl::text_extent<" + form + ">(" + size + ")");
    fit(extent + " > room", extent, lone.begin, *lone.end);
  }

  // Loads those numbers that sizes follow from.
  void load(const std::vector<plan::RunField>& fixed) {
    for (const plan::RunField& each : fixed) {
      if (!each.field || !walk_.scope.uses().numbers.contains(*each.field)) continue;
      const auto& scalar = std::get<plan::Scalar>(walk_.symbols.field(*each.field).body.kind);
      out_.emit({{"type", number_type(scalar)},
                 {"name", walk_.symbols.local(*each.field)},
                 {"load", load_of(scalar, walk_.scope.at(*walk_.symbols.position(*each.field)),
                                  walk_.scope.order(scalar))}},
                "const $type$ $name$ = $load$;");
    }
  }

  void define(const std::string& name, const std::string& value) {
    out_.emit({{"name", name}, {"value", value}}, "const std::uint64_t $name$ = $value$;");
  }

  // The next field of variable size: `size` bytes from `begin` on, unless that is `beyond` the
  // room.
  void fit(const std::string& beyond, const std::string& size, plan::Position begin,
           plan::AnchorId after) {
    out_.emit({{"beyond", beyond},
               {"after", walk_.symbols.anchor(after)},
               {"begin", walk_.scope.at(begin)},
               {"size", size}},
              R"cc(
                if ($beyond$) [[unlikely]] return nullptr;
                const std::byte* const $after$ = $begin$ + $size$;
              )cc");
    if (++fitted_ == least_.size()) return;
    const std::string next = least_[fitted_] == 0 ? "" : " + " + std::to_string(least_[fitted_]);
    out_.emit({{"size", size}, {"next", next}}, "room = room - $size$$next$;");
  }

  Printer& out_;
  Walk& walk_;
  std::uint64_t fixed_ = 0;           // bytes of all fields of fixed size
  std::vector<std::uint64_t> least_;  // bytes of each field of variable size
  std::size_t fitted_ = 0;            // fields of variable size so far
};

// Notes what the sizes of a record follow from.
void note_uses(ReadScope& scope) {
  const plan::Record& record = scope.symbols().record();
  for (const plan::Item& item : record.items) {
    const auto* run = std::get_if<plan::Run>(&item);
    if (run != nullptr && !run->condition && run->counted) (void)scope.size(run->counted->count);
    const auto* require = std::get_if<plan::Require>(&item);
    if (require != nullptr && plan::is_about_count(scope.symbols().plan(), record, *require))
      (void)broken_require(scope, *require);
    const auto* lone = std::get_if<plan::LoneField>(&item);
    if (lone == nullptr || record.fields[lone->field].jump) continue;
    const plan::Body& body = record.fields[lone->field].body;
    const auto* raw = std::get_if<plan::Raw>(&body.kind);
    const auto* text = std::get_if<plan::Text>(&body.kind);
    if (raw != nullptr && raw->size) (void)scope.size(*raw->size);
    if (text != nullptr && text->size) (void)scope.size(*text->size);
  }
  scope.ask_orders();
}

void emit_try_body(Printer& out, Walk& walk) {
  emit_params(out, walk);
  Steps(out, walk).print();
  out.emit("origin_.index = index;");
  out.emit("begin_ = begin;");
  for (const plan::AnchorId id : walk.symbols.kept_anchors())
    out.emit({{"anchor", walk.scope.at(plan::Position{id, 0})}}, "$anchor$_ = $anchor$;");
  for (const KeptLength& length : walk.symbols.kept_lengths())
    out.emit({{"member", length.member}, {"local", walk.symbols.length_local(length.field)}},
             "$member$ = $local$;");
  out.emit({{"end", walk.scope.at(walk.symbols.record().end)}}, "return $end$;");
}

}  // namespace

std::vector<LimitedStretch> limited_stretches(const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  std::vector<LimitedStretch> stretches;
  if (!has_try_walk(symbols.plan(), plan::id_of(symbols.plan(), record))) return stretches;
  ReadScope scope(symbols);
  for (const plan::Item& item : record.items)
    if (const auto* run = std::get_if<plan::Run>(&item); run != nullptr && run->condition)
      stretches.push_back(
          {limited_size(symbols, *run), scope.condition(*run->condition), extent_of(run->fixed)});
  return stretches;
}

bool has_try_walk(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  if (record.is_recursive || !is_shown(plan, id)) return false;
  for (const plan::Item& item : record.items)
    if (!is_simple(record, item)) return false;
  // Texts themselves aren't at hand here.
  const Symbols symbols(plan, record);
  ReadScope scope(symbols, SpelledIn::try_walk);
  note_uses(scope);
  return scope.uses().lengths.empty() && scope.uses().lists.empty() &&
         !needs_limited(record, scope.uses());
}

bool is_tried_alone(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  return nested != nullptr && field.is_kept && !field.presence && !field.region && !field.jump &&
         !nested->json && nested->args.empty() && nested->sections.empty() &&
         symbols.record().message() == nullptr && !is_kept_in_place(symbols, id) &&
         has_try_walk(symbols.plan(), nested->record);
}

void emit_try_walk(Printer& out, const Symbols& symbols, Forms& forms) {
  ReadScope scope(symbols, SpelledIn::try_walk);
  note_uses(scope);
  Walk walk{symbols, scope, forms};
  out.blank_line();
  out.emit({{"View", view_name(symbols.record())}, {"body", [&] { emit_try_body(out, walk); }}},
           R"cc(
             SCHEMAC_INLINE const std::byte* $View$::try_walk_(const std::byte* begin, const std::byte* end, std::uint64_t index) {
               $body$;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
