import json
import math
from dataclasses import replace

import pytest

from bakeoff.core.family import Adjustment
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Basis, Caveat, Comparison, Unit, Verdict
from bakeoff.core.work import Tuning
from bakeoff.experiment.calibrate import Calibrated
from bakeoff.experiment.randomization import Randomization
from bakeoff.experiment.result import ExperimentResult, Summary
from bakeoff.report.words.experiment import SHOWN_FAILURES, show_calibrations, show_experiment
from bakeoff.report.words.facts import tuning_told

RESULT = Result(
    method="corrected-resampled-t",
    estimate=0.05,
    interval=Interval(low=0.01, high=0.09),
    level=0.95,
    alternative="two-sided",
    p_value=0.02,
    n=30,
    statistic=2.5,
    df=29,
)
VERDICT = Verdict(
    decision="a-better",
    result=RESULT,
    basis=Basis(of="splits", counts=(30,)),
    alpha=0.05,
    names=("forest", "bayes"),
    caveats=(Caveat(key="halvings-skipped", text="without halvings much is guessed"),),
)


def comparison(data="iris", metric="accuracy", **more):
    return Comparison(data=data, metric=metric, verdict=replace(VERDICT, metric=metric, **more))


def found(*comparisons, **more):
    fields = {
        "across": (),
        "summaries": (
            Summary(data="iris", learner="forest", metric="accuracy", mean=0.95, sd=0.01, low=0.9, high=1.0),
            Summary(data="iris", learner="bayes", metric="accuracy", mean=None, note="all cells failed"),
            Summary(data="iris", learner="bayes", metric="auc", mean=0.5),
        ),
        "failed": (),
        "design": "Resampling(splits=30, test=0.3333)",
        "learners": {"forest": "RandomForestClassifier()", "bayes": "GaussianNB()"},
        "trainings": 60,
        "seconds": {"forest": 1.2345, "bayes": 0.1},
    }
    return ExperimentResult(comparisons=comparisons or (comparison(),), **(fields | more))


def printed(capsys, result, **how):
    show_experiment(result, **how)
    return capsys.readouterr()


def test_one_comparison_begins_with_its_sentence(capsys):
    told = printed(capsys, found())
    assert told.out.startswith(VERDICT.sentence + "\n")
    assert "(one split; the interval is for the model that was trained on it; to compare" in told.out
    assert told.err == "note: 60 trainings (forest 1.23 s, bayes 0.1 s)\n"


def test_summaries_line_by_line(capsys):
    lines = [" ".join(line.split()) for line in printed(capsys, found()).out.splitlines()]
    assert "data learner metric mean sd 95 % interval" in lines
    assert "iris forest accuracy 95.0 % 1.0 % 90.0 to 100.0 %" in lines
    assert "iris bayes accuracy all cells failed" in lines
    assert "iris bayes auc 50.0 %" in lines


def test_summaries_of_losses_and_of_another_level(capsys):
    loss = Unit("log loss", 1.0, points=False, less=True)
    summary = Summary(data="iris", learner="tree", metric="log-loss", mean=0.31, sd=0.02, unit=loss)
    narrow = replace(summary, low=0.25, high=12.3456, level=0.9)
    lines = [" ".join(line.split()) for line in printed(capsys, found(summaries=(narrow,))).out.splitlines()]
    assert "data learner metric mean sd 90 % interval" in lines
    assert "iris tree log-loss 0.3100 0.0200 0.2500 to 12.35" in lines


def test_an_interval_from_several_splits_names_its_formula(capsys):
    made = Summary(data="iris", learner="tree", metric="accuracy", mean=0.9, sd=0.1, splits=10)
    told = printed(capsys, found(summaries=(made,))).out
    assert (
        "(mean and sd over 10 splits; the interval is for the learner's expected score, by the formula"
        in told
    )


def test_quiet_is_the_sentence_alone(capsys):
    told = printed(capsys, found(), quiet=True)
    assert told.out == VERDICT.sentence + "\n"
    assert told.err == "caveat: without halvings much is guessed\n"


def test_other_metrics_stand_below(capsys):
    told = printed(capsys, found(comparison(), comparison(metric="auc"))).out
    assert told.startswith(VERDICT.sentence)
    rows = [line.split() for line in told.partition("Other metrics (for information; the ")[2].splitlines()]
    assert rows[2][:5] == ["iris", "auc", "forest", ">", "bayes"]


def test_json_is_the_dict_and_nothing_else(capsys):
    result = found()
    told = printed(capsys, result, as_json=True)
    assert json.loads(told.out) == json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert told.err == ""


SEVERAL = (
    comparison(adjusted_p_value=0.04, adjustment=Adjustment(method="holm", count=3, kind="comparisons")),
    comparison(
        "wine",
        decision="undecided",
        adjusted_p_value=0.5,
        adjustment=Adjustment(method="holm", count=3, kind="comparisons"),
    ),
    comparison(
        "soya",
        decision="b-better",
        result=replace(RESULT, estimate=-0.05, interval=Interval(low=-0.09, high=-0.01)),
        adjusted_p_value=0.04,
        adjustment=Adjustment(method="holm", count=3, kind="comparisons"),
        caveats=(Caveat(key="missing-cells", text="2 cells failed"),),
    ),
)


def test_several_comparisons_are_a_table(capsys):
    told = printed(capsys, found(*SEVERAL)).out
    lines = told.splitlines()
    assert lines[0] == (
        "2 of 3 comparisons by accuracy decided at alpha 0.05; p-values are adjusted with Holm's method for "
        "3 comparisons; intervals are not:"
    )
    assert [" ".join(line.split()) for line in lines[2:5]] == [
        "iris accuracy forest > bayes (weak) 5.0 points 1.0 to 9.0 0.040 corrected-resampled-t",
        "wine accuracy forest, bayes: undecided 5.0 points 1.0 to 9.0 0.500 corrected-resampled-t",
        "soya accuracy bayes > forest (weak) -5.0 points -9.0 to -1.0 0.040 corrected-resampled-t",
    ]
    assert "--json has the results of all methods" in told


def test_a_caveat_of_some_says_of_which(capsys):
    told = printed(capsys, found(*SEVERAL)).out
    assert "caveat: 2 cells failed (forest and bayes on soya)\n" in told
    about = "caveat: without halvings much is guessed (forest and bayes on iris; forest and bayes on wine)"
    assert told.count("without halvings much is guessed") == 1
    assert about in told
    everywhere = printed(capsys, found(SEVERAL[0], SEVERAL[1])).out
    assert "caveat: without halvings much is guessed\n" in everywhere


def test_a_caveat_of_many_names_three(capsys):
    many = [comparison(f"set {i}") for i in range(5)]
    told = printed(capsys, found(*many, SEVERAL[2])).out
    assert (
        "(forest and bayes on set 0; forest and bayes on set 1; forest and bayes on set 2; and 2 more)"
        in told
    )


def test_several_quietly(capsys):
    told = printed(capsys, found(*SEVERAL), quiet=True)
    lines = told.out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        f"{data}, forest against bayes" for data in ("iris", "wine", "soya")
    ]
    assert lines[0].endswith(SEVERAL[0].verdict.sentence)
    assert told.err == "caveat: without halvings much is guessed\ncaveat: 2 cells failed\n"


def test_equivalence_is_decided_too(capsys):
    alike = comparison(
        "wine",
        decision="equivalent",
        adjusted_p_value=0.5,
        adjustment=Adjustment(method="holm", count=3, kind="comparisons"),
    )
    lines = printed(capsys, found(SEVERAL[0], alike, SEVERAL[2])).out.splitlines()
    assert lines[0].startswith("3 of 3 comparisons by accuracy decided")
    assert " ".join(lines[3].split()).startswith("wine accuracy forest = bayes (weak) 5.0")


def test_only_the_first_metric_is_counted(capsys):
    other = comparison("wine", metric="auc")
    lines = printed(capsys, found(*SEVERAL, other)).out.splitlines()
    assert lines[0].startswith("2 of 3 comparisons by accuracy decided")


def test_what_all_data_sets_say_comes_last(capsys):
    across = comparison("all data sets", result=replace(RESULT, method="wilcoxon"))
    told = printed(capsys, found(*SEVERAL, across=(across,))).out
    rows = told.splitlines()
    assert rows[5].split()[:3] == ["all", "data", "sets"]
    assert rows[5].split()[-1] == "wilcoxon"


def test_one_sided_intervals(capsys):
    open_ended = replace(RESULT, interval=Interval(low=0.01, high=math.inf), alternative="greater")
    told = printed(capsys, found(comparison(result=open_ended), comparison("wine", result=open_ended))).out
    assert told.count("at least 1.0") == 2


def test_a_learner_that_failed_is_named_in_one_line(capsys):
    failed = tuple(("iris", "forest", "main", at, "ValueError: boom") for at in range(3, 9))
    told = printed(capsys, found(failed=failed)).out
    assert "failed: forest on iris in 6 trainings, first in main, split 3: ValueError: boom\n" in told
    assert told.count("failed: ") == 1
    once = printed(capsys, found(failed=failed[:1])).out
    assert "failed: forest on iris in 1 training in main, split 3: ValueError: boom\n" in once


def test_failures_are_shown_as_far_as_there_is_room(capsys):
    failed = tuple((f"data {at}", "forest", "main", 1, "ValueError: boom") for at in range(1, 9))
    told = printed(capsys, found(failed=failed)).out
    assert told.count("failed: forest") == SHOWN_FAILURES
    assert "failed: 3 more\n" in told


def test_references_tuning_and_notes(capsys):
    reference = Randomization(
        learner="forest",
        metric="accuracy",
        observed=0.9,
        permuted=[0.5, 0.4],
        p_value=0.05,
        p_error=0.05,
        chance=0.5,
        bias=-0.05,
        bias_error=0.01,
    )
    tuned = Tuning(data="iris", learner="forest", trainings=4, configurations=3, total=12, chosen={"C=1": 4})
    result = found(
        *SEVERAL, randomizations=(("iris", reference),), tuning=(tuned,), notes=("a column was left out",)
    )
    told = printed(capsys, result).out
    assert f"With permuted labels:\n  iris  {reference.sentence}\n" in told
    assert f"Tuned:\n  iris  forest  {tuning_told(tuned)}\n" in told
    assert told.endswith("note: a column was left out\n")


@pytest.mark.parametrize("how", [{}, {"quiet": True}])
def test_names_cannot_paint_the_terminal(capsys, how):
    odd = replace(VERDICT, names=("\x1b[31mred", "b"))
    several = (Comparison(data="d\x07", metric="accuracy", verdict=odd),) * 2
    failed = (("d\x07", "\x1b[31mred", "main", 1, "E: \x1b[0m"),)
    told = printed(capsys, found(*several, failed=failed, seconds={"\x1b[31mred": 1.0}), **how)
    assert "\x1b" not in told.out + told.err
    assert "\x07" not in told.out + told.err


FOUND = Calibrated(
    data="iris",
    names=("forest", "bayes"),
    metric="accuracy",
    method="cv-all-data",
    df=6.0,
    low=4.0,
    high=9.0,
    size=0.045,
    size_error=0.0146,
    published=0.11,
    draws=200,
    zeros=0.0,
    alpha=0.05,
    at_end=False,
)


def calibrated(capsys, *found, **how):
    show_calibrations(list(found), **how)
    return capsys.readouterr()


def test_a_table_with_the_uncertainty(capsys):
    told = calibrated(capsys, FOUND)
    assert told.err == ""
    heading, row = told.out.splitlines()[:2]
    assert heading.split("  ")[0] == "data"
    assert " ".join(row.split()) == "iris forest and bayes cv-all-data 6 4 to 9 4.5 % (error 1.5) 11.0 %"
    assert "200 permutations of the labels, metric accuracy, alpha 0.05; bakeoff run now uses" in told.out
    assert "they hold the significance level when labels are independent of the attributes" in told.out
    assert "did not differ at all" not in told.out


def test_what_cannot_be_calibrated_and_what_ends_the_grid(capsys):
    none = replace(FOUND, df=None, low=1.0, high=1.0, size=1.0)
    most = replace(FOUND, df=100.0, at_end=True)
    rows = calibrated(capsys, none, most).out.splitlines()[1:3]
    assert " none " in rows[0]
    assert " 100 or more " in rows[1]


def test_draws_without_any_difference_are_told(capsys):
    other = replace(FOUND, data="wine", zeros=0.5)
    told = calibrated(
        capsys, replace(FOUND, zeros=0.26), replace(FOUND, method="cv-runs", zeros=0.26), other
    ).out
    assert told.count("did not differ at all") == 2
    assert "caveat: forest and bayes on iris did not differ at all in 26 % of the draws" in told
    assert "caveat: forest and bayes on wine did not differ at all in 50 % of the draws" in told
    assert [line.rpartition(" may reach ")[2] for line in told.splitlines()[-2:]] == ["6.8 %", "10 %"]


def test_quiet_is_the_table_alone(capsys):
    assert len(calibrated(capsys, FOUND, quiet=True).out.splitlines()) == 2


def test_json(capsys):
    told = json.loads(calibrated(capsys, FOUND, as_json=True).out)
    assert told == {"calibrations": [FOUND.to_dict() | {"names": ["forest", "bayes"]}]}


def test_names_in_calibrations_cannot_paint_the_terminal(capsys):
    assert "\x1b" not in calibrated(capsys, replace(FOUND, names=("\x1b[31m", "b"), data="\x1b")).out
