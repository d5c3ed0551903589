// The schemas that tried the language: some resolve already, all are understood.
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <vector>

#include "compile.h"
#include "language/case_file.h"
#include "model/print_roles.h"
#include "syntax/dump.h"

namespace {

std::string sketch(const std::string& name) {
  return SCHEMAC_SOURCE_DIR "/tests/language/sketches/" + name + ".yaml";
}

// What is printed after a field's name, by "Type.field": its role, and what it follows from.
std::map<std::string, std::string> printed_roles(const std::string& name) {
  const auto run = schemac::compile(sketch(name), schemac::Stage::model);
  INFO(to_text(run.diagnostics));
  REQUIRE(run.ok());
  std::ostringstream out;
  for (const auto& format : run.formats) schemac::model::print_roles(format, out);
  std::map<std::string, std::string> roles;
  std::istringstream in(out.str());
  std::string type;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string field, role, rest;
    words >> field >> role;
    std::getline(words >> std::ws, rest);
    if (!line.empty() && line.front() != ' ') {
      type = field.substr(0, field.find_first_of(",("));
    } else {
      roles.emplace(type + "." + field, role + " " + rest);
    }
  }
  return roles;
}

struct Role {
  std::string field, role;
};

// The rows stand in the order of the sketches, whose `# <=` comments say the same in their words.
void check_roles(const std::string& name, const std::vector<Role>& expected) {
  const auto printed = printed_roles(name);
  for (const Role& row : expected) {
    INFO(name << ": " << row.field);
    const auto found = printed.find(row.field);
    CHECK((found == printed.end() ? "" : found->second) == row.role);
  }
}

TEST_CASE("a container's counts, sizes, offsets and flags are derived", "[sketches]") {
  check_roles("oinf", {
                          {"File.magic", "constant \"OINF\" 00"},
                          {"File.version", "given u32, default 1"},
                          {"File.flags", "constant 0"},
                          {"File.n_sizevars", "derived count of sizevars"},
                          {"File.n_metadata", "derived count of metadata"},
                          {"File.n_tensors", "derived count of tensors"},
                          {"File.offset_sizevars", "derived start of section sizevars"},
                          {"File.offset_metadata", "derived start of section metadata"},
                          {"File.offset_tensors", "derived start of section tensors"},
                          {"File.offset_data", "derived start of section blobs"},
                          {"File.file_size", "derived size of the file"},
                          {"Metadata.value_type", "derived alternative of value"},
                          {"Metadata.value_flags", "constant 0"},
                          {"Metadata.value_nbytes", "derived size of value"},
                          {"Metadata.value_offset", "derived start of value"},
                          {"Bitset.bit_count", "derived count of bits"},
                          {"Bitset.byte_count", "derived ceil_div(bit_count, 8)"},
                          {"Array.element_type", "given ValueType (u32)"},
                          {"Array.ndim", "derived count of dims"},
                          {"Array.dims", "given u64, ndim times"},
                          {"Tensor.dtype", "given ValueType (u32)"},
                          {"Tensor.ndim", "derived count of dims"},
                          {"Tensor.flags",
                           "derived has_data: presence of data; has_quant: presence of quant"},
                          {"Tensor.dims", "given u64, ndim times"},
                          {"Tensor.data_nbytes", "derived size of data (absent: 0)"},
                          {"Tensor.data_offset", "derived start of data (absent: 0)"},
                          {"Tensor.quant_nbytes", "derived size of quant (absent: 0), since 2"},
                          {"Tensor.quant_offset", "derived start of quant (absent: 0), since 2"},
                          {"Quant.scale_count", "derived count of scales"},
                          {"Quant.zp_count", "derived count of zero_points"},
                          {"Quant.scale_axis", "given u64"},
                      });
}

TEST_CASE("tags of unions and offsets are derived", "[sketches]") {
  check_roles("gguf", {
                          {"File.magic", "constant \"GGUF\""},
                          {"File.version", "constant 3"},
                          {"File.n_tensors", "derived count of tensors"},
                          {"File.n_kv", "derived count of metadata"},
                          {"Kv.type", "derived alternative of value"},
                          {"Array.type", "derived alternative of items"},
                          {"Array.n", "derived count of items"},
                          {"TensorInfo.n_dims", "derived count of dims"},
                          {"TensorInfo.type", "given GgmlType (u32)"},
                          {"TensorInfo.offset", "derived start of data"},
                      });
}

TEST_CASE("a chunk's length and checksum are derived, its tag is given", "[sketches]") {
  check_roles("png", {
                         {"File.signature", "constant 89 \"PNG\" 0d 0a 1a 0a"},
                         {"Chunk.length", "derived size of body"},
                         {"Chunk.type", "given str, of [A-Za-z]{4}, in 4 bytes"},
                         {"Chunk.crc", "derived crc32 over type, body"},
                         {"Ihdr.width", "given u32be"},
                         {"Ihdr.compression", "constant 0"},
                         {"Text.text", "given str, latin-1, all bytes left"},
                     });
}

TEST_CASE("sketches for later versions are understood", "[sketches]") {
  for (const char* name : {"primitiv", "paddle", "blaze", "bloscpack"}) {
    const auto run = schemac::compile(sketch(name), schemac::Stage::syntax);
    INFO(to_text(run.diagnostics));
    CHECK(run.ok());
    std::ostringstream text;
    for (const auto& document : run.documents) schemac::syntax::dump(document, text);
    CHECK(text.str().find("schema") != std::string::npos);
  }
}

}  // namespace
