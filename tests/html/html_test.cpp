// Texts inside of pages, and the frame of a page.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "html/document.h"
#include "html/escape.h"

namespace html = schemac::html;
using Json = nlohmann::ordered_json;

TEST_CASE("a text stays a text") {
  struct Row {
    std::string text, html;
  };
  const Row rows[] = {
      {"plain", "plain"},
      {"</script><b title=\"x\">'&'",
       "&lt;/script&gt;&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;"},
      {"line\n\tfeed", "line\n\tfeed"},
      {std::string("nul\0 esc\x1b[31m del\x7f", 18), "nul\ufffd esc\ufffd[31m del\ufffd"},
      {"c1\u0085", "c1\ufffd"},
      {"caf\u00e9 \u4e2d \U0001f600", "caf\u00e9 \u4e2d \U0001f600"},
      {"turned \u202eback\u2069", "turned \ufffdback\ufffd"},
      {"cut \xe4\xb8", "cut \ufffd\ufffd"},
      {"overlong \xc0\xbc \xe0\x80\xbc", "overlong \ufffd\ufffd \ufffd\ufffd\ufffd"},
      {"surrogate \xed\xa0\x80", "surrogate \ufffd\ufffd\ufffd"},
      {"beyond \xf4\x90\x80\x80", "beyond \ufffd\ufffd\ufffd\ufffd"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(html::escaped(row.text) == row.html);
  }
}

TEST_CASE("JSON in a script element ends no element, and comes back as it was") {
  const Json json = {{"</script>", "<!-- <script> ]]> & \u2028\u2029 \x7f \x01 \u4e2d"}};
  const std::string text = html::script_json(json);
  CHECK(text.find_first_of("<>&") == std::string::npos);
  for (const char ch : text) CHECK((ch >= 0x20 && ch < 0x7f));
  CHECK(Json::parse(text) == json);
}

TEST_CASE("texts that are no UTF-8 don't end the program") {
  CHECK(html::script_json(Json("cut \xe4")) == "\"cut \\ufffd\"");
}

TEST_CASE("a page allows its own scripts and styles, by their content") {
  // The digests of "abc" and of nothing are those of FIPS 180 and of everybody.
  const html::Asset abc = {"abc",
                           {"\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23"
                            "\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad",
                            32}};
  const std::string page = html::to_html({"<title>", "<p>body</p>", {}, {&abc}});
  CHECK(page.find("script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='") !=
        std::string::npos);
  CHECK(page.find("<script>abc</script>") != std::string::npos);
  CHECK(page.find("<title>&lt;title&gt;</title>") != std::string::npos);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(html::common_css.text.find("--ink") != std::string::npos);
  CHECK(html::common_css.sha256.size() == 32);
}
