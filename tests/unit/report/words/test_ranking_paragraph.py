from dataclasses import replace

import pytest
from tests.rankings import MADE, over_data_sets, ranking, sliced, with_baseline

from bakeoff.core.verdict import Caveat, Heterogeneity
from bakeoff.report.words.ranking_paragraph import of_ranking, warning


def text(made):
    return ". ".join(each.text for each in of_ranking(made, "0.1.0"))


def cites(made):
    return [key for each in of_ranking(made, "") for key in each.cites]


def test_what_a_paper_says():
    said = text(ranking(4))
    assert "We ranked m0, m1, m2 and m3 by accuracy, on 400 items" in said
    assert "All 6 pairs were judged by joint max-T test" in said
    assert "alpha 0.05 for all at once, critical value 2.68, 10000 resamples" in said
    assert "The omnibus test gave Cochran's Q: statistic 26.9, df 3" in said
    assert "contains the best model with a probability of at least 95 %" in said
    assert "Limitations: the value of the apparent winner" in said
    assert said.endswith("computed with bakeoff 0.1.0 (method max-t)")
    assert {"cochran1950", "hsu1984", "mogstad2024", "westfall1993"} <= set(cites(ranking(4)))


def test_many_models_are_counted_and_not_named():
    assert "We ranked 30 models by" in text(ranking(30))


def test_a_baseline_is_named():
    assert "The 4 differences from m1 were judged by" in text(with_baseline(5))


def test_pairs_with_a_test_of_their_own():
    made = ranking(4)
    mixed = (replace(made.pairs[0], method="mcnemar-mid-p"), *made.pairs[1:])
    said = text(replace(made, pairs=mixed))
    assert "1 pair that differs on few items was judged by McNemar mid-p, adjusted by Bonferroni" in said
    assert "(methods max-t and mcnemar-mid-p)" in said


def test_equivalence_has_its_rule():
    assert "level 90 % lies within 0.02 on either side of 0" in text(ranking(3, margin=0.02))


def test_slices():
    spread = Heterogeneity(statistic=3.2, df=(1.0, 200.0), p_value=0.03, slices=2)
    said = text(replace(sliced(), heterogeneity=spread))
    assert "in each of 1 slices by region: m0 has the best value in 1 of them; differences change" in said


def test_sets_of_the_joint_reference_are_not_claimed_for_other_methods():
    assert "set of possible best" not in text(over_data_sets())


def test_models_chosen_on_the_items_void_the_ranking():
    caveat = Caveat(key="ranking-tuned-on-test", text="these items helped to choose")
    made = ranking(3, caveats=(caveat,))
    assert warning(made).startswith("No conclusion follows from this: models chosen")
    assert "neither p-values nor intervals are valid" in text(made)
    assert warning(ranking(3)) == ""


@pytest.mark.parametrize("name", MADE)
def test_every_sentence_stands_alone(name):
    for each in of_ranking(MADE[name](), "0.1.0"):
        assert each.text and not each.text.endswith(".") and "None" not in each.text
