"""Caveats for the conditions under which models were run: another judge, and runs that did not end."""

from collections.abc import Iterator
from shlex import quote

from bakeoff.core.conditions import by_value
from bakeoff.core.evidence import Caveat
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.read.importers._record import Found

SHOWN = 3  # runs or conditions in a caveat


def condition_caveats(found: Found) -> Iterator[Caveat]:
    """What the conditions of the runs do to a conclusion."""
    if found.doubtful:
        yield _scored_otherwise(found)
    if found.unfinished:
        more = len(found.unfinished) - SHOWN
        rest = [f"{plural(more, 'more run')} did not end"] if more > 0 else []
        text = "; ".join([*found.unfinished[:SHOWN], *rest])
        yield BY_KEY["unfinished-run"].caveat(
            f"{text}. The items that are answered first need not be like the others", found.finish
        )


def _scored_otherwise(found: Found) -> Caveat:
    keys = found.doubtful
    told = [f"{key} is {by_value(found.differ[key])}" for key in keys[:SHOWN]]
    more = [plural(len(keys) - SHOWN, "more condition")] if len(keys) > SHOWN else []
    whole = list(dict.fromkeys(key.partition(".")[0] for key in keys))
    words = ",".join(whole)
    return BY_KEY["scored-otherwise"].caveat(
        f"the answers were not scored in the same way: {'; '.join([*told, *more])}",
        f"score all models in the same way, or, if this difference is intended, say so with --may-differ "
        f"{quote(words)} (may_differ={words!r})",
    )


def refuse_may_differ(may_differ: tuple[str, ...], source: str = "tables") -> None:
    """Refuse conditions where nothing has any."""
    if may_differ:
        raise InputError(
            f"may_differ is {', '.join(may_differ)!r}, but {source} have no conditions, only logs of other "
            f"programs do; leave may_differ out"
        )
