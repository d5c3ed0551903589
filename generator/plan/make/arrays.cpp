#include <algorithm>

#include "plan/expression_nodes.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/make/bodies.h"

namespace schemac::plan {
namespace {

// Whether an element can be a bool8, whose byte then has to be 0 or 1.
bool can_be_boolean(const RecordScope& scope, const Expr& dtype) {
  const auto code = static_cast<model::Int128>(Dtype::bool8);
  if (dtype.op == Op::constant) return dtype.number == code;
  if (dtype.op != Op::attribute) return true;
  const std::vector<model::EnumMember>& members = scope.builder.format.enums[dtype.id].members;
  return std::any_of(members.begin(), members.end(), [&](const model::EnumMember& member) {
    return dtype.attribute < member.attributes.size() && member.attributes[dtype.attribute] &&
           member.attributes[dtype.attribute]->number == code;
  });
}

// The terms of `dims`: lists and single numbers, joined by `++`, numbers perhaps under a condition.
class DimsLowering {
 public:
  DimsLowering(RecordScope& scope, const model::Body& body) : scope_(scope), body_(body) {}

  // Nothing for no dims, which is also what a mistake gives.
  std::optional<Dims> lower(const model::ExpressionPtr& dims) {
    if (!dims) return std::nullopt;
    add(dims, std::nullopt);
    if (out_.terms.empty()) return std::nullopt;
    if (lists_ > 1) planned(*dims, "an ndarray whose dims are joined from several lists");
    if (out_.terms.size() - lists_ > max_dim_numbers)
      planned(*dims, "an ndarray with more than " + std::to_string(max_dim_numbers) +
                         " dims that are single numbers");
    return std::move(out_);
  }

 private:
  void planned(const model::Expression& at, const std::string& what) {
    scope_.builder.planned(at.range.has_position() ? at.range : body_.range, what);
  }

  void add(const model::ExpressionPtr& dims, const std::optional<Expr>& condition) {
    if (const auto* numbers = std::get_if<model::List>(&dims->node)) {
      for (const model::ExpressionPtr& number : numbers->items) add_number(number, condition);
    } else if (const auto* binary = std::get_if<model::Binary>(&dims->node);
               binary != nullptr && binary->op == syntax::BinaryOperator::concatenate) {
      add(binary->left, condition);
      add(binary->right, condition);
    } else if (const auto* choice = std::get_if<model::Conditional>(&dims->node)) {
      const Expr holds = lower_number(scope_, choice->condition);
      add(choice->chosen, both(condition, holds));
      add(choice->otherwise, both(condition, make_operation(Op::logical_not, {holds})));
    } else if (std::optional<Expr> list = lower_list_name(scope_, dims);
               list && list->op != Op::param_list) {
      if (condition) planned(*dims, "a list of dims under a condition");
      ++lists_;
      note_first(*dims);
      out_.terms.push_back({std::move(*list), std::nullopt});
    } else {
      planned(*dims, "an ndarray whose dims are not a list of this record or of one inside it");
    }
  }
  void add_number(const model::ExpressionPtr& number, const std::optional<Expr>& condition) {
    note_first(*number);
    out_.terms.push_back({lower_number(scope_, number), condition});
  }
  static std::optional<Expr> both(const std::optional<Expr>& outer, const Expr& inner) {
    if (!outer) return inner;
    return make_operation(Op::logical_and, {*outer, inner});
  }
  // The first dim that a field states is the place of what is wrong with all of them.
  void note_first(const model::Expression& dim) {
    if (has_first_) return;
    if (auto path = path_of(scope_, dim)) {
      out_.first = std::move(*path);
      has_first_ = true;
    }
  }

  RecordScope& scope_;
  const model::Body& body_;
  Dims out_;
  std::size_t lists_ = 0;
  bool has_first_ = false;
};

// "dims and dtype need", "value_type needs"
std::string needing(const RecordScope& scope, const Array& array) {
  const std::optional<FieldId> field = single_field_of(array.dtype);
  const std::string type = field ? scope.record.fields[*field].name : "";
  if (!array.dims) return (field ? type : "its type") + " needs";
  // A single dim is called by its name; a number would be taken for one that is needed.
  const bool is_unnamed =
      array.dims->terms.size() > 1 || array.dims->terms.front().value.op == Op::constant;
  return (is_unnamed ? "its dims" : shown(scope, array.dims->terms.front().value)) +
         (field ? " and " + type : "") + " need";
}

}  // namespace

Array lower_array(RecordScope& scope, const model::NdArray& array, const model::Body& body,
                  const BodySite& site) {
  Array out;
  out.dtype = lower_expression(scope, array.dtype);
  out.dims = DimsLowering(scope, body).lower(array.dims);
  out.is_column_major = array.order == model::ArrayOrder::column;
  out.endian = array.endian.fixed;
  out.is_of_file = array.endian.is_of_file;
  Checks& checks = scope.builder.checks;
  if (out.dims) {
    const std::string dims = path_text(scope, out.dims->first);
    const bool is_list = leaf_of(out.dims->terms.front().value).op == Op::list;
    CheckSubject at = scope.subject(site.name, dims + (is_list ? "[0]" : ""));
    out.overflow = checks.array_overflow(at, dims);
  } else if (can_be_boolean(scope, out.dtype)) {
    out.boolean = checks.boolean(subject_of(scope, site));
  }
  if (body.wire == "msgpack") {
    // Below the frame of the record, as all that is said of an array's size.
    BodySite own = site;
    own.path = site.is_element ? "" : site.field.name;
    out.head = lower_head(scope, HeadForm::bytes, own);
    CheckSubject at = subject_of(scope, own, "head");
    at.style = {};
    at.noun = "size";
    out.cause = checks.cause(at, site.section);
    out.size_check = checks.array_size(at, needing(scope, out));
  } else if (site.has_region)
    out.size_check = checks.array_size(blame(scope, site, site.region_by), needing(scope, out));
  return out;
}

}  // namespace schemac::plan
