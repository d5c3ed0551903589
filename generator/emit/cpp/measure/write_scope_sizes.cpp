// Of WriteScope: bytes of bodies and fields, and how many elements they have.
#include <string>

#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/measuring.h"
#include "plan/plan.h"
#include "plan/writing/written_facts.h"

namespace schemac::emit::cpp {
namespace {

// Bytes of one kind of body whose value is spelled `x`.
struct SizeOf {
  const WriteScope& scope;
  plan::FieldId field;
  const plan::Body& body;
  const std::string& x;
  const std::string& at;

  std::string operator()(const plan::Scalar& scalar) const {
    if (!scalar.varies()) return std::to_string(body.least_size);
    const std::string number = "static_cast<" + stored_type(scalar.dtype) + ">(" + x + ")";
    return integer_function(scalar, "integer_size", false) + "(" + number +
           scope.spelling_argument(field, body) + ")";
  }
  // "schemac::impl::msgpack::headed_size<schemac::impl::msgpack::HeadForm::text>(x.size())"
  [[nodiscard]] std::string headed(const plan::Head& head) const {
    return "schemac::impl::msgpack::headed_size<" + head_form(head.form) + ">(" +
           access(x, "size()") + ")";
  }
  std::string operator()(const plan::Constant& constant) const {
    return std::to_string(constant.bytes.size());
  }
  std::string operator()(const plan::Text& text) const {
    if (text.head) return headed(*text.head);
    if (text.filler)
      return "schemac::impl::filled_size(" + access(x, "size()") + ", " +
             text_of(*text.size, scope.inline_spelling()) + ")";
    const std::uint64_t around =
        (text.prefix ? bit_count(text.prefix->dtype) / 8 : 0) + (text.terminator ? 1 : 0);
    const std::string characters = access(x, "size()");
    const std::string used = around == 0 ? characters : std::to_string(around) + " + " + characters;
    return text.pad == 1
               ? used
               : "schemac::impl::padded_size(" + used + ", " + std::to_string(text.pad) + ")";
  }
  std::string operator()(const plan::Raw& raw) const {
    if (raw.digest) return text_of(*raw.size, scope.inline_spelling());
    if (raw.free && raw.free->wire == plan::FreeForm::Wire::object)
      return "schemac::impl::msgpack::object_size(" + x + ")";
    if (raw.free)
      return "schemac::impl::json::text_of(" + x + ", " + style_text(raw.free->style) + ").size()";
    return raw.head ? headed(*raw.head) : access(x, "size()");
  }
  std::string operator()(const plan::Array& array) const {
    return array.head ? headed(*array.head) : access(x, "size()");
  }
  std::string operator()(const plan::Nested& nested) const {
    const plan::Record& record = scope.plan().records[nested.record];
    if (nested.json)
      return "text_of(" + x + measuring_arguments(scope, nested) +
             (record.json->style.is_from_file ? ", " + at : "") + ").size()";
    const std::string arguments = measuring_arguments(scope, nested);
    const std::string slack =
        nested.has_slack ? " + " + access(x, "choices." + record.slack->identifier + ".size()")
                         : "";
    return "size_of(" + x + arguments + place(record) + ")" + slack;
  }
  [[nodiscard]] std::string place(const plan::Record& record) const {
    return record.depends_on_place ? ", " + at : "";
  }
  std::string operator()(const plan::List& list) const {
    return list.head ? head() + " + " + elements(list) : elements(list);
  }
  // Of a list that has one, or "0".
  [[nodiscard]] std::string head() const {
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (list == nullptr || !list->head) return "0";
    return "schemac::impl::msgpack::head_size<" + head_form(list->head->form) + ">(" +
           access(x, "size()") + ")";
  }
  [[nodiscard]] std::string elements(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    if (const plan::Scalar* scalar = scalar_element(list)) {
      const std::uint32_t bits = bit_count(scalar->dtype);
      const std::string count = access(x, "size()");
      if (scalar->coding != plan::Coding::plain)
        return (stored_size(*scalar) == 1 ? "" : std::to_string(stored_size(*scalar)) + " * ") +
               count;
      if (bits % 8 == 0) return bits == 8 ? count : std::to_string(bits / 8) + " * " + count;
      return "schemac::impl::ceil_div(" + (bits == 1 ? "" : std::to_string(bits) + " * ") + count +
             ", 8)";
    }
    if (element.fixed_size)
      return std::to_string(*element.fixed_size) + " * " +
             (is_streamed(scope, field) ? "schemac::impl::count_at_hand(" + x + ")"
                                        : access(x, "size()"));
    if (plan::depends_on_place(scope.plan(), element))
      return "schemac::impl::total_size(" + x + ", " + at + ", [" + captured(element) +
             "](const auto& each, std::uint64_t at) { return " +
             scope.size_of(field, element, "each", "at") + "; })";
    return "schemac::impl::total_size(" + x + ", [" + captured(element) +
           "](const auto& each) { return " + scope.size_of(field, element, "each") + "; })";
  }
  [[nodiscard]] std::string captured(const plan::Body& element) const {
    return plan::depends_on_params(scope.plan(), element) ? "&" : "";
  }
  std::string operator()(const plan::Switch& choice) const {
    std::string arguments;
    for (const SizeArgument& argument : size_arguments(scope, choice))
      arguments += ", " + argument.text;
    return scope.function("size_of", field) + "(" + x + arguments +
           (plan::depends_on_place(scope.plan(), body) ? ", " + at : "") + ")";
  }
};

}  // namespace

std::string WriteScope::spelling_argument(plan::FieldId id, const plan::Body& body) const {
  const plan::Field& field = this->field(id);
  if (!field.spelling || &field.body != &body) return {};
  return ", " + own_value() + ".choices." + field.spelling->choice_identifier + ".bytes()";
}

std::string WriteScope::size_of(plan::FieldId id, const plan::Body& body, const std::string& x,
                                const std::string& at) const {
  if (body.fixed_size) return std::to_string(*body.fixed_size);
  const SizeOf size{*this, id, body, x, at};
  if (leaves_out_measured_) {
    const bool has_measured_head =
        &body == &field(id).body && plan::is_measured_with_head(record_, field(id));
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (plan::is_measured(plan_, body)) return has_measured_head ? "0" : size.head();
    if (has_measured_head) return list != nullptr ? size.elements(*list) : "0";
  }
  return std::visit(size, body.kind);
}

WriteScope WriteScope::with_known_sizes() const {
  WriteScope scope = *this;
  for (plan::FieldId id = 0; id < record_.fields.size(); ++id) {
    if (!uses_local(id)) continue;
    const auto& derivation = field(id).derivation;
    if (!derivation || derivation->op != plan::Op::size_of || field(id).unknown) continue;
    const plan::Body& body = field(derivation->id).body;
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    if (nested != nullptr && !nested->json && !body.fixed_size)
      scope.sizes_[derivation->id] = name_of_local(id);
  }
  return scope;
}

std::string WriteScope::present_size_of(plan::FieldId id) const {
  const plan::Body& body = field(id).body;
  const auto known = sizes_.find(id);
  if (known != sizes_.end() && !(leaves_out_measured_ && plan::is_measured(plan_, body)))
    return use(known->second);
  if (body.fixed_size) return std::to_string(*body.fixed_size);
  std::string at = "0";
  if (plan::depends_on_place(plan_, body) && !field(id).jump)
    at = (begin_ == "0" ? "" : begin() + " + ") + inline_offset(*this, id);
  // Whatever a checksum is, its size is asked for.
  if (plan::digest_of(field(id)) != nullptr) return size_of(id, body, "", at);
  const bool is_number = std::holds_alternative<plan::Scalar>(body.kind) && !field(id).has_member();
  if (!is_number) return size_of(id, body, content(id), at);
  // A number may say how large something is that is measured elsewhere.
  WriteScope whole = *this;
  whole.leaves_out_measured_ = false;
  return size_of(id, body, whole.derivation(id), at);
}

std::string WriteScope::size_of_content(plan::FieldId id) const {
  const plan::Body& body = field(id).body;
  return body.fixed_size ? std::to_string(*body.fixed_size) : size_of(id, body, content(id));
}

std::string WriteScope::present_plain_size_of(plan::FieldId id) const {
  return access((field(id).is_optional() ? "*" : "") + member(id), "size()");
}

std::string WriteScope::present_length_of(plan::FieldId id) const {
  const bool is_choice = std::holds_alternative<plan::Switch>(field(id).body.kind);
  return is_choice ? function("length_of", id) + "(" + content(id) + ")"
                   : access(content(id), "size()");
}

std::string WriteScope::if_there(plan::FieldId id, const std::string& x) const {
  if (!field(id).presence || x == "0") return x;
  return in_parentheses(is_there(id)) + " ? " + x + " : 0";
}

std::string WriteScope::size_of_field(plan::FieldId id) const {
  return if_there(id, present_size_of(id));
}

std::string WriteScope::plain_size_of(plan::FieldId id) const {
  return if_there(id, present_plain_size_of(id));
}

std::string WriteScope::length_of(plan::FieldId id) const {
  return if_there(id, present_length_of(id));
}

}  // namespace schemac::emit::cpp
