// A directory of files, with the values of all of them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "direct/files/directory.h"
#include "plan/facts/directory_forms.h"
#include "plan/plan.h"
#include "tree.h"

namespace schemac::python {

class FolderTree final : public Tree {
 public:
  /// Raises OSError, UnknownFormat or InvalidFile.
  FolderTree(std::shared_ptr<Formats> formats, std::string path, Access access,
             const FileLimits& limits);

  [[nodiscard]] const plan::Plan& plan() const override { return *candidate_.plan; }
  [[nodiscard]] std::string schema() const override { return direct::name_of(candidate_); }
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const plan::Body* body_at(const std::string& path) const override;
  [[nodiscard]] nb::object violations() const override;
  [[nodiscard]] ValuePointer values() override { return values_; }

 private:
  [[nodiscard]] plan::Body body_of(const impl::DatasetEntry& entry) const;

  direct::DirectoryCandidate candidate_;
  direct::DecodedDirectory decoded_;
  ValuePointer values_;
  plan::DirectoryForms forms_;
  mutable std::map<std::string, plan::Body> bodies_;  // of its files that were asked for
};

/// Every violation of a directory. Raises OSError or UnknownFormat.
[[nodiscard]] nb::object validate_folder(const Formats& formats, const std::string& path);

}  // namespace schemac::python
