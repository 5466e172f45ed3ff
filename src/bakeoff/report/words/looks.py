"""Words for how often a test set has been used."""

from bakeoff.core.looks import Ladder, Look, Looks
from bakeoff.core.written import brief, p_digits, plural

KNOWN = {
    "ids": "known by their ids",
    "labels": "known by how many there are of each label, which other items may share",
    "rows": "known by all of their attributes",
}


def looks_told(looks: Looks) -> str:
    """How often these items were used, and how many decisions followed.

    >>> looks_told(Looks(items="ab", by="ids", before=0, decided=0))
    'the first recorded look at these items (known by their ids)'
    >>> looks_told(Looks(items="ab", by="ids", before=3, decided=2, since="2026-05-01T10:00"))
    '3 recorded looks at these items before, since 2026-05-01, of which 2 decided something (known by their \
ids)'
    """
    known = KNOWN[looks.by]
    if not looks.before:
        return f"the first recorded look at these items ({known})"
    if looks.by != "labels" and looks.alike:
        known += f"; {looks.alike} of the looks by labels alone, which may have been at other items"
    several = f"{plural(looks.before, 'recorded look')} at these items before"
    since = f", since {looks.since[:10]}" if looks.since else ""
    adjusted = f"; adjusted for {looks.added} of them" if looks.added else ""
    return f"{several}{since}, of which {looks.decided} decided something ({known}){adjusted}"


def ladder_told(ladder: Ladder) -> str:
    """The value by the rule of the Ladder, and whether this look raised it.

    >>> ladder_told(Ladder(metric="accuracy", value=0.91, before=0.88, improved=True))
    'a new best accuracy of 0.91 (before 0.88); only gains of more than one standard error count'
    """
    if ladder.before is None:
        return f"{ladder.metric} {ladder.value:.6g} is the value to beat by more than its standard error"
    if ladder.improved:
        return (
            f"a new best {ladder.metric} of {ladder.value:.6g} (before {ladder.before:.6g}); only gains of "
            f"more than one standard error count"
        )
    return f"the best {ladder.metric} stays {ladder.value:.6g}: no gain of more than one standard error"


def look_rows(looks: Looks | None) -> list[tuple[str, ...]]:
    """The rows of a verdict or a ranking about its looks; none without a ledger."""
    if looks is None:
        return []
    rows: list[tuple[str, ...]] = [("looks", looks_told(looks))]
    return rows if looks.ladder is None else [*rows, ("ladder", ladder_told(looks.ladder))]


HEAD = ("no", "when (UTC)", "command", "models", "metric", "decision", "p-value", "best value")


def look_row(look: Look) -> tuple[str, ...]:
    """One look as a row of a table."""
    return (
        str(look.number),
        look.when[:16].replace("T", " "),
        look.kind,
        brief(", ".join(look.names)),
        look.metric,
        look.decision,
        "" if look.p_value is None else p_digits(look.p_value),
        "" if look.value is None else f"{look.value:.4g}",
    )
