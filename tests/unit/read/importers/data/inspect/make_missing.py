"""Logs of Inspect with samples that have no score, and with declared clusters: ``missing.tar.xz`` here.

In a scratch folder, with inspect_ai 0.3.285 installed::

    python make_missing.py

``failed`` has runs of two models where samples failed and the run went on (``fail_on_error=False``),
``limit`` one with fewer samples, ``early`` one that an early stopping ended, ``clusters`` scorers that
declare clusters of samples, in two tasks that number their clusters alike, and ``plain`` the same without.
"""

import shutil
import tarfile
from pathlib import Path

from inspect_ai import Task, eval  # noqa: A004
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.scorer import Score, accuracy, scorer, stderr
from inspect_ai.solver import generate, solver
from inspect_ai.util import EarlyStop
from make_conditions import said, share, shorten

SAMPLES, PER_DOCUMENT = 60, 6
SKILLS = {"careful": 0.8, "hasty": 0.5}
FAILS = {"careful": {7, 20}, "hasty": {3, 7, 12, 31, 44}}


def compared(state, target):
    return Score(value="C" if state.output.completion == target.text else "I")


@scorer(metrics=[accuracy(), stderr()])
def matches():
    async def score(state, target):
        return compared(state, target)

    return score


@scorer(metrics=[accuracy(), stderr(cluster="document")], name="matches")
def of_documents():
    async def score(state, target):
        return compared(state, target)

    return score


@solver
def fails(at):
    async def solve(state, generate):
        if state.sample_id in at:
            raise ValueError("the sandbox is gone")
        return state

    return solve


class AfterForty:
    """Leaves out all samples after the first forty."""

    async def start_task(self, task, samples, epochs):
        return "after-forty"

    async def schedule_sample(self, id, epoch):  # noqa: A002
        return EarlyStop(id=id, epoch=epoch, reason="decided") if id > 40 else None

    async def complete_sample(self, id, epoch, scores):  # noqa: A002
        pass

    async def complete_task(self):
        return {}


def samples(name):
    for at in range(SAMPLES):
        number = int(100 * share(name, at))
        document = at // PER_DOCUMENT
        yield Sample(
            id=at + 1, input=f"{name} {number}", target=str(number % 7), metadata={"document": document}
        )


def run(folder, model, task="sums", *, made=matches, stops=(), early=None, **options):
    def right(sample):
        document = share(model, task, sample.metadata["document"])
        return share(model, task, sample.id) < SKILLS[model] + 0.4 * (document - 0.5)

    asked = [each for each in samples(task) if each.id not in stops]
    outputs = [said(each.target if right(each) else "8") for each in asked]
    eval(
        Task(
            name=task, dataset=MemoryDataset(list(samples(task))), scorer=made(), early_stopping=early,
            solver=[fails(stops), generate()] if folder == "failed" else [generate()],
        ),
        model=get_model(
            f"mockllm/{model}", custom_outputs=outputs, config=GenerateConfig(), memoize=False
        ),
        log_dir=f"missing/{folder}/{model}", log_format="json", display="none", max_samples=1,
        **options,
    )  # fmt: skip


def main():
    shutil.rmtree("missing", ignore_errors=True)
    for model in SKILLS:
        run("failed", model, stops=FAILS[model], fail_on_error=False)
        run("plain", model)
        run("limit", model, limit=40 if model == "hasty" else None)
        run("early", model, early=AfterForty() if model == "hasty" else None)
        for task in ("sums", "products"):
            run("clusters", model, task, made=of_documents)
    for log in Path("missing").rglob("*.json"):
        shorten(log)
    with tarfile.open("missing.tar.xz", "w:xz") as archive:
        archive.add("missing")


if __name__ == "__main__":
    main()
