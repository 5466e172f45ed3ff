"""Test runs as DeepEval writes them: the files in this folder, two toy models on six questions.

In a scratch folder, with deepeval 4.3.1 installed::

    python make_logs.py
    python make_logs.py conditions

The second writes ``conditions/NAME.json``, each with exactly one condition changed.
"""

import hashlib
import os
import shutil
import sys
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


class Graded(Close):
    """Close, as a judge scores it."""

    def __init__(self, model="judge-1", threshold=0.4, strict=False, lenient=0.0):
        self.evaluation_model, self.threshold, self.strict_mode = model, threshold, strict
        self.lenient = lenient

    def measure(self, case, *args, **kwargs):
        self.score = min(1.0, super().measure(case) + self.lenient)
        if self.strict_mode:
            self.score, self.threshold = float(self.score == 1), 1
        self.success = self.score >= self.threshold
        return self.score

    @property
    def __name__(self):
        return "Graded"


# what a run of hasty has besides the model
CONDITIONS = {
    "same": {},
    "grader": {"model": "judge-2", "lenient": 0.4},
    "threshold": {"threshold": 0.9},
    "strict": {"strict": True},
    "temperature": {},
    "metrics": {},
}


def answer(name, a, b):
    digest = hashlib.sha256(f"{name} {a} {b}".encode()).digest()
    luck = int.from_bytes(digest[:4], "big") / 2**32
    return str(a + b + (0 if luck < SKILLS[name] else 1 if luck < (1 + SKILLS[name]) / 2 else 5))


def run(name, metrics, file, **hyperparameters):
    cases = [
        LLMTestCase(
            name=f"sum-{at}", input=f"{a} + {b} =", actual_output=answer(name, a, b),
            expected_output=str(a + b),
            additional_metadata={"size": "small" if a + b < 20 else "large"},
        )
        for at, (a, b) in enumerate(SUMS)
    ]  # fmt: skip
    evaluate(
        cases, metrics, hyperparameters={"model": name, **hyperparameters}, identifier=name,
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        async_config=AsyncConfig(run_async=False), cache_config=CacheConfig(write_cache=False),
    )  # fmt: skip
    (latest,) = Path("runs").glob("test_run_*.json")
    shutil.move(latest, file)


if __name__ == "__main__":
    if sys.argv[1:] == ["conditions"]:
        Path("conditions").mkdir(exist_ok=True)
        run("careful", [Exact(), Graded()], "conditions/careful.json", temperature=0)
        for name, options in CONDITIONS.items():
            metrics = [Exact(), Graded(**options)][: 1 if name == "metrics" else 2]
            run("hasty", metrics, f"conditions/{name}.json", temperature=int(name == "temperature"))
        sys.exit()
    for name in SKILLS:
        run(name, [Exact(), Close()], f"{name}.json")
