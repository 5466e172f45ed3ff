"""What slices owe whatever they hold: no order matters, nothing gets surer, and everything is told."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff import compare_counts
from bakeoff.judge.slices import with_slices

NAMES = st.text(max_size=12)
COUNTS = st.tuples(st.integers(0, 30), st.integers(0, 30))
PARTS = st.dictionaries(NAMES, COUNTS, min_size=1, max_size=12)


def parts_of(counts, **asked):
    def part(only_a, only_b):
        return lambda tried, **more: compare_counts(only_a, only_b, n=80, tried=tried, **asked | more)

    return [(name, 80, part(*pair)) for name, pair in counts.items()]


def sliced(parts, counts, **asked):
    whole = [sum(pair[side] for pair in counts.values()) for side in (0, 1)]
    return with_slices(compare_counts(*whole, n=80 * len(counts), **asked), parts, by="column")


@settings(max_examples=75, deadline=None)
@given(counts=PARTS, margin=st.sampled_from([None, 0.1, 0.3]))
def test_no_slice_gets_surer_by_being_one_of_many(counts, margin):
    verdict = sliced(parts_of(counts, margin=margin), counts, margin=margin)
    for each in verdict.slices:
        found = each.verdict
        alone = compare_counts(*counts[each.name], n=80, margin=margin)
        assert found.adjusted_p_value >= found.result.p_value
        assert found.result == alone.result
        if found.decision != "undecided":
            assert found.decision == alone.decision or alone.decision == "equivalent"
    assert len(verdict.slices) == len(counts)


@settings(max_examples=75, deadline=None)
@given(counts=PARTS, data=st.data())
def test_the_order_of_the_slices_changes_nothing(counts, data):
    parts = parts_of(counts)
    turned = data.draw(st.permutations(parts))
    first, second = (sliced(each, counts).to_dict() for each in (parts, turned))
    assert first == second


@settings(max_examples=75, deadline=None)
@given(counts=PARTS)
def test_swapping_a_and_b_turns_every_slice_round(counts):
    swapped = {name: pair[::-1] for name, pair in counts.items()}
    there, back = (sliced(parts_of(each), each) for each in (counts, swapped))
    other = {"a-better": "b-better", "b-better": "a-better"}
    for one, two in zip(there.slices, back.slices, strict=True):
        assert two.verdict.result.estimate == -one.verdict.result.estimate
        assert two.verdict.decision == other.get(one.verdict.decision, one.verdict.decision)
    assert [each.key for each in there.caveats] == [each.key for each in back.caveats]


@settings(max_examples=100, deadline=None)
@given(counts=PARTS, alternative=st.sampled_from(["two-sided", "greater", "less"]))
def test_everything_is_told_in_text_and_in_strict_json(counts, alternative):
    verdict = sliced(parts_of(counts, alternative=alternative), counts, alternative=alternative)
    given = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    assert {each["slice"] for each in given["slices"]} == set(counts)
    assert "nan" not in json.dumps(given["heterogeneity"])
    text = str(verdict)
    assert f"Of {len(counts)} slice" in text
    assert all(each.key in [one["key"] for one in given["caveats"]] for each in verdict.caveats)
