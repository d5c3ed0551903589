#include "direct/text/message_types.h"

#include <google/protobuf/descriptor.pb.h>

#include <set>
#include <string>
#include <vector>

#include "direct/message_elements.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::direct {
namespace {

namespace pb = google::protobuf;
using FieldProto = pb::FieldDescriptorProto;

FieldProto::Type number_type(Dtype dtype, protobuf::Coding coding) {
  switch (coding) {
    case protobuf::Coding::zigzag:
      return dtype == Dtype::i32 ? FieldProto::TYPE_SINT32 : FieldProto::TYPE_SINT64;
    case protobuf::Coding::fixed32:
      if (dtype == Dtype::f32) return FieldProto::TYPE_FLOAT;
      return dtype == Dtype::i32 ? FieldProto::TYPE_SFIXED32 : FieldProto::TYPE_FIXED32;
    case protobuf::Coding::fixed64:
      if (dtype == Dtype::f64) return FieldProto::TYPE_DOUBLE;
      return dtype == Dtype::i64 ? FieldProto::TYPE_SFIXED64 : FieldProto::TYPE_FIXED64;
    case protobuf::Coding::varint:
    case protobuf::Coding::length:
      break;
  }
  if (dtype == Dtype::bool8) return FieldProto::TYPE_BOOL;
  if (dtype == Dtype::i32) return FieldProto::TYPE_INT32;
  if (dtype == Dtype::i64) return FieldProto::TYPE_INT64;
  return dtype == Dtype::u32 ? FieldProto::TYPE_UINT32 : FieldProto::TYPE_UINT64;
}

// Messages have the names of their records; texts don't say them, but the library's messages do.
class FileMaker {
 public:
  FileMaker(const plan::Plan& plan, pb::FileDescriptorProto& file) : plan_(plan), file_(file) {
    file_.set_name("plan");
    file_.set_syntax("proto2");
  }

  std::string add_record(plan::RecordId id) {
    std::string name = plan_.records[id].name;
    if (!records_.insert(id).second) return name;
    pb::DescriptorProto& message = *file_.add_message_type();
    message.set_name(name);
    const plan::Record& record = plan_.records[id];
    for (const plan::MessageField& field : record.message()->fields)
      add_field(record.fields[field.field], field, *message.add_field());
    return name;
  }

 private:
  void add_field(const plan::Field& declared, const plan::MessageField& field, FieldProto& out) {
    out.set_name(declared.name);
    out.set_number(static_cast<int>(field.number));
    out.set_label(field.is_repeated ? FieldProto::LABEL_REPEATED : FieldProto::LABEL_OPTIONAL);
    std::visit(model::Overload{
                   [&](const plan::Scalar& scalar) { set_number(scalar, field, out); },
                   [&](const plan::Text&) { out.set_type(FieldProto::TYPE_STRING); },
                   [&](const plan::Raw&) { out.set_type(FieldProto::TYPE_BYTES); },
                   [&](const plan::Nested& nested) {
                     out.set_type(FieldProto::TYPE_MESSAGE);
                     out.set_type_name("." + add_record(nested.record));
                   },
                   [](const plan::List&) {},  // whose elements are the values
                   [](const plan::OutsideMessages auto&) {},
               },
               value_body(declared.body).kind);
  }
  void set_number(const plan::Scalar& scalar, const plan::MessageField& field, FieldProto& out) {
    out.set_type(number_type(scalar.dtype, field.coding));
    if (field.is_packed) out.mutable_options()->set_packed(true);
    if (!scalar.enumeration) return;
    out.set_type(FieldProto::TYPE_ENUM);
    out.set_type_name("." + add_enum(*scalar.enumeration) + ".E");
  }
  // Members have the scope of what holds the enumeration: a message of its own.
  std::string add_enum(plan::EnumId id) {
    std::string name = "members_of_" + plan_.enums[id].name;
    if (!enums_.insert(id).second) return name;
    pb::DescriptorProto& holder = *file_.add_message_type();
    holder.set_name(name);
    pb::EnumDescriptorProto& made = *holder.add_enum_type();
    made.set_name("E");
    for (const plan::EnumMember& member : plan_.enums[id].members) {
      pb::EnumValueDescriptorProto& value = *made.add_value();
      value.set_name(member.name);
      value.set_number(static_cast<int>(member.value));
    }
    return name;
  }

  const plan::Plan& plan_;
  pb::FileDescriptorProto& file_;
  std::set<plan::RecordId> records_;
  std::set<plan::EnumId> enums_;
};

}  // namespace

MessageTypes::MessageTypes(const plan::Plan& plan, const plan::Record& record)
    : plan_(plan), factory_(&pool_) {
  pb::FileDescriptorProto file;
  const auto id = plan::id_of(plan, record);
  const std::string name = FileMaker(plan, file).add_record(id);
  if (const pb::FileDescriptor* built = pool_.BuildFile(file))
    prototype_ = factory_.GetPrototype(built->FindMessageTypeByName(name));
}

std::unique_ptr<pb::Message> MessageTypes::make() const {
  return std::unique_ptr<pb::Message>(prototype_ == nullptr ? nullptr : prototype_->New());
}

const plan::Field& MessageTypes::field(const plan::Record& record,
                                       const pb::FieldDescriptor& field) const {
  const auto number = static_cast<std::uint32_t>(field.number());
  return record.fields[field_numbered(*record.message(), number)->field];
}

const plan::Record* MessageTypes::held(const plan::Field& field) const {
  const auto* nested = std::get_if<plan::Nested>(&value_body(field.body).kind);
  return nested == nullptr ? nullptr : &plan_.records[nested->record];
}

}  // namespace schemac::direct
