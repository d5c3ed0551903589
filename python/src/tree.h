// What values were read from: a file, or a directory of files. It keeps the bytes that they borrow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "direct/value.h"
#include "formats.h"
#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/io/source.h"

namespace schemac::python {

namespace nb = nanobind;

/// What a caller allows.
struct FileLimits {
  Limits reading;
  std::uint64_t values = 4'000'000;  ///< that a tree may have at once; each takes some 300 bytes
};

/// Where a value is. It borrows bytes: whoever holds it holds the tree, too.
using ValuePointer = std::shared_ptr<const direct::Value>;

class Tree {
 public:
  Tree(std::shared_ptr<Formats> formats, std::string path, const FileLimits& limits)
      : formats_(std::move(formats)), path_(std::move(path)), limits_(limits) {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  virtual ~Tree() = default;

  /// Opens a file or a directory and checks it, as reading does. Raises OSError, UnknownFormat or
  /// InvalidFile.
  [[nodiscard]] static std::shared_ptr<Tree> open(const std::shared_ptr<Formats>& formats,
                                                  const std::string& path, Access access,
                                                  const FileLimits& limits);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Formats& formats() const { return *formats_; }
  [[nodiscard]] const Limits& limits() const { return limits_.reading; }

  [[nodiscard]] virtual const plan::Plan& plan() const = 0;
  /// "log", "log:daily"
  [[nodiscard]] virtual std::string schema() const = 0;
  /// Bytes of all files.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Of a file: its bytes.
  [[nodiscard]] virtual Bytes bytes() const { return {}; }
  [[nodiscard]] virtual bool is_mapped() const { return false; }
  /// The kind of file that it is; none of a directory.
  [[nodiscard]] virtual const plan::Root* root() const { return nullptr; }
  /// The body that a value with no index in its path has, where it isn't a part of a record; of the
  /// file's record at "". Null if the plan has none.
  [[nodiscard]] virtual const plan::Body* body_at(const std::string& path) const = 0;

  /// Every violation, as schemac.Violation each.
  [[nodiscard]] virtual nb::object violations() const = 0;
  /// Names and paths of the arrays of a file, in the order of the schema; none of a directory.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> arrays() const {
    return {};
  }
  /// The record of a file, or the entries of a directory. Elements of lists of records that the
  /// file's record holds may be missing: see `count`.
  [[nodiscard]] virtual ValuePointer values() = 0;
  /// All values, as one tree. Raises InvalidFile if there are more than the limits allow.
  [[nodiscard]] virtual ValuePointer all_values() { return values(); }
  /// Elements of a list of the file's record, if they aren't in `values()`.
  [[nodiscard]] virtual std::optional<std::uint64_t> count(const std::string& /*list*/) {
    return std::nullopt;
  }
  [[nodiscard]] virtual ValuePointer element(const std::string& /*list*/, std::uint64_t /*index*/) {
    return nullptr;
  }
  /// What a part of the file's bytes is, where elements say that it is an array; else null.
  [[nodiscard]] virtual const direct::Joined* array_in(const direct::Value& /*part*/) {
    return nullptr;
  }
  /// Raises OSError if a file has become shorter since: a look at what is gone would end the
  /// program.
  virtual void require_whole() const {}

 protected:
  [[nodiscard]] const FileLimits& all_limits() const { return limits_; }

 private:
  std::shared_ptr<Formats> formats_;
  std::string path_;
  FileLimits limits_;
};

/// A body that is that record.
[[nodiscard]] inline plan::Body body_of_record(plan::RecordId record) {
  plan::Nested nested;
  nested.record = record;
  plan::Body body;
  body.kind = std::move(nested);
  return body;
}

}  // namespace schemac::python
