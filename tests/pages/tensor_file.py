"""Files of tensors, made by `struct` alone."""
import struct


def up8(size):
    return (size + 7) // 8 * 8


def tensor_file(path, tensors):
    """Writes a version-1 file of f32 tensors: [(name, dims, bytes, or their number)]."""
    def text(name):
        return struct.pack("<I", len(name)) + name.encode() + bytes(up8(4 + len(name)) - 4 - len(name))

    def size_of(data):
        return data if isinstance(data, int) else len(data)

    at = begin = up8(72 + sum(len(text(name)) + 28 + 8 * len(dims) for name, dims, _ in tensors))
    table, places = b"", []
    for name, dims, data in tensors:
        places.append(at)
        table += text(name) + struct.pack("<III", 10, len(dims), 1) + struct.pack(f"<{len(dims)}Q", *dims)
        table += struct.pack("<QQ", size_of(data), at)
        at = up8(at + size_of(data))
    with open(path, "wb") as file:
        file.write(b"OINF\0" + struct.pack("<6I5Q", 1, 0, 0, 0, len(tensors), 0, 72, 72, 72, begin, at) + bytes(3) + table)
        for place, (_, _, data) in zip(places, tensors):
            file.seek(place)
            if not isinstance(data, int):
                file.write(data)
        file.truncate(at)
    return places
