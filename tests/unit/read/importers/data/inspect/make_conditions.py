"""Logs of Inspect in which exactly one condition differs: the archive ``conditions.tar.xz`` in this folder.

In a scratch folder, with inspect_ai 0.3.285 and openai installed::

    python make_conditions.py

A toy model answers right or wrong by a hash of what it was asked, so that a condition that does not reach the
model does not change its answers. ``subjects`` has one run for each value of a task argument that chooses the
samples; ``error``, ``killed`` and ``cancelled`` have runs that did not end; the other folders have pairs of
runs. Fields that only say when and where a run was made are left as they are.
"""

import asyncio
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

from inspect_ai import Task, eval, task  # noqa: A004
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, accuracy, model_graded_qa, scorer, stderr
from inspect_ai.solver import chain_of_thought, generate, solver, system_message

SAMPLES = 16
SKILLS = {"careful": 0.8, "hasty": 0.5}


def share(*parts):
    digest = hashlib.sha256(" ".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32


@scorer(metrics=[accuracy(), stderr()])
def judged(grader="judge-1", threshold=0.5):
    lenient = 0.5 if grader == "judge-2" else 0.0

    async def score(state, target):
        right = state.output.completion == target.text
        return Score(value="C" if right or share(grader, state.input_text) < lenient else "I")

    return score


@solver
def stops(at, how):
    async def solve(state, generate):
        if state.sample_id == at:
            if how == "error":
                raise ValueError("the sandbox is gone")
            if how == "killed":
                os._exit(9)
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(5)
        return await generate(state)

    return solve


def questions(subject, prompt, constant=False):
    for at in range(SAMPLES):
        number = int(100 * share(subject, at))
        yield Sample(
            id=at + 1,
            input=f"{prompt}{subject} {number}".strip(),
            target="yes" if constant else str(number % 7),
        )


def build(subject, prompt, style, *, version, steps, scorers):
    return Task(
        dataset=MemoryDataset(list(questions(subject, prompt))), solver=steps or [generate()],
        scorer=scorers, version=version,
    )  # fmt: skip


@task
def sums(subject="law", prompt="", style="plain", grader="judge-1"):
    return build(subject, prompt, style, version=1, steps=None, scorers=judged(grader=grader))


def said(text):
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def answers(name, subject, prompt="", luck="", *, grades=False):
    """What a model says; with its grade of each answer where it scores them itself."""
    for sample in questions(subject, prompt):
        right = share(name, subject, sample.id, luck) < SKILLS[name]
        yield said(sample.target if right else "8")
        if grades:
            yield said(f"GRADE: {'C' if right else 'I'}")


def judge(name):
    grades = ("C" if share(name, "law", at + 1, "") < SKILLS[name] else "I" for at in range(SAMPLES))
    return get_model(
        "mockllm/judge", custom_outputs=[said(f"GRADE: {each}") for each in grades], memoize=False
    )


def run(
    folder, name, made=None, *, subject="law", prompt="", luck="", grades=False, model=(), config=None,
    form="json", **options,
):  # fmt: skip
    outputs = list(answers(name, subject, prompt, luck, grades=grades))
    each = get_model(
        f"mockllm/{name}", custom_outputs=outputs, config=config or GenerateConfig(), memoize=False,
        **dict(model),
    )  # fmt: skip
    eval(
        made or sums(subject=subject, prompt=prompt), model=each, log_dir=f"conditions/{folder}",
        log_format=form, display="none", max_samples=1, log_buffer=1, log_realtime=False, **options,
    )  # fmt: skip


def changed(**options):
    """The task with one thing of it changed."""
    made = sums()
    for name, value in options.items():
        setattr(made, name, value)
    return made


def stopped(how, name):
    """A run that stops at the tenth sample."""
    run(how, name, changed(solver=stops(10, how)), form="eval" if how == "killed" else "json")


def shorten(log):
    """Leave out what was said and done meanwhile, nearly all of a log's size."""
    found = json.loads(log.read_text())
    for sample in found["samples"]:
        for name in ("events", "events_data", "messages", "attachments", "output"):
            sample.pop(name, None)
    log.write_text(json.dumps(found))


def main():
    shutil.rmtree("conditions", ignore_errors=True)
    for name in SKILLS:
        for subject in ("law", "physics", "history"):
            run(f"subjects/{name}", name, subject=subject)
        for how in ("error", "killed", "cancelled"):
            subprocess.run([sys.executable, __file__, how, name])
        run(f"limit/{name}", name, limit=8)
        run(f"again/{name}", name)
    run("again/careful", "careful", luck="again")
    for grader in ("judge-1", "judge-2"):
        run(f"scorer/{grader}", "careful", sums(grader=grader))
        run(f"options/{grader}", "careful", changed(scorer=[judged(grader=grader)]))
    for value in (0.5, 0.9):
        run(f"threshold/{value}", "careful", changed(scorer=[judged(threshold=value)]))
    for version in (1, 2):
        run(f"version/{version}", "careful", changed(version=version))
    for name in ("strict", "lenient"):
        run(f"role/{name}", "careful", model_roles={"grader": f"mockllm/{name}"})
    for value in (None, 20):
        run(f"message_limit/{value}", "careful", message_limit=value)
    for name in SKILLS:
        run(f"own_judge/{name}", name, changed(scorer=[model_graded_qa()]), grades=True)
        run(f"one_judge/{name}", name, changed(scorer=[model_graded_qa(model=judge(name))]))
    for value in (0.0, 1.0):
        run(f"temperature/{value}", "careful", config=GenerateConfig(temperature=value), luck=value)
    for value in ("low", "high"):
        run(f"effort/{value}", "careful", config=GenerateConfig(reasoning_effort=value), luck=value)
    for value in (8, 16):
        run(f"model_args/{value}", "careful", model={"bits": value}, luck=value)
    for value in ("plain", "terse"):
        run(f"task_args/{value}", "careful", sums(style=value), luck=value)
    for value in ("Q: ", "Please answer. "):
        run(f"prompt/{value[0]}", "careful", prompt=value, luck=value)
    for value in ("brief", "think"):
        run(f"system/{value}", "careful", changed(solver=[system_message(value), generate()]), luck=value)
    run("solver/direct", "careful", changed(solver=[generate()]))
    run("solver/chain", "careful", changed(solver=[chain_of_thought(), generate()]), luck="chain")
    run("connections/1", "careful", config=GenerateConfig(max_connections=1))
    run("connections/2", "careful", config=GenerateConfig(max_connections=2), luck="x")
    for log in Path("conditions").rglob("*.json"):
        shorten(log)
    with tarfile.open("conditions.tar.xz", "w:xz") as archive:
        archive.add("conditions")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        stopped(*sys.argv[1:])
    else:
        main()
