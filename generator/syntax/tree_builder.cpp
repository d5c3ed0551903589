#include "syntax/tree_builder.h"

#include <algorithm>
#include <utility>

#include "syntax/parse.h"

namespace schemac::syntax {
namespace {

using source::SourceRange;

std::uint32_t offset_of(const YAML::Mark& mark) { return static_cast<std::uint32_t>(mark.pos); }

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::vector<Document> TreeBuilder::take_documents() {
  while (!open_.empty()) {
    open_.back().node.is_reported = true;
    close();
  }
  return std::move(documents_);
}

const Node* TreeBuilder::innermost_flow() const {
  const auto found =
      std::find_if(open_.rbegin(), open_.rend(), [](const Open& o) { return o.is_flow; });
  return found == open_.rend() ? nullptr : &found->node;
}

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  const std::uint32_t begin = offset_of(mark);
  // yaml-cpp begins a new document where a block ends and something else follows at its margin.
  if (!documents_.empty() && file_.text().substr(begin, 3) != "---") {
    diagnostics_
        .error({&file_, begin, begin + 1}, "bad-yaml", "what begins here belongs to nothing above")
        .help("indent it like the lines above, or put '---' before it to start another format");
  }
  Document document;
  document.file = &file_;
  document.root.range = {&file_, begin, begin};
  documents_.push_back(std::move(document));
}

void TreeBuilder::OnDocumentEnd() {}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const std::uint32_t begin = skip_properties(offset_of(mark));
  check_properties(offset_of(mark), "", anchor);
  Node node;
  node.range = {&file_, begin, begin};
  // `null` and `~` are spelt out; a missing value has the place of whatever follows, so show the
  // key instead.
  const std::string_view rest =
      file_.text().substr(std::min<std::size_t>(begin, file_.text().size()));
  for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
    const bool is_here =
        rest.starts_with(word) &&
        (rest.size() == word.size() || is_space(rest[word.size()]) ||
         std::string_view(",:}]").find(rest[word.size()]) != std::string_view::npos);
    if (!is_here) continue;
    node.text = word;
    node.range.end = begin + static_cast<std::uint32_t>(word.size());
  }
  if (node.text.empty() && !open_.empty() && open_.back().has_key) {
    node.range = open_.back().key.key_range;
  }
  add(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  const std::uint32_t begin = offset_of(mark);
  Node node;
  node.range = {&file_, begin, end_of_plain(begin, "")};
  while (node.range.end < file_.text().size() && !is_space(file_.text()[node.range.end]) &&
         std::string_view(",:}]").find(file_.text()[node.range.end]) == std::string_view::npos) {
    ++node.range.end;
  }
  diagnostics_.error(node.range, "yaml-alias", "aliases are not part of the language")
      .help("repeat the value, or give it a name under 'types:' or 'let:'");
  node.is_reported = true;
  add(std::move(node));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  Node node;
  node.kind = NodeKind::scalar;
  const std::uint32_t mark_begin = offset_of(mark);
  const std::uint32_t begin = skip_properties(mark_begin);
  if (const Repair* repair = find_repair(begin)) {
    node.range = {&file_, repair->begin, repair->end};
    node.text = node.range.text();
    node.is_reported = !repair->has_meaning;
    return add(std::move(node));
  }
  const char first = begin < file_.text().size() ? file_.text()[begin] : '\0';
  node.is_quoted = first == '"' || first == '\'' || first == '|' || first == '>';
  node.text = value;
  node.range = {&file_, begin, end_of_scalar(begin, value)};
  const bool is_tagged = tag != "?" && tag != "!" && !tag.empty();
  if (is_tagged || anchor != 0) {
    check_properties(mark_begin, is_tagged ? tag : "", anchor);
    node.is_reported = true;
  }
  add(std::move(node));
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  open(NodeKind::list, mark, tag, anchor, style);
}

void TreeBuilder::OnSequenceEnd() { close(); }

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  open(NodeKind::map, mark, tag, anchor, style);
}

void TreeBuilder::OnMapEnd() { close(); }

void TreeBuilder::open(NodeKind kind, const YAML::Mark& mark, const std::string& tag,
                       YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  const std::uint32_t mark_begin = offset_of(mark);
  const bool is_tagged = tag != "?" && tag != "!" && !tag.empty();
  check_properties(mark_begin, is_tagged ? tag : "", anchor);
  Open container;
  const std::uint32_t begin = skip_properties(mark_begin);
  container.node.kind = kind;
  container.node.range = {&file_, begin, begin + 1};
  container.is_flow = style == YAML::EmitterStyle::Flow;
  if (open_.size() >= static_cast<std::size_t>(max_depth)) {
    diagnostics_.error(container.node.range, "nested-too-deeply",
                       "this is nested more than " + std::to_string(max_depth) + " levels deep");
    throw NestedTooDeeply{};
  }
  open_.push_back(std::move(container));
}

void TreeBuilder::close() {
  Open container = std::move(open_.back());
  open_.pop_back();
  Node& node = container.node;
  if (container.has_key) {  // only if the file ended early
    node.entries.push_back(std::move(container.key));
    node.entries.back().value.is_reported = true;
  }
  std::uint32_t end = node.range.end;
  if (!node.items.empty()) end = std::max(end, node.items.back().range.end);
  if (!node.entries.empty()) {
    end = std::max({end, node.entries.back().key_range.end, node.entries.back().value.range.end});
  }
  node.range.end = container.is_flow ? end_of_flow(end) : end;
  add(std::move(node));
}

void TreeBuilder::add(Node node) {
  if (open_.empty()) {
    documents_.back().root = std::move(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == NodeKind::list) {
    parent.node.items.push_back(std::move(node));
  } else if (parent.has_key) {
    add_entry(parent, std::move(node));
  } else {
    add_key(parent, node);
  }
}

void TreeBuilder::add_key(Open& map, const Node& node) {
  map.has_key = true;
  map.key = {};
  map.key.key_range = node.range;
  map.key.key = node.text;
  map.key.is_key_quoted = node.is_quoted;
  if (node.kind == NodeKind::list || node.kind == NodeKind::map) {
    diagnostics_.error(node.range, "bad-yaml", "a key is a name, not a list or a map");
    map.key.key = "?";
  }
}

void TreeBuilder::add_entry(Open& map, Node value) {
  map.has_key = false;
  map.key.value = std::move(value);
  map.node.entries.push_back(std::move(map.key));
}

// --- places
// ---------------------------------------------------------------------------------------

const Repair* TreeBuilder::find_repair(std::uint32_t begin) const {
  const auto found = std::lower_bound(
      repairs_.begin(), repairs_.end(), begin,
      [](const Repair& repair, std::uint32_t offset) { return repair.begin < offset; });
  return found != repairs_.end() && found->begin == begin ? &*found : nullptr;
}

// Marks are at anchors and tags; values begin after them.
std::uint32_t TreeBuilder::skip_properties(std::uint32_t begin) const {
  const std::string_view text = file_.text();
  while (begin < text.size() && (text[begin] == '&' || text[begin] == '!')) {
    while (begin < text.size() && !is_space(text[begin]) && text[begin] != ',' &&
           text[begin] != '}' && text[begin] != ']') {
      ++begin;
    }
    while (begin < text.size() && is_space(text[begin])) ++begin;
  }
  return begin;
}

void TreeBuilder::check_properties(std::uint32_t begin, const std::string& tag,
                                   YAML::anchor_t anchor) {
  if (tag.empty() && anchor == 0) return;
  std::uint32_t end = begin;
  const std::string_view text = file_.text();
  while (end < text.size() && !is_space(text[end]) && text[end] != ',' && text[end] != '}') ++end;
  const SourceRange range{&file_, begin, end};
  const std::string spelt(range.text());
  if (tag.empty()) {
    auto& error = diagnostics_.error(range, "yaml-alias", "anchors are not part of the language");
    error.help(spelt.starts_with("&&") ? "'&&' is spelt 'and' here"
                                       : "give the value a name under 'types:' or 'let:'");
    return;
  }
  auto& error = diagnostics_.error(range, "yaml-tag",
                                   "'" + spelt +
                                       "' is a tag for YAML, and tags are not part of "
                                       "the language");
  if (spelt.size() > 1 && spelt[1] != '!') {
    error.help("'!' is spelt 'not' here: write 'not " + spelt.substr(1) + "'");
  } else {
    error.help("leave the tag out; the key says what its value is");
  }
}

std::uint32_t TreeBuilder::end_of_scalar(std::uint32_t begin, const std::string& value) const {
  const char first = begin < file_.text().size() ? file_.text()[begin] : '\0';
  if (first == '"' || first == '\'') return end_of_quotes(begin);
  if (first == '|' || first == '>') return end_of_block(begin);
  return end_of_plain(begin, value);
}

std::uint32_t TreeBuilder::end_of_quotes(std::uint32_t begin) const {
  const std::string_view text = file_.text();
  const char quote = text[begin];
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      const bool is_doubled = quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
      if (!is_doubled) return static_cast<std::uint32_t>(at + 1);
      ++at;
    }
  }
  return static_cast<std::uint32_t>(text.size());
}

// The header of a block scalar stands for all of it: carets underline one line anyway.
std::uint32_t TreeBuilder::end_of_block(std::uint32_t begin) const {
  const std::uint32_t line = file_.line_of(begin);
  return file_.line_begin(line) + static_cast<std::uint32_t>(file_.line_text(line).size());
}

// Follows the value through the text; a blank of the value may be a line break with indentation.
std::uint32_t TreeBuilder::end_of_plain(std::uint32_t begin, const std::string& value) const {
  const std::string_view text = file_.text();
  std::size_t at = begin;
  for (const char c : value) {
    if (at < text.size() && text[at] == c) {
      ++at;
    } else {
      while (at < text.size() && is_space(text[at])) ++at;
      if (!is_space(c) && at < text.size() && text[at] == c) ++at;
    }
  }
  return static_cast<std::uint32_t>(std::max<std::size_t>(at, begin));
}

// From after the last child to after the closing bracket.
std::uint32_t TreeBuilder::end_of_flow(std::uint32_t from) const {
  const std::string_view text = file_.text();
  std::size_t at = from;
  while (at < text.size() && text[at] != '}' && text[at] != ']') {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_space(text[at]) || text[at] == ',' || text[at] == ':') {
      ++at;
    } else {
      return from;
    }
  }
  return static_cast<std::uint32_t>(std::min(at + 1, text.size()));
}

}  // namespace schemac::syntax
