#include "random/prepare.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "compile.h"
#include "emit/backends.h"
#include "emit/doc/html/html.h"
#include "emit/doc/make_page.h"
#include "emit/doc/markdown/markdown.h"
#include "random/emit_driver.h"
#include "random/used_keys.h"

namespace net {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

json diagnostics_of(const schemac::Compilation& run) {
  json list = json::array();
  for (const auto& each : run.diagnostics.all())
    if (each.severity == schemac::source::Severity::error)
      list.push_back({{"code", each.code}, {"message", each.message}, {"help", each.helps}});
  return list;
}

}  // namespace

void prepare(const std::string& schema, const std::string& folder) {
  const fs::path stem = fs::path(schema).stem();
  json line = {{"name", stem.string()}};
  const schemac::Compilation run = schemac::compile(schema, schemac::Stage::values);
  if (!run.ok()) {
    line["status"] = "refused";
    line["diagnostics"] = diagnostics_of(run);
    std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
    return;
  }
  const std::string name = (fs::path(folder) / stem).string();
  for (const auto& output : schemac::emit::find_backend("cpp")->emit(run.plans, stem.string()))
    write(name + output.suffix, output.text);
  std::string driver;
  std::set<std::string> kinds;
  for (std::size_t i = 0; i < run.plans.size(); ++i) {
    driver += emit_driver(run.plans[i]);
    line["formats"].push_back(run.plans[i].format);
    for (const auto& check : run.plans[i].checks)
      kinds.insert(std::string(id(check.rule)) + " " + std::string(id(check.level)));
    const auto page = schemac::emit::doc::make_page(run.plans[i], run.formats[i], {});
    write(name + ".md", schemac::emit::doc::to_markdown(page));
    write(name + ".html", schemac::emit::doc::to_html(page));
  }
  write(name + ".net.h", driver);
  line["status"] = driver.empty() ? "no file" : "accepted";
  line["checks"] = kinds;
  line["keys"] = used_keys(run.documents);
  std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
}

bool write_driver(const std::string& schema, const std::string& path) {
  const schemac::Compilation run = schemac::compile(schema);
  std::string text;
  for (const auto& plan : run.plans) text += emit_driver(plan);
  if (!run.ok() || text.empty()) return false;
  write(path, "#include \"random/handle.h\"\n\n" + text);
  return true;
}

}  // namespace net
