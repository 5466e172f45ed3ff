"""The table of the pairs of a ranking."""

from dataclasses import replace

from bakeoff.core.ranking import RankedPair, Ranking
from bakeoff.core.result import Decision, Interval
from bakeoff.core.written import in_step, p_digits, reach_told
from bakeoff.report.words.omnibus import record_of
from bakeoff.report.words.ranking import (
    bayesian,
    each_alone,
    joint_level_told,
    less_is_better,
    pair_level_told,
    short,
    unit_told,
    who,
)


def pair_rows(r: Ranking, pairs: list[RankedPair]) -> list[tuple[str, ...]]:
    """The table of pairs: a heading, then one row for each; what no pair has is left out."""
    counted = any(each.wins is not None for each in r.pairs)
    spread = _spreads(r)
    bayes = bayesian(r)
    several = any(each.method != r.method for each in r.pairs)
    head: tuple[str, ...] = ("pair", "difference", f"{pair_level_told(r)} interval")
    head += ("probabilities",) if bayes else ("adjusted p" if len(r.pairs) > 1 or r.tried > 1 else "p",)
    head += ("sd between data sets",) if spread else ()
    head += (*(["wins/ties/losses"] if counted else []), *(["method"] if several else []), "verdict")
    between = "against" if less_is_better(r) else "-"  # of losses, a minus would have the other sign
    rows = [
        (
            f"{short(r, each.a)} {between} {short(r, each.b)}",
            *pair_cells(r, each),
            probabilities_told(each) if bayes else p_told(each),
            *([spread_told(r, each)] if spread else []),
            *([wins_told(each)] if counted else []),
            *([each.method] if several else []),
            who(r, each),
        )
        for each in (less_baseline(r, pair) for pair in pairs)
    ]
    return [head, *rows]


def less_baseline(r: Ranking, pair: RankedPair) -> RankedPair:
    """The pair as people read it: with a baseline, every difference is that of a model minus the baseline."""
    if pair.a != r.baseline:
        return pair
    low, high = pair.interval
    sides: dict[Decision, Decision] = {"a-better": "b-better", "b-better": "a-better"}
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        estimate=-pair.estimate,
        interval=Interval(low=-high, high=-low),
        decision=sides.get(pair.decision, pair.decision),
        wins=pair.losses,
        losses=pair.wins,
        probabilities=None if pair.probabilities is None else (*pair.probabilities[::-1],),
    )


def pair_numeric(r: Ranking) -> range:
    """Which columns of that table hold numbers."""
    return range(1, 4 + _spreads(r) + any(each.wins is not None for each in r.pairs))


def pair_cells(r: Ranking, pair: RankedPair) -> tuple[str, str]:
    """Difference and simultaneous interval, in the unit of differences."""
    said, low, high = in_step(*(x * r.unit.factor for x in (pair.estimate, *pair.interval)))
    return said, reach_told(pair.interval, low, high)


def p_told(pair: RankedPair) -> str:
    """The p-value that decides."""
    return "" if pair.deciding_p is None else p_digits(pair.deciding_p)


def wins_told(pair: RankedPair) -> str:
    """Wins, ties and losses of the first model."""
    known = (pair.wins, pair.ties, pair.losses)
    return "" if None in known else "/".join(map(str, known))


def _spreads(r: Ranking) -> bool:
    return any(each.between is not None for each in r.pairs)


def spread_told(r: Ranking, pair: RankedPair) -> str:
    """The standard deviation of the true difference between data sets."""
    return "" if pair.between is None else in_step(pair.between * r.unit.factor)[0]


def probabilities_told(pair: RankedPair) -> str:
    """The probabilities that the first is better, that both are equivalent and that the second is better."""
    return "" if pair.probabilities is None else " / ".join(f"{x:.3f}" for x in pair.probabilities[::-1])


def pairs_caption(r: Ranking) -> str:
    """In which unit differences are, and what holds for all pairs at once."""
    estimates = record_of(r.method).estimates
    by_ranks = f" ({estimates})" if estimates else ""
    spread = "; sd between data sets: of the true differences, without chance variation of the scores"
    first = f"Differences in {unit_told(r)}{by_ranks}, positive if the first {r.noun} is better"
    return f"{first}{_at_once(r)}{spread if _spreads(r) else ''}"


def _at_once(r: Ranking) -> str:
    if bayesian(r):
        return "; probabilities of: the first is better, both are equivalent, the second is better"
    if len(r.pairs) == 1:
        return ""
    pairs, tried = f"all {len(r.pairs)}", f" and {r.tried} rankings" if r.tried > 1 else ""
    jointly = f"with {joint_level_told(r)} confidence {pairs} intervals contain the true differences"
    if each_alone(r):
        each = f"; each interval has a level of {pair_level_told(r)}, so that"
        return f"; p-values are adjusted for {pairs} pairs{each} {jointly}"
    return f"; p-values are adjusted for {pairs} pairs{tried}; {jointly}"
