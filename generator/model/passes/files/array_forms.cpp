#include "model/passes/files/array_forms.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/passes/types/body_kinds.h"
#include "model/passes/types/names.h"
#include "model/unsupported.h"
#include "schemac/core/dtype.h"

namespace schemac::model {
namespace {

FileExpression operation(FileOp op, FileExpression left, FileExpression right) {
  FileExpression made;
  made.op = op;
  made.operands = {std::move(left), std::move(right)};
  return made;
}

class FormMaker {
 public:
  FormMaker(Draft& draft, const FormScope& scope) : draft_(draft), scope_(scope) {}

  void make(const syntax::Node& node, std::vector<JoinedForm>& out) {
    JoinedForm form;
    if (node.has("if")) {
      form.condition = binder().bind(node.expression_of("if"));
      if (!form.condition) return;
      if (!binder().is_of_directory() && !is_simple(*form.condition, node.expression_of("if")))
        return;
    }
    form.is_column_major = text_or(node, "order") == "column";
    const ByteOrder endian = endian_of(node, draft_.sources[scope_.declared_in].endian);
    if (endian.is_of_file) draft_.not_yet(node.range, "joined arrays in the byte order of a file");
    form.endian = endian.fixed;
    if (node.has("dims")) {
      PathTarget target;
      form.dims = binder().bind_path(node.expression_of("dims"), target);
      if (!form.dims || !names_no_element(draft_, *form.dims, node.expression_of("dims"))) return;
    }
    const syntax::ExpressionPtr dtype = node.expression_of("dtype");
    if (dtype == nullptr) return;  // reported
    if (std::holds_alternative<syntax::MemberAccess>(dtype->node))
      add_by_attribute(*dtype, form, out);
    else if (find_dtype(dtype, form))
      out.push_back(std::move(form));
  }

 private:
  [[nodiscard]] FileBinder binder() const { return scope_.binder; }

  // `kind.dtype`: a form for each member of the enumeration that says what it is.
  void add_by_attribute(const syntax::Expression& from, const JoinedForm& form,
                        std::vector<JoinedForm>& out) {
    const auto& access = std::get<syntax::MemberAccess>(from.node);
    PathTarget target;
    const auto path = binder().bind_path(access.object, target);
    if (!path || !names_no_element(draft_, *path, access.object)) return;
    const Enum* const of =
        target.enumeration && !target.is_list ? &draft_.format.enums[*target.enumeration] : nullptr;
    const auto attribute =
        of == nullptr ? std::size_t{0}
                      : static_cast<std::size_t>(
                            std::ranges::find(of->attributes, access.member, &EnumAttribute::name) -
                            of->attributes.begin());
    if (of != nullptr && of->refused_attributes.contains(access.member)) return;  // reported
    if (of == nullptr || attribute == of->attributes.size() ||
        of->attributes[attribute].kind != AttributeKind::dtype)
      return report_dtype(from);
    for (const EnumMember& member : of->members) {
      if (!member.attributes[attribute]) continue;
      FileExpression value;
      value.number = member.value;
      value.text = member.name;
      FileExpression is_it = operation(FileOp::equal, *path, std::move(value));
      JoinedForm made = form;
      made.dtype =
          static_cast<Dtype>(static_cast<std::uint8_t>(member.attributes[attribute]->number));
      if (bit_count(*made.dtype) < 8) continue;  // packed elements aren't whole bytes
      made.condition = made.condition ? operation(FileOp::logical_and, *std::move(made.condition),
                                                  std::move(is_it))
                                      : std::move(is_it);
      out.push_back(std::move(made));
    }
  }

  // Conditions that every reader of values can calculate.
  bool is_simple(const FileExpression& condition, const syntax::ExpressionPtr& from) {
    switch (condition.op) {
      case FileOp::path:
        return names_no_element(draft_, condition, from);
      case FileOp::number:
      case FileOp::text:
      case FileOp::boolean:
        return true;
      case FileOp::equal:
      case FileOp::not_equal:
      case FileOp::logical_and:
      case FileOp::logical_or:
      case FileOp::logical_not:
        return std::all_of(condition.operands.begin(), condition.operands.end(),
                           [&](const FileExpression& each) { return is_simple(each, from); });
      case FileOp::sum:
      case FileOp::product:
      case FileOp::choose:
      case FileOp::present:
      case FileOp::element_bytes:
      case FileOp::plain_size:
      case FileOp::list:
      case FileOp::length:
      case FileOp::less:
      case FileOp::less_equal:
      case FileOp::greater:
      case FileOp::greater_equal:
      case FileOp::in:
      case FileOp::not_in:
      case FileOp::add:
      case FileOp::subtract:
      case FileOp::multiply:
        break;
    }
    report_unsupported_alone(draft_.diagnostics, from->range,
                             "'" + syntax::to_text(*from) + "' in arrays of pieces")
        .help("conditions of their forms have members, '==', '!=', 'and', 'or' and 'not'");
    return false;
  }

  // `f32`, `dtype(name)` or `dtype(name, repr)`.
  bool find_dtype(const syntax::ExpressionPtr& from, JoinedForm& form) {
    if (const auto* name = std::get_if<syntax::NameReference>(&from->node)) {
      form.dtype = dtype_named(name->name);
      if (form.dtype && bit_count(*form.dtype) >= 8) return true;
    }
    const auto* call = std::get_if<syntax::Call>(&from->node);
    if (call != nullptr && call->function == "dtype" && !call->arguments.empty() &&
        call->arguments.size() <= 2) {
      PathTarget target;
      form.dtype_text = binder().bind_path(call->arguments.front(), target);
      if (!form.dtype_text || !names_no_element(draft_, *form.dtype_text, call->arguments.front()))
        return false;
      form.is_repr = call->arguments.size() == 2;
      if (!form.is_repr) return true;
      const auto* word = std::get_if<syntax::NameReference>(&call->arguments.back()->node);
      if (word != nullptr && word->name == "repr") return true;
    }
    report_dtype(*from);
    return false;
  }

  void report_dtype(const syntax::Expression& from) {
    draft_
        .error(from.range, "type-mismatch",
               "'" + syntax::to_text(from) + "' is not a type of whole bytes")
        .help(
            "write one such as f32, or an attribute of an enumeration; or 'dtype(name)' where the "
            "file has NumPy's name for it, 'dtype(name, repr)' where it has the name as Python "
            "prints it");
  }

  Draft& draft_;
  const FormScope& scope_;
};

}  // namespace

std::vector<JoinedForm> make_forms(Draft& draft, const FormScope& scope,
                                   const syntax::Node& ndarray) {
  std::vector<JoinedForm> forms;
  FormMaker maker(draft, scope);
  if (ndarray.entries.empty())
    for (const syntax::Node& form : ndarray.items) maker.make(form, forms);
  else
    maker.make(ndarray, forms);
  return forms;
}

bool names_no_element(Draft& draft, const FileExpression& path, const syntax::ExpressionPtr& from) {
  if (std::none_of(path.steps.begin(), path.steps.end(),
                   [](const FileStep& step) { return step.index.has_value(); }))
    return true;
  report_unsupported_alone(draft.diagnostics, from->range,
                           "'" + syntax::to_text(*from) + "' in arrays of pieces")
      .help("name members of records; an element of a list can't be chosen");
  return false;
}

}  // namespace schemac::model
