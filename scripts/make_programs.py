#!/usr/bin/env python3
"""Makes tests/data/made/paddle/: PaddlePaddle's programs, and directories of saved models.

  python3 -m venv venv && venv/bin/pip install protobuf
  venv/bin/python scripts/make_programs.py

The messages are declared here, by their published numbers, and packed by Python's protobuf library;
tensors are packed by hand. Nothing is taken from schemas/, so that both are held to each other.
"""
import pathlib
import struct

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

OUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/made/paddle"
PACKAGE = "paddle.framework.proto"

TYPES = {"BOOL": 0, "INT16": 1, "INT32": 2, "INT64": 3, "FP16": 4, "FP32": 5, "FP64": 6,
         "LOD_TENSOR": 7, "SELECTED_ROWS": 8, "FEED_MINIBATCH": 9, "FETCH_LIST": 10,
         "STEP_SCOPES": 11, "RAW": 17, "UINT8": 20}
ATTRS = {"INT": 0, "FLOAT": 1, "STRING": 2, "INTS": 3, "FLOATS": 4, "STRINGS": 5, "BOOLEAN": 6,
         "BOOLEANS": 7, "BLOCK": 8, "LONG": 9, "BLOCKS": 10, "LONGS": 11}

# Fields as "label name = number": r(equired), o(ptional), * (repeated).
MESSAGES = {
    "Version": ["o int64 version = 1"],
    "OpDesc.Attr": ["r string name = 1", "r AttrType type = 2", "o int32 i = 3", "o float f = 4",
                    "o string s = 5", "* int32 ints = 6", "* float floats = 7",
                    "* string strings = 8", "o bool b = 10", "* bool bools = 11",
                    "o int32 block_idx = 12", "o int64 l = 13", "* int32 blocks_idx = 14",
                    "* int64 longs = 15"],
    "OpDesc.Var": ["r string parameter = 1", "* string arguments = 2"],
    "OpDesc": ["* OpDesc.Var inputs = 1", "* OpDesc.Var outputs = 2", "r string type = 3",
               "* OpDesc.Attr attrs = 4", "o bool is_target = 5"],
    "VarType.TensorDesc": ["r VarType.Type data_type = 1", "* int64 dims = 2"],
    "VarType.LoDTensorDesc": ["r VarType.TensorDesc tensor = 1", "o int32 lod_level = 2"],
    "VarType": ["r VarType.Type type = 1", "o VarType.TensorDesc selected_rows = 2",
                "o VarType.LoDTensorDesc lod_tensor = 3"],
    "VarDesc": ["r string name = 1", "r VarType type = 2", "o bool persistable = 3",
                "o bool need_check_feed = 4"],
    "BlockDesc": ["r int32 idx = 1", "r int32 parent_idx = 2", "* VarDesc vars = 3",
                  "* OpDesc ops = 4", "o int32 forward_block_idx = 5"],
    "OpVersion": ["r int32 version = 1"],
    "OpVersionMap.OpVersionPair": ["r string op_name = 1", "r OpVersion op_version = 2"],
    "OpVersionMap": ["* OpVersionMap.OpVersionPair pair = 1"],
    "ProgramDesc": ["* BlockDesc blocks = 1", "o Version version = 4",
                    "o OpVersionMap op_version_map = 5"],
}


def declared():
    """The message class of ProgramDesc."""
    field_type = descriptor_pb2.FieldDescriptorProto
    plain = {"int32": field_type.TYPE_INT32, "int64": field_type.TYPE_INT64,
             "float": field_type.TYPE_FLOAT, "bool": field_type.TYPE_BOOL,
             "string": field_type.TYPE_STRING}
    labels = {"r": field_type.LABEL_REQUIRED, "o": field_type.LABEL_OPTIONAL,
              "*": field_type.LABEL_REPEATED}
    file = descriptor_pb2.FileDescriptorProto(name="programs.proto", package=PACKAGE,
                                              syntax="proto2")
    made = {}
    for name in sorted(MESSAGES, key=lambda name: name.count(".")):
        outer, _, own = name.rpartition(".")
        message = (made[outer].nested_type if outer else file.message_type).add(name=own)
        made[name] = message
        for line in MESSAGES[name]:
            label, kind, own, _, number = line.split()
            field = message.field.add(name=own, number=int(number), label=labels[label])
            if kind in plain:
                field.type = plain[kind]
            else:
                is_enum = kind in ("AttrType", "VarType.Type")
                field.type = field_type.TYPE_ENUM if is_enum else field_type.TYPE_MESSAGE
                field.type_name = f".{PACKAGE}.{kind}"
    for name, holder, members in (("AttrType", file, ATTRS), ("Type", made["VarType"], TYPES)):
        enum = holder.enum_type.add(name=name)
        for member, number in members.items():
            enum.value.add(name=member, number=number)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.ProgramDesc"))


Program = declared()


def add_variable(block, name, kind="LOD_TENSOR", dims=None, dtype="FP32", persistable=False):
    variable = block.vars.add(name=name, persistable=persistable)
    variable.type.type = TYPES[kind]
    if dims is not None:
        tensor = variable.type.lod_tensor.tensor
        tensor.data_type = TYPES[dtype]
        tensor.dims.extend(dims)


def add_operator(block, kind, inputs, outputs, **attributes):
    operator = block.ops.add(type=kind)
    for list_, named in ((operator.inputs, inputs), (operator.outputs, outputs)):
        for parameter, arguments in named.items():
            list_.add(parameter=parameter, arguments=arguments)
    for name, (kind, member, value) in attributes.items():
        attribute = operator.attrs.add(name=name, type=ATTRS[kind])
        if isinstance(value, (list, tuple)):
            getattr(attribute, member).extend(value)
        else:
            setattr(attribute, member, value)


def perceptron():
    """One layer: what is saved stands in another order than that of its names."""
    program = Program()
    program.version.version = 0
    block = program.blocks.add(idx=0, parent_idx=-1)
    add_variable(block, "feed", "FEED_MINIBATCH", persistable=True)
    add_variable(block, "fetch", "FETCH_LIST", persistable=True)
    add_variable(block, "x", dims=[-1, 3])
    add_variable(block, "fc_0.w_0", dims=[3, 2], persistable=True)
    add_variable(block, "fc_0.tmp_0", dims=[-1, 2])
    add_variable(block, "fc_0.b_0", dims=[2], persistable=True)
    add_variable(block, "steps", dims=[1], dtype="INT64", persistable=True)
    add_variable(block, "relu_0.tmp_0", dims=[-1, 2])
    add_operator(block, "feed", {"X": ["feed"]}, {"Out": ["x"]}, col=("INT", "i", 0))
    add_operator(block, "mul", {"X": ["x"], "Y": ["fc_0.w_0"]}, {"Out": ["fc_0.tmp_0"]},
                 x_num_col_dims=("INT", "i", 1), y_num_col_dims=("INT", "i", 1))
    add_operator(block, "elementwise_add", {"X": ["fc_0.tmp_0"], "Y": ["fc_0.b_0"]},
                 {"Out": ["fc_0.tmp_0"]}, axis=("INT", "i", -1))
    add_operator(block, "relu", {"X": ["fc_0.tmp_0"]}, {"Out": ["relu_0.tmp_0"]})
    add_operator(block, "fetch", {"X": ["relu_0.tmp_0"]}, {"Out": ["fetch"]}, col=("INT", "i", 0))
    return program


def everything():
    """Blocks in blocks, attributes of every type, versions of operators."""
    program = Program()
    block = program.blocks.add(idx=0, parent_idx=-1)
    add_variable(block, "scopes", "STEP_SCOPES")
    add_variable(block, "table", "SELECTED_ROWS", persistable=True)
    block.vars[-1].type.selected_rows.data_type = TYPES["FP64"]
    block.vars[-1].type.selected_rows.dims.extend([1 << 40, 8])
    block.vars[-1].need_check_feed = True
    add_operator(block, "while", {"X": ["a", "b"], "Condition": []}, {"StepScopes": ["scopes"]},
                 i=("INT", "i", -7), f=("FLOAT", "f", 0.5), s=("STRING", "s", "gr\u00fcn\n\"quoted\""),
                 ints=("INTS", "ints", [1, -1, 1 << 30]), floats=("FLOATS", "floats", [1.5, -0.25]),
                 strings=("STRINGS", "strings", ["", "a b"]), b=("BOOLEAN", "b", True),
                 bools=("BOOLEANS", "bools", [True, False, True]),
                 sub_block=("BLOCK", "block_idx", 1), l=("LONG", "l", -(1 << 40)),
                 blocks=("BLOCKS", "blocks_idx", [1]), longs=("LONGS", "longs", [0, 1 << 62]))
    block.ops[-1].is_target = True
    inner = program.blocks.add(idx=1, parent_idx=0, forward_block_idx=0)
    add_operator(inner, "increment", {}, {})
    program.version.version = 2003000
    pair = program.op_version_map.pair.add(op_name="while")
    pair.op_version.version = 1
    return program


def tensor(dtype, dims, code, values):
    """A record as the framework stores it; without levels of detail."""
    desc = bytes([8, TYPES[dtype]]) + b"".join(bytes([16, dim]) for dim in dims)
    return (struct.pack("<IQIi", 0, 0, 0, len(desc)) + desc +
            struct.pack(f"<{len(values)}{code}", *values))


PARAMETERS = {
    "fc_0.b_0": tensor("FP32", [2], "f", [0.5, -1.0]),
    "fc_0.w_0": tensor("FP32", [3, 2], "f", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    "steps": tensor("INT64", [1], "q", [1000]),
}


def main():
    program = perceptron()
    packed = program.SerializeToString(deterministic=True)
    combined = b"".join(PARAMETERS[name] for name in sorted(PARAMETERS))
    files = {
        "perceptron.pdmodel": packed,
        "perceptron.pdtxt": text_format.MessageToString(program).encode(),
        "everything.pdmodel": everything().SerializeToString(deterministic=True),
        "everything.pdtxt": text_format.MessageToString(everything(), as_utf8=True).encode(),
        "combined/__model__": packed,
        "combined/__params__": combined,
        "newer/inference.pdmodel": packed,
        "newer/inference.pdiparams": combined,
        "separate/__model__": packed,
    }
    for name, record in PARAMETERS.items():
        files[f"separate/{name}"] = record
    for name, content in files.items():
        path = OUT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
