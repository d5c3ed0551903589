#include "syntax/dump.h"

#include <ostream>
#include <sstream>

namespace schemac::syntax {
namespace {

// A scalar on one line.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view digits = "0123456789abcdef";
    if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20U || byte == 0x7FU) {
      result += std::string("\\x") + digits[byte / 16U] + digits[byte % 16U];
    } else {
      result += c;
    }
  }
  return result;
}

std::string value_text(const Node& node) {
  if (node.expression) return to_text(*node.expression);
  if (node.type) return to_text(*node.type);
  switch (node.kind) {
    case NodeKind::empty:
      return "-";
    case NodeKind::scalar:
      return node.is_quoted ? '"' + escaped(node.text) + '"' : escaped(node.text);
    case NodeKind::list:
      return "[" + std::to_string(node.items.size()) + "]";
    case NodeKind::map:
      return "{" + std::to_string(node.entries.size()) + "}";
  }
  return "";
}

class Dumper {
 public:
  explicit Dumper(std::ostream& out) : out_(out) {}

  // `key: form value  @line:column`, then what is inside.
  void print(const std::string& key, const Node& node, int depth) {
    out_ << std::string(static_cast<std::size_t>(depth) * 2, ' ') << key << ": "
         << to_text(node.form) << ' ' << value_text(node);
    if (node.range.has_position()) {
      const source::Position position = node.range.file->position(node.range.begin);
      out_ << "  @" << position.line << ':' << position.column;
    }
    out_ << '\n';
    // A list expression was printed whole.
    if (node.expression) return;
    for (const Node& item : node.items) print("-", item, depth + 1);
    for (const Entry& entry : node.entries) print(entry.key, entry.value, depth + 1);
  }

 private:
  std::ostream& out_;
};

}  // namespace

void dump(const Document& document, std::ostream& out) {
  const Node* name = document.root.find("schema");
  Dumper(out).print(name != nullptr ? "document " + name->text : "document", document.root, 0);
}

std::string dump(const Document& document) {
  std::ostringstream out;
  dump(document, out);
  return out.str();
}

}  // namespace schemac::syntax
