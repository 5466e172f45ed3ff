"""The conditions of a run of lm-evaluation-harness, as the results next to its samples have them."""

import re
from collections.abc import Mapping
from typing import Any

from bakeoff.read.importers._conditions import Conditions, flat, told

RESULTS = (
    *("config", "versions", "n-shot", "n-samples", "model_source", "lm_eval_version"),
    *("system_instruction", "chat_template_sha", "fewshot_as_multiturn"),
)
MODEL = {"pretrained", "model", "path", "peft"}  # arguments that name the model
# What does not change an answer: how requests are sent, and which names the harness gives.
INCIDENTAL = {
    *("batch_size", "max_batch_size", "device", "num_concurrent", "max_retries", "timeout", "eos_string"),
    *("parallelize", "device_map", "tensor_parallel_size", "data_parallel_size", "gpu_memory_utilization"),
    *("base_url", "trust_remote_code", "tokenized_requests", "verify_certificate"),
}
SEEDS = ("random_seed", "numpy_seed", "torch_seed", "fewshot_seed")
# What a task asks and how, by the words of its configuration.
ASKED = {
    "doc_to_text": "prompt",
    "doc_to_choice": "choices",
    "description": "description",
    "gen_prefix": "gen_prefix",
    "fewshot_split": "fewshot_split",
}
_PLACE = re.compile(r" at 0x[0-9a-f]+")  # where a function was in memory


def conditions_of(results: Mapping[str, Any], config: Mapping[str, Any], task: str) -> Conditions:
    """What the results say about the run of one task; ``config`` is the configuration of the task."""
    run, sizes = _object(results, "config"), _object(_object(results, "n-samples"), task)
    shots = _object(results, "n-shot").get(task, config.get("num_fewshot"))
    metadata, planned = _object(config, "metadata"), sizes.get("effective")
    version = metadata.get("version", _object(results, "versions").get(task))
    settings = {
        "backend": results.get("model_source") or run.get("model"),
        "shots": shots,
        **{name: _text(config.get(key)) for key, name in ASKED.items()},
        "system_instruction": results.get("system_instruction"),
        "chat_template": results.get("chat_template_sha"),
        "multiturn": results.get("fewshot_as_multiturn") or None,
        "repeats": config.get("repeats"),
    }
    return Conditions(
        settings={
            **flat(arguments_of(run.get("model_args")), without=MODEL | INCIDENTAL),
            **flat({name: value for name, value in settings.items() if value != ""}),
            **flat(
                config.get("generation_kwargs") if isinstance(config.get("generation_kwargs"), dict) else {}
            ),
        },
        judging=flat({"version": version, "process_results": _text(config.get("process_results"))}),
        scorers=_scorers(config),
        about=flat(
            {
                "dataset": config.get("dataset_path"),
                "dataset_name": config.get("dataset_name"),
                "split": config.get("test_split"),
                "target": _text(config.get("doc_to_target")),  # the targets themselves are compared
                "process_docs": _text(config.get("process_docs")),
                "limit": run.get("limit"),
                **{name: run.get(name) for name in SEEDS},
                "harness": results.get("lm_eval_version"),
            }
        ),
        planned=planned if isinstance(planned, int) else None,
    )


def filter_steps(config: Mapping[str, Any]) -> dict[str, str]:
    """What each filter of a task does, by its name."""
    listed = config.get("filter_list")
    every = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return {str(each.get("name")): _text(each.get("filter")) or "" for each in every}


def _object(within: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = within.get(name)
    return found if isinstance(found, dict) else {}


def arguments_of(given: object) -> Mapping[str, Any]:
    """Arguments of a model: an object, or before 0.4.9 also a text.

    >>> arguments_of("pretrained=org/m,dtype=float16"), arguments_of({"dtype": "auto"})
    ({'pretrained': 'org/m', 'dtype': 'float16'}, {'dtype': 'auto'})
    """
    if isinstance(given, dict):
        return given
    parts = given.split(",") if isinstance(given, str) else []
    return {name: value for name, _, value in (part.partition("=") for part in parts) if name}


def _scorers(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of each metric."""
    listed = config.get("metric_list")
    every = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    left = ("metric", "aggregation", "higher_is_better")
    return {
        name: flat({key: _text(value) for key, value in each.items()}, "scorer", without=left)
        for each in every
        if isinstance(name := each.get("metric"), str)
    }


def _text(value: Any) -> Any:
    """A value of a configuration, which may be a function, without where that was in memory."""
    if isinstance(value, str):
        return _PLACE.sub("", value)
    return told(value) if isinstance(value, list | dict) else value
