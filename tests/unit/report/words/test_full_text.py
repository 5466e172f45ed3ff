import bakeoff
from bakeoff.judge.slices import with_slices
from bakeoff.report.words.full_text import full_text


def part(only_a, only_b):
    return lambda tried: bakeoff.compare_counts(only_a, only_b, n=100, both_right=40, tried=tried)


def test_answer_numbers_slices_caveats_methods_in_this_order():
    whole = bakeoff.compare_counts(30, 30, n=200, both_right=80, opinions=True)
    verdict = with_slices(whole, [("old", 100, part(25, 2)), ("new", 100, part(5, 28))], by="users")
    text = full_text(verdict)
    assert str(verdict) == text
    places = [
        text.index(each)
        for each in (
            verdict.sentence,
            "\n  accuracy ",
            "\n  By users",
            "\n  Of 2 slices",
            "\n  caveat: ",
            "What every",
        )
    ]
    assert places == sorted(places)
    assert "\n    new        100  " in text


def test_without_slices_there_is_no_word_of_them():
    text = full_text(bakeoff.compare_counts(15, 35, n=412))
    assert "slice" not in text
    assert text.splitlines()[1] == ""
