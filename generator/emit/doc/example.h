// A sample of the schema, as far as a document shows it: its bytes, what each of them means, and
// what is wrong with it. Made by whoever can walk a file; the document only shows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemac/core/violation.h"

namespace schemac::emit::doc {

enum class ExampleKind : std::uint8_t { field, payload, padding, slack, unknown };

struct ExampleRow {
  std::string path;  ///< "tensors[0].name.length"
  std::uint64_t offset = 0, size = 0;
  ExampleKind kind = ExampleKind::field;
  std::string type, value;
  std::string doc;
};

struct Example {
  std::string name, doc;
  std::string root;        ///< the root's name where a format has several
  bool is_valid = true;    ///< as the schema says
  std::string refused_as;  ///< the class of violation that it is to have, if it is not valid
  std::vector<std::uint8_t> bytes;
  std::vector<ExampleRow> rows;  ///< in order of offset; they cover each byte once
  std::vector<Violation> violations;
};

}  // namespace schemac::emit::doc
