// Python's objects as the JSON that values are encoded from, beside what JSON can't hold: memory of
// arrays and buffers, which is lent, and parts of opened files, which are kept as they are.
//
// So values are read by the one reader of values (direct/json/from_json.h), and refused in its
// words.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "buffer.h"
#include "direct/json/references.h"
#include "node.h"
#include "plan/plan.h"

namespace schemac::python {

namespace nb = nanobind;

class FromPython {
 public:
  using Json = nlohmann::ordered_json;

  explicit FromPython(const plan::Plan& plan);

  /// A value that is to be of `body`, which is null where the plan knows none. Raises TypeError for
  /// what can't be a value.
  [[nodiscard]] Json json_of(nb::handle object, const plan::Body* body, const std::string& path);

  /// What the JSON refers to. It borrows from Python as long as this lives.
  [[nodiscard]] const direct::References& references() const { return references_; }

 private:
  [[nodiscard]] const plan::FreeForm* coded_text_of(const plan::Body* body) const;
  Json members(nb::handle dict, const plan::Body* body, const std::string& path);
  [[nodiscard]] bool is_found_in_others(const std::string& name, nb::handle value, nb::handle dict,
                                        const plan::Body* body) const;
  Json elements(nb::handle sequence, const plan::Body* body, const std::string& path);
  Json free_value(nb::handle object, const plan::FreeForm& form, const std::string& path);
  Json content(nb::handle object, const plan::Body* body);
  Json array(nb::handle array, const plan::Body* body, const std::string& path);
  Json kept(const Node& node, nb::handle object, const plan::Body* body, const std::string& path);
  Json lend(direct::Lent lent);

  const plan::Plan& plan_;
  direct::References references_;
  std::vector<std::unique_ptr<const Borrowed>> borrowed_;
  std::vector<std::shared_ptr<const Tree>> trees_;  // of what is kept
  /// Fields that are encoded texts, which hold a value of no type.
  std::unordered_map<const plan::Body*, const plan::FreeForm*> coded_texts_;
  std::uint32_t depth_ = 0;
};

}  // namespace schemac::python
