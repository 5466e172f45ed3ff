"""Rankings of files: one with all models or one for each, logs, and what is refused."""

import csv
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bakeoff
from bakeoff.core.exceptions import BakeoffError

NAMES = ("alpha", "beta", "gamma", "delta", "eps")
RNG = np.random.default_rng(5)
N = 200
TRUTH = RNG.integers(0, 2, N)
SAID = {name: np.where(RNG.random(N) < 0.7 + 0.04 * at, TRUTH, 1 - TRUTH) for at, name in enumerate(NAMES)}
ASKED = {"resamples": 300}


def _facts(ranking):
    pairs = [(p.a, p.b, p.estimate, p.interval, p.p_value, p.decision) for p in ranking.pairs]
    return ranking.models, pairs, ranking.critical, ranking.best


def _write(path, header, rows):
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)
    return path


@pytest.fixture
def folder(tmp_path):
    rows = [
        [f"q{i}", TRUTH[i], "north" if i % 3 else "south", *(SAID[m][i] for m in NAMES)] for i in range(N)
    ]
    _write(tmp_path / "all.csv", ["id", "truth", "region", *NAMES], rows)
    for at, name in enumerate(NAMES):
        order = np.random.default_rng(at).permutation(N)
        _write(tmp_path / f"{name}.csv", ["id", "prediction"], [[f"q{i}", SAID[name][i]] for i in order])
    _write(tmp_path / "truth.csv", ["id", "truth"], [[f"q{i}", TRUTH[i]] for i in range(N)])
    return tmp_path


def test_one_file_and_one_for_each_model_give_what_columns_in_memory_give(folder):
    expected = _facts(bakeoff.rank_predictions(TRUTH, SAID, **ASKED))
    assert _facts(bakeoff.rank_files(folder / "all.csv", models=NAMES, **ASKED)) == expected
    files = [folder / f"{name}.csv" for name in NAMES]
    apart = bakeoff.rank_files(files, truth_file=folder / "truth.csv", id="id", **ASKED)
    assert _facts(apart) == expected


@pytest.mark.parametrize("metric", ["f1", "auc"])
def test_other_metrics_from_files(folder, metric):
    expected = bakeoff.rank_predictions(
        TRUTH, {k: v.astype(float) for k, v in SAID.items()}, metric=metric, **ASKED
    )
    found = bakeoff.rank_files(folder / "all.csv", models=NAMES, metric=metric, **ASKED)
    assert _facts(found) == _facts(expected)
    files = [folder / f"{name}.csv" for name in NAMES]
    apart = bakeoff.rank_files(files, truth_file=folder / "truth.csv", id="id", metric=metric, **ASKED)
    assert _facts(apart) == _facts(expected)


def test_some_models_are_chosen_among_files_as_among_columns(folder):
    files = [folder / f"{name}.csv" for name in NAMES]
    given = {"truth_file": folder / "truth.csv", "id": "id", **ASKED}
    some = bakeoff.rank_files(files, models=["beta", "eps", "gamma"], **given)
    assert _facts(some) == _facts(bakeoff.rank_files([files[1], files[2], files[4]], **given))
    with pytest.raises(BakeoffError, match="no model among the files is called 'zeta'"):
        bakeoff.rank_files(files, models=["beta", "zeta"], **given)


def test_slices_and_clusters_by_columns(folder):
    found = bakeoff.rank_files(folder / "all.csv", models=NAMES, by="region", cluster="id", **ASKED)
    assert [each.name for each in found.slices] == ["north", "south"]
    assert found.by == "region"


def test_columns_that_are_no_predictions_are_told_by_name(folder):
    with pytest.raises(BakeoffError, match=r"column 'region' .* --models alpha,beta,gamma,delta,eps$"):
        bakeoff.rank_files(folder / "all.csv")


def test_scores_of_items_need_no_truth(tmp_path):
    scores = {name: np.round(RNG.random(80), 3) for name in "xyz"}
    file = _write(tmp_path / "scores.csv", "xyz", zip(*scores.values(), strict=True))
    found = bakeoff.rank_files(file, metric="score", **ASKED)
    best = max(scores, key=lambda name: scores[name].mean())
    assert found.names[0] == best
    assert found.models[0].value == pytest.approx(scores[best].mean())


def test_a_log_for_each_model(tmp_path):
    """Logs of lm-evaluation-harness: one file of samples for each model."""
    files = []
    for name in NAMES[:3]:
        path = tmp_path / f"samples_task_{name}.jsonl"
        lines = [
            {
                "doc_id": i,
                "doc": {"q": i},
                "target": "x",
                "arguments": [],
                "resps": [],
                "filtered_resps": [],
                "acc": float(SAID[name][i] == TRUTH[i]),
            }
            for i in range(N)
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        files.append(path)
    found = bakeoff.rank_files(files, **ASKED)
    rates = sorted((float(np.mean(SAID[name] == TRUTH)) for name in NAMES[:3]), reverse=True)
    assert [each.value for each in found.models] == pytest.approx(rates)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"models": ["alpha"]}, "has 1 column besides the truth: alpha"),
        ({"models": ["alpha", "betta"]}, "is called 'betta'; did you mean 'beta'?"),
        ({"models": ["alpha", "alpha"]}, "two models are called 'alpha'"),
        ({"models": NAMES, "baseline": "zeta"}, "no model is called 'zeta'"),
        ({"models": NAMES, "truth": "trut"}, "is called 'trut'; did you mean 'truth'?"),
        ({"models": NAMES, "metric": "auc", "count": "id"}, "leave --count out"),
    ],
)
def test_bad_words_are_one_clear_line(folder, asked, said):
    with pytest.raises(BakeoffError) as problem:
        bakeoff.rank_files(folder / "all.csv", **ASKED, **asked)
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_models_with_other_items_are_named_with_three_ids(folder):
    _write(folder / "short.csv", ["id", "prediction"], [[f"q{i}", 1] for i in range(N - 5)])
    files = [folder / f"{name}.csv" for name in (*NAMES, "short")]
    with pytest.raises(
        BakeoffError, match=r"short.csv do not hold the same ids: 5 only .*'q195', 'q196', 'q197'"
    ):
        bakeoff.rank_files(files, truth_file=folder / "truth.csv", id="id")


def test_files_without_a_truth_say_where_to_give_it(folder):
    with pytest.raises(BakeoffError, match="name the file that has them: truth_file"):
        bakeoff.rank_files([folder / f"{name}.csv" for name in NAMES], id="id")


def test_a_table_without_a_truth_says_what_may_be_meant(tmp_path):
    file = _write(tmp_path / "scores.csv", ["x", "y", "z"], RNG.random((9, 3)))
    with pytest.raises(BakeoffError, match="with --truth, or add --datasets if rows are data sets"):
        bakeoff.rank_files(file)


def test_two_files_of_one_name_cannot_be_told_apart(folder):
    other = folder / "more"
    other.mkdir()
    _write(other / "alpha.csv", ["id", "prediction"], [[f"q{i}", 1] for i in range(N)])
    with pytest.raises(BakeoffError, match="two models are called 'alpha'"):
        bakeoff.rank_files(
            [folder / "alpha.csv", other / "alpha.csv"], truth_file=folder / "truth.csv", id="id"
        )


@pytest.mark.parametrize(
    ("strange", "said"),
    [
        ([str(row % 31) for row in range(60)], "only 6.67 % of the values of column 'who'"),
        (["x"] * 60, "no value of column 'who'"),
    ],
)
def test_columns_whose_values_are_mostly_never_true_are_not_taken_for_models(tmp_path, strange, said):
    rows = [(at % 2, at % 2, at % 3 % 2, user) for at, user in enumerate(strange)]
    file = _write(tmp_path / "all.csv", ["truth", "a", "b", "who"], rows)
    with pytest.raises(BakeoffError) as problem:
        bakeoff.rank_files(file)
    assert said in str(problem.value)
    assert "--models a,b" in str(problem.value)
    named = bakeoff.rank_files(file, models=["a", "b", "who"], resamples=200)
    assert len(named.models) == 3


def test_answers_that_are_mostly_free_text_may_all_be_models(tmp_path):
    rows = [
        (f"t{at}", f"t{at}" if at % 2 else f"u{at}", f"t{at}" if at % 3 else f"v{at}") for at in range(60)
    ]
    ranking = bakeoff.rank_files(_write(tmp_path / "all.csv", ["truth", "a", "b"], rows))
    assert {each.name for each in ranking.models} == {"a", "b"}


def test_models_are_called_by_their_names_in_what_is_wrong_with_them(tmp_path):
    rows = [(at % 2, 0.25 + at % 2 / 2, at % 2, 7) for at in range(60)]
    file = _write(tmp_path / "all.csv", ["truth", "p", "a", "seven"], rows)
    with pytest.raises(BakeoffError, match="model p holds fractions such as"):
        bakeoff.rank_files(file, models=["p", "a"])
    with pytest.raises(BakeoffError, match=r"mcc is undefined \(0/0\) on these items for seven;"):
        bakeoff.rank_files(file, models=["a", "seven"], metric="mcc", resamples=200)
    ranking = bakeoff.rank_files(file, models=["a", "seven"], resamples=200)
    assert "no label of seven occurs in the truth" in ranking.caveats[0].text


def _retrieval(rows=50):
    rng = np.random.default_rng(4)
    level = rng.random(rows) * 0.7
    scores = {
        name: np.clip(level + rng.normal(0.03 * at, 0.1, rows), 0, 1).round(3)
        for at, name in enumerate(NAMES)
    }
    return {"qid": np.arange(101, 101 + rows), **scores}


def _in_formats(folder, columns):
    import pandas as pd
    from tests.packing import PACKERS

    frame = pd.DataFrame(columns)
    frame.to_csv(folder / "t.csv", index=False)
    for ending, packed in PACKERS.items():
        (folder / f"t.csv.{ending}").write_bytes(packed((folder / "t.csv").read_bytes()))
    frame.to_parquet(folder / "t.parquet")
    frame.to_json(folder / "t.jsonl", orient="records", lines=True)
    return [folder / name for name in ("t.csv", "t.csv.gz", "t.csv.zst", "t.parquet", "t.jsonl")]


@pytest.mark.parametrize("name", ["qid", "ndcg_of"])
@pytest.mark.slow
def test_a_column_that_numbers_the_rows_never_wins(tmp_path, name):
    columns = _retrieval()
    columns = {name: columns.pop("qid"), **columns}
    for file in _in_formats(tmp_path, columns):
        ranking = bakeoff.rank_files(file, metric="score", **ASKED)
        assert set(ranking.names) == set(NAMES), file
        assert ranking.left_out == (name,)
        assert ranking.roles["models"] == {"column": list(NAMES), "by": "recognised"}
        assert any(note.startswith(f"not taken as models: {name} (") for note in ranking.notes)
        assert f"not used: {name}" in str(ranking)
    named = bakeoff.rank_files(file, metric="score", models=(name, *NAMES), **ASKED)
    assert name in named.names
    assert named.roles["models"]["by"] == "said"


def test_a_column_that_numbers_the_rows_never_wins_in_a_database(tmp_path):
    import sqlite3

    import pandas as pd

    from bakeoff.compare.rank_source import RankRequest, rank_source

    with sqlite3.connect(tmp_path / "t.db") as base:
        pd.DataFrame(_retrieval() | {"ndcg_of": np.arange(50) + 7}).to_sql("t", base, index=False)
    base.close()
    request = RankRequest(
        connect=f"sqlite:///{tmp_path / 't.db'}", tables=("t",), metric="score", options=ASKED
    )
    ranking = rank_source(request)
    assert set(ranking.names) == set(NAMES)
    assert ranking.left_out == ("qid", "ndcg_of")


@pytest.mark.slow
def test_ids_folds_and_counts_are_no_models_of_labels_or_probabilities(tmp_path):
    fold, users = RNG.integers(0, 2, N), RNG.integers(0, 2, N)
    chances = {name: np.round(0.2 + 0.6 * each + 0.1 * RNG.random(N), 3) for name, each in SAID.items()}
    others = {"serial": RNG.permutation(N), "fold": fold, "user": users}
    for at, said in enumerate((SAID, chances)):
        for file in _in_formats(tmp_path, {"truth": TRUTH, **others, **said}):
            ranking = bakeoff.rank_files(file, metric=("accuracy", "auc")[at], **ASKED)
            assert set(ranking.names) == set(NAMES), file
            assert set(ranking.left_out) == set(others)


def test_too_few_columns_that_may_be_models_are_refused_with_what_was_left_out(tmp_path):
    columns = _retrieval()
    file = _in_formats(tmp_path, {"qid": columns["qid"], "fold": [0, 1] * 25, "alpha": columns["alpha"]})[0]
    with pytest.raises(BakeoffError, match=r"1 column besides the truth: alpha;.*qid \(called like items\)"):
        bakeoff.rank_files(file, metric="score")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_of_a_long_file_the_first_rows_say_what_is_no_model(tmp_path, monkeypatch, kind):
    monkeypatch.setattr("bakeoff.compare.rank_columns.FIRST", 50)
    columns = {"truth": TRUTH, **SAID, "x": RNG.random(N)}
    path = tmp_path / f"p.{kind}"
    if kind == "csv":
        _write(path, list(columns), list(zip(*columns.values(), strict=True)))
    else:
        pq.write_table(pa.table(columns), path)
    whole = bakeoff.rank_files(path, models=NAMES, **ASKED)
    read = "bakeoff.compare.rank_source.read_labels"
    with monkeypatch.context() as patched:
        patched.setattr(read, lambda *_, **__: pytest.fail("all rows were counted"))
        with pytest.raises(
            BakeoffError, match=r"no value of column 'x' of .* name the models: --models alpha,"
        ):
            bakeoff.rank_files(path)
    short = {name: each for name, each in columns.items() if name != "x"}
    _write(tmp_path / "q.csv", list(short), list(zip(*short.values(), strict=True)))
    assert _facts(bakeoff.rank_files(tmp_path / "q.csv", **ASKED)) == _facts(whole)


def test_text_beside_a_truth_of_numbers_is_compared_as_text(tmp_path):
    columns = {"truth": TRUTH, **SAID, "user_id": [f"user{at % 20}" for at in range(N)]}
    pq.write_table(pa.table(columns), tmp_path / "p.parquet")
    assert [each.name for each in bakeoff.rank_files(tmp_path / "p.parquet", **ASKED).models] != []


def test_rankings_of_repeated_answers_say_what_was_left_out(tmp_path):
    thrice = np.tile(np.arange(40), 3)
    said = {name: np.where(RNG.random(120) < 0.7, TRUTH[thrice], 1 - TRUTH[thrice]) for name in ("x", "y")}
    columns = {"question": thrice, "attempt": np.arange(120) // 40, "truth": TRUTH[thrice], **said}
    file = _in_formats(tmp_path, columns)[0]
    ranking = bakeoff.rank_files(file, id="question", metric="pass@2", **ASKED)
    assert ranking.left_out == ("attempt",)
    assert ranking.roles["models"] == {"column": ["x", "y"], "by": "recognised"}
    assert "attempt (called like repeats)" in ranking.notes[-1]
