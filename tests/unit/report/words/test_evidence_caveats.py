import pytest

from bakeoff.core.evidence import Caveat
from bakeoff.report.words.evidence import BY_OPTION, Remark, caveat_values, first_of

NOTE = Remark("note", "by the way")


def caveats(count):
    return [Remark("caveat", f"{at}", "limits") for at in range(count)]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_up_to_three_caveats_are_shown_as_they_are(count):
    assert first_of([*caveats(count), NOTE], BY_OPTION, every=False) == [*caveats(count), NOTE]


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (4, "1 more caveat that matters less is not shown; --all-caveats shows all"),
        (6, "3 more caveats that matter less are not shown; --all-caveats shows all"),
    ],
)
def test_of_more_the_rest_is_counted_with_how_to_see_it(count, told):
    found = first_of([*caveats(count), NOTE], BY_OPTION, every=False)
    assert found == [*caveats(3), Remark("note", told), NOTE]
    assert first_of([*caveats(count), NOTE], BY_OPTION, every=True) == [*caveats(count), NOTE]


def test_plain_values_have_all_of_them_with_their_importance():
    given = [Caveat(key=f"{at}", text="t") for at in range(4)]
    void = Caveat(key="void", text="t", importance="invalidates")
    found = caveat_values([*given, void])
    assert [each["key"] for each in found] == ["void", "0", "1", "2", "3"]
    assert found[0] == {"key": "void", "text": "t", "importance": "invalidates"}
