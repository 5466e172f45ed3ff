import sqlite3
from contextlib import closing

import numpy as np
import pytest

from bakeoff import compare_counts, compare_predictions, rank_predictions
from bakeoff.core.exceptions import FileError, InputError
from bakeoff.plan.ledger import Ledger, by_test_set
from bakeoff.read.item_marks import items_in_memory
from bakeoff.read.ledger_store import TABLE

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 200)
A = np.where(RNG.random(200) < 0.95, TRUTH, 1 - TRUTH)
B = np.where(RNG.random(200) < 0.85, TRUTH, 1 - TRUTH)
C = np.where(RNG.random(200) < 0.86, TRUTH, 1 - TRUTH)
IDS = np.arange(200)


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "x.ledger") as opened:
        yield opened


def test_looks_are_counted_by_items(ledger):
    clear, unclear = compare_predictions(TRUTH, A, B), compare_predictions(TRUTH, B, C)
    first = ledger.record(clear, truth=TRUTH, ids=IDS)
    assert (first.looks.before, first.looks.decided, first.looks.by) == (0, 0, "ids")
    assert first.decision == clear.decision == "a-better"
    order = RNG.permutation(200)
    second = ledger.record(unclear, truth=TRUTH[order], ids=IDS[order])
    assert (second.looks.before, second.looks.decided) == (1, 1)
    third = ledger.record(clear, truth=TRUTH, ids=IDS)
    assert (third.looks.before, third.looks.decided) == (2, 1)
    other = ledger.record(clear, truth=TRUTH, ids=IDS + 1)
    assert other.looks.before == 0


def test_labels_alone_may_be_of_the_same_items(ledger):
    verdict = compare_predictions(TRUTH, A, B)
    ledger.record(verdict, truth=TRUTH, ids=IDS)
    weak = ledger.record(verdict, truth=TRUTH)
    assert (weak.looks.before, weak.looks.by) == (1, "labels")
    strong = ledger.record(verdict, truth=TRUTH, ids=IDS)
    assert (strong.looks.before, strong.looks.alike) == (2, 1)


def test_what_is_recorded(ledger):
    verdict = compare_predictions(TRUTH, A, B, names=("new", "old"))
    ledger.record(verdict, truth=TRUTH, kind="compare", command="bakeoff compare x.csv")
    (look,) = ledger.looks()
    assert (look.names, look.metric, look.method) == (("new", "old"), "accuracy", "mcnemar-mid-p")
    assert (look.decision, look.decided, look.p_value) == ("a-better", True, verdict.result.p_value)
    assert (look.best, look.value, look.higher) == ("new", verdict.values[0], True)
    share = verdict.values[0]
    assert look.error == pytest.approx(np.sqrt(share * (1 - share) / 200), rel=0.1)
    assert (look.kind, look.command, look.n, look.alpha) == ("compare", "bakeoff compare x.csv", 200, 0.05)
    assert look.when.endswith("+00:00")


def test_a_ranking(ledger):
    ranking = rank_predictions(TRUTH, {"a": A, "b": B, "c": C}, resamples=500)
    found = ledger.record(ranking, truth=TRUTH)
    (look,) = ledger.looks()
    assert (look.names[0], look.decision, look.decided, look.best) == ("a", "ranked", True, "a")
    assert found.looks.ladder.value == ranking.models[0].value
    assert found.to_dict()["looks"]["before"] == 0
    assert ranking.to_dict()["looks"] is None


def test_a_loss_is_better_below(ledger):
    y = RNG.normal(size=50)
    verdict = compare_predictions(y, y + 0.1, y + RNG.normal(size=50), metric="squared-error")
    ledger.record(verdict, truth=y)
    (look,) = ledger.looks()
    assert (look.best, look.higher) == ("A", False)
    assert look.value == pytest.approx(0.01)


def test_a_caveat_where_the_decision_would_not_stand(ledger):
    unsure = compare_counts(30, 15, n=400)
    assert unsure.decision == "a-better"
    assert 0.025 < unsure.result.p_value <= 0.05
    items = items_in_memory(None, range(400))
    assert "many-looks" not in [each.key for each in ledger.record(unsure, items).caveats]
    again = ledger.record(unsure, items)
    (caveat,) = (each for each in again.caveats if each.key == "many-looks")
    assert (
        "used 1 time before; adjusted for 2 looks with Bonferroni's method, the p-value would be 0.0"
        in caveat.text
    )
    assert "many-looks" not in [each.key for each in ledger.record(unsure, items, added=2).caveats]
    clear = compare_counts(60, 15, n=400)
    assert "many-looks" not in [each.key for each in ledger.record(clear, items).caveats]


def test_words_and_values(ledger):
    verdict = compare_predictions(TRUTH, A, B)
    assert "looks" not in verdict.to_dict()
    first = ledger.record(verdict, truth=TRUTH, ids=IDS)
    assert "looks       the first recorded look at these items (known by their ids)" in str(first)
    second = ledger.record(verdict, truth=TRUTH, ids=IDS, added=1)
    assert "1 recorded look at these items before, since 20" in str(second)
    assert "; adjusted for 1 of them" in str(second)
    assert second.to_dict()["looks"]["ladder"] == {
        "metric": "accuracy", "value": verdict.values[0], "before": verdict.values[0], "improved": False,
    }  # fmt: skip


def test_the_chain(ledger):
    verdict = compare_predictions(TRUTH, A, B)
    assert ledger.verify().looks == 0
    for _ in range(3):
        ledger.record(verdict, truth=TRUTH)
    chain = ledger.verify()
    assert (chain.looks, chain.intact, chain.head) == (3, True, ledger.looks()[-1].hash)


def test_by_test_set(ledger):
    verdict = compare_predictions(TRUTH, A, B)
    for ids in (IDS, IDS + 1, IDS):
        ledger.record(verdict, truth=TRUTH, ids=ids)
    first, second = by_test_set(ledger.looks())
    assert ([each.number for each in first.looks], first.decided) == ([1, 3], 2)
    assert [each.number for each in second.looks] == [2]
    assert first.ladders == {"accuracy": verdict.values[0]}


def test_names_that_no_database_takes(ledger):
    verdict = compare_predictions(TRUTH, A, B, names=("a\0", "\udc80"))
    ledger.record(verdict, truth=TRUTH, command="x" * 5000)
    (look,) = ledger.looks()
    assert look.names == ("a\\0", "\\udc80")
    assert len(look.command) == 2000
    assert ledger.verify().intact


def test_refused(ledger):
    with pytest.raises(InputError, match="the items cannot be identified; give truth, ids or both"):
        ledger.record(compare_counts(3, 4, n=50))


def test_looks_that_were_changed_are_not_counted(ledger, tmp_path):
    verdict = compare_predictions(TRUTH, A, B)
    for _ in range(3):
        ledger.record(verdict, truth=TRUTH, ids=IDS)
    with closing(sqlite3.connect(tmp_path / "x.ledger")) as connection, connection:
        connection.execute("DROP TRIGGER no_change")
        connection.execute(f"UPDATE {TABLE} SET items = 'others' WHERE number = 2")
    with pytest.raises(FileError, match="look 2 differs from what was recorded"):
        ledger.record(verdict, truth=TRUTH, ids=IDS)
    assert len(ledger.looks()) == 3
