#include "random/used_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "syntax/expression.h"
#include "syntax/keys.h"
#include "syntax/operator_table.h"

namespace net {

namespace syntax = schemac::syntax;
using syntax::Context;
using syntax::Form;

namespace {

constexpr std::array<std::string_view, 8> whole = {"u8", "u16", "u32", "u64",
                                                   "i8", "i16", "i32", "i64"};
constexpr std::array<std::string_view, 23> others = {
    "f16", "bf16", "f32", "f64", "f8e5m2", "bool", "bool8", "u1",  "u2",     "u4",  "i1",  "i2",
    "i4",  "t1",   "t2",  "str", "bytes",  "any",  "json",  "bin", "python", "int", "uint"};
constexpr std::array<std::string_view, 21> functions = {
    "len",      "size",  "offset", "present", "has",   "known",   "sum",
    "product",  "first", "last",   "min",     "max",   "_parent", "align_up",
    "ceil_div", "_root", "_",      "_index",  "_last", "_next",   "dtype"};

bool is_one_of(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// "field", "each of section"; two kinds of maps that are called alike are told apart.
std::string name_of(Context context) {
  if (context == Context::section_each) return "each of section";
  if (context == Context::attach_member) return "member of attach";
  if (context == Context::directory_switch) return "switch of directory";
  std::string name(syntax::describe(context));
  if (name.starts_with("a ")) name.erase(0, 2);
  if (name.starts_with("an ")) name.erase(0, 3);
  std::erase(name, '\'');
  return name;
}

class Walk {
 public:
  explicit Walk(std::set<std::string>& out) : out_(out) {}

  void node(const syntax::Node& node, const std::string& key) {
    if (node.form == Form::word && !key.ends_with(" class") && !key.ends_with(" refused"))
      out_.insert(key + ": " + node.text);
    if (node.form == Form::type && (is_one_of(whole, node.text) || is_one_of(others, node.text)))
      out_.insert(key + ": " + node.text);
    if (node.expression) expression(*node.expression);
    for (const syntax::Node& each : node.items) this->node(each, key);
    for (const syntax::Entry& each : node.entries) {
      const bool is_key =
          node.form == Form::record && syntax::find_key(node.context, each.key) != nullptr;
      const std::string name = is_key ? name_of(node.context) + " " + each.key : key;
      if (is_key) out_.insert(name);
      this->node(each.value, name);
    }
  }

 private:
  void name(const std::string& text) {
    if (is_one_of(functions, text)) out_.insert("expression " + text);
  }
  void expression(const syntax::ExpressionPtr& part) {
    if (part) expression(*part);
  }
  void expression(const syntax::Expression& made) {
    std::visit([this](const auto& kind) { of(kind); }, made.node);
  }
  void of(const syntax::IntegerLiteral&) {}
  void of(const syntax::StringLiteral&) {}
  void of(const syntax::BooleanLiteral&) {}
  void of(const syntax::NameReference& part) {
    if (part.name.starts_with('_')) name(part.name);
  }
  void of(const syntax::MemberAccess& part) { expression(part.object); }
  void of(const syntax::IndexAccess& part) {
    out_.insert("expression list[index]");
    expression(part.object);
    expression(part.index);
  }
  void of(const syntax::Call& part) {
    name(part.function);
    for (const auto& each : part.arguments) {
      const auto* argument = std::get_if<syntax::NameReference>(&each->node);
      if (part.function == "size" && argument != nullptr && argument->name == "file")
        out_.insert("expression size(file)");
      expression(each);
    }
  }
  void of(const syntax::ListLiteral& part) {
    for (const auto& each : part.items) expression(each);
  }
  void of(const syntax::Comprehension&) {}
  void of(const syntax::Quantified&) {}
  void of(const syntax::Conditional& part) {
    out_.insert("expression if then else");
    expression(part.condition);
    expression(part.chosen);
    expression(part.otherwise);
  }
  void of(const syntax::Unary& part) {
    out_.insert(part.op == syntax::UnaryOperator::negate ? "expression -a" : "expression not");
    expression(part.operand);
  }
  void of(const syntax::Binary& part) {
    out_.insert("expression " + std::string(syntax::spelling(part.op)));
    expression(part.left);
    expression(part.right);
  }

  std::set<std::string>& out_;
};

}  // namespace

std::set<std::string> used_keys(const std::vector<syntax::Document>& documents) {
  std::set<std::string> out;
  for (const syntax::Document& each : documents) Walk(out).node(each.root, "");
  return out;
}

std::set<std::string> all_keys() {
  std::set<std::string> out;
  for (const syntax::Key& key : syntax::keys()) {
    if (key.status != syntax::KeyStatus::executed) continue;
    for (const Context context : key.contexts) {
      const std::string name = name_of(context) + " " + std::string(key.name);
      out.insert(name);
      if (key.name == "class" || key.name == "refused") continue;  // any of them anywhere
      for (const syntax::ValueForm& form : key.forms)
        for (const std::string_view word : form.words) out.insert(name + ": " + std::string(word));
    }
  }
  for (const std::string_view type : whole)
    for (const char* key : {"field type", "case type", "field prefix", "enumeration type"})
      out.insert(key + (": " + std::string(type)));
  for (const std::string_view type : others)
    for (const char* key : {"field type", "case type"})
      out.insert(key + (": " + std::string(type)));
  for (const std::string_view function : functions)
    out.insert("expression " + std::string(function));
  for (const char* part :
       {"size(file)", "list[index]", "if then else", "-a", "not",    "or", "and", "==", "!=", "<",
        "<=",         ">",           ">=",           "in", "not in", "++", "+",   "-",  "*",  "/",
        "%"})
    out.insert("expression " + std::string(part));
  return out;
}

}  // namespace net
