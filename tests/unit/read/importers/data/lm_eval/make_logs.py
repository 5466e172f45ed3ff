"""Logs as lm-evaluation-harness writes them: the files in this folder, two toy models on two toy tasks.

In a scratch folder, with lm_eval 0.4.13 installed::

    python make_logs.py

writes ``careful/`` and ``hasty/`` as ``lm_eval --log_samples`` does. The folder ``list`` holds the same
samples of the sums as versions up to 0.4.2 wrote them: one indented list, without hashes, filters or names
of metrics, in a file named by the model's arguments and the task, beside ``results.json``.

    python make_logs.py groups

writes ``groups/careful/`` and ``groups/hasty/``: a group of two tasks, and a task that is answered three
times.

    python make_logs.py conditions

writes ``conditions/NAME/careful/`` (or ``hasty/``) with exactly one condition changed in each NAME, and packs
them as ``conditions.tar.gz``.
"""

import hashlib
import json
import re
import sys
import tarfile
from pathlib import Path

import lm_eval
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

SUMS = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6), (2, 9), (15, 15)]
SKILLS = {"careful": 0.9, "hasty": 0.5}
TASKS = {
    "toy_sums": """
task: toy_sums
dataset_path: json
dataset_kwargs: {data_files: {test: sums.jsonl}}
test_split: test
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n"]}
filter_list:
  - {name: strict-match, filter: [{function: regex, regex_pattern: "^(\\\\d+)$"}, {function: take_first}]}
  - name: flexible-extract
    filter: [{function: regex, group_select: -1, regex_pattern: "(\\\\d+)"}, {function: take_first}]
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
""",
    "toy_parity": """
task: toy_parity
dataset_path: json
dataset_kwargs: {data_files: {test: parity.jsonl}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_choice: "{{choices}}"
doc_to_target: label
metric_list:
  - {metric: acc, aggregation: mean, higher_is_better: true}
  - {metric: acc_norm, aggregation: mean, higher_is_better: true}
  - {metric: mcc, aggregation: matthews_corrcoef, higher_is_better: true}
""",
}


GROUPED = {
    "toy_even": TASKS["toy_parity"].replace("toy_parity", "toy_even"),
    "toy_short": TASKS["toy_parity"]
    .replace("toy_parity", "toy_short")
    .replace("parity.jsonl", "short.jsonl"),
    "toy_numbers": """
group: toy_numbers
task: [toy_even, toy_short]
aggregate_metric_list:
  - {metric: acc, aggregation: mean, weight_by_size: true}
""",
    "toy_again": TASKS["toy_sums"].replace("toy_sums", "toy_again") + "repeats: 3\n",
}


STRICT, FLEXIBLE = (
    TASKS["toy_sums"][TASKS["toy_sums"].index(start) : TASKS["toy_sums"].index(end)]
    for start, end in (("  - {name: strict", "  - name: flex"), ("  - name: flex", "metric_list"))
)
# what a run of hasty has besides the model: the file of the task, and the arguments of the run
CONDITIONS = {
    "same": ({}, {}),
    "order": ({STRICT + FLEXIBLE: FLEXIBLE + STRICT}, {}),
    "strict": ({STRICT + FLEXIBLE: STRICT}, {}),
    "flexible": ({STRICT + FLEXIBLE: FLEXIBLE}, {}),
    "pattern": ({'group_select: -1, regex_pattern: "(': 'group_select: 0, regex_pattern: "('}, {}),
    "version": ({"metric_list": "metadata: {version: 2.0}\nmetric_list"}, {}),
    "prompt": ({'doc_to_text: "{{question}}"': 'doc_to_text: "Q: {{question}}"'}, {}),
    "shots": ({}, {"num_fewshot": 1}),
    "limit": ({}, {"limit": 6}),
    "seed": ({}, {"random_seed": 7}),
    "generation": ({}, {"gen_kwargs": "temperature=0.7"}),
    "instruction": ({}, {"system_instruction": "Answer with a number."}),
    "arguments": ({}, {"model_args": "model=hasty,dtype=float16"}),
}


class Toy(LM):
    """Right with a chance that depends on the question alone."""

    tokenizer_name = ""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def _right(self, text):
        digest = hashlib.sha256((self.name + text).encode()).digest()
        return int.from_bytes(digest[:4], "big") / 2**32 < SKILLS[self.name]

    def loglikelihood(self, requests, **_):
        return [self._likely(*each.args) for each in requests]

    def _likely(self, question, answer):
        number = int(re.search(r"\d+", question).group())
        is_true = ["even", "odd"][number % 2] == answer.strip()
        return (-1.0 if is_true == self._right(question) else -2.0), is_true

    def loglikelihood_rolling(self, requests, **_):
        return [-1.0 for _ in requests]

    def generate_until(self, requests, **_):
        return [self._answer(each.args[0]) for each in requests]

    def _answer(self, question):
        total = sum(map(int, re.findall(r"\d+", question)[:2])) + (not self._right(question))
        return str(total) if len(question) % 2 else f"The answer is {total}"


def write_tasks():
    sums = [
        {"question": f"{a} + {b} =", "answer": str(a + b), "size": "small" if a + b < 20 else "large"}
        for a, b in SUMS
    ]
    parity = [
        {"question": f"Is {3 * i + 1} even or odd?", "choices": ["even", "odd"], "label": (3 * i + 1) % 2}
        for i in range(6)
    ]
    for name, docs in (("sums", sums), ("parity", parity), ("short", parity[1:4])):
        Path(f"{name}.jsonl").write_text("".join(json.dumps(doc) + "\n" for doc in docs))
    for name, text in (TASKS | GROUPED).items():
        Path(f"{name}.yaml").write_text(text)


def run(name, tasks, asked=tuple(TASKS), folder=".", model_args=None, **options):
    tracker = EvaluationTracker(output_path=folder)
    tracker.general_config_tracker.log_experiment_args(
        model_source="toy", model_args=model_args or f"model={name}",
        system_instruction=options.get("system_instruction"), chat_template=None, fewshot_as_multiturn=False,
    )  # fmt: skip
    results = lm_eval.simple_evaluate(
        model=Toy(name), tasks=list(asked), task_manager=tasks, log_samples=True, bootstrap_iters=0, **options
    )
    results["config"] |= {"model": "toy", "model_args": model_args or f"model={name}"}
    samples = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=samples)
    if "toy_sums" in samples and folder == ".":
        write_as_list(name, samples["toy_sums"], list(TASKS))
    for task in samples:
        tracker.save_results_samples(task_name=task, samples=samples[task])


def write_as_list(name, samples, tasks):
    later = ("filter", "metrics", "doc_hash", "prompt_hash", "target_hash")
    older = [{key: value for key, value in sample.items() if key not in later} for sample in samples]
    folder = Path("list", name)
    folder.mkdir(parents=True, exist_ok=True)
    model_args = f"pretrained=toy/{name}"
    file = folder / f"{re.sub('/|=', '__', model_args)}_toy_sums.jsonl"
    file.write_text(json.dumps(older, indent=2), encoding="utf-8")
    results = {"configs": {task: {} for task in tasks}, "config": {"model": "hf", "model_args": model_args}}
    (folder / "results.json").write_text(json.dumps(results, indent=2), encoding="utf-8")


def run_conditions():
    for name, (changed, options) in CONDITIONS.items():
        text = TASKS["toy_sums"]
        for before, after in changed.items():
            if before not in text:
                raise ValueError(f"{name}: no {before!r}")
            text = text.replace(before, after)
        folder = Path(f"tasks_{name}")
        folder.mkdir(exist_ok=True)
        (folder / "toy_sums.yaml").write_text(text)
        tasks = TaskManager(include_path=str(folder), include_defaults=False)
        for model in SKILLS if name == "same" else ["hasty"]:
            run(model, tasks, ("toy_sums",), f"conditions/{name}", **options)
    with tarfile.open("conditions.tar.gz", "w:gz") as packed:
        packed.add("conditions")


if __name__ == "__main__":
    write_tasks()
    if sys.argv[1:] == ["conditions"]:
        run_conditions()
        sys.exit()
    every = TaskManager(include_path=".", include_defaults=False)
    for model in SKILLS:
        if sys.argv[1:] == ["groups"]:
            run(model, every, ("toy_numbers", "toy_again"), "groups")
        else:
            run(model, every)
