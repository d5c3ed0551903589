#include "emit/cpp/refuse/body_check.h"

#include <algorithm>

#include "emit/cpp/measure/along.h"
#include "emit/cpp/names.h"
#include "emit/cpp/public/enums.h"
#include "emit/cpp/refuse/open_ends.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/preview.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/json.h"
#include "model/range_arithmetic.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/json_members.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// One overload a kind of body.
struct Emit {
  Printer& out;
  const BodyPlace& at;

  [[nodiscard]] const plan::Plan& plan() const { return at.scope.plan(); }
  [[nodiscard]] std::string check(plan::CheckId id) const { return check_of(plan(), id); }

  void operator()(const plan::Scalar& scalar) const { emit_scalar_check(out, at, scalar); }
  void operator()(const plan::Constant&) const {}

  void operator()(const plan::Text& text) const {
    const std::string size = access(at.x, "size()");
    emit_head(text.head);
    if (text.prefix && bit_count(text.prefix->dtype) < 64)
      out.emit(
          {{"size", size},
           {"most", literal(model::range_of(text.prefix->dtype).max)},
           {"frame", at.frame},
           {"path", quoted(at.path)}},
          R"cc(if ($size$ > $most$) return out.reject_large($frame$, $path$, $size$, $most$);)cc");
    if (text.size) emit_stated_size(*text.size, access(at.x, "size()"));
    if (is_refused(plan(), text.empty_check))
      out.emit({{"empty", access(at.x, "empty()")},
                {"check", check(*text.empty_check)},
                {"frame", at.frame}},
               R"cc(if ($empty$) return out.reject($check$, $frame$);)cc");
    if (is_refused(plan(), text.charset_check))
      out.emit(
          {{"set", characters_of(plan(), text)},
           {"x", at.x},
           {"check", check(*text.charset_check)},
           {"frame", at.frame}},
          R"(if (!schemac::check_characters<$set$>($x$, $check$, $frame$, out)) return false;)");
    if (is_refused(plan(), text.encoding_check))
      out.emit({{"test", text.encoding == "ascii" ? "check_ascii" : "check_utf8"},
                {"x", at.x},
                {"check", check(*text.encoding_check)},
                {"frame", at.frame}},
               R"cc(if (!schemac::$test$($x$, $check$, $frame$, out)) return false;)cc");
    if (at.scope.record().json)
      out.emit(
          {{"x", at.x},
           {"frame", at.frame},
           {"path", quoted(at.path)},
           {"syntax", syntax_argument(at.scope.record().json->style.syntax)}},
          R"cc(if (!schemac::json::check_characters$syntax$($x$, $frame$, $path$, out)) return false;)cc");
    if (text.terminator)
      out.emit(
          {{"x", at.x},
           {"frame", at.frame},
           {"path", quoted(at.path)},
           {"byte", literal(*text.terminator)}},
          R"cc(if (!schemac::check_no_byte($x$, $byte$, $frame$, $path$, out)) return false;)cc");
  }

  // What no head can say.
  void emit_head(const std::optional<plan::Head>& head) const {
    if (!head) return;
    const bool is_list = head->form == plan::HeadForm::list || head->form == plan::HeadForm::map;
    if (at.is_measured)
      return out.emit({{"form", head_form(head->form)},
                       {"measure", is_list ? "measure_head" : "measure_headed"},
                       {"size", access(at.x, "size()")},
                       {"frame", at.frame},
                       {"path", quoted(at.path)},
                       {"most", "schemac::msgpack::most_in_head"}},
                      R"(
            if (!schemac::msgpack::$measure$<$form$>(out, $size$))
              return out.reject_large($frame$, $path$, $size$, $most$);
          )");
    out.emit(
        {{"size", access(at.x, "size()")},
         {"frame", at.frame},
         {"path", quoted(at.path)},
         {"most", "schemac::msgpack::most_in_head"}},
        R"cc(if ($size$ > $most$) return out.reject_large($frame$, $path$, $size$, $most$);)cc");
  }

  void operator()(const plan::Raw& raw) const {
    emit_head(raw.head);
    if (raw.free) return emit_free(raw);
    if (raw.size) emit_stated_size(*raw.size, access(at.x, "size()"));
  }

  // That the wire form has a form for the value.
  void emit_free(const plan::Raw& raw) const {
    if (raw.free->wire == plan::FreeForm::Wire::object)
      return out.emit(
          {{"x", at.x}, {"frame", at.frame}, {"path", quoted(at.path)}},
          R"cc(if (!schemac::msgpack::check_object($x$, $frame$, $path$, out)) return false;)cc");
    out.emit(
        {{"x", access(at.x, "value")},
         {"frame", at.frame},
         {"path", quoted(at.path)},
         {"syntax", syntax_argument(raw.free->style.syntax)}},
        R"cc(if (!schemac::json::check_value$syntax$($x$, $frame$, $path$, out)) return false;)cc");
    if (raw.free->holds_members)
      out.emit(
          {{"x", access(at.x, "value")}, {"frame", at.frame}, {"path", quoted(at.path)}},
          R"cc(if (!schemac::json::check_members($x$, $frame$, $path$, out)) return false;)cc");
    if (raw.size)
      emit_stated_size(*raw.size, "schemac::json::text_of(" + at.x + ", " +
                                      style_text(raw.free->style) + ").size()");
  }

  // What is stated elsewhere, unless it is derived from this very field.
  void emit_stated_size(const plan::Expr& size, const std::string& held) const {
    if (at.scope.follows_from(size, at.field) || at.scope.asks_layout(size)) return;
    const std::string needed = text_of(size, at.scope.spelling(), true);
    const bool has_sign = size.range.min < 0;
    if (can_fail(size))
      out.emit({{"known", is_number(size, at.scope.spelling())},
                {"size", held},
                {"frame", at.frame},
                {"path", quoted(at.path)}},
               R"(if (!$known$) return out.reject_unknown_size($frame$, $path$, $size$);)");
    out.emit({{"differs", has_sign ? "std::cmp_not_equal(" + held + ", " + needed + ")"
                                   : held + " != " + needed},
              {"size", held},
              {"needed", needed},
              {"reject", has_sign ? "reject_signed_size" : "reject_size"},
              {"frame", at.frame},
              {"path", quoted(at.path)}},
             R"(if ($differs$) return out.$reject$($frame$, $path$, $size$, $needed$);)");
  }

  void operator()(const plan::Array& array) const {
    emit_head(array.head);
    if (!array.dims) return emit_single(array);
    if (at.scope.asks_layout(*array.dims)) return;
    out.emit(
        {{"needed", length_name(at.scope.record(), at.scope.field(at.field).identifier)},
         {"dims", dims_of(*array.dims, at.scope.spelling())},
         {"element", element_size(plan(), array.dtype, at.scope.spelling())},
         {"reject", array.overflow ? "reject(" + check(*array.overflow) + ", frame)"
                                   : "reject_size(" + up() + ", " + quoted(own_name()) + ", 0, 0)"},
         {"held", access(at.x, "size()")},
         {"frame", up()},
         {"path", quoted(own_name())}},
        R"cc(
               std::uint64_t $needed$ = 0;
               if (!schemac::array_size($dims$, $element$, $needed$)) return out.$reject$;
               if ($held$ != $needed$) return out.reject_size($frame$, $path$, $held$, $needed$);
             )cc");
  }

  void emit_single(const plan::Array& array) const {
    if (!is_chosen_by_dtype(array))
      out.emit(
          {{"held", access(at.x, "dtype()")},
           {"dtype", dtype_of(array)},
           {"frame", at.frame},
           {"path", quoted(at.path)}},
          R"(if ($held$ != $dtype$) return out.reject_dtype($frame$, $path$, schemac::name($held$));)");
    if (is_refused(plan(), array.boolean))
      out.emit({{"x", at.x}, {"check", check(*array.boolean)}, {"frame", at.frame}},
               R"cc(if (!schemac::check_boolean($x$, $check$, $frame$, out)) return false;)cc");
  }

  // Where the tag follows from the dtype held, any dtype with a tag will do.
  [[nodiscard]] bool is_chosen_by_dtype(const plan::Array& array) const {
    const auto* choice = plan::switch_of(at.scope.field(at.field));
    if (choice == nullptr || !at.scope.tag_follows_from(*choice, at.field)) return false;
    return std::ranges::any_of(choice->alternatives, [&](const plan::Alternative& alternative) {
      return alternative.tag_by_dtype &&
             std::get_if<plan::Array>(&alternative.body.front().kind) == &array;
    });
  }
  [[nodiscard]] std::string dtype_of(const plan::Array& array) const {
    if (array.dtype.op == plan::Op::constant)
      return dtype_name(static_cast<Dtype>(array.dtype.number));
    return "static_cast<schemac::Dtype>(" + text_of(array.dtype, at.scope.spelling()) + ")";
  }

  void operator()(const plan::Nested& nested) const {
    const plan::Record& record = plan().records[nested.record];
    std::string arguments;
    for (std::size_t i = 0; i < nested.args.size(); ++i)  // what isn't known yet isn't asked for
      arguments += ", " + (record.params[i].is_known_late
                               ? "0"
                               : at.scope.argument(nested.args[i], at.scope.spelling()));
    const std::string frame =
        at.path.empty() ? at.frame : "{&" + at.frame + ", " + quoted(at.path) + "}";
    out.emit({{"x", at.x}, {"arguments", arguments}, {"frame", frame}},
             R"cc(if (!check($x$$arguments$, $frame$, out)) return false;)cc");
  }

  // Below which frame a list and its elements are told, and by what name: an alternative, which may
  // be that of an element, has a frame of its own.
  [[nodiscard]] std::string up() const { return at.path.empty() ? at.frame : "frame"; }
  [[nodiscard]] std::string own_name() const {
    return at.path.empty() ? "" : at.scope.field(at.field).name;
  }

  void operator()(const plan::List& list) const {
    const std::string name = own_name();
    const std::string size = access(at.x, "size()");
    if (list.maximum && is_refused(plan(), list.maximum_check))
      out.emit(
          {{"size", size},
           {"most", literal(*list.maximum)},
           {"frame", up()},
           {"path", quoted(name)},
           {"check", check(*list.maximum_check)}},
          R"cc(if ($size$ > $most$) return out.reject_at($check$, $frame$, $path$, schemac::facts($size$));)cc");
    emit_head(list.head);
    if (list.minimum && is_refused(plan(), list.minimum_check))
      out.emit(
          {{"size", size},
           {"least", literal(*list.minimum)},
           {"frame", up()},
           {"path", quoted(name)},
           {"check", check(*list.minimum_check)}},
          R"(if ($size$ < $least$) return out.reject_at($check$, $frame$, $path$, schemac::facts($size$));)");
    if (list.count && !list.is_counted) emit_stated_size(*list.count, access(at.x, "size()"));
    if (list.is_counted) emit_count_if_known(list);
    emit_elements_of(list, name);
    if (is_unique(list)) emit_unique(list, name);
  }

  void emit_elements_of(const plan::List& list, const std::string& name) const {
    if (list.has_slack) emit_slack(list, name);
    if (has_check(at.scope, list.element.front()) || list.empty_element || !list.each.empty() ||
        is_unique(list))
      emit_elements(list, name);
    if (plan::has_rules_of_order(list)) emit_rules_in_order(list, name);
    if (list.may_be_open) emit_open_check(out, at, list, up(), name);
  }

  void emit_count_if_known(const plan::List& list) const {
    const auto check = [&] { emit_stated_size(*list.count, access(at.x, "size()")); };
    if (at.scope.follows_from(*list.count, at.field)) return;
    out.emit({{"known", condition_of(*list.is_counted, at.scope.spelling())}, {"check", check}},
             R"cc(
               if ($known$) {
                 $check$;
               }
             )cc");
  }

  // Slack is found by what states where it ends.
  void emit_slack(const plan::List& list, const std::string& name) const {
    const plan::FieldId begins = list.stated_begins->list;
    std::string are_stated = at.scope.field(begins).presence ? at.scope.is_there(begins) : "true";
    if (at.scope.field(begins).unknown)
      are_stated = "(" + are_stated + ") && " + at.scope.is_known(begins);
    const plan::Record& record =
        plan().records[std::get<plan::Nested>(list.element.front().kind).record];
    out.emit(
        {{"list", at.x},
         {"slack", record.slack->identifier},
         {"stated", are_stated},
         {"counted",
          list.is_counted ? condition_of(*list.is_counted, at.scope.inline_spelling()) : "true"},
         {"frame", up()},
         {"path", quoted(name)},
         {"name", quoted(record.slack->name)},
         {"first", first_index()},
         {"end", is_streamed(at.scope, at.field) ? "schemac::end_index(" + at.x + ")"
                                                 : access(at.x, "size()")}},
        R"cc(
               for (std::size_t i = $first$; i < $end$; ++i)
                 if ($list$[i].choices.$slack$.size() != 0 &&
                     !(i + 1 < $list$.size() ? ($stated$) : ($counted$)))
                   return out.reject_room({&$frame$, $path$, i}, $name$);
             )cc");
  }

  // That an element has bytes, by which alone it is told.
  void emit_bytes(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    const std::string is_empty = at.scope.size_of(at.field, element, at.x) + " == 0";
    const std::string known =
        list.is_counted ? condition_of(*list.is_counted, at.scope.inline_spelling()) : "";
    out.emit({{"empty", known.empty() ? is_empty : is_empty + " && !(" + known + ")"},
              {"check", check(*list.empty_element)},
              {"frame", at.frame}},
             R"cc(if ($empty$) return out.reject($check$, $frame$);)cc");
  }

  // Whether the record is measured along with its checks, the list's elements by their heads.
  [[nodiscard]] bool are_elements_measured(const plan::List& list) const {
    return plan::is_measured_by_head(list) && at.scope.record().is_measured &&
           &list == std::get_if<plan::List>(&at.scope.field(at.field).body.kind);
  }

  // The index of the first element that a loop comes to.
  [[nodiscard]] std::string first_index() const {
    return is_streamed(at.scope, at.field) ? "schemac::first_index(" + at.x + ")" : "0";
  }

  [[nodiscard]] bool are_rules_checked(const plan::List& list) const {
    return std::ranges::any_of(
        list.each, [&](const plan::EachRule& rule) { return is_checked(at.scope, list, rule); });
  }

  // Rules about elements alone, in the order that these have in the file. What is told names them
  // as the values have them. Prints
  //
  //   {
  //     const schemac::InOrder ordered(value.items, &Item::name);
  //     for (std::size_t i = 0; i < ordered.size(); ++i) {
  //       const auto& element = ordered[i];
  //       const schemac::FrameOf<Out> own_items{&frame, "items", ordered.given_index(i)};
  //       if (!(i != 0 || element.name == 1)) return out.reject(..., own_items, ...);
  //     }
  //   }
  void emit_rules_in_order(const plan::List& list, const std::string& name) const {
    if (!are_rules_checked(list)) return;
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Record& record = plan().records[nested.record];
    const std::string each = "own_" + at.scope.field(at.field).identifier;
    out.emit({{"list", at.x},
              {"key", record.name + "::" + record.fields[*list.order_by].identifier},
              {"each", each},
              {"frame", up()},
              {"path", quoted(name)},
              {"steps",
               [&] {
                 emit_each_of(list, {"ordered", "i", each});
               }}},
             R"cc(
               {
                 const schemac::InOrder ordered($list$, &$key$);
                 for (std::size_t i = 0; i < ordered.size(); ++i) {
                   [[maybe_unused]] const auto& element = ordered[i];
                   const schemac::FrameOf<Out> $each${&$frame$, $path$, ordered.given_index(i)};
                   $steps$;
                 }
               }
             )cc");
  }

  // Rules about elements alone; the elements were checked before.
  void emit_rules(const plan::List& list) const {
    if (!are_rules_checked(list)) return;
    if (plan::has_rules_of_order(list))
      return emit_rules_in_order(list, at.scope.field(at.field).name);
    const std::string each = "own_" + at.scope.field(at.field).identifier;
    const auto steps = [&](Printer& to) {
      Emit{to, at}.emit_each_of(list, {at.x, each + ".index", each});
    };
    out.emit({{"each", each},
              {"unused", Preview(steps).count("element") == 0 ? "[[maybe_unused]] " : ""},
              {"path", quoted(at.scope.field(at.field).name)},
              {"list", at.x},
              {"first", first_index()},
              {"steps", [&] { steps(out); }}},
             R"cc(
               {
                 schemac::FrameOf<Out> $each${&frame, $path$, $first$};
                 for ($unused$const auto& element : $list$) {
                   $steps$;
                   ++$each$.index;
                 }
               }
             )cc");
  }

  void emit_elements(const plan::List& list, const std::string& name) const {
    const std::string each = "each_" + at.scope.field(at.field).identifier;
    const auto split = version_split(plan(), list.element.front());
    const std::string version = split ? at.scope.text_of_argument(split->version) : "";
    WriteScope scope = at.scope;
    if (split) scope.name_arguments({{version, known_version}});
    const BodyPlace inner{scope, at.field, "element", each, "", are_elements_measured(list)};
    const auto steps = [&](Printer& to) {
      emit_body_check(to, inner, list.element.front());
      if (list.empty_element) Emit{to, inner}.emit_bytes(list);
      if (!plan::has_rules_of_order(list))
        Emit{to, at}.emit_each_of(list, {at.x, each + ".index", each});
      if (is_unique(list))
        to.emit({{"keys", keys()}, {"key", key_member(list, "element.")}},
                R"cc($keys$.add(schemac::key_text($key$));)cc");
      for (const std::string& taken : plan::taken_names(at.scope.record(), at.field))
        to.emit(
            {{"key", key_member(list, "element.")},
             {"name", quoted(taken)},
             {"check", check(*list.duplicate)},
             {"each", each}},
            R"cc(if ($key$ == $name$) return out.reject($check$, $each$, {0, 0, 0, $name$});)cc");
      if (notes_product(at.scope, at.field))
        to.emit({{"product", product()}}, R"cc($product$.take(element);)cc");
    };
    const Preview preview(steps);
    if (preview.is_empty()) return;
    if (is_unique(list))
      out.emit({{"keys", keys()},
                {"type", has_list_key(list) ? "schemac::BasicAscending<schemac::KeyTexts>"
                                            : "schemac::Ascending"}},
               R"cc($type$ $keys$;)cc");
    out.emit({{"each", each}, {"frame", up()}, {"path", quoted(name)}, {"first", first_index()}},
             R"cc(schemac::FrameOf<Out> $each${&$frame$, $path$, $first$};)cc");
    if (notes_product(at.scope, at.field))
      out.emit({{"product", product()}}, R"cc(schemac::KnownProduct $product$;)cc");
    const auto loop = [&] {
      out.emit({{"each", each},
                {"unused", preview.count("element") == 0 ? "[[maybe_unused]] " : ""},
                {"list", at.x},
                {"steps", [&] { steps(out); }}},
               R"cc(
                 for ($unused$const auto& element : $list$) {
                   $steps$;
                   ++$each$.index;
                 }
               )cc");
      if (notes_product(at.scope, at.field))
        out.emit({{"list", at.x}, {"product", product()}},
                 R"cc(out.note_product($list$, $product$);)cc");
    };
    if (!split) return loop();
    emit_split_check(out, "check_" + at.scope.field(at.field).identifier, version, split->limit,
                     loop);
  }

  // What rules about an element call the list, where the element is in it, and its frame.
  struct ElementNames {
    std::string list, index, frame;
  };

  // What walks other lists for their sizes calls elements otherwise.
  static void keep_apart(Spelling& spelling) {
    spelling.size_of = [outer = spelling.size_of](plan::FieldId id) {
      return beside_elements(outer(id));
    };
    spelling.offset_of = [outer = spelling.offset_of](plan::FieldId id) {
      return beside_elements(outer(id));
    };
  }
  static void keep_elements_apart(Spelling& spelling) {
    keep_apart(spelling);
    spelling.clear = [outer = spelling.clear](Spelling& other, const std::string& flag) {
      outer(other, flag);
      keep_apart(other);
    };
  }

  // `_` and `_next` of a list of records: their values.
  void spell_elements(Spelling& spelling, const ElementNames& names) const {
    const auto* held = std::get_if<plan::List>(&at.scope.field(at.field).body.kind);
    const auto* nested =
        held != nullptr ? std::get_if<plan::Nested>(&held->element.front().kind) : nullptr;
    if (nested == nullptr) return;
    spelling.inside = [outer = spelling.inside, nested, this](plan::FieldId id) {
      if (id < plan::the_next) return outer(id);
      const auto inner = at.scope.of_element(*nested, id == plan::the_next ? "there" : "element");
      Spelling elements = inner->spelling();
      elements.owner = inner;
      return elements;
    };
    spelling.next = "schemac::next_of(" + names.list + ", " + names.index + ")";
  }

  // An enumerator is asked for its number.
  [[nodiscard]] std::string element_number() const {
    const auto* list = std::get_if<plan::List>(&at.scope.field(at.field).body.kind);
    const auto* scalar =
        list == nullptr ? nullptr : std::get_if<plan::Scalar>(&list->element.front().kind);
    if (scalar == nullptr || !scalar->enumeration) return "element";
    return std::string("static_cast<") +
           (model::range_of(scalar->dtype).min < 0 ? "std::int64_t" : "std::uint64_t") +
           ">(element)";
  }

  [[nodiscard]] const plan::Record* element_record() const {
    const auto* list = std::get_if<plan::List>(&at.scope.field(at.field).body.kind);
    return list == nullptr ? nullptr : record_of_elements(plan(), *list);
  }

  void emit_each_of(const plan::List& list, const ElementNames& names) const {
    for (const plan::EachRule& rule : list.each)
      if (is_checked(at.scope, list, rule)) emit_each(rule, names);
  }

  void emit_each(const plan::EachRule& rule, const ElementNames& names) const {
    Spelling spelling = at.scope.spelling();
    spelling.element = element_number();
    spelling.index = names.index;
    spelling.is_last = "(" + names.index + " + 1 == " + access(names.list, "size()") + ")";
    spell_elements(spelling, names);
    keep_elements_apart(spelling);
    out.emit({{"condition", condition_of(rule.condition, spelling, true)},
              {"fits", at.scope.can_fail(rule.condition, element_record()) ? " || !fits" : ""},
              {"check", check(rule.check)},
              {"frame", names.frame},
              {"facts", facts_of(rule.facts, spelling)}},
             R"cc(if (!$condition$$fits$) return out.reject($check$, $frame$$facts$);)cc");
  }

  void emit_unique(const plan::List& list, const std::string& name) const {
    out.emit({{"keys", keys()},
              {"list", at.x},
              {"key", is_record_list(list) ? "&" + key_member(list, element_type(list) + "::")
                                           : "std::identity()"},
              {"check", check(*list.duplicate)},
              {"frame", up()},
              {"path", quoted(name)}},
             R"(
               if (!schemac::check_unique($keys$, $list$, $key$, $check$, {&$frame$, $path$}, out)) return false;
             )");
  }

  [[nodiscard]] bool is_unique(const plan::List& list) const {
    return list.unique && is_refused(plan(), list.duplicate);
  }
  // Whether elements are told apart by a list of texts.
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
  // "element.name", "Tensor::name": the member that tells elements apart; the element itself where
  // it has none.
  [[nodiscard]] std::string key_member(const plan::List& list, const std::string& owner) const {
    if (!is_record_list(list)) return "element";
    const plan::Record& record =
        plan().records[std::get<plan::Nested>(list.element.front().kind).record];
    return owner + record.fields[*list.unique].identifier;
  }

  // Each switch has a function of its own; that of a list's elements gets the element and its
  // frame.
  void operator()(const plan::Switch& choice) const {
    std::string arguments;
    for (const plan::Param& param : at.scope.record().params) arguments += ", " + param_name(param);
    const bool is_element = std::holds_alternative<plan::List>(at.scope.field(at.field).body.kind);
    out.emit({{"function", at.scope.function("check", at.field)},
              {"arguments", arguments + (is_element ? ", " + at.x : "")},
              {"frame", is_element ? "frame, " + at.frame : "frame"}},
             R"cc(if (!$function$(value$arguments$, $frame$, out)) return false;)cc");
    if (choice.tag_field && at.scope.is_derived(*choice.tag_field)) emit_tag(*choice.tag_field);
  }

  // The tag that follows from the alternative held, if not every version has it.
  void emit_tag(plan::FieldId tag) const {
    const auto& scalar = std::get<plan::Scalar>(at.scope.field(tag).body.kind);
    if (!scalar.versioned || !is_refused(plan(), scalar.unknown_member)) return;
    emit_versioned_member(out, at.scope, scalar, at.scope.derivation(tag), "frame");
  }
};

}  // namespace

void emit_body_check(Printer& out, const BodyPlace& at, const plan::Body& body) {
  std::visit(Emit{out, at}, body.kind);
}

void emit_list_elements_check(Printer& out, const BodyPlace& at, const plan::List& list) {
  Emit{out, at}.emit_elements_of(list, at.scope.field(at.field).name);
}

void emit_rules_check(Printer& out, const BodyPlace& at, const plan::List& list) {
  Emit{out, at}.emit_rules(list);
}

bool checks_local(const WriteScope& scope, plan::FieldId id, const plan::Body& body) {
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  return scalar != nullptr && scope.is_enumerator(id) && &body == &scope.field(id).body &&
         !scope.field(id).presence && !scalar->versioned &&
         is_refused(scope.plan(), scalar->unknown_member);
}

bool has_check(const WriteScope& scope, const plan::Body& body) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind))
    return has_scalar_check(scope, *scalar);
  if (const auto* list = std::get_if<plan::List>(&body.kind))
    return list->head || list->minimum || list->maximum || list->count || !list->each.empty() ||
           list->unique || list->has_slack || list->empty_element || list->may_be_open ||
           has_check(scope, list->element.front());
  return !std::holds_alternative<plan::Constant>(body.kind);
}

bool notes_product(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const plan::Scalar* number = scalar_element(field.body);
  if (!field.is_multiplied || number == nullptr || number->enumeration ||
      bit_count(number->dtype) < 8 || number->dtype == Dtype::bool8 || !field.has_member() ||
      field.is_optional() || is_streamed(scope, id))
    return false;
  const auto& rules = std::get<plan::List>(field.body.kind).each;
  return std::ranges::any_of(
      rules, [&](const plan::EachRule& rule) { return is_refused(scope.plan(), rule.check); });
}

std::string check_of(const plan::Plan& plan, plan::CheckId id) {
  return plan.checks[id].identifier;
}

bool is_refused(const plan::Plan& plan, std::optional<plan::CheckId> id) {
  return id && plan.checks[*id].level <= Level::rule;
}

bool is_checked(const WriteScope& scope, const plan::List& list, const plan::EachRule& rule) {
  return is_refused(scope.plan(), rule.check) && !scope.asks_layout(list, rule);
}

std::string facts_of(const std::vector<plan::Expr>& facts, const Spelling& spelling) {
  std::string numbers, text;
  for (const plan::Expr& fact : facts) {
    if (fact.op == plan::Op::text_is)
      text = spelling.text(fact.id);
    else
      numbers += (numbers.empty() ? "" : ", ") + fact_of(fact, spelling);
  }
  if (facts.empty()) return "";
  const std::string list =
      text.empty() ? "schemac::facts(" + numbers + ")"
                   : "schemac::facts_with(" + text + (numbers.empty() ? "" : ", ") + numbers + ")";
  // What has to be calculated first would keep registers from a check that has no use for it.
  const bool is_calculated = std::ranges::any_of(facts, can_fail);
  return is_calculated ? ", [&] { return " + list + "; }" : ", " + list;
}

}  // namespace schemac::emit::cpp
