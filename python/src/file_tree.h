// A file and its values, which are decoded when they are first asked for.
//
// Opening a file checks it, and makes no values unless the check does. The first question makes a
// tree of all of them, but for the elements of the long lists that the file's record holds: of
// these a window is kept, and another one decoded when an element outside of it is asked for. So
// memory doesn't grow with the number of records.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "direct/files/file_form.h"
#include "direct/files/select.h"
#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/io/source.h"
#include "tree.h"

namespace schemac::python {

class FileTree final : public Tree {
 public:
  /// Raises OSError, UnknownFormat or InvalidFile.
  FileTree(std::shared_ptr<Formats> formats, std::string path, Access access,
           const FileLimits& limits);

  [[nodiscard]] const plan::Plan& plan() const override { return form_->plan(); }
  [[nodiscard]] std::string schema() const override { return direct::name_of(plan(), *root()); }
  [[nodiscard]] std::uint64_t size() const override { return source_.bytes().size(); }
  [[nodiscard]] Bytes bytes() const override { return source_.bytes(); }
  [[nodiscard]] bool is_mapped() const override { return source_.is_mapped(); }
  [[nodiscard]] const plan::Root* root() const override { return &form_->root(); }
  [[nodiscard]] const plan::Body* body_at(const std::string& path) const override {
    return path.empty() ? &body_ : nullptr;
  }
  [[nodiscard]] nb::object violations() const override;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> arrays() const override;
  [[nodiscard]] ValuePointer values() override;
  [[nodiscard]] ValuePointer all_values() override;
  [[nodiscard]] std::optional<std::uint64_t> count(const std::string& list) override;
  [[nodiscard]] ValuePointer element(const std::string& list, std::uint64_t index) override;
  [[nodiscard]] const direct::Joined* array_in(const direct::Value& part) override;
  void require_whole() const override;

 private:
  /// Elements of a list from `first` on.
  struct Window {
    std::uint64_t first = 0;
    std::vector<direct::Value> values;
  };
  struct List {
    std::uint64_t count = 0;
    std::shared_ptr<const Window> window;
  };

  [[nodiscard]] bool has_lists_apart() const;
  using OwnValues = std::shared_ptr<direct::Value>;
  [[nodiscard]] OwnValues decode(const direct::Extent& extent) const;
  void decode_outline();
  [[nodiscard]] std::shared_ptr<const Window> decode_window(const std::string& list,
                                                            std::uint64_t first) const;

  Source source_;
  std::optional<direct::FileForm> form_;
  plan::Body body_;

  OwnValues values_;
  /// Of these, parts of bytes that are arrays; found when the first part is asked for.
  std::optional<std::unordered_map<const direct::Value*, direct::Joined>> part_arrays_;
  std::map<std::string, List, std::less<>> lists_;  // those that are apart
};

/// Every violation of a file or a directory. Raises OSError or UnknownFormat.
[[nodiscard]] nb::object validate(const Formats& formats, const std::string& path,
                                  const Limits& limits);

}  // namespace schemac::python
