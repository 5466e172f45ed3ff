from bakeoff.core.caveat import IMPORTANCES, Caveat, by_importance


def test_what_matters_most_comes_first_and_the_order_is_kept_among_equals():
    given = [
        Caveat(key=f"{at}", text="", importance=each) for at, each in enumerate((*IMPORTANCES, "limits"))
    ]
    shuffled = [given[at] for at in (3, 2, 4, 1, 0)]
    assert [each.key for each in by_importance(shuffled)] == ["0", "1", "2", "4", "3"]
