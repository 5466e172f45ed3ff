"""Several checks in one gate: what is read, and how they are decided together."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bakeoff import Gate, Gates, InputError, check_not_worse, check_not_worse_counts, compare_files
from bakeoff.compare.two_models import source_items
from bakeoff.core.gate import Check
from bakeoff.plan.gates import GateRequest, Wish, gate_source, together

RNG = np.random.default_rng(11)
N = 600
TRUTH = RNG.integers(0, 2, N)
OLD = np.where(RNG.random(N) < 0.9, TRUTH, 1 - TRUTH)
NEW = np.where(RNG.random(N) < 0.97, OLD, TRUTH)
PART = RNG.choice(["x", "y", "z"], N)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "p.csv"
    rows = "\n".join(",".join(map(str, row)) for row in zip(TRUTH, OLD, NEW, PART, strict=True))
    path.write_text(f"truth,old,new,part\n{rows}\n")
    return path


def check(name, gate):
    return Check(name=name, outcome=gate.outcome, margin=gate.margin, gate=gate)


def test_one_check_is_that_of_python(file):
    found = gate_source(GateRequest(files=(file,), wishes=(Wish(margin=0.03),)))
    expected = check_not_worse(TRUTH, OLD, NEW, margin=0.03)
    assert isinstance(found, Gate)
    assert replace(found, caveats=(), roles={}, left_out=()) == expected


def test_too_many_checks_are_refused_before_anything_is_read(file):
    wishes = (Wish(margin=0.03),) * 201
    with pytest.raises(InputError, match="more than 200 checks"):
        gate_source(GateRequest(files=(file.with_name("missing.csv"),), wishes=wishes))


def test_checks_of_the_same_items_read_them_once(file, monkeypatch):
    read = []

    def counted(asked, **how):
        read.append((asked.metric, asked.by))
        return source_items(asked, **how)

    monkeypatch.setattr("bakeoff.plan.gates.source_items", counted)
    wishes = [Wish(margin=margin, by="part", slice=part) for part in "xyz" for margin in (0.02, 0.05)]
    found = gate_source(GateRequest(files=(file,), wishes=(*wishes, Wish(margin=0.05, metric="f1"))))
    assert read == [(None, "part"), ("f1", None)]
    assert len(found.checks) == 7


def test_slices_and_metrics_are_those_of_python(file):
    wishes = (Wish(margin=0.03, by="part", whole=True), Wish(margin=0.05, metric="f1"))
    found = gate_source(GateRequest(files=(file,), wishes=wishes))
    assert isinstance(found, Gates)
    assert [(each.name, each.value) for each in found.checks] == [
        ("accuracy", ""),
        *(("accuracy", part) for part in "xyz"),
        ("f1", ""),
    ]
    own = PART == "y"
    expected = check_not_worse(TRUTH[own], OLD[own], NEW[own], margin=0.03)
    assert replace(found.checks[2].gate, roles={}, left_out=()) == expected
    assert found.p_value == max(each.gate.p_value for each in found.checks)


def test_only_one_slice(file):
    found = gate_source(GateRequest(files=(file,), wishes=(Wish(margin=0.1, by="part", slice="x"),)))
    assert [each.value for each in found.checks] == ["x"]
    with pytest.raises(InputError, match="'w'"):
        gate_source(GateRequest(files=(file,), wishes=(Wish(margin=0.1, by="part", slice="w"),)))


def test_all_must_pass():
    good, bad, unsure = (
        check_not_worse_counts(lost, won, n=1000, margin=0.03) for lost, won in ((10, 10), (60, 10), (90, 85))
    )
    assert [each.outcome for each in (good, bad, unsure)] == ["pass", "fail", "inconclusive"]
    cases = {("pass",): (good, good), ("inconclusive",): (good, unsure), ("fail",): (good, unsure, bad)}
    for (outcome,), gates in cases.items():
        found = together([check(str(at), each) for at, each in enumerate(gates)], alpha=0.025)
        assert found.outcome == outcome
        assert (found.items_needed is not None) == (outcome == "inconclusive")


def test_a_fail_is_adjusted_for_several():
    bad = check_not_worse_counts(34, 17, n=1000, margin=0.02)
    assert bad.outcome == "fail"
    assert 0.025 / 5 < bad.p_worse < 0.025
    good = check_not_worse_counts(5, 5, n=1000, margin=0.02)
    alone = together([check("bad", bad)], alpha=0.025)
    among = together([check("bad", bad), *(check(f"{at}", good) for at in range(4))], alpha=0.025)
    assert (alone.outcome, among.outcome) == ("fail", "inconclusive")


def test_no_number_of_checks_changes_a_pass():
    good = check_not_worse_counts(10, 10, n=1000, margin=0.03)
    assert together([check(f"{at}", good) for at in range(100)], alpha=0.025).outcome == "pass"


def test_a_slice_that_cannot_be_judged_is_inconclusive(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("truth,old,new,part\n" + "1,1,1,x\n0,0,0,x\n" * 200 + "0,0,0,y\n" * 50)
    wishes = (Wish(margin=0.1, metric="f1", positive="1", by="part"),)
    found = gate_source(GateRequest(files=(path,), wishes=wishes))
    assert [each.outcome for each in found.checks] == ["pass", "inconclusive"]
    assert (found.outcome, found.p_value) == ("inconclusive", 1.0)
    assert found.checks[1].refused
    assert found.checks[1].refused in str(found)


def test_two_files_are_joined_and_others_refused(tmp_path):
    ids = np.arange(N)
    for name, said, at in (("old", OLD, ids), ("new", NEW, ids[::-1]), ("other", NEW, ids + 3)):
        rows = "\n".join(f"{i},{TRUTH[i % N]},{said[i % N]}" for i in at.tolist())
        (tmp_path / f"{name}.csv").write_text(f"id,truth,prediction\n{rows}\n")
    files = [tmp_path / f"{name}.csv" for name in ("old", "new", "other")]
    found = gate_source(GateRequest(files=tuple(files[:2]), wishes=(Wish(margin=0.03),), id="id"))
    assert replace(found, roles={}, left_out=()) == check_not_worse(TRUTH, OLD, NEW, margin=0.03)
    with pytest.raises(
        InputError, match=r"3 only in .*old\.csv \(0, 1, 2\) and 3 only in .*\(600, 601, 602\)"
    ):
        gate_source(GateRequest(files=(files[0], files[2]), wishes=(Wish(margin=0.03),), id="id"))


def test_another_truth_is_refused(tmp_path):
    for name, truth in (("old", TRUTH), ("new", np.where(np.arange(N) % 100 == 7, 1 - TRUTH, TRUTH))):
        rows = "\n".join(f"{at},{label},{label}" for at, label in enumerate(truth))
        (tmp_path / f"{name}.csv").write_text(f"id,truth,prediction\n{rows}\n")
    files = tuple(tmp_path / f"{name}.csv" for name in ("old", "new"))
    with pytest.raises(InputError, match=r"for 6 items: id .*\(also "):
        gate_source(GateRequest(files=files, wishes=(Wish(margin=0.03),), id="id"))


def test_the_truth_may_be_in_a_file_of_its_own(tmp_path):
    for name, said in (("truth", TRUTH), ("old", OLD), ("new", NEW)):
        column = "truth" if name == "truth" else "prediction"
        rows = "\n".join(f"{at},{label}" for at, label in enumerate(said))
        (tmp_path / f"{name}.csv").write_text(f"id,{column}\n{rows}\n")
    files = (tmp_path / "old.csv", tmp_path / "new.csv")
    request = GateRequest(
        files=files, truth_file=tmp_path / "truth.csv", id="id", wishes=(Wish(margin=0.03),)
    )
    expected = check_not_worse(TRUTH, OLD, NEW, margin=0.03)
    assert replace(gate_source(request), roles={}, left_out=()) == expected


def test_nothing_to_do_is_refused(file):
    with pytest.raises(InputError, match="got 0 files"):
        gate_source(GateRequest(files=(), wishes=(Wish(margin=0.03),)))
    with pytest.raises(InputError, match="there are no checks"):
        gate_source(GateRequest(files=(file,), wishes=()))


LOGS = Path(__file__).parents[1] / "read" / "importers" / "data"


@pytest.mark.parametrize(
    ("old", "new", "metric"),
    [
        ("lm_eval/hasty", "lm_eval/careful", "acc"),
        ("inspect/hasty.json.gz", "inspect/careful.json.gz", None),
    ],
)
def test_logs_are_read_as_for_a_comparison(old, new, metric):
    files = (LOGS / old, LOGS / new)
    gate = gate_source(GateRequest(files=files, wishes=(Wish(margin=0.1, metric=metric),)))
    verdict = compare_files(files[1], files[0], metric=metric)
    assert gate.estimate == pytest.approx(verdict.result.estimate)
    assert gate.names == verdict.names
    assert gate.notes == verdict.result.notes


def test_tasks_of_logs_are_one_check_unless_asked_for():
    files = (LOGS / "lm_eval/hasty", LOGS / "lm_eval/careful")
    gate = gate_source(GateRequest(files=files, wishes=(Wish(margin=0.5, whole=True),)))
    verdict = compare_files(files[1], files[0])
    assert isinstance(gate, Gate)
    assert (gate.basis.counts[0], gate.estimate) == (14, pytest.approx(verdict.result.estimate))
    assert "one check of all tasks together; --by task checks each of them, too" in gate.notes


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.slow
def test_checks_of_tasks_are_named_by_task_and_metric(turned):
    files = (LOGS / "lm_eval/hasty", LOGS / "lm_eval/careful")[:: -1 if turned else 1]
    gates = gate_source(GateRequest(files=files, wishes=(Wish(margin=0.5, by="task", whole=True),)))
    assert [each.name for each in gates.checks] == [
        "all tasks/score",
        "toy_parity/acc",
        "toy_sums/exact_match",
    ]
    verdict = compare_files(files[1], files[0], by="task")
    for check, part in zip(gates.checks[1:], verdict.slices, strict=True):
        assert check.value == part.name
        assert check.gate.estimate == pytest.approx(part.verdict.result.estimate)
    shown = str(gates)
    for name in ("all tasks/score", "toy_parity/acc ", "toy_sums/exact_match "):
        assert name in shown
    assert "each task uses its own main metric" in shown
    assert ", task" not in shown
    one = gate_source(GateRequest(files=files, wishes=(Wish(margin=0.5, by="task", slice="toy_sums"),)))
    assert [each.name for each in one.checks] == ["toy_sums/exact_match"]
    sized = gate_source(GateRequest(files=files, wishes=(Wish(margin=0.5, metric="exact_match", by="size"),)))
    assert [(each.name, each.value) for each in sized.checks] == [
        ("exact_match", "large"),
        ("exact_match", "small"),
    ]


def test_groups_of_tasks_are_named_too():
    files = [LOGS / "lm_eval" / "groups" / name for name in ("hasty", "careful")]
    request = GateRequest(files=tuple(files), wishes=(Wish(margin=0.5, by="group", whole=True),))
    assert [each.name for each in gate_source(request).checks] == [
        "all groups/score",
        "toy_again/exact_match",
        "toy_numbers/acc",
    ]


def test_fold_scores_are_refused(tmp_path):
    rows = "".join(f"{learner},{fold},0.{fold}5\n" for learner in ("x", "y") for fold in range(5))
    (tmp_path / "folds.csv").write_text(f"learner,fold,score\n{rows}")
    request = GateRequest(files=(tmp_path / "folds.csv",), wishes=(Wish(margin=0.1),), old="x", new="y")
    with pytest.raises(InputError, match="holds fold scores of learners"):
        gate_source(request)


def checked(name, gate):
    return Check(name=name, outcome=gate.outcome, margin=gate.margin, gate=gate)


def test_a_check_that_is_not_valid_shows_nothing():
    """It neither helps another check to fail, nor takes away that another one fails."""
    truth = ["cat", "dog"] * 50
    void = check_not_worse(truth, truth, [each.upper() for each in truth], margin=0.02)
    bad, near = (check_not_worse_counts(lost, 10, n=1000, margin=0.02) for lost in (60, 22))
    assert (void.p_worse < 1e-9, void.outcome) == (True, "inconclusive")
    assert 0.0125 < near.p_worse < 0.025
    assert together([checked("void", void), checked("near", near)], alpha=0.025).outcome == "inconclusive"
    found = together([checked("void", void), checked("bad", bad)], alpha=0.025)
    assert (found.outcome, found.strength.grade) == ("fail", "strong")
    assert "No valid conclusion" not in str(found)


def test_looks_at_the_same_items_are_adjusted_for_as_rankings_and_comparisons_are(file):
    wish = Wish(margin=0.03)
    once = gate_source(GateRequest(files=(file,), wishes=(wish,)))
    fifth = gate_source(GateRequest(files=(file,), wishes=(wish,), seen=lambda items: 4))
    strict = gate_source(GateRequest(files=(file,), wishes=(wish,), alpha=0.005))
    told, alone = fifth.to_dict(), once.to_dict()
    assert (fifth.bound, fifth.interval, fifth.outcome) == (strict.bound, strict.interval, strict.outcome)
    assert told["p_value"] == alone["p_value"]
    assert told["adjusted_p_value"] == pytest.approx(min(1, 5 * alone["p_value"]))
    assert (told["tried"], told["adjustment"], told["interval_level"]) == (5, "bonferroni, 5 tried", 0.99)
    assert (alone["tried"], alone["adjustment"], alone["interval_level"]) == (1, None, 0.95)
    assert told["alpha"] == alone["alpha"] == 0.025
    assert "alpha 0.025 / 5 looks" in str(fifth)
    several = gate_source(
        GateRequest(files=(file,), wishes=(replace(wish, by="part"),), seen=lambda items: 4)
    ).to_dict()
    assert (several["tried"], several["interval_level"], several["alpha"]) == (5, 0.99, 0.025)
