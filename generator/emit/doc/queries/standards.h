// Documents that wire forms, codecs, digests and encodings of schemas are specified in.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "emit/doc/text.h"
#include "schemac/json/syntax.h"

namespace schemac::emit::doc {

struct Standard {
  std::string_view key;  ///< as schemas spell what it is about: "msgpack", "utf-8"
  std::string_view title, address;
};

[[nodiscard]] std::span<const Standard> standards();
/// The title of what has that key, as a link; the key itself if nothing is known of it.
[[nodiscard]] Text standard_link(std::string_view key);
/// The same of what a text is written in.
[[nodiscard]] Text text_standard(impl::json::Syntax syntax);
/// What a schema refers to by `doc-ref`: "Words, https://..." are words with a link, an address is
/// a link to itself, other words stay words.
[[nodiscard]] Text reference(const std::string& words);

}  // namespace schemac::emit::doc
