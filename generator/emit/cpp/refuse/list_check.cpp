#include "emit/cpp/refuse/list_check.h"

#include <algorithm>
#include <vector>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/facts.h"
#include "emit/cpp/refuse/open_ends.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/versions.h"
#include "model/overload.h"
#include "model/range_arithmetic.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/json_members.h"
#include "plan/facts/measuring.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

struct ListCheck : BodyCheck {
  using Rules = std::vector<plan::BrokenRule>;

  void emit(const plan::List& list) const {
    for (const plan::ListRefusal& refusal : plan::refusals_of(plan(), record(), at.field, list))
      std::visit(model::Overload{
                     [&](const plan::ElementCount& count) { emit_count(count); },
                     [&](const plan::TooLong& limit) { emit_too_long(limit, list.head); },
                     [&](const plan::StatedSize& stated) { emit_stated_size(stated, size()); },
                 },
                 refusal);
    for (const plan::ElementsRefusal& refusal : element_refusals(list))
      emit_elements_refusal(list, refusal, own_name());
  }

  void emit_count(const plan::ElementCount& count) const {
    out.emit(
        {{"size", size()()},
         {"sign", count.is_most ? ">" : "<"},
         {"limit", literal(count.limit)},
         {"frame", up()},
         {"path", quoted(own_name())},
         {"check", check(count.check)}},
        R"cc(if ($size$ $sign$ $limit$) return out.reject_at($check$, $frame$, $path$, schemac::impl::facts($size$));)cc");
  }

  [[nodiscard]] std::vector<plan::ElementsRefusal> element_refusals(const plan::List& list) const {
    return plan::element_refusals(plan(), record(), at.field, list);
  }

  void emit_elements_refusal(const plan::List& list, const plan::ElementsRefusal& refusal,
                             const std::string& name) const {
    std::visit(
        model::Overload{
            [&](const plan::SpareBytes&) { emit_slack(list, name); },
            [&](const plan::EachElement& each) { emit_elements(list, each, name); },
            [&](const plan::RulesInOrder& rules) { emit_rules_in_order(list, rules.rules, name); },
            [&](const plan::Swallowed&) { emit_open_check(out, at, list, up(), name); },
            [&](const plan::Duplicate& duplicate) { emit_unique(list, duplicate, name); },
        },
        refusal);
  }

  // Slack is found by what states where it ends.
  void emit_slack(const plan::List& list, const std::string& name) const {
    const plan::FieldId starts = list.stated_starts->list;
    std::string are_stated = at.scope.field(starts).presence ? at.scope.is_there(starts) : "true";
    if (at.scope.field(starts).unknown)
      are_stated = "(" + are_stated + ") && " + at.scope.is_known(starts);
    const plan::Record& record =
        plan().records[std::get<plan::Nested>(list.element.front().kind).record];
    out.emit(
        {{"list", at.x()},
         {"slack", record.slack->identifier},
         {"stated", are_stated},
         {"counted",
          list.is_counted ? condition_of(*list.is_counted, at.scope.inline_spelling()) : "true"},
         {"frame", up()},
         {"path", quoted(name)},
         {"name", quoted(record.slack->name)},
         {"first", first_index()},
         {"end", is_streamed(at.scope, at.field) ? "schemac::impl::end_index(" + at.x() + ")"
                                                 : access(at.x(), "size()")}},
        R"cc(
               for (std::size_t i = $first$; i < $end$; ++i)
                 if ($list$[i].choices.$slack$.size() != 0 &&
                     !(i + 1 < $list$.size() ? ($stated$) : ($counted$)))
                   return out.reject_room({&$frame$, $path$, i}, $name$);
             )cc");
  }

  // That an element has bytes: without them no reader would find it.
  void emit_bytes(const plan::List& list, plan::CheckId empty_element) const {
    const plan::Body& element = list.element.front();
    const std::string is_empty = at.scope.size_of(at.field, element, at.x()) + " == 0";
    const std::string known =
        list.is_counted ? condition_of(*list.is_counted, at.scope.inline_spelling()) : "";
    out.emit({{"empty", known.empty() ? is_empty : is_empty + " && !(" + known + ")"},
              {"check", check(empty_element)},
              {"frame", at.frame()}},
             R"cc(if ($empty$) return out.reject($check$, $frame$);)cc");
  }

  // Whether the record is measured along with its checks, the list's elements by their heads.
  [[nodiscard]] bool are_elements_measured(const plan::List& list) const {
    return plan::is_measured_by_head(list) && at.scope.record().is_measured &&
           &list == std::get_if<plan::List>(&at.scope.field(at.field).body.kind);
  }

  // The index of the first element that a loop comes to.
  [[nodiscard]] std::string first_index() const {
    return is_streamed(at.scope, at.field) ? "schemac::impl::first_index(" + at.x() + ")" : "0";
  }

  // Rules about elements alone, in the order that these have in the file. Reports give the index
  // that an element has in the value. Prints
  //
  //   {
  //     const schemac::impl::InOrder ordered(value.items, &Item::name);
  //     for (std::size_t i = 0; i < ordered.size(); ++i) {
  //       const auto& element = ordered[i];
  //       const schemac::impl::FrameOf<Out> own_items{&frame, "items", ordered.given_index(i)};
  //       if (!(i != 0 || element.name == 1)) return out.reject(..., own_items, ...);
  //     }
  //   }
  void emit_rules_in_order(const plan::List& list, const Rules& rules,
                           const std::string& name) const {
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Record& record = plan().records[nested.record];
    const std::string each = "own_" + at.scope.field(at.field).identifier;
    const Printer::Block steps = out.set_aside(
        [&] {
          emit_each_of(rules, {"ordered", "i", each, list});
        },
        4);
    const auto element = [&] {
      if (ask_element(rules)) out.emit("const auto& element = ordered[i];");
    };
    out.emit({{"list", at.x()},
              {"key", record.name + "::" + record.fields[*list.order_by].identifier},
              {"each", each},
              {"frame", up()},
              {"path", quoted(name)},
              {"element", element},
              {"steps", [&] { out.put(steps); }}},
             R"cc(
               {
                 const schemac::impl::InOrder ordered($list$, &$key$);
                 for (std::size_t i = 0; i < ordered.size(); ++i) {
                   $element$;
                   const schemac::impl::FrameOf<Out> $each${&$frame$, $path$, ordered.given_index(i)};
                   $steps$;
                 }
               }
             )cc");
  }

  // Rules about elements alone; the elements were checked before.
  void emit_rules(const plan::List& list) const {
    const Rules rules = plan::rules_of(plan(), record(), list);
    if (rules.empty()) return;
    if (plan::has_rules_of_order(list))
      return emit_rules_in_order(list, rules, at.scope.field(at.field).name);
    const std::string each = "own_" + at.scope.field(at.field).identifier;
    const Printer::Block steps = out.set_aside(
        [&] {
          emit_each_of(rules, {at.x(), each + ".index", each, list});
        },
        4);
    out.emit({{"each", each},
              {"frame", at.scope.use("frame")},
              {"path", quoted(at.scope.field(at.field).name)},
              {"first", first_index()},
              {"loop", loop_line(ask_element(rules))},
              {"steps", [&] { out.put(steps); }}},
             R"cc(
               {
                 schemac::impl::FrameOf<Out> $each${&$frame$, $path$, $first$};
                 for ($loop$) {
                   $steps$;
                   ++$each$.index;
                 }
               }
             )cc");
  }

  // "const auto& element : value.items"; the index alone counts where nothing asks for elements.
  [[nodiscard]] std::string loop_line(bool has_element) const {
    if (has_element) return "const auto& element : " + at.x();
    const std::string count = is_streamed(at.scope, at.field)
                                  ? "schemac::impl::count_at_hand(" + at.x() + ")"
                                  : access(at.x(), "size()");
    return "std::size_t left = " + count + "; left != 0; --left";
  }

  // Whether a rule that is checked asks for the element that it is about.
  static bool asks_element(const plan::Expr& expr) {
    return expr.op == plan::Op::element ||
           (expr.op == plan::Op::inside && expr.id == plan::the_element) ||
           std::ranges::any_of(expr.args, [](const plan::Expr& arg) { return asks_element(arg); });
  }
  static bool asks_element(const plan::EachRule& rule) {
    return asks_element(rule.condition) ||
           std::ranges::any_of(rule.facts,
                               [](const plan::Expr& fact) { return asks_element(fact); });
  }
  static bool ask_element(const Rules& rules) {
    return std::ranges::any_of(
        rules, [](const plan::BrokenRule& broken) { return asks_element(*broken.rule); });
  }

  void emit_elements(const plan::List& list, const plan::EachElement& elements,
                     const std::string& name) const {
    const std::string each = "each_" + at.scope.field(at.field).identifier;
    const auto split = version_split(plan(), list.element.front());
    const std::string version = split ? at.scope.text_of_argument(split->version) : "";
    WriteScope scope = at.scope;
    if (split) scope.name_arguments({{version, known_version}});
    const std::string element = "element";
    CheckedBody inner(
        scope, at.field, [&] { return scope.use(element); }, each, "");
    inner.is_measured = are_elements_measured(list);
    const auto checks = [&] {
      emit_body_check(out, inner, list.element.front());
      for (const plan::ElementRefusal& refusal : elements.refusals)
        std::visit(model::Overload{
                       [&](const plan::WithoutBytes& empty) {
                         ListCheck{{out, inner}}.emit_bytes(list, empty.check);
                       },
                       [&](const plan::BrokenRule& broken) {
                         if (asks_element(*broken.rule)) (void)inner.x();
                         emit_each(*broken.rule, {at.x(), each + ".index", each, list});
                       },
                       [&](const plan::TakenName& taken) {
                         emit_taken(key_member(list, inner.x() + "."), taken, each);
                       },
                   },
                   refusal);
      if (is_unique(list))
        out.emit({{"keys", keys()}, {"key", key_member(list, inner.x() + ".")}},
                 R"cc($keys$.add(schemac::impl::key_text($key$));)cc");
      if (notes_product(at.scope, at.field))
        out.emit({{"product", product()}, {"element", inner.x()}},
                 R"cc($product$.take($element$);)cc");
    };
    const Printer::Block steps = out.set_aside(checks, split ? 4 : 2);
    const bool has_element = scope.uses(element);
    scope.forget(element);
    if (steps.is_empty()) return;
    if (is_unique(list))
      out.emit(
          {{"keys", keys()},
           {"type", has_list_key(list) ? "schemac::impl::BasicAscending<schemac::impl::KeyTexts>"
                                       : "schemac::impl::Ascending"}},
          R"cc($type$ $keys$;)cc");
    const std::string frame = "schemac::impl::FrameOf<Out> " + each + "{&" + up() + ", " +
                              quoted(name) + ", " + first_index() + "}; ";
    const bool is_in_loop = !split && has_element;
    if (!is_in_loop) out.emit({{"frame", frame}}, "$frame$");
    if (notes_product(at.scope, at.field))
      out.emit({{"product", product()}}, R"cc(schemac::impl::KnownProduct $product$;)cc");
    const auto loop = [&] {
      out.emit({{"each", each},
                {"frame", is_in_loop ? frame : ""},
                {"loop", loop_line(has_element)},
                {"steps", [&] { out.put(steps); }}},
               R"cc(
                 for ($frame$$loop$) {
                   $steps$;
                   ++$each$.index;
                 }
               )cc");
      if (notes_product(at.scope, at.field))
        out.emit({{"list", at.x()}, {"product", product()}},
                 R"cc(out.note_product($list$, $product$);)cc");
    };
    if (!split) return loop();
    emit_split_check(out, "check_" + at.scope.field(at.field).identifier, version, split->limit,
                     loop);
  }

  void emit_taken(const std::string& key, const plan::TakenName& taken,
                  const std::string& each) const {
    out.emit(
        {{"key", key}, {"name", quoted(taken.name)}, {"check", check(taken.check)}, {"each", each}},
        R"cc(if ($key$ == $name$) return out.reject($check$, $each$, {0, 0, 0, $name$});)cc");
  }

  // What rules about an element call the list, where the element is in it, and its frame.
  struct ElementNames {
    std::string list, index, frame;
    const plan::List& of;
  };

  // `_` and `_next` of a list of records: their values.
  void spell_elements(Spelling& spelling, const ElementNames& names) const {
    const auto* nested = std::get_if<plan::Nested>(&names.of.element.front().kind);
    if (nested == nullptr) return;
    spelling.inside = [outer = spelling.inside, nested, this](plan::FieldId id) {
      if (id < plan::the_next) return outer(id);
      const auto inner = at.scope.of_element(*nested, id == plan::the_next ? "there" : "element");
      Spelling elements = inner->spelling();
      elements.owner = inner;
      elements.is_asked = [inner] { return inner->is_value_asked(); };
      return elements;
    };
    spelling.next = "schemac::impl::next_of(" + names.list + ", " + names.index + ")";
  }

  // An enumerator is asked for its number.
  [[nodiscard]] static std::string element_number(const plan::List& list) {
    const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
    if (scalar == nullptr || !scalar->enumeration) return "element";
    return std::string("static_cast<") +
           (model::range_of(*scalar).min < 0 ? "std::int64_t" : "std::uint64_t") + ">(element)";
  }

  void emit_each_of(const Rules& rules, const ElementNames& names) const {
    for (const plan::BrokenRule& broken : rules) emit_each(*broken.rule, names);
  }

  void emit_each(const plan::EachRule& rule, const ElementNames& names) const {
    Spelling spelling = at.scope.spelling();
    spelling.element = element_number(names.of);
    spelling.index = names.index;
    spelling.is_last = "(" + names.index + " + 1 == " + access(names.list, "size()") + ")";
    spell_elements(spelling, names);
    out.emit({{"condition", condition_of(rule.condition, spelling, true)},
              {"fits", at.scope.can_fail(rule.condition, record_of_elements(plan(), names.of))
                           ? " || !" + at.scope.use("fits")
                           : ""},
              {"check", check(rule.check)},
              {"frame", names.frame},
              {"facts", facts_of(rule.facts, spelling)}},
             R"cc(if (!$condition$$fits$) return out.reject($check$, $frame$$facts$);)cc");
  }

  void emit_unique(const plan::List& list, const plan::Duplicate& duplicate,
                   const std::string& name) const {
    out.emit({{"keys", keys()},
              {"list", at.x()},
              {"key", is_record_list(list) ? "&" + key_member(list, element_type(list) + "::")
                                           : "std::identity()"},
              {"check", check(duplicate.check)},
              {"frame", up()},
              {"path", quoted(name)}},
             R"(
               if (!schemac::impl::check_unique($keys$, $list$, $key$, $check$, {&$frame$, $path$}, out)) return false;
             )");
  }

  [[nodiscard]] bool is_unique(const plan::List& list) const {
    return list.unique && is_refused(plan(), list.duplicate);
  }
  // Whether the key of the elements is a list of texts.
  [[nodiscard]] bool has_list_key(const plan::List& list) const {
    if (!is_record_list(list)) return false;
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Body& key = plan().records[nested.record].fields[*list.unique].body;
    return std::holds_alternative<plan::List>(key.kind);
  }
  [[nodiscard]] static bool is_record_list(const plan::List& list) {
    return std::holds_alternative<plan::Nested>(list.element.front().kind);
  }
  [[nodiscard]] std::string element_type(const plan::List& list) const {
    return plan().records[std::get<plan::Nested>(list.element.front().kind).record].name;
  }
  [[nodiscard]] std::string product() const {
    return at.scope.field(at.field).identifier + "_product";
  }
  [[nodiscard]] std::string keys() const { return at.scope.field(at.field).identifier + "_keys"; }
  // "element.name", "Tensor::name": the member that is the key of an element; the element itself
  // where it has none.
  [[nodiscard]] std::string key_member(const plan::List& list, const std::string& owner) const {
    if (!is_record_list(list)) return "element";
    const plan::Record& record =
        plan().records[std::get<plan::Nested>(list.element.front().kind).record];
    return owner + record.fields[*list.unique].identifier;
  }
};

}  // namespace

void emit_list_check(Printer& out, const CheckedBody& at, const plan::List& list) {
  ListCheck{{out, at}}.emit(list);
}

void emit_list_elements_check(Printer& out, const CheckedBody& at, const plan::List& list) {
  const ListCheck check{{out, at}};
  for (const plan::ElementsRefusal& refusal : check.element_refusals(list))
    if (!std::holds_alternative<plan::Duplicate>(refusal))  // others may be in the file
      check.emit_elements_refusal(list, refusal, at.scope.field(at.field).name);
}

void emit_rules_check(Printer& out, const CheckedBody& at, const plan::List& list) {
  ListCheck{{out, at}}.emit_rules(list);
}

}  // namespace schemac::emit::cpp
