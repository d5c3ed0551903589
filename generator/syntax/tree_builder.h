// yaml-cpp's events to nodes with places. Its marks say only where something begins; ends are
// found here, in the text. Aliases and tags are refused, nesting is bounded, and repaired values
// (traps.h) get back the text that was meant.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <string>
#include <vector>

#include "source/diagnostics.h"
#include "source/source.h"
#include "syntax/node.h"
#include "syntax/traps.h"

namespace schemac::syntax {

/// Thrown through the parser, and caught in this stage, where going on makes no sense.
struct NestedTooDeeply {};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const source::SourceFile& file, const std::vector<Repair>& repairs,
              source::Diagnostics& diagnostics)
      : file_(file), repairs_(repairs), diagnostics_(diagnostics) {}

  /// The documents so far; an unfinished one is closed as it is.
  [[nodiscard]] std::vector<Document> take_documents();
  /// Where the innermost open { or [ begins; nothing outside of brackets.
  [[nodiscard]] const Node* innermost_flow() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override;
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  // A list or map whose end hasn't come yet.
  struct Open {
    Node node;
    bool is_flow = false;
    bool has_key = false;  ///< the next value belongs to `key`
    Entry key;
  };

  [[nodiscard]] std::uint32_t skip_properties(std::uint32_t begin) const;
  [[nodiscard]] std::uint32_t end_of_scalar(std::uint32_t begin, const std::string& value) const;
  [[nodiscard]] std::uint32_t end_of_quotes(std::uint32_t begin) const;
  [[nodiscard]] std::uint32_t end_of_block(std::uint32_t begin) const;
  [[nodiscard]] std::uint32_t end_of_plain(std::uint32_t begin, const std::string& value) const;
  [[nodiscard]] std::uint32_t end_of_flow(std::uint32_t from) const;
  [[nodiscard]] const Repair* find_repair(std::uint32_t begin) const;
  void check_properties(std::uint32_t begin, const std::string& tag, YAML::anchor_t anchor);
  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style);
  void close();
  void add(Node node);
  void add_key(Open& map, const Node& node);
  void add_entry(Open& map, Node value);

  const source::SourceFile& file_;
  const std::vector<Repair>& repairs_;
  source::Diagnostics& diagnostics_;
  std::vector<Document> documents_;
  std::vector<Open> open_;
};

}  // namespace schemac::syntax
