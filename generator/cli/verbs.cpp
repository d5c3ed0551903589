#include "cli/verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/shell/described.h"
#include "cli/shell/shell.h"
#include "emit/backends.h"
#include "source/diagnostics.h"

namespace schemac::cli {
namespace {

void add_lookup(CLI::App& verb, Lookup& lookup) {
  verb.add_option("--schema", lookup.schema,
                  "A schema file, or the name of a known format (NAME or NAME:ROOT)")
      ->type_name("FORMAT");
  verb.add_option("--schemas", lookup.directories, "A further folder of schemas")
      ->type_name("FOLDER");
}

void add_most(CLI::App& verb, std::uint64_t& most, const char* meaning) {
  verb.add_option("--most", most, std::string(meaning) + "; 0: no limit")
      ->type_name("N")
      ->capture_default_str();
}

void add_path(CLI::App& verb, std::string& path, const char* meaning) {
  verb.add_option("--path", path,
                  std::string(meaning) +
                      ": items[3].name, items[2:5], items[*], items[\"key\"], or an array's name; "
                      "in a directory also a file, or FILE:PATH")
      ->type_name("PATH");
}

// "text|json", the words that are allowed, is its type.
CLI::Option* add_choice(CLI::App& verb, const char* name, std::string& choice, const char* meaning,
                        const std::vector<std::string>& words) {
  std::string type;
  for (const std::string& word : words) type += (type.empty() ? "" : "|") + word;
  return verb.add_option(name, choice, meaning)
      ->type_name(type)
      ->check(CLI::IsMember(words).description(""))
      ->capture_default_str();
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
                   "Folder for the headers (log.yaml gives log.h)")
      ->type_name("FOLDER");
  verb->add_option("--depfile", all.gen.depfile,
                   "Write which files the outputs depend on, as make rules")
      ->type_name("FILE");
  std::string languages = "What to generate:";
  for (const schemac::emit::Backend& backend : schemac::emit::backends())
    languages += "\n" + std::string(backend.name) + ": " + std::string(backend.description);
  verb->add_option("--lang", all.gen.language, languages)->type_name("NAME")->capture_default_str();
  verb->callback([&all] { all.exit_code = gen(all.gen); });
}

void add_check(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(app, "check", "Say what is wrong with schemas, or what they mean",
                            "  schemac check log.yaml\n  schemac check --roles log.yaml\n"
                            "  schemac check --format sarif log.yaml > log.sarif");
  verb->add_option("SCHEMA", all.check.schemas, "Schema files")->required();
  verb->add_flag("--roles", all.check.roles, "Print each field's role and what it is derived from");
  add_choice(*verb, "--dump", all.check.dump, "Print a stage of the compiler",
             {"syntax", "model", "plan", "steps"});
  add_choice(*verb, "--format", all.check.format,
             "How errors are printed: as text, or for code scanners and GitHub, on stdout",
             {"text", "sarif", "github"})
      ->excludes("--roles", "--dump");
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
               "  schemac validate day.log\n  schemac validate --schema log.yaml --json *.log\n"
               "  schemac validate -r logs --jobs 0\n"
               "  schemac validate -r logs --format sarif > logs.sarif");
  verb->add_option("FILE", all.validate.files, "Files to validate; - for stdin")->required();
  add_lookup(*verb, all.validate.lookup);
  verb->add_flag("-r,--recursive", all.validate.is_recursive,
                 "In folders, all files that are of a known format");
  verb->add_option("-j,--jobs", all.validate.jobs,
                   "Files to work on at the same time; 0: as many as there are processors")
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* format =
      add_choice(*verb, "--format", all.validate.format, "How violations are printed",
                 {"text", "json", "sarif", "github"});
  verb->add_flag_callback(
          "--json", [&all] { all.validate.format = "json"; },
          "One JSON object per line for each file")
      ->excludes(format);
  add_path(*verb, all.validate.path, "Only violations of this part or of what holds it");
  add_most(*verb, all.validate.most,
           "Violations to print of each kind; the others are counted only");
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
      ->type_name("FILE")
      ->required();
  verb->callback([&all] { all.exit_code = encode(all.encode); });
}

void add_set(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(
      app, "set", "Write a file with some values changed",
      "  schemac set day.log 'items[3].name' plums -o new.log\n"
      "  schemac set day.log 'items[\"plums\"].data' @w.npy --in-place\n"
      "  schemac set day.log --add items '{\"name\": \"figs\", \"hits\": 1}' -o new.log\n"
      "  schemac set day.log --rename 'items[\"figs\"]' dates --remove 'items[0]' -o new.log\n"
      "Counts, sizes, offsets and checksums are filled in. If the new values break a rule,\n"
      "that is reported and nothing is written. Elements are renamed first; then values are\n"
      "replaced, elements are added, and at last elements are removed.");
  verb->add_option("FILE", all.set.file, "The file; - for stdin")->required();
  verb->add_option("EDITS", all.set.replaced,
                   "Paths, each followed by its new value: JSON as `encode` takes it, a text, or "
                   "@w.npy for the content of a file; dimensions follow from it");
  verb->add_option("--add", all.set.added,
                   "Add an element: the path of a list (at its end) or of an element (before it), "
                   "and the value")
      ->type_name("PATH VALUE")
      ->allow_extra_args(false);
  verb->add_option("--remove", all.set.removed, "Remove elements, or a member that may be absent")
      ->type_name("PATH")
      ->allow_extra_args(false);
  verb->add_option("--rename", all.set.renamed, "Give an element a new key")
      ->type_name("PATH NAME")
      ->allow_extra_args(false);
  add_lookup(*verb, all.set.lookup);
  CLI::Option* output = verb->add_option("-o,--output", all.set.output,
                                         "The file to write, replaced as a whole; - for stdout")
                            ->type_name("FILE");
  verb->add_flag("--in-place", all.set.is_in_place, "Replace the file itself")->excludes(output);
  verb->callback([&all] { all.exit_code = set(all.set); });
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
  verb->add_option("--depth", all.explain.depth, "Fold what is deeper")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  verb->add_flag("--plain", all.explain.plain, "No colours, no bytes, lines of any length");
  verb->add_flag("--all", all.explain.all, "Long lists in full, not only their ends");
  verb->add_option("-o,--output", all.explain.output,
                   "Write a page instead: bytes and fields side by side, in one HTML file; for a "
                   "directory a folder of pages")
      ->type_name("FILE")
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
      ->type_name("FILE")
      ->required();
  add_choice(*verb, "--format", all.extract.format,
             "npz has one or several arrays, raw is plain bytes, png a picture; by default "
             "what the output's name ends in",
             {"npy", "npz", "raw", "csv", "json", "png"});
  verb->callback([&all] { all.exit_code = extract(all.extract); });
}

void add_stats(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "stats",
               "Summarise the arrays of a file: first and last values, min, max, "
               "mean, median, std, histogram",
               "  schemac stats day.log\n  schemac stats --json day.log\n"
               "The numbers are those of NumPy for a copy in float64, but nothing is copied:\n"
               "arrays are read a few times in place. The median is exact. All this takes\n"
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
                   "Folder for the documents (log.yaml gives log.html)")
      ->type_name("FOLDER");
  add_choice(*verb, "--format", all.doc.format, "A page of its own, or Markdown", {"html", "md"});
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
  CLI::App* verb =
      add_verb(app, "list", "List the known formats", "  schemac list --schemas my/schemas");
  verb->add_option("--schemas", all.list.lookup.directories, "A further folder of schemas")
      ->type_name("FOLDER");
  verb->add_option("--index", all.list.index,
                   "Print an index of this folder instead, by which files are recognised")
      ->type_name("FOLDER");
  verb->callback([&all] { all.exit_code = list(all.list); });
}

// The help of all verbs, whichever one was asked for.
class Help {
 public:
  Help() : app_(std::string(program_meaning), "schemac") { add_verbs(app_, options_, ""); }
  [[nodiscard]] shell::Program program() const { return shell::described(app_); }

 private:
  CLI::App app_;
  Options options_;
};

void add_completion(CLI::App& app, Options& all) {
  CLI::App* verb = add_verb(
      app, "completion", "Print a script by which a shell completes verbs, options and names",
      "  schemac completion bash > ~/.local/share/bash-completion/completions/schemac\n"
      "  schemac completion zsh > ~/.zfunc/_schemac\n"
      "  schemac completion fish > ~/.config/fish/completions/schemac.fish");
  add_choice(*verb, "SHELL", all.completion.shell, "The shell", {"bash", "zsh", "fish"})
      ->required();
  verb->callback([&all] {
    Help help;
    all.exit_code = completion(all.completion, help.program());
  });
}

void add_man(CLI::App& app, Options& all) {
  CLI::App* verb =
      add_verb(app, "man", "Print a manual page",
               "  schemac man validate | man -l -\n  schemac man -o ~/.local/share/man/man1");
  verb->add_option("VERB", all.man.verb, "The verb; without one, the page of schemac itself");
  verb->add_option("-o,--output", all.man.directory, "Write all pages to this folder instead")
      ->type_name("FOLDER")
      ->excludes("VERB");
  verb->callback([&all] {
    Help help;
    all.exit_code = man(all.man, help.program());
  });
}

struct Verb {
  std::string_view name;
  void (*add)(CLI::App& app, Options& all);
};
constexpr Verb verbs[] = {
    {"gen", add_gen},           {"check", add_check},     {"test", add_test},
    {"validate", add_validate}, {"decode", add_decode},   {"encode", add_encode},
    {"set", add_set},           {"explain", add_explain}, {"ls", add_ls},
    {"extract", add_extract},   {"stats", add_stats},     {"doc", add_doc},
    {"diff", add_diff},         {"list", add_list},       {"completion", add_completion},
    {"man", add_man},
};

bool is_verb(std::string_view word) {
  return std::ranges::any_of(verbs, [&](const Verb& verb) { return verb.name == word; });
}

}  // namespace

void add_verbs(CLI::App& app, Options& all, std::string_view asked) {
  const bool adds_all = !is_verb(asked) && asked != "--version";  // which needs none
  for (const Verb& verb : verbs)
    if (adds_all || verb.name == asked) verb.add(app, all);
  app.footer([] {  // made where help is asked for
    std::string footer;
    for (const CommonHelp& help : common_help)
      footer += (footer.empty() ? "" : "\n\n") + std::string(help.title) + ":\n" +
                shell::indented(help.text);
    return footer;
  });
}

std::optional<std::string> verb_like(std::string_view asked) {
  if (asked.empty() || asked.front() == '-' || is_verb(asked)) return std::nullopt;
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  return source::suggest(std::string(asked), names);
}

}  // namespace schemac::cli
