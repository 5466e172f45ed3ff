from pathlib import Path

import numpy as np
import pytest
from tests.columns import without_roles

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.web.choosing import UnclearError
from bakeoff.web.comparing import (
    compare_counted,
    compare_example,
    compare_sent,
    compare_tables,
    compare_two_rates,
)
from bakeoff.web.settings import Settings
from bakeoff.web.uploads import Placed, Sent, Stored

RNG = np.random.default_rng(5)
TRUTH, A, B = (RNG.choice(["cat", "dog"], 80).astype(object) for _ in range(3))


@pytest.fixture
def sent(tmp_path):
    """Files as they lie in the server's own folder, under a number for a name."""

    def made(source="p.csv", **columns):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.csv"
        rows = zip(*(np.asarray(values).tolist() for values in columns.values()), strict=True)
        path.write_text("\n".join(",".join(map(str, row)) for row in [tuple(columns), *rows]) + "\n")
        return Stored(path=path, name=source, digest="0f" * 32)

    return made


def scores(runs=3, **names):
    grid = [(name, run, fold) for name in ("bayes", "tree") for run in range(runs) for fold in range(4)]
    columns = {
        "learner": np.array([each[0] for each in grid], dtype=object),
        "run": [each[1] for each in grid],
        "fold": [each[2] for each in grid],
        "score": 0.8 + 0.05 * np.random.default_rng(1).random(len(grid)),
    }
    return {names.get(name, name): values for name, values in columns.items()}


def test_predictions_are_compared_as_they_are_in_python(sent):
    found = compare_tables([sent(truth=TRUTH, a=A, b=B)], {})
    expected = bakeoff.compare_predictions(TRUTH, A, B, rng=0, opinions=True)
    assert without_roles(found.verdict.to_dict()) == expected.to_dict()
    assert found.origin.files == (("p.csv", "0f" * 32),)
    assert found.origin.command == "bakeoff compare p.csv --rng 0"


def test_options_reach_the_comparison(sent):
    fields = {
        "truth": "y", "a": "svm", "b": "my tree", "metric": "f1", "positive": "cat", "alpha": "0.01",
        "method": "permutation", "rng": "3",
    }  # fmt: skip
    found = compare_tables([sent(**{"y": TRUTH, "svm": A, "my tree": B})], fields)
    expected = bakeoff.compare_predictions(
        TRUTH, A, B, metric="f1", positive="cat", alpha=0.01, method="permutation", rng=3,
        names=("svm", "my tree"), opinions=True,
    )  # fmt: skip
    assert without_roles(found.verdict.to_dict()) == expected.to_dict()
    assert found.origin.command == (
        "bakeoff compare p.csv --truth y --a svm --b 'my tree' --positive cat --method permutation "
        "--alpha 0.01 --metric f1 --rng 3"
    )


def test_a_word_for_a_class_that_is_a_number(sent):
    truth, a = np.arange(40) % 2, np.arange(40) % 3 % 2
    found = compare_tables([sent(truth=truth, a=a, b=1 - a)], {"metric": "recall", "positive": "0"})
    assert "class 0" in found.verdict.sentence + str(found.verdict)


def test_two_files_are_joined(sent):
    ids = np.arange(80)
    first = sent("old.csv", id=ids, truth=TRUTH, prediction=A)
    second = sent("new.csv", id=ids[::-1], prediction=B[::-1])
    found = compare_tables([first, second], {})
    assert found.verdict.names == ("old", "new")
    assert found.verdict.result == bakeoff.compare_predictions(TRUTH, A, B).result
    assert found.origin.command == "bakeoff compare old.csv new.csv --id id --rng 0"
    assert len(found.origin.files) == 2


def test_scores_are_recognised_and_may_have_other_names(sent):
    found = compare_tables([sent("s.csv", **scores())], {})
    assert found.verdict.names == ("bayes", "tree")
    assert found.verdict.result.n == 12
    other = compare_tables(
        [sent("s.csv", **scores(learner="model", score="auc"))],
        {"kind": "scores", "learner": "model", "score": "auc"},
    )
    assert other.verdict.result.p_value == found.verdict.result.p_value
    assert (found.verdict.metric, other.verdict.metric) == ("score", "auc")  # as the column says


def test_a_guessed_design_is_told(sent):
    assert compare_tables([sent("s.csv", **scores(runs=1))], {}).note.startswith("Read as")
    assert compare_tables([sent("s.csv", **scores())], {}).note == ""


def test_what_is_unclear_is_asked(sent):
    with pytest.raises(UnclearError):
        compare_tables([sent(x=TRUTH, y=A, z=B)], {})


def test_an_error_about_an_item_names_its_column(sent):
    with pytest.raises(InputError, match=r"csv: column 'a' holds numbers .* column 'y' holds text"):
        compare_tables(
            [sent(y=TRUTH, a=np.arange(80) / 7, b=np.arange(80) / 9)], {"truth": "y", "kind": "predictions"}
        )


@pytest.mark.parametrize("task", ["compare", "rank"])
def test_the_filter_of_logs_can_be_named(tmp_path, task):
    folder = Path(__file__).parents[1] / "read" / "importers" / "data" / "lm_eval"
    files = []
    for model in ("careful", "hasty"):
        (source,) = (folder / model).glob("samples_toy_sums_*")
        (tmp_path / model).write_bytes(source.read_bytes())  # without the results next to it
        files.append(Placed(path=tmp_path / model, name=f"{model}.jsonl"))

    def asked(**fields):
        return compare_sent(Sent(fields={"task": task, **fields}, files=tuple(files)), Settings())

    with pytest.raises(InputError, match="choose one with --filter"):
        asked()
    for name in ("strict-match", "flexible-extract"):
        found = asked(filter=name)
        both = [folder / model for model in ("careful", "hasty")]
        values = bakeoff.compare_files(*both, metric="exact_match", filter=name, rng=0).values
        shown = found.what.values if task == "compare" else [each.value for each in found.what.models]
        assert sorted(shown) == sorted(values)
        assert f"--filter {name}" in found.origin.command


def test_counts():
    expected = bakeoff.compare_counts(15, 35, n=412, names=("old", "B"), tried=3, opinions=True)
    found = compare_counted({"only_a": "15", "only_b": "35", "n": "412", "name_a": "old", "tried": "3"})
    assert without_roles(found.verdict.to_dict()) == expected.to_dict()
    assert "bakeoff.compare_counts(only_a=15, only_b=35, n=412, tried=3)" in found.origin.command
    assert compare_counted({"only_a": "1", "only_b": "3", "n": "9", "both_right": "4"}).verdict.values


def test_two_rates():
    found = compare_two_rates({"errors_a": "20", "n_a": "100", "errors_b": "30", "n_b": "100"})
    assert found.verdict.to_dict() == bakeoff.compare_rates(20, 100, 30, 100, opinions=True).to_dict()


@pytest.mark.parametrize("compare", [compare_counted, compare_two_rates])
def test_missing_counts_are_asked_by_their_labels(compare):
    with pytest.raises(InputError, match=r"(Only A is right|Errors of A) is ''; expected a whole number"):
        compare({})


@pytest.mark.slow
def test_the_example():
    found = compare_example()
    assert found.verdict.result.n == 412
    assert found.origin.files[0][0] == "demo.csv"
