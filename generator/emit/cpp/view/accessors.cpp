#include "emit/cpp/view/accessors.h"

#include <functional>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/content.h"
#include "emit/cpp/view/message_accessor.h"
#include "emit/cpp/view/quick_array.h"
#include "emit/cpp/wire/forms.h"
#include "steps/lower.h"

namespace schemac::emit::cpp {
namespace {

// What comes after a head: found from its end, since the head may have any width.
std::string after_head(const Symbols& symbols, ReadScope& scope, plan::FieldId id) {
  const plan::Body& body = symbols.field(id).body;
  const std::string size = symbols.length_member(id);
  const std::string end = symbols.at({*symbols.end_of(id), 0}, "", "_");
  if (std::holds_alternative<plan::Text>(body.kind))
    return "schemac::impl::text_at(" + end + " - " + size + ", " + size + ")";
  if (const plan::Scalar* scalar = scalar_element(body)) {
    const std::string stride = std::to_string(stored_size(*scalar));
    const std::string list = "(" + end + " - std::uint64_t{" + size + "} * " + stride + ", " +
                             size + scope.order(*scalar) + ")";
    const plan::Field& field = symbols.field(id);
    if (!has_product(field)) return list_type(symbols.plan(), *scalar) + list;
    return list_type(symbols.plan(), field) + "(" + list_type(symbols.plan(), *scalar) + list +
           ", " + symbols.product_member(id) + ")";
  }
  return "schemac::Bytes(" + end + " - " + size + ", " + size + ")";
}

// The bytes of a region that a record which was walked has at `at`. One of a fixed size has no end
// of its own: a run has looked at it.
std::string region_size(const Symbols& symbols, ReadScope& scope, plan::FieldId id,
                        const std::string& at) {
  const auto end = symbols.end_of(id);
  if (!end) return scope.size(symbols.field(id).region->size);
  return "schemac::impl::distance(" + at + ", " + symbols.at({*end, 0}, "", "_") + ")";
}

// What a walked record has inline: straight loads. One overload a kind of body.
struct InlineContent {
  const Symbols& symbols;
  Forms& forms;
  ReadScope& scope;
  plan::FieldId id;
  std::string at;

  [[nodiscard]] const plan::Field& field() const { return symbols.field(id); }
  [[nodiscard]] std::string size() const { return symbols.length_member(id); }

  std::string operator()(const plan::Scalar& scalar) const {
    const std::string type = viewed_type(symbols.plan(), scalar);
    if (scalar.coding == plan::Coding::token) return load_of(scalar, at, "");
    if (scalar.varies()) {
      const std::string value = symbols.value_member(id);
      return type == number_type(scalar) ? value : "static_cast<" + type + ">(" + value + ")";
    }
    const std::string load = load_as(scalar, type, at, scope.order(scalar));
    if (!field().unknown) return load;
    return "schemac::impl::known_number<" + type + ">(" + load + ", " +
           literal(field().unknown->value) + ")";
  }
  std::string operator()(const plan::Constant&) const { return of_region(); }
  std::string operator()(const plan::Text& text) const {
    if (text.head) return after_head(symbols, scope, id);
    const std::uint64_t prefix = text.prefix ? bit_count(text.prefix->dtype) / 8 : 0;
    plan::Position position = *symbols.position(id);
    position.distance += prefix;
    return "schemac::impl::text_at(" + symbols.at(position, "", "_") + ", " + size() + ")";
  }
  std::string operator()(const plan::Raw& raw) const {
    if (raw.head) return after_head(symbols, scope, id);
    const std::string bytes =
        "schemac::Bytes(" + at + ", static_cast<std::size_t>(" + size() + "))";
    if (object_of(field().body) != nullptr) return "schemac::msgpack::ObjectView(" + bytes + ")";
    return raw.free ? free_view(*raw.free) + "(" + bytes + ")" : bytes;
  }
  std::string operator()(const plan::Array& array) const {
    return array.head ? after_head(symbols, scope, id) : of_region();
  }
  std::string operator()(const plan::Nested&) const { return of_region(); }
  std::string operator()(const plan::List& list) const {
    const plan::Scalar* scalar = scalar_element(list);
    if (scalar == nullptr) return of_region();
    if (list.head) return after_head(symbols, scope, id);
    const std::string count = fills_region(field())
                                  ? region_size(symbols, scope, id, at) + " / " +
                                        std::to_string(bit_count(scalar->dtype) / 8)
                                  : size();
    return list_type(symbols.plan(), *scalar) + "(" + at + ", " + count + scope.order(*scalar) +
           ")";
  }
  std::string operator()(const plan::Switch&) const { return of_region(); }

 private:
  [[nodiscard]] std::string of_region() const {
    plan::Position after = *symbols.position(id);
    after.distance += field().body.fixed_size.value_or(0);
    if (const auto end = symbols.end_of(id)) after = {*end, 0};
    const std::string region = "{" + at + ", " + symbols.at(after, "", "_") + "}";
    return content_in(symbols, forms, scope, id, field().body, region);
  }
};

std::string inline_content(const Symbols& symbols, Forms& forms, ReadScope& scope,
                           plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  if (field.is_kept) return symbols.member(id);
  const std::string at = symbols.at(*symbols.position(id), "", "_");
  return std::visit(InlineContent{symbols, forms, scope, id, at}, field.body.kind);
}

void emit_refusal(Printer& out, const Forms& forms, plan::CheckId check, const std::string& bad,
                  const std::string& at, const std::string& facts) {
  out.emit(
      {{"bad", bad}, {"check", forms.check(check)}, {"at", at}, {"facts", facts}},
      R"cc(if ($bad$) return schemac::impl::violation_at(origin_, $check$, $at$, $facts$);)cc");
}

// Prints the search for a field that lies elsewhere: `region` is where, `left` how far it may
// reach.
void emit_jump_region(Printer& out, const Symbols& symbols, Forms& forms, ReadScope& scope,
                      const plan::Field& field) {
  const plan::Jump& jump = *field.jump;
  const std::string at = scope.at(jump.stated_by);
  out.emit(
      {{"target", scope.offset(jump.target)}, {"section", section_offsets(symbols, jump.section)}},
      R"cc(
             const std::uint64_t target = $target$;
             const schemac::impl::Offsets section = $section$;
           )cc");
  const plan::Plan& plan = symbols.plan();
  if (jump.misaligned && plan.checks[*jump.misaligned].level == Level::error)
    emit_refusal(out, forms, *jump.misaligned, "target % " + std::to_string(jump.align) + " != 0",
                 at, "{target}");
  const std::string size =
      field.region ? scope.size(field.region->size) : std::to_string(field.body.least_size);
  out.emit({{"size", size}}, "const std::uint64_t size = $size$;");
  emit_refusal(out, forms, jump.outside, "!section.contains(target, size)", at,
               "{target, section.begin, section.end, {}, size}");
  out.emit({{"end", field.region ? "at + size" : "origin_.file.data() + section.end"}},
           R"cc(
             const std::byte* const at = origin_.file.data() + target;
             const schemac::impl::Region region{at, $end$};
           )cc");
}

std::string absence(ReadScope& scope, const plan::Field& field) {
  const plan::Expr& condition = field.presence->condition;
  return can_fail(condition) ? "!" + scope.condition(condition, true)
                             : scope.condition(negated(condition));
}

// Prints the search for a field that isn't the first one of its section: those before it are
// walked.
void emit_section_fields_before(Printer& out, const Symbols& symbols, Forms& forms,
                                ReadScope& scope, plan::FieldId id) {
  const Symbols::InSection in = *symbols.in_section(id);
  const plan::InSection* section = nullptr;
  for (const plan::Item& item : symbols.record().items)
    if (const auto* each = std::get_if<plan::InSection>(&item); each && each->section == in.section)
      section = each;
  const steps::Routine routine =
      steps::lower_fields(symbols.plan(), symbols.record(), *section, in.index);
  const auto fields = [&] {
    StepPrinter(out, symbols.plan(), forms, routine, &scope).print_body();
  };
  out.emit({{"section", symbols.section({false, in.section}) + "_"}, {"fields", fields}},
           R"cc(
             const schemac::impl::Region section = $section$;
             schemac::impl::Context context(origin_.file, schemac::Limits{}, schemac::impl::Strictness::read);
             const schemac::impl::OriginFrame origin_frame(origin_);
             [[maybe_unused]] const schemac::impl::Frame& frame = origin_frame.frame();
             const std::byte* const begin = [&]() -> const std::byte* {
               $fields$;
             }();
             if (begin == nullptr) return schemac::impl::first_violation(context);
           )cc");
}

// Prints the bytes of a stated size that a field has of those in `left`: no walk has looked at it.
void emit_sized_region(Printer& out, ReadScope& scope, const plan::Field& field,
                       const std::string& left) {
  out.emit({{"name", quoted(field.name)}, {"left", left}, {"size", scope.size(field.region->size)}},
           R"cc(
             const schemac::Result<schemac::Bytes> bytes = schemac::impl::bytes_in({origin_, $name$}, $left$, $size$);
             if (!bytes) [[unlikely]] return bytes.error();
             const schemac::impl::Region region{bytes->data(), bytes->data() + bytes->size()};
           )cc");
}

// What the conditions of numbers that may be absent ask for is needed, too.
void add_conditions(ReadScope& scope) {
  for (std::size_t known = 0; known != scope.uses().numbers.size();) {
    known = scope.uses().numbers.size();
    const std::set<plan::FieldId> numbers = scope.uses().numbers;
    for (const plan::FieldId id : numbers)
      if (const auto& presence = scope.symbols().field(id).presence)
        (void)scope.condition(presence->condition);
  }
}

// Prints what finds the bytes after a list that wasn't walked while the file was opened.
void emit_late_rest(Printer& out, const Symbols& symbols) {
  const plan::FieldId list = symbols.record().late->list;
  out.emit({{"list", symbols.field(list).identifier},
            {"begin", symbols.at(symbols.begin_of(list), "", "_")},
            {"end", symbols.at({*symbols.end_of(list), 0}, "", "_")}},
           "return schemac::impl::bytes_after(this->$list$(), {$begin$, $end$});");
}

void emit_found(Printer& out, const Symbols& symbols, Forms& forms, ReadScope& scope,
                plan::FieldId id) {
  if (symbols.is_late_rest(id)) return emit_late_rest(out, symbols);
  const plan::Field& field = symbols.field(id);
  if (field.presence)
    out.emit({{"absent", absence(scope, field)}, {"name", quoted(field.name)}},
             R"cc(if ($absent$) return schemac::impl::absent_at(origin_, $name$, begin_);)cc");
  emit_unknown_dtype(out, scope, field.body, field.name, "begin_");
  std::string region = "region";
  if (field.jump) {
    emit_jump_region(out, symbols, forms, scope, field);
  } else if (const auto section = symbols.in_section(id)) {
    region = symbols.section({false, section->section}) + "_";
    if (section->index > 0) {
      emit_section_fields_before(out, symbols, forms, scope, id);
      region = "{begin, section.end}";
    }
    if (field.region) {
      emit_sized_region(out, scope, field, region);
      region = "region";
    }
  } else if (field.region) {
    const std::string at = symbols.at(*symbols.position(id), "", "_");
    const auto end = symbols.end_of(id);
    std::string size = scope.size(field.region->size);
    if (end)  // none of a fixed size, whose bytes are all there
      size = "std::min<std::uint64_t>(" + size + ", schemac::impl::distance(" + at + ", " +
             symbols.at({*end, 0}, "", "_") + "))";
    out.emit({{"at", at}, {"size", size}},
             R"cc(
               const std::uint64_t size = $size$;
               const schemac::impl::Region region{$at$, $at$ + size};
             )cc");
  } else {
    const auto end = symbols.end_of(id);
    const std::string at = symbols.at(symbols.begin_of(id), "", "_");
    const std::string fixed = std::to_string(field.body.fixed_size.value_or(0));
    region = "{" + at + ", " + (end ? symbols.at({*end, 0}, "", "_") : at + " + " + fixed) + "}";
    const auto* array = std::get_if<plan::Array>(&field.body.kind);
    if (array != nullptr && !field.presence)
      region = "{" + at + ", " + at + " + " + symbols.length_member(id) + "}";
    if (array != nullptr && array->head && !field.presence) {
      const std::string after = symbols.at({*end, 0}, "", "_");
      region = "{" + after + " - " + symbols.length_member(id) + ", " + after + "}";
    }
  }
  const std::string content = content_in(symbols, forms, scope, id, field.body, region);
  out.emit({{"content", content}}, "return $content$;");
}

// How an accessor loads a number that was walked before.
std::string loaded_number(const Symbols& symbols, ReadScope& scope, plan::FieldId id,
                          const plan::Scalar& scalar) {
  const plan::Field& field = symbols.field(id);
  const std::string at = symbols.at(*symbols.position(id), "", "_");
  if (!scalar.varies()) return load_of(scalar, at, scope.order(scalar));
  if (!field.presence) return symbols.value_member(id);
  return load_between(scalar, at, symbols.at({*symbols.end_of(id), 0}, "", "_"), "");
}

// Prints with the numbers that `print` uses loaded before, each once.
void emit_with_loads(Printer& out, const Symbols& symbols,
                     const std::function<void(Printer&, ReadScope&)>& print) {
  ReadScope scope(symbols, SpelledIn::accessor);
  const Printer::Block statements = out.set_aside([&] { print(out, scope); }, 0);
  add_conditions(scope);
  scope.ask_orders();
  for (const plan::FieldId number : scope.uses().numbers) {
    const auto* scalar = std::get_if<plan::Scalar>(&symbols.field(number).body.kind);
    if (scalar == nullptr || !symbols.position(number)) continue;
    ReadScope loading(symbols, SpelledIn::accessor);
    const auto& presence = symbols.field(number).presence;
    const std::string load = loaded_number(symbols, loading, number, *scalar);
    out.emit(
        {{"type", number_type(*scalar)},
         {"name", symbols.local(number)},
         {"load",
          presence ? loading.condition(presence->condition, true) + " ? " + load + " : 0" : load}},
        "const $type$ $name$ = $load$;");
  }
  out.put(statements);
}

}  // namespace

void emit_accessor(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id) {
  if (symbols.record().message() != nullptr) return emit_message_accessor(out, symbols, id);
  emit_with_loads(out, symbols, [&](Printer& printer, ReadScope& scope) {
    if (is_walked(symbols, id)) {
      printer.emit({{"content", inline_content(symbols, forms, scope, id)}}, "return $content$;");
    } else {
      emit_found(printer, symbols, forms, scope, id);
    }
  });
}

void emit_quick_accessor(Printer& out, const Symbols& symbols, plan::FieldId id) {
  emit_with_loads(out, symbols, [&](Printer& printer, ReadScope& scope) {
    emit_quick_array(printer, symbols, scope, id);
  });
}

void emit_alternative(Printer& out, const Symbols& symbols, Forms& forms, plan::FieldId id,
                      const plan::Alternative& alternative) {
  ReadScope scope(symbols, SpelledIn::content);
  const plan::Body& body = alternative.body.front();
  emit_unknown_dtype(out, scope, body, alternative.name, "region_.begin");
  const std::string content =
      content_in(symbols, forms, scope, id, body, "region_", "_" + snake_case(alternative.name));
  out.emit({{"content", content}}, "return $content$;");
}

}  // namespace schemac::emit::cpp
