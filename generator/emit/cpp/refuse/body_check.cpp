#include "emit/cpp/refuse/body_check.h"

#include <algorithm>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/cpp/refuse/list_check.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/json.h"
#include "model/overload.h"
#include "plan/facts/element_rules.h"
#include "plan/facts/json_members.h"
#include "plan/facts/measuring.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

// One overload a kind of body.
struct Emit : BodyCheck {
  void operator()(const plan::Scalar& scalar) const { emit_scalar_check(out, at, scalar); }
  void operator()(const plan::Constant&) const {}

  void operator()(const plan::Text& text) const {
    for (const plan::TextRefusal& refusal : plan::refusals_of(plan(), record(), at.field, text))
      std::visit(model::Overload{
                     [&](const plan::TooLong& limit) { emit_too_long(limit, text.head); },
                     [&](const plan::StatedSize& stated) { emit_stated_size(stated, size()); },
                     [&](const plan::EmptyText& empty) { emit_empty(empty); },
                     [&](const plan::Characters& characters) { emit_characters(text, characters); },
                     [&](const plan::Unsayable&) { emit_json_characters(); },
                     [&](const plan::EndsEarly& end) { emit_no_byte(end); },
                     [&](const plan::EndsFilled& end) { emit_last_byte(end); },
                 },
                 refusal);
  }
  void emit_empty(const plan::EmptyText& empty) const {
    out.emit({{"empty", access(at.x(), "empty()")},
              {"check", check(empty.check)},
              {"frame", at.frame()}},
             R"cc(if ($empty$) return out.reject($check$, $frame$);)cc");
  }
  void emit_characters(const plan::Text& text, const plan::Characters& characters) const {
    using Kind = plan::Characters::Kind;
    const std::string test = characters.kind == Kind::set
                                 ? "check_characters<" + characters_of(plan(), text) + ">"
                             : characters.kind == Kind::ascii ? "check_ascii"
                                                              : "check_utf8";
    out.emit(
        {{"test", test}, {"x", at.x()}, {"check", check(characters.check)}, {"frame", at.frame()}},
        R"cc(if (!schemac::impl::$test$($x$, $check$, $frame$, out)) return false;)cc");
  }
  void emit_json_characters() const {
    out.emit(
        {{"x", at.x()},
         {"frame", at.frame()},
         {"path", quoted(at.path)},
         {"syntax", syntax_argument(record().json->style.syntax)}},
        R"cc(if (!schemac::impl::json::check_characters$syntax$($x$, $frame$, $path$, out)) return false;)cc");
  }
  void emit_no_byte(const plan::EndsEarly& end) const {
    out.emit(
        {{"x", at.x()},
         {"frame", at.frame()},
         {"path", quoted(at.path)},
         {"byte", literal(end.terminator)}},
        R"cc(if (!schemac::impl::check_no_byte($x$, $byte$, $frame$, $path$, out)) return false;)cc");
  }

  void emit_last_byte(const plan::EndsFilled& end) const {
    out.emit(
        {{"x", at.x()},
         {"frame", at.frame()},
         {"path", quoted(at.path)},
         {"byte", literal(end.filler)}},
        R"cc(if (!schemac::impl::check_last_byte($x$, $byte$, $frame$, $path$, out)) return false;)cc");
  }

  void operator()(const plan::Raw& raw) const {
    const auto held = [&] {
      if (!raw.free) return size()();
      return "schemac::impl::json::text_of(" + at.x() + ", " + style_text(raw.free->style) +
             ").size()";
    };
    for (const plan::RawRefusal& refusal : plan::refusals_of(plan(), record(), at.field, raw))
      std::visit(model::Overload{
                     [&](const plan::TooLong& limit) { emit_too_long(limit, raw.head); },
                     [&](const plan::FreeContent&) { emit_free(*raw.free); },
                     [&](const plan::StatedSize& stated) { emit_stated_size(stated, held); },
                 },
                 refusal);
  }

  // That the wire form has a form for the value.
  void emit_free(const plan::FreeForm& free) const {
    const char* const keys = free.repeats_keys ? ", schemac::impl::Keys::may_repeat" : "";
    if (free.wire == plan::FreeForm::Wire::object)
      return out.emit(
          {{"x", at.x()}, {"frame", at.frame()}, {"path", quoted(at.path)}, {"keys", keys}},
          R"cc(if (!schemac::impl::msgpack::check_object($x$, $frame$, $path$, out$keys$)) return false;)cc");
    out.emit(
        {{"x", access(at.x(), "value")},
         {"frame", at.frame()},
         {"path", quoted(at.path)},
         {"syntax", syntax_argument(free.style.syntax)},
         {"keys", keys}},
        R"cc(if (!schemac::impl::json::check_value$syntax$($x$, $frame$, $path$, out$keys$)) return false;)cc");
    if (free.holds_members)
      out.emit(
          {{"x", access(at.x(), "value")}, {"frame", at.frame()}, {"path", quoted(at.path)}},
          R"cc(if (!schemac::impl::json::check_members($x$, $frame$, $path$, out)) return false;)cc");
  }

  void operator()(const plan::Array& array) const {
    for (const plan::ArrayRefusal& refusal : plan::refusals_of(plan(), record(), at.field, array))
      std::visit(model::Overload{
                     [&](const plan::TooLong& limit) { emit_too_long(limit, array.head); },
                     [&](const plan::OtherDtype&) {
                       if (!array.dims) emit_dtype(array);
                     },
                     [&](const plan::DimsSize& size) {
                       if (!size.is_late) emit_dims(array);
                     },
                     [](const plan::OneElement&) {},
                     [&](const plan::NotBoolean& boolean) { emit_boolean(boolean); },
                 },
                 refusal);
  }

  void emit_dims(const plan::Array& array) const {
    out.emit(
        {{"needed", length_name(record(), at.scope.field(at.field).identifier)},
         {"dims", dims_of(*array.dims, at.scope.spelling())},
         {"element", element_size(plan(), array.dtype, at.scope.spelling())},
         {"reject", array.overflow
                        ? "reject(" + check(*array.overflow) + ", " + at.scope.use("frame") + ")"
                        : "reject_size(" + up() + ", " + quoted(own_name()) + ", 0, 0)"},
         {"held", access(at.x(), "size()")},
         {"frame", up()},
         {"path", quoted(own_name())}},
        R"cc(
               std::uint64_t $needed$ = 0;
               if (!schemac::impl::array_size($dims$, $element$, $needed$)) return out.$reject$;
               if ($held$ != $needed$) return out.reject_size($frame$, $path$, $held$, $needed$);
             )cc");
  }

  void emit_dtype(const plan::Array& array) const {
    out.emit(
        {{"held", access(at.x(), "dtype()")},
         {"dtype", dtype_of(array)},
         {"frame", at.frame()},
         {"path", quoted(at.path)}},
        R"(if ($held$ != $dtype$) return out.reject_dtype($frame$, $path$, schemac::name($held$));)");
  }

  void emit_boolean(const plan::NotBoolean& boolean) const {
    out.emit({{"x", at.x()}, {"check", check(boolean.check)}, {"frame", at.frame()}},
             R"cc(if (!schemac::impl::check_boolean($x$, $check$, $frame$, out)) return false;)cc");
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
        at.path.empty() ? at.frame() : "{&" + at.frame() + ", " + quoted(at.path) + "}";
    out.emit({{"x", at.x()}, {"arguments", arguments}, {"frame", frame}},
             R"cc(if (!check($x$$arguments$, $frame$, out)) return false;)cc");
  }

  void operator()(const plan::List& list) const { emit_list_check(out, at, list); }

  // Each switch has a function of its own; that of a list's elements gets the element and its
  // frame.
  void operator()(const plan::Switch& choice) const {
    std::string arguments;
    for (const plan::Param& param : at.scope.record().params)
      arguments += ", " + at.scope.use(param_name(param));
    const bool is_element = std::holds_alternative<plan::List>(at.scope.field(at.field).body.kind);
    out.emit({{"function", at.scope.function("check", at.field)},
              {"value", at.scope.use("value")},
              {"arguments", arguments + (is_element ? ", " + at.x() : "")},
              {"frame", at.scope.use("frame") + (is_element ? ", " + at.frame() : "")}},
             R"cc(if (!$function$($value$$arguments$, $frame$, out)) return false;)cc");
    if (const auto tag = plan::versioned_tag(plan(), record(), choice))
      emit_versioned_member(out, at.scope, std::get<plan::Scalar>(at.scope.field(*tag).body.kind),
                            at.scope.derivation(*tag), at.scope.use("frame"));
  }
};

}  // namespace

void emit_body_check(Printer& out, const CheckedBody& at, const plan::Body& body) {
  std::visit(Emit{{out, at}}, body.kind);
}

}  // namespace schemac::emit::cpp
