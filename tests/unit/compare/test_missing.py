"""Missing answers count as what was chosen, and alike on every route."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

from bakeoff import (
    InputError,
    check_not_worse,
    compare_files,
    compare_predictions,
    rank_files,
    rank_predictions,
)
from bakeoff.cli.main import main
from bakeoff.plan.gate_file import read_gate_file
from bakeoff.plan.gates import gate_source

RNG = np.random.default_rng(29)
N = 200
TRUTH = RNG.choice(["no", "yes"], N).tolist()
OTHER = {"no": "yes", "yes": "no"}


def answers(skill, lost):
    right = RNG.random(N) < skill
    found = [each if ok else OTHER[each] for each, ok in zip(TRUTH, right, strict=True)]
    return [None if at in lost else each for at, each in enumerate(found)]


A = answers(0.85, {3, 9, 50, 51, 120, 199})
B = answers(0.7, {3, 77})


def rightness(said, missing):
    return [
        (missing if missing is not None else np.nan) if each is None else float(each == true)
        for each, true in zip(said, TRUTH, strict=True)
    ]


def table(folder, form):
    path = folder / f"p.{form}"
    if form == "csv":
        rows = zip(TRUTH, A, B, strict=True)
        path.write_text("truth,a,b\n" + "".join(f"{t},{a or ''},{b or 'NA'}\n" for t, a, b in rows))
    elif form == "jsonl":
        rows = zip(TRUTH, A, B, strict=True)
        path.write_text("".join(json.dumps({"truth": t, "a": a, "b": b}) + "\n" for t, a, b in rows))
    else:
        pd.DataFrame({"truth": TRUTH, "a": A, "b": B}).to_parquet(path)
    return path


def by_route(route, folder, choice, **more):
    if route == "python":
        return compare_predictions(TRUTH, A, B, missing=choice, **more)
    if route == "pandas":
        return compare_predictions(TRUTH, pd.Series(A), pd.Series(B), missing=choice, **more)
    return compare_files(table(folder, route), missing=choice, **more)


ROUTES = ["python", "pandas", "csv", "jsonl", "parquet"]


@pytest.mark.parametrize("route", ROUTES)
def test_missing_labels_are_refused_with_the_three_choices(route, tmp_path):
    with pytest.raises(InputError, match=r"\(--missing\): wrong .*drop .*bounds"):
        by_route(route, tmp_path, None)


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_counts_missing_labels_alike(route, tmp_path):
    expected = {
        "wrong": np.subtract(rightness(A, 0), rightness(B, 0)).mean(),
        "drop": np.nanmean(np.subtract(rightness(A, None), rightness(B, None))),
    }
    for choice, difference in expected.items():
        verdict = by_route(route, tmp_path, choice)
        assert verdict.result.estimate == pytest.approx(difference)
        told = verdict.to_dict()["missing"]
        assert (told["without_answer"], told["items"]) == ({"A": 6, "B": 2}, N)
        assert told["share"] == {"A": 0.03, "B": 0.01}
        assert told["left_out"] == (7 if choice == "drop" else 0)
    values = by_route(route, tmp_path, "bounds").to_dict()["bounds"]
    assert values["worst"]["estimate"] == pytest.approx(np.subtract(rightness(A, 0), rightness(B, 1)).mean())
    assert values["best"]["estimate"] == pytest.approx(np.subtract(rightness(A, 1), rightness(B, 0)).mean())


def test_bounds_decide_only_what_both_cases_say():
    truth = ["yes"] * 40 + ["no"] * 40
    right, lost = list(truth), [None] * 12 + truth[12:]
    verdict = compare_predictions(truth, right, lost, missing="bounds")
    assert verdict.bounds is not None
    assert (verdict.bounds.best.decision, verdict.bounds.worst.decision) == ("a-better", "undecided")
    assert verdict.decision == "undecided"
    assert verdict.result.p_value == verdict.bounds.worst.p_value
    unsure = [OTHER[each] for each in truth[:14]] + truth[14:]
    decided = compare_predictions(truth, [None, *right[1:]], unsure, missing="bounds")
    assert decided.decision == "a-better"
    assert decided.result.p_value == max(decided.bounds.worst.p_value, decided.bounds.best.p_value)
    half = [None] * 40 + truth[40:]
    opposite = compare_predictions(truth, half, [*truth[:40], *[None] * 40], missing="bounds")
    assert (opposite.bounds.worst.decision, opposite.bounds.best.decision) == ("b-better", "a-better")
    assert (opposite.decision, opposite.result.p_value) == ("undecided", 1.0)


def test_nothing_missing_is_said_and_changes_nothing():
    full = [each or "yes" for each in A]
    plain = compare_predictions(TRUTH, full, full[::-1])
    for choice in ("wrong", "drop", "bounds"):
        verdict = compare_predictions(TRUTH, full, full[::-1], missing=choice)
        assert verdict.result.p_value == plain.result.p_value
        assert "no answer is missing in 200 items" in verdict.result.notes
        assert verdict.bounds is None


def test_a_missing_answer_is_the_other_of_two_classes():
    filled = [OTHER[true] if each is None else each for each, true in zip(A, TRUTH, strict=True)]
    verdict = compare_predictions(TRUTH, A, TRUTH, metric="f1", positive="yes", missing="wrong")
    assert verdict.values[0] == pytest.approx(f1_score(TRUTH, filled, pos_label="yes"))


def test_among_three_classes_a_wrong_answer_has_no_label_of_its_own():
    truth = [*TRUTH[:-3], "maybe", "maybe", "maybe"]
    assert compare_predictions(truth, A, TRUTH, missing="wrong").missing.counts == (6, 0)
    with pytest.raises(InputError, match=r"depends on which wrong answer .* choose drop"):
        compare_predictions(truth, A, TRUTH, metric="macro-f1", missing="wrong")
    with pytest.raises(InputError, match=r"rmse is of numbers.* choose drop"):
        compare_predictions([1.0, 2, 3], [1, 2, None], [1, 2, 2.5], metric="rmse", missing="wrong")


def test_one_class_alone_has_wrong_answers_too():
    verdict = compare_predictions([1] * 30, [1] * 20 + [None] * 10, [1] * 30, missing="wrong")
    assert verdict.values == pytest.approx((2 / 3, 1))


def test_numbers_are_left_out(tmp_path):
    truth = RNG.normal(size=60)
    a, b = truth + RNG.normal(size=60), truth + RNG.normal(size=60)
    gaps = a.copy()
    gaps[[4, 40]] = np.nan
    kept = ~np.isnan(gaps)
    expected = compare_predictions(truth[kept], a[kept], b[kept], metric="rmse")
    found = compare_predictions(truth, gaps, b, metric="rmse", missing="drop")
    assert found.result.p_value == pytest.approx(expected.result.p_value)
    path = tmp_path / "n.csv"
    pd.DataFrame({"truth": truth, "a": gaps, "b": b}).to_csv(path, index=False)
    assert compare_files(path, metric="rmse", missing="drop").result.p_value == pytest.approx(
        expected.result.p_value
    )
    with pytest.raises(InputError, match="--missing"):
        compare_files(path, metric="rmse")


def test_two_files_compare_their_common_items(tmp_path):
    one, two = tmp_path / "a.csv", tmp_path / "b.csv"
    full = [each or "no" for each in A]
    for path, said, rows in ((one, full, range(N)), (two, TRUTH, range(120))):
        path.write_text("id,truth,prediction\n" + "".join(f"{at},{TRUTH[at]},{said[at]}\n" for at in rows))
    with pytest.raises(InputError, match=r"same ids: 80 only in .* --missing drop"):
        compare_files(one, two, id="id")
    verdict = compare_files(one, two, id="id", missing="drop")
    expected = compare_predictions(TRUTH[:120], full[:120], TRUTH[:120])
    assert verdict.result.p_value == expected.result.p_value
    assert (verdict.missing.items, verdict.missing.counts, verdict.missing.left_out) == (N, (0, 80), 80)


def test_gates(tmp_path):
    new, old = [each or "no" for each in A], [each or "no" for each in B]
    lost = [None if at < 30 else each for at, each in enumerate(new)]
    with pytest.raises(InputError, match="--missing"):
        check_not_worse(TRUTH, old, lost, margin=0.05)
    bounds = check_not_worse(TRUTH, old, lost, margin=0.05, missing="bounds")
    worst = [OTHER[TRUTH[at]] if at < 30 else each for at, each in enumerate(new)]
    expected = check_not_worse(TRUTH, old, worst, margin=0.05)
    assert (bounds.bound, bounds.p_value) == (expected.bound, expected.p_value)
    assert bounds.outcome == expected.outcome
    assert bounds.missing.counts == (30, 0)
    assert check_not_worse(TRUTH, old, lost, margin=0.05, missing="drop").missing.left_out == 30
    pd.DataFrame({"truth": TRUTH, "old": old, "new": lost}).to_csv(tmp_path / "p.csv", index=False)
    config = tmp_path / "gate.toml"
    config.write_text('files = ["p.csv"]\nmissing = "bounds"\n[[check]]\nmargin = 0.05\n')
    found = gate_source(read_gate_file(config))
    assert (found.bound, found.outcome) == (expected.bound, expected.outcome)
    assert found.to_dict()["bounds"]["worst"]["decision"] == expected.outcome
    config.write_text('files = ["p.csv"]\nmissing = "ignore"\n[[check]]\nmargin = 0.05\n')
    with pytest.raises(InputError, match="'ignore'"):
        read_gate_file(config)


def test_a_gate_fails_only_if_the_best_case_fails():
    truth = ["yes", "no"] * 50
    bad = [OTHER[each] for each in truth[:40]] + truth[40:]
    few = [None if at in (90, 91) else each for at, each in enumerate(bad)]
    assert check_not_worse(truth, truth, few, margin=0.02, missing="bounds").outcome == "fail"
    many = [None] * 40 + truth[40:]
    assert check_not_worse(truth, truth, many, margin=0.02, missing="bounds").outcome == "inconclusive"


def test_rankings(tmp_path):
    models = {"a": A, "b": B, "c": TRUTH}
    with pytest.raises(InputError, match=r"model a has a missing value .*--missing"):
        rank_predictions(TRUTH, models)
    wrong = {name: [e or OTHER[t] for e, t in zip(own, TRUTH, strict=True)] for name, own in models.items()}
    expected = rank_predictions(TRUTH, wrong, resamples=500)
    found = rank_predictions(TRUTH, models, resamples=500, missing="wrong")
    assert [each.value for each in found.models] == [each.value for each in expected.models]
    assert found.missing.counts == (6, 2, 0)
    path = tmp_path / "m.csv"
    pd.DataFrame({"truth": TRUTH, **models}).to_csv(path, index=False)
    dropped = rank_files(path, missing="drop", resamples=500)
    assert dropped.basis.counts == (N - 7,)
    assert any("7 of 200 are left out" in each for each in dropped.notes)


def test_repeated_answers(tmp_path):
    path = tmp_path / "repeated.csv"
    rows = [(q, true, said) for q, true in enumerate("xyxxyx") for said in (true, "x", "")]
    path.write_text("q,truth,a,b\n" + "".join(f"{q},{true},{said},y\n" for q, true, said in rows))
    with pytest.raises(InputError, match="--missing"):
        compare_files(path, id="q", metric="pass@1")
    wrong = compare_files(path, id="q", metric="pass@1", missing="wrong")
    assert wrong.values[0] == pytest.approx((4 * 2 + 2 * 1) / 18)
    assert (wrong.missing.items, wrong.missing.counts) == (18, (6, 0))
    assert compare_files(path, id="q", metric="pass@1", missing="drop").values[0] == pytest.approx(10 / 12)
    bounds = compare_files(path, id="q", metric="pass@1", missing="bounds").bounds
    gap = [(4 * 2 + 2) / 18, (4 * 3 + 2 * 2) / 18]
    assert [bounds.worst.estimate, bounds.best.estimate] == pytest.approx([each - 1 / 3 for each in gap])
    with pytest.raises(InputError, match="agreement does not say which answer is wrong"):
        compare_files(path, id="q", metric="agreement", missing="wrong")


def test_the_pilot_of_a_plan(tmp_path, capsys):
    path = tmp_path / "p.csv"
    pd.DataFrame({"truth": TRUTH, "a": A, "b": B}).to_csv(path, index=False)
    main(["plan", "--pilot", str(path), "--difference", "0.05", "--missing", "drop", "--quiet"])
    assert "items" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["plan", "--pilot", str(path), "--difference", "0.05"])
    assert "--missing" in capsys.readouterr().err


def test_the_command_line(tmp_path, capsys):
    path = table(tmp_path, "csv")
    for choice in ("wrong", "drop", "bounds"):
        main(["compare", str(path), "--missing", choice, "--json"])
        expected = compare_predictions(TRUTH, A, B, missing=choice)
        values = json.loads(capsys.readouterr().out)
        assert values["p_value"] == pytest.approx(expected.result.p_value)
        assert values["missing"] == expected.to_dict()["missing"]
        assert ("bounds" in values) == (choice == "bounds")
    main(["compare", str(path), "--missing", "bounds"])
    shown = capsys.readouterr().out
    assert "worst case" in shown
    assert "no answer of A to 6 of 200 (3 %), of B to 2 of 200 (1 %)" in shown
    with pytest.raises(SystemExit):
        main(["compare", str(path), "--missing", "ignore"])
    assert "wrong" in capsys.readouterr().err


def test_scores_of_folds_have_no_missing_answers(tmp_path):
    path = tmp_path / "folds.csv"
    rows = [f"{learner},1,{fold},{0.8 + fold / 100}\n" for learner in ("x", "y") for fold in range(5)]
    path.write_text("learner,run,fold,score\n" + "".join(rows))
    with pytest.raises(InputError, match="holds scores of folds; leave missing out"):
        compare_files(path, missing="drop")


@pytest.mark.parametrize("metric", ["accuracy", "f1", "kappa", "balanced-accuracy", "mcc"])
def test_every_completion_lies_between_the_cases(metric):
    rng = np.random.default_rng(12)
    for _ in range(4):
        truth = rng.integers(0, 2, 80)
        models = [np.where(rng.random(80) < skill, truth, 1 - truth) for skill in (0.8, 0.6)]
        gaps = [rng.random(80) < 0.1 for _ in models]
        lost = [np.where(gap, np.nan, said) for gap, said in zip(gaps, models, strict=True)]
        bounds = compare_predictions(
            truth, *lost, metric=metric, positive=_positive(metric), missing="bounds"
        )
        low, high = bounds.bounds.worst.estimate, bounds.bounds.best.estimate
        for _ in range(10):
            filled = [
                np.where(gap, rng.integers(0, 2, 80), said) for gap, said in zip(gaps, lost, strict=True)
            ]
            found = compare_predictions(truth, *filled, metric=metric, positive=_positive(metric))
            assert low - 1e-12 <= found.result.estimate <= high + 1e-12
            if bounds.decision != "undecided":
                assert found.decision == bounds.decision


def _positive(metric):
    return 1 if metric == "f1" else None


@pytest.mark.slow
def test_bounds_keep_the_level_where_answers_are_lost_because_they_would_be_wrong():
    """One of two equal models loses 30 % of its wrong answers."""
    rng = np.random.default_rng(7)
    decided = {"drop": 0, "bounds": 0}
    for _ in range(100):
        truth = rng.integers(0, 2, 300)
        a, b = (np.where(rng.random(300) < 0.75, truth, 1 - truth) for _ in range(2))
        a = np.where((a != truth) & (rng.random(300) < 0.3), np.nan, a)
        for choice in decided:
            decided[choice] += compare_predictions(truth, a, b, missing=choice).decision != "undecided"
    assert decided["bounds"] <= 10 < decided["drop"]
