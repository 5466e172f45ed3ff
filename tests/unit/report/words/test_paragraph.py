import itertools
from dataclasses import replace

import numpy as np
import pytest

from bakeoff import compare_counts, compare_datasets, compare_predictions, write_report
from bakeoff.core.family import Adjustment
from bakeoff.core.result import NARROWED, WIDENED
from bakeoff.core.verdict import Caveat
from bakeoff.core.version import VERSION
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.report.content import summarise
from bakeoff.report.words.paragraph import (
    SAID,
    SHORT,
    VOID,
    in_text,
    is_void,
    limitations,
    of_experiment,
    of_verdict,
    short,
    warning,
)


def text(what):
    return in_text(summarise(what)["paragraph"])


def test_what_a_paper_must_say(verdict):
    said = text(verdict)
    assert said.startswith("We compared forest with boosting by accuracy, on 412 items.")
    assert "McNemar mid-p (two-sided, alpha 0.05)" in said
    assert "(Fagerland et al. 2013; Dietterich 1998; Tango 1998)" in said
    assert "4.9 points of accuracy in favour of boosting (95 % interval 1.5 to 8.4, " in said
    assert "Tango's score interval; p = 0.005)" in said
    assert "we conclude that boosting is better" in said
    assert said.endswith(f"computed with bakeoff {VERSION} (method mcnemar-mid-p).")


def test_every_paragraph_is_a_few_whole_sentences(every):
    sentences = of_verdict(every, "0.1.0")
    assert 3 <= len(sentences) <= 8
    for each in sentences:
        assert each.text[0].isupper() or each.text.startswith(every.result.method)
        assert not each.text.endswith(".")


def test_undecided_concludes_nothing(made):
    assert "this does not show which is better" in text(made["samples"]())


def test_no_difference_favours_nobody(made):
    said = text(made["no-difference"]())
    assert "in favour of" not in said
    assert "is 0 points of accuracy (" in said


def test_settings_data_and_risk_are_said(made):
    said = text(made["limited"]())
    assert made["limited"]().replicability is not None
    assert "prior" not in said
    assert "same decision" not in said
    assert "Measured for McNemar mid-p: in 57 null worlds" in said
    assert "5 degrees of freedom), because with 5 degrees of freedom, a cautious choice, it raised" in text(
        made["folds"]()
    )
    assert "margin 5 points" in text(made["equivalent"]())
    assert "of iris, 150 items" in text(made["opinions"]())


def test_an_unsound_method_is_called_so(made):
    said = text(made["unsound"]())
    assert "The test is not sound (repeated cv, averaged over runs): fold numbers" in said
    assert "use cv-all-data" not in said
    assert "we conclude" not in said


def test_an_adjustment_is_said_with_its_work(verdict):
    said = text(
        replace(
            verdict, adjusted_p_value=0.03, adjustment=Adjustment(method="holm", count=6, kind="comparisons")
        )
    )
    assert "adjusted p = 0.030" in said
    assert "with Holm's method for 6 comparisons; intervals were not adjusted (Holm 1979)" in said
    plain = text(
        replace(
            verdict,
            adjusted_p_value=0.03,
            adjustment=Adjustment(method="bonferroni", count=6, kind="comparisons"),
        )
    )
    assert "with the Bonferroni method for 6 comparisons; intervals were not adjusted." in plain


@pytest.mark.parametrize(("metric", "said"), [("error", "by error"), ("accuracy", "by accuracy")])
def test_the_metric_is_named_as_it_was_asked_for(verdict, metric, said):
    assert said in text(replace(verdict, metric=metric))


def test_several_comparisons_share_a_paragraph(several):
    sentences = [each.text for each in of_experiment(several, "0.1.0")]
    assert sentences[0] == ("We compared tree, bayes and 1-nn by accuracy, under 10 x 10 folds, on iris")
    assert "Of 3 comparisons 0 were decided (see the table)" in sentences
    assert sum(each.startswith("Differences were judged") for each in sentences) == 1


def test_changed_intervals_are_counted_among_several(several):
    first = several.comparisons[0]

    def was(fit):
        found = replace(first.verdict, result=replace(first.verdict.result, interval_was=fit))
        return replace(first, verdict=found)

    def said(*fits):
        changed = replace(several, comparisons=tuple(was(fit) for fit in fits))
        return [each.text for each in of_experiment(changed, "0.1.0") if "Intervals" in each.text]

    assert said("kept", "kept") == []
    assert said("widened", "kept", "widened", "narrowed") == [
        "Intervals changed to agree with the test: 2 widened to include 0 and 1 narrowed to exclude 0"
    ]


# Counts of (truth, A, B) from 000 to 111 on which test and interval disagree about 0.
CHANGED = {
    ("bootstrap", "widened"): ([6, 4, 0, 0, 0, 0, 1, 9], {}),
    ("bootstrap by bca", "widened"): ([8, 5, 0, 0, 0, 1, 2, 4], {"interval": "bca"}),
    ("bootstrap by bca", "narrowed"): ([7, 4, 1, 0, 0, 1, 4, 3], {"interval": "bca"}),
    ("permutation", "widened"): ([6, 4, 0, 0, 0, 0, 1, 9], {}),
    ("permutation", "narrowed"): ([12, 7, 3, 0, 0, 1, 6, 11], {}),
}


@pytest.mark.parametrize("case", CHANGED, ids=" ".join)
def test_a_changed_interval_is_said_in_notes_record_and_paragraph(case):
    name, was = case
    counts, options = CHANGED[case]
    truth, a, b = np.repeat(list(itertools.product((0, 1), repeat=3)), counts, axis=0).T
    asked = {"metric": "f1", "positive": 1, "method": name.split()[0], "resamples": 200}
    found = compare_predictions(truth, a, b, **asked, **options)
    assert (NARROWED if was == "narrowed" else WIDENED) in found.result.notes
    assert found.to_dict()["interval_was"] == was
    assert f"{was} to {'exclude' if was == 'narrowed' else 'include'} 0" in text(found)


def test_many_data_sets_are_counted(several):
    first = several.comparisons[0]
    many = tuple(replace(first, data=f"set {at}") for at in range(6))
    assert "on 6 data sets" in of_experiment(replace(several, comparisons=many), "0.1.0")[0].text


@pytest.mark.parametrize("key", VOID)
def test_what_voids_the_numbers_is_said_and_nothing_concluded(verdict, key):
    said = text(replace(verdict, caveats=(BY_KEY[key].caveat("of it"),)))
    assert VOID[key] in said
    assert "no conclusion is drawn from it" in said
    assert "we conclude" not in said
    assert "same decision" not in said


def test_other_caveats_are_named_in_one_sentence(verdict):
    keys = ("imbalanced-classes", "may-not-replicate", "many-tried", "half-the-data")
    said = text(replace(verdict, caveats=tuple(BY_KEY[key].caveat("of it") for key in keys)))
    assert (
        "Limitations: a decision that may not replicate; accuracy on imbalanced classes; training "
        "sets of half of the data." in said
    )
    assert "this is weak evidence that boosting is better" in said


def test_how_the_program_chose_is_not_said(every):
    said = text(every)
    assert "chosen automatically" not in said
    assert "(runs=" not in said


def test_of_several_those_without_meaning_are_not_counted_as_decided(several):
    first, *others = several.comparisons
    decided = [replace(each, verdict=replace(each.verdict, decision="a-better")) for each in (first, *others)]
    tuned = replace(decided[0].verdict, caveats=(BY_KEY["tuned-on-test"].caveat("of it"),))
    of = replace(several, comparisons=(replace(decided[0], verdict=tuned), *decided[1:]))
    sentences = [each.text for each in of_experiment(of, "0.1.0")]
    assert "Of 3 comparisons 2 were decided (see the table)" in sentences
    assert any(each.endswith("is valid (in 1 of 3 comparisons)") for each in sentences)


def test_a_bound_is_called_one_and_what_was_asked_is_said():
    told = text(compare_counts(35, 15, n=412, alternative="greater"))
    assert "(one-sided: is A better, alpha 0.05)" in told
    assert "(95 % bound: at least 2.1, Tango's score interval; p = 0.002)" in told


def test_equivalence_is_told_with_its_rule_and_without_the_p_value_of_a_difference():
    told = text(compare_counts(20, 22, n=2000, margin=0.01))
    assert "if the 90 % interval lies within 1 point on either side of 0" in told
    assert "which is two one-sided tests at 5 %; it is -0.65 to 0.45 points" in told
    assert "(Schuirmann 1987)" in told
    assert "p = " not in told
    just = text(compare_counts(7, 26, n=1500, margin=0.02))
    assert "lies within 2 points" in just and "; it is -1.96 to -0.67 points" in just
    several = text(compare_counts(20, 22, n=2000, margin=0.01, tried=10))
    assert "if the 99 % interval lies within 1 point" in several


def test_an_estimate_that_is_no_difference_of_means_is_named():
    told = text(compare_datasets([0.8, 0.9, 0.7, 0.8, 0.85, 0.9], [0.7, 0.8, 0.75, 0.7, 0.7, 0.8]))
    assert "difference, the median of all pairwise means of the differences (Hodges-Lehmann), is" in told


def test_slices_are_a_sentence_with_its_works(made):
    said = next(each for each in of_verdict(made["sliced"](), "1") if "slice" in each.text)
    assert said.text.startswith(
        "We repeated the comparison in each slice by region (p-values adjusted with Holm's method for 3 "
        "slices): of 4 slices, A is better in 1"
    )
    assert said.cites == ("holm1979", "welch1951")


def test_a_metric_of_ones_own_is_nobodys_work_to_cite(tmp_path):
    truth, a, b = [0, 1] * 20, [0, 1] * 18 + [1, 0] * 2, [0, 1] * 15 + [1, 0] * 5
    own = compare_predictions(truth, a, b, metric=lambda m: m[1, 1] / m[:, 1].sum(), resamples=100)
    assert text(own).startswith("We compared A with B by own metric, on 40 items.")
    for ending in ("html", "md", "tex", "bib", "json"):
        write_report(own, tmp_path / f"own.{ending}")


def with_caveats(verdict, *keys):
    return replace(verdict, caveats=tuple(BY_KEY[key].caveat(f"{key} found", "do that") for key in keys))


def test_what_voids_the_numbers_is_what_its_record_says():
    assert set(VOID) == {key for key, each in BY_KEY.items() if each.importance == "invalidates"}


def test_every_key_is_one_of_a_pitfall():
    assert {*VOID, *SHORT, *SAID} <= set(BY_KEY)


def test_every_pitfall_has_short_words():
    for key in BY_KEY:
        assert 5 < len(short(Caveat(key=key, text="x"))) < 85
    assert short(Caveat(key="other", text="this limits it")) == "this limits it"


def test_what_voids_is_told_once_with_how_many(verdict):
    tuned, fine = with_caveats(verdict, "tuned-on-test", "tuned-on-test"), with_caveats(verdict, "few-items")
    assert is_void(tuned) and not is_void(fine)
    assert warning([fine]) == ""
    assert warning([tuned]) == "No conclusion follows from this: tuning on the test data"
    assert warning([tuned, fine]).endswith("tuning on the test data (in 1 of 2 comparisons)")


def test_limitations_leave_out_what_is_said_elsewhere(verdict):
    found = limitations([with_caveats(verdict, "tuned-on-test", "many-tried", "few-items", "few-items")])
    assert found == ["a label metric with few items"]
