from dataclasses import replace

import pytest

from bakeoff.report.paragraph import in_text, of_experiment, of_verdict
from bakeoff.report.summary import summarise


def text(what):
    return in_text(summarise(what)["paragraph"])


def test_what_a_paper_must_say(verdict):
    said = text(verdict)
    assert said.startswith("We compared forest with boosting by accuracy, on 412 items.")
    assert "McNemar mid-p (mcnemar-mid-p; two-sided, alpha 0.05)" in said
    assert ", chosen automatically: the default for two classifiers on one test set" in said
    assert "(Fagerland et al. 2013; Dietterich 1998; Tango 1998)" in said
    assert "4.9 points of accuracy in favour of boosting (95 % interval 1.5 to 8.4, p = 0.005)" in said
    assert "we conclude that boosting is better" in said
    assert said.endswith("computed with bakeoff 0.1.0.")


def test_every_paragraph_is_a_few_whole_sentences(every):
    sentences = of_verdict(every, "0.1.0")
    assert 3 <= len(sentences) <= 8
    for each in sentences:
        assert each.text[0].isupper() or each.text.startswith(every.result.method)
        assert not each.text.endswith(".")


def test_undecided_concludes_nothing(made):
    assert "this decides nothing" in text(made["samples"]())


def test_no_difference_favours_nobody(made):
    said = text(made["no-difference"]())
    assert "in favour of" not in said
    assert "is 0 points of accuracy (" in said


def test_settings_data_and_risk_are_said(made):
    said = text(made["limited"]())
    assert "It was estimated that 70 % of new partitions" in said
    assert "Measured of mcnemar-mid-p: in 57 null worlds" in said
    assert "df 5" in text(made["folds"]())
    assert "margin 0.05" in text(made["equivalent"]())
    assert "of iris, 150 items" in text(made["opinions"]())


def test_an_unsound_method_is_called_so(made):
    assert "cv-runs is unsound: " in text(made["unsound"]())


def test_an_adjustment_is_said_with_its_work(verdict):
    said = text(replace(verdict, adjusted_p_value=0.03, adjustment="holm, 6 comparisons"))
    assert "adjusted p = 0.030" in said
    assert "(holm, 6 comparisons), the intervals not (Holm 1979)" in said
    plain = text(replace(verdict, adjusted_p_value=0.03, adjustment="bonferroni, 6 comparisons"))
    assert "(bonferroni, 6 comparisons), the intervals not." in plain


@pytest.mark.parametrize(("metric", "said"), [("error", "by error"), ("accuracy", "by accuracy")])
def test_the_metric_is_named_as_it_was_asked_for(verdict, metric, said):
    assert said in text(replace(verdict, metric=metric))


def test_several_comparisons_share_a_paragraph(several):
    sentences = [each.text for each in of_experiment(several, "0.1.0")]
    assert sentences[0] == (
        "We compared tree, bayes and 1-nn by accuracy, under RepeatedKFold(runs=10, folds=10), on iris"
    )
    assert "Of 3 comparisons 0 were decided (see the table)" in sentences
    assert sum(each.startswith("Differences were judged") for each in sentences) == 1


def test_many_data_sets_are_counted(several):
    first = several.comparisons[0]
    many = tuple(replace(first, data=f"set {at}") for at in range(6))
    assert "on 6 data sets" in of_experiment(replace(several, comparisons=many), "0.1.0")[0].text
