"""Outputs and error messages, byte for byte as they are stored beside this file.

``python tests/golden/test_commands.py`` writes them anew: read the difference before committing it.
"""

import contextlib
import io
import json
from pathlib import Path

import pytest

import bakeoff
from bakeoff.cli.main import main

HERE = Path(__file__).parent

COMMANDS = {
    "compare": "compare items.csv",
    "compare-json": "compare items.csv --json",
    "compare-two-files": "compare first.csv second.jsonl --id id",
    "compare-mcnemar": "compare items.csv --method mcnemar --alternative greater --level 0.9",
    "compare-equivalent": "compare items.csv --margin 0.5",
    "compare-unsound": "compare items.csv --method difference-of-proportions",
    "compare-identical": "compare same.csv",
    "compare-auc": "compare scored.csv --metric auc",
    "compare-f1": "compare items.csv --metric f1 --resamples 1000",
    "compare-log-loss": "compare scored.csv --metric log-loss",
    "compare-log-loss-json": "compare scored.csv --metric log-loss --json",
    "gate": "gate items.csv --old b --new a --margin 0.2",
    "gate-json": "gate items.csv --old b --new a --margin 0.2 --json",
    "gate-f1": "gate items.csv --old a --new b --margin 0.1 --metric f1",
    "scores": "scores folds.csv",
    "scores-quiet": "scores folds.csv --quiet",
    "scores-json": "scores folds.csv --method cv-all-data --json",
    "scores-nominal": "scores folds.csv --method cv-all-data --df nominal",
    "scores-percent": "scores percent.csv --design kfold --metric accuracy",
    "interval": "interval 8 100",
    "interval-textbook": "interval 1 10 --method textbook",
    "interval-json": "interval 8 100 --method wilson --alternative less --json",
    "plan": "plan --difference 0.03 --disagree 0.1",
    "plan-errors": "plan --errors 0.1 0.13 --method mcnemar-exact",
    "plan-margin": "plan --disagree 0.1 --margin 0.03",
    "plan-pilot": "plan --pilot items.csv --items 500",
    "methods-kfold": "methods kfold",
    "methods-resampled-t": "methods resampled-t",
    "methods-holm": "methods holm",
    "methods-f1-json": "methods f1 --json",
    "methods-half-sample-t": "methods half-sample-t",
    "methods-mcnemar": "methods mcnemar",
    "lab-settings": "lab settings network-large-gap:n-300:c45-vs-naive-bayes",
    "lab-size": "lab size fair-attributes:n-100:naive-bayes-vs-c45 --draws 9 --method kfold-t --design kfold",
    "papers": "papers",
    "papers-honavar": "papers honavar-examples",
    "papers-salzberg": "papers salzberg-examples --quick",
    "papers-salzberg-quiet": "papers salzberg-examples --quiet",
    "papers-salzberg-json": "papers salzberg-examples --json",
    "demo": "demo",
    "help": "--help",
}

WRONG_COMMANDS = (
    "compare items.cvs",
    "compare items.csv --a aa",
    "compare items.csv --hlep",
    "compare items.csv --method wilcoxon",
    "compare items.csv --metric auc",
    "compare items.csv --level 95",
    "compare items.csv --margin 0",
    "compare items.csv --margin 2",
    "compare items.csv --margin 0.1 --alternative less",
    "compare items.csv --positive cat",
    "compare items.csv --metric f1 --method permutation --resamples 50",
    "compare items.csv --rng 1.5",
    "compare scored.csv",
    "compare items.csv --metric f1 --positive cow",
    "compare first.csv second.jsonl",
    "compare first.csv items.csv --id id",
    "compare first.csv fewer.csv --id id",
    "compare first.csv twice.csv --id id",
    "compare first.csv otherwise.csv --id id",
    "compare gap.csv",
    "compare empty.csv",
    "compare header.csv",
    "compare cut.csv",
    "compare cut.jsonl",
    "compare latin.csv",
    "compare no.parquet",
    "compare three.csv --metric f1",
    "compare mixed.jsonl",
    "scores folds.csv --method mcnemar",
    "scores folds.csv --method kfold-t",
    "scores folds.csv --design five-by-two",
    "scores folds.csv --method cv-runs --df calibrated",
    "scores folds.csv --a forest",
    "scores words.csv --a",
    "gate items.csv --margin 0.02",
    "scores items.csv",
    "scores unbalanced.csv",
    "scores words.csv",
    "interval 8",
    "interval 11 10",
    "interval -1 10",
    "interval 2.7 10",
    "interval 8 100 200",
    "interval 0 0",
    "interval 8 100 --method willson",
    "interval 8 100 --method jeffreys-series --level 0.9",
    "papers salzberg-examples --svg x.svg",
    "papers salzberg-examples --svg no/x.svg",
    "papers all --svg x.svg",
    "papers salzberg-examples --rng 1.5",
    "plan --difference 0.03",
    "plan --difference 4 --disagree 0.14",
    "plan --difference 0.03 --disagree 0.02",
    "plan --difference 0.03 --disagree 0.1 --power 0.05",
    "plan --difference 0.03 --disagree -0.1",
    "plan --disagree 0.1 --margin 3",
    "plan --disagree 0.1 --difference 0",
    "plan --pilot items.csv",
    "plan --pilot 12/10 --difference 0.03",
    "plan --disagree 0.5 --difference 0.000001",
)

WRONG_CALLS = (
    "adjust([0.1, 2])",
    "adjust([0.1, 0.2], method='holmes')",
    "compare_counts(-1, 2, n=9)",
    "compare_counts(5, 5, n=9)",
    "compare_counts(1, 2, n=0)",
    "compare_counts(1, 2, n=9, names='AB')",
    "compare_counts(1, 2, n=9, method='difference-of-proportions')",
    "compare_counts(1, 2, n=9, df=3)",
    "compare_rates(11, 10, 1, 10)",
    "compare_predictions([], [], [])",
    "compare_predictions(['x', 'y'], ['x', 'y'], ['x', 'x'], metrc='f1')",
    "compare_predictions(['x', None], ['x', 'y'], ['x', 'y'])",
    "compare_predictions(['x', 'y'], ['x', 'y'], ['x'])",
    "compare_predictions([1, 2], ['1', '2'], [1, 2])",
    "compare_predictions([1, 1], [0.5, 0.6], [0.1, 0.2], metric='auc')",
    "compare_predictions([0, 1], [0.5, 0.6], [0.1, 1.5], metric='brier')",
    "compare_predictions([0, 1, 2], [0.5] * 3, [0.1] * 3, metric='log-loss')",
    "compare_predictions([0, 1, 0], [0, 0, 0], [0, 1, 0], metric='precision')",
    "compare_predictions([0, 1], [0, 1], [1, 1], clusters=[1, 2], method='mcnemar')",
    "compare_scores([0.9, 0.8], [0.8, 0.7], design=KFold(folds=3))",
    "compare_scores([0.9, 0.8], [0.8, 0.7], design='kfold')",
    "compare_scores([0.9, 0.8], [0.8], design=KFold(folds=2))",
    "compare_scores([-0.3, -0.4], [-0.5, -0.6], design=KFold(folds=2), metric='log-loss')",
    "compare_scores([0.9], [0.8], design=Holdout())",
    "compare_scores([0.9, None], [0.8, 0.7], design=KFold(folds=2))",
    "compare_samples([0.9, 'x'], [0.8, 0.7])",
    "compare_samples([0.9, 0.8], [0.8])",
    "compare_datasets([0.9, float('nan')], [0.8, 0.7])",
    "compare_layout([[1, 0], [1]], [[1, 0], [1, 1]])",
    "KFold(folds=1)",
    "Holdout(test=30)",
)


def run(line):
    """What a command writes on standard output and on standard error, beside the example files."""
    out, err = io.StringIO(), io.StringIO()
    here, output = contextlib.chdir(HERE / "files"), contextlib.redirect_stdout(out)
    with here, output, contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(line.split())
    return out.getvalue(), err.getvalue()


def shown(line):
    """The output as it is stored: numbers of JSON to 10 digits, since the last ones vary by machine."""
    out, err = run(line)
    if "--json" in line:
        content = json.loads(out, parse_float=lambda text: float(f"{float(text):.10g}"))
        out = json.dumps(content, indent=2) + "\n"
    return f"$ bakeoff {line}\n{out}{err}"


def refused(call):
    """The error that a call raises."""
    try:
        eval(call, {name: getattr(bakeoff, name) for name in bakeoff.__all__})  # noqa: S307 - lines above
    except bakeoff.InputError as problem:
        return f">>> {call}\n{type(problem).__name__}: {problem}\n\n"
    return f">>> {call}\nno error\n\n"


def stored():
    """Everything that is stored: a file and what makes its content."""
    for name, line in COMMANDS.items():
        yield f"shown/{name}.txt", lambda line=line: shown(line)
    yield "wrong-commands.txt", lambda: "".join(f"$ bakeoff {w}\n{run(w)[1]}\n" for w in WRONG_COMMANDS)
    yield "wrong-calls.txt", lambda: "".join(refused(call) for call in WRONG_CALLS)


@pytest.mark.parametrize(("name", "make"), [pytest.param(*each, id=each[0]) for each in stored()])
def test_as_stored(name, make):
    assert make() == (HERE / name).read_text(encoding="utf-8")


def test_nothing_is_stored_in_vain():
    found = [*HERE.glob("*.txt"), *HERE.glob("shown/*.txt")]
    kept = {path.relative_to(HERE).as_posix() for path in found}
    assert kept == {name for name, _ in stored()}


def test_every_wrong_command_is_one_line_and_every_wrong_call_an_error():
    for line in WRONG_COMMANDS:
        out, err = run(line)
        assert (out, err.count("\n"), err[:7]) == ("", 1, "error: ")
    assert "no error" not in (HERE / "wrong-calls.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    (HERE / "shown").mkdir(exist_ok=True)
    for name, make in stored():
        (HERE / name).write_text(make(), encoding="utf-8")
