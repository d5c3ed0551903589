// primitiv file format v0.1 as a careful expert would write it by hand: the yardstick for generated
// code.
//
// It checks every rule that the schema states and is as fast as its author knows how to make it
// without leaving plain C++20. It uses nothing of the compiler or its runtime, so that both can be
// compared, in speed and in verdict.
//
//   validate(bytes)                 the first broken rule, or none, of any kind of file
//   for_each_parameter(bytes, use)  the parameters of a model, in place
//   read(bytes, model)              owned values of a model with borrowed payloads
//   write(model, storage)           the model's file; parameters are sorted by their keys
#pragma once
#include "handwritten_primitiv/model.h"
#include "handwritten_primitiv/validate.h"
#include "handwritten_primitiv/view.h"
