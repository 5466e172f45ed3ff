"""Plain tables with several answers to each question, from the file to the verdict."""

from math import comb

import numpy as np
import pytest

from bakeoff import compare_files, rank_files
from bakeoff.core.exceptions import InputError

QUESTIONS, ANSWERS = 30, 4


def table(path, *, rows, names):
    path.write_text(",".join(names) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def right():
    """Which answers are right: (models, questions, answers)."""
    return np.random.default_rng(0).random((2, QUESTIONS, ANSWERS)) < np.array([0.7, 0.4])[:, None, None]


@pytest.fixture(scope="module")
def one(tmp_path_factory, right):
    path = tmp_path_factory.mktemp("repeats") / "all.csv"
    rows = [
        (f"q{q}", "yes", *("yes" if side[q, k] else "no" for side in right), "odd" if q % 2 else "even")
        for k in range(ANSWERS)
        for q in range(QUESTIONS)
    ]
    return table(path, rows=rows, names=("question", "truth", "a", "b", "kind"))


@pytest.fixture(scope="module")
def two(one, right):
    paths = []
    for name, side in zip("ab", right, strict=True):
        rows = [
            (f"q{q}", "yes", "yes" if side[q, k] else "no") for q in range(QUESTIONS) for k in range(ANSWERS)
        ]
        paths.append(
            table(one.with_name(f"{name}.csv"), rows=rows[::-1], names=("question", "truth", "prediction"))
        )
    return paths


def expected(right, metric):
    counts = right.sum(axis=-1)
    by_count = {
        "pass@1": lambda c: c / ANSWERS,
        "pass@3": lambda c: 1 - comb(ANSWERS - c, 3) / comb(ANSWERS, 3),
        "pass^2": lambda c: comb(c, 2) / comb(ANSWERS, 2),
        "best-of-2": lambda c: 1 - comb(ANSWERS - c, 2) / comb(ANSWERS, 2),
        "agreement": lambda c: (comb(c, 2) + comb(ANSWERS - c, 2)) / comb(ANSWERS, 2),
    }[metric]
    return np.vectorize(by_count)(counts).mean(axis=1)


@pytest.mark.parametrize("metric", ["pass@1", "pass@3", "pass^2", "best-of-2", "agreement"])
def test_values_and_basis_from_one_file_and_from_two(one, two, right, metric):
    for files in ([one], two):
        verdict = compare_files(*files, id="question", metric=metric)
        np.testing.assert_allclose(verdict.values, expected(right, metric), rtol=1e-12)
        assert verdict.unit.subject == metric
        assert "30 questions, 4 answers each" in verdict.sentence
        assert verdict.result.n == verdict.to_dict()["n"] == QUESTIONS
        assert verdict.to_dict()["answers"] == [ANSWERS, ANSWERS]
    ranking = rank_files(two, id="question", metric=metric, resamples=200)
    assert {each.name: each.value for each in ranking.models} == pytest.approx(
        dict(zip("ab", expected(right, metric), strict=True))
    )
    assert "30 questions, 4 answers each" in ranking.sentence


def test_slices_of_questions(one, right):
    verdict = compare_files(one, id="question", metric="pass@2", by="kind")
    assert [(each.name, each.n) for each in verdict.slices] == [("even", 15), ("odd", 15)]
    assert "15 questions, 4 answers each" in verdict.slices[0].verdict.sentence
    odd = 1 - np.vectorize(lambda c: comb(ANSWERS - c, 2))(right[0, 1::2].sum(axis=-1)) / comb(ANSWERS, 2)
    assert verdict.slices[1].verdict.values[0] == pytest.approx(odd.mean())


def test_the_interval_counts_questions_not_answers(tmp_path):
    """Answers that repeat the first one a hundred times tell nothing more."""
    rng = np.random.default_rng(1)
    once = [(q, 1, *rng.integers(0, 2, 2)) for q in range(40)]
    names = ("q", "truth", "a", "b")
    single = compare_files(table(tmp_path / "1.csv", rows=once, names=names), id="q", metric="pass@1")
    often = compare_files(table(tmp_path / "2.csv", rows=once * 100, names=names), id="q", metric="pass@1")
    assert often.result.interval == single.result.interval
    assert often.result.p_value == single.result.p_value


def test_scores_that_answers_have(tmp_path):
    rows = [("x", 0.25, 3), ("x", 0.75, 1), ("y", 0.5, 2), ("y", 0.5, 2), ("z", 1, 0), ("z", 0, 4)]
    file = table(tmp_path / "s.csv", rows=rows, names=("q", "a", "b"))
    assert compare_files(file, id="q", metric="best-of-2").values == pytest.approx((2.25 / 3, 3 * 3 / 3))
    assert compare_files(file, id="q", metric="loss:best-of-2").values == pytest.approx((0.75 / 3, 3 / 3))
    with pytest.raises(
        InputError, match="pass@2 is of answers that are right or wrong, but one has the score 4"
    ):
        compare_files(file, id="q", metric="pass@2")
    with pytest.raises(InputError, match="pass@2 is of answers that are right or wrong, not of losses"):
        compare_files(file, id="q", metric="loss:pass@2")


def test_models_that_answered_differently_often(tmp_path):
    a = table(
        tmp_path / "a.csv",
        rows=[("x", 1, 1), ("x", 1, 0), ("y", 1, 1), ("y", 1, 1)],
        names=("q", "truth", "p"),
    )
    b = table(
        tmp_path / "b.csv",
        rows=[("y", 1, 0), ("x", 1, 1), ("y", 1, 1), ("y", 1, 1), ("x", 1, 1)],
        names=("q", "truth", "p"),
    )
    verdict = compare_files(a, b, id="q", metric="pass@1")
    assert verdict.values == pytest.approx((0.75, (1 + 2 / 3) / 2))
    assert "2 questions, 2 to 3 answers each" in verdict.sentence
    table(tmp_path / "b.csv", rows=[("x", 1, 1)], names=("q", "truth", "p"))
    with pytest.raises(
        InputError, match=r"1 of 2 questions of .*a.csv are not in .*b.csv, such as 'y'; expected the"
    ):
        compare_files(a, b, id="q", metric="pass@1")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "pass@2 is of several answers to a question; name the column of questions by --id"),
        ({"id": "question", "cluster": "kind"}, "--cluster is not used with pass@2, which counts questions"),
        (
            {"id": "question", "metric": "f1:pass@2"},
            "expected one of accuracy:pass@2, score:pass@2, loss:pass@2",
        ),
        (
            {"id": "question", "metric": "pass@9"},
            "pass@9 needs 9 answers to each question, but some have 4; ask",
        ),
    ],
)
def test_what_cannot_be_asked(one, asked, message):
    with pytest.raises(InputError, match=message):
        compare_files(one, **{"metric": "pass@2"} | asked)


def test_several_files_have_no_slices_and_no_truth_file(two):
    with pytest.raises(InputError, match="--by is used with pass@2 where one file holds all models"):
        compare_files(*two, id="question", metric="pass@2", by="truth")
    with pytest.raises(
        InputError, match="pass@2 needs the truth in the file of the answers; add its column there"
    ):
        rank_files(two, id="question", metric="pass@2", truth_file=two[0])
    with pytest.raises(InputError, match="pass@2 needs the truth in the file of the answers"):
        compare_files(*two, id="question", metric="pass@2", truth_file=two[0])
