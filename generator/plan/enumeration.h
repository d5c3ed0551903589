// Enumerations and flags of the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "plan/expression.h"
#include "schemac/core/dtype.h"

namespace schemac::plan {

struct EnumMember {
  std::string name;        ///< the schema's spelling
  std::string text;        ///< that it stands for in JSON, of an enumeration of texts
  std::string identifier;  ///< the C++ spelling
  model::Int128 value = 0;
  std::string characters;  ///< of a value that the schema writes as text
  model::Versions versions;
  std::string doc;
  std::vector<std::optional<model::Int128>> attributes;  ///< number; dtype code; 0 or 1
};
struct Enum {
  std::string name;  ///< CamelCase
  std::string doc, doc_ref;
  Dtype dtype = Dtype::u32;
  bool is_text = false;
  bool keeps_unknown = false;
  std::vector<model::EnumAttribute> attributes;
  /// Of each attribute: whether a rule asks if a member states it (Op::has_attribute).
  std::vector<bool> is_asked_for;
  std::vector<EnumMember> members;
  std::vector<std::uint32_t> by_value;  ///< which of them, by their values
};

}  // namespace schemac::plan
