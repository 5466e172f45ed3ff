"""Damaged logs of other programs are read, left to others, or refused in one clear line.

``python -m benchmarks.mutated_logs`` runs 2,000 of each format, with their time and memory.
"""

import time
from collections import Counter

import pytest
from tests.properties.mutating import cases, formats

COUNT = 60


@pytest.fixture(scope="module")
def every():
    return formats()


@pytest.mark.parametrize(
    "name",
    [
        *("inspect-json", "inspect-eval", "lm-eval", "promptfoo", "deepeval", "openai-evals", "split-table"),
        *("helm", "lighteval"),
    ],
)
def test_no_traceback_and_no_hang(every, name, tmp_path):
    found = Counter()
    for run in cases(every[name], tmp_path, COUNT, seed=1):
        start = time.process_time()
        found[run()] += 1
        assert time.process_time() - start < 20
    assert found["refused"]
    assert found["read"]
