// The printer: what templates become.
#include "emit/printer.h"

#include <catch2/catch.hpp>

using schemac::emit::Printer;

namespace {

std::string printed(const std::function<void(Printer&)>& emit) {
  Printer out;
  emit(out);
  return out.take();
}

}  // namespace

TEST_CASE("names stand for texts, a dollar sign for two") {
  CHECK(printed([](Printer& out) {
          out.emit({{"type", "int"}, {"name", "x"}, {"value", 7}},
                   "$type$ $name$ = $value$;  // $$1");
        }) == "int x = 7;  // $1\n");
}

TEST_CASE("the indentation of a template is its own") {
  CHECK(printed([](Printer& out) {
          out.emit({{"x", "a"}},
                   R"h(
                     if ($x$) {
                       f();
                     }
                   )h");
        }) == "if (a) {\n  f();\n}\n");
}

TEST_CASE("a nested part is indented as its line is") {
  CHECK(printed([](Printer& out) {
          const auto steps = [&] {
            out.emit("a();");
            out.emit("b();");
          };
          out.emit({{"steps", steps}},
                   R"h(
                     void f() {
                       $steps$;
                       c();
                     }
                   )h");
        }) == "void f() {\n  a();\n  b();\n  c();\n}\n");
}

TEST_CASE("a part that prints nothing leaves no line") {
  CHECK(printed([](Printer& out) {
          out.emit({{"steps", [] {}}, {"doc", ""}},
                   R"h(
                     /// $doc$
                     void f() {
                       $steps$;
                       c();
                     }
                   )h");
        }) == "void f() { c(); }\n");
}

TEST_CASE("a body of one statement stands on the line of its function") {
  const auto print = [](int statements) {
    return printed([&](Printer& out) {
      const auto body = [&] {
        for (int i = 0; i < statements; ++i) out.emit("step();");
      };
      out.emit({{"body", body}}, "void f() { $body$; }");
    });
  };
  CHECK(print(0) == "void f() {}\n");
  CHECK(print(1) == "void f() { step(); }\n");
  CHECK(print(2) == "void f() {\n  step();\n  step();\n}\n");
}

TEST_CASE("blank lines are never two, nor at the ends of a block") {
  CHECK(printed([](Printer& out) {
          out.emit("namespace x {");
          out.blank_line();
          out.emit("void f() {");
          out.blank_line();
          out.emit("g();\n\n\nh();");
          out.blank_line();
          out.emit("}");
          out.blank_line();
          out.blank_line();
          out.emit("}  // namespace x");
        }) == "namespace x {\n\nvoid f() {\ng();\n\nh();\n}\n\n}  // namespace x\n");
}

TEST_CASE("comments after members stand in one column, and vanish without a text") {
  CHECK(printed([](Printer& out) {
          for (const auto* const doc : {"First.", "", "Third."})
            out.emit({{"doc", doc}, {"name", *doc == 'T' ? "longer" : "x"}},
                     "int $name$ = 0;  ///< $doc$");
        }) == "int x = 0;  ///< First.\nint x = 0;\nint longer = 0;  ///< Third.\n");
  CHECK(printed([](Printer& out) {
          out.emit({{"doc", "First."}}, "int x = 0;  ///< $doc$");
          out.emit({{"doc", "Second."}}, "int longer = 0;  ///< $doc$");
        }) == "int x = 0;       ///< First.\nint longer = 0;  ///< Second.\n");
}

TEST_CASE("words of a schema can't hide code", "[printer]") {
  Printer out;
  out.emit({{"words", "ends in \\"}, {"others", "\x1b[31m \xe2\x80\xae \xc2\x85 \xe2\x82\xac"}},
           "/// $words$\nint x;  // $others$");
  CHECK(out.take() == "/// ends in \\.\nint x;  // \\033[31m \\u202e \\u0085 \xe2\x82\xac\n");
}
