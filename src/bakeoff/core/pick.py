"""Which of the models in a source to take: every one, or the two that are to be compared."""

from collections.abc import Callable, Sequence

from bakeoff.core.exceptions import InputError, ModelsError, unknown_name
from bakeoff.core.written import plural

SHOWN = 20  # models in a message


Pick = Callable[..., Sequence[str]]
"""Takes some of the names that a reader found, in order; the reader itself takes any number of models.

It gets the ``source``, the ``noun`` for what has a name there, what a user's word for one is ``meant``
to be, an ``advice`` for users with only one model, other accepted words, ``also``, and the command that
ranks more than two, ``ranked``.
"""


def every(names: Sequence[str], *, source: str, noun: str = "learner", **_: object) -> Sequence[str]:
    """Take all models."""
    if not names:
        raise ModelsError(f"{source} has no {noun}; expected at least one", source=source, names=names)
    return names


def two_of(a: str | int | None, b: str | int | None) -> Pick:
    """Take the two models that are named, or the only two; the first is A where a name does not say.

    >>> pick = two_of(None, "tree")
    >>> pick(["tree", "bayes"], source="folds.csv")
    ['bayes', 'tree']
    """

    def pick(
        names: Sequence[str],
        *,
        source: str,
        noun: str = "learner",
        meant: Callable[[str], str] = str,
        advice: str = "",
        also: str = "",
        ranked: str = "",
    ) -> Sequence[str]:
        wanted = [None if each is None else meant(str(each)) for each in (a, b)]
        for each in wanted:
            if each is not None and each not in names:
                raise unknown_name(f"{noun} in {source}", each, names)
        if wanted[0] is not None and wanted[0] == wanted[1]:
            raise InputError(f"a and b both name the {noun} {wanted[0]!r}; expected two different ones")
        if None in wanted and len(names) != 2:
            raise _not_two(names, source, noun, advice, also, ranked)
        rest = [name for name in names if name not in wanted]
        return [rest.pop(0) if each is None else each for each in wanted]

    return pick


def _not_two(
    names: Sequence[str], source: str, noun: str, advice: str, also: str, ranked: str
) -> ModelsError:
    listed = ", ".join(map(repr, names[:SHOWN])) + (", ..." if len(names) > SHOWN else "")
    if len(names) < 2:
        what = f"expected at least two{': ' if advice else ''}{advice}"
    else:
        usual = "rank_learners in Python, which trains them" if noun == "learner" else "bakeoff rank"
        by = ranked or usual
        what = f"choose two with --a and --b{also}, or rank all of them with {by}"
    found = plural(len(names), noun)
    return ModelsError(f"{source} has {found}: {listed}; {what}", source=source, names=names)
