// Functions of expressions: how many arguments each takes, of which type, and what it gives.
#include <algorithm>
#include <array>

#include "model/passes/bind/binder.h"
#include "model/passes/walk.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

struct FunctionRow {
  std::string_view name;
  Function function;
  std::size_t least, most;  ///< number of arguments
};

constexpr std::array<FunctionRow, 19> functions = {{
    {"len", Function::len, 1, 1},           {"size", Function::size, 1, 1},
    {"offset", Function::offset, 1, 1},     {"stored", Function::stored, 1, 1},
    {"product", Function::product, 1, 1},   {"sum", Function::sum, 1, 1},
    {"min", Function::min, 1, 64},          {"max", Function::max, 1, 64},
    {"count", Function::count, 1, 2},       {"all", Function::all, 1, 2},
    {"any", Function::any, 1, 2},           {"first", Function::first, 1, 1},
    {"last", Function::last, 1, 1},         {"align_up", Function::align_up, 2, 2},
    {"ceil_div", Function::ceil_div, 2, 2}, {"known", Function::known, 1, 1},
    {"present", Function::present, 1, 1},   {"has", Function::has, 1, 1},
    {"dtype", Function::dtype, 1, 2},
}};

const FunctionRow* find_function(std::string_view name) {
  const auto* row = std::find_if(functions.begin(), functions.end(),
                                 [&](const FunctionRow& r) { return r.name == name; });
  return row == functions.end() ? nullptr : row;
}

bool is_sequence(const ExpressionType& type) {
  return type.is_list || type.kind == ValueKind::text || type.kind == ValueKind::array ||
         type.kind == ValueKind::free;
}

bool is_list(const ExpressionType& type) { return type.is_list || type.kind == ValueKind::free; }

// ceil_div and align_up of constants.
std::optional<Int128> folded(Function function, Int128 value, Int128 unit) {
  if (unit <= 0) return std::nullopt;
  const Int128 quotient = value / unit + (value % unit > 0 ? 1 : 0);
  return function == Function::ceil_div ? quotient : quotient * unit;
}

// `known(x)`, where x is a field of the record at hand that says what it is then.
bool check_may_be_unknown(Draft& draft, const BindScope& scope, const Expression& number) {
  const Reference* field = as_own_field(number);
  const syntax::Node* node =
      field != nullptr ? draft.sources[scope.type].fields[field->index] : nullptr;
  if (node == nullptr || node->has("unknown")) return true;
  const std::string name = to_text(number, draft.format);
  draft
      .error(number.range, "type-mismatch",
             "'known' asks for a number that may be unknown, which '" + name + "' is not")
      .help("add 'unknown: -1' to '" + name + "', or the number that it has then");
  return false;
}

// The record type whose field the expression is, where it names one.
std::optional<TypeIndex> holder_of(const BindScope& scope, const Expression& expression) {
  if (const auto* member = std::get_if<Member>(&expression.node))
    return member->kind == Member::Kind::field ? member->object->type.type : std::nullopt;
  return as_own_field(expression) != nullptr ? std::optional(scope.type) : std::nullopt;
}

// Bits of a field begin and end within bytes.
bool check_has_bytes(Draft& draft, TypeIndex holder, const Expression& field,
                     std::string_view function) {
  const auto* member = std::get_if<Member>(&field.node);
  const FieldIndex index =
      member != nullptr ? member->index : std::get<Reference>(field.node).index;
  const Field& asked = draft.format.types[holder].fields[index];
  const auto* scalar = std::get_if<Scalar>(&asked.body.kind);
  if (scalar == nullptr || !scalar->place) return true;
  draft
      .error(field.range, "type-mismatch",
             shown(asked) + " shares its bytes with other fields, so it has no " +
                 std::string(function) + " of its own")
      .help("put the fields that share bytes into a record, and ask for the " +
            std::string(function) + " of that");
  return false;
}

// Members of a text lie somewhere in it, spelled in one way or another.
bool check_has_extent(Draft& draft, const BindScope& scope, const Expression& field,
                      std::string_view function) {
  const auto holder = holder_of(scope, field);
  if (holder && !check_has_bytes(draft, *holder, field, function)) return false;
  if (!holder || !is_text_wire(draft.format.types[*holder].wire)) return true;
  draft
      .error(field.range, "type-mismatch",
             "'" + to_text(field, draft.format) + "' is a member of a text, which has no " +
                 std::string(function) + " of its own")
      .help("ask for the " + std::string(function) + " of the field that holds the text");
  return false;
}

}  // namespace

std::string_view spelling(Function function) {
  for (const FunctionRow& row : functions)
    if (row.function == function) return row.name;
  return "";
}

ExpressionPtr Binder::bind_node(const syntax::Expression& at, const syntax::Call& node) {
  const FunctionRow* row = find_function(node.function);
  if (row == nullptr) {
    const std::vector<std::string> names = {"len",      "size",     "offset", "present", "sum",
                                            "product",  "min",      "max",    "first",   "last",
                                            "align_up", "ceil_div", "known",  "has"};
    auto& error = draft_.error(node.function_range, "unknown-function",
                               "there is no function '" + node.function + "'");
    if (auto help = source::did_you_mean(node.function, names))
      error.help(*help);
    else
      error.help(
          "the functions are len, size, offset, present, sum, product, min, max, first, last, "
          "align_up, ceil_div, known and has");
    return nullptr;
  }
  if (node.arguments.size() < row->least || node.arguments.size() > row->most) {
    draft_
        .error(at.range, "wrong-arguments",
               "'" + node.function + "' takes " + std::to_string(row->least) +
                   (row->least == 1 ? " argument" : " arguments") + ", but has " +
                   std::to_string(node.arguments.size()))
        .help("give it " + std::to_string(row->least) +
              (row->most > row->least ? " to " + std::to_string(row->most) : ""));
    return nullptr;
  }
  if (row->function == Function::size) return bind_size(at, node);
  std::vector<ExpressionPtr> arguments;
  for (const syntax::ExpressionPtr& argument : node.arguments) {
    const ExpressionType words = type_of_kind(ValueKind::free);
    const bool takes_word = row->function == Function::dtype && !arguments.empty();
    arguments.push_back(bind(argument, takes_word ? &words : expected_));
    if (arguments.back() == nullptr) return nullptr;
  }
  return typed_call(at, node, row->function, std::move(arguments));
}

// size(file) is about the whole file, size(x) about a field.
ExpressionPtr Binder::bind_size(const syntax::Expression& at, const syntax::Call& node) {
  Call call;
  call.function = Function::size;
  const auto* name = node.arguments.front() != nullptr
                         ? std::get_if<syntax::NameReference>(&node.arguments.front()->node)
                         : nullptr;
  if (name != nullptr && name->name == "file" && !can_name("file")) {
    call.of_file = true;
  } else {
    auto argument = bind(node.arguments.front());
    if (argument == nullptr || !check_has_extent(draft_, scope_, *argument, "size")) return nullptr;
    call.arguments.push_back(std::move(argument));
  }
  return make_expression(at.range, type_of_kind(ValueKind::number), any_size, std::move(call));
}

Range Binder::length_of(const ExpressionPtr& list) const {
  const auto* reference = std::get_if<Reference>(&list->node);
  if (reference == nullptr || reference->base != Base::self || reference->up != 0) return any_size;
  const Body& body = draft_.format.types[scope_.type].fields[reference->index].body;
  Range values = any_size;
  if (body.repeat.kind == RepeatKind::count && body.repeat.expression != nullptr)
    values = narrow(values, body.repeat.expression->values);
  else if (const auto* text = std::get_if<Text>(&body.kind);
           text != nullptr && text->prefix && body.repeat.kind == RepeatKind::none)
    values = narrow(values, range_of(text->prefix->dtype));
  return values;
}

// Functions of one list: what the list must be, and what they give.
std::optional<TypedRange> Binder::value_of_list_call(Function function, const ExpressionPtr& list,
                                                     const std::string& quoted) {
  const bool takes_text = function == Function::len;
  const bool takes_numbers = function == Function::product || function == Function::sum;
  const bool is_of_reals = takes_numbers && list->type.kind == ValueKind::real;
  if (is_of_reals || (takes_text ? !is_sequence(list->type) : !is_list(list->type))) {
    const std::string what = takes_text      ? "a list, a text or an array"
                             : takes_numbers ? "a list of whole numbers"
                                             : "a list";
    draft_
        .error(list->range, "type-mismatch",
               quoted + " needs " + what + ", but '" + to_text(*list, draft_.format) + "' is " +
                   describe(list->type, draft_.format))
        .help(list->type.kind == ValueKind::open
                  ? "give '" + to_text(*list, draft_.format) + "' a type that says what it holds"
                  : "give it " + what);
    return std::nullopt;
  }
  TypedRange result{type_of_kind(ValueKind::number), any_size};
  if (takes_text) result.values = length_of(list);
  if (takes_numbers && list->values.min < 0) result.values = any_number;
  const bool gives_element = function == Function::first || function == Function::last;
  if (gives_element) {
    result = {list->type, list->values};
    result.type.is_list = false;
  }
  return result;
}

// min, max, align_up and ceil_div.
std::optional<TypedRange> Binder::value_of_number_call(Function function,
                                                       const std::vector<ExpressionPtr>& arguments,
                                                       const std::string& quoted) {
  const bool is_of_list = arguments.size() == 1 && is_list(arguments.front()->type);
  for (const ExpressionPtr& argument : arguments)
    if (!is_of_list && !check_number(argument, quoted)) return std::nullopt;
  Range values = arguments.front()->values;
  if (function == Function::min || function == Function::max) {
    const auto of = function == Function::min ? minimum : maximum;
    for (const ExpressionPtr& argument : arguments) values = of(values, argument->values);
  } else {
    const Range& unit = arguments[1]->values;
    values = function == Function::ceil_div ? ceil_div(values, unit) : align_up(values, unit);
  }
  return TypedRange{type_of_kind(ValueKind::number), values};
}

ExpressionPtr Binder::typed_call(const syntax::Expression& at, const syntax::Call& node,
                                 Function function, std::vector<ExpressionPtr> arguments) {
  const std::string quoted = "'" + node.function + "'";
  std::optional<TypedRange> value = TypedRange{type_of_kind(ValueKind::number), any_size};
  switch (function) {
    case Function::len:
    case Function::product:
    case Function::sum:
    case Function::count:
    case Function::first:
    case Function::last:
      value = value_of_list_call(function, arguments.front(), quoted);
      break;
    case Function::min:
    case Function::max:
      value = value_of_number_call(function, arguments, quoted);
      break;
    case Function::align_up:
    case Function::ceil_div:
      value = value_of_number_call(function, arguments, quoted);
      if (const auto number = constant_of(arguments[0]), unit = constant_of(arguments[1]);
          number && unit)
        if (const auto result = folded(function, *number, *unit))
          return make_folded(at.range, *result);
      break;
    case Function::known:
      if (!check_may_be_unknown(draft_, scope_, *arguments.front())) return nullptr;
      value = TypedRange{type_of_kind(ValueKind::boolean), truth};
      break;
    case Function::present:
    case Function::has:
    case Function::all:
    case Function::any:
      value = TypedRange{type_of_kind(ValueKind::boolean), truth};
      break;
    case Function::stored:
      value->type.kind = ValueKind::text;
      break;
    case Function::dtype:
      value->type.kind = ValueKind::dtype;
      value->type.is_optional = true;
      break;
    case Function::offset:
      if (!check_has_extent(draft_, scope_, *arguments.front(), "offset")) return nullptr;
      break;
    case Function::size:
      break;
  }
  if (!value) return nullptr;
  Call call;
  call.function = function;
  call.arguments = std::move(arguments);
  return make_expression(at.range, value->type, value->values, std::move(call));
}

}  // namespace schemac::model
