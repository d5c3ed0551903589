#include "model/passes/types/imports.h"

#include <algorithm>
#include <filesystem>

#include "syntax/parse.h"

namespace schemac::model {

namespace {

// What is being imported right now, outermost first: the chain that must not close.
struct Step {
  const syntax::Document* document = nullptr;
  source::SourceRange range;  ///< of the import that led here
};

class Importer {
 public:
  Importer(Draft& draft, ImportLoader& loader) : draft_(draft), loader_(loader) {}

  SchemaIndex add(const syntax::Document& document, source::SourceRange range) {
    const auto index = static_cast<SchemaIndex>(draft_.schemas.size());
    Schema schema;
    schema.name = text_or(document.root, "schema");
    schema.root = &document.root;
    if (index > 0) schema.prefix = schema.name + ".";
    const std::string endian = text_or(document.root, "endian", "le");
    schema.endian = {endian == "be" ? Endian::big : Endian::little,
                     endian != "be" && endian != "le"};
    draft_.schemas.push_back(std::move(schema));
    indices_[&document] = index;

    chain_.push_back({&document, range});
    if (const syntax::Node* imports = document.root.find("imports")) {
      if (imports->is_scalar()) add_import(*imports, document, index);
      for (const syntax::Node& item : imports->items) add_import(item, document, index);
    }
    chain_.pop_back();
    return index;
  }

 private:
  void add_import(const syntax::Node& name, const syntax::Document& document, SchemaIndex user) {
    const auto documents = loader_.load(name, document);
    if (documents.empty()) draft_.schemas[user].has_broken_imports = true;
    for (const syntax::Document* imported : documents) {
      if (closes_chain(*imported, name.range)) {
        for (Schema& schema : draft_.schemas) schema.has_broken_imports = true;
        continue;
      }
      const auto known = indices_.find(imported);
      const SchemaIndex index =
          known != indices_.end() ? known->second : add_checked(*imported, name);
      draft_.schemas[user].imports.push_back(index);
    }
  }

  SchemaIndex add_checked(const syntax::Document& document, const syntax::Node& name) {
    const std::string schema_name = text_or(document.root, "schema");
    for (const Schema& other : draft_.schemas) {
      if (other.name != schema_name) continue;
      draft_
          .error(name.range, "duplicate-name", "two of the schemas are named '" + schema_name + "'")
          .note(other.root->range, "the other one is here")
          .help("give one of them another name after 'schema:'");
    }
    const std::string& path = document.file->path();
    auto& paths = draft_.format.imports;
    if (path != draft_.schemas.front().root->range.file->path() &&
        std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
    return add(document, name.range);
  }

  bool closes_chain(const syntax::Document& document, source::SourceRange range) {
    const auto begin = std::find_if(chain_.begin(), chain_.end(),
                                    [&](const Step& s) { return s.document == &document; });
    if (begin == chain_.end()) return false;
    auto& error = draft_.error(range, "import-cycle",
                               "schema '" + text_or(document.root, "schema") +
                                   "' is imported while it is itself being resolved");
    for (auto step = begin + 1; step != chain_.end(); ++step)
      error.note(step->range, "imported from here");
    error.help("move what both need into a third schema that imports neither");
    return true;
  }

  Draft& draft_;
  ImportLoader& loader_;
  std::vector<Step> chain_;
  std::map<const syntax::Document*, SchemaIndex> indices_;
};

}  // namespace

std::string ImportLoader::path_of(const std::string& name, const syntax::Document& importer) {
  std::filesystem::path file = name;
  if (file.extension() != ".yaml" && file.extension() != ".yml") file += ".yaml";
  const auto folder = std::filesystem::path(importer.file->path()).parent_path();
  return (folder / file).lexically_normal().string();
}

std::vector<const syntax::Document*> ImportLoader::load(const syntax::Node& name,
                                                        const syntax::Document& importer) {
  // A name may stand for a document of the same file.
  for (const syntax::Document& sibling : documents_)
    if (sibling.file == importer.file && text_or(sibling.root, "schema") == name.text)
      return {&sibling};

  const std::string path = path_of(name.text, importer);
  std::vector<const syntax::Document*> result;
  for (const syntax::Document& document : documents_)
    if (std::filesystem::path(document.file->path()).lexically_normal() == path)
      result.push_back(&document);
  if (!result.empty()) return result;

  auto known = files_.find(path);
  if (known == files_.end()) {
    std::string failure;
    const source::SourceFile* file = sources_.load(path, failure);
    std::vector<syntax::Document> documents;
    if (file == nullptr) {
      diagnostics_
          .error(name.range, "import-missing",
                 "can't import '" + name.text + "': '" + path + "': " + failure)
          .help("imports are looked for beside the importing file");
    } else {
      documents = syntax::parse(*file, diagnostics_);
    }
    known = files_.emplace(path, std::move(documents)).first;
  }
  for (const syntax::Document& document : known->second) result.push_back(&document);
  return result;
}

void add_schemas(Draft& draft, const syntax::Document& document, ImportLoader& loader) {
  Importer(draft, loader).add(document, {});
}

}  // namespace schemac::model
