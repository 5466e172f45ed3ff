"""Whether a file compressed by zstd is whole: what reads it says nothing where it is cut off.

The layout is that of RFC 8878, section 3.1.
"""

from pathlib import Path
from typing import BinaryIO

FRAME, SKIPPABLE = b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18"


def is_whole(path: Path) -> bool:
    """Whether every frame of a file ends where it should; nothing is unpacked."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        while stream.tell() < size:
            if not _skip_frame(stream):
                return False
        return stream.tell() == size


def _skip_frame(stream: BinaryIO) -> bool:
    magic = stream.read(4)
    if magic[1:] == SKIPPABLE and 0x50 <= magic[0] <= 0x5F:
        length = stream.read(4)
        stream.seek(int.from_bytes(length, "little"), 1)
        return len(length) == 4
    descriptor = stream.read(1)
    if magic != FRAME or not descriptor:
        return False
    flags = descriptor[0]
    single, checksum = flags >> 5 & 1, flags >> 2 & 1
    content = (single, 2, 4, 8)[flags >> 6]
    stream.seek((0 if single else 1) + (0, 1, 2, 4)[flags & 3] + content, 1)
    return _skip_blocks(stream) and len(stream.read(4 * checksum)) == 4 * checksum


def _skip_blocks(stream: BinaryIO) -> bool:
    while len(head := stream.read(3)) == 3:
        block = int.from_bytes(head, "little")
        last, kind, size = block & 1, block >> 1 & 3, block >> 3
        stream.seek(1 if kind == 1 else size, 1)  # a run is one byte, repeated
        if last:
            return True
    return False
