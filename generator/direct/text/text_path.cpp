#include "direct/text/text_path.h"

#include <algorithm>
#include <map>
#include <vector>

#include "direct/message_elements.h"
#include "direct/text/text_tokens.h"
#include "schemac/check/frame.h"

namespace schemac::direct {
namespace {

// A message or a list that the walk is in.
struct Open {
  const plan::Record* record = nullptr;  // of a message; null if the plan has none
  std::string path = {};
  std::string_view list = {};                             // of a list the name of its field
  std::map<std::string_view, std::uint64_t> counts = {};  // of elements that began, by field
};

class TextPath {
 public:
  TextPath(const plan::Plan& plan, const plan::Record& record) : plan_(plan) {
    open_.push_back({&record});
  }

  [[nodiscard]] std::string at(std::string_view text, std::uint64_t offset) {
    TextTokens tokens(text);
    while (tokens.next() && tokens.begin() <= offset) take(tokens);
    return name_.empty() ? open_.back().path : path();
  }

 private:
  void take(const TextTokens& tokens) {
    const char sign = tokens.first();
    Open& around = open_.back();
    const bool is_list = !around.list.empty();
    if (sign == '{' || sign == '<') {
      open_.push_back({held(), path()});
      name_ = {};
    } else if (sign == '[' && !name_.empty()) {
      open_.push_back({around.record, around.path, name_, around.counts});
    } else if ((sign == '}' || sign == '>' || sign == ']') && open_.size() > 1) {
      close();
    } else if (sign == ',' && is_list) {
      ++around.counts[name_];
    } else if (sign == ',' || sign == ';') {
      name_ = {};
    }
    const bool is_name = !tokens.is_sign() && !tokens.is_quoted() && !is_list && !is_value_next_;
    if (is_name) {
      name_ = tokens.token();
      ++around.counts[name_];
    }
    is_value_next_ = sign == ':' || (is_value_next_ && tokens.token() == "-");
  }

  // After a message or a list: the field that it is the value of is still the last one.
  void close() {
    const Open closed = std::move(open_.back());
    open_.pop_back();
    if (!closed.list.empty()) open_.back().counts = closed.counts;
    name_ = open_.back().list;
  }

  [[nodiscard]] const plan::Field* field() const {
    const Open& around = open_.back();
    if (around.record == nullptr) return nullptr;
    const auto& fields = around.record->fields;
    const auto found = std::ranges::find(fields, name_, &plan::Field::name);
    return found == fields.end() ? nullptr : &*found;
  }
  [[nodiscard]] const plan::Record* held() const {
    const plan::Field* of = field();
    const auto* nested =
        of == nullptr ? nullptr : std::get_if<plan::Nested>(&value_body(of->body).kind);
    return nested == nullptr ? nullptr : &plan_.records[nested->record];
  }
  [[nodiscard]] std::string path() const {
    std::string path = open_.back().path;
    impl::append_path(path, name_);
    const plan::Field* of = field();
    if (of != nullptr && std::holds_alternative<plan::List>(of->body.kind))
      path += "[" + std::to_string(open_.back().counts.at(name_) - 1) + "]";
    return path;
  }

  const plan::Plan& plan_;
  std::vector<Open> open_;
  std::string_view name_;  // of the field whose value begins, or was the last one
  bool is_value_next_ = false;
};

}  // namespace

std::string path_in_text(const plan::Plan& plan, const plan::Record& record, std::string_view text,
                         std::uint64_t offset) {
  return TextPath(plan, record).at(text, offset);
}

}  // namespace schemac::direct
