"""PaddlePaddle loads tensors, combined files and models that we wrote, and we read what it saves."""
import shutil

import numpy
import paddle
from paddle.base import core

from client import ClientTest, as_array, made_up, payload_of

paddle.enable_static()

# BF16 and SIZE_T are held by the package protobuf and the vectors.
DTYPES = {"BOOL": "bool8", "INT8": "i8", "INT16": "i16", "INT32": "i32", "INT64": "i64", "UINT8": "u8",
          "FP16": "f16", "FP32": "f32", "FP64": "f64", "COMPLEX64": "c64", "COMPLEX128": "c128"}


def a_model(folder):
    """Saves a network of two layers as a topology and a file of all parameters."""
    given, result, executor, program = a_network()
    paddle.static.save_inference_model(str(folder / "net"), [given], [result], executor,
                                       program=program)


def a_model_in_parts(folder):
    """The same with a file for each parameter."""
    given, result, executor, program = a_network()
    (folder / "__model__").write_bytes(
        paddle.static.serialize_program([given], [result], program=program))
    paddle.static.io.save_vars(executor, str(folder),
                               paddle.static.normalize_program(program, [given], [result]),
                               predicate=paddle.static.io.is_persistable)


def a_network():
    program, start = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(program, start):
        given = paddle.static.data("given", [None, 4], "float32")
        hidden = paddle.static.nn.fc(given, 3, activation="relu")
        result = paddle.static.nn.fc(hidden, 2)
    executor = paddle.static.Executor(paddle.CPUPlace())
    executor.run(start)
    return given, result, executor, program


def predicted(config, values):
    """What a saved directory makes of values, by Paddle's own predictor."""
    config.disable_glog_info()
    predictor = paddle.inference.create_predictor(config)
    given = predictor.get_input_handle(predictor.get_input_names()[0])
    given.copy_from_cpu(values)
    predictor.run()
    return predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()


def answer_of(prefix, values):
    """What the network saved under a name makes of values."""
    executor = paddle.static.Executor(paddle.CPUPlace())
    program, inputs, outputs = paddle.static.load_inference_model(str(prefix), executor)
    return executor.run(program, feed={inputs[0]: values}, fetch_list=outputs)[0]


class Paddle(ClientTest):
    def test_it_loads_tensors_that_we_write(self):
        for name, dtype in DTYPES.items():
            expected = made_up(numpy.random.default_rng(5), dtype, (3, 2, 5))
            file = self.encode({"schema": "paddle:stream", "values": {
                "levels": [{"offsets": [0, 1, 3]}], "desc": {"data_type": name, "dims": [3, 2, 5]},
                "data": payload_of(expected, dtype)}})
            tensor = core.LoDTensor()
            with self.subTest(name):
                self.assertEqual(core.load_lod_tensor(tensor, str(file)), file.stat().st_size)
                self.assertEqual(tensor.lod(), [[0, 1, 3]])
                numpy.testing.assert_array_equal(numpy.array(tensor), expected)

    def test_we_read_tensors_that_it_saves(self):
        for name, dtype in DTYPES.items():
            expected = made_up(numpy.random.default_rng(6), dtype, (4, 1, 7))
            tensor, file = core.LoDTensor(), self.folder / "tensor"
            tensor.set(expected, core.CPUPlace())
            tensor.set_lod([[0, 2], [0, 1, 4]])
            core.save_lod_tensor(tensor, str(file))
            with self.subTest(name):
                self.assert_valid(file, "paddle:stream")
                values = self.decode(file, "paddle:stream")["values"]
                self.assertEqual(values["desc"], {"data_type": name, "dims": [4, 1, 7]})
                self.assertEqual(values["levels"], [{"offsets": [0, 2]}, {"offsets": [0, 1, 4]}])
                self.assert_array(values["data"], expected)
                self.assert_same_after_encode(file, "paddle:stream")

    def test_it_computes_with_parameters_that_we_write(self):
        a_model(self.folder)
        params = self.folder / "net.pdiparams"
        self.assert_valid(params, "paddle:combined")
        self.assert_same_after_encode(params, "paddle:combined")

        document = self.decode(params, "paddle:combined")
        records = document["values"]["records"]
        # In ascending order of their names: bias and weights of the first layer, then of the second.
        arrays = []
        for i, record in enumerate(records):
            dims = as_array(record["data"]).shape
            arrays.append(numpy.arange(numpy.prod(dims), dtype="f4").reshape(dims) + i)
            record["data"] = payload_of(arrays[-1], "f32")
        self.assertEqual([a.shape for a in arrays], [(3,), (4, 3), (2,), (3, 2)])

        changed = self.folder / "changed"
        shutil.copy(self.folder / "net.pdmodel", f"{changed}.pdmodel")
        self.encode(document, name="changed.pdiparams")
        given = numpy.array([[1, 2, 3, 4], [-1, 0, 0, 1]], "f4")
        hidden = numpy.maximum(given @ arrays[1] + arrays[0], 0)
        numpy.testing.assert_allclose(answer_of(changed, given), hidden @ arrays[3] + arrays[2])

    def test_it_computes_with_directories_that_we_write(self):
        given = numpy.array([[1, 2, 3, 4], [-1, 0, 0, 1]], "f4")
        for make in (a_model, a_model_in_parts):
            saved = self.folder / make.__name__
            saved.mkdir()
            make(saved)
            with self.subTest(make.__name__):
                self.assert_valid(saved, "paddle:model")
                document = self.decode(saved, "paddle:model")
                same = self.encode(document, "paddle:model", f"same_{make.__name__}")
                self.assertEqual({file.name: file.read_bytes() for file in same.iterdir()},
                                 {file.name: file.read_bytes() for file in saved.iterdir()})

                arrays = []
                for i, record in enumerate(records_of(document["values"])):
                    dims = as_array(record["data"]).shape
                    arrays.append(numpy.arange(numpy.prod(dims), dtype="f4").reshape(dims) + i)
                    record["data"] = payload_of(arrays[-1], "f32")
                self.assertEqual([a.shape for a in arrays], [(3,), (4, 3), (2,), (3, 2)])
                ours = self.encode(document, "paddle:model", f"changed_{make.__name__}")
                files = ([str(ours / "net.pdmodel"), str(ours / "net.pdiparams")]
                         if make is a_model else [str(ours)])
                hidden = numpy.maximum(given @ arrays[1] + arrays[0], 0)
                numpy.testing.assert_allclose(predicted(paddle.inference.Config(*files), given),
                                              hidden @ arrays[3] + arrays[2])


def records_of(values):
    """The parameters of a decoded directory, in ascending order of their names."""
    return values["combined"]["records"] if values["combined"] else values["separate"]
