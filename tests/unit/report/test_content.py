import json
from dataclasses import replace

import pytest

from bakeoff.core.verdict import Caveat
from bakeoff.core.work import Work
from bakeoff.designs import Holdout, KFold
from bakeoff.report.content import Content, summarise

WORK = Work(data="iris", items=150, design=KFold(folds=10), rng=0, trainings=20)


def rows(table):
    return {row[0]: row[1] for row in table["rows"]}


def texts(value):
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


def test_every_summary_is_strict_json(every, origin):
    assert json.loads(json.dumps(summarise(every, origin), allow_nan=False)) == summarise(every, origin)


def test_the_sentence_is_the_headline_and_the_lead(every):
    found = summarise(every)
    assert f"{found['headline']}: {found['lead']}" == every.sentence == found["comparisons"][0]["sentence"]
    assert found["decision"] == every.decision


def test_raw_values_are_those_of_the_verdict(every):
    assert summarise(every)["comparisons"][0]["values"] == json.loads(json.dumps(every.to_dict()))


@pytest.mark.slow
def test_all_rows_of_a_table_are_as_long_as_its_head(every, several):
    for what in (every, several):
        found = summarise(what)
        shown = [found["overview"], found["repeat"], found["learners"]]
        for each in found["comparisons"]:
            shown += [each[name] for name in ("numbers", "counts", "differences", "opinions")]
        for table in filter(None, shown):
            assert {len(row) for row in table["rows"]} == {len(table["head"])}
            assert all(isinstance(cell, str) for row in table["rows"] for cell in row)


@pytest.mark.parametrize(
    ("kind", "number"),
    [("items", 3), ("ranked", 3), ("rates", 3), ("folds", 8), ("samples", 7), ("layout", 7), ("datasets", 9)],
)
def test_which_of_the_nine_questions_is_answered(made, kind, number):
    question = summarise(made[kind]())["comparisons"][0]["question"]
    assert question["number"] == number
    assert question["asks"].endswith("?")


def test_learners_judged_by_items_are_algorithms_and_a_holdout_answers_none_well(verdict):
    pooled = replace(verdict, work=replace(WORK, design=KFold(folds=10)))
    assert summarise(pooled)["comparisons"][0]["question"]["number"] == 8
    once = replace(verdict, work=replace(WORK, design=Holdout()))
    assert summarise(once)["comparisons"][0]["question"] is None
    assert summarise(replace(verdict, evidence=None))["comparisons"][0]["question"] is None


def test_what_is_needed_to_repeat_it(verdict, origin):
    found = rows(summarise(verdict, origin)["repeat"])
    assert found["command"] == origin.command
    assert found["SHA-256 of my items.csv"] == "ab" * 32
    assert found["rng"] == "7"
    assert found["numpy"] == "2.0.0"
    assert verdict.evidence.fingerprint in found["numbers compared"]


def test_without_an_origin_the_versions_are_told(verdict):
    found = rows(summarise(verdict)["repeat"])
    assert {"bakeoff", "Python", "numpy", "scipy"} <= set(found)
    assert "command" not in found


def test_options_of_the_method_are_told(made):
    assert rows(summarise(made["folds"]())["repeat"])["option df"] == "5"


def test_several_comparisons_are_counted_and_each_is_told(several):
    found = summarise(several)
    assert (found["decision"], found["headline"]) == ("several", "0 of 3 comparisons decided")
    assert "with Holm's method for 3 comparisons" in found["lead"]
    assert len(found["comparisons"]) == len(found["overview"]["rows"]) == 3
    assert [row[0] for row in found["overview"]["rows"]] == ["tree - bayes", "tree - 1-nn", "bayes - 1-nn"]
    assert found["overview"]["head"][5] == "adjusted p"
    assert "all cells failed" in texts(found["learners"])
    assert sum(line.startswith("failed: ") for line in found["remarks"]) == 1


def test_caveats_of_several_are_told_once_with_what_they_are_about(several):
    caveat = Caveat(key="k", text="beware")
    first, *others = several.comparisons
    first = replace(first, verdict=replace(first.verdict, caveats=(caveat,)))
    others = [replace(each, verdict=replace(each.verdict, caveats=())) for each in others]
    found = summarise(replace(several, comparisons=(first, *others)))
    assert [(each["key"], each["about"]) for each in found["caveats"]] == [
        ("k", ["tree and bayes on iris by accuracy"])
    ]


def test_the_chance_of_the_same_decision_is_told_with_its_range(made):
    verdict = made["limited"]()
    found = summarise(verdict)
    works = "(Goodman 1992; Senn 2002; Iverson et al. 2009)"
    assert found["comparisons"][0]["replicability"] == f"{verdict.replicability} {works}"
    assert {"goodman1992", "senn2002", "iverson2009"} <= {each["key"] for each in found["references"]}
    by_p = replace(verdict, replicability=replace(verdict.replicability, by="p-value"))
    for unsaid in (by_p, replace(verdict, replicability=None)):
        found = summarise(unsaid)
        assert found["comparisons"][0]["replicability"] == ""
        assert "senn2002" not in {each["key"] for each in found["references"]}


def test_of_several_metrics_the_first_decides(make_experiment, verdict):
    result = make_experiment(verdict)
    other = replace(
        result.comparisons[0], metric="f1", verdict=replace(verdict, metric="f1", decision="undecided")
    )
    found = summarise(replace(result, comparisons=(*result.comparisons, other)))
    assert found["decision"] == verdict.decision
    assert [row[2] for row in found["overview"]["rows"]] == ["accuracy", "f1"]


def test_nothing_that_cannot_be_printed_is_left(nasty, made, make_experiment):
    for pair in nasty:
        verdict = made["limited"](names=pair)
        for what in (verdict, make_experiment(verdict)):
            assert all(text.isprintable() for text in texts(summarise(what)))


def test_several_are_drawn_as_a_forest_for_each_unit(several, made):
    assert [key for key, _, _ in Content(several).charts] == ["forest"]
    first, *others = several.comparisons
    apart = replace(first, verdict=replace(first.verdict, unit=made["losses"]().unit))
    assert [key for key, _, _ in Content(replace(several, comparisons=(apart, *others))).charts] == [
        "forest"
    ] * 2


def test_the_methods_have_a_picture_where_there_are_several(made):
    assert len(Content(made["opinions"]()).methods_chart) == 1
    assert (
        Content(made["opinions"]()).methods_chart[0][1].title
        == "The difference by all methods that accept these data"
    )
    assert not Content(made["items"]()).methods_chart
    assert len(Content(made["opinions"]()).charts[0][1].panels[0].rows) == 1


def test_only_sliced_verdicts_have_a_forest_of_slices(made, several):
    assert [key for key, _, _ in Content(made["sliced"]()).slices_chart] == ["slices"]
    assert Content(made["items"]()).slices_chart == ()
    assert Content(several).slices_chart == ()
