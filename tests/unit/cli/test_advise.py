import json

import numpy as np
import pytest

import bakeoff as package
from bakeoff.advice.advise import leaves, recommend
from bakeoff.advice.aspects import aspects
from bakeoff.experiment.file import read_experiment

LEARNERS = ("--have", "two", "--subject", "algorithm", "--domains", "one", "--sample", "small")
CLASSIFIERS = ("--have", "two", "--subject", "classifier", "--domains", "one", "--sample", "large")
# The same trainings are run at the usual level already.
SLOW = ("learners-hundreds-miss", "learners-hundred-miss")
ONE = ("--have", "one", "--subject", "classifier", "--domains", "one", "--sample", "large")


def options(leaf):
    """Options that lead to a leaf, and what they advise."""
    answers = {key: allowed[0] for key, allowed in leaf.when.items()}
    answers = {"subject": "algorithm", "matters": "accuracy", **answers}  # for leaves that serve any
    return [word for key, value in answers.items() for word in (f"--{key}", value)], recommend(answers)


def table(heading, rows):
    return "\n".join(",".join(map(str, row)) for row in [heading, *rows]) + "\n"


@pytest.fixture
def files(write):
    """Small files of every kind that a command may name."""
    draws = np.random.default_rng(1)
    items = draws.standard_normal((40, 2)).round(3)
    classes = np.where(items[:, 0] + draws.standard_normal(40) > 0, "yes", "no")
    data = table(["u", "v", "target"], [(*row, each) for row, each in zip(items, classes, strict=True)])
    for name in ("data", *(f"data-{number}" for number in range(1, 7))):
        write(f"{name}.csv", data)
    grid = [(who, run, fold) for who in ("first", "second") for run in range(1, 11) for fold in range(1, 11)]
    scored = [(*place, round(draws.uniform(0.7, 0.9), 3)) for place in grid]
    write("scores.csv", table(["learner", "run", "fold", "score"], scored))

    def predictions(scores):
        told = draws.uniform(0.1, 0.9, (40, 3)).round(3) if scores else draws.choice(["no", "yes"], (40, 3))
        rows = [(each, *row) for each, row in zip(classes, told, strict=True)]
        write("predictions.csv", table(["truth", "a", "b", "c"], rows))

    return predictions


@pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.key)
@pytest.mark.slow
def test_what_is_advised_runs_as_it_is(bakeoff, write, files, leaf):
    asked, found = options(leaf)
    content = bakeoff("advise", *asked, "--json").json
    assert content == json.loads(json.dumps(found.to_dict()))
    if not found.command:
        return
    files(scores=leaf.recipe == "ranking")
    for name, text in content["files"].items():
        write(name, text)
    if "--datasets" in content["command"]:
        write("scores.csv", table("abc", np.random.default_rng(2).uniform(0.7, 0.9, (12, 3)).round(3)))
    if leaf.key in SLOW:
        asked = read_experiment("experiment.toml")
        assert (asked.method, asked.design) == (found.procedure.methods[0], found.procedure.design)
        assert (asked.alpha, asked.level, asked.options) == (0.1, None, found.procedure.options)
        return
    ran = bakeoff(*content["command"].split()[1:], "--json")
    assert ran.code == 0, ran.err
    if leaf.procedure is None or leaf.recipe in ("interval", "estimate"):
        return
    judged = ran.json["across"][0] if leaf.recipe == "compare_datasets" else ran.json
    assert judged["method"] in found.procedure.methods
    level = 1 - judged["alpha"] if leaf.recipe.startswith("rank_") else judged.get("level")
    assert (level, found.procedure.alpha) in [(0.95, 0.05), (0.9, 0.1)]


def test_in_words(bakeoff):
    ran = bakeoff("advise", *ONE)
    assert (ran.code, ran.err) == (0, "")
    found = package.advise(have="one", subject="classifier", domains="one", sample="large")
    assert ran.out == f"{found}\n"
    assert ran.out.startswith("Count its errors on the unseen items")


def test_the_answer_alone(bakeoff):
    assert bakeoff("advise", *ONE, "--quiet").out == (
        "Count its errors on the unseen items, and report the error rate with a Jeffreys "
        "interval.\nbakeoff interval 8 100\n"
    )
    apart = bakeoff("advise", *CLASSIFIERS, "--items", "own", "--matters", "accuracy", "--quiet").out
    assert apart.endswith("verdict = bakeoff.compare_rates(errors_a, n_a, errors_b, n_b)\nprint(verdict)\n")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            (),
            "advice needs more answers; give --have (one or two or many), "
            "--subject (classifier or algorithm), --domains (one or many), or run bakeoff advise "
            "on a terminal",
        ),
        (
            LEARNERS,
            "give --trainings (hundreds or hundred or ten or once or none), --matters (accuracy or ",
        ),
        (
            CLASSIFIERS,
            "advice needs more answers; give --items (same or own), --matters (accuracy or ",
        ),
        (("--have", "three"), 'Invalid value "three" for --have. Choose from: "one", "two", "many".'),
        (("--matter", "accuracy"), "Unknown option: --matter. Did you mean --matters?"),
        (("one",), "got more than expected: one; see bakeoff advise --help"),
    ],
)
def test_without_a_terminal_nothing_is_asked(refused, given, message):
    assert message in refused("advise", *given)
    assert message in refused("advise", *given, "--json")


def test_the_options_are_the_aspects(bakeoff):
    text = bakeoff("advise", "--help").out
    assert all(f"--{aspect.key} " in text for aspect in aspects())
