from bakeoff.report.content import Content


def test_several_are_drawn_as_a_forest_for_each_unit(several, made):
    from dataclasses import replace

    assert [key for key, _, _ in Content(several).charts] == ["forest"]
    first, *others = several.comparisons
    apart = replace(first, verdict=replace(first.verdict, unit=made["losses"]().unit))
    assert [key for key, _, _ in Content(replace(several, comparisons=(apart, *others))).charts] == [
        "forest"
    ] * 2


def test_the_methods_have_a_picture_where_there_are_several(made):
    assert len(Content(made["opinions"]()).methods_chart) == 1
    assert Content(made["opinions"]()).methods_chart[0][1].title == "The difference by every legal method"
    assert not Content(made["items"]()).methods_chart
    assert len(Content(made["opinions"]()).charts[0][1].panels[0].rows) == 1


def test_only_sliced_verdicts_have_a_forest_of_slices(made, several):
    assert [key for key, _, _ in Content(made["sliced"]()).slices_chart] == ["slices"]
    assert Content(made["items"]()).slices_chart == ()
    assert Content(several).slices_chart == ()
