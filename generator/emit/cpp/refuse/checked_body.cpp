#include "emit/cpp/refuse/checked_body.h"

#include <utility>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "schemac/check/refusals.h"

namespace schemac::emit::cpp {

void BodyCheck::emit_head(const std::optional<plan::Head>& head) const {
  if (!head) return;
  const bool is_list = head->form == plan::HeadForm::list || head->form == plan::HeadForm::map;
  if (at.is_measured)
    return out.emit({{"form", head_form(head->form)},
                     {"measure", is_list ? "measure_head" : "measure_headed"},
                     {"size", access(at.x(), "size()")},
                     {"frame", at.frame()},
                     {"path", quoted(at.path)},
                     {"most", "schemac::impl::msgpack::most_in_head"}},
                    R"(
          if (!schemac::impl::msgpack::$measure$<$form$>(out, $size$))
            return out.reject_large($frame$, $path$, $size$, $most$);
        )");
  out.emit({{"size", access(at.x(), "size()")},
            {"frame", at.frame()},
            {"path", quoted(at.path)},
            {"most", "schemac::impl::msgpack::most_in_head"}},
           R"cc(if ($size$ > $most$) return out.reject_large($frame$, $path$, $size$, $most$);)cc");
}

void BodyCheck::emit_too_long(const plan::TooLong& limit,
                              const std::optional<plan::Head>& head) const {
  if (limit.is_head) return emit_head(head);
  out.emit({{"size", access(at.x(), "size()")},
            {"most", literal(limit.most)},
            {"frame", at.frame()},
            {"path", quoted(at.path)}},
           R"cc(if ($size$ > $most$) return out.reject_large($frame$, $path$, $size$, $most$);)cc");
}

void BodyCheck::emit_stated_size(const plan::StatedSize& stated,
                                 const std::function<std::string()>& held) const {
  if (stated.is_late) return;
  const auto check = [&] {
    emit_size_check(out, at.scope, stated.size, held(), at.frame(), at.path, stated.is_most);
  };
  if (!stated.if_known) return check();
  out.emit({{"known", condition_of(*stated.if_known, at.scope.spelling())}, {"check", check}},
           R"cc(
             if ($known$) {
               $check$;
             }
           )cc");
}

void emit_size_check(Printer& out, const WriteScope& scope, const plan::Expr& size,
                     const std::string& held, const std::string& frame, const std::string& path,
                     bool is_most) {
  const std::string needed = text_of(size, scope.spelling(), true);
  const bool has_sign = size.range.min < 0;
  if (can_fail(size))
    out.emit({{"known", is_number(size, scope.spelling())},
              {"size", held},
              {"frame", frame},
              {"path", quoted(path)}},
             R"(if (!$known$) return out.reject_unknown_size($frame$, $path$, $size$);)");
  const std::string signs = is_most ? "std::cmp_greater(" : "std::cmp_not_equal(";
  const std::string sign = is_most ? " > " : " != ";
  out.emit({{"differs", has_sign ? signs + held + ", " + needed + ")" : held + sign + needed},
            {"size", held},
            {"needed", needed},
            {"reject", has_sign  ? "reject_signed_size"
                       : is_most ? "reject_large"
                                 : "reject_size"},
            {"frame", frame},
            {"path", quoted(path)}},
           R"(if ($differs$) return out.$reject$($frame$, $path$, $size$, $needed$);)");
  if (is_most && size.range.max > model::Int128{impl::refusals::largest_filling})
    out.emit(
        {{"size", held},
         {"needed", has_sign ? "static_cast<std::uint64_t>(" + needed + ")" : needed},
         {"frame", frame},
         {"path", quoted(path)}},
        R"cc(if (!schemac::impl::check_filling($size$, $needed$, $frame$, $path$, out)) return false;)cc");
}

}  // namespace schemac::emit::cpp
