// libprotobuf with the messages of everything.proto, and random ones of them.
#pragma once

#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/unknown_field_set.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/base/text.h"

namespace schemac::tests {

namespace pb = google::protobuf;

class Library {
 public:
  Library() : importer_(&tree_, nullptr) {
    tree_.MapPath("", SCHEMAC_SOURCE_DIR "/tests/protobuf");
    const pb::FileDescriptor* file = importer_.Import("everything.proto");
    REQUIRE(file != nullptr);
    prototype_ = factory_.GetPrototype(file->FindMessageTypeByName("Everything"));
  }
  [[nodiscard]] std::unique_ptr<pb::Message> make() const {
    return std::unique_ptr<pb::Message>(prototype_->New());
  }

 private:
  pb::compiler::DiskSourceTree tree_;
  pb::compiler::Importer importer_;
  pb::DynamicMessageFactory factory_;
  const pb::Message* prototype_ = nullptr;
};

using Random = std::mt19937_64;

// Small numbers, extreme ones, any: each as often.
inline std::uint64_t number(Random& random) {
  switch (random() % 4) {
    case 0:
      return random() % 200;
    case 1:
      return ~std::uint64_t{0} >> (random() % 64);
    case 2:
      return 0 - random() % 200;
    default:
      return random();
  }
}

inline std::string text(Random& random) {
  static const std::string letters[] = {"a", "Z", "0", " ", "\xc3\xa9", "\xe2\x82\xac"};
  std::string out;
  for (std::uint64_t i = random() % 8; i > 0; --i) out += letters[random() % 6];
  return random() % 20 == 0 ? out + std::string(300, 'x') : out;
}

inline void fill(pb::Message& message, Random& random, int depth);

// One value of a field, single or added to a list.
inline void set(pb::Message& message, const pb::FieldDescriptor& field, Random& random, int depth) {
  const pb::Reflection& reflection = *message.GetReflection();
  const bool is_list = field.is_repeated();
  const auto put = [&](auto add, auto assign, auto value) {
    if (is_list)
      (reflection.*add)(&message, &field, value);
    else
      (reflection.*assign)(&message, &field, value);
  };
  using R = pb::Reflection;
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_INT32:
      return put(&R::AddInt32, &R::SetInt32, static_cast<std::int32_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_INT64:
      return put(&R::AddInt64, &R::SetInt64, static_cast<std::int64_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_UINT32:
      return put(&R::AddUInt32, &R::SetUInt32, static_cast<std::uint32_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_UINT64:
      return put(&R::AddUInt64, &R::SetUInt64, number(random));
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      return put(&R::AddBool, &R::SetBool, random() % 2 == 0);
    case pb::FieldDescriptor::CPPTYPE_FLOAT:
      return put(&R::AddFloat, &R::SetFloat, static_cast<float>(number(random)) / 3);
    case pb::FieldDescriptor::CPPTYPE_DOUBLE:
      return put(&R::AddDouble, &R::SetDouble, static_cast<double>(number(random)) / 3);
    case pb::FieldDescriptor::CPPTYPE_ENUM: {
      const pb::EnumDescriptor& type = *field.enum_type();
      const auto index = static_cast<int>(random() % static_cast<unsigned>(type.value_count()));
      return put(&R::AddEnum, &R::SetEnum, type.value(index));
    }
    case pb::FieldDescriptor::CPPTYPE_STRING:
      if (is_list) return reflection.AddString(&message, &field, text(random));
      return reflection.SetString(&message, &field, text(random));
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      return fill(is_list ? *reflection.AddMessage(&message, &field)
                          : *reflection.MutableMessage(&message, &field),
                  random, depth + 1);
  }
}

inline void fill(pb::Message& message, Random& random, int depth) {
  const pb::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const pb::FieldDescriptor& field = *type.field(i);
    const bool is_too_deep = depth > 3 && field.type() == pb::FieldDescriptor::TYPE_MESSAGE;
    if (!field.is_required() && (is_too_deep || random() % 3 == 0)) continue;
    for (std::uint64_t n = field.is_repeated() ? random() % 4 : 1; n > 0; --n)
      set(message, field, random, depth);
  }
  if (random() % 4 != 0) return;
  pb::UnknownFieldSet& unknown = *message.GetReflection()->MutableUnknownFields(&message);
  unknown.AddVarint(1000, number(random));
  unknown.AddFixed32(1001, static_cast<std::uint32_t>(number(random)));
  unknown.AddFixed64(1001, number(random));
  unknown.AddLengthDelimited(2000, text(random));
  unknown.AddGroup(2001)->AddVarint(1, 5);
}

inline Bytes bytes_in(const std::string& text) { return {impl::bytes_of(text), text.size()}; }
inline std::string text_in(const std::vector<std::byte>& bytes) {
  return std::string(impl::text_at(bytes.data(), bytes.size()));
}

}  // namespace schemac::tests
