"""Point clouds of laspy: all of its versions and formats of points, and the records beside them."""

import json

import laspy
import numpy
from laspy.vlrs import known

from client import ROOT, ClientTest

LAS = str(ROOT / "examples" / "formats" / "las.yaml")
KINDS = [(version, kind) for version, kinds in (("1.1", 2), ("1.2", 4), ("1.3", 6), ("1.4", 11)) for kind in range(kinds)]
CLASSES = {name: number for number, name in enumerate((
    "never_classified", "unclassified", "ground", "low_vegetation", "medium_vegetation", "high_vegetation", "building",
    "low_noise", "model_key_point", "water", "rail", "road_surface", "overlap", "wire_guard", "wire_conductor",
    "transmission_tower", "wire_connector", "bridge_deck", "high_noise", "overhead_structure", "ignored_ground", "snow",
    "temporal_exclusion"))}
FLAGS = ("synthetic", "key_point", "withheld", "overlap")
# Where we have dimensions of laspy: in the point, or in a record of it.
IN_RECORDS = {"red": "rgb", "green": "rgb", "blue": "rgb", "wavepacket_index": "wave_packet.wave_packet_descriptor_index",
              "wavepacket_offset": "wave_packet.byte_offset_to_waveform_data",
              "wavepacket_size": "wave_packet.waveform_packet_size_in_bytes",
              "return_point_wave_location": "wave_packet.return_point_waveform_location",
              "x_t": "wave_packet", "y_t": "wave_packet", "z_t": "wave_packet"}


def dimension(point, name):
    """A number of a point, by laspy's name for it."""
    core = point["core_0"] or point["core_6"]
    if name in ("X", "Y", "Z", "intensity", "gps_time", "nir"):
        return point[name.lower()]
    if name in FLAGS:
        return core["classification_flags"][name]
    if name in IN_RECORDS:
        record, _, member = IN_RECORDS[name].partition(".")
        return point[record][member or name]
    return core[name]


class Las(ClientTest):
    def setUp(self):
        super().setUp()
        self.random = numpy.random.default_rng(11)

    def cloud(self, version="1.4", kind=6, size=9, more=()):
        """Points of any numbers that the dimensions can have."""
        header = laspy.LasHeader(version=version, point_format=kind)
        header.offsets, header.scales = [1000, -5, 0.25], [0.01, 0.001, 0.5]
        header.system_identifier = "a scanner"
        for each in more:
            header.add_extra_dim(each)
        cloud = laspy.LasData(header)
        cloud.X = self.random.integers(-2**31, 2**31, size, "i4")
        names = list(cloud.point_format.standard_dimension_names)
        for name in names:
            info = cloud.point_format.dimension_by_name(name)
            if info.kind.name == "FloatingPoint":
                cloud[name] = self.random.normal(size=size)
            elif name == "scan_angle_rank":
                cloud[name] = self.random.integers(-90, 91, size)
            elif name == "scan_angle":
                cloud[name] = self.random.integers(-30000, 30001, size)
            elif name != "X":
                cloud[name] = self.random.integers(info.min, info.max, size, endpoint=True,
                                                   dtype="u8" if info.min == 0 else "i8")
        return cloud

    def written(self, cloud, name="cloud.las"):
        file = self.folder / name
        cloud.write(str(file))
        return file

    def assert_same_points(self, points, cloud):
        self.assertEqual(len(points), len(cloud.points))
        for name in cloud.point_format.standard_dimension_names:
            found = [dimension(point, name) for point in points]
            if name == "classification":
                found = [CLASSES.get(each, each) for each in found]
            with self.subTest(name):
                wanted = numpy.asarray(cloud[name])
                numpy.testing.assert_array_equal(numpy.array(found, wanted.dtype), wanted)

    def test_every_format(self):
        for version, kind in KINDS:
            cloud = self.cloud(version, kind)
            file = self.written(cloud)
            with self.subTest(version, kind=kind):
                self.assert_valid(file, LAS)
                values = self.decode(file, LAS)["values"]
                self.assertEqual((values["version_minor"], values["point_data_record_format"]),
                                 (int(version[2:]), f"format_{kind}"))
                self.assertEqual(list(values["scale_factor"].values()), list(cloud.header.scales))
                self.assertEqual(list(values["offset"].values()), list(cloud.header.offsets))
                self.assertEqual([values[f"{axis}_range"]["max"] for axis in "xyz"],
                                 list(laspy.read(str(file)).header.maxs))
                self.assertEqual(values["system_identifier"], "a scanner")
                self.assert_same_points(values["points"], cloud)
                self.assert_same_after_encode(file, LAS)

    def test_records(self):
        cloud = self.cloud()
        names = known.ClassificationLookupVlr()
        names[2], names[65] = "ground", "our own"
        keys = known.GeoKeyDirectoryVlr()
        keys.geo_keys_header.key_directory_version = keys.geo_keys_header.key_revision = 1
        keys.geo_keys_header.number_of_keys = 1
        keys.geo_keys = [known.GeoKeyEntryStruct(id=3072, tiff_tag_location=0, count=1, value_offset=32633)]
        texts = known.GeoAsciiParamsVlr()
        texts.strings = ["WGS 84|", ""]
        wave = known.WaveformPacketVlr(101)
        wave.parsed_record = known.WaveformPacketStruct(8, 0, 256, 1000, 0.5, -0.25)
        wkt = known.WktCoordinateSystemVlr('PROJCS["a place"]')
        other = laspy.VLR("nobody", 7, "who knows", b"\1\2\3")
        for each in (names, keys, texts, wave, wkt, other):
            cloud.header.vlrs.append(each)
        cloud.evlrs = laspy.vlrs.vlrlist.VLRList([laspy.VLR("nobody", 8, "at the end", bytes(range(200)))])
        file = self.written(cloud)
        self.assert_valid(file, LAS)
        values = self.decode(file, LAS)["values"]
        self.assertEqual([each["data"] for each in values["vlrs"]], [
            {"classification_lookup": [{"class_number": 2, "description": "ground"},
                                       {"class_number": 65, "description": "our own"}]},
            {"geo_key_directory": {"minor_revision": 0, "keys": [
                {"key_id": 3072, "tiff_tag_location": 0, "count": 1, "value_offset": 32633}]}},
            {"geo_ascii_params": "WGS 84|\0"},
            {"waveform_packet_descriptor": {
                "bits_per_sample": 8, "waveform_compression_type": 0, "number_of_samples": 256,
                "temporal_sample_spacing": 1000, "digitizer_gain": 0.5, "digitizer_offset": -0.25}},
            {"ogc_coordinate_system_wkt": 'PROJCS["a place"]\0'}, {"other": {"hex": "010203"}}])
        self.assertEqual([each["description"] for each in values["evlrs"]], ["at the end"])
        self.assert_same_after_encode(file, LAS)

    def test_extra_bytes(self):
        cloud = self.cloud(more=(laspy.ExtraBytesParams("height", "f8", "above ground"),
                                 laspy.ExtraBytesParams("count", "u2", scales=[0.5], offsets=[2.0])))
        cloud["height"] = numpy.arange(9) / 4
        file = self.written(cloud)
        self.assert_valid(file, LAS)
        values = self.decode(file, LAS)["values"]
        self.assertEqual(values["point_data_record_length"], 40)
        height, count = values["vlrs"][0]["data"]["extra_bytes"]
        self.assertEqual((height["name"], height["data_type"], height["description"]), ("height", "double", "above ground"))
        self.assertEqual((count["data_type"], count["scale"][0], count["offset"][0]), ("uint16", 0.5, 2))
        self.assertEqual([count["options"]["relevant"][each] for each in ("no_data", "scale", "offset")], [False, True, True])
        stored = [numpy.frombuffer(bytes.fromhex(point["extra_bytes"]["hex"])[:8]) for point in values["points"]]
        numpy.testing.assert_array_equal(numpy.concatenate(stored), cloud["height"])
        self.assert_same_after_encode(file, LAS)

    def test_one_more_point(self):
        """Counts and places follow, also of what comes after the points."""
        for version, kind in (("1.2", 3), ("1.4", 0), ("1.4", 7)):
            cloud = self.cloud(version, kind)
            if version == "1.4":
                cloud.evlrs = laspy.vlrs.vlrlist.VLRList([laspy.VLR("nobody", 8, "", b"the end")])
            document = self.decode(self.written(cloud), LAS)
            added = json.loads(json.dumps(document["values"]["points"][3]))
            added["x"] = 77
            made = self.folder / "more.las"
            self.schemac("set", "--schema", LAS, self.folder / "cloud.las", "--add", "points", json.dumps(added), "-o", made)
            with self.subTest(version, kind=kind):
                self.assert_valid(made, LAS)
                found = laspy.read(str(made))
                self.assertEqual(found.header.point_count, 10)
                numpy.testing.assert_array_equal(found.X, [*cloud.X, 77])
                self.assertEqual(found.intensity[-1], cloud.intensity[3])
                self.assertEqual([each.record_data for each in found.evlrs or []], [b"the end"] * (version == "1.4"))
                document["values"]["points"].append(added)
                self.assertEqual(self.encode(document, LAS).read_bytes(), made.read_bytes())

    def test_waveforms_of_version_3(self):
        """They are the last record of the file, and its place follows when points are added."""
        cloud = self.cloud("1.3", 4)
        file = self.written(cloud)
        document = self.decode(file, LAS)
        self.assertIsNone(document["values"]["waveforms"])
        document["values"]["waveforms"] = {"user_id": "LASF_Spec", "record_id": 65535, "description": "waves",
                                           "data": {"other": {"hex": bytes(range(50)).hex()}}}
        document["values"]["points"].append(document["values"]["points"][0])
        made = self.encode(document, LAS)
        self.assert_valid(made, LAS)
        found = laspy.read(str(made))
        self.assertEqual(found.header.point_count, 10)
        start = found.header.start_of_waveform_data_packet_record
        data = made.read_bytes()
        self.assertEqual((start, data[start + 2:start + 20]), (235 + 10 * 57, b"LASF_Spec".ljust(16, b"\0") + b"\xff\xff"))
        self.assertTrue(data.endswith(bytes(range(50))))
        self.assertEqual(len(data), start + 60 + 50)
        self.assert_same_after_encode(made, LAS)

    def test_what_is_broken_is_found_where_it_is(self):
        cloud = self.cloud("1.2", 1)
        cloud.header.vlrs.append(laspy.VLR("nobody", 7, "", b"\1\2\3"))
        file = self.written(cloud)
        whole = file.read_bytes()
        self.assertEqual(len(whole), 227 + 54 + 3 + 9 * 28)

        def put(at, value, size=4):
            return whole[:at] + value.to_bytes(size, "little") + whole[at + size:]

        for data, field, rule in (
                (whole[:-5], "points[8].gps_time", "truncated"), (put(0, 0), "file_signature", "bad-magic"),
                (put(25, 9, 1), "version_minor", "bad-version"), (put(104, 6, 1), "point_data_record_format", "bad-type"),
                (put(107, 8), "", "trailing-data"), (put(107, 10), "points[9].x", "truncated"),
                (put(105, 27, 2), "points[0].extra_bytes", "bad-value"),
                (put(105, 27, 2), "point_data_record_length", "size-mismatch"), (put(6, 6, 2), "global_encoding", "bad-value"), (put(96, 200), "user_data", "bad-value"),
                (put(94, 226, 2), "user_header", "bad-value"),
                (put(227 + 20, 9999, 2), "vlrs[0].record_length_after_header", "resource-limit")):
            file.write_bytes(data)
            with self.subTest(field, rule=rule):
                self.assertIn((field, rule), self.violations(file, LAS))

