"""What limits a verdict: the pitfalls that apply to it, as caveats."""

from bakeoff.core.verdict import Caveat
from bakeoff.judge.pitfalls import BY_KEY, PITFALLS, Case, Finding


def find_caveats(case: Case) -> tuple[Caveat, ...]:
    """All caveats that apply, in the order of the records."""
    return tuple(each.caveat(found) for each in PITFALLS for found in each.trigger(case))


def raised(key: str, text: str, remedy: str = "") -> Caveat:
    """A caveat that is found before there is anything to judge: while data are read, or learners run.

    >>> raised("tuned-across-groups", "the forest tunes on splits that part items of a group").remedy
    'give it GroupKFold'
    """
    return BY_KEY[key].caveat(Finding(text, remedy))
