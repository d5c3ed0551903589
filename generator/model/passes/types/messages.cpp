#include "model/passes/types/messages.h"

#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "model/passes/types/enums.h"
#include "model/passes/types/names.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

namespace pb = google::protobuf;

// Gives the library the text of files beside a schema, and remembers which they were.
class ProtoFolder final : public pb::compiler::SourceTree {
 public:
  ProtoFolder(source::Sources& sources, std::filesystem::path folder)
      : sources_(sources), folder_(std::move(folder)) {}

  pb::io::ZeroCopyInputStream* Open(const std::string& name) override {
    const std::string path = (folder_ / name).lexically_normal().string();
    const source::SourceFile* file = sources_.load(path, failure_);
    if (file == nullptr) return nullptr;
    files_[name] = file;
    const std::string_view text = file->text();
    return new pb::io::ArrayInputStream(text.data(), static_cast<int>(text.size()));
  }
  std::string GetLastErrorMessage() override { return failure_; }

  [[nodiscard]] const source::SourceFile* file(const std::string& name) const {
    const auto found = files_.find(name);
    return found == files_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const std::map<std::string, const source::SourceFile*>& files() const {
    return files_;
  }
  /// The library counts lines and columns from 0; a line of -1 stands for the whole file.
  [[nodiscard]] source::SourceRange range(const std::string& name, int line, int column) const {
    const source::SourceFile* found = file(name);
    if (found == nullptr || line < 0) return {found, 0, 0};
    const std::uint32_t begin = found->line_begin(static_cast<std::uint32_t>(line) + 1);
    const auto length =
        static_cast<std::uint32_t>(found->line_text(static_cast<std::uint32_t>(line) + 1).size());
    const auto at = std::min(static_cast<std::uint32_t>(std::max(column, 0)), length);
    return {found, begin + at, begin + std::min(at + 1, length)};
  }

 private:
  source::Sources& sources_;
  std::filesystem::path folder_;
  std::map<std::string, const source::SourceFile*> files_;
  std::string failure_;
};

class ProtoErrors final : public pb::compiler::MultiFileErrorCollector {
 public:
  ProtoErrors(Draft& draft, const ProtoFolder& folder, source::SourceRange named)
      : draft_(draft), folder_(folder), named_(named) {}

  void AddError(const std::string& name, int line, int column,
                const std::string& message) override {
    const source::SourceRange range = folder_.range(name, line, column);
    if (range.file == nullptr) {
      draft_.error(named_, "import-missing", "can't read '" + name + "': " + first_line(message))
          .help(".proto files are looked for beside the schema");
      return;
    }
    draft_.error(range, "bad-proto", first_line(message))
        .note(named_, "the file is named here")
        .help("correct the .proto file");
  }

 private:
  static std::string first_line(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    if (line.ends_with('.')) line.pop_back();
    return line;
  }

  Draft& draft_;
  const ProtoFolder& folder_;
  source::SourceRange named_;
};

struct Form {
  Dtype dtype = Dtype::u8;
  protobuf::Coding coding = protobuf::Coding::varint;
};

// How a number of a field's type lies in the bytes.
Form form_of(pb::FieldDescriptor::Type type) {
  using Type = pb::FieldDescriptor;
  using protobuf::Coding;
  switch (type) {
    case Type::TYPE_DOUBLE:
      return {Dtype::f64, Coding::fixed64};
    case Type::TYPE_FLOAT:
      return {Dtype::f32, Coding::fixed32};
    case Type::TYPE_INT64:
      return {Dtype::i64, Coding::varint};
    case Type::TYPE_UINT64:
      return {Dtype::u64, Coding::varint};
    case Type::TYPE_INT32:
    case Type::TYPE_ENUM:
      return {Dtype::i32, Coding::varint};
    case Type::TYPE_FIXED64:
      return {Dtype::u64, Coding::fixed64};
    case Type::TYPE_FIXED32:
      return {Dtype::u32, Coding::fixed32};
    case Type::TYPE_BOOL:
      return {Dtype::bool8, Coding::varint};
    case Type::TYPE_UINT32:
      return {Dtype::u32, Coding::varint};
    case Type::TYPE_SFIXED32:
      return {Dtype::i32, Coding::fixed32};
    case Type::TYPE_SFIXED64:
      return {Dtype::i64, Coding::fixed64};
    case Type::TYPE_SINT32:
      return {Dtype::i32, Coding::zigzag};
    case Type::TYPE_SINT64:
      return {Dtype::i64, Coding::zigzag};
    case Type::TYPE_STRING:
    case Type::TYPE_BYTES:
    case Type::TYPE_MESSAGE:
    case Type::TYPE_GROUP:
      break;
  }
  return {Dtype::u8, Coding::length};
}

std::optional<Int128> default_of(const pb::FieldDescriptor& field) {
  using Type = pb::FieldDescriptor;
  // Without a word of it an enumeration has its first member, whose number may be any.
  const bool is_first = !field.is_repeated() && field.enum_type() != nullptr &&
                        field.default_value_enum()->number() != 0;
  if (!field.has_default_value() && !is_first) return std::nullopt;
  switch (field.cpp_type()) {
    case Type::CPPTYPE_INT32:
      return field.default_value_int32();
    case Type::CPPTYPE_INT64:
      return field.default_value_int64();
    case Type::CPPTYPE_UINT32:
      return field.default_value_uint32();
    case Type::CPPTYPE_UINT64:
      return field.default_value_uint64();
    case Type::CPPTYPE_BOOL:
      return field.default_value_bool() ? 1 : 0;
    case Type::CPPTYPE_ENUM:
      return field.default_value_enum()->number();
    case Type::CPPTYPE_FLOAT:
    case Type::CPPTYPE_DOUBLE:
    case Type::CPPTYPE_STRING:
    case Type::CPPTYPE_MESSAGE:
      break;
  }
  return std::nullopt;
}

// The comment before a declaration, as one text.
template <class Descriptor>
std::string doc_of(const Descriptor& descriptor) {
  pb::SourceLocation location;
  if (!descriptor.GetSourceLocation(&location)) return {};
  std::string text = location.leading_comments + location.trailing_comments;
  std::string doc;
  for (const char ch : text) {
    const bool is_blank = ch == ' ' || ch == '\n' || ch == '\t';
    if (!is_blank)
      doc += ch;
    else if (!doc.empty() && doc.back() != ' ')
      doc += ' ';
  }
  if (doc.ends_with(' ')) doc.pop_back();
  return doc;
}

// The name without the package: "VarType.TensorDesc".
template <class Descriptor>
std::string name_in_package(const Descriptor& descriptor) {
  const std::string& package = descriptor.file()->package();
  return package.empty() ? descriptor.full_name()
                         : descriptor.full_name().substr(package.size() + 1);
}

// Makes types and enumerations of the messages of one schema's .proto files.
class MessageMaker {
 public:
  MessageMaker(Draft& draft, SchemaIndex schema, const ProtoFolder& folder,
               const syntax::Node& named)
      : draft_(draft), schema_(schema), folder_(folder), named_(named) {}

  // All of a file, and of those that it imports: a name may be used before it is declared.
  void add(const pb::FileDescriptor& file) {
    if (!files_.insert(&file).second) return;
    for (int i = 0; i < file.dependency_count(); ++i) add(*file.dependency(i));
    for (int i = 0; i < file.enum_type_count(); ++i) declare(*file.enum_type(i));
    for (int i = 0; i < file.message_type_count(); ++i) declare(*file.message_type(i));
  }
  void make_fields() {
    for (const auto& [message, index] : messages_) make_fields(*message, index);
  }

 private:
  template <class Descriptor>
  source::SourceRange range_of(const Descriptor& descriptor) const {
    pb::SourceLocation location;
    if (!descriptor.GetSourceLocation(&location)) return named_.range;
    return folder_.range(descriptor.file()->name(), location.start_line, location.start_column);
  }

  void declare(const pb::EnumDescriptor& from) {
    Enum made;
    made.name = name_in_package(from);
    made.doc = doc_of(from);
    made.dtype = Dtype::i32;
    made.keeps_unknown = from.file()->syntax() == pb::FileDescriptor::SYNTAX_PROTO3;
    made.range = range_of(from);
    for (int i = 0; i < from.value_count(); ++i) {
      const pb::EnumValueDescriptor& value = *from.value(i);
      const bool is_alias =
          std::any_of(made.members.begin(), made.members.end(),
                      [&](const EnumMember& other) { return other.value == value.number(); });
      if (is_alias) continue;  // a number keeps its first name
      EnumMember member;
      member.name = value.name();
      member.value = value.number();
      member.doc = doc_of(value);
      member.range = range_of(value);
      made.members.push_back(std::move(member));
    }
    enums_[&from] = static_cast<EnumIndex>(draft_.format.enums.size());
    draft_.schemas[schema_].message_enums[from.full_name()] = enums_[&from];
    draft_.format.enums.push_back(std::move(made));
  }

  void declare(const pb::Descriptor& from) {
    const auto index = static_cast<TypeIndex>(draft_.format.types.size());
    Type type;
    type.name = name_in_package(from);
    type.doc = doc_of(from);
    type.wire = "protobuf";
    type.range = range_of(from);
    draft_.format.types.push_back(std::move(type));
    TypeSource source;
    source.node = &named_;
    source.schema = schema_;
    source.is_message = true;
    draft_.sources.push_back(std::move(source));
    draft_.schemas[schema_].messages[from.full_name()] = index;
    types_[&from] = index;
    messages_.emplace_back(&from, index);
    for (int i = 0; i < from.enum_type_count(); ++i) declare(*from.enum_type(i));
    for (int i = 0; i < from.nested_type_count(); ++i) declare(*from.nested_type(i));
  }

  void make_fields(const pb::Descriptor& from, TypeIndex index) {
    std::vector<const pb::FieldDescriptor*> fields;
    for (int i = 0; i < from.field_count(); ++i) fields.push_back(from.field(i));
    std::sort(fields.begin(), fields.end(),
              [](const auto* x, const auto* y) { return x->number() < y->number(); });
    Type& type = draft_.format.types[index];
    for (const pb::FieldDescriptor* field : fields) type.fields.push_back(make_field(*field));
    type.fields.push_back(unknown_fields());
    draft_.sources[index].fields.resize(type.fields.size());
  }

  // Where fields are kept that the message doesn't declare.
  Field unknown_fields() const {
    Field field;
    field.name = "unknown_fields";
    field.doc = "Fields that the message doesn't declare, as they are.";
    field.body.kind = RawBytes{};
    field.body.range = field.range = field.name_range = named_.range;
    field.is_choice = true;
    return field;
  }

  Field make_field(const pb::FieldDescriptor& from) const {
    Field field;
    field.name = from.name();
    field.doc = doc_of(from);
    field.range = field.name_range = field.body.range = range_of(from);
    field.default_value = default_of(from);
    field.body.kind = kind_of(from, field);
    if (from.is_repeated()) field.body.repeat.kind = RepeatKind::fields;
    MessageTag tag;
    tag.number = static_cast<std::uint32_t>(from.number());
    tag.coding = form_of(from.type()).coding;
    tag.is_packed = from.is_packed();
    tag.is_required = from.is_required();
    tag.is_optional = !from.is_required() && from.has_presence();
    field.tag = tag;
    if (from.real_containing_oneof() != nullptr) field.body.planned = "a 'oneof' of a message";
    if (from.type() == pb::FieldDescriptor::TYPE_GROUP) field.body.planned = "a group of a message";
    return field;
  }

  decltype(Body::kind) kind_of(const pb::FieldDescriptor& from, Field& field) const {
    switch (from.type()) {
      case pb::FieldDescriptor::TYPE_STRING: {
        // Readers of the older syntax take any bytes.
        Text text;
        text.encoding = "utf-8";
        if (from.file()->syntax() != pb::FileDescriptor::SYNTAX_PROTO3)
          field.style.level = Level::rule;
        return text;
      }
      case pb::FieldDescriptor::TYPE_BYTES:
        return RawBytes{};
      case pb::FieldDescriptor::TYPE_MESSAGE:
      case pb::FieldDescriptor::TYPE_GROUP:
        return RecordReference{types_.at(from.message_type()), {}};
      default:
        break;
    }
    Scalar scalar;
    scalar.dtype = form_of(from.type()).dtype;
    if (from.type() == pb::FieldDescriptor::TYPE_ENUM)
      scalar.enumeration = enums_.at(from.enum_type());
    return scalar;
  }

  Draft& draft_;
  SchemaIndex schema_;
  const ProtoFolder& folder_;
  const syntax::Node& named_;
  std::set<const pb::FileDescriptor*> files_;
  std::map<const pb::Descriptor*, TypeIndex> types_;
  std::map<const pb::EnumDescriptor*, EnumIndex> enums_;
  std::vector<std::pair<const pb::Descriptor*, TypeIndex>> messages_;
};

void add_file(Draft& draft, source::Sources& sources, SchemaIndex schema,
              const syntax::Node& named) {
  const std::string& path = named.range.file->path();
  ProtoFolder folder(sources, std::filesystem::path(path).parent_path());
  ProtoErrors errors(draft, folder, named.range);
  pb::compiler::Importer importer(&folder, &errors);
  const pb::FileDescriptor* file = importer.Import(named.text);
  auto& imports = draft.format.imports;
  for (const auto& [name, loaded] : folder.files())
    if (std::find(imports.begin(), imports.end(), loaded->path()) == imports.end())
      imports.push_back(loaded->path());
  if (file == nullptr) {
    draft.schemas[schema].has_broken_imports = true;
    return;
  }
  MessageMaker maker(draft, schema, folder, named);
  maker.add(*file);
  maker.make_fields();
}

// A node's items, or itself if it is no list.
std::vector<const syntax::Node*> items_of(const syntax::Node& node) {
  std::vector<const syntax::Node*> items;
  if (node.is_scalar()) items.push_back(&node);
  for (const syntax::Node& item : node.items) items.push_back(&item);
  return items;
}

}  // namespace

void add_messages(Draft& draft, source::Sources& sources) {
  for (SchemaIndex schema = 0; schema < draft.schemas.size(); ++schema) {
    const syntax::Node& root = *draft.schemas[schema].root;
    if (const syntax::Node* protos = root.find("protos"))
      for (const syntax::Node* item : items_of(*protos)) add_file(draft, sources, schema, *item);
    if (const syntax::Node* attach = root.find("attach"))
      attach_attributes(draft, *attach, draft.schemas[schema]);
  }
}

namespace {

// A type of the schema may be called as the message is.
std::optional<TypeIndex> find_message(const Draft& draft, SchemaIndex schema, TypeIndex inside,
                                      const syntax::TypeReference& name) {
  const auto& messages = draft.schemas[schema].messages;
  const auto own = messages.find(std::string(name.range.text()));
  return own != messages.end() ? own->second : find_type(draft, {schema, inside}, name.path);
}

}  // namespace

void make_message(Draft& draft, TypeIndex index) {
  const TypeSource& source = draft.sources[index];
  const syntax::TypeReferencePtr name = source.node->type_of("message");
  if (name == nullptr) return;  // could not be parsed: reported
  const auto found = find_message(draft, source.schema, index, *name);
  Type& type = draft.format.types[index];
  type.wire = "protobuf";
  if (!found || !draft.sources[*found].is_message) {
    if (draft.schemas[source.schema].has_broken_imports) return;
    std::vector<std::string> names;
    for (const auto& [full_name, message] : draft.schemas[source.schema].messages)
      names.push_back(full_name);
    const std::string written(name->range.text());
    auto& error = draft.error(name->range, "unknown-type",
                              "'" + written + "' is not a message of the files under 'protos'");
    error.help(source::did_you_mean(written, names)
                   .value_or("write the message's full name, package included"));
    return;
  }
  const Type& message = draft.format.types[*found];
  if (type.doc.empty()) type.doc = message.doc;
  type.fields = message.fields;
  if (text_or(*source.node, "unknown-fields") == "drop") type.fields.pop_back();
  draft.sources[index].fields.resize(type.fields.size());
}

}  // namespace schemac::model
