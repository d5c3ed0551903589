// Arguments to calls, results to exit codes; nothing is decided here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <new>
#include <string_view>

#include "cli/commands/commands.h"
#include "cli/lost_pages.h"
#include "cli/options.h"
#include "cli/utf8_output.h"
#include "emit/backends.h"
#include "source/diagnostics.h"

namespace {

using namespace schemac::cli;

struct Options {
  GenOptions gen;
  CheckOptions check;
  TestOptions test;
  ValidateOptions validate;
  DecodeOptions decode;
  EncodeOptions encode;
  ExplainOptions explain;
  DiffOptions diff;
  LsOptions ls;
  ExtractOptions extract;
  StatsOptions stats;
  DocOptions doc;
  ListOptions list;
  int exit_code = fine;
};

void add_lookup(CLI::App& verb, Lookup& lookup) {
  verb.add_option("--schema", lookup.schema,
                  "A schema file, or the name of a known format (NAME or NAME:ROOT)");
  verb.add_option("--schemas", lookup.directories, "A further folder of schemas");
}

void add_most(CLI::App& verb, std::uint64_t& most, const char* meaning) {
  verb.add_option("--most", most, std::string(meaning) + "; 0: no limit")->capture_default_str();
}

void add_path(CLI::App& verb, std::string& path, const char* meaning) {
  verb.add_option("--path", path,
                  std::string(meaning) +
                      ": items[3].name, items[2:5], items[*], items[\"key\"], or an array's name; "
                      "in a directory also a file, or FILE:PATH");
}

CLI::App* add_verb(CLI::App& app, const char* name, const char* meaning, const char* examples) {
  CLI::App* verb = app.add_subcommand(name, meaning);
  verb->footer(std::string("Examples:\n") + examples);
  return verb;
}

void add_gen(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(
      app, "gen", "Generate C++ headers from schemas",
      "  schemac gen log.yaml -o include\n  schemac gen log.yaml -o out --depfile out/log.h.d");
  verb->add_option("SCHEMA", all.gen.schemas, "Schema files")->required();
  verb->add_option("-o,--output", all.gen.directory,
                   "Folder for the headers (log.yaml gives log.h)");
  verb->add_option("--depfile", all.gen.depfile,
                   "Write which files the outputs depend on, as make rules");
  std::string languages = "What to generate:";
  for (const schemac::emit::Backend& backend : schemac::emit::backends())
    languages += "\n" + std::string(backend.name) + ": " + std::string(backend.description);
  verb->add_option("--lang", all.gen.language, languages)->capture_default_str();
  verb->callback([&all] { all.exit_code = gen(all.gen); });
}

void add_check(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "check", "Say what is wrong with schemas, or what they mean",
                            "  schemac check log.yaml\n  schemac check --roles log.yaml");
  verb->add_option("SCHEMA", all.check.schemas, "Schema files")->required();
  verb->add_flag("--roles", all.check.roles, "Print each field's role and what it is derived from");
  verb->add_option("--dump", all.check.dump, "Print a stage of the compiler")
      ->check(CLI::IsMember({"syntax", "model", "plan", "steps"}));
  verb->callback([&all] { all.exit_code = check(all.check); });
}

void add_test(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "test", "Run the samples of schemas", "  schemac test log.yaml");
  verb->add_option("SCHEMA", all.test.schemas, "Schema files")->required();
  verb->callback([&all] { all.exit_code = test(all.test); });
}

void add_validate(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "validate", "List every violation in files",
               "  schemac validate day.log\n  schemac validate --schema log.yaml --json *.log");
  verb->add_option("FILE", all.validate.files, "Files to validate; - for stdin")->required();
  add_lookup(*verb, all.validate.lookup);
  verb->add_flag("--json", all.validate.json, "One JSON object per line for each file");
  add_path(*verb, all.validate.path, "Only what is wrong with this part or what holds it");
  add_most(*verb, all.validate.most, "Violations of one kind after which they are only counted");
  verb->callback([&all] { all.exit_code = validate(all.validate); });
}

void add_decode(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "decode", "Show the values of a file",
               "  schemac decode day.log\n  schemac decode --json --full day.log > values.json");
  verb->add_option("FILE", all.decode.file, "The file; - for stdin")->required();
  add_lookup(*verb, all.decode.lookup);
  verb->add_flag("--json", all.decode.json, "As JSON, which `encode` reads");
  verb->add_flag("--full", all.decode.full, "With all bytes of payloads, in base64")
      ->needs("--json");
  add_path(*verb, all.decode.path, "Only this part, each value called by its path");
  verb->add_flag("--keep-going", all.decode.keep_going, "Show what can be read of a broken file");
  add_most(*verb, all.decode.most, "Values after which elements of lists are left out");
  verb->callback([&all] { all.exit_code = decode(all.decode); });
}

void add_encode(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "encode", "Make a file from values",
                            "  schemac encode values.json -o day.log\n"
                            "  schemac encode values.json --schema log.yaml -o day.log");
  verb->add_option("VALUES", all.encode.values,
                   "JSON, as `decode --json --full` prints it; - for stdin")
      ->required();
  add_lookup(*verb, all.encode.lookup);
  verb->add_option("-o,--output", all.encode.output,
                   "The file to write, replaced as a whole; - for stdout")
      ->required();
  verb->callback([&all] { all.exit_code = encode(all.encode); });
}

void add_explain(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "explain", "Say what every byte of a file means",
               "  schemac explain day.log\n  schemac explain --path 'items[3]' day.log\n"
               "  schemac explain --depth 2 --plain day.log | less -S\n"
               "  schemac explain day.log -o day.html");
  verb->add_option("FILE", all.explain.file, "The file; - for stdin")->required();
  add_lookup(*verb, all.explain.lookup);
  verb->add_flag("--json", all.explain.json, "As JSON; lists in full");
  add_path(*verb, all.explain.path, "Only this part");
  verb->add_option("--depth", all.explain.depth, "Fold what is deeper")->check(CLI::PositiveNumber);
  verb->add_flag("--plain", all.explain.plain, "No colours, no bytes, lines of any length");
  verb->add_flag("--all", all.explain.all, "Long lists in full, not only their ends");
  verb->add_option("-o,--output", all.explain.output,
                   "Write a page instead: bytes and fields side by side, in one HTML file; for a "
                   "directory a folder of pages")
      ->excludes("--json", "--path", "--depth", "--plain");
  add_most(*verb, all.explain.most, "Fields after which elements of lists are folded");
  verb->callback([&all] { all.exit_code = explain(all.explain); });
}

void add_ls(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "ls", "List the arrays of a file: name, type, shape, bytes, place",
               "  schemac ls day.log\n  schemac ls --json day.log | jq '.arrays[].name'");
  verb->add_option("FILE", all.ls.file, "The file; - for stdin")->required();
  add_lookup(*verb, all.ls.lookup);
  verb->add_flag("--json", all.ls.json, "As JSON, one array per line");
  add_path(*verb, all.ls.path, "Only these arrays");
  verb->callback([&all] { all.exit_code = ls(all.ls); });
}

void add_extract(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "extract", "Take arrays out of a file",
                            "  schemac extract day.log hits -o hits.npy\n"
                            "  schemac extract day.log -o all.npz\n"
                            "  schemac extract day.log 'items[*].data' -o some.npz\n"
                            "  schemac extract day.log hits --format csv -o - | head");
  verb->add_option("FILE", all.extract.file, "The file; - for stdin")->required();
  verb->add_option("PATH", all.extract.paths,
                   "The arrays, by their names or paths; without any, all of them. A field of "
                   "bytes or numbers is taken as an array of one dimension");
  add_lookup(*verb, all.extract.lookup);
  verb->add_option("-o,--output", all.extract.output,
                   "The file to write, replaced as a whole; - for stdout")
      ->required();
  verb->add_option("--format", all.extract.format,
                   "npy, npz (one or several arrays), raw (plain bytes), csv, json, or png (a "
                   "picture); by default as the output's name ends")
      ->check(CLI::IsMember({"npy", "npz", "raw", "csv", "json", "png"}));
  verb->callback([&all] { all.exit_code = extract(all.extract); });
}

void add_stats(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "stats",
               "Summarise the arrays of a file: first and last values, min, max, "
               "mean, median, std, histogram",
               "  schemac stats day.log\n  schemac stats --json day.log\n"
               "Numbers are NumPy's for a float64 copy, which isn't made: arrays are read a\n"
               "few times in place, and the median is exact. That takes\n"
               "less than 1 MiB of memory, whatever their size.");
  verb->add_option("FILE", all.stats.file, "The file; - for stdin")->required();
  add_lookup(*verb, all.stats.lookup);
  verb->add_flag("--json", all.stats.json, "As JSON, one array per line");
  add_path(*verb, all.stats.path, "Only these arrays");
  verb->callback([&all] { all.exit_code = stats(all.stats); });
}

void add_doc(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "doc", "Write the specification of formats",
                            "  schemac doc log.yaml -o site\n  schemac doc log.yaml --format md");
  verb->add_option("SCHEMA", all.doc.schemas, "Schema files")->required();
  verb->add_option("-o,--output", all.doc.directory,
                   "Folder for the documents (log.yaml gives log.html)");
  verb->add_option("--format", all.doc.format, "A page of its own, or Markdown")
      ->check(CLI::IsMember({"html", "md"}))
      ->capture_default_str();
  verb->callback([&all] { all.exit_code = doc(all.doc); });
}

void add_diff(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "diff", "Say what is different between two files, by meaning",
                            "  schemac diff old.log new.log\n"
                            "  schemac diff --json old.log new.log | jq '.differences[].path'\n"
                            "Ends with 0 if they mean the same, 1 if not, 2 if one can't be read.");
  verb->add_option("A", all.diff.a, "The first file")->required();
  verb->add_option("B", all.diff.b, "The second file")->required();
  add_lookup(*verb, all.diff.lookup);
  verb->add_flag("--json", all.diff.json, "As JSON");
  add_most(*verb, all.diff.most, "Values of each file after which elements of lists are left out");
  verb->callback([&all] { all.exit_code = diff(all.diff); });
}

void add_list(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "list", "List the formats that are known",
                            "  schemac list --schemas my/schemas");
  verb->add_option("--schemas", all.list.lookup.directories, "A further folder of schemas");
  verb->add_option("--index", all.list.index,
                   "Print an index of this folder instead, by which files are recognised");
  verb->callback([&all] { all.exit_code = list(all.list); });
}

struct Verb {
  std::string_view name;
  void (*add)(CLI::App& app, Options& all);
};
constexpr Verb verbs[] = {
    {"gen", add_gen},           {"check", add_check},   {"test", add_test},
    {"validate", add_validate}, {"decode", add_decode}, {"encode", add_encode},
    {"explain", add_explain},   {"ls", add_ls},         {"extract", add_extract},
    {"stats", add_stats},       {"doc", add_doc},       {"diff", add_diff},
    {"list", add_list},
};

bool is_verb(std::string_view word) {
  return std::ranges::any_of(verbs, [&](const Verb& verb) { return verb.name == word; });
}

// The one that is asked for is enough; if it is none, help names all.
void add_verbs(CLI::App& app, Options& all, std::string_view asked) {
  const bool adds_all = !is_verb(asked);
  for (const Verb& verb : verbs)
    if (adds_all || verb.name == asked) verb.add(app, all);
}

// After a complaint about a verb that there isn't: the one that is most like it.
void suggest_verb(std::string_view asked) {
  if (asked.empty() || asked.front() == '-' || is_verb(asked)) return;
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  if (const auto near = schemac::source::suggest(std::string(asked), names))
    std::cerr << "did you mean 'schemac " << *near << "'?\n";
}

}  // namespace

int main(int argc, char** argv) {
  report_lost_pages();
  const Utf8Output out(std::cout), errors(std::cerr);
  CLI::App app(
      "schemac: describe a binary format once, in YAML; read, check, write and explain its files");
  app.set_version_flag("--version", "schemac " SCHEMAC_VERSION);
  app.require_subcommand(1);
  Options all;
  add_verbs(app, all, argc > 1 ? argv[1] : "");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    if (code != 0) suggest_verb(argc > 1 ? argv[1] : "");
    return code == 0 ? fine : not_judged;
  } catch (const std::bad_alloc&) {
    std::cerr << "schemac: there is not enough memory for this\n";
    return not_judged;
  } catch (const std::exception& error) {
    std::cerr << "schemac: internal error: " << error.what() << '\n';
    return not_judged;
  }
  std::cout.flush();
  return std::cout ? all.exit_code : not_judged;
}
