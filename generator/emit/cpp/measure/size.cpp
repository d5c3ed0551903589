#include "emit/cpp/measure/size.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emit/cpp/measure/message_fields.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/types.h"
#include "plan/expression_nodes.h"
#include "plan/facts/measuring.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

// A sum of sizes: constants are added up here, what depends on the value becomes a term.
struct Sum {
  std::uint64_t constant = 0;
  std::vector<std::string> terms;

  void add(const std::string& size) {
    const bool is_number = size.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) {
      constant += std::stoull(size);
    } else {
      terms.push_back(size.find('?') == std::string::npos ? size : "(" + size + ")");
    }
  }
  [[nodiscard]] std::string text() const {
    std::string text = constant != 0 || terms.empty() ? std::to_string(constant) : "";
    for (const std::string& term : terms) text += (text.empty() ? "" : " + ") + term;
    return text;
  }
  // Fills up to a multiple of `multiple`, counted from the start of the record, or (if `begin`
  // isn't "0") of the file.
  void pad(std::uint64_t multiple, const std::string& begin) {
    const std::string end = (begin == "0" ? "" : begin + " + ") + text();
    terms = {"schemac::impl::padded_size(" + end + ", " + std::to_string(multiple) + ")" +
             (begin == "0" ? "" : " - " + begin)};
    constant = 0;
  }
};

// One overload a kind of item: adds what lies inline.
struct AddItem {
  const WriteScope& scope;
  Sum& sum;

  void operator()(const plan::Run& run) const {
    if (run.condition) {
      std::uint64_t size = 0;
      for (const plan::RunField& each : run.fixed) size += each.size;
      return sum.add(scope.is_there(run) + " ? " + std::to_string(size) + " : 0");
    }
    for (const plan::RunField& each : run.fixed) sum.constant += each.size;
    if (run.counted) sum.add(scope.size_of_field(run.counted->list));
    for (const plan::RunField& each : run.after) sum.constant += each.size;
  }
  void operator()(const plan::LoneField& lone) const {
    const plan::Field& field = scope.field(lone.field);
    if (field.jump) return;
    // A region of a fixed size counts with that size, even if its content is refused. What is
    // measured along with its checks isn't measured once they refuse it.
    const bool may_be_refused = !field.presence && !scope.leaves_out_measured();
    const auto stated = may_be_refused
                            ? plan::region_refusal(scope.plan(), scope.record(), lone.field)
                            : std::nullopt;
    if (const auto fixed = stated ? plan::as_constant(stated->size) : std::nullopt)
      sum.constant += *fixed;
    else
      sum.add(scope.size_of_field(lone.field));
  }
  void operator()(const plan::Pad& pad) const {
    sum.pad(pad.multiple, pad.of_record ? "0" : scope.begin());
  }
  void operator()(const plan::Require&) const {}
  void operator()(const plan::CheckElements&) const {}
  void operator()(const plan::CheckDigest&) const {}
  void operator()(const plan::CheckCodec&) const {}
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection&) const {}
  void operator()(const plan::FinishSections&) const {}
  void operator()(const plan::MessageFields& message) const {
    for (const std::string& size : message_sizes(scope, message)) sum.add(size);
  }
};

Sum inline_sum(const WriteScope& scope) {
  Sum sum;
  for (const plan::Item& item : scope.record().items) std::visit(AddItem{scope, sum}, item);
  return sum;
}

std::string begin_parameter(bool is_needed) { return is_needed ? ", std::uint64_t begin" : ""; }

// Elements of a switch whose alternatives are counted by one field.
void emit_switch_length(Printer& out, const WriteScope& scope, plan::FieldId id,
                        const plan::Switch& choice) {
  const bool is_counted = std::ranges::any_of(scope.record().fields, [&](const plan::Field& field) {
    const auto counts = [&](const plan::Source& source) {
      return source.kind == plan::SourceKind::count_of && source.field == id;
    };
    return counts(field.source) || std::ranges::any_of(field.source.others, counts);
  });
  if (!is_counted) return;
  const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), choice);
  const auto alternatives = [&] {
    for (const AlternativeType& type : types)
      out.emit({{"Type", qualified_type(scope.record(), type)},
                {"held", type.is_wrapped ? "held->value." : "held->"}},
               R"cc(if (const auto* held = std::get_if<$Type$>(&value)) return $held$size();)cc");
  };
  out.blank_line();
  out.emit({{"function", scope.function("length_of", id)},
            {"Type", scope.record().name +
                         "::" + variant_name(scope.plan(), scope.record(), scope.field(id))},
            {"alternatives", alternatives}},
           R"cc(
             inline std::uint64_t $function$(const $Type$& value) {
               $alternatives$;
               return 0;
             }
           )cc");
}

void emit_switch_size(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Switch& choice) {
  const auto types = alternative_types(scope.plan(), scope.record(), scope.field(id), choice);
  std::map<std::string, std::string> named;
  std::string parameters;
  for (const SizeArgument& argument : size_arguments(scope, choice)) {
    named[argument.text] = argument.name;
    parameters += ", " + argument.type + " " + argument.name;
  }
  WriteScope inner = scope;
  inner.name_arguments(std::move(named));
  const auto alternatives = [&] {
    for (std::size_t i = 0; i < types.size(); ++i) {
      const plan::Body& body = choice.alternatives[i].body.front();
      const std::string type = qualified_type(scope.record(), types[i]);
      if (body.fixed_size)
        out.emit({{"Type", type}, {"size", *body.fixed_size}},
                 R"cc(if (std::holds_alternative<$Type$>(value)) return $size$;)cc");
      else
        out.emit({{"Type", type},
                  {"size", inner.size_of(id, body, types[i].is_wrapped ? "held->value" : "*held",
                                         "begin")}},
                 R"cc(if (const auto* held = std::get_if<$Type$>(&value)) return $size$;)cc");
    }
  };
  out.blank_line();
  out.emit({{"function", scope.function("size_of", id)},
            {"Type", scope.record().name +
                         "::" + variant_name(scope.plan(), scope.record(), scope.field(id))},
            {"begin", begin_parameter(plan::depends_on_place(scope.plan(), scope.field(id).body))},
            {"parameters", parameters},
            {"alternatives", alternatives}},
           R"cc(
             inline std::uint64_t $function$(const $Type$& value$parameters$$begin$) {
               $alternatives$;
               return 0;
             }
           )cc");
}

}  // namespace

std::string measuring_arguments(const WriteScope& scope, const plan::Nested& nested) {
  const bool takes = scope.plan().records[nested.record].written.depends_on_params;
  if (!takes) return "";
  return nested.json ? scope.arguments(nested) : scope.early_arguments(nested);
}

bool takes_params(const plan::Record& record) {
  return record.message() == nullptr || record.written.depends_on_params;
}

std::vector<SizeArgument> size_arguments(const WriteScope& scope, const plan::Switch& choice) {
  std::vector<SizeArgument> arguments;
  const auto add = [&](const plan::Param& param, const std::string& text) {
    const std::string name = param_name(param);
    if (std::ranges::any_of(arguments, [&](const auto& each) { return each.text == text; })) return;
    const auto same = std::ranges::count_if(
        arguments, [&](const auto& each) { return each.name.starts_with(name); });
    arguments.push_back(
        {param_type(param), same == 0 ? name : name + "_" + std::to_string(same + 1), text});
  };
  for (const plan::Alternative& alternative : choice.alternatives)
    for (const plan::Nested* nested : plan::nested_in(alternative.body.front())) {
      const plan::Record& record = scope.plan().records[nested->record];
      if (!record.written.depends_on_params) continue;
      for (std::size_t i = 0; i < nested->args.size(); ++i)
        add(record.params[i], scope.text_of_argument(nested->args[i]));
    }
  return arguments;
}

std::string inline_size(const WriteScope& scope) { return inline_sum(scope).text(); }

std::string inline_offset(const WriteScope& scope, plan::FieldId id) {
  Sum sum;
  for (const plan::Item& item : scope.record().items) {
    if (const auto* run = std::get_if<plan::Run>(&item)) {
      Sum inside = sum;
      for (const plan::RunField& each : run->fixed) {
        if (each.field == id) return inside.text();
        inside.constant += each.size;
      }
      if (run->condition) {
        AddItem{scope, sum}(*run);
        continue;
      }
      sum = inside;
      if (!run->counted) continue;
      if (run->counted->list == id) return sum.text();
      sum.add(scope.size_of_field(run->counted->list));
      for (const plan::RunField& each : run->after) {
        if (each.field == id) return sum.text();
        sum.constant += each.size;
      }
      continue;
    }
    if (const auto* lone = std::get_if<plan::LoneField>(&item);
        lone != nullptr && lone->field == id)
      return sum.text();
    std::visit(AddItem{scope, sum}, item);
  }
  return sum.text();
}

namespace {

void add_measured(const WriteScope& scope, const plan::Expr& expr, std::set<plan::FieldId>& out) {
  if (expr.op == plan::Op::size_of && !scope.field(expr.id).body.fixed_size) out.insert(expr.id);
  for (const plan::Expr& arg : expr.args) add_measured(scope, arg, out);
}

// The fields whose size a varint follows from: it counts for that number's own size, too.
std::set<plan::FieldId> measured_for_numerals(const WriteScope& scope) {
  std::set<plan::FieldId> found;
  for (const plan::Field& field : scope.record().fields) {
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar != nullptr && scalar->varies() && field.derivation)
      add_measured(scope, *field.derivation, found);
  }
  return found;
}

}  // namespace

// For `Tensor` it prints
//
//   inline std::uint64_t size_of(const Tensor& value) {
//     return 28 + schemac::impl::padded_size(4 + value.name.size(), 8) + 8 * value.dims.size();
//   }
void emit_size_functions(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope(plan, record);
  const bool is_never_held = is_root(plan, record) && !record.is_held();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (const plan::Switch* choice = plan::switch_of(record.fields[id]);
        choice != nullptr && record.fields[id].has_member()) {
      const bool is_measured_along =
          is_never_held && record.is_measured && plan::is_measured(plan, record.fields[id].body);
      if (!is_measured_along) emit_switch_size(out, scope, id, *choice);
      if (!std::holds_alternative<plan::List>(record.fields[id].body.kind))
        emit_switch_length(out, scope, id, *choice);
    }
  if (is_never_held) return;
  const bool depends = record.depends_on_place;
  WriteScope sized = WriteScope(plan, record, depends ? "begin" : "0");
  std::vector<std::pair<std::string, std::string>> locals;  // each needs those before it alone
  for (const plan::FieldId id : measured_for_numerals(sized)) {
    const std::string local = local_name(plan, record, record.fields[id].identifier + "_size");
    locals.emplace_back(local, sized.size_of_field(id));
    sized.know_size(id, local);
  }
  const Sum sum = inline_sum(sized);
  const bool can_fail = sized.uses("fits");  // it doesn't: the value was checked
  const std::string value =
      sized.parameter("const " + record.name + "&", "value") +
      (record.written.depends_on_params ? sized.parameters() : std::string()) +
      (depends ? ", " + sized.parameter("std::uint64_t", "begin") : "");
  out.blank_line();
  const auto steps = [&] {
    if (can_fail) out.emit(R"cc(bool fits = true;)cc");
    for (const auto& [local, size] : locals)
      out.emit({{"local", local}, {"size", size}}, R"cc(const std::uint64_t $local$ = $size$;)cc");
    out.emit({{"size", sum.text()}}, R"cc(return $size$;)cc");
  };
  out.emit({{"value", value}, {"steps", steps}},
           R"(
             inline std::uint64_t size_of($value$) { $steps$; }
           )");
}

}  // namespace schemac::emit::cpp
