// What stands at the end of a file is looked for when it is asked for, not when the file is opened.
#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "parcels.h"
#include "views/text_bytes.h"

using namespace schemac;
using schemac::tests::bytes_of;

namespace {

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::string u16(std::size_t number) {
  return {static_cast<char>(number & 255), static_cast<char>(number >> 8)};
}
std::string parcel(std::size_t size) { return u16(size) + std::string(size, 'x'); }

// A file in pages of its own, of which those after the first can be locked: whoever looks at them
// ends the program.
class Pages {
 public:
  explicit Pages(const std::string& text)
      : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))), size_(text.size()) {
    void* const made =
        ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(made != MAP_FAILED);
    begin_ = static_cast<std::byte*>(made);
    std::memcpy(begin_, text.data(), size_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { ::munmap(begin_, size_); }

  [[nodiscard]] Bytes bytes() const { return {begin_, size_}; }
  void protect(int rights) { REQUIRE(::mprotect(begin_ + page_, size_ - page_, rights) == 0); }

 private:
  std::size_t page_, size_;
  std::byte* begin_ = nullptr;
};

}  // namespace

TEST_CASE("opening a file looks at none of its elements, however many there are") {
  std::string file = "PRCL" + u16(64);
  for (int i = 0; i < 64; ++i) file += parcel(6000);
  Pages pages(file + "what is left");
  pages.protect(PROT_NONE);
  const auto view = parcels::view_file(pages.bytes());
  REQUIRE(view);
  CHECK(view->parcels().size() == 64);
  auto first = view->parcels();
  CHECK((*first.begin()).length() == 6000);
  pages.protect(PROT_READ);
  const auto rest = view->rest();
  REQUIRE(rest);
  CHECK(text_of(*rest) == "what is left");
  CHECK(rest->data() == pages.bytes().data() + file.size());
}

TEST_CASE("bytes after elements begin where these end") {
  const auto rest_of = [](const std::string& file) {
    const auto view = parcels::view_file(bytes_of(file));
    REQUIRE(view);
    const auto rest = view->rest();
    return rest ? text_of(*rest) : to_string(rest.error());
  };
  CHECK(rest_of("PRCL" + u16(0)) == "");
  CHECK(rest_of("PRCL" + u16(0) + "all") == "all");
  CHECK(rest_of("PRCL" + u16(2) + parcel(0) + parcel(3) + "rest") == "rest");
}

TEST_CASE("an element that isn't whole is told by what walks over it") {
  const std::string file = "PRCL" + u16(2) + parcel(2) + u16(9) + "abc";
  const auto view = parcels::view_file(bytes_of(file));
  REQUIRE(view);
  auto parcels = view->parcels();
  int count = 0;
  for ([[maybe_unused]] const auto& each : parcels) ++count;
  CHECK(count == 1);
  REQUIRE(parcels.violation());
  CHECK(parcels.violation()->path == "parcels[1].length");
  REQUIRE_FALSE(view->rest());
  CHECK(to_string(view->rest().error()) == to_string(*parcels.violation()));
  const auto value = parcels::read_file(bytes_of(file));
  REQUIRE_FALSE(value);
  CHECK(to_string(value.error()) == to_string(*parcels.violation()));
  CHECK_FALSE(parcels::validate_file(bytes_of(file)).ok());
}

TEST_CASE("a value has the bytes after the elements") {
  const std::string text = "PRCL" + u16(1) + parcel(2) + "rest";
  const auto value = parcels::read_file(bytes_of(text));
  REQUIRE(value);
  CHECK(text_of(value->rest.bytes()) == "rest");
  CHECK(value->parcels.size() == 1);
}

TEST_CASE("the last list of a file is not walked over either") {
  const std::string file = "BARE" + u16(3) + parcel(1);
  const auto view = parcels::view_bare(bytes_of(file));
  REQUIRE(view);
  CHECK(view->parcels().size() == 3);
  CHECK_FALSE(parcels::read_bare(bytes_of(file)));
}

TEST_CASE("where the elements are absent, the bytes after begin in their place") {
  const auto rest_of = [](const std::string& file) {
    const auto view = parcels::view_optional(bytes_of(file));
    REQUIRE(view);
    const auto rest = view->rest();
    return rest ? text_of(*rest) : to_string(rest.error());
  };
  CHECK(rest_of("OPTN" + u16(0) + std::string(1, 0) + "all of it") == "all of it");
  CHECK(rest_of("OPTN" + u16(1) + std::string(1, 1) + parcel(3) + "some") == "some");
}
