import numpy as np

from bakeoff import compare_counts, compare_predictions
from bakeoff.core.verdict import Comparison
from bakeoff.report.words import tables


def test_the_two_by_two_table_adds_up(verdict):
    table = tables.counts(verdict)
    assert table["head"] == ["", "boosting right", "boosting wrong", "total"]
    assert table["rows"] == [
        ["forest right", "300", "15", "315"],
        ["forest wrong", "35", "62", "97"],
        ["total", "335", "77", "412"],
    ]


def test_what_was_not_given_is_not_guessed():
    table = tables.counts(compare_counts(1, 2, n=9))
    assert table["rows"] == [["A right", "not given", "1"], ["A wrong", "2", "not given"]]


def test_fold_differences_in_short(made):
    verdict = made["folds"]()
    found = dict(tables.differences(verdict)["rows"])
    each = verdict.evidence.differences
    assert found["how many"] == "100"
    assert found["mean"] == f"{100 * each.mean():.1f}"
    assert found["standard deviation"] == f"{100 * each.std(ddof=1):.1f}"
    assert found["A ahead, tied, B ahead"] == f"{(each > 0).sum()}, 0, {(each < 0).sum()}"


def test_opinions_name_the_one_that_decided(made):
    table = tables.opinions(made["opinions"]())
    assert table["strong"] == [0]
    assert [row[0] for row in table["rows"]] == [
        "cv-all-data (df 5)",
        "two-standard-errors (unsound, pooled)",
        "cv-sign",
    ]
    assert table["rows"][2][-1] == "needs every run and fold"


def test_what_there_is_not_has_no_table(verdict, made):
    assert tables.differences(verdict) is None
    assert tables.counts(made["folds"]()) is None
    assert tables.opinions(verdict) is None
    assert tables.learners(()) is None


def test_the_overview_says_what_verdicts_say(several):
    table = tables.overview(several.comparisons)
    assert table["head"][4:6] == ["unadjusted 95 % interval", "adjusted p"]
    assert table["numeric"] == [3, 4, 5]
    verdict = several.comparisons[0].verdict
    assert f"by {table['rows'][0][3]} points" in verdict.sentence
    assert table["rows"][0][4] in verdict.sentence


def test_one_difference_has_no_spread(made):
    from dataclasses import replace

    verdict = made["folds"]()
    evidence = replace(verdict.evidence, differences=verdict.evidence.differences[:1, :1])
    assert "standard deviation" not in dict(tables.differences(replace(verdict, evidence=evidence))["rows"])


def test_the_chance_of_the_same_decision_is_told_elsewhere(made):
    assert "replication" not in dict(tables.numbers(made["limited"]())["rows"])


def test_every_table_of_differences_says_whose_minus_whose(verdict, several, made):
    said = "forest minus boosting, above 0 if forest is better"
    overview = tables.overview([Comparison(data="", metric="accuracy", verdict=verdict)])
    assert overview["caption"] == f"The comparison; differences of rates in points; {said}"
    assert "A minus B, above 0 if A is better" in tables.opinions(made["opinions"]())["caption"]
    named = tables.differences(made["folds"](names=("tree", "<b>")))
    assert named["caption"] == "Differences of accuracy in points, tree minus <b>, above 0 if tree is better"
    assert named["rows"][1][0] == "tree ahead, tied, <b> ahead"
    assert "first minus second" in tables.overview(several.comparisons)["caption"]


def test_of_losses_the_first_is_taken_from_the_second(made):
    verdict = made["losses"]()
    a, b = verdict.names
    assert tables.whose(verdict) == f"{b} minus {a}, above 0 if {a} is better"


def test_slices_with_the_whole_last(made):
    found = tables.slices(made["sliced"]())
    assert found["caption"] == (
        "Slices by region; differences of accuracy in points, A minus B, above 0 if A is better; p-values "
        "are adjusted with Holm's method for 3 slices; intervals are not"
    )
    assert [row[0] for row in found["rows"]] == ["north", "south", "west", "zzz", "all items"]
    assert found["strong"] == [4]
    assert found["numeric"] == [1, 2, 3, 4, 5, 6]
    assert {len(row) for row in found["rows"]} == {len(found["head"])}
    assert tables.slices(made["items"]()) is None


def test_the_overview_subtracts_losses_as_its_numbers_do():
    """The difference of a loss is that of B minus A, above 0 if A has less."""
    truth = np.tile([0, 1], 50)
    a, b = np.where(truth, 0.8, 0.2), np.where(truth, 0.6, 0.4)
    verdict = compare_predictions(truth, a, b, metric="log-loss")
    row = tables.overview([Comparison(data="", metric="log-loss", verdict=verdict)])["rows"][0]
    assert (row[0], float(row[2]) > 0) == ("B - A", True)
