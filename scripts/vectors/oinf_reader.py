"""A strict reader of OINF versions 1 and 2: version 1 as the format document says, version 2 as the
format's own tools write it.

It holds the made files against both: it accepts each valid one, and of each broken one it says the
first fault that it meets. It shares nothing with the writer beside it.
"""
import string
import struct

# Bits of an element; what version 1 doesn't have comes second.
BITS_1 = {1: 8, 2: 16, 3: 32, 4: 64, 5: 8, 6: 16, 7: 32, 8: 64, 9: 16, 10: 32, 11: 64, 12: 8}
BITS_2 = {16: 16, 17: 8, 18: 4, 19: 2, 20: 1, 21: 4, 22: 2, 23: 1, 24: 2, 25: 1}
BOOL, BITSET, STRING, NDARRAY = 12, 13, 14, 15
CHARSET = set((string.ascii_letters + string.digits + "._-").encode())
TOP = 2**64
SYMMETRIC, ASYMMETRIC = 1, 2
NONE, TENSOR, CHANNEL = 0, 1, 2


class Fault(Exception):
    def __init__(self, rule, offset, text):
        super().__init__(f"{rule} at {offset}: {text}")
        self.rule, self.offset, self.text = rule, offset, text


def require(condition, rule, offset, text):
    if not condition:
        raise Fault(rule, offset, text)


class Types:
    """The element types that a version has."""

    def __init__(self, version):
        self.bits = BITS_1 | (BITS_2 if version > 1 else {})
        self.known = {*self.bits, BITSET, STRING, NDARRAY}

    def size(self, code, dims, at):
        """Bytes of the elements, the last byte perhaps used in part."""
        numel = 1
        for dim in dims:
            numel *= dim
        size = (numel * self.bits[code] + 7) // 8
        require(max(numel, size) < TOP, "overflow", at, f"{dims} elements do not fit 64 bits")
        return size


class Region:
    """A position between two ends."""

    def __init__(self, data, begin, end):
        self.data, self.position, self.end = data, begin, end

    def bytes(self, size, name, rule="truncated", at=None):
        at = self.position if at is None else at
        left = self.end - self.position
        require(size <= left, rule, at, f"{name} needs {size} bytes, {left} are left")
        self.position += size
        return self.data[self.position - size : self.position]

    def number(self, size, name):
        return int.from_bytes(self.bytes(size, name), "little")

    def zeros(self, size, name):
        begin = self.position
        for i, byte in enumerate(self.bytes(size, name)):
            require(byte == 0, "nonzero-padding", begin + i, f"{name} has the byte {byte:#04x}")

    def string(self, name):
        begin = self.position
        length = self.number(4, name + ".length")
        raw = self.bytes(length, name, "out-of-bounds", begin)
        require(length > 0, "bad-charset", begin, f"{name} is empty")
        for i, byte in enumerate(raw):
            text = f"{name} has the byte {byte:#04x}, outside [A-Za-z0-9._-]"
            require(byte in CHARSET, "bad-charset", begin + 4 + i, text)
        self.zeros(-(4 + length) % 8, name + ".padding")
        return raw


def check_zero_gap(data, begin, end, name):
    Region(data, begin, end).zeros(end - begin, name)


def read_header(data):
    require(len(data) >= 72, "truncated", len(data), f"the header needs 72 bytes of {len(data)}")
    require(data[:5] == b"OINF\0", "bad-magic", 0, "the magic is not 'OINF\\0'")
    version, flags, n_sizevars, n_metadata, n_tensors, reserved = struct.unpack("<6I", data[5:29])
    require(version in (1, 2), "bad-version", 5, f"version {version} is unknown")
    require(flags == 0, "nonzero-reserved", 9, f"header flags are {flags}, they must be 0")
    require(reserved == 0, "nonzero-reserved", 25, f"reserved is {reserved}, it must be 0")
    *begins, file_size = struct.unpack("<5Q", data[29:69])
    text = f"file_size is {file_size}, the file has {len(data)} bytes"
    require(file_size <= len(data), "truncated", 61, text)
    require(file_size >= len(data), "trailing-data", 61, text)
    check_zero_gap(data, 69, 72, "header.padding")
    return version, [n_sizevars, n_metadata, n_tensors], begins


def check_sections(data, begins):
    previous = 72
    for i, begin in enumerate(begins):
        at = 29 + 8 * i
        require(begin % 8 == 0, "misaligned", at, f"section offset {begin} is no multiple of 8")
        require(begin >= previous, "bad-order", at, f"section {i} at {begin} before {previous}")
        require(begin <= len(data), "out-of-bounds", at, f"section {i} at {begin} of {len(data)}")
        previous = begin


def check_count(count, least, region, at, name):
    room = (region.end - region.position) // least
    rule = "resource-limit" if count * least > len(region.data) else "bad-count"
    require(count <= room, rule, at, f"{name} is {count}, its table has room for {room}")


def read_table(data, count, at, name, begin, end, least, read_entry):
    """The entries of one table; then its names must be unique and its rest zero."""
    region, names, entries = Region(data, begin, end), set(), []
    check_count(count, least, region, at, "n_" + name)
    for i in range(count):
        start = region.position
        entry_name, entry = read_entry(region, f"{name}[{i}]")
        require(entry_name not in names, "duplicate-name", start, f"{entry_name} appears twice")
        names.add(entry_name)
        entries.append(entry)
    check_zero_gap(data, region.position, end, name + ".padding")
    return entries


def read_sizevar(region, name):
    key = region.string(name + ".name")
    return key, region.number(8, name + ".value")


def read_metadata(region, name, types):
    key = region.string(name + ".key")
    at = region.position
    value_type, flags = struct.unpack("<2I", region.bytes(8, name))
    require(value_type in types.known, "bad-type", at, f"value_type {value_type} is unknown")
    require(flags == 0, "nonzero-reserved", at + 4, f"value_flags are {flags}, they must be 0")
    nbytes, offset = struct.unpack("<2Q", region.bytes(16, name))
    return key, (name, at + 8, value_type, nbytes, offset)


def check_absent(name, sizes_at, nbytes, offset):
    require(nbytes == 0, "bad-value", sizes_at, f"{name} is not there, but {nbytes} bytes long")
    require(offset == 0, "bad-value", sizes_at + 8, f"{name} is not there, but at {offset}")


def read_tensor(region, name, types, has_quants):
    """Its name, and its blobs: data and quantization."""
    key = region.string(name + ".name")
    at = region.position
    dtype, ndim, flags = struct.unpack("<3I", region.bytes(12, name))
    require(dtype in types.bits, "bad-type", at, f"dtype {dtype} is no type of a tensor")
    known = 3 if has_quants else 1
    require(flags & ~known == 0, "nonzero-reserved", at + 8, f"flags are {flags:#x}")
    left = region.end - region.position
    rule = "resource-limit" if 8 * ndim > len(region.data) else "bad-count"
    after = 32 if has_quants else 16
    require(8 * ndim + after <= left, rule, at + 4, f"{ndim} dims, {left} bytes are left")
    dims = struct.unpack(f"<{ndim}Q", region.bytes(8 * ndim, name))
    blobs, sizes_at = [], region.position
    nbytes, offset = struct.unpack("<2Q", region.bytes(16, name))
    if flags & 1:
        needed = types.size(dtype, dims, at + 12)
        text = f"data_nbytes is {nbytes}, dims and dtype need {needed}"
        require(nbytes == needed, "size-mismatch", sizes_at, text)
        blobs.append((name + ".data", sizes_at, None, nbytes, offset))
    else:
        check_absent(name + ".data", sizes_at, nbytes, offset)
    if not has_quants:
        return key, blobs
    nbytes, offset = struct.unpack("<2Q", region.bytes(16, name))
    if flags & 2:
        blobs.append((name + ".quant", sizes_at + 16, dims, nbytes, offset))
    else:
        check_absent(name + ".quant", sizes_at + 16, nbytes, offset)
    return key, blobs


def check_blob(data, begin, blob):
    name, at, _, nbytes, offset = blob
    require(offset % 8 == 0, "misaligned", at + 8, f"{name} at {offset}, no multiple of 8")
    inside = begin <= offset <= len(data) and nbytes <= len(data) - offset
    text = f"{name} [{offset}, +{nbytes}) is not inside [{begin}, {len(data)})"
    require(inside, "out-of-bounds", at + 8, text)


def read_value(data, blob, types):
    name, at, value_type, nbytes, offset = blob
    region = Region(data, offset, offset + nbytes)
    if value_type in types.bits:
        size = types.size(value_type, [], offset)
        require(nbytes == size, "size-mismatch", at, f"{name} takes {size} bytes, not {nbytes}")
        if value_type == BOOL:
            value = data[offset]
            require(value <= 1, "bad-value", offset, f"{name} is a bool of {value}")
        return
    if value_type == STRING:
        region.string(name)
    elif value_type == BITSET:
        bit_count, byte_count = region.number(4, name), region.number(4, name)
        needed = (bit_count + 7) // 8
        text = f"byte_count is {byte_count}, {bit_count} bits need {needed}"
        require(byte_count == needed, "bad-count", offset + 4, text)
        region.bytes(byte_count, name, "size-mismatch", at)
        region.zeros(-byte_count % 8, name + ".padding")
    elif value_type == NDARRAY:
        read_array(region, blob, types)
    text = f"{name} has {nbytes} bytes, its value {region.position - offset}"
    require(region.position == offset + nbytes, "size-mismatch", at, text)


def read_array(region, blob, types):
    name, at, _, _, offset = blob
    element, ndim = region.number(4, name), region.number(4, name)
    require(element in types.bits, "bad-type", offset, f"element_type {element} is no numeric type")
    left = region.end - region.position
    require(8 * ndim <= left, "bad-count", offset + 4, f"{ndim} dims, {left} bytes are left")
    dims = struct.unpack(f"<{ndim}Q", region.bytes(8 * ndim, name))
    size = types.size(element, dims, offset + 8)
    region.bytes(size, name, "size-mismatch", at)
    region.zeros(-(8 + 8 * ndim + size) % 8, name + ".padding")


def read_quant(data, blob):
    name, at, dims, nbytes, offset = blob
    region = Region(data, offset, offset + nbytes)
    head = region.bytes(48, name, "size-mismatch", at)
    scheme, scale_mode, zp_mode, reserved, *rest = struct.unpack("<4I4Q", head)
    scale_axis, scale_count, zp_axis, zp_count = rest
    modes = [(scheme, (SYMMETRIC, ASYMMETRIC)), (scale_mode, (TENSOR, CHANNEL))]
    for i, (value, known) in enumerate([*modes, (zp_mode, (NONE, TENSOR, CHANNEL))]):
        require(value in known, "bad-type", offset + 4 * i, f"{name}: {value} is none of {known}")
    require(reserved == 0, "nonzero-reserved", offset + 12, f"reserved is {reserved}")
    has_none = zp_mode == NONE
    text = f"{name} has scheme {scheme} and zero-point mode {zp_mode}"
    require((scheme == SYMMETRIC) == has_none, "bad-value", offset + 8, text)
    check_axis(scale_mode, scale_axis, scale_count, dims, offset + 16, name + ".scale")
    check_axis(zp_mode, zp_axis, zp_count, dims, offset + 32, name + ".zp")
    on_one = scale_mode != CHANNEL or zp_mode != CHANNEL or scale_axis == zp_axis
    require(on_one, "bad-value", offset + 32, f"{name} has axes {scale_axis} and {zp_axis}")
    region.bytes(4 * scale_count, name + ".scale_values", "size-mismatch", at)
    region.bytes(4 * zp_count, name + ".zp_values", "size-mismatch", at)
    region.zeros(-4 * (scale_count + zp_count) % 8, name + ".padding")
    text = f"{name} has {nbytes} bytes, its parts {region.position - offset}"
    require(region.position == offset + nbytes, "size-mismatch", at, text)


def check_axis(mode, axis, count, dims, at, name):
    last = len(dims) - 1 if mode == CHANNEL else 0
    require(axis <= last, "bad-value", at, f"{name}_axis is {axis}, the last one is {last}")
    needed = dims[axis] if mode == CHANNEL else int(mode == TENSOR)
    require(count == needed, "bad-count", at + 8, f"{name}_count is {count}, not {needed}")


def check_payloads(data, begin, blobs):
    """Payloads don't overlap; what lies between them is zero."""
    end, gaps = begin, []
    for name, at, _, nbytes, offset in sorted((b for b in blobs if b[3]), key=lambda b: b[4]):
        text = f"{name} starts at {offset}, inside the previous blob that ends at {end}"
        require(offset >= end, "overlap", at + 8, text)
        gaps.append((end, offset))
        end = offset + nbytes
    for gap in [*gaps, (end, len(data))]:
        check_zero_gap(data, *gap, "data.padding")


def read_strictly(data):
    """Raises the first Fault; returns nothing, because the writer knows what it wrote."""
    version, counts, begins = read_header(data)
    types, has_quants = Types(version), version > 1
    check_sections(data, begins)
    check_zero_gap(data, 72, begins[0], "header.gap")
    tables = [
        ("sizevars", 16, read_sizevar),
        ("metadata", 32, lambda region, name: read_metadata(region, name, types)),
        ("tensors", 52 if has_quants else 36, lambda r, n: read_tensor(r, n, types, has_quants)),
    ]
    found = {}
    for i, (name, least, read) in enumerate(tables):
        ends = begins[i], begins[i + 1]
        found[name] = read_table(data, counts[i], 13 + 4 * i, name, *ends, least, read)
    of_tensors = [blob for blobs in found["tensors"] for blob in blobs]
    for blob in found["metadata"] + of_tensors:
        check_blob(data, begins[3], blob)
    for blob in found["metadata"]:
        read_value(data, blob, types)
    for blob in of_tensors:
        if blob[2] is not None:
            read_quant(data, blob)
    check_payloads(data, begins[3], found["metadata"] + of_tensors)
