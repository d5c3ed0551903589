// nlohmann-json reads what we write, and we read what it writes, with made-up values of every kind.
#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "all_json.h"
#include "portion.h"
#include "schemac/base/load.h"
#include "schemac/core/sink.h"

namespace {

using Json = nlohmann::ordered_json;
using schemac::FreeValue;

// Values of every kind, the edges of types among them.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  template <class T>
  T whole() {
    switch (below(4)) {
      case 0:
        return std::numeric_limits<T>::min();
      case 1:
        return std::numeric_limits<T>::max();
      default:
        return static_cast<T>(random_());
    }
  }
  double real() {
    constexpr double some[] = {0.0,    -0.0, 1.0, 0.1, -2.5e-300, 1.7976931348623157e308,
                               5e-324, 1e16};
    return some[below(8)];
  }
  std::string text() {
    constexpr const char* some[] = {"", "a", "\"\\/\b\n", "é", "\U0001f600", "\x7f", "\x01", "<f8"};
    return some[below(8)];
  }
  bool truth() { return below(2) == 0; }
  template <class Make>
  auto list(Make make) {
    std::vector<decltype(make())> out(below(4));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = make();
    return out;
  }
  // Pairs of names that differ.
  template <class Pair, class Make>
  std::vector<Pair> map(Make make) {
    std::vector<Pair> out(below(4));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = {text() + std::to_string(out.size() - i), make()};
    return out;
  }
  FreeValue free(unsigned depth = 0) {
    switch (below(depth < 3 ? 8 : 6)) {
      case 0:
        return {};
      case 1:
        return truth();
      case 2:
        return whole<std::uint64_t>();
      case 3:
        return whole<std::int64_t>();
      case 4:
        return real();
      case 5:
        return text();
      case 6: {
        FreeValue::List out;
        for (std::size_t i = below(4); i > 0; --i) out.push_back(free(depth + 1));
        return out;
      }
      default: {
        FreeValue::Map out;
        for (std::size_t i = below(4); i > 0; --i)
          out.push_back({"k" + std::to_string(i), free(depth + 1)});
        return out;
      }
    }
  }
  all_json::Inner inner() { return {whole<std::int8_t>(), text(), {}}; }
  all_json::Kind kind(unsigned depth = 0) {
    all_json::Kind out;
    const std::size_t which = below(depth < 3 ? 3 : 2);
    if (which == 0) out.name = text();
    if (which == 1) out.flag = truth();
    for (std::size_t i = which == 2 ? below(3) : 0; i > 0; --i)
      out.pairs.push_back({text(), kind(depth + 1)});
    return out;
  }
  all_json::File file() {
    all_json::File out;
    all_json::Meta& meta = out.meta;
    meta.one_u8 = whole<std::uint8_t>();
    meta.one_u32 = whole<std::uint32_t>();
    meta.one_u64 = whole<std::uint64_t>();
    meta.one_i16 = whole<std::int16_t>();
    meta.one_i64 = whole<std::int64_t>();
    meta.real = real();
    meta.truth = truth();
    meta.text = text();
    if (truth()) meta.maybe = whole<std::uint16_t>();
    meta.inner = inner();
    meta.kind = kind();
    meta.wide = list([&] { return whole<std::uint64_t>(); });
    meta.small = list([&] { return whole<std::int8_t>(); });
    meta.reals = list([&] { return real(); });
    for (std::size_t i = below(4); i > 0; --i) meta.flags.push_back(truth());
    meta.texts = list([&] { return text(); });
    meta.inners = list([&] { return inner(); });
    meta.counts = map<all_json::MetaCounts>([&] { return whole<std::int16_t>(); });
    meta.lists = map<all_json::MetaLists>([&] { return list([&] { return real(); }); });
    if (truth()) meta.named.about = whole<std::uint8_t>();
    meta.named.all = map<all_json::NamedAll>([&] { return kind(); });
    meta.named.last = truth();
    meta.free = free();
    if (truth()) meta.unnamed = FreeValue(FreeValue::Map{{"more", free()}});
    out.rest = free();
    return out;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  std::mt19937_64 random_;
};

Json json_of(const FreeValue& value);
struct JsonOf {
  Json operator()(const std::monostate&) const { return nullptr; }
  Json operator()(const FreeValue::List& list) const {
    Json out = Json::array();
    for (const FreeValue& each : list) out.push_back(json_of(each));
    return out;
  }
  Json operator()(const FreeValue::Map& map) const {
    Json out = Json::object();
    for (const auto& [key, value] : map) out[*key.as<std::string>()] = json_of(value);
    return out;
  }
  Json operator()(const FreeValue::Binary&) const { return nullptr; }
  Json operator()(const FreeValue::Extension&) const { return nullptr; }
  Json operator()(const FreeValue::Tuple&) const { return nullptr; }
  template <class T>
  Json operator()(const T& value) const {
    return value;
  }
};
Json json_of(const FreeValue& value) { return std::visit(JsonOf{}, value.kind()); }

Json json_of(const all_json::Inner& value) { return {{"x", value.x}, {"label", value.label}}; }
Json json_of(const all_json::Kind& value) {
  if (value.name) return *value.name;
  if (value.flag) return *value.flag;
  Json out = Json::array();
  for (const auto& pair : value.pairs) out.push_back(Json::array({pair.name, json_of(pair.kind)}));
  return out;
}
Json json_of(const all_json::Meta& meta) {
  Json out = {{"one_u8", meta.one_u8},   {"one_u32", meta.one_u32}, {"one_u64", meta.one_u64},
              {"one_i16", meta.one_i16}, {"one_i64", meta.one_i64}, {"real", meta.real},
              {"truth", meta.truth},     {"title", meta.text}};
  if (meta.maybe) out["maybe"] = *meta.maybe;
  out["inner"] = json_of(meta.inner);
  out["kind"] = json_of(meta.kind);
  out["wide"] = meta.wide;
  out["small"] = meta.small;
  out["reals"] = meta.reals;
  out["flags"] = meta.flags;
  out["texts"] = meta.texts;
  out["inners"] = Json::array();
  for (const auto& each : meta.inners) out["inners"].push_back(json_of(each));
  out["counts"] = Json::object();
  for (const auto& [key, value] : meta.counts) out["counts"][key] = value;
  for (const auto& [key, value] : meta.lists) out["lists"][key] = value;
  out["named"] = Json::object();
  if (meta.named.about) out["named"]["__about__"] = *meta.named.about;
  for (const auto& [key, value] : meta.named.all) out["named"][key] = json_of(value);
  out["named"]["last"] = meta.named.last;
  out["free"] = json_of(meta.free.value);
  if (meta.unnamed)
    for (const auto& [key, value] : *meta.unnamed->value.as<FreeValue::Map>())
      out[*key.as<std::string>()] = json_of(value);
  return out;
}

// A file of two texts.
std::vector<std::byte> file_of(const std::string& meta, const std::string& rest) {
  std::vector<std::byte> out;
  for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(meta.size() >> (8 * i)));
  for (const std::string* text : {&meta, &rest})
    for (const char ch : *text) out.push_back(static_cast<std::byte>(ch));
  return out;
}

}  // namespace

TEST_CASE("nlohmann-json reads what we write") {
  for (unsigned seed = 0; seed < schemac::tests::some_of(500); ++seed) {
    const all_json::File value = Maker(seed).file();
    schemac::MemorySink sink;
    const auto size = all_json::write(value, sink);
    INFO("seed " << seed << " " << (size ? "" : to_string(size.error())));
    REQUIRE(size);
    const auto bytes = sink.bytes();
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t n =
        static_cast<std::size_t>(schemac::impl::load<std::uint32_t>(bytes.data()));
    const Json meta = Json::parse(text.substr(4, n));
    CHECK(meta == json_of(value.meta));
    CHECK(meta.dump() == json_of(value.meta).dump());
    CHECK(Json::parse(text.substr(4 + n)) == json_of(value.rest.value));
    const auto read = all_json::read(bytes);
    REQUIRE(read);
    CHECK(*read == value);
    CHECK(!read->meta.choices.spelling);
    CHECK(all_json::validate(bytes).violations().empty());
  }
}

TEST_CASE("we read what nlohmann-json writes, and write it back byte for byte") {
  for (unsigned seed = 0; seed < schemac::tests::some_of(500); ++seed) {
    const all_json::File value = Maker(seed).file();
    const bool is_ascii = seed % 2 == 0;
    const std::string meta = json_of(value.meta).dump(seed % 3 == 0 ? 3 : -1, ' ', is_ascii);
    const std::string rest = json_of(value.rest.value).dump(seed % 3 == 1 ? 1 : -1, ' ', is_ascii);
    const std::vector<std::byte> bytes = file_of(meta, rest);
    const auto read = all_json::read(bytes);
    INFO("seed " << seed << " " << (read ? "" : to_string(read.error())));
    REQUIRE(read);
    CHECK(*read == value);
    schemac::MemorySink sink;
    REQUIRE(all_json::write(*read, sink));
    CHECK(std::ranges::equal(sink.bytes(), bytes));
    const auto view = all_json::view(bytes);
    REQUIRE(view);
    CHECK(view->meta()->one_u64() == value.meta.one_u64);
    CHECK(view->rest().parse() == value.rest.value);
  }
}

TEST_CASE("a text that no longer stands for its value isn't written") {
  const std::vector<std::byte> bytes = file_of(
      R"({"one_u8":1, "one_u32":2,"one_u64":3,"one_i16":4,"one_i64":5,"real":6.5,"truth":true,"title":"t",
          "inner":{"x":1,"label":""},"kind":[],"wide":[],"small":[],"reals":[],"flags":[],"texts":[],
          "inners":[],"counts":{},"named":{"last":true},"free":null})",
      "[ 1 ]");
  auto read = all_json::read(bytes);
  REQUIRE(read);
  CHECK(read->meta.choices.spelling);
  read->meta.one_u8 = 9;
  read->rest.value = FreeValue(FreeValue::List{2});
  schemac::MemorySink sink;
  REQUIRE(all_json::write(*read, sink));
  const std::string text(reinterpret_cast<const char*>(sink.bytes().data()), sink.bytes().size());
  CHECK(text.substr(4, 26) == R"({"one_u8": 9, "one_u32": 2)");
  CHECK(text.ends_with("null}[2]"));
}

namespace {

// The path of what prevents that a value is written; empty where nothing does.
std::string path_at_fault(const all_json::File& value) {
  schemac::MemorySink sink;
  const auto size = all_json::write(value, sink);
  return size ? "" : size.error().path;
}

}  // namespace

TEST_CASE("what JSON has no form for isn't written") {
  all_json::File value = Maker(1).file();
  value.meta.kind = {};
  CHECK(path_at_fault(value) == "");  // no pairs
  value.meta.kind.name = "a";
  CHECK(path_at_fault(value) == "");
  value.meta.kind.flag = true;
  CHECK(path_at_fault(value) == "meta.kind");
  value.meta.kind = {};
  value.meta.kind.pairs.push_back({"b", value.meta.kind});
  CHECK(path_at_fault(value) == "");
  value.meta.kind.name = "a";
  CHECK(path_at_fault(value) == "meta.kind");
  value.meta.kind = {};
  value.meta.reals = {1, std::numeric_limits<double>::infinity()};
  CHECK(path_at_fault(value) == "meta.reals[1]");
  value.meta.reals.clear();
  value.meta.real = std::numeric_limits<double>::quiet_NaN();
  CHECK(path_at_fault(value) == "meta.real");
  value.meta.real = 0;
  value.meta.free = FreeValue(FreeValue::List{FreeValue(FreeValue::Map{{"a", 1u}, {"a", 2u}})});
  CHECK(path_at_fault(value) == "meta.free[0].a");
}

TEST_CASE("what isn't UTF-8 isn't written") {
  all_json::File value = Maker(1).file();
  REQUIRE(path_at_fault(value) == "");
  const auto check = [&value](auto change, const char* path) {
    all_json::File changed = value;
    change(changed.meta);
    CHECK(path_at_fault(changed) == path);
  };
  using Meta = all_json::Meta;
  check([](Meta& meta) { meta.text = "a\xff"; }, "meta.text");
  check([](Meta& meta) { meta.texts = {"\u00e9", "\xc3"}; }, "meta.texts[1]");
  check([](Meta& meta) { meta.counts = {{"\x80", 1}}; }, "meta.counts[0].key");
  check([](Meta& meta) { meta.free = FreeValue("\xed\xa0\x80"); }, "meta.free");
  check([](Meta& meta) { meta.free = FreeValue(FreeValue::Map{{"\xff", 1}}); }, "meta.free");
  check([](Meta& meta) { meta.unnamed = FreeValue(FreeValue::Map{{"\xff", 1}}); }, "meta.unnamed");
}

TEST_CASE("what no reader takes by default isn't written, however deep it is") {
  all_json::File value = Maker(1).file();
  const auto lists = [](int depth) {
    FreeValue out;
    for (int i = 0; i < depth; ++i) {
      FreeValue::List list;
      list.push_back(std::move(out));
      out = std::move(list);
    }
    return out;
  };
  value.rest = lists(100);
  CHECK(path_at_fault(value) == "");
  for (const int depth : {101, 1000}) {
    value.rest = lists(depth);
    CHECK(path_at_fault(value) == "rest");
  }
}
