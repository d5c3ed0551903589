#include "extract/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "schemac/base/load.h"

namespace schemac::extract {
namespace {

constexpr std::size_t portion = std::size_t{64} << 10;

// Collects text, and hands it on a portion at a time.
class TextSink {
 public:
  explicit TextSink(const TakeBytes& take) : take_(take) {}

  void put(std::string_view text) {
    text_ += text;
    if (text_.size() >= portion) flush();
  }
  void flush() {
    if (is_open_ && !text_.empty())
      is_open_ = take_(Bytes(impl::bytes_of(std::string_view(text_)), text_.size()));
    text_.clear();
  }
  /// False once nothing more is taken.
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  const TakeBytes& take_;
  std::string text_;
  bool is_open_ = true;
};

// "1.5", "nan", "1.5-2j" as NumPy spells it.
std::string cell(const direct::Json& element) {
  if (element.is_string()) return element.get<std::string>();
  if (!element.is_array()) return element.dump();
  const std::string imaginary = cell(element[1]);
  const bool has_sign = imaginary.starts_with('-') || imaginary.starts_with('+');
  return cell(element[0]) + (has_sign ? "" : "+") + imaginary + 'j';
}

// How many lists begin before element `number`, or end after the one before it.
std::size_t borders_at(const std::vector<std::uint64_t>& dims, std::uint64_t number) {
  std::size_t borders = 0;
  std::uint64_t size = 1;
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    size *= *dim;
    if (number % size != 0) break;
    ++borders;
  }
  return borders;
}

// Lists in lists, of which one has nothing in it.
std::string empty_lists(const std::vector<std::uint64_t>& dims, std::size_t depth) {
  if (depth == dims.size() || dims[depth] == 0) return "[]";
  const std::string inner = empty_lists(dims, depth + 1);
  std::string text = "[";
  constexpr std::size_t most_text = std::size_t{1}
                                    << 20;  // a file without elements may say anything
  for (std::uint64_t i = 0; i < dims[depth] && text.size() < most_text; ++i)
    text += (i == 0 ? "" : ", ") + inner;
  return text + ']';
}

}  // namespace

std::string write_csv(const stats::FileArray& array, const TakeBytes& take) {
  TextSink out(take);
  const std::uint64_t columns = array.dims.size() > 1 ? array.dims.back() : 1;
  RowMajor elements(array);
  for (std::uint64_t i = 0; i < elements.count() && out.is_open(); ++i) {
    const direct::Json element = elements.next();
    if (element.is_null()) return array.problem();
    out.put(cell(element));
    out.put((i + 1) % columns == 0 ? "\n" : ",");
  }
  out.flush();
  return "";
}

std::string write_json(const stats::FileArray& array, const TakeBytes& take) {
  TextSink out(take);
  RowMajor elements(array);
  if (elements.count() == 0) out.put(empty_lists(array.dims, 0));
  for (std::uint64_t i = 0; i < elements.count() && out.is_open(); ++i) {
    const direct::Json element = elements.next();
    if (element.is_null()) return array.problem();
    const std::size_t borders = borders_at(array.dims, i);
    if (i != 0) out.put(std::string(borders, ']') + (borders == 0 ? ", " : ",\n"));
    out.put(std::string(borders, '['));
    out.put(element.dump());
  }
  if (elements.count() != 0) out.put(std::string(array.dims.size(), ']'));
  out.put("\n");
  out.flush();
  return "";
}

}  // namespace schemac::extract
