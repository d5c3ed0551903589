#include "emit/cpp/write/encoders.h"

#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/inner_bodies.h"
#include "plan/writing/encoded.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {
namespace {

std::string options_of(const WriteScope& scope, const plan::Codec& codec) {
  // By a function of its own where it may not be computed.
  const auto text = [&](const plan::Expr& expr, const std::string& plain, const std::string& if_any,
                        const std::string& flag) {
    if (!scope.can_fail(expr)) return plain + "(" + text_of(expr, scope.inline_spelling()) + ")";
    return if_any + "([&](bool& " + flag + ") { return " +
           text_of(expr, clearing(flag, scope.inline_spelling())) + "; })";
  };
  std::string options;
  if (codec.level)
    options +=
        text(*codec.level, "schemac::impl::level_of", "schemac::impl::level_if_any", "is_level");
  if (codec.element_size)
    options +=
        (options.empty() ? "{}, " : ", ") + text(*codec.element_size, "static_cast<std::uint64_t>",
                                                 "schemac::impl::element_size_or_one", "is_size");
  return "{" + options + "}";
}

// The statements for one body, whose value is spelled `x`. One overload a kind.
struct Encode {
  Printer& out;
  const WriteScope& scope;
  plan::FieldId id;
  std::string x, frame;

  [[nodiscard]] const plan::Field& field() const { return scope.field(id); }
  void emit(const plan::Body& body) const {
    if (plan::holds_encoded(scope.plan(), body)) std::visit(*this, body.kind);
  }

  void operator()(const plan::Leaf auto&) const {}
  void operator()(const plan::Nested& nested) const {
    out.emit({{"x", x}, {"arguments", scope.early_arguments(nested)}, {"frame", frame}},
             R"cc(if (!encode($x$$arguments$, $frame$, out)) return false;)cc");
  }
  void operator()(const plan::List& list) const {
    // If an alternative is a list, its loop is inside the loop over the list of the alternatives.
    const bool is_inner = frame == "each_" + field().identifier;
    const std::string each = (is_inner ? "own_" : "each_") + field().identifier;
    const std::string element = is_inner ? "part" : "element";
    const auto steps = [&] { Encode{out, scope, id, element, each}.emit(list.element.front()); };
    out.emit({{"each", each},
              {"frame", is_inner ? frame : "frame"},
              {"path", quoted(is_inner ? "" : field().name)},
              {"first", is_streamed(scope, id) ? "schemac::impl::first_index(" + x + ")" : "0"},
              {"x", x},
              {"element", element},
              {"steps", steps}},
             R"cc(
               schemac::impl::Frame $each${&$frame$, $path$, $first$};
               for (auto& $element$ : $x$) {
                 $steps$;
                 ++$each$.index;
               }
             )cc");
  }
  void operator()(const plan::Switch& choice) const {
    const auto types = alternative_types(scope.plan(), scope.record(), field(), choice);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& inner = choice.alternatives[i].body.front();
      if (!plan::holds_encoded(scope.plan(), inner)) continue;
      const std::string held = types[i].is_wrapped ? "held->value" : "*held";
      out.emit({{"Type", qualified_type(scope.record(), types[i])},
                {"x", x},
                {"steps",
                 [&] {
                   Encode{out, scope, id, held, frame}.emit(inner);
                 }}},
               R"cc(
                 if (auto* held = std::get_if<$Type$>(&$x$)) {
                   $steps$;
                 }
               )cc");
    }
  }
};

// What a codec has made holds to the record that the schema says it makes. Prints
//
//   if (!schemac::impl::check_stored(value.content, frame, "content", out,
//                              [&](schemac::impl::Context& context, const schemac::impl::Frame&
//                              inside,
//                                  const std::byte* begin, const std::byte* end) {
//         return detail::check_buffer(context, inside, nullptr, begin, end);
//       }))
//     return false;
void emit_stored_check(Printer& out, const WriteScope& scope, const plan::Nested& made,
                       const plan::Field& field, const std::string& x) {
  const plan::Record& record = scope.plan().records[made.record];
  const bool has_key = key_of(scope.plan(), made.record).has_value();
  const std::string key = has_key ? key_type(scope.plan(), made.record) + " key{};" : std::string();
  const std::string rest =
      scope.arguments(made) + (has_key ? ", key" : "") + (record.is_shown ? ", nullptr" : "");
  out.emit({{"x", x},
            {"path", quoted(field.name)},
            {"record", record_name(record)},
            {"key", key},
            {"rest", rest}},
           R"cc(
             if (!schemac::impl::check_stored($x$, frame, $path$, out, [&](schemac::impl::Context& context, const schemac::impl::Frame& inside, const std::byte* begin, const std::byte* end) {
                   $key$
                   return detail::check_$record$(context, inside$rest$, begin, end);
                 }))
               return false;
           )cc");
}

void emit_field_encoder(Printer& out, const WriteScope& scope, const plan::Record& whole,
                        plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.has_member()) return;
  const std::string x = (field.is_optional() ? "*" : "") + scope.member(id);
  const auto steps = [&] {
    if (!field.codec)
      return Encode{out, scope, id, x, "{&frame, " + quoted(field.name) + "}"}.emit(field.body);
    const std::string code = text_of(field.codec->algorithm, scope.inline_spelling());
    if (field.codec->content)
      out.emit({{"x", x},
                {"path", quoted(field.name)},
                {"checks", free_checks(scope.plan(), *field.codec->content)}},
               "if (!schemac::impl::json::check_plain($x$, frame, $path$, $checks$, out)) return "
               "false;");
    out.emit(
        {{"x", x},
         {"codec", codec_text(*field.codec, code)},
         {"options", options_of(scope, *field.codec)},
         {"path", quoted(field.name)}},
        R"cc(if (!schemac::impl::encode($x$, $codec$, $options$, frame, $path$, out)) return false;)cc");
    if (field.codec->is_checked_alone)
      emit_stored_check(out, scope, std::get<plan::Nested>(whole.fields[id].body.kind), field, x);
  };
  if (!field.codec && !plan::holds_encoded(scope.plan(), field.body)) return;
  if (!field.is_optional()) return steps();
  out.emit({{"member", scope.member(id)}, {"steps", steps}},
           R"cc(
             if ($member$) {
               $steps$;
             }
           )cc");
}

// Records that hold each other encode each other.
void emit_encoder_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  out.emit({{"template", value_template(plan, record)},
            {"Type", value_type(plan, record)},
            {"parameters", param_types(record)}},
           R"cc(
             $template$
             inline bool encode($Type$& value$parameters$, const schemac::impl::Frame& frame, schemac::impl::Rejection& out);
           )cc");
}

}  // namespace

void emit_encoders(Printer& out, const plan::Plan& plan, const plan::Plan& whole) {
  std::vector<plan::RecordId> encoded;
  for (plan::RecordId id = 0; id < plan.records.size(); ++id)
    if (!plan.records[id].is_made_by_codec && plan.records[id].holds_encoded) encoded.push_back(id);
  for (const plan::RecordId id : encoded)
    if (plan.records[id].is_recursive) emit_encoder_declaration(out, plan, plan.records[id]);
  for (const plan::RecordId record_id : encoded) {
    const plan::Record& record = plan.records[record_id];
    const WriteScope scope(plan, record);
    const Printer::Block steps = out.set_aside([&] {
      for (plan::FieldId id = 0; id < record.fields.size(); ++id)
        emit_field_encoder(out, scope, whole.records[record_id], id);
    });
    out.blank_line();
    out.emit({{"template", value_template(plan, record)},
              {"Type", value_type(plan, record)},
              {"parameters", scope.parameters()},
              {"steps", [&] { out.put(steps); }}},
             R"cc(
               $template$
               inline bool encode($Type$& value$parameters$, const schemac::impl::Frame& frame, schemac::impl::Rejection& out) {
                 $steps$;
                 return true;
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
