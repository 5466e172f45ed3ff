"""Test runs as DeepEval writes them: the files in this folder, two toy models on six questions.

In a scratch folder, with deepeval 4.3.1 installed::

    python make_logs.py
"""

import hashlib
import os
import shutil
from pathlib import Path

os.environ |= {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_RESULTS_FOLDER": "runs",
    "OPENAI_API_KEY": "none",
}

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

SUMS = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6)]
SKILLS = {"careful": 0.8, "hasty": 0.4}


class Close(BaseMetric):
    """1 for the right number, less the further away."""

    threshold, async_mode, include_reason, strict_mode = 0.5, False, False, False

    def measure(self, case, *args, **kwargs):
        self.score = 1 / (1 + abs(int(case.actual_output) - int(case.expected_output)))
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, case, *args, **kwargs):
        return self.measure(case)

    def is_successful(self):
        return self.success

    @property
    def __name__(self):
        return "Close"


class Exact(Close):
    """1 for the right number."""

    def measure(self, case, *args, **kwargs):
        self.score = float(case.actual_output == case.expected_output)
        self.success = self.score >= self.threshold
        return self.score

    @property
    def __name__(self):
        return "Exact"


def answer(name, a, b):
    digest = hashlib.sha256(f"{name} {a} {b}".encode()).digest()
    luck = int.from_bytes(digest[:4], "big") / 2**32
    return str(a + b + (0 if luck < SKILLS[name] else 1 if luck < (1 + SKILLS[name]) / 2 else 5))


if __name__ == "__main__":
    for name in SKILLS:
        cases = [
            LLMTestCase(
                name=f"sum-{at}", input=f"{a} + {b} =", actual_output=answer(name, a, b),
                expected_output=str(a + b),
                additional_metadata={"size": "small" if a + b < 20 else "large"},
            )
            for at, (a, b) in enumerate(SUMS)
        ]  # fmt: skip
        evaluate(
            cases, [Exact(), Close()], hyperparameters={"model": name}, identifier=name,
            display_config=DisplayConfig(show_indicator=False, print_results=False),
            async_config=AsyncConfig(run_async=False), cache_config=CacheConfig(write_cache=False),
        )  # fmt: skip
        (latest,) = Path("runs").glob("test_run_*.json")
        shutil.move(latest, f"{name}.json")
