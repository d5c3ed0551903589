// PaddlePaddle's combined files as a careful expert would read and write them by hand: the
// yardstick for generated code.
//
// It checks every rule that the schema states and is as fast as its author knows how to make it
// without leaving plain C++20. It uses nothing of the compiler or its runtime, so that both can be
// compared, in speed and in verdict.
//
//   read_record(at, end, view) the record at `at`, checked: its end, or null
//   validate(bytes)            whether all records of a file keep to the rules
//   read(bytes, records)       owned values with borrowed data
//   write(records, storage)    the records' file
#pragma once
#include "handwritten_paddle/record.h"
#include "handwritten_paddle/value.h"
