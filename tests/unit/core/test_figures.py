import pytest

from bakeoff.core.figures import figure, figures, filled, span, tables, value


def test_values_are_shown_with_one_digit():
    assert value("claims", "cv-folds: correlated-folds") == pytest.approx(54.8)
    assert figure("claims", "cv-folds: correlated-folds") == "54.8"
    assert figure("few units", "area-t, 10 clusters, one of the classes in each: power") == "0.0"


def test_several_are_listed_and_ends_are_told():
    keys = [key for key in tables()["training sets"]["values"] if not key.startswith("5")]
    assert figures("training sets", *keys).count(",") == 1
    assert span("pooled counts", "10 folds", "lowest", "highest").split(" to ") == [
        figure("pooled counts", f"10 folds: {end}") for end in ("lowest", "highest")
    ]


def test_only_places_are_filled():
    text = "{advice.false_alarms:.1f}, {mid-p:8 items differ} %"
    assert filled(text) == "{advice.false_alarms:.1f}, 7.0 %"


@pytest.mark.parametrize("ask", [lambda: figure("risk", "x"), lambda: filled("{x:y}")])
def test_what_is_in_no_table_is_an_error(ask):
    with pytest.raises(LookupError, match="no figure"):
        ask()
