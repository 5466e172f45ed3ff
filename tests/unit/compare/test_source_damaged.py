"""Damaged files are refused: none of them may give another verdict."""

import gzip
import shutil
import subprocess

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import BakeoffError


@pytest.fixture(scope="module")
def rows():
    draws = np.random.default_rng(1)
    truth = draws.integers(0, 2, 400)
    a, b = (np.where(draws.random(400) < right, truth, 1 - truth) for right in (0.85, 0.8))
    return truth, a, b


@pytest.fixture(scope="module")
def text(rows):
    return "truth,a,b\n" + "".join(f"{t},{a},{b}\n" for t, a, b in zip(*rows, strict=True))


@pytest.fixture(scope="module")
def objects(rows):
    lines = (f'{{"truth": {t}, "a": {a}, "b": {b}}}\n' for t, a, b in zip(*rows, strict=True))
    return "".join(lines)


def flipped(path, packed, ways):
    """How often one bit that is another changes the verdict, and how often it is refused."""
    path.write_bytes(packed)
    right = bakeoff.compare_files(path).result
    draws, wrong, refused = np.random.default_rng(0), 0, 0
    for at, bit in zip(draws.integers(20, len(packed), ways), draws.integers(0, 8, ways), strict=True):
        damaged = bytearray(packed)
        damaged[at] ^= 1 << int(bit)
        path.write_bytes(damaged)
        try:
            wrong += bakeoff.compare_files(path).result != right
        except BakeoffError as problem:
            refused += 1
            assert len(str(problem)) < 300
    return wrong, refused


@pytest.mark.parametrize("name", ["x.csv.gz", "x.jsonl.gz"])
@pytest.mark.slow
def test_a_flipped_bit_in_gzip_is_refused(tmp_path, name, text, objects):
    packed = gzip.compress((text if "csv" in name else objects).encode(), mtime=0)
    wrong, refused = flipped(tmp_path / name, packed, 6)
    assert wrong == 0
    assert refused == 6


@pytest.mark.skipif(shutil.which("zstd") is None, reason="there is no zstd here")
@pytest.mark.slow
def test_a_flipped_bit_in_zstd_with_a_checksum_is_refused(tmp_path, text):
    packed = subprocess.run(["zstd", "-c"], input=text.encode(), capture_output=True, check=True).stdout
    wrong, refused = flipped(tmp_path / "x.csv.zst", packed, 6)
    assert wrong == 0
    assert refused == 6


@pytest.mark.parametrize("name", ["x.csv.gz", "x.jsonl.gz", "x.tsv.gz"])
def test_trailing_garbage_and_half_files_are_refused_in_one_line(tmp_path, name, text, objects):
    told = objects if "json" in name else text.replace(",", "\t") if "tsv" in name else text
    packed = gzip.compress(told.encode())
    for damaged in (packed + b"garbage", packed[:-1], packed[:-8], packed[:-4] + b"\1\0\0\0"):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(BakeoffError, match=r"it does not unpack as gzip \(.*\); copy"):
            bakeoff.compare_files(tmp_path / name)
