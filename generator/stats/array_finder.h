// Finds arrays among the events of a walk, and the keys that name them.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "direct/walk/observer.h"
#include "stats/arrays.h"
#include "stats/fields_read.h"

namespace schemac::stats {

class ArrayFinder final : public direct::Observer {
 public:
  ArrayFinder(const plan::Plan& plan, Bytes file, const std::function<void(const FileArray&)>& tell)
      : plan_(plan), file_(file), tell_(tell) {}

  [[nodiscard]] bool listens() const override { return true; }
  void begin_record(const direct::Spot& spot, const plan::Record& record) override;
  void end_record() override;
  void begin_list(const direct::Spot&, const plan::List& list, const std::byte*) override {
    lists_.push_back(&list);
  }
  void end_list() override { lists_.pop_back(); }
  void scalar(const direct::Spot& spot, const plan::Scalar& scalar, Bytes bytes) override;
  void text(const direct::Spot& spot, const plan::Text& text,
            const direct::TextBytes& text_bytes) override;
  void scalars(const direct::Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
               Bytes bytes) override;
  void array(const direct::Spot& spot, const plan::Array& array, Dtype dtype,
             const std::vector<std::uint64_t>& dims, Bytes bytes) override;
  void absent(const direct::Spot& spot) override;

 private:
  /// A record that the walk is in.
  struct Open {
    explicit Open(const plan::Record& of) : fields(of) {}

    FieldsRead fields;
    std::size_t list_depth = 0;           ///< lists around it
    const plan::Field* key = nullptr;     ///< where its list has unique keys
    bool is_key_enough = false;           ///< it holds one array at most
    std::string path;                     ///< where it has a key
    std::optional<std::string> key_text;  ///< once it was read
    std::vector<FileArray> found;         ///< until the record ends: then its key is known
  };

  void add(const direct::Spot& spot, FileArray array);
  [[nodiscard]] bool holds_one_array(const plan::Record& record);

  const plan::Plan& plan_;
  Bytes file_;
  const std::function<void(const FileArray&)>& tell_;
  std::deque<Open> open_;
  std::vector<const plan::List*> lists_;
  std::unordered_map<const plan::Record*, bool> holds_one_array_;
};

}  // namespace schemac::stats
