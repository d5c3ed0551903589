"""WebAssembly modules: what wasmtime's assembler makes, and what its compiler takes of ours."""

import json

import wasmtime

from client import ROOT, ClientTest

WASM = str(ROOT / "examples" / "formats" / "wasm.yaml")

EVERYTHING = r"""(module $mod
  (type $t (func (param i32 i64) (result f32)))
  (import "env" "f" (func $f (param i32)))
  (import "env" "m" (memory 1 2))
  (import "env" "g" (global $g i32))
  (import "env" "t" (table 3 funcref))
  (table $tab 2 4 externref)
  (table $u 5 funcref)
  (global $a (mut i32) (i32.const -5))
  (global $b i64 (i64.const 11111111111))
  (global f32 (f32.const 0.5))
  (global f64 (f64.const -1.25))
  (global i32 (global.get $g))
  (global funcref (ref.func $h))
  (global externref (ref.null extern))
  (global v128 (v128.const i32x4 1 2 3 11))
  (func $h (type $t) (local $x i32) (local f64 f64) (f32.const 1))
  (func $s (call $f (i32.const 11)))
  (func $d (memory.init $p (i32.const 0) (i32.const 0) (i32.const 1)))
  (export "h" (func $h))
  (export "größe" (memory 0))
  (export "gl" (global $b))
  (start $s)
  (elem (i32.const 0) $h $s)
  (elem func $h)
  (elem (table $u) (i32.const 1) func $h)
  (elem declare func $s)
  (elem (i32.const 0) funcref (ref.func $h) (ref.null func))
  (elem funcref (ref.func $h))
  (elem (table $u) (i32.const 1) funcref (ref.func $h))
  (elem declare funcref (ref.func $s))
  (data (i32.const 8) "hi\0b")
  (data $p "passive")
  (@custom "mine" "abc"))"""

ADD = """(module
  (func $add (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
  (func (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (memory 1)
  (data (i32.const 4) "old")
  (export "add" (func $add))
  (export "memory" (memory 0)))"""


def constant(kind, value):
    """A constant expression of one instruction, in JSON."""
    return {"instructions": [{"opcode": kind, "operand": {kind: value}},
                             {"opcode": "end", "operand": {"none": {"hex": ""}}}]}


class Wasm(ClientTest):
    def setUp(self):
        super().setUp()
        self.engine = wasmtime.Engine()

    def assembled(self, text, name="module.wasm"):
        file = self.folder / name
        file.write_bytes(wasmtime.wat2wasm(text))
        return file

    def sections(self, file):
        """The content of each section by its name; of custom ones by theirs."""
        found = {}
        for section in self.decode(file, WASM)["values"]["sections"]:
            (kind, content), = section["content"].items()
            if kind == "custom":
                kind, content = content["name"], content["content"]
            self.assertNotIn(kind, found)
            found[kind] = content
        return found

    def run_module(self, file, name, *arguments):
        store = wasmtime.Store(self.engine)
        module = wasmtime.Module(self.engine, file.read_bytes())
        exports = wasmtime.Instance(store, module, []).exports(store)
        return exports[name](store, *arguments), exports, store

    def test_every_section(self):
        file = self.assembled(EVERYTHING)
        self.assert_valid(file, WASM)
        self.assert_same_after_encode(file, WASM)
        sections = self.sections(file)
        self.assertEqual(list(sections), ["type", "import", "function", "table", "global", "export", "start", "element",
                                          "data_count", "code", "data", "mine", "name"])
        self.assertEqual(sections["type"]["types"][0], {"parameters": ["i32", "i64"], "results": ["f32"]})
        self.assertEqual(sections["table"]["tables"], [{"element": "externref", "limits": {"min": 2, "max": 4}},
                                                       {"element": "funcref", "limits": {"min": 5, "max": None}}])
        values = [each["init"] for each in sections["global"]["globals"]]
        self.assertEqual(values, [
            constant("i32_const", -5), constant("i64_const", 11111111111), constant("f32_const", 0.5),
            constant("f64_const", -1.25), constant("global_get", 0), constant("ref_func", 1),
            constant("ref_null", "externref"),
            constant("vector", {"value": {"hex": "0100000002000000030000000b000000"}})])
        self.assertEqual([each["type"]["mutability"] for each in sections["global"]["globals"]][:2], ["var", "const"])
        segments = sections["element"]["segments"]
        self.assertEqual([each["kind"] for each in segments],
                         ["active", "passive", "active_table", "declarative", "active_expressions",
                          "passive_expressions", "active_table_expressions", "declarative_expressions"])
        self.assertEqual((segments[0]["functions"], segments[2]["table"]), ([1, 2], 2))
        self.assertEqual(segments[4]["expressions"], [constant("ref_func", 1), constant("ref_null", "funcref")])
        self.assertEqual([each["init"] for each in sections["data"]["segments"]],
                         [{"hex": "68690b"}, {"hex": b"passive".hex()}])
        self.assertEqual((sections["start"], sections["data_count"], sections["mine"]), (2, 2, {"other": {"hex": "616263"}}))
        functions = [each["function"] for each in sections["code"]["functions"]]
        self.assertEqual(functions[0], {"locals": [{"n": 1, "type": "i32"}, {"n": 2, "type": "f64"}],
                                        "body": {"hex": "430000803f0b"}})
        names = {each["kind"]: each["names"] for each in sections["name"]["names"]}
        self.assertEqual(names["module"], {"module": {"name": "mod"}})
        self.assertEqual([each["name"] for each in names["functions"]["map"]["names"]], ["f", "h", "s", "d"])
        self.assertEqual(names["locals"]["indirect_map"]["functions"], [{"index": 1, "names": [{"index": 2, "name": "x"}]}])

    def test_it_says_the_same(self):
        """What a module takes and gives, as wasmtime sees it."""
        file = self.assembled(EVERYTHING)
        module = wasmtime.Module(self.engine, file.read_bytes())
        sections = self.sections(file)
        self.assertEqual([(each["module"], each["name"]) for each in sections["import"]["imports"]],
                         [(each.module, each.name) for each in module.imports])
        self.assertEqual([each["name"] for each in sections["export"]["exports"]], [each.name for each in module.exports])
        limits = module.imports[1].type.limits
        self.assertEqual(sections["import"]["imports"][1]["description"], {"memory": {"min": limits.min, "max": limits.max}})
        function = module.exports[0].type
        self.assertEqual(([str(each) for each in function.params], [str(each) for each in function.results]),
                         (sections["type"]["types"][0]["parameters"], sections["type"]["types"][0]["results"]))

    def test_one_more_export(self):
        file = self.assembled(ADD)
        made = self.folder / "more.wasm"
        exports = next(i for i, each in enumerate(self.decode(file, WASM)["values"]["sections"]) if "export" in each["content"])
        added = {"name": "a name that is so long that the section needs " + "x" * 100, "kind": "func", "index": 1}
        self.schemac("set", "--schema", WASM, file, "--add", f"sections[{exports}].content.exports", json.dumps(added), "-o", made)
        self.assert_valid(made, WASM)
        self.assertEqual(self.run_module(made, added["name"], 14)[0], 42)
        self.assertEqual(self.run_module(made, "add", 40, 2)[0], 42)

    def test_other_data(self):
        document = self.decode(self.assembled(ADD), WASM)
        content = {}
        for section in document["values"]["sections"]:
            content.update(section["content"])
        content["data"]["segments"][0].update(init={"hex": b"new".hex()}, offset=constant("i32_const", 300))
        content["memory"]["memories"][0]["max"] = 2
        content["code"]["functions"].append({"function": {"locals": [{"n": 200, "type": "i64"}], "body": {"hex": "41090b"}}})
        content["type"]["types"].append({"parameters": [], "results": ["i32"]})
        content["function"]["types"].append(len(content["type"]["types"]) - 1)
        content["export"]["exports"].append({"name": "nine", "kind": "func", "index": 2})
        made = self.encode(document, WASM)
        self.assert_valid(made, WASM)
        nine, exports, store = self.run_module(made, "nine")
        self.assertEqual(nine, 9)
        self.assertEqual(bytes(exports["memory"].read(store, 299, 304)), b"\0new\0")
        self.assertEqual(exports["memory"].type(store).limits.max, 2)

    def test_a_module_from_nothing(self):
        sections = [{"content": {"custom": {"name": "producers", "content": {"producers": {"fields": [
                        {"name": "language", "values": [{"name": "none", "version": ""}]}]}}}}},
                    {"content": {"global": {"globals": [{"type": {"value": "i64", "mutability": "const"},
                                                         "init": constant("i64_const", -2**63)}]}}},
                    {"content": {"export": {"exports": [{"name": "least", "kind": "global", "index": 0}]}}}]
        file = self.encode({"schema": "wasm", "values": {"sections": sections}}, WASM)
        self.assert_valid(file, WASM)
        store = wasmtime.Store(self.engine)
        instance = wasmtime.Instance(store, wasmtime.Module(self.engine, file.read_bytes()), [])
        self.assertEqual(instance.exports(store)["least"].value(store), -2**63)
        empty = self.encode({"schema": "wasm", "values": {"sections": []}}, WASM)
        self.assertEqual(empty.read_bytes(), b"\0asm\1\0\0\0")

    def test_both_refuse_the_same(self):
        whole = self.assembled("(module (type (func)) (memory 1) (export \"m\" (memory 0)))").read_bytes()
        self.assertEqual(whole.hex(" "), "00 61 73 6d 01 00 00 00 01 04 01 60 00 00 05 03 01 00 01 07 05 01 01 6d 02 00")
        file = self.folder / "broken.wasm"
        for begin, end, new, field, rule in (
                (0, 1, "01", "magic", "bad-magic"), (4, 5, "02", "version", "bad-version"),
                (8, 9, "0f", "sections[0].id", "bad-type"), (9, 10, "05", "sections[0].content.length", "size-mismatch"),
                (10, 11, "02", "sections[0].content.types.count", "bad-count"),
                (11, 12, "61", "sections[0].content.types[0].form", "bad-value"),
                (8, 19, "05030100010104 01600000", "sections[0].id", "bad-order"),
                (24, 25, "04", "sections[2].content.exports[0].kind", "bad-type"),
                (23, 24, "ff", "sections[2].content.exports[0].name", "bad-charset"),
                (25, 26, "", "sections[2].content.length", "resource-limit")):
            data = whole[:begin] + bytes.fromhex(new) + whole[end:]
            file.write_bytes(data)
            with self.subTest(field, rule=rule):
                with self.assertRaises(wasmtime.WasmtimeError):
                    wasmtime.Module.validate(self.engine, data)
                self.assertIn((field, rule), self.violations(file, WASM))
