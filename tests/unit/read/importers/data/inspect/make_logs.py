"""Logs as Inspect writes them in JSON form: the files in this folder, two toy models on one toy task.

In a scratch folder, with inspect_ai 0.3.285 installed::

    python make_logs.py new

writes ``careful.json.gz``, ``hasty.json.gz`` and ``careful.eval``; with ``folders`` in place of ``new``, the
folder ``folders`` (files were renamed, and paths of the machine shortened): of each model a log of each of
two tasks in the binary form, and in ``failed`` one that failed; with inspect_ai 0.3.20 and ``old``,
``careful_old.json`` and ``hasty_old.json``, in which the two models have one name.
"""

import gzip
import hashlib
import shutil
import sys
from pathlib import Path

from inspect_ai import Task, eval, task  # noqa: A004
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Score, accuracy, match, mean, scorer
from inspect_ai.solver import generate, solver

SUMS = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6)]
SKILLS = {"careful": 0.8, "hasty": 0.4}
EPOCHS = 2


@scorer(metrics=[accuracy()])
def letter():
    async def score(state, target):
        wrong = int(state.output.completion) - int(target.text)
        return Score(value="I" if wrong > 1 else "CP"[wrong])

    return score


@scorer(metrics={"close": [mean()], "right": [accuracy()]})
def graded():
    async def score(state, target):
        wrong = int(state.output.completion) - int(target.text)
        return Score(value={"close": 1 / (1 + wrong), "right": wrong == 0})

    return score


@task
def sums(scorers):
    samples = [
        Sample(
            id=f"sum-{at}", input=f"{a} + {b} =", target=str(a + b),
            metadata={"size": "small" if a + b < 20 else "large"},
        )
        for at, (a, b) in enumerate(SUMS)
    ]  # fmt: skip
    return Task(dataset=MemoryDataset(samples), plan=[generate()], scorer=scorers)


@task
def parity(scorers):
    samples = [Sample(id=at, input=f"{a} + {b} =", target=str(a + b)) for at, (a, b) in enumerate(SUMS)]
    return Task(dataset=MemoryDataset(samples), plan=[generate()], scorer=scorers)


@solver
def broken():
    async def solve(state, generate):
        if state.sample_id == "sum-3":
            raise ValueError("the sandbox is gone")
        return await generate(state)

    return solve


def write_folders():
    from inspect_ai import Epochs

    for name in SKILLS:
        for made, scorers, epochs in (
            (sums, [letter(), graded()], Epochs(3, ["pass_at_2", "pass_k_2", "mean", "max"])),
            (parity, match(numeric=True), Epochs(1)),
        ):
            outputs = list(answers(name, epochs.epochs))
            run_one(made(scorers), name, outputs, f"folders/{name}", epochs=epochs)
    failing = sums(letter())
    failing.solver = broken()
    run_one(failing, "hasty", list(answers("hasty", 1)), "folders/failed")


def run_one(made, name, outputs, folder, **options):
    from inspect_ai.model import ModelUsage

    for each in outputs:
        each.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    eval(
        made, model=get_model(f"mockllm/{name}", custom_outputs=outputs), log_dir=folder, log_format="eval",
        display="none", max_samples=1, **options,
    )  # fmt: skip


def answers(name, epochs=EPOCHS):
    for epoch in range(epochs):
        for a, b in SUMS:
            digest = hashlib.sha256(f"{name} {a} {b} {epoch}".encode()).digest()
            luck = int.from_bytes(digest[:4], "big") / 2**32
            wrong = 0 if luck < SKILLS[name] else 1 if luck < (1 + SKILLS[name]) / 2 else 5
            yield ModelOutput.from_content("mockllm/model", str(a + b + wrong))


def run(name, model, scorers, **options):
    outputs = list(answers(name))
    for each in outputs:
        if options:  # versions that count tokens would load a tokenizer
            from inspect_ai.model import ModelUsage

            each.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    eval(
        sums(scorers), model=get_model(model, custom_outputs=outputs), log_dir="logs", epochs=EPOCHS,
        max_samples=1, **options,
    )  # fmt: skip
    return max(Path("logs").iterdir(), key=lambda file: file.stat().st_mtime_ns)


if __name__ == "__main__":
    if sys.argv[1] == "folders":
        write_folders()
        sys.exit()
    for name in SKILLS:
        if sys.argv[1] == "old":
            shutil.move(run(name, "mockllm/model", letter()), f"{name}_old.json")
            continue
        every = [match(numeric=True), letter(), graded()]
        log = run(name, f"mockllm/{name}", every, log_format="json", display="none")
        Path(f"{name}.json.gz").write_bytes(gzip.compress(log.read_bytes(), mtime=0))
    if sys.argv[1] == "new":
        shutil.move(
            run("careful", "mockllm/careful", letter(), log_format="eval", display="none"), "careful.eval"
        )
