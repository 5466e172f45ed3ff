"""Plain words for the slices of a verdict: a table, the numbers of decisions, and whether they differ."""

from collections import Counter

from bakeoff.core.verdict import Slice, Verdict
from bakeoff.core.written import brief, listed, plural
from bakeoff.report.words import verdict as words
from bakeoff.report.words.facts import adjusted_told, of_slices

MOST = 20  # rows of a table on the terminal
ALL = "all items"
VOID = "invalid"  # in place of a decision from which nothing follows


def telling(v: Verdict, most: int) -> list[Slice]:
    """The most informative slices, in their order: those against the whole first, then by their p-values."""

    def rank(at: int) -> tuple[bool, float]:
        found = v.slices[at].verdict
        if found is None:
            return True, 2.0
        return not _against(v.decision, _decision(v.slices[at])), found.result.p_value

    kept = sorted(range(len(v.slices)), key=rank)[:most]
    return [v.slices[at] for at in sorted(kept)]


def _against(whole: str, part: str) -> bool:
    return {whole, part} == {"a-better", "b-better"}


def rows(v: Verdict, slices: list[Slice]) -> list[tuple[str, ...]]:
    """The table: a heading, a row for each slice, and one for the whole."""
    values = tuple(brief(each, 20, among=v.names) for each in v.names) if v.values else ()
    head = (brief(v.by), "n", *values, "difference", span_head(v), "p", "verdict")
    every = [*slices, Slice(name=ALL, n=v.result.n, verdict=v)]
    names = [each.name for each in every]
    shown = [brief(each, among=names) for each in names]
    return [head, *((name, str(each.n), *_row(each, v)) for name, each in zip(shown, every, strict=True))]


def span_head(v: Verdict) -> str:
    """The heading of a column of intervals."""
    return f"{100 * v.result.level:g} % {'interval' if v.result.alternative == 'two-sided' else 'bound'}"


def _row(part: Slice, whole: Verdict) -> tuple[str, ...]:
    found = part.verdict
    if found is None:
        return (*(("", "") if whole.values else ()), "", "", "", part.refused)
    values: tuple[str, ...] = _values(found) if whole.values else ()
    return (*values, *words.judged(found), words.verdict_told(found))


def _values(v: Verdict) -> tuple[str, str]:
    if v.values is None:
        return "", ""
    a, b = words.values_told(v.values, v.unit)
    return a, b


def numeric(v: Verdict) -> tuple[int, ...]:
    """Which columns of the table hold numbers."""
    return tuple(range(1, 7 if v.values else 5))


def heading(v: Verdict) -> str:
    """The caption of the table."""
    adjusted = of_slices(v)
    told = f" ({adjusted_told(adjusted)}, nor is the row for all items)" if adjusted else ""
    return f"By {brief(v.by)}{told}:"


def told(v: Verdict) -> str:
    """The numbers of slices by decision, and whether they differ by more than chance."""
    a, b = v.names
    counts = Counter(map(_decision, v.slices))
    said = {
        "a-better": f"{a} is better in {counts['a-better']}",
        "b-better": f"{b} is better in {counts['b-better']}",
        "equivalent": f"the two are equivalent in {counts['equivalent']}",
        "undecided": f"{counts['undecided']} {'is' if counts['undecided'] == 1 else 'are'} undecided",
        VOID: f"{counts[VOID]} {'has' if counts[VOID] == 1 else 'have'} no valid conclusion",
        "": f"{counts['']} could not be judged",
    }
    total = f"of {plural(len(v.slices), 'slice')}, {listed([said[each] for each in said if counts[each]])}"
    from bakeoff.judge.slices import differing  # which needs all that judges; words for one rate do not

    return "; ".join(filter(None, (total, _why_undecided(v, counts), differing(v))))


def _why_undecided(v: Verdict, counts: Counter[str]) -> str:
    """Why no slice is decided where the whole is; nothing is said about slices that could not be judged."""
    undecided, unjudged = counts["undecided"], counts[""] + counts[VOID]
    if v.decision == "undecided" or not undecided or undecided + unjudged < len(v.slices):
        return ""
    which = "no judged slice" if unjudged else "no slice"
    return f"{which} is decided on its own, because each has fewer items than the whole"


def sentence(v: Verdict) -> str:
    """The same as a sentence."""
    return f"O{told(v)[1:]}."


def _decision(each: Slice) -> str:
    """The decision on a slice; nothing where it could not be judged."""
    if each.verdict is None:
        return ""
    return VOID if each.verdict.strength.grade == "invalid" else each.verdict.decision


def around(v: Verdict) -> list[str]:
    """The text above the table on the terminal, then the text below it."""
    left = len(v.slices) - MOST
    more = [f"{left} more slices are not shown; --json lists all"] if left > 0 else []
    return [heading(v), *more, sentence(v), *filter(None, [_caveats(v)])]


def _caveats(v: Verdict) -> str:
    """What limits slices and not the whole: in how many, by key."""
    own = {caveat.key for caveat in v.caveats}
    found: dict[str, int] = {}
    for each in v.slices:
        for key in dict.fromkeys(c.key for c in (each.verdict.caveats if each.verdict else ())):
            found[key] = found.get(key, 0) + (key not in own)
    listed = ", ".join(f"{key} in {count}" for key, count in found.items() if count)
    return f"caveats of slices: {listed}; --json has the full texts" if listed else ""
