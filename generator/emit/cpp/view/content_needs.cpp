#include "emit/cpp/view/content_needs.h"

#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/read_needs.h"
#include "emit/cpp/spell/records.h"
#include "plan/expression_nodes.h"
#include "plan/facts/measuring.h"

namespace schemac::emit::cpp {
namespace {

// What accessors of an alternative ask for. One overload a kind of body.
struct BodyNeeds {
  const Symbols& symbols;
  ReadNeeds& needs;

  void operator()(const plan::Scalar& scalar) const {
    needs.add_order(is_loaded(scalar) && scalar.is_of_file);
  }
  void operator()(const plan::Constant&) const {}
  void operator()(const plan::Text& text) const { needs.add(text.size); }
  void operator()(const plan::Raw& raw) const {
    if (!raw.head) needs.add(raw.size);
  }
  void operator()(const plan::Array& array) const {
    if (!has_known_dtype(array)) needs.add(plan::states_attribute(array.dtype));
    needs.add(array.dtype);
    if (array.dims) needs.add(*array.dims);
    needs.add_order(array.is_of_file);
  }
  void operator()(const plan::Nested& nested) const {
    if (!nested.json) add_passed(nested);
  }
  void operator()(const plan::List& list) const {
    needs.add(list.count);
    needs.add(list.is_counted);
    const plan::Body& element = list.element.front();
    if (const auto* nested = std::get_if<plan::Nested>(&element.kind)) add_passed(*nested);
    if (const plan::Scalar* scalar = scalar_element(list)) needs.add_order(scalar->is_of_file);
    if (list.stated_starts) needs.add_presence(list.stated_starts->list);
  }
  void operator()(const plan::Switch&) const {}  // which is the one that is asked about

 private:
  // Whether it is all bytes of its type, which are in an order.
  static bool is_loaded(const plan::Scalar& scalar) {
    return scalar.coding == plan::Coding::plain && scalar.bits == 0;
  }
  void add_passed(const plan::Nested& nested) const {
    for (const plan::Expr& arg : nested.args) needs.add(arg);
  }
};

}  // namespace

Spelled content_needs(const Symbols& symbols, plan::FieldId id) {
  const plan::Switch& choice = *plan::switch_of(symbols.field(id));
  ReadNeeds needs(symbols, SpelledIn::content);
  needs.add(choice.tag);
  for (const plan::Alternative& alternative : choice.alternatives) {
    const plan::Body& body = alternative.body.front();
    std::visit(BodyNeeds{symbols, needs}, body.kind);
    for (const plan::Nested* nested : plan::nested_in(body))
      for (const plan::SectionRef& section : nested->sections) needs.add(section);
  }
  return needs.found();
}

}  // namespace schemac::emit::cpp
