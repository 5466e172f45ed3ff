"""Say which existing name an unknown one probably meant."""

from collections.abc import Iterable

from bakeoff.core.exceptions import UnknownNameError


def unknown_name(noun: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """Build the error for an unknown name, with the nearest known one and the whole list.

    >>> print(unknown_name("method", "mcnemer", ["mcnemar", "sign"]))
    no method is called 'mcnemer'; did you mean 'mcnemar'? There are: mcnemar, sign
    """
    from difflib import get_close_matches

    names = [str(each) for each in known]
    near = get_close_matches(str(name), names, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    listed = ", ".join(names[:60]) + (", ..." if len(names) > 60 else "")
    return UnknownNameError(f"no {noun} is called {str(name)!r}{hint} There are: {listed or 'none'}")
