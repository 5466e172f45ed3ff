import json

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.core.family import adjust
from bakeoff.judge.slices import MOST_SLICES, NO_EVIDENCE, few_enough, with_slices

DRAWS = np.random.default_rng(3)


def counted(only_a, only_b, n=100, **asked):
    return lambda tried, **more: bakeoff.compare_counts(only_a, only_b, n=n, tried=tried, **asked | more)


def sliced(parts, whole=(30, 30), n=200, tried=1, **asked):
    """A verdict on a whole and on parts, each given by who alone is right how often, of 100."""
    listed = [(name, 100, counted(*pair, **asked)) for name, pair in parts.items()]
    return with_slices(counted(*whole, n=n, **asked)(tried), listed, by="region", tried=tried)


def keys(verdict):
    return [each.key for each in verdict.caveats]


def caveat(verdict, key):
    return next(each.text for each in verdict.caveats if each.key == key)


def test_p_values_are_adjusted_together_and_decide():
    parts = {"x": (20, 6), "y": (17, 7), "z": (3, 2)}
    verdict = sliced(parts)
    raw = [each.verdict.result.p_value for each in verdict.slices]
    assert [each.verdict.adjusted_p_value for each in verdict.slices] == adjust(raw, method="holm").tolist()
    assert [str(each.verdict.adjustment) for each in verdict.slices] == ["holm, 3 slices"] * 3
    assert raw[1] < 0.05 < verdict.slices[1].verdict.adjusted_p_value
    assert [each.verdict.decision for each in verdict.slices] == ["a-better", "undecided", "undecided"]


def test_slices_and_other_comparisons_multiply():
    verdict = sliced({"x": (24, 6), "y": (3, 2)}, tried=3)
    first, second = (each.verdict for each in verdict.slices)
    assert first.adjusted_p_value == pytest.approx(3 * 2 * first.result.p_value)
    assert second.adjusted_p_value == 1
    assert str(first.adjustment) == "holm, 2 slices, 3 tried"
    assert "many-tried" in keys(verdict)
    assert "many-tried" not in keys(first)


def test_the_whole_stays_what_it_is():
    whole = bakeoff.compare_counts(15, 35, n=412)
    verdict = with_slices(whole, [("x", 100, counted(5, 6)), ("y", 100, counted(6, 5))], by="region")
    assert verdict.decision == whole.decision
    assert verdict.result == whole.result
    assert verdict.adjusted_p_value is None
    assert verdict.by == "region"
    assert verdict.replicability == whole.replicability


def test_equivalence_among_slices_needs_a_wider_interval():
    """Its interval must lie inside the margin at 1 - 2 alpha / slices, not at the level asked for."""
    n, margin = 1000, 0.03
    alone = bakeoff.compare_counts(85, 85, n=n, margin=margin)
    assert alone.decision == "equivalent"
    parts = [(name, n, counted(85, 85, n=n, margin=margin)) for name in "abcde"]
    whole = counted(425, 425, n=5000, margin=margin)(1)
    judged = with_slices(whole, parts, by="region")
    assert [each.verdict.decision for each in judged.slices] == ["undecided"] * 5
    level = 1 - 2 * 0.05 / 5
    wide = bakeoff.compare_counts(85, 85, n=n, level=level).result.interval
    assert wide.high > margin > alone.result.interval.high
    few = [(name, n, counted(40, 40, n=n, margin=margin)) for name in "abcde"]
    assert {each.verdict.decision for each in with_slices(whole, few, by="region").slices} == {"equivalent"}


def test_how_many_were_tried_counts_for_equivalence_too():
    n, margin = 1000, 0.03
    parts = [("a", n, counted(65, 65, n=n, margin=margin)), ("b", n, counted(65, 65, n=n, margin=margin))]
    for tried, wanted in ((1, "equivalent"), (50, "undecided")):
        whole = counted(130, 130, n=2 * n, margin=margin)(tried)
        judged = with_slices(whole, parts, by="region", tried=tried)
        assert {each.verdict.decision for each in judged.slices} == {wanted}


def test_a_slice_that_cannot_be_judged_says_why_and_counts_for_nothing():
    def one_class(tried):
        raise InputError("every truth is 'cat'; auc needs items of two classes")

    listed = [("x", 100, counted(24, 6)), ("y", 9, one_class)]
    verdict = with_slices(counted(30, 30)(1), listed, by="region")
    first, second = verdict.slices
    assert first.verdict.adjusted_p_value == first.verdict.result.p_value
    assert second.verdict is None
    assert second.refused == "every truth is 'cat'; auc needs items of two classes"
    assert second.n == 9


def test_other_errors_are_not_hidden():
    def broken(tried):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        with_slices(counted(30, 30)(1), [("x", 100, broken)], by="region")


def test_all_refused_is_an_answer():
    def refuse(tried):
        raise InputError("no")

    verdict = with_slices(counted(30, 30)(1), [("x", 9, refuse), ("y", 8, refuse)], by="region")
    assert verdict.heterogeneity is None
    assert "Of 2 slices, 2 could not be judged." in str(verdict)


def test_no_variation_is_no_evidence():
    """Two items that differ by the same amount have no spread: p = 0 would be the surest of all."""

    def two(tried):
        return bakeoff.compare_predictions(
            [1.0] * 2, [1.0] * 2, [1.5] * 2, metric="squared-error", tried=tried
        )

    assert two(1).result.p_value == 0
    verdict = with_slices(counted(30, 30)(1), [("x", 2, two), ("y", 100, counted(9, 4))], by="region")
    assert verdict.slices[0].refused == NO_EVIDENCE
    assert str(verdict.slices[1].verdict.adjustment) == "holm, 1 slice"


def test_identical_models_in_a_slice_are_undecided():
    def same(tried):
        return bakeoff.compare_predictions(
            [1.0] * 9, [1.2] * 9, [1.2] * 9, metric="squared-error", tried=tried
        )

    verdict = with_slices(same(1), [("x", 9, same), ("y", 9, same)], by="region")
    assert [each.verdict.decision for each in verdict.slices] == ["undecided"] * 2
    assert verdict.caveats == same(1).caveats


def test_slices_come_in_the_order_of_their_values():
    verdict = sliced({"10": (5, 6), "b": (5, 6), "9": (5, 6), "a": (5, 6)})
    assert [each.name for each in verdict.slices] == ["9", "10", "a", "b"]


@pytest.mark.parametrize(
    ("count", "size", "most"), [(21, 1, 20), (101, 4, 80), (MOST_SLICES + 1, 100, MOST_SLICES)]
)
def test_too_many_slices_are_one_clear_error(count, size, most):
    def never(tried):
        raise AssertionError("nothing is asked")

    parts = [(f"{at}", size, never) for at in range(count)]
    said = (
        f"there are {count} slices of {count * size} items; expected at most {most}, because the "
        f"p-values are adjusted for each: use a column with fewer values, or pass it as clusters if "
        f"items with equal values belong together"
    )
    with pytest.raises(InputError) as problem:
        with_slices(counted(30, 30)(1), parts, by="user")
    assert str(problem.value) == said
    with pytest.raises(InputError) as problem:
        few_enough(range(count), count * size)
    assert str(problem.value) == said
    assert few_enough(range(most), count * size) == range(most)


@pytest.mark.slow
def test_ids_are_refused_before_anything_is_cut_into_pieces():
    """Half a million slices of one item would be made one by one, and not in a day."""
    n = 500_000
    truth = np.zeros(n, dtype=int)
    for asked in ({}, {"metric": "squared-error"}):
        with pytest.raises(
            InputError, match="there are 500000 slices of 500000 items; expected at most 1000"
        ):
            bakeoff.compare_predictions(truth, truth, truth, by=np.arange(n), **asked)


def test_few_slices_are_never_too_many():
    verdict = with_slices(
        counted(3, 2, n=20)(1), [(f"{at}", 1, counted(1, 0, n=1)) for at in range(20)], by="x"
    )
    assert len(verdict.slices) == 20


def test_no_slices_are_an_error():
    with pytest.raises(InputError, match="column 'x' has no values, so there are no slices"):
        with_slices(counted(3, 2)(1), [], by="x")


def test_a_slice_against_the_whole_is_a_caveat():
    verdict = sliced({"new": (40, 5), "old": (4, 24)}, whole=(60, 29))
    assert verdict.decision == "a-better"
    assert keys(verdict)[0] == "slices-disagree"
    assert caveat(verdict, "slices-disagree").startswith(
        "A is better on all items, but B is better where 'region' is 'old'; the difference varies between "
        "slices by more than chance (p = "
    )


def test_slices_on_both_sides_of_an_undecided_whole_are_a_caveat():
    verdict = sliced({"new": (30, 5), "old": (5, 30), "mid": (5, 5)}, whole=(40, 40))
    assert caveat(verdict, "slices-disagree").startswith(
        "the overall verdict is undecided, but A is better where 'region' is 'new' and B is better where "
        "'region' is 'old'"
    )
    assert "slices-differ" not in keys(verdict)


def test_a_decided_slice_of_an_equivalent_whole_is_a_caveat():
    whole = counted(40, 40, n=4000, margin=0.05)(1)
    listed = [("x", 100, counted(30, 5, margin=0.05)), ("y", 4000, counted(40, 40, n=4000, margin=0.05))]
    verdict = with_slices(whole, listed, by="region")
    assert caveat(verdict, "slices-disagree").startswith(
        "A and B are equivalent within 5 points of accuracy on all items, but A is better where 'region' "
        "is 'x'"
    )


def test_one_side_alone_is_milder():
    verdict = sliced({"x": (20, 4), "y": (14, 12)}, whole=(34, 20))
    assert verdict.decision == "undecided"
    assert keys(verdict)[0] == "slice-alone"
    said = caveat(verdict, "slice-alone")
    assert said.startswith(
        "the overall verdict is undecided, but A is better where 'region' is 'x'; no evidence that the "
        "difference varies between slices (p = "
    )
    assert "a decision in one slice but not in another does not show that they differ" in said


def test_one_side_alone_among_slices_that_differ():
    verdict = sliced({"x": (30, 4), "y": (14, 24)}, whole=(44, 30))
    assert "the difference varies between slices by more than chance" in caveat(verdict, "slice-alone")
    assert "does not show it" not in caveat(verdict, "slice-alone")


def test_slices_that_differ_are_a_caveat_though_none_is_against_the_whole():
    verdict = sliced({"x": (40, 2), "y": (20, 14), "z": (18, 16)}, whole=(78, 32), n=300)
    assert keys(verdict)[0] == "slices-differ"
    assert caveat(verdict, "slices-differ").startswith(
        "the difference ranges from 2.0 in 'z' to 38.0 in 'x': the difference varies between slices by more "
        "than chance (p = "
    )


def test_agreement_is_no_caveat():
    verdict = sliced({"x": (30, 5), "y": (31, 5)}, whole=(61, 10))
    assert keys(verdict) == keys(counted(61, 10, n=200)(1))


def test_a_whole_that_every_slice_reverses_is_a_caveat():
    """Simpson's paradox: within each slice B ranks better, together A does, by knowing the slice."""
    truth = np.tile([0, 1], 60)
    group = np.repeat([0, 1], 60)
    truth[:48], truth[60:108] = 0, 1
    noise = DRAWS.normal(size=120)
    a = 4 * group + 0.1 * truth + noise
    b = 1.5 * truth + 0.3 * noise + 0.3 * DRAWS.normal(size=120) - 1.5 * group

    def on(chosen):
        return lambda tried: bakeoff.compare_predictions(
            truth[chosen], a[chosen], b[chosen], metric="auc", tried=tried
        )

    whole = on(group >= 0)(1)
    verdict = with_slices(whole, [("0", 60, on(group == 0)), ("1", 60, on(group == 1))], by="site")
    assert whole.result.estimate > 0
    assert all(each.verdict.result.estimate < 0 for each in verdict.slices)
    assert caveat(verdict, "slices-reverse").startswith(
        "A is ahead on all items, but B in every slice by 'site'; compare within slices"
    )


def test_no_reversal_where_some_slice_goes_along_or_there_is_but_one():
    assert "slices-reverse" not in keys(sliced({"x": (4, 9), "y": (9, 4)}, whole=(20, 10)))
    assert "slices-reverse" not in keys(sliced({"x": (4, 9)}, whole=(20, 10)))


def test_long_lists_and_odd_names_stay_short():
    parts = dict.fromkeys(("a\nb", "c" * 99, "d", "e", ""), (30, 5))
    verdict = sliced(parts | {"z": (5, 30)}, whole=(60, 60))
    said = caveat(verdict, "slices-disagree")
    assert "\n" not in said
    assert "and 2 more" in said
    assert "c" * 50 not in said


def test_too_few_draws_to_decide_are_told():
    truth = np.arange(120) % 2
    b = np.where(np.arange(120) % 3 == 0, 1 - truth, truth)

    def part(tried):
        return bakeoff.compare_predictions(
            truth, truth, b, metric="f1", method="permutation", resamples=100, tried=tried
        )

    listed = [(f"{at}", 120, part) for at in range(6)]
    verdict = with_slices(part(1), listed, by="x")
    assert {each.verdict.decision for each in verdict.slices} == {"undecided"}
    assert caveat(verdict, "slices-need-draws") == (
        "6 of 6 slices have the smallest p-value that 100 resamples can give, and after adjustment this "
        "p-value is above alpha; use at least 240 resamples"
    )
    assert "slices-need-draws" not in keys(with_slices(part(1), listed[:2], by="x"))


def test_the_number_of_draws_that_is_asked_for_is_enough():
    truth = np.arange(120) % 2
    b = np.where(np.arange(120) % 3 == 0, 1 - truth, truth)

    def part(tried):
        return bakeoff.compare_predictions(
            truth, truth, b, metric="f1", method="permutation", resamples=240, tried=tried
        )

    verdict = with_slices(part(1), [(f"{at}", 120, part) for at in range(6)], by="x")
    assert "slices-need-draws" not in keys(verdict)
    assert {each.verdict.decision for each in verdict.slices} == {"a-better"}


def test_plain_values_are_strict_json():
    def refuse(tried):
        raise InputError("no")

    listed = [("x", 100, counted(24, 6)), ("y", 100, counted(6, 24)), ("z", 1, refuse)]
    verdict = with_slices(counted(30, 30)(1), listed, by="region")
    given = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    assert given["by"] == "region"
    assert [each["slice"] for each in given["slices"]] == ["x", "y", "z"]
    assert given["heterogeneity"]["test"] == "welch"
    assert given["slices"][0]["decision"] == "a-better"
    assert given["slices"][2] == {
        "slice": "z",
        "n": 1,
        "decision": None,
        "strength": None,
        "estimate": None,
        "interval": None,
        "p_value": None,
        "adjusted_p_value": None,
        "adjustment": None,
        "method": None,
        "values": None,
        "value_intervals": None,
        "caveats": [],
        "refused": "no",
    }


@pytest.mark.parametrize("method", ["bootstrap", "permutation"])
def test_too_few_draws_are_told_of_every_method_that_draws(method):
    rng = np.random.default_rng(0)
    truth, by = np.tile([0, 1], 160), np.repeat(np.arange(8), 40)
    a, b = (np.where(rng.random(320) < right, truth, 1 - truth) for right in (0.97, 0.4))
    asked = {"metric": "macro-f1", "method": method, "by": by}
    assert "slices-need-draws" in keys(bakeoff.compare_predictions(truth, a, b, resamples=200, **asked))
    assert "slices-need-draws" not in keys(bakeoff.compare_predictions(truth, a, b, resamples=4000, **asked))
