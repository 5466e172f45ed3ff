"""Say which existing name an unknown one probably meant."""

from collections.abc import Iterable, Mapping

from bakeoff.core.exceptions import UnknownNameError

# The search for near names takes the product of both lengths for each name: it must not outlast the work.
LONGEST = 100
SEARCHED = 1000


def unknown_name(
    noun: str, name: object, known: Iterable[str], *, other_names: Mapping[str, str] | None = None
) -> UnknownNameError:
    """Build the error for an unknown name, with the nearest known one and the whole list.

    >>> print(unknown_name("method", "mcnemer", ["mcnemar", "sign"]))
    no method is called 'mcnemer'; did you mean 'mcnemar'? There are: mcnemar, sign
    >>> print(unknown_name("metric", "acc", ["accuracy", "mcc"]))
    no metric is called 'acc'; did you mean 'accuracy'? There are: accuracy, mcc
    """
    names = [str(each) for each in known]
    message, nearest = _worded(noun, str(name), names, other_names or {})
    return UnknownNameError(message, name=str(name), known=names, nearest=nearest)


def unknown_column(name: str, known: Iterable[str], source: str) -> UnknownNameError:
    """Build the error for a column that a table does not have.

    >>> problem = unknown_column("Truth", ["truth", "a", "b"], "x.csv")
    >>> print(problem)
    no column of x.csv is called 'Truth'; did you mean 'truth'? There are: truth, a, b
    >>> problem.column, problem.source, problem.nearest
    ('Truth', 'x.csv', 'truth')
    """
    names = list(known)
    message, nearest = _worded(f"column of {source}", name, names, {})
    return UnknownNameError(message, name=name, known=names, nearest=nearest, source=source, column=name)


def _worded(noun: str, name: str, names: list[str], other_names: Mapping[str, str]) -> tuple[str, str | None]:
    """The message, and the name that was probably meant."""
    aliases = {_folded(other): key for other, key in other_names.items()}
    folded = aliases | {_folded(each): each for each in reversed(names)}
    near = _nearest(_folded(name), list(folded))
    hint = f"; did you mean {folded[near]!r}?" if near is not None else "."
    listed = ", ".join(map(_short, names[:60])) + (", ..." if len(names) > 60 else "")
    said = f"no {noun} is called {_short(name)!r}{hint} There are: {listed or 'none'}"
    return said, None if near is None else folded[near]


def _nearest(name: str, known: list[str]) -> str | None:
    """The shortest known name that begins as the given one does, or else the most similar one."""
    from difflib import get_close_matches

    if len(name) > LONGEST:
        return None
    fit = [each for each in known if len(each) <= LONGEST]
    longer = [each for each in fit if each.startswith(name)] if len(name) > 1 else []
    if longer:
        return min(longer, key=len)
    fit.sort(key=lambda each: abs(len(each) - len(name)))
    return next(iter(get_close_matches(name, fit[:SEARCHED], n=1, cutoff=0.6)), None)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[:60]}..."


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
