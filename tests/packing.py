"""The ways in which text files may be compressed, by the ending of their names."""

import gzip
import sys
from collections.abc import Callable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def _zst(text: bytes) -> bytes:
    return zstd.compress(text, options={zstd.CompressionParameter.checksum_flag: True})


PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": lambda text: gzip.compress(text, mtime=0), "zst": _zst}
KIND = {"gz": "gzip", "zst": "zstd"}  # as messages call them
