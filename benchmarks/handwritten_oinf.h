// OINF versions 1 and 2 as a careful expert would write it by hand: the yardstick for generated
// code.
//
// It checks every rule that the schema states and is as fast as its author knows how to make it
// without leaving plain C++20. It uses nothing of the compiler or its runtime, so that both can be
// compared, in speed and in verdict.
//
//   validate.h  validate(bytes): the first broken rule, or none
//   view.h      TensorRange (a walk that checks what it touches), find, TensorIndex
//   value.h     File and read(bytes, file): owned values with borrowed payloads
//   write.h     write(file, sink, size)
#pragma once
#include "handwritten/validate.h"
#include "handwritten/value.h"
#include "handwritten/view.h"
#include "handwritten/write.h"
