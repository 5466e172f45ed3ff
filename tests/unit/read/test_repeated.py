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
        InputError, match="pass@2 applies to answers that are right or wrong, but one has the score 4"
    ):
        compare_files(file, id="q", metric="pass@2")
    with pytest.raises(InputError, match="pass@2 applies to answers that are right or wrong, not to losses"):
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
        ({}, "pass@2 applies to several answers to a question; name the column of questions with --id"),
        ({"id": "question", "count": "kind"}, "--count is not used with pass@2, which counts questions"),
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


def test_several_files_have_no_slices(two):
    with pytest.raises(InputError, match="--by can be used with pass@2 only if one file holds all models"):
        compare_files(*two, id="question", metric="pass@2", by="truth")


@pytest.fixture(scope="module")
def apart(one):
    """The answers without the truth, in one file and in one for each model, and a file of the truth."""
    rows = [line.split(",") for line in one.read_text().splitlines()[1:]]
    truth = {(row[0], row[1], row[4]) for row in rows}
    names = ("question", "truth", "kind")
    return {
        "one": table(
            one.with_name("bare.csv"), rows=[(r[0], r[2], r[3]) for r in rows], names=("question", *"ab")
        ),
        "two": [
            table(
                one.with_name(f"{x}-bare.csv"), rows=[(r[0], r[at]) for r in rows], names=("question", "said")
            )
            for at, x in ((2, "a"), (3, "b"))
        ],
        "truth": table(one.with_name("truth.csv"), rows=sorted(truth), names=names),
    }


@pytest.mark.parametrize("metric", ["pass@3", "pass^2", "agreement"])
def test_the_truth_in_a_file_of_its_own(one, apart, metric):
    asked = {"id": "question", "metric": metric}
    same = compare_files(one, **asked)
    asked["truth_file"] = apart["truth"]
    assert compare_files(apart["one"], truth="truth", **asked).result == same.result
    assert compare_files(*apart["two"], truth="truth", **asked).result == same.result
    assert compare_files(apart["one"], truth="truth", by="kind", **asked).slices[0].name == "even"
    ranking = rank_files(apart["two"], truth="truth", resamples=200, **asked)
    assert sorted(each.value for each in ranking.models) == pytest.approx(sorted(same.values))
    ranking = rank_files(apart["one"], truth="truth", models=["a", "b"], resamples=200, **asked)
    assert sorted(each.value for each in ranking.models) == pytest.approx(sorted(same.values))


def test_a_truth_file_that_does_not_fit(one, two, apart, tmp_path):
    asked = {"id": "question", "metric": "pass@2", "truth": "truth"}
    with pytest.raises(
        InputError, match=r"both .*a.csv and .*truth.csv have column 'truth'; leave out --truth-file"
    ):
        rank_files(two, truth_file=apart["truth"], **asked)
    few = table(tmp_path / "few.csv", rows=[("q0", "yes"), ("q99", "no")], names=("question", "truth"))
    with pytest.raises(
        InputError, match=r"do not hold the same ids: 116 only in .*bare.csv .* and 1 only in .*few"
    ):
        compare_files(apart["one"], truth_file=few, **asked)
    lines = tmp_path / "truth.jsonl"
    lines.write_text('{"question": "q0", "truth": "yes"}\n')
    with pytest.raises(InputError, match=r"are files of different formats; .*expected one format"):
        compare_files(apart["one"], truth_file=lines, **asked)
    with pytest.raises(
        InputError, match="score:best-of-2 applies to answers that are already scored; leave out"
    ):
        compare_files(apart["one"], truth_file=few, **{**asked, "metric": "score:best-of-2", "truth": None})


def test_clusters_of_questions_are_drawn_whole(one, apart, right, tmp_path):
    """The same numbers as of a table with one score and cluster for each question."""
    values = right.mean(axis=-1)
    rows = [(*values[:, q], "odd" if q % 2 else q % 8) for q in range(QUESTIONS)]
    scores = table(tmp_path / "scores.csv", rows=rows, names=("a", "b", "topic"))
    expected = compare_files(scores, metric="score", cluster="topic").result
    topics = {f"q{q}": rows[q][2] for q in range(QUESTIONS)}
    lines = [line.split(",") for line in one.read_text().splitlines()[1:]]
    with_topic = [(*line, topics[line[0]]) for line in lines]
    file = table(
        tmp_path / "one.csv", rows=with_topic, names=("question", "truth", "a", "b", "kind", "topic")
    )
    asked = {"id": "question", "metric": "pass@1", "cluster": "topic"}
    found = compare_files(file, **asked)
    assert found.result.estimate == pytest.approx(expected.estimate)
    assert tuple(found.result.interval) == pytest.approx(tuple(expected.interval))
    assert found.result.method == expected.method
    sliced = compare_files(file, by="kind", **asked)
    assert [each.n for each in sliced.slices] == [15, 15]
    files = [
        table(
            tmp_path / f"{x}.csv",
            rows=[(r[0], r[1], r[at], r[5]) for r in with_topic],
            names=("question", "truth", "said", "topic"),
        )
        for at, x in ((2, "a"), (3, "b"))
    ]
    assert tuple(compare_files(*files, **asked).result.interval) == pytest.approx(tuple(expected.interval))
    truth = sorted({(r[0], r[1], r[5]) for r in with_topic})
    beside = table(tmp_path / "truth.csv", rows=truth, names=("question", "truth", "topic"))
    found = compare_files(apart["one"], truth="truth", truth_file=beside, **asked)
    assert tuple(found.result.interval) == pytest.approx(tuple(expected.interval))


def test_a_question_is_in_one_cluster(one):
    with pytest.raises(
        InputError, match=r"answers to one question have different values of column 'b' .*'no', 'yes'"
    ):
        compare_files(one, id="question", metric="pass@1", cluster="b", a="a", b="truth", truth="kind")
