#include "emit/cpp/walk/bodies.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/steps/given_sizes.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/scalar_checks.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/lists.h"
#include "emit/cpp/walk/try_walk.h"
#include "emit/cpp/wire/forms.h"
#include "emit/cpp/wire/json.h"
#include "emit/cpp/wire/objects.h"

namespace schemac::emit::cpp {
namespace {

// One overload a kind of body; each returns the expression for its end.
struct EmitBody {
  Printer& out;
  Walk& walk;
  const Site& site;

  [[nodiscard]] std::string name(std::string_view kind) const {
    return walk.name_of(site.field) + site.suffix + "_" + std::string(kind);
  }
  [[nodiscard]] const std::string& field_name() const { return walk.layout.field(site.field).name; }
  [[nodiscard]] std::string path() const { return site.has_own_frame ? "" : field_name(); }
  // Of what is told below the record, unless it is an alternative of an element.
  [[nodiscard]] std::string path_in_record() const { return site.is_element ? "" : field_name(); }
  [[nodiscard]] std::string moved(std::uint64_t size) const {
    return size == 0 ? site.begin : site.begin + " + " + std::to_string(size);
  }
  void emit_bounds(std::uint64_t size) const {
    if (size == 0) return;
    out.emit({{"begin", site.begin},
              {"end", site.end},
              {"frame", site.frame},
              {"size", size},
              {"stretch", walk.forms.stretch(name("part"), {{path(), size}}, {})}},
             R"cc(
               if (schemac::impl::distance($begin$, $end$) < $size$) [[unlikely]]
                 return context.fault($stretch$, $frame$, $begin$, $end$);
             )cc");
  }

  std::string operator()(const plan::Scalar& scalar) const {
    if (scalar.coding == plan::Coding::integer) return emit_integer(scalar);
    const std::uint64_t size = stored_size(scalar);
    const std::string at = moved(tag_size(scalar));
    emit_scalar_bounds(scalar, size);
    if (!site.has_own_frame && site.suffix.empty()) emit_made_scalar(out, walk, site.field);
    const bool has_checks = checks_value(walk, scalar);
    const bool is_field = !site.has_own_frame && site.suffix.empty();
    const std::string value = is_field ? walk.layout.local(site.field) : "value";
    if (!has_checks && !(is_field && is_asked_for(value))) return moved(size);
    out.emit({{"type", number_type(scalar)}, {"value", value}, {"load", load_of(scalar, at)}},
             "const $type$ $value$ = $load$;");
    emit_scalar_checks(out, walk, scalar, value, site.frame, at);
    return moved(size);
  }

  // Where a view is at hand, expressions ask that.
  [[nodiscard]] bool is_asked_for(const std::string& local) const {
    return walk.scope.uses().numbers.contains(site.field) && walk.scope.number(site.field) == local;
  }

  void emit_scalar_bounds(const plan::Scalar& scalar, std::uint64_t size) const {
    if (scalar.coding == plan::Coding::plain) return emit_bounds(size);
    out.emit({{"begin", site.begin},
              {"end", site.end},
              {"frame", site.frame},
              {"size", size},
              {"tag", wrong_tag(scalar, site.begin)},
              {"stretch", walk.forms.stretch(name("part"), {scalar_part(scalar, path())}, {})}},
             R"cc(
               if (schemac::impl::distance($begin$, $end$) < $size$ || $tag$) [[unlikely]]
                 return context.fault($stretch$, $frame$, $begin$, $end$);
             )cc");
  }

  // Prints
  //
  //   schemac::impl::msgpack::IntegerAt n_at;
  //   if (!schemac::impl::msgpack::walk_integer(context, frame, "n", detail::n_form, begin, end,
  //   n_at))
  //     return nullptr;
  //   const std::int64_t n = static_cast<std::int64_t>(n_at.bits);
  std::string emit_integer(const plan::Scalar& scalar) const {
    const bool is_field = !site.has_own_frame && site.suffix.empty();
    const std::string value = is_field ? walk.layout.local(site.field) : "value";
    out.emit({{"value", value},
              {"path", quoted(path())},
              {"form", walk.forms.check(*scalar.form)},
              {"frame", site.frame},
              {"begin", site.begin},
              {"end", site.end},
              {"type", number_type(scalar)}},
             R"cc(
               schemac::impl::msgpack::IntegerAt $value$_at;
               if (!schemac::impl::msgpack::walk_integer(context, $frame$, $path$, $form$, $begin$, $end$, $value$_at)) [[unlikely]]
                 return nullptr;
               [[maybe_unused]] const $type$ $value$ = static_cast<$type$>($value$_at.bits);
             )cc");
    if (walk.makes(scalar.unfit))
      emit_check(out, walk, *scalar.unfit,
                 "!schemac::impl::msgpack::fits<" + number_type(scalar) + ">(" + value + "_at)",
                 site.frame, value + "_at.content", "{" + value + "_at.bits}");
    emit_scalar_checks(out, walk, scalar, value, site.frame, value + "_at.content");
    if (is_field) emit_made_scalar(out, walk, site.field);
    return value + "_at.behind";
  }

  std::string operator()(const plan::Constant& constant) const {
    emit_bounds(constant.bytes.size());
    if (walk.makes(constant.check))
      out.emit({{"check", walk.forms.check(constant.check)},
                {"at", site.begin},
                {"frame", site.frame},
                {"size", constant.bytes.size()},
                {"bytes", quoted({reinterpret_cast<const char*>(constant.bytes.data()),
                                  constant.bytes.size()})}},
               R"cc(
                 if (const auto found = schemac::impl::text_at($at$, $size$);
                     found != std::string_view($bytes$, $size$) &&
                     !context.note($check$, $frame$, $at$, {0, 0, 0, found})) [[unlikely]]
                   return nullptr;
               )cc");
    return moved(constant.bytes.size());
  }

  // Prints
  //
  //   schemac::impl::TextAt name;
  //   if (!schemac::impl::check_text<detail::tensor_name_text>(context, frame, begin, end, name))
  //   return nullptr;
  std::string operator()(const plan::Text& text) const {
    const std::string local = site.keep.empty() ? walk.layout.local(site.field) : site.keep;
    std::string stated;
    if (text.size) {
      stated = ", " + walk.scope.size(*text.size);
      if (text.stated_by) stated += ", " + walk.scope.at(*text.stated_by);
    }
    if (site.keep.empty()) out.emit({{"local", local}}, "schemac::impl::TextAt $local$;");
    out.emit({{"function", walk.mode != Mode::walk ? "check_text" : "walk_text"},
              {"form", walk.forms.text(name("text"), text, path())},
              {"frame", site.frame},
              {"begin", site.begin},
              {"end", site.end},
              {"local", local},
              {"stated", stated}},
             R"cc(
               if (!schemac::impl::$function$<$form$>(context, $frame$, $begin$, $end$, $local$$stated$)) [[unlikely]]
                 return nullptr;
             )cc");
    emit_made(out, walk, site, local + ".text()");
    return local + ".end";
  }

  // Prints
  //
  //   schemac::impl::msgpack::BinAt data_at;
  //   if (!schemac::impl::msgpack::walk_bin<detail::file_data_bin>(context, frame, begin, end,
  //   data_at))
  //     return nullptr;
  std::string emit_bin(const plan::Raw& raw) const {
    const bool is_element = site.frame == "element";
    const std::string local = walk.layout.local(site.field) + (is_element ? "_bytes" : "");
    out.emit({{"local", local},
              {"form", walk.forms.bin(name("bin"), *raw.head, raw.cause, path())},
              {"frame", site.frame},
              {"size", is_element ? local + "_size" : walk.layout.length_local(site.field)},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               schemac::impl::msgpack::BinAt $local$_at;
               if (!schemac::impl::msgpack::walk_bin<$form$>(context, $frame$, $begin$, $end$, $local$_at)) [[unlikely]]
                 return nullptr;
               [[maybe_unused]] const std::uint64_t $size$ = $local$_at.size;
             )cc");
    emit_made(out, walk, site, local + "_at.bytes()");
    return local + "_at.end";
  }

  // Prints
  //
  //   const std::byte* const behind_extra = schemac::impl::msgpack::walk_object(
  //       context, frame, "extra", detail::file_extra_checks, begin, end);
  //   if (behind_extra == nullptr) [[unlikely]] return nullptr;
  //   const std::uint64_t extra_size = schemac::impl::distance(begin, behind_extra);
  std::string emit_object(const plan::Raw& raw) const {
    const std::string local = "behind_" + walk.layout.local(site.field);
    out.emit({{"local", local},
              {"path", path().empty() ? "" : ", " + quoted(path())},
              {"checks", object_checks(walk.plan(), *raw.free)},
              {"frame", site.frame},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               const std::byte* const $local$ =
                   schemac::impl::msgpack::walk_object(context, $frame$$path$, $checks$, $begin$, $end$);
               if ($local$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    if (site.frame != "element")
      out.emit(
          {{"local", local}, {"size", walk.layout.length_local(site.field)}, {"begin", site.begin}},
          "[[maybe_unused]] const std::uint64_t $size$ = schemac::impl::distance($begin$, "
          "$local$);");
    return local;
  }

  std::string operator()(const plan::Raw& raw) const {
    if (raw.head) return emit_bin(raw);
    if (raw.free && raw.free->wire == plan::FreeForm::Wire::object) return emit_object(raw);
    const std::string local = walk.layout.length_local(site.field);
    const std::string rest = "schemac::impl::distance(" + site.begin + ", " + site.end + ")";
    const bool is_given = walk.mode == Mode::walk && site.frame == "frame" && site.suffix.empty() &&
                          has_given_size(walk.layout, site.field);
    out.emit({{"unused", raw.size ? "" : "[[maybe_unused]] "},
              {"local", local},
              {"size", is_given   ? walk.layout.length_member(site.field)
                       : raw.size ? walk.scope.size(*raw.size)
                                  : rest}},
             "$unused$const std::uint64_t $local$ = $size$;");
    if (!raw.size) {
      emit_made(out, walk, site, bytes_at(site.begin, local));
      emit_free_check(raw, site.end);
      return site.end;
    }
    out.emit({{"begin", site.begin},
              {"end", site.end},
              {"local", local},
              {"stated_at", raw.stated_by ? walk.scope.at(*raw.stated_by) : site.begin},
              {"frames", site.is_element ? "frame, " + site.frame : "frame"},
              {"stretch",
               walk.forms.stretch(name("bytes"), {{path_in_record(), 1, FormPart::Kind::counted}},
                                  raw.cause)}},
             R"cc(
               if (schemac::impl::distance($begin$, $end$) < $local$) [[unlikely]]
                 return context.fault($stretch$, $frames$, $begin$, $end$, $stated_at$, $local$);
             )cc");
    emit_made(out, walk, site, bytes_at(site.begin, local));
    emit_free_check(raw, site.begin + " + " + local);
    return site.begin + " + " + local;
  }

  void emit_free_check(const plan::Raw& raw, const std::string& end) const {
    if (!raw.free || raw.free->wire != plan::FreeForm::Wire::text || walk.mode != Mode::check)
      return;
    const bool is_python = raw.free->style.syntax == impl::json::Syntax::python;
    out.emit(
        {{"frame", site.frame},
         {"checks", free_checks(walk.plan(), *raw.free)},
         {"begin", site.begin},
         {"end", end},
         {"syntax", is_python ? ", schemac::impl::json::Syntax::python" : ""}},
        R"cc(if (!schemac::impl::json::check_free(context, $frame$, $checks$, $begin$, $end$$syntax$)) [[unlikely]] return nullptr;)cc");
  }

  // Of all that is said of an array but its dims, which are fields of the record.
  [[nodiscard]] std::string array_frame() const { return site.is_element ? site.frame : "frame"; }
  // An array in a bin, whose head is held against the dims by the check; a view does so when it is
  // asked for the array.
  std::string emit_headed(const plan::Array& array) const {
    const std::string local = walk.layout.local(site.field);
    out.emit({{"local", local},
              {"rule", walk.forms.head(name("head"), *array.head, path_in_record())},
              {"frame", array_frame()},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               schemac::impl::msgpack::HeadAt $local$_head;
               if (!schemac::impl::msgpack::walk_head<$rule$>(context, $frame$, $begin$, $end$, $local$_head)) [[unlikely]]
                 return nullptr;
             )cc");
    if (walk.mode != Mode::walk) emit_size_check(array);
    out.emit({{"local", local},
              {"stretch",
               walk.forms.stretch(name("content"), {{path_in_record(), 1, FormPart::Kind::counted}},
                                  array.cause)},
              {"frame", array_frame()},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               if (schemac::impl::distance($local$_head.behind, $end$) < $local$_head.number) [[unlikely]]
                 return context.fault($stretch$, $frame$, $local$_head.behind, $end$, $begin$,
                                      $local$_head.number);
             )cc");
    const std::string at = local + "_head.behind";
    emit_boolean(array, at, local + "_extent.needed == 1 && " + local + "_head.number == 1 && ");
    emit_made(out, walk, site, bytes_at(at, local + "_head.number"));
    return at + " + " + local + "_head.number";
  }
  // Of an array without dimensions, whose only element is at `at` if `condition` holds.
  void emit_boolean(const plan::Array& array, const std::string& at,
                    const std::string& condition) const {
    if (walk.mode == Mode::walk || !array.boolean || array.dims) return;
    const std::string byte = "schemac::impl::load<std::uint8_t>(" + at + ")";
    emit_check(out, walk, *array.boolean,
               condition + walk.layout.local(site.field) + "_code == " +
                   std::to_string(static_cast<int>(Dtype::bool8)) + " && " + byte + " > 1",
               site.frame, at, "{" + byte + "}");
  }
  void emit_size_check(const plan::Array& array) const {
    const std::string local = walk.layout.local(site.field);
    Site stated = site;
    stated.stated = local + "_head.number";
    stated.stated_at = site.begin;
    const auto steps = [&] {
      emit_array_size(out, walk, array, stated);
      out.emit({{"local", local},
                {"own", site.is_element ? ", " + site.frame : ""},
                {"form", walk.forms.array(name("array"), array, path_in_record(), true)}},
               R"cc(
                 if (!$local$_extent.fits || $local$_extent.needed != $local$_head.number) [[unlikely]]
                   if (!schemac::impl::note_array_size(context, frame$own$, $form$, $local$_extent))
                     return nullptr;
               )cc");
    };
    if (has_known_dtype(array)) return steps();
    plan::Expr states = array.dtype;
    states.op = plan::Op::has_attribute;
    out.emit({{"known", walk.scope.condition(states, true)}, {"steps", steps}},
             R"cc(
               if ($known$) {
                 $steps$;
               }
             )cc");
  }

  std::string operator()(const plan::Array& array) const {
    if (array.head) return emit_headed(array);
    const std::string local = walk.layout.local(site.field);
    const std::string form =
        walk.forms.array(name("array"), array, path_in_record(), !site.stated.empty());
    emit_array_size(out, walk, array, site);
    out.emit({{"local", local},
              {"own", site.is_element ? ", " + site.frame : ""},
              {"form", form},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               const std::byte* const behind_$local$ =
                   schemac::impl::check_array(context, frame$own$, $form$, $local$_extent, $begin$, $end$);
               if (behind_$local$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    emit_boolean(array, site.begin, "");
    emit_made(out, walk, site, bytes_at(site.begin, local + "_extent.needed"));
    return "behind_" + local;
  }

  std::string operator()(const plan::Nested& nested) const {
    const std::string local = "behind_" + walk.layout.local(site.field);
    const bool has_key = walk.mode == Mode::check && key_of(walk.plan(), nested.record).has_value();
    // Of an element the list around it has one; others are nobody's.
    const bool is_element = site.frame == "element";
    const std::string key =
        is_element ? "key" : "key_of_" + walk.layout.field(site.field).identifier;
    if (has_key && !is_element)
      out.emit({{"type", key_type(walk.plan(), nested.record)}, {"key", key}},
               "[[maybe_unused]] $type$ $key$;");
    const bool is_seen = walk.layout.field(site.field).is_looked_into && !site.has_own_frame;
    const std::string view = is_seen ? walk.layout.local(site.field) : site.seen;
    const bool is_tried = is_seen && walk.mode == Mode::walk && site.frame == "frame" &&
                          is_tried_part(walk.layout, site.field);
    if (is_tried) return emit_tried(local, view);
    if (is_seen) emit_view_local(out, walk, site.field);
    out.emit({{"local", local},
              {"call", record_call(walk, nested, own_frame(walk, site), site.begin, site.end, view,
                                   made_in(walk, site), key)}},
             R"cc(
               const std::byte* const $local$ = $call$;
               if ($local$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    return local;
  }

  // Prints
  //
  //   BufferView& content = content_;
  //   const std::byte* const behind_content =
  //       schemac::impl::walk_part(content, context, frame, "content", begin, end);
  //   if (behind_content == nullptr) return nullptr;
  std::string emit_tried(const std::string& local, const std::string& view) const {
    const plan::Field& field = walk.layout.field(site.field);
    out.emit({{"View", held_view(walk.plan(), field)},
              {"view", view},
              {"member", walk.layout.member(site.field)},
              {"local", local},
              {"name", quoted(field.name)},
              {"begin", site.begin},
              {"end", site.end}},
             R"cc(
               $View$& $view$ = $member$;
               const std::byte* const $local$ =
                   schemac::impl::walk_part($view$, context, frame, $name$, $begin$, $end$);
               if ($local$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    return local;
  }

  std::string operator()(const plan::List& list) const { return emit_list(out, walk, list, site); }

  std::string operator()(const plan::Switch&) const {
    const std::string local = "behind_" + walk.layout.local(site.field);
    out.emit({{"local", local}, {"call", content_call(walk, site)}},
             R"cc(
               const std::byte* const $local$ = $call$;
               if ($local$ == nullptr) [[unlikely]] return nullptr;
             )cc");
    return local;
  }
};

}  // namespace

void emit_array_size(Printer& out, Walk& walk, const plan::Array& array, const Site& site) {
  const std::string local = walk.layout.local(site.field);
  if (!has_known_dtype(array) && !array.head) {
    plan::Expr states = array.dtype;
    states.op = plan::Op::has_attribute;
    out.emit({{"known", walk.scope.condition(states, true)}, {"skipped", site.skipped}},
             "if (!$known$) [[unlikely]] return $skipped$;");
  }
  const std::string dims = array.dims ? walk.scope.dims(*array.dims) : "schemac::impl::no_dims";
  out.emit({{"local", local},
            {"code", walk.scope.number(array.dtype)},
            {"dims", dims},
            {"element", has_known_dtype(array)
                            ? "static_cast<schemac::Dtype>(" + local + "_code)"
                            : element_size(walk.plan(), array.dtype, walk.scope.spelling())},
            {"dims_at", array.dims ? walk.scope.at(array.dims->first) : site.begin}},
           R"cc(
             [[maybe_unused]] const std::uint64_t $local$_code = $code$;
             schemac::impl::ArraySize $local$_extent;
             $local$_extent.fits = schemac::impl::array_size($dims$, $element$, $local$_extent.needed);
             if (!$local$_extent.fits) [[unlikely]] $local$_extent.dims_at = $dims_at$;
           )cc");
  if (!site.stated.empty())
    out.emit({{"local", local}, {"stated", site.stated}, {"stated_at", site.stated_at}},
             R"cc(
               $local$_extent.stated = $stated$;
               $local$_extent.stated_at = $stated_at$;
             )cc");
}

std::string emit_body(Printer& out, Walk& walk, const plan::Body& body, const Site& site) {
  return std::visit(EmitBody{out, walk, site}, body.kind);
}

}  // namespace schemac::emit::cpp
