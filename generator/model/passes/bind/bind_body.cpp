// The expressions of one body: those of its kind, and those that say how often and how large it is.
#include "model/passes/bind/bind_expressions.h"
#include "model/passes/bind/cases.h"
#include "model/passes/bind/conditions.h"
#include "model/passes/types/bodies.h"
#include "model/passes/types/fields.h"
#include "model/passes/walk.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

// `value_type.dtype` of a type reference as an expression.
ExpressionPtr bind_dotted(Draft& draft, const syntax::TypeReference& type, const BindScope& scope) {
  syntax::ExpressionPtr path;
  for (const std::string& name : type.path) {
    syntax::Expression next;
    next.range = type.name_range;
    if (path == nullptr)
      next.node = syntax::NameReference{name};
    else
      next.node = syntax::MemberAccess{path, name, type.name_range};
    path = std::make_shared<const syntax::Expression>(std::move(next));
  }
  return Binder(draft, scope).bind(path);
}

// Binds the expressions of one body, whatever its kind.
class BodyBinder {
 public:
  BodyBinder(Draft& draft, Body& body, const syntax::Node& node, BindScope scope, FieldIndex field)
      : draft_(draft), body_(body), node_(node), scope_(std::move(scope)), field_(field) {
    if (const syntax::Node* let = node.find("let"); let != nullptr && !node.has("fields"))
      scope_.lets.push_back(let);
  }

  void bind() {
    const auto alias = alias_of(draft_, node_, scope_.schema, scope_.alias.value_or(scope_.type));
    if (alias)
      bind_alias(*alias);
    else
      std::visit([&](auto& kind) { bind_kind(kind); }, body_.kind);
    if (body_.codec && node_.has("codec")) bind_codec(*body_.codec, *node_.find("codec"));
    bind_extent();
    if (const syntax::Node* each = node_.find("each")) bind_each(*each);
    if (const syntax::Node* repeat = node_.find("repeat");
        repeat != nullptr && repeat->has("until"))
      bind_until(*repeat);
  }

 private:
  // The alias's own text, with what is passed to it in place of its parameters.
  void bind_alias(TypeIndex alias) {
    const auto& parameters = draft_.format.types[alias].parameters;
    const auto values = bind_arguments(alias);
    std::map<std::string, ExpressionPtr> arguments;
    for (std::size_t i = 0; i < values.size() && i < parameters.size(); ++i)
      if (values[i] != nullptr) arguments[parameters[i].name] = values[i];
    if (arguments.size() != parameters.size()) return;  // reported
    BindScope inner = scope_;
    inner.schema = draft_.sources[alias].schema;
    inner.alias = alias;
    inner.arguments = &arguments;
    inner.lets.clear();
    bind_body(draft_, body_, *draft_.sources[alias].node, inner, field_);
  }

  std::vector<ExpressionPtr> bind_arguments(TypeIndex type) {
    const syntax::TypeReferencePtr reference = node_.type_of("type");
    const std::vector<Parameter> parameters = draft_.format.types[type].parameters;
    std::vector<ExpressionPtr> result;
    if (reference == nullptr) return result;
    if (reference->arguments.size() != parameters.size()) {
      draft_
          .error(reference->range, "wrong-arguments",
                 "type '" + draft_.format.types[type].name + "' takes " +
                     std::to_string(parameters.size()) +
                     (parameters.size() == 1 ? " argument" : " arguments") + ", but has " +
                     std::to_string(reference->arguments.size()))
          .note(draft_.format.types[type].range, "its parameters are declared here")
          .help("write '" + reference->name + "(...)' with one value for each parameter");
      return result;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      auto argument = Binder(draft_, scope_).bind(reference->arguments[i], &parameters[i].type);
      if (argument != nullptr) check_argument(parameters[i], *argument);
      result.push_back(std::move(argument));
    }
    return result;
  }

  void check_argument(const Parameter& parameter, const Expression& argument) {
    const ExpressionType& wanted = parameter.type;
    const ExpressionType& given = argument.type;
    if (wanted.kind == ValueKind::free || given.kind == ValueKind::free) return;
    const bool has_same_members = !wanted.enumeration || wanted.enumeration == given.enumeration;
    if (wanted.kind == given.kind && wanted.is_list == given.is_list && has_same_members) return;
    draft_
        .error(argument.range, "type-mismatch",
               "parameter '" + parameter.name + "' is " + describe(wanted, draft_.format) +
                   ", but gets " + describe(given, draft_.format))
        .help("pass a value of that type");
  }

  void bind_kind(Scalar& scalar) {
    const syntax::TypeReferencePtr type = node_.type_of("type");
    if (type != nullptr && type->path.size() > 1 && !scalar.enumeration)
      scalar.dtype_by = bind_dotted(draft_, *type, scope_);
  }
  void bind_kind(ConstantBytes& /*unused*/) {}
  void bind_kind(Text& /*unused*/) {}
  void bind_kind(RawBytes& /*unused*/) {}
  void bind_kind(FreeForm& /*unused*/) {}
  void bind_kind(Foreign& /*unused*/) {}

  void bind_kind(Padding& padding) {
    const syntax::Node* pad = node_.find("pad");
    if (pad == nullptr) return;
    if (pad->is_map()) {
      padding.to_size =
          Binder(draft_, scope_).bind_number(pad->expression_of("to-size"), "'to-size'");
      body_.planned = "padding to a size";
      return;
    }
    padding.multiple = Binder(draft_, scope_).bind_number(pad->expression, "'pad'");
    const auto multiple = constant_of(padding.multiple);
    if (multiple && (*multiple < 1 || *multiple > 65536))
      draft_
          .error(pad->range, "does-not-fit",
                 "'pad' is " + to_text(*multiple) + ", but should be 1 to 65536")
          .help("write the multiple to which the record is filled up");
    if (padding.multiple != nullptr && !multiple) body_.planned = "a calculated 'pad'";
  }

  void bind_kind(RecordReference& record) {
    if (draft_.sources[record.type].is_inline || body_.codec) return;
    record.arguments = bind_arguments(record.type);
  }

  void bind_kind(NdArray& array) {
    const syntax::Node& node = *node_.find("ndarray");
    const ExpressionType dtype = type_of_kind(ValueKind::dtype);
    array.dtype = Binder(draft_, scope_).bind(node.expression_of("dtype"), &dtype);
    if (array.dtype != nullptr && array.dtype->type.kind != ValueKind::dtype &&
        array.dtype->type.kind != ValueKind::free)
      draft_
          .error(array.dtype->range, "type-mismatch",
                 "'dtype' is " + describe(array.dtype->type, draft_.format) +
                     ", but should be an element type")
          .help("write one such as f32, or an attribute that names one: 'type.dtype'");
    array.dims = Binder(draft_, scope_).bind(node.expression_of("dims"));
    if (array.dims != nullptr && array.dims->type.kind != ValueKind::free &&
        (!array.dims->type.is_list || array.dims->type.kind != ValueKind::number))
      draft_
          .error(array.dims->range, "type-mismatch",
                 "'dims' is " + describe(array.dims->type, draft_.format) +
                     ", but should be a list of whole numbers")
          .help("write a list: [width, height]");
  }

  void bind_kind(Digest& digest) {
    const syntax::Node& node = *node_.find("digest");
    const ExpressionType algorithm = type_of_kind(ValueKind::digest);
    digest.algorithm = Binder(draft_, scope_).bind(node.expression_of("by"), &algorithm);
    if (digest.algorithm == nullptr) draft_.reported_fields.emplace(scope_.type, field_);
    if (digest.algorithm != nullptr && std::holds_alternative<Constant>(digest.algorithm->node))
      digest.algorithm_name = to_text(*digest.algorithm, draft_.format);
    if (digest.algorithm != nullptr && digest.algorithm->type.kind != ValueKind::digest &&
        digest.algorithm->type.kind != ValueKind::free)
      draft_
          .error(digest.algorithm->range, "type-mismatch",
                 "'by' is " + describe(digest.algorithm->type, draft_.format) +
                     ", but should be a digest algorithm")
          .help("write one such as crc32, or an attribute that names one: 'kind.algorithm'");
    bind_over(digest, node);
    check_own(digest, node);
  }

  // A digest can't be made of itself: something counts in place of its bytes.
  void check_own(const Digest& digest, const syntax::Node& node) {
    const bool covers_itself = std::ranges::any_of(digest.over, [&](const FieldSpan& span) {
      return span.first <= field_ && field_ <= span.last;
    });
    if (covers_itself && !digest.own)
      draft_
          .error(node.find("over")->range, "missing-key",
                 "this digest covers itself, so something else has to count in place of its bytes")
          .help("add 'own' with the byte that counts: 'own: 0'");
    if (!covers_itself && digest.own && !digest.over.empty())
      report_idle(draft_, node, "own",
                  "'own' has no meaning for a digest that doesn't cover itself", "remove 'own'");
  }

  void bind_over(Digest& digest, const syntax::Node& node) {
    const syntax::Node* over = node.find("over");
    if (over == nullptr) return;
    if (over->is_map()) {
      const auto first = bind_covered(over->expression_of("from"));
      const auto last = bind_covered(over->expression_of("to"));
      if (first && last) digest.over.push_back({*first, *last});
      return;
    }
    const syntax::ExpressionPtr fields = over->expression;
    if (fields == nullptr) return;
    // The items are fields, of any types: they make no list of values.
    const auto* list = std::get_if<syntax::ListLiteral>(&fields->node);
    if (list == nullptr) return add_covered(digest, fields);
    for (const syntax::ExpressionPtr& item : list->items) add_covered(digest, item);
    if (list->items.empty())
      draft_
          .error(over->range, "wrong-value", "'over' names no field, so there is nothing to check")
          .help("name the fields that the digest is made of");
  }

  void bind_codec(Codec& codec, const syntax::Node& node) {
    const ExpressionType algorithm = type_of_kind(ValueKind::codec);
    codec.algorithm = Binder(draft_, scope_).bind(node.expression_of("by"), &algorithm);
    if (codec.algorithm != nullptr && std::holds_alternative<Constant>(codec.algorithm->node))
      codec.algorithm_name = to_text(*codec.algorithm, draft_.format);
    if (codec.algorithm != nullptr && codec.algorithm->type.kind != ValueKind::codec &&
        codec.algorithm->type.kind != ValueKind::free)
      draft_
          .error(codec.algorithm->range, "type-mismatch",
                 "'by' is " + describe(codec.algorithm->type, draft_.format) +
                     ", but should be a codec")
          .help("write one such as zlib, or an attribute that names one: 'kind.algorithm'");
    const auto number = [&](const char* key, const char* quoted) {
      return node.has(key) ? Binder(draft_, scope_).bind_number(node.expression_of(key), quoted)
                           : nullptr;
    };
    codec.level = number("level", "'level'");
    codec.element_size = number("element", "'element'");
    codec.size = number("size", "'size'");
  }

  void add_covered(Digest& digest, const syntax::ExpressionPtr& item) {
    if (const auto field = bind_covered(item)) digest.over.push_back({*field, *field});
  }

  // The field of this record that is meant, as it is stored.
  std::optional<FieldIndex> bind_covered(const syntax::ExpressionPtr& item) {
    const ExpressionPtr bound = Binder(draft_, scope_).bind(item);
    if (bound == nullptr) return std::nullopt;
    const auto* call = std::get_if<Call>(&bound->node);
    const bool is_stored =
        call != nullptr && call->function == Function::stored && !call->arguments.empty();
    if (const Reference* field = as_own_field(is_stored ? *call->arguments.front() : *bound))
      return field->index;
    if (bound->type.kind != ValueKind::free)
      draft_
          .error(bound->range, "type-mismatch",
                 "'" + to_text(*bound, draft_.format) + "' is not a field of this record")
          .help("a digest is made of whole fields of its own record");
    return std::nullopt;
  }

  void bind_kind(Switch& choice) {
    choice.tag = Binder(draft_, scope_).bind(node_.find("switch")->expression);
    const syntax::Node* cases = node_.find("cases");
    if (cases == nullptr) return;
    for (std::size_t i = 0; i < choice.cases.size() && i < cases->entries.size(); ++i) {
      const syntax::Node& node = cases->entries[i].value;
      if (!node.is_map()) continue;
      Body& body = choice.cases[i].body;
      bind_body(draft_, body, node, scope_, field_);
      for (const char* key : {"valid", "if", "at", "is", "in", "align"})
        if (node.has(key)) body.planned = "a condition or place inside a case";
      for (const char* key : {"default", "choice", "unknown", "slack", "stream", "codec", "const"})
        if (node.has(key) && !std::holds_alternative<ConstantBytes>(body.kind))
          body.planned = "'" + std::string(key) + "' inside a case";
      const bool is_number = std::holds_alternative<Scalar>(body.kind);
      if (is_number && body.repeat.kind == RepeatKind::none &&
          (node.has("min") || node.has("max") || node.has("size")))
        body.planned = "a condition or place inside a case";
      if (node.has("since") || node.has("until")) body.planned = "'since' or 'until' of a case";
      if (std::holds_alternative<Switch>(body.kind)) body.planned = "a switch inside a case";
    }
    resolve_tags(draft_, choice, *cases);
  }

  void bind_extent() {
    if (const syntax::Node* repeat = node_.find("repeat")) {
      if (body_.repeat.kind == RepeatKind::count)
        body_.repeat.expression = bind_extent(repeat->expression, "repeat", "a count");
    }
    if (body_.size.kind == SizeKind::expression)
      if (const syntax::Node* size = node_.find("size"))
        body_.size.expression = bind_extent(size->expression, "size", "a size");
    check_limits();
    if (const syntax::Node* order = node_.find("order"); order != nullptr) {
      if (const syntax::Node* by = order->find("by")) body_.order_by = name_of(*by);
    }
    if (const syntax::Node* slack = node_.find("slack");
        slack != nullptr && slack->has("until") && body_.slack) {
      const BindScope inner = element_scope();
      body_.slack->until =
          Binder(draft_, inner).bind_number(slack->expression_of("until"), "'until'");
    }
    check_member_names();
  }

  // Some number of elements is within both limits, and one that the count can be.
  void check_limits() {
    if (!node_.has("min") && !node_.has("max")) return;  // the form's own, where there are any
    if (body_.min_count && body_.max_count && *body_.min_count > *body_.max_count)
      draft_
          .error(node_.find(node_.has("max") ? "max" : "min")->range, "does-not-fit",
                 "'min' is " + std::to_string(*body_.min_count) + ", but 'max' is " +
                     std::to_string(*body_.max_count))
          .help("make 'min' at most 'max'");
    if (body_.repeat.kind != RepeatKind::count || body_.repeat.expression == nullptr) return;
    const Range& counts = body_.repeat.expression->values;
    for (const char* key : {"min", "max"}) {
      const bool is_least = key == std::string_view("min");
      const std::optional<std::uint64_t>& limit = is_least ? body_.min_count : body_.max_count;
      if (!node_.has(key) || !limit ||
          (is_least ? counts.max >= Int128{*limit} : counts.min <= Int128{*limit}))
        continue;
      draft_
          .error(node_.find(key)->range, "does-not-fit",
                 "'" + std::string(key) + "' is " + std::to_string(*limit) + ", but 'repeat' is " +
                     to_text(counts))
          .help("use a limit that the number of elements can meet");
    }
  }

  // A count or a size, which no file has if it is always negative.
  ExpressionPtr bind_extent(const syntax::ExpressionPtr& expression, const std::string& key,
                            const std::string& what) {
    auto bound = Binder(draft_, scope_).bind_number(expression, "'" + key + "'");
    if (bound != nullptr && bound->values.max < 0)
      draft_
          .error(bound->range, "does-not-fit",
                 "'" + key + "' is " + to_text(bound->values) + ", but " + what + " is at least 0")
          .help("write a number that is not negative");
    if (bound != nullptr && bound->values.min > most_of_any_file)
      draft_
          .error(bound->range, "too-large",
                 "'" + key + "' is " + to_text(bound->values) + ", more than any file has bytes")
          .help("write a smaller number");
    return bound;
  }

  void bind_until(const syntax::Node& repeat) {
    BindScope inner = element_scope();
    inner.knows_rest = false;
    Condition until;
    until.expression =
        Binder(draft_, inner).bind_condition(repeat.expression_of("until"), "'until'");
    if (until.expression == nullptr) return;  // reported
    until.range = repeat.range;
    until.ends_list = true;
    body_.repeat.expression = until.expression;
    body_.each.push_back(std::move(until));
    body_.min_count = std::max<std::uint64_t>(1, body_.min_count.value_or(1));
  }

  BindScope element_scope() const {
    BindScope inner = scope_;
    inner.element = element_of(value_of_body(draft_, body_, scope_.type, field_));
    inner.is_in_list = true;
    inner.names_members = true;
    return inner;
  }

  // `unique: name` names a member of the elements.
  void check_member_names() {
    const syntax::Node* unique = node_.find("unique");
    if (unique == nullptr || std::holds_alternative<Foreign>(body_.kind)) return;
    if (body_.repeat.kind == RepeatKind::none) {
      draft_
          .error(unique->range, "not-a-list",
                 "'unique' is about elements, but nothing repeats here")
          .help("add 'repeat', or remove 'unique'");
      return;
    }
    if (unique->expression != nullptr)
      (void)Binder(draft_, element_scope()).bind(unique->expression);  // reports what it can't name
  }

  void bind_each(const syntax::Node& each) {
    const BindScope inner = element_scope();
    if (each.is_list()) {
      body_.each = make_rules(draft_, each, inner);
      for (const syntax::Node& rule : each.items)
        if (rule.has("since") || rule.has("until"))
          body_.planned = "versions of a rule under 'each'";
      check_places_of_elements();
      return;
    }
    const bool has_plain_keys = has_condition(each);
    if (has_plain_keys) body_.each = make_conditions(draft_, each, inner);
    if (each.has("is")) bind_following(each, inner);
    if (!each.has("is") && !each.has("align") && each.form == syntax::Form::record)
      check_has_condition(draft_, each, "each");
    check_places_of_elements();
    if (each.has("align")) body_.planned = "aligned elements";
    if (each.form == syntax::Form::names) body_.planned = "conditions on members of elements";
  }

  void check_places_of_elements() {
    const bool is_record = std::holds_alternative<RecordReference>(body_.kind);
    for (const Condition& condition : body_.each)
      if (condition.style.at != nullptr && !is_record)
        body_.planned = "a place of its own of a rule under 'each'";
  }

  // `each: {is: "offset(chunks[_index])"}`: where the elements of another list begin.
  void bind_following(const syntax::Node& each, const BindScope& inner) {
    const ExpressionPtr is = Binder(draft_, inner).bind(each.expression_of("is"));
    body_.starts_style = make_style(each);
    for (const std::string_view idle : {"message", "at"})
      report_idle_beside(draft_, each, idle, "is");
    const auto* call = is != nullptr ? std::get_if<Call>(&is->node) : nullptr;
    if (call != nullptr && call->function == Function::offset && !call->arguments.empty()) {
      const auto* element = std::get_if<Element>(&call->arguments.front()->node);
      const Reference* list = element != nullptr ? as_own_field(*element->list) : nullptr;
      const auto* index =
          element != nullptr ? std::get_if<Reference>(&element->index->node) : nullptr;
      if (list != nullptr && index != nullptr && index->base == Base::index) {
        body_.starts_of = list->index;
        return;
      }
    }
    body_.planned = "elements that follow from others, except from where these begin,";
  }

  Draft& draft_;
  Body& body_;
  const syntax::Node& node_;
  BindScope scope_;
  FieldIndex field_;
};

}  // namespace

void bind_body(Draft& draft, Body& body, const syntax::Node& node, const BindScope& scope,
               FieldIndex field) {
  BodyBinder(draft, body, node, scope, field).bind();
}

}  // namespace schemac::model
