// A text as element of a range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/walk/view.h"
#include "schemac/wire/text_form.h"

namespace schemac {

/// A text as element of a range; `Named::form` is its form.
template <class Named>
class TextView {
 public:
  TextView() = default;
  explicit TextView(const impl::Origin&) {}

  [[nodiscard]] std::string_view text() const { return text_.text(); }
  // NOLINTNEXTLINE(google-explicit-constructor): a text is used as one
  [[nodiscard]] operator std::string_view() const { return text(); }

 private:
  friend struct impl::ViewAccess;
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    return impl::walk_text<Named::form>(context, frame, begin, end, text_) ? text_.end : nullptr;
  }
  const std::byte* try_walk_(const std::byte* begin, const std::byte* end, std::uint64_t) {
    return impl::find_text<Named::form>(begin, end, 0, text_) ? text_.end : nullptr;
  }
  [[nodiscard]] impl::Key key_() const { return {text(), text_.begin}; }

  impl::TextAt text_;
};

}  // namespace schemac
