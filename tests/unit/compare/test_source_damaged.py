"""Damaged files are refused: none of them may give another verdict."""

import numpy as np
import pytest
from tests.packing import KIND, PACKERS

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


@pytest.mark.parametrize("ending", PACKERS)
@pytest.mark.parametrize("name", ["x.csv", "x.jsonl"])
@pytest.mark.slow
def test_a_flipped_bit_is_refused(tmp_path, name, ending, text, objects):
    packed, name = PACKERS[ending]((text if "csv" in name else objects).encode()), f"{name}.{ending}"
    wrong, refused = flipped(tmp_path / name, packed, 6)
    assert wrong == 0
    assert refused == 6


@pytest.mark.parametrize("ending", PACKERS)
@pytest.mark.parametrize("name", ["x.csv", "x.jsonl", "x.tsv"])
def test_trailing_garbage_and_half_files_are_refused_in_one_line(tmp_path, name, ending, text, objects):
    told = objects if "json" in name else text.replace(",", "\t") if "tsv" in name else text
    packed, file = PACKERS[ending](told.encode()), tmp_path / f"{name}.{ending}"
    for damaged in (packed + b"garbage", packed[:-1], packed[:-8], packed[:-4] + b"\1\0\0\0"):
        file.write_bytes(damaged)
        with pytest.raises(BakeoffError, match=rf"it does not unpack as {KIND[ending]} \(.*\); copy"):
            bakeoff.compare_files(file)
