"""Captures of packets: what scapy writes, and what it reads of ours."""

import json
import struct

from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.utils import RawPcapReader, RawPcapWriter, rdpcap

from client import ROOT, ClientTest

SCHEMA = str(ROOT / "examples" / "formats" / "pcap.yaml")
PACKETS = [(1700000000, 999999, 60, bytes(Ether(dst="02:00:00:00:00:01", src="02:00:00:00:00:02") / IP(src="192.0.2.2", dst="192.0.2.1") / UDP(dport=53) / b"hello")),
           (1700000001, 0, 1500, b"\1\2\3"), (2**32 - 1, 123456, 0, b"")]


class Pcap(ClientTest):
    def written(self, nano=False, link_type=1, name="some.pcap", order="<"):
        file = self.folder / name
        with RawPcapWriter(str(file), linktype=link_type, nano=nano, endianness=order, snaplen=4096) as writer:
            writer.write_header(None)
            for seconds, fraction, length, data in PACKETS:
                writer.write_packet(data, sec=seconds, usec=fraction, caplen=len(data), wirelen=length)
        return file

    def seen(self, file):
        """Packets as scapy sees them."""
        with RawPcapReader(str(file)) as reader:
            return reader.nano, reader.linktype, [(each.sec, each.usec, each.wirelen, data) for data, each in reader]

    def test_we_read_what_it_writes(self):
        for nano, link_type, name, order in ((False, 1, "ethernet", "<"), (True, 101, "raw", "<"), (False, 147, 147, "<"),
                                             (False, 1, "ethernet", ">"), (True, 101, "raw", ">")):
            file = self.written(nano, link_type, order=order)
            unit = ("nanoseconds" if nano else "microseconds") + ("_be" if order == ">" else "")
            with self.subTest(unit, link_type=link_type):
                self.assert_valid(file, SCHEMA)
                values = self.decode(file, SCHEMA)["values"]
                self.assertEqual((values["magic"], values["link_type"], values["snap_len"]), (unit, name, 4096))
                self.assertEqual([(each["seconds"], each["fraction"], each["original_length"],
                                   bytes.fromhex(each["data"]["hex"])) for each in values["packets"]], PACKETS)
                self.assert_same_after_encode(file, SCHEMA)

    def test_it_reads_what_we_write(self):
        for order in "<>":
            with self.subTest(order):
                self.add_a_packet(self.written(order=order))

    def add_a_packet(self, file):
        made = self.folder / "more.pcap"
        added = bytes(Ether(dst="02:00:00:00:00:01", src="02:00:00:00:00:02") / IP(src="192.0.2.2", dst="192.0.2.9") / UDP(dport=99) / b"an answer")
        packet = {"seconds": 5, "fraction": 6, "original_length": len(added), "data": {"hex": added.hex()}}
        self.schemac("set", "--schema", SCHEMA, file, "--add", "packets", json.dumps(packet), "-o", made)
        self.assertEqual(self.seen(made), (False, 1, [*PACKETS, (5, 6, len(added), added)]))
        self.assertEqual(bytes(rdpcap(str(made))[-1][UDP].payload), b"an answer")

    def test_what_is_broken_is_found_where_it_is(self):
        file = self.written()
        whole = file.read_bytes()

        def put(at, value):
            return whole[:at] + struct.pack("<I", value) + whole[at + 4:]

        for data, field, rule in ((put(0, 1), "magic", "bad-magic"), (put(4, 3), "major_version", "bad-version"),
                                  (put(28, 1000000), "packets[0].fraction", "bad-value"),
                                  (put(32, 99), "packets[0].original_length", "bad-value"),
                                  (put(32, 9999), "packets[0].captured_length", "resource-limit"),
                                  (whole[:-1], "packets[2].original_length", "truncated")):
            file.write_bytes(data)
            with self.subTest(field, rule=rule):
                self.assertIn((field, rule), self.violations(file, SCHEMA))
