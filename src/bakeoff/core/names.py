"""Several names in one text, with commas between them, as options take them."""

import csv
import io
from collections.abc import Iterable

from bakeoff.core.exceptions import InputError


def names_in(text: str | None) -> tuple[str, ...]:
    """The names in a text: a name that contains a comma is in double quotes, as in CSV.

    >>> names_in('svm, "svm/rbf, C=10"'), names_in(" ,"), names_in(None)
    (('svm', 'svm/rbf, C=10'), (), ())
    """
    try:
        (row, *_) = [*csv.reader([text or ""], skipinitialspace=True), []]
    except csv.Error:
        raise InputError(
            f"the names {text!r} cannot be read; expected names separated by commas, in one line, and a name "
            f'that contains a comma in double quotes: "C=1, linear"'
        ) from None
    return tuple(name for each in row if (name := each.strip()))


def names_listed(names: Iterable[str]) -> str:
    """Names as one text, which `names_in` reads.

    >>> names_listed(["tree", "svm/rbf, C=10"])
    'tree,"svm/rbf, C=10"'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(names)
    return text.getvalue()
