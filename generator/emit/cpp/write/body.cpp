#include "emit/cpp/write/body.h"

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// A scalar as it lies in the file: "value.version", "static_cast<std::uint32_t>(ndim)",
// "value.scale.bits".
std::string stored(const plan::Scalar& scalar, const std::string& x, bool is_exact) {
  if (is_short_float(scalar.dtype)) return access(x, "bits");
  const bool is_number = x.find_first_not_of("0123456789") == std::string::npos;
  if (is_number || (is_exact && scalar.dtype != Dtype::bool8 && !scalar.enumeration)) return x;
  return "static_cast<" + stored_type(scalar.dtype) + ">(" + x + ")";
}

std::string stored_arguments(const plan::Scalar& scalar) {
  return stored_type(scalar.dtype) + endian_argument(scalar);
}

// Whether a field's member, or its local, has the very type that lies in the file.
bool has_stored_type(const WriteScope& scope, plan::FieldId id) {
  const auto* scalar = std::get_if<plan::Scalar>(&scope.field(id).body.kind);
  if (scalar == nullptr || !scope.is_derived(id)) return true;
  return stored_type(scalar->dtype) == scope.local_type(id);
}

// A number of MessagePack into the writer, or at `offset` of a run that was taken.
void emit_tagged(Printer& out, const plan::Scalar& scalar, const InRun* where, const std::string& x,
                 const std::string& spelled = {}) {
  const bool is_token = scalar.coding == plan::Coding::token;
  const bool is_number = x.find_first_not_of("0123456789") == std::string::npos;
  const std::string type = is_token ? "bool" : stored_type(scalar.dtype);
  const std::string number = is_number ? x : "static_cast<" + type + ">(" + x + ")";
  if (where != nullptr)
    return out.emit(
        {{"offset", where->offset}, {"type", type}, {"run", where->run}, {"x", number}},
        R"cc(schemac::impl::msgpack::store_tagged_at<$offset$, $type$>($run$, $x$);)cc");
  out.emit({{"function", scalar.varies() ? integer_function(scalar, "put_integer", true)
                                         : "schemac::impl::msgpack::put_tagged<" + type + ">"},
            {"x", number},
            {"spelled", spelled}},
           "$function$(out, $x$$spelled$);");
}

// One overload a kind of body.
struct Put {
  Printer& out;
  const WriteScope& scope;
  plan::FieldId id;
  const plan::Body& body;
  const std::string& x;
  Granularity granularity;

  void operator()(const plan::Scalar& scalar) const {
    if (scalar.coding != plan::Coding::plain)
      return emit_tagged(out, scalar, nullptr, x, scope.spelling_argument(id, body));
    const bool is_exact = x == "element" || has_stored_type(scope, id);
    if (scalar.bits != 0)
      return out.emit({{"arguments", narrow_arguments(scalar)}, {"x", stored(scalar, x, is_exact)}},
                      R"cc(schemac::impl::put_bytes<$arguments$>(out, $x$);)cc");
    out.emit({{"arguments", stored_arguments(scalar)},
              {"x", stored(scalar, x, is_exact)},
              {"order", order(scalar)}},
             R"cc(schemac::impl::put<$arguments$>(out, $x$$order$);)cc");
  }

  [[nodiscard]] std::string order(const plan::Scalar& scalar) const {
    return order_argument(scalar, scope.record(), scope.inline_spelling());
  }

  void operator()(const plan::Constant& constant) const {
    const std::string text(constant.bytes.begin(), constant.bytes.end());
    out.emit({{"text", quoted(text)}, {"size", constant.bytes.size()}},
             R"cc(schemac::impl::put_characters(out, {$text$, $size$});)cc");
  }

  void operator()(const plan::Text& text) const {
    if (text.head)
      return out.emit({{"x", x}}, R"cc(schemac::impl::msgpack::put_text(out, $x$);)cc");
    if (text.filler)
      return out.emit({{"x", x},
                       {"size", unsigned_of(*text.size, scope.inline_spelling())},
                       {"filler", "std::byte{" + std::to_string(*text.filler) + "}"}},
                      R"cc(schemac::impl::put_filled(out, $x$, $size$, $filler$);)cc");
    if (text.prefix && !text.terminator) {
      const std::string endian = endian_argument(*text.prefix);
      const std::string pad =
          text.pad > 1 || !endian.empty() ? ", " + std::to_string(text.pad) : "";
      out.emit({{"arguments", stored_type(text.prefix->dtype) + pad + endian}, {"x", x}},
               R"cc(schemac::impl::put_text<$arguments$>(out, $x$);)cc");
      return;
    }
    if (text.prefix)
      out.emit({{"arguments", stored_arguments(*text.prefix)},
                {"length", stored(*text.prefix, access(x, "size()"), false)}},
               R"cc(schemac::impl::put<$arguments$>(out, $length$);)cc");
    out.emit({{"x", x}}, R"cc(schemac::impl::put_characters(out, $x$);)cc");
    if (text.terminator)
      out.emit({{"byte", literal(*text.terminator)}},
               R"cc(schemac::impl::put<std::uint8_t>(out, $byte$);)cc");
    if (text.pad > 1) {
      const std::uint64_t around =
          (text.prefix ? bit_count(text.prefix->dtype) / 8 : 0) + (text.terminator ? 1 : 0);
      out.emit({{"around", around}, {"size", access(x, "size()")}, {"pad", text.pad}},
               R"cc(out.put_zeros(schemac::impl::padding_to($around$ + $size$, $pad$));)cc");
    }
  }

  void operator()(const plan::Raw& raw) const {
    if (raw.digest) return put_digest(*raw.digest);
    if (raw.free && raw.free->wire == plan::FreeForm::Wire::object)
      return out.emit({{"x", x}}, R"cc(schemac::impl::msgpack::put_object(out, $x$);)cc");
    if (raw.free)
      return out.emit(
          {{"x", x}, {"style", style_text(raw.free->style)}},
          R"cc(schemac::impl::json::put(out, schemac::impl::json::text_of($x$, $style$));)cc");
    if (scope.field(id).is_of_parts) return put_members(raw.head);
    put_bytes(raw.head);
  }

  // Bytes that elements have, each where it is held.
  void put_members(const std::optional<plan::Head>& head) const {
    put_head(head);
    out.emit(
        {{"parts", x}},
        R"cc($parts$.each([&](const schemac::Blob& part, std::uint64_t) { out.put(part.bytes()); });)cc");
  }

  void put_head(const std::optional<plan::Head>& head) const {
    if (head)
      out.emit({{"form", head_form(head->form)}, {"size", access(x, "size()")}},
               R"cc(schemac::impl::msgpack::put_head<$form$>(out, $size$);)cc");
  }

  void operator()(const plan::Array& array) const {
    if (array.dims) return put_bytes(array.head);
    put_head(array.head);
    const bool is_little = array.endian == Endian::little && !array.is_of_file;
    const std::string endian =
        is_little ? "" : ", " + order_of(array, scope.record(), scope.inline_spelling());
    out.emit({{"store", access(x, "store_to")}, {"size", access(x, "size()")}, {"endian", endian}},
             R"(out.put_exactly($size$, [&](std::byte* at) { $store$(at$endian$); });)");
  }

  // One that covers what comes after it is put once that was.
  void put_digest(const plan::Digest& digest) const {
    const std::string own = digest.own.value_or(0) == 0 ? "" : ", " + literal(*digest.own);
    out.emit({{"digester", scope.digester(id)},
              {"verb", digest.is_late ? "hold" : "put_digest"},
              {"own", own}},
             R"cc(out.$verb$($digester$$own$);)cc");
  }

  // Bytes that lie elsewhere, after a head if they have one.
  void put_bytes(const std::optional<plan::Head>& head) const {
    const std::string bytes = access(x, "bytes()");
    if (!head) return out.emit({{"bytes", bytes}}, R"cc(out.put($bytes$);)cc");
    out.emit({{"form", head_form(head->form)}, {"bytes", bytes}},
             R"cc(schemac::impl::msgpack::put_bytes<$form$>(out, $bytes$);)cc");
  }

  void operator()(const plan::Nested& nested) const {
    const plan::Record& record = scope.plan().records[nested.record];
    if (nested.json) {
      const bool depends = record.json->style.is_from_file;
      const std::string where = depends ? ", " + scope.inline_spelling().offset_of(id) : "";
      return out.emit(
          {{"x", x}, {"arguments", measuring_arguments(scope, nested)}, {"place", where}},
          R"cc(schemac::impl::json::put(out, text_of($x$$arguments$$place$));)cc");
    }
    out.emit({{"call", call(nested)}}, R"cc($call$)cc");
    if (nested.has_slack)
      out.emit({{"slack", access(x, "choices." + record.slack->identifier)}},
               R"cc(out.put($slack$.bytes());)cc");
  }

  // A call of the record's own function.
  [[nodiscard]] std::string call(const plan::Nested& nested, const std::string& to = "out") const {
    std::string arguments;
    if (takes_params(scope.plan().records[nested.record]))
      for (const plan::Expr& arg : nested.args)
        arguments += ", " + scope.argument(arg, scope.spelling());
    std::string sections;
    for (const plan::SectionRef& section : nested.sections)
      sections += ", " + scope.section(section);
    return "emit(" + x + arguments + ", " + to + sections + ");";
  }

  void operator()(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    const plan::Scalar* const tagged = scalar_element(list);
    if (list.head && tagged != nullptr && tagged->coding != plan::Coding::plain)
      return out.emit({{"x", x}}, R"cc(schemac::impl::msgpack::put_list_tagged(out, $x$);)cc");
    put_head(list.head);
    if (list.starts_of) return put_starts(*list.starts_of, std::get<plan::Scalar>(element.kind));
    if (const plan::Scalar* scalar = scalar_element(list)) return put_scalars(*scalar);
    if (list.order_by) return put_in_order(list);
    const auto* nested = std::get_if<plan::Nested>(&element.kind);
    if (nested != nullptr && granularity == Granularity::record &&
        !scope.plan().records[nested->record].written.has_inline_payload) {
      const auto put = [this, nested](const WriteScope& inner) {
        Put{out, inner, id, body, x, granularity}.put_records(*nested);
      };
      return emit_split_records(out, scope, "put", id, element, put);
    }
    const std::string held = element_name(scope.field(id), list);
    out.emit({{"held", held},
              {"list", x},
              {"steps", [&] { emit_body(out, scope, id, element, held, Granularity::field); }}},
             R"cc(
          for (const auto& $held$ : $list$) {
            $steps$;
          }
        )cc");
  }

  // The elements as the order of their keys demands: what is printed for each.
  void in_order(const plan::List& list, const std::string& elements,
                const std::function<void()>& steps) const {
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Record& record = scope.plan().records[nested.record];
    out.emit({{"list", elements},
              {"key", record.name + "::" + record.fields[*list.order_by].identifier},
              {"Type", record.name},
              {"are_known", list.unique == list.order_by && is_refused(scope.plan(), list.duplicate)
                                ? "out.keys_ascend()"
                                : "false"},
              {"steps", steps}},
             R"(
          schemac::impl::for_each_in_order($list$, &$key$, $are_known$, [&](const $Type$& element) SCHEMAC_INLINED {
            $steps$;
          });
        )");
  }
  void put_in_order(const plan::List& list) const {
    in_order(list, x, [&] {
      emit_body(out, scope, id, list.element.front(), "element", Granularity::field);
    });
  }

  static std::string stored_begin(const plan::Scalar& scalar, const std::string& x) {
    return stored(scalar, x, stored_type(scalar.dtype) == "std::uint64_t");
  }

  // Prints
  //
  //   std::uint64_t begin_of_blocks = begin + 4 + 8 * value.blocks.size();
  //   for (const auto& element : value.blocks) {
  //     schemac::impl::put<std::uint64_t>(out, begin_of_blocks);
  //     begin_of_blocks += size_of(element);
  //   }
  void put_starts(plan::FieldId elements, const plan::Scalar& scalar) const {
    const std::string at = "begin_of_" + scope.field(elements).identifier;
    const plan::List& list = std::get<plan::List>(scope.field(elements).body.kind);
    if (is_streamed(scope, elements)) return put_streamed_starts(elements, list, scalar);
    std::string stated = at;
    if (scope.field(id).unknown)
      stated =
          scope.is_known(id) + " ? " +
          (stored_type(scalar.dtype) == "std::uint64_t" ? at
                                                        : "static_cast<std::int64_t>(" + at + ")") +
          " : " + literal(scope.field(id).unknown->value);
    const plan::Body& element = list.element.front();
    const auto note = [&] {
      if (const auto& most = std::get<plan::List>(body.kind).finds_up_to)
        out.emit({{"known", is_said()}, {"at", at}, {"most", literal(*most)}},
                 R"cc($known$out.misfits.hold_begin($at$, $most$);)cc");
    };
    const auto put_one = [&] {
      out.emit({{"at", at},
                {"note", note},
                {"arguments", stored_arguments(scalar)},
                {"x", stored_begin(scalar, stated)},
                {"size", scope.size_of(elements, element, "element", at)}},
               R"cc(
                 $note$;
                 schemac::impl::put<$arguments$>(out, $x$);
                 $at$ += $size$;
               )cc");
    };
    out.emit(
        {{"at", at}, {"begin", scope.use("begin")}, {"offset", inline_offset(scope, elements)}},
        "std::uint64_t $at$ = $begin$ + $offset$;");
    // Elements of one size begin at the same places in any order.
    if (list.order_by && !element.fixed_size)
      return in_order(list, scope.content(elements), put_one);
    const std::string starts = scope.content(elements);
    if (element.fixed_size)
      return out.emit({{"size", access(starts, "size()")}, {"steps", put_one}},
                      R"cc(
                        for (std::size_t i = 0; i < $size$; ++i) {
                          $steps$;
                        }
                      )cc");
    out.emit({{"list", starts}, {"steps", put_one}},
             R"cc(
               for (const auto& element : $list$) {
                 $steps$;
               }
             )cc");
  }

  // "if (value.choices.begins_known) ", where a table may say nothing.
  std::string is_said() const {
    return scope.field(id).unknown ? "if (" + scope.is_known(id) + ") " : "";
  }

  // Of elements that may have been written before, by a function that knows both.
  void put_streamed_starts(plan::FieldId elements, const plan::List& list,
                           const plan::Scalar& scalar) const {
    const std::string type = "std::optional<" + stored_type(scalar.dtype) + ">";
    const plan::Body& element = list.element.front();
    std::string unknown = type + "()";
    if (scope.field(id).unknown)
      unknown =
          scope.is_known(id) + " ? " + type + "() : " + literal(scope.field(id).unknown->value);
    const auto note = [&] {
      if (const auto& most = std::get<plan::List>(body.kind).finds_up_to)
        out.emit(
            {{"known", is_said()},
             {"list", scope.content(elements)},
             {"begin", scope.use("begin")},
             {"offset", inline_offset(scope, elements)},
             {"most", literal(*most)}},
            R"cc($known$schemac::impl::note_starts(out, $list$, $begin$ + $offset$, $most$, size_of_element);)cc");
    };
    out.emit({{"offset", inline_offset(scope, elements)},
              {"list", scope.content(elements)},
              {"note", note},
              {"arguments", stored_arguments(scalar)},
              {"unknown", unknown},
              {"begin", scope.use("begin")},
              {"element", element.fixed_size ? "const auto&" : "const auto& element"},
              {"at", plan::depends_on_place(scope.plan(), element) ? "std::uint64_t at"
                                                                   : "std::uint64_t"},
              {"size", scope.size_of(elements, element, "element", "at")}},
             R"cc(
               const auto size_of_element = [&]($element$, $at$) { return $size$; };
               $note$;
               schemac::impl::put_starts<$arguments$>(out, $list$, $begin$ + $offset$, $unknown$, size_of_element);
             )cc");
  }

  void put_scalars(const plan::Scalar& scalar) const {
    if (scalar.coding != plan::Coding::plain)
      return out.emit({{"x", x}}, R"cc(schemac::impl::msgpack::put_all_tagged(out, $x$);)cc");
    const std::uint32_t bits = bit_count(scalar.dtype);
    if (bits % 8 != 0)
      out.emit({{"dtype", std::string(name(scalar.dtype))}, {"x", x}},
               R"cc(schemac::impl::put_packed<schemac::Dtype::$dtype$>(out, $x$);)cc");
    else if (scalar.is_of_file)
      out.emit({{"x", x}, {"order", order(scalar)}},
               R"cc(schemac::impl::put_all(out, $x$$order$);)cc");
    else if (scalar.endian == Endian::big && bits > 8)
      out.emit({{"x", x}}, R"cc(schemac::impl::put_all<schemac::Endian::big>(out, $x$);)cc");
    else
      out.emit({{"x", x}}, R"cc(schemac::impl::put_all(out, $x$);)cc");
  }

  // Small records take their room at once.
  void put_records(const plan::Nested& nested) const {
    const std::string element = "element";
    const Put inner{out, scope, id, body, element, Granularity::field};
    const plan::Record& record = scope.plan().records[nested.record];
    const std::string arguments = measuring_arguments(scope, nested);
    const std::string size = record.fixed_size ? std::to_string(*record.fixed_size)
                                               : "size_of(element" + arguments + ")";
    const std::string call = inner.call(nested, "room");
    const auto fill = [&] { emit_filling(call); };
    out.emit({{"Type", record.name}, {"list", x}, {"fill", fill}, {"size", size}},
             R"cc(
               for (const $Type$& element : $list$) {
                 $fill$;
                 out.put_record($size$, fill);
               }
             )cc");
  }

  void emit_filling(const std::string& call) const {
    out.emit({{"call", call}},
             R"(
               const auto fill = [&](auto& room) SCHEMAC_INLINED {
                 $call$
               };
             )");
  }

  void operator()(const plan::Switch& choice) const {
    emit_if_held(
        out, scope, id, choice, x, [](const plan::Body&) { return true; },
        [&](const plan::Body& each, const std::string& held) {
          emit_body(out, scope, id, each, held, Granularity::field);
        });
  }
};

}  // namespace

void emit_body(Printer& out, const WriteScope& scope, plan::FieldId id, const plan::Body& body,
               const std::string& x, Granularity granularity) {
  std::visit(Put{out, scope, id, body, x, granularity}, body.kind);
}

void emit_store(Printer& out, const WriteScope& scope, plan::FieldId id, const InRun& where) {
  const auto& scalar = std::get<plan::Scalar>(scope.field(id).body.kind);
  if (scalar.coding != plan::Coding::plain)
    return emit_tagged(out, scalar, &where, scope.scalar(id));
  if (scalar.bits != 0)
    return out.emit({{"arguments", narrow_arguments(scalar)},
                     {"offset", where.offset},
                     {"run", where.run},
                     {"x", stored(scalar, scope.scalar(id), has_stored_type(scope, id))}},
                    R"cc(schemac::impl::store_bytes_at<$offset$, $arguments$>($run$, $x$);)cc");
  out.emit({{"arguments", stored_arguments(scalar)},
            {"offset", where.offset},
            {"run", where.run},
            {"x", stored(scalar, scope.scalar(id), has_stored_type(scope, id))},
            {"order", order_argument(scalar, scope.record(), scope.inline_spelling())}},
           R"cc(schemac::impl::store_at<$offset$, $arguments$>($run$, $x$$order$);)cc");
}

std::string stored_arguments(const WriteScope& scope, plan::FieldId id) {
  return stored_arguments(std::get<plan::Scalar>(scope.field(id).body.kind));
}

}  // namespace schemac::emit::cpp
