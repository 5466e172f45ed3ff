"""Write the drawn example files: logs of language models, judged answers, a release check, prices.

Run as ``python examples/make_logs.py [FOLDER]``; without a folder the files beside this script are
written anew, the same byte for byte. No model answered anything here: the answers are drawn at random, so
that the tutorials have files in the formats that evaluations write, and so that the truth is known.
"""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = list[list[Any]]
STAMP = "2026-01-01T00-00-00.000000"
LANGUAGES = ("de", "en", "fr")
TOPICS = ("geometry", "number theory", "probability", "series")


def lm_eval(folder: Path, rng: np.random.Generator) -> None:
    """Samples of two models on two tasks, as lm-evaluation-harness writes them with ``--log_samples``."""
    for task, metric, n, accuracy, gain in (
        ("arithmetic", "exact_match", 150, 0.68, 0.10),
        ("reading", "acc", 150, 0.74, 0.02),
    ):
        ability = rng.normal(size=n)
        for model, shift in (("base", 0.0), ("tuned", gain)):
            right = _right(ability, accuracy + shift, rng)
            place = folder / model / f"samples_{task}_{STAMP}.jsonl"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("".join(_sample(i, task, metric, bool(each)) for i, each in enumerate(right)))


def _right(ability: NDArray[np.float64], accuracy: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Right or wrong answers to items that are easy or hard for every model."""
    scores = 0.8 * ability + 0.6 * rng.normal(size=len(ability))
    return np.asarray(scores > np.quantile(scores, 1 - accuracy))


def _sample(number: int, task: str, metric: str, right: bool) -> str:
    question = f"{task} question {number}"
    row = {
        "doc_id": number,
        "doc": {"question": question, "passage": number // 3},
        "target": "yes",
        "arguments": {"gen_args_0": {"arg_0": question, "arg_1": {"until": ["\n"]}}},
        "resps": [["yes" if right else "no"]],
        "filtered_resps": ["yes" if right else "no"],
        "filter": "none",
        "metrics": [metric],
        metric: float(right),
    }
    return json.dumps(row) + "\n"


def repeated(rng: np.random.Generator) -> Rows:
    """60 questions, 4 answers of each of two models: 1 where an answer is right."""
    rows: Rows = [["question", "topic", "a", "b"]]
    for question in range(60):
        ability = rng.normal()
        chances = [1 / (1 + np.exp(-1.6 * (ability + shift))) for shift in (0.95, 0.1)]
        for _ in range(4):
            rows.append(
                [f"q{question + 1}", TOPICS[question % 4], *(int(rng.random() < each) for each in chances)]
            )
    return rows


def judged(rng: np.random.Generator) -> Rows:
    """400 answers of two models: a judge scores all of them from 1 to 5, people score 60 chosen at random."""
    rows: Rows = [["item", "judge_a", "judge_b", "human_a", "human_b", "words_a", "words_b"]]
    labelled = set(rng.choice(400, size=60, replace=False).tolist())
    for item in range(400):
        ease = rng.normal()
        words = rng.integers(40, 200, size=2)
        people = [2.9 + ease + shift + 0.7 * rng.normal() for shift in (0.45, 0.0)]
        judge = [
            value + 0.004 * (count - 120) + 0.6 * rng.normal()
            for value, count in zip(people, words, strict=True)
        ]
        marks = [_mark(each) for each in people] if item in labelled else ["", ""]
        rows.append([item + 1, *map(_mark, judge), *marks, *words.tolist()])
    return rows


def _mark(value: float) -> int:
    return int(np.clip(np.rint(value), 1, 5))


def release(rng: np.random.Generator) -> Rows:
    """1200 messages in three languages, and what the model in use and its candidate call them."""
    rows: Rows = [["item", "language", "truth", "old", "new"]]
    for item in range(1200):
        truth = "spam" if rng.random() < 0.3 else "ham"
        other = "ham" if truth == "spam" else "spam"
        hard = rng.random() < 0.06
        old, new = (other if hard or rng.random() < 0.012 else truth for _ in range(2))
        rows.append([item + 1, LANGUAGES[item % 3], truth, old, new])
    return rows


def prices(rng: np.random.Generator) -> Rows:
    """200 prices, and what two models predict; B makes some large errors."""
    truth = np.exp(rng.normal(5.5, 0.4, size=200))
    a = truth + 22 * rng.normal(size=200)
    b = truth + 15 * rng.standard_t(2.5, size=200)
    columns = (np.round(each, 1).tolist() for each in (truth, a, b))
    return [["truth", "a", "b"], *map(list, zip(*columns, strict=True))]


def watched(rng: np.random.Generator) -> str:
    """400 answers of two models in the order in which they came in, for ``bakeoff watch``."""
    lines = []
    for item in range(400):
        kind = rng.choice(4, p=[0.16, 0.06, 0.6, 0.18])
        row = {"id": item + 1, "a_right": bool(kind in (0, 2)), "b_right": bool(kind in (1, 2))}
        lines.append(json.dumps(row) + "\n")
    return "".join(lines)


def write_csv(path: Path, rows: Rows) -> None:
    """Write a table as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows)


def main(folder: Path) -> None:
    """Write all files."""
    lm_eval(folder / "llm", np.random.default_rng(1))
    write_csv(folder / "llm" / "repeated.csv", repeated(np.random.default_rng(2)))
    write_csv(folder / "llm" / "judged.csv", judged(np.random.default_rng(3)))
    (folder / "llm" / "answers.jsonl").write_text(watched(np.random.default_rng(5)), encoding="utf-8")
    write_csv(folder / "gate" / "release.csv", release(np.random.default_rng(4)))
    write_csv(folder / "numbers" / "prices.csv", prices(np.random.default_rng(6)))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
