"""Details as lighteval writes them: the files in this folder, two toy models on two toy tasks.

In a scratch folder, with lighteval 0.13.0 installed, and older versions of what it needs::

    pip install 'lighteval==0.13.0' 'huggingface_hub<1' 'datasets<4.5' 'transformers<5' 'xxhash<4'
    python make_logs.py && tar -czf out.tar.gz -C out results details
"""

import hashlib
import json
import os
import re
from pathlib import Path

os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HOME": str(Path("home").resolve())}

import lighteval
from lighteval.logging.evaluation_tracker import EvaluationTracker
from lighteval.models.abstract_model import LightevalModel
from lighteval.models.dummy.dummy_model import DummyModelConfig
from lighteval.models.model_output import ModelResponse
from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
from lighteval.utils.cache_management import SampleCache

SUMS = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6), (2, 9), (15, 15)]
SKILLS = {"careful": 0.8, "hasty": 0.4}
TASKS = """
from lighteval.metrics.metrics import Metrics
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc


def sums(line, task_name):
    return Doc(task_name=task_name, query=line["question"], choices=[line["answer"]], gold_index=0)


def parity(line, task_name):
    choices = [" even", " odd"]
    return Doc(task_name=task_name, query=line["question"], choices=choices, gold_index=line["label"])


def task(name, prompt, metrics):
    return LightevalTaskConfig(
        name=name, prompt_function=prompt, hf_repo=f"./{name}", hf_subset="default", metrics=metrics,
        hf_avail_splits=["test"], evaluation_splits=["test"], generation_size=5, stop_sequence=[],
    )


TASKS_TABLE = [
    task("toy_sums", sums, [Metrics.exact_match, Metrics.f1_score]),
    task("toy_parity", parity, [Metrics.loglikelihood_acc, Metrics.mcc]),
]
"""


class Toy(LightevalModel):
    """Right with a chance that depends on the question alone."""

    tokenizer, add_special_tokens, max_length = None, False, 100

    def __init__(self, name):
        self.config = DummyModelConfig(model_name=f"toy/{name}")
        self.name = name
        self._cache = SampleCache(self.config)

    def _right(self, text):
        digest = hashlib.sha256((self.name + text).encode()).digest()
        return int.from_bytes(digest[:4], "big") / 2**32 < SKILLS[self.name]

    def greedy_until(self, docs):
        return [ModelResponse(text=[self._answer(doc.query)], input=doc.query) for doc in docs]

    def _answer(self, question):
        return str(sum(map(int, re.findall(r"\d+", question))) + (not self._right(question)))

    def loglikelihood(self, docs):
        found = []
        for doc in docs:
            likely = [-1.0 if (at == doc.gold_index) == self._right(doc.query) else -2.0 for at in range(2)]
            found.append(
                ModelResponse(logprobs=likely, argmax_logits_eq_gold=[False, False], input=doc.query)
            )
        return found

    def loglikelihood_rolling(self, docs):
        raise NotImplementedError


def write(name, rows):
    Path(name).mkdir(exist_ok=True)
    Path(name, "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


if __name__ == "__main__":
    # a task that is not run would download this when it is imported
    Path(lighteval.__file__).with_name("tasks").joinpath("tasks", "tinyBenchmarks.pkl").touch()
    write("toy_sums", [{"question": f"{a} + {b} =", "answer": str(a + b)} for a, b in SUMS])
    numbers = [3 * at + 1 for at in range(6)]
    write("toy_parity", [{"question": f"Is {n} even or odd?", "label": n % 2} for n in numbers])
    Path("tasks.py").write_text(TASKS)
    for name in SKILLS:
        tracker = EvaluationTracker(output_dir="out", save_details=True)
        parameters = PipelineParameters(
            launcher_type=ParallelismManager.NONE, custom_tasks_directory="tasks.py", bootstrap_iters=10
        )
        pipeline = Pipeline("toy_sums|0,toy_parity|0", parameters, tracker, model=Toy(name))
        pipeline.evaluate()
        pipeline.save_and_push_results()
