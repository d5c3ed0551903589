// Writes elements of HTML and SVG. Texts and attributes are escaped here and nowhere else, so that
// nothing of a schema can become markup.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace schemac::emit::doc {

class HtmlWriter {
 public:
  struct Attribute {
    std::string_view name;
    std::string value;  ///< an attribute without a value isn't written
  };
  using Attributes = std::initializer_list<Attribute>;
  using Content = std::function<void()>;

  /// An element inside a line.
  void element(std::string_view tag, Attributes attributes, const Content& content);
  void element(std::string_view tag, Attributes attributes, std::string_view words);
  /// One that begins a line.
  void block(std::string_view tag, Attributes attributes, const Content& content);
  void block(std::string_view tag, Attributes attributes, std::string_view words);
  /// One that has no content: <br>, <input>, or a shape.
  void empty(std::string_view tag, Attributes attributes);
  void text(std::string_view words);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void open(std::string_view tag, Attributes attributes);
  void close(std::string_view tag);

  std::string out_;
};

}  // namespace schemac::emit::doc
