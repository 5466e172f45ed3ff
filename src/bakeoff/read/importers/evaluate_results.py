"""Result files of Hugging Face evaluate (``evaluate.save``): means alone, which cannot be compared."""

from collections.abc import Sequence
from typing import NoReturn

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import Glimpse, Importer
from bakeoff.read.importers._runs import NUMERIC
from bakeoff.read.values import plain

TITLE = "a result file of Hugging Face evaluate"


def recognises(glimpse: Glimpse) -> bool:
    """Whether ``evaluate.save`` wrote it."""
    return {"_evaluate_version", "_timestamp"} <= glimpse.first.keys()


def refuse_means(glimpses: Sequence[Glimpse], wanted: Wanted) -> NoReturn:
    """Say that means are not enough, and what is."""
    del wanted
    first = glimpses[0]
    metrics = [
        plain(name)
        for name, value in first.first.items()
        if isinstance(value, NUMERIC) and not name.startswith("_")
    ]
    listed = f" ({', '.join(metrics[:5])})" if metrics else ""
    raise InputError(
        f"{first.called} is {TITLE}: it holds means over all items{listed}, not a value for each item; "
        f"give the predictions that were passed to evaluate, with the references as the truth"
    )


record = Importer(key="evaluate-results", title=TITLE, recognises=recognises, read=refuse_means)
