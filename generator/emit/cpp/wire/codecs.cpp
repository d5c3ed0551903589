#include "emit/cpp/wire/codecs.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/holders.h"
#include "plan/facts/measuring.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {
namespace {

void for_each_codec(const plan::Plan& plan, const std::function<void(const plan::Codec&)>& visit) {
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (field.codec) visit(*field.codec);
}

bool is_fixed(const plan::Codec& codec) { return codec.algorithm.op == plan::Op::constant; }

bool any_is_chosen(const plan::Plan& plan) {
  bool found = false;
  for_each_codec(plan, [&](const plan::Codec& codec) { found |= !is_fixed(codec); });
  return found;
}

std::string table_name(CodecAlgorithm algorithm) {
  return "&schemac::codec_" + std::string(name(algorithm));
}

// "&schemac::codec_zlib", or what finds the one with a number, which is spelled `code`.
std::string codec_text(const plan::Codec& codec, const std::string& code) {
  return is_fixed(codec) ? table_name(static_cast<CodecAlgorithm>(codec.algorithm.number))
                         : "detail::codec_of(" + code + ")";
}

std::string coded_bytes(Scope& scope, const plan::Codec& codec, const std::string& stored) {
  std::string text =
      "schemac::CodedBytes(" + codec_text(codec, scope.fact(codec.algorithm)) + ", " + stored;
  if (codec.size) text += ", " + scope.size(*codec.size);
  return text + ")";
}

// The stored bytes by what the view of the record keeps.
std::string kept_bytes(const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  const std::string at = layout.at(*layout.position(id), "", "_");
  const bool has_length =
      std::holds_alternative<plan::Raw>(field.body.kind) && !field.presence && !field.region;
  if (has_length)
    return "schemac::Bytes(" + at + ", static_cast<std::size_t>(" + layout.length_member(id) + "))";
  const auto end = layout.end_of(id);
  return "schemac::Bytes(" + at + ", " +
         (end ? layout.at({*end, 0}, "", "_")
              : at + " + " + std::to_string(field.body.fixed_size.value_or(0))) +
         ")";
}

// ---- writing ----

// The records that have encoded fields, or hold records that have. Each record is looked at as
// often as something new is found, however many ways lead to it.
class CodecHolders {
 public:
  explicit CodecHolders(const plan::Plan& plan) : holds_(plan.records.size()) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (plan::RecordId id = 0; id < plan.records.size(); ++id)
        if (!holds_[id] && has_encoded_field(plan.records[id])) holds_[id] = has_changed = true;
    }
  }

  [[nodiscard]] bool contain(plan::RecordId id) const { return holds_[id]; }
  [[nodiscard]] bool are_in(const plan::Body& body) const {
    return std::ranges::any_of(plan::nested_in(body),
                               [&](const plan::Nested* nested) { return contain(nested->record); });
  }

 private:
  [[nodiscard]] bool has_encoded_field(const plan::Record& record) const {
    return std::ranges::any_of(
        record.fields, [&](const plan::Field& field) { return field.codec || are_in(field.body); });
  }

  std::vector<bool> holds_;
};

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
    options += text(*codec.level, "schemac::level_of", "schemac::level_if_any", "is_level");
  if (codec.element_size)
    options +=
        (options.empty() ? "{}, " : ", ") + text(*codec.element_size, "static_cast<std::uint64_t>",
                                                 "schemac::element_size_or_one", "is_size");
  return "{" + options + "}";
}

// The statements for one body, whose value is spelled `x`.
void emit_encode(Printer& out, const WriteScope& scope, const CodecHolders& holders,
                 plan::FieldId id, const plan::Body& body, const std::string& x,
                 const std::string& frame) {
  if (!holders.are_in(body)) return;
  const plan::Field& field = scope.field(id);
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    return out.emit({{"x", x}, {"arguments", scope.early_arguments(*nested)}, {"frame", frame}},
                    R"cc(if (!encode($x$$arguments$, $frame$, out)) return false;)cc");
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    // A list that an alternative is stands within the loop over the list of the alternatives.
    const bool is_inner = frame == "each_" + field.identifier;
    const std::string each = (is_inner ? "own_" : "each_") + field.identifier;
    const std::string element = is_inner ? "part" : "element";
    const auto steps = [&] {
      emit_encode(out, scope, holders, id, list->element.front(), element, each);
    };
    return out.emit({{"each", each},
                     {"frame", is_inner ? frame : "frame"},
                     {"path", quoted(is_inner ? "" : field.name)},
                     {"first", is_streamed(scope, id) ? "schemac::first_index(" + x + ")" : "0"},
                     {"x", x},
                     {"element", element},
                     {"steps", steps}},
                    R"cc(
                      schemac::Frame $each${&$frame$, $path$, $first$};
                      for (auto& $element$ : $x$) {
                        $steps$;
                        ++$each$.index;
                      }
                    )cc");
  }
  const auto* choice = std::get_if<plan::Switch>(&body.kind);
  if (choice == nullptr) return;
  const auto types = alternative_types(scope.plan(), scope.record(), field, *choice);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const plan::Body& inner = choice->alternatives[i].body.front();
    if (!holders.are_in(inner)) continue;
    const auto steps = [&] {
      emit_encode(out, scope, holders, id, inner, types[i].is_wrapped ? "held->value" : "*held",
                  frame);
    };
    out.emit({{"Type", qualified_type(scope.record(), types[i])}, {"x", x}, {"steps", steps}},
             R"cc(
               if (auto* held = std::get_if<$Type$>(&$x$)) {
                 $steps$;
               }
             )cc");
  }
}

// What a codec has made holds to the record that the schema says it makes. Prints
//
//   if (!schemac::check_stored(value.content, frame, "content", out,
//                              [&](schemac::Context& context, const schemac::Frame& inside,
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
      scope.arguments(made) + (has_key ? ", key" : "") + (record.is_looked_into ? ", nullptr" : "");
  out.emit({{"x", x},
            {"path", quoted(field.name)},
            {"record", record_name(record)},
            {"key", key},
            {"rest", rest}},
           R"cc(
             if (!schemac::check_stored($x$, frame, $path$, out, [&](schemac::Context& context, const schemac::Frame& inside, const std::byte* begin, const std::byte* end) {
                   $key$
                   return detail::check_$record$(context, inside$rest$, begin, end);
                 }))
               return false;
           )cc");
}

void emit_field_encoder(Printer& out, const WriteScope& scope, const CodecHolders& holders,
                        const plan::Record& whole, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (!field.has_member()) return;
  const std::string x = (field.is_optional() ? "*" : "") + scope.member(id);
  const auto steps = [&] {
    if (!field.codec)
      return emit_encode(out, scope, holders, id, field.body, x,
                         "{&frame, " + quoted(field.name) + "}");
    const std::string code = text_of(field.codec->algorithm, scope.inline_spelling());
    if (field.codec->content)
      out.emit({{"x", x},
                {"path", quoted(field.name)},
                {"checks", free_checks(scope.plan(), *field.codec->content)}},
               "if (!schemac::json::check_plain($x$, frame, $path$, $checks$, out)) return false;");
    out.emit(
        {{"x", x},
         {"codec", codec_text(*field.codec, code)},
         {"options", options_of(scope, *field.codec)},
         {"path", quoted(field.name)}},
        R"cc(if (!schemac::encode($x$, $codec$, $options$, frame, $path$, out)) return false;)cc");
    if (field.codec->is_checked_alone)
      emit_stored_check(out, scope, std::get<plan::Nested>(whole.fields[id].body.kind), field, x);
  };
  if (!field.codec && !holders.are_in(field.body)) return;
  if (!field.is_optional()) return steps();
  out.emit({{"member", scope.member(id)}, {"steps", steps}},
           R"cc(
             if ($member$) {
               $steps$;
             }
           )cc");
}

std::string parameters_of_encoder(const plan::Record& record) {
  std::string text;
  for (const plan::Param& param : record.params)
    text += ", [[maybe_unused]] " + param_type(param) + " " + param_name(param);
  return text;
}

// Records that hold each other encode each other.
void emit_encoder_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  out.emit({{"template", value_template(plan, record)},
            {"Type", value_type(plan, record)},
            {"parameters", parameters_of_encoder(record)}},
           R"cc(
             $template$
             inline bool encode($Type$& value$parameters$, const schemac::Frame& frame, schemac::Rejection& out);
           )cc");
}

}  // namespace

bool has_codecs(const plan::Plan& plan) {
  bool found = false;
  for_each_codec(plan, [&](const plan::Codec&) { found = true; });
  return found;
}

std::set<CodecAlgorithm> codecs_of(const plan::Plan& plan) {
  std::set<CodecAlgorithm> codecs;
  for_each_codec(plan, [&](const plan::Codec& codec) {
    if (is_fixed(codec)) codecs.insert(static_cast<CodecAlgorithm>(codec.algorithm.number));
  });
  if (!any_is_chosen(plan)) return codecs;
  codecs.insert(CodecAlgorithm::none);  // what states no codec
  for (const plan::Enum& enumeration : plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i) {
      if (enumeration.attributes[i].kind != model::AttributeKind::codec) continue;
      for (const plan::EnumMember& member : enumeration.members)
        if (i < member.attributes.size() && member.attributes[i])
          codecs.insert(static_cast<CodecAlgorithm>(*member.attributes[i]));
    }
  return codecs;
}

void emit_codec_table(Printer& out, const plan::Plan& plan) {
  if (!any_is_chosen(plan)) return;
  std::string codecs;
  for (const CodecAlgorithm codec : codecs_of(plan))
    codecs += (codecs.empty() ? "" : ", ") + table_name(codec);
  out.blank_line();
  out.emit({{"codecs", codecs}},
           R"cc(
             inline const schemac::Codec* codec_of(std::uint64_t code) {
               return schemac::find_codec({$codecs$}, code);
             }
           )cc");
}

std::string stored_accessor(const plan::Field& field) {
  return field.codec ? field.identifier + "_stored" : field.identifier;
}

std::string coded_bytes(Scope& scope, plan::FieldId id) {
  const std::string stored = "schemac::Bytes(" + scope.at(id) + ", " + scope.behind(id) + ")";
  return coded_bytes(scope, *scope.layout().field(id).codec, stored);
}

void emit_coded_declaration(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  out.emit(
      {{"doc", field.doc},
       {"name", field.identifier},
       {"type", field.presence ? "schemac::Result<schemac::CodedBytes>" : "schemac::CodedBytes"}},
      R"cc(
             /// $doc$ As stored, to be decoded.
             [[nodiscard]] $type$ $name$() const;
           )cc");
}

void emit_coded_accessor(Printer& out, const Layout& layout, plan::FieldId id) {
  const plan::Field& field = layout.field(id);
  Scope scope(layout, std::string());
  const auto absent = [&] {
    if (field.presence)
      out.emit({{"query", presence_query(layout.record(), field)}, {"name", quoted(field.name)}},
               "if (!$query$()) return schemac::absent_at(origin_, $name$, begin_);");
  };
  out.emit(
      {{"type", field.presence ? "schemac::Result<schemac::CodedBytes>" : "schemac::CodedBytes"},
       {"View", view_name(layout.record())},
       {"name", field.identifier},
       {"absent", absent},
       {"coded", coded_bytes(scope, *field.codec, kept_bytes(layout, id))}},
      R"cc(
             inline $type$ $View$::$name$() const {
               $absent$;
               return $coded$;
             }
           )cc");
}

// Prints
//
//   if (!schemac::check_codec(context, frame, {chunk_content_codec, ...},
//                             schemac::CodedBytes(&schemac::codec_blosc, {begin, after_content}),
//                             begin, begin))
//     return nullptr;
void emit_check_codec(Printer& out, Walk& walk, const plan::CheckCodec& item) {
  if (walk.mode == Mode::walk) return;
  const plan::Field& field = walk.layout.field(item.field);
  const plan::Codec& codec = *field.codec;
  const std::string at = walk.scope.at(item.field);
  const auto check = [&] {
    const std::string text = codec.content ? free_checks(walk.plan(), *codec.content) + ", " : "";
    out.emit(
        {{"check", codec.content ? "json::check_coded" : "check_codec"},
         {"malformed", walk.forms.check(codec.malformed)},
         {"too_large", walk.forms.check(codec.too_large)},
         {"size", walk.forms.check(codec.size_check)},
         {"text", text},
         {"coded", coded_bytes(walk.scope, item.field)},
         {"at", at},
         {"stated_at", codec.stated_by ? walk.scope.at(*codec.stated_by) : at}},
        R"cc(if (!schemac::$check$(context, frame, {&$malformed$, &$too_large$, &$size$}, $text$$coded$, $at$, $stated_at$)) [[unlikely]] return nullptr;)cc");
  };
  if (!field.presence) return check();
  out.emit({{"is_there", walk.scope.condition(field.presence->condition)}, {"check", check}},
           R"cc(
             if ($is_there$) {
               $check$;
             }
           )cc");
}

plan::Plan written_plan(const plan::Plan& plan) {
  plan::Plan written = plan;
  for (plan::Record& record : written.records)
    for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
      plan::Field& field = record.fields[id];
      // Parts have their places before anything else is looked at.
      if (record.holds(id) && !field.has_member()) field.role = model::RoleKind::given;
      if (!field.codec || !std::holds_alternative<plan::Nested>(field.body.kind)) continue;
      plan::Raw raw;
      raw.to_end = true;
      field.body.kind = std::move(raw);
      field.body.fixed_size.reset();
    }
  plan::find_holders(written);
  return written;
}

bool holds_encoded(const plan::Plan& plan, const plan::Record& record) {
  return CodecHolders(plan).contain(plan::id_of(plan, record));
}

void emit_encoders(Printer& out, const plan::Plan& plan, const plan::Plan& whole) {
  const CodecHolders holders(plan);
  std::vector<plan::RecordId> encoded;
  for (plan::RecordId id = 0; id < plan.records.size(); ++id)
    if (!plan.records[id].is_made_by_codec && holders.contain(id)) encoded.push_back(id);
  for (const plan::RecordId id : encoded)
    if (plan.records[id].is_recursive) emit_encoder_declaration(out, plan, plan.records[id]);
  for (const plan::RecordId record_id : encoded) {
    const plan::Record& record = plan.records[record_id];
    const WriteScope scope(plan, record);
    const auto steps = [&] {
      for (plan::FieldId id = 0; id < record.fields.size(); ++id)
        emit_field_encoder(out, scope, holders, whole.records[record_id], id);
    };
    out.blank_line();
    out.emit({{"template", value_template(plan, record)},
              {"Type", value_type(plan, record)},
              {"parameters", parameters_of_encoder(record)},
              {"steps", steps}},
             R"cc(
               $template$
               inline bool encode($Type$& value$parameters$, const schemac::Frame& frame, schemac::Rejection& out) {
                 $steps$;
                 return true;
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
