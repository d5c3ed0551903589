// Everything inside a type of the model, for passes that look for something: bodies in bodies,
// expressions in expressions.
#pragma once

#include <functional>

#include "model/model.h"

namespace schemac::plan {

using BodyVisitor = std::function<void(const model::Body&)>;
using ExpressionVisitor = std::function<void(const model::ExpressionPtr&)>;

/// The body and all bodies in it: cases.
void for_each_body(const model::Body& body, const BodyVisitor& visit);
void for_each_body(const model::Type& type, const BodyVisitor& visit);
/// The expressions of the type, outermost ones only.
void for_each_expression(const model::Type& type, const ExpressionVisitor& visit);
/// The operands of one expression.
void for_each_operand(const model::Expression& expression, const ExpressionVisitor& visit);

}  // namespace schemac::plan
