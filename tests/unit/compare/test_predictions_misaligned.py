"""Columns that do not belong together as they stand: each is refused, and the line says why."""

import numpy as np
import pandas as pd
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError

DRAWS = np.random.default_rng(0)
TRUTH = pd.Series(DRAWS.integers(0, 2, 40))
A, B = (TRUTH.where(DRAWS.random(40) < right, 1 - TRUTH) for right in (0.9, 0.8))
ORDER = DRAWS.permutation(40)
NAMED = [each.set_axis([f"i{at}" for at in range(40)]) for each in (TRUTH, A, B)]


def shuffled(a, b):
    return a.astype(float), b.astype(float).iloc[ORDER]


CALLS = {
    "predictions": lambda t, a, b: bakeoff.compare_predictions(t, a, b.iloc[ORDER]),
    "truth": lambda t, a, b: bakeoff.compare_predictions(t.iloc[ORDER], a, b),
    "clusters": lambda t, a, b: bakeoff.compare_predictions(t, a, b, clusters=t.iloc[ORDER]),
    "ranking": lambda t, a, b: bakeoff.rank_predictions(t, {"a": a, "b": b.iloc[ORDER]}),
    "gate": lambda t, a, b: bakeoff.check_not_worse(t, a, b.iloc[ORDER], margin=0.1),
    "item scores": lambda t, a, b: bakeoff.compare_item_scores(*shuffled(a, b)),
    "samples": lambda t, a, b: bakeoff.compare_samples(*shuffled(a, b)),
    "data sets": lambda t, a, b: bakeoff.compare_datasets(*shuffled(a, b)),
    "folds": lambda t, a, b: bakeoff.compare_scores(*shuffled(a, b), design=bakeoff.KFold(folds=40)),
    "judged": lambda t, a, b: bakeoff.compare_judged(*shuffled(a, b), a.astype(float), b.astype(float)),
    "measure": lambda t, a, b: bakeoff.measure(t, a.iloc[ORDER]),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("columns", [(TRUTH, A, B), NAMED], ids=["numbered", "named"])
def test_the_same_index_in_another_order_is_refused(call, columns):
    with pytest.raises(InputError, match="have the same index in a different order, but items are paired by"):
        CALLS[call](*columns)


def test_other_rows_are_refused_and_numbers_from_zero_are_no_names():
    truth, a, b = NAMED
    other = a.set_axis([f"j{at}" for at in range(40)])
    with pytest.raises(InputError, match=r"have different indices \(they begin with 'i0' and 'j0'\)"):
        bakeoff.compare_predictions(truth, other, b)
    tested = TRUTH.set_axis(DRAWS.permutation(200)[:40])
    usual = bakeoff.compare_predictions(TRUTH, A, B).result
    for given in ((tested, A, B), (tested, A.to_numpy(), B), (truth, A, b), (truth, a.to_numpy(), b)):
        assert bakeoff.compare_predictions(*given).result == usual


def test_minus_one_and_one_beside_zero_and_one_are_refused():
    said = r"holds -1 and 1, and \w+ holds 0 and 1; expected one coding of the two classes"
    for given in ((2 * TRUTH - 1, A, B), (TRUTH, 2 * A - 1, B), (TRUTH, 2.0 * A - 1, 2 * B - 1)):
        with pytest.raises(InputError, match=said):
            bakeoff.compare_predictions(*given)
    three = TRUTH.replace({1: -1}).where(TRUTH.index % 3 > 0, 1)
    assert bakeoff.compare_predictions(three, 2 * A - 1, B).result.n == 40


def test_the_same_in_a_file(tmp_path):
    rows = "".join(f"{2 * t - 1},{a},{b}\n" for t, a, b in zip(TRUTH, A, B, strict=True))
    (tmp_path / "x.csv").write_text(f"truth,a,b\n{rows}")
    with pytest.raises(InputError, match="column 'truth' holds -1 and 1, and column 'a' holds 0 and 1"):
        bakeoff.compare_files(tmp_path / "x.csv")
    (tmp_path / "y.csv").write_text("truth,a,b\ncaf\u00e9,cafe\u0301,tea\ntea,tea,tea\n", encoding="utf-8")
    with pytest.raises(InputError, match="in two Unicode forms"):
        bakeoff.compare_files(tmp_path / "y.csv")


def test_one_text_in_two_unicode_forms_is_refused():
    composed, apart = ["caf\u00e9", "tea"] * 5, ["cafe\u0301", "tea"] * 5
    said = (
        r"a has 'cafe\\u0301' and truth has 'caf\\xe9', the same text in two Unicode forms; expected one form"
    )
    with pytest.raises(InputError, match=said):
        bakeoff.compare_predictions(composed, apart, composed)
    with pytest.raises(InputError, match=r"by has .* and by has"):
        bakeoff.compare_predictions([0, 1] * 5, [0, 1] * 5, [1, 1] * 5, by=composed[:5] + apart[5:])
    assert bakeoff.compare_predictions(composed, composed, ["th\u00e9"] * 10).result.n == 10
