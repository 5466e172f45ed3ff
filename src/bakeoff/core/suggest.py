"""Say which existing name an unknown one probably meant."""

from collections.abc import Iterable, Mapping

from bakeoff.core.exceptions import UnknownNameError


def unknown_name(
    noun: str, name: object, known: Iterable[str], *, other_names: Mapping[str, str] | None = None
) -> UnknownNameError:
    """Build the error for an unknown name, with the nearest known one and the whole list.

    >>> print(unknown_name("method", "mcnemer", ["mcnemar", "sign"]))
    no method is called 'mcnemer'; did you mean 'mcnemar'? There are: mcnemar, sign
    """
    from difflib import get_close_matches

    names = [str(each) for each in known]
    aliases = {_folded(other): key for other, key in (other_names or {}).items()}
    folded = aliases | {_folded(each): each for each in reversed(names)}
    near = get_close_matches(_folded(str(name)), folded, n=1, cutoff=0.6)
    hint = f"; did you mean {folded[near[0]]!r}?" if near else "."
    listed = ", ".join(names[:60]) + (", ..." if len(names) > 60 else "")
    return UnknownNameError(f"no {noun} is called {str(name)!r}{hint} There are: {listed or 'none'}")


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
