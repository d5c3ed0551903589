// The part of protoc that the comparison with libprotobuf needs: messages as C++.
#include <google/protobuf/compiler/command_line_interface.h>
#include <google/protobuf/compiler/cpp/generator.h>

int main(int argc, char** argv) {
  google::protobuf::compiler::CommandLineInterface command;
  google::protobuf::compiler::cpp::CppGenerator generator;
  command.RegisterGenerator("--cpp_out", &generator, "");
  return command.Run(argc, argv);
}
