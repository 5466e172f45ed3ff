"""Plain words for a ranking: which models may be the best, which pairs differ, and what limits it."""

import math
from collections import Counter

from bakeoff.core.ranking import RankedModel, RankedPair, RankedSlice, Ranking
from bakeoff.core.verdict import Unit
from bakeoff.core.written import brief, in_four_digits, listed, p_text, plural
from bakeoff.metrics import METRICS
from bakeoff.report.words.evidence import INVALID, Remark, caveat_remarks, hedge, mark
from bakeoff.report.words.facts import basis_told, differ_rows, measured_by
from bakeoff.report.words.looks import look_rows
from bakeoff.report.words.omnibus import omnibus_told, record_of
from bakeoff.report.words.roles import role_rows
from bakeoff.report.words.verdict import margin_told

NAMED = 5  # names in a sentence; of more only some
SOME = 3
MEAN_RANK_TESTS = ("nemenyi", "bonferroni-dunn")  # whose critical value is a difference of mean ranks
ALL_PAIRS = 45  # of at most this many, all are in a table; of more those that are decided
MOST_PAIRS, FEW_PAIRS = 100, 20  # rows of such a table in a report, and on the terminal


def sentence(r: Ranking) -> str:
    """The ranking in one sentence: which may be the best, and how many pairs differ."""
    return f"{opening(r)} {finding(r)}"


def short(r: Ranking, name: str) -> str:
    """The name of a model as tables and sentences have it; no two are the same."""
    return brief(name, among=r.names)


def opening(r: Ranking) -> str:
    """Which models may be the best, of how many."""
    of, word = f"{len(r.models)} {r.noun}s", "best" if len(r.models) > 2 else "better"
    if r.strength.grade == "invalid":
        return f"{INVALID} about {of}"
    if not r.best:
        return f"{of} ranked"
    if r.one_is_best:
        return f"{hedge(r.strength.grade)}{short(r, r.best[0])} is the {word} of {of}"
    if len(r.best) == len(r.models) > 2:
        return f"Any of the {of} may be the best"
    if len(r.best) == 1:
        return f"Only {short(r, r.best[0])} may be the {word} of {of}"
    if len(r.best) <= NAMED:
        return f"{_listed(r, r.best, 'or')} may be the {word} of {of}"
    more = f"{', '.join(short(r, each) for each in r.best[:SOME])} and {len(r.best) - SOME} more"
    return f"{len(r.best)} of {of} may be the best ({more})"


def finding(r: Ranking) -> str:
    """The metric and the data, and how many pairs differ."""
    return f"by {measured_by(r.metric, r.unit)} on {basis_told(r.basis)}; {told_pairs(r)}"


def told_pairs(r: Ranking) -> str:
    """How many pairs differ, and how many are equivalent."""
    better, worse = (sum(_favours(each, r, side) for each in r.pairs) for side in (1, -1))
    count, equal = better + worse, sum(each.decision == "equivalent" for each in r.pairs)
    of = f"of {len(r.pairs)}{' pairs' if r.baseline is None else ''}"
    base = "" if r.baseline is None else f" from {short(r, r.baseline)}"
    surely = "" if bayesian(r) else " significantly"
    told = f"{count} {of} {'differs' if count == 1 else 'differ'}{surely}{base}"
    told += f" ({better} better, {worse} worse)" if base else ""
    if not count:
        told = f"none {of} {'is decided' if bayesian(r) else f'differs significantly{base}'}"
    if len(r.pairs) == 1:
        none = "which of them is better is undecided"
        none = none if bayesian(r) else "the two do not differ significantly"
        told = "the two differ" if count else "" if equal else none
        return told or "the two are equivalent"
    return told + (f", {equal} {'is' if equal == 1 else 'are'} equivalent" if equal else "")


def _favours(pair: RankedPair, r: Ranking, side: int) -> bool:
    """Whether a pair is decided for its first model; of a pair with the baseline, for the other one."""
    sign = {"a-better": 1, "b-better": -1}.get(pair.decision, 0)
    return (sign if r.baseline is None or pair.b == r.baseline else -sign) == side


def decided(r: Ranking) -> list[RankedPair]:
    """Pairs that differ or are equivalent, those next to each other in the ranking first.

    They are the most informative: models that are further apart than two that differ often differ too.
    """
    place = {name: at for at, name in enumerate(r.names)}
    found = [each for each in r.pairs if each.decision != "undecided"]
    return sorted(found, key=lambda pair: (place[pair.b] - place[pair.a], place[pair.a]))


def shown_pairs(r: Ranking, most: int) -> list[RankedPair]:
    """All pairs where they are few; of more those that are decided."""
    return list(r.pairs) if len(r.pairs) <= min(most, ALL_PAIRS) else decided(r)[:most]


def left_out(r: Ranking, shown: int) -> str:
    """What a table of pairs does not have, and where it is."""
    differ, rest = len(decided(r)), len(r.pairs) - len(decided(r))
    if shown == len(r.pairs):
        return ""
    more = [f"{differ - shown} more that are decided"] if differ > shown else []
    more += [f"{rest} that are undecided"] if rest else []
    return f"not shown: {' and '.join(more)}; JSON has all {len(r.pairs)} pairs"


def model_rows(r: Ranking) -> list[tuple[str, ...]]:
    """The table of models: a heading, then one row for each, best first."""
    averaged = any(each.mean_rank is not None for each in r.models)
    with_own = any(each.interval is not None for each in r.models)
    head = (r.noun, "rank", *(["mean rank"] if averaged else []), measured_by(r.metric, r.unit))
    head += (f"{level_told(r)} interval",) if with_own else ()
    rows = [
        (
            short(r, each.name),
            ranks_told(each),
            *([mean_rank_told(each)] if averaged else []),
            value_told(each.value, r.unit),
            *([_own(each, r.unit)] if with_own else []),
            best_told(each),
        )
        for each in r.models
    ]
    return [(*head, "may be best"), *rows]


def best_told(model: RankedModel) -> str:
    """Whether a model may be the best: not only where another is better by the joint test of all pairs."""
    if model.may_be_best:
        return "yes"
    return "doubtful" if model.rank[0] == 1 else "no"


def level_told(r: Ranking) -> str:
    """The level of the intervals of single models."""
    return f"{100 * (1 - r.alpha):g} %"


def joint_level_told(r: Ranking) -> str:
    """The level at which all pairs and all ranks hold together."""
    return f"{100 * (1 - r.alpha / r.tried):.6g} %"


def pair_level_told(r: Ranking) -> str:
    """The level of the interval of a pair: of all at once, unless pairs have their own levels."""
    return joint_level_told(r) if r.interval_level is None else f"{100 * r.interval_level:.4g} %"


def each_alone(r: Ranking) -> bool:
    """Whether the interval of each pair has a level of its own, so that all hold together."""
    return r.interval_level is not None and r.interval_level > 1 - r.alpha / r.tried + 1e-9


def ranks_told(model: RankedModel) -> str:
    """The ranks that a model may have."""
    best, worst = model.rank
    return f"{best}" if best == worst else f"{best}-{worst}"


def mean_rank_told(model: RankedModel) -> str:
    """The mean rank over the data sets."""
    return "" if model.mean_rank is None else f"{model.mean_rank:.2f}"


def value_told(value: float, unit: Unit) -> str:
    """A value of a metric in a table: rates in per cent.

    >>> from bakeoff.core.verdict import POINTS
    >>> loss = Unit("log loss", 1.0, points=False)
    >>> value_told(0.91, POINTS), value_told(0.3, loss), value_told(1234.5678, loss)
    ('91.0 %', '0.3000', '1235')
    """
    if not math.isfinite(value):
        return "not known"
    if unit.points:
        return f"{unit.factor * value:z.1f} %"
    return f"{value:z.4f}" if abs(value) < 10 else f"{value:.4g}"


def _own(model: RankedModel, unit: Unit) -> str:
    return "" if model.interval is None else value_span(*model.interval, unit)


def value_span(low: float, high: float, unit: Unit) -> str:
    """The interval of a value in a table.

    >>> from bakeoff.core.verdict import POINTS
    >>> value_span(0.91, 0.953, POINTS)
    '91.0 to 95.3 %'
    """
    return f"{value_told(low, unit).removesuffix(' %')} to {value_told(high, unit)}"


def who(r: Ranking, pair: RankedPair) -> str:
    """A decision in words, with the name of the better model."""
    told = {"a-better": f"{short(r, pair.a)} is better", "b-better": f"{short(r, pair.b)} is better"}
    return f"{told.get(pair.decision, pair.decision)}{mark(pair.grade(r.alpha))}"


def unit_told(r: Ranking) -> str:
    """What differences are measured in."""
    return f"points of {r.unit.subject}" if r.unit.points else r.unit.subject


def numbers(r: Ranking) -> list[tuple[str, ...]]:
    """What was done, as (name, text) rows."""
    rows: list[tuple[str, ...]] = [("method", _method(r))]
    rows += [("adjustment", _adjustment(r))] if _own_tests(r) else []
    rows += [("omnibus", omnibus_told(r.omnibus))] if r.omnibus else []
    rows += [("level", _level(r))]
    rows += [("baseline", short(r, r.baseline))] if r.baseline is not None else []
    rows += [("margin", margin_told(r.margin, r.unit))] if r.margin is not None else []
    if r.rope:
        rows.append(("equivalence", f"differences smaller than {margin_told(r.rope, r.unit)} do not matter"))
    return [*rows, *differ_rows(r.differ), *role_rows(r.roles, r.left_out), *look_rows(r.looks)]


def _level(r: Ranking) -> str:
    if bayesian(r):
        return deciding_probability(r)
    of = "" if r.baseline is None else f" with {short(r, r.baseline)}"
    jointly = f", jointly for all pairs{of}" if len(r.pairs) > 1 else ""
    tried = f" / {r.tried} tried" if r.tried > 1 else ""
    return f"{joint_level_told(r)}{jointly} (alpha {r.alpha:g}{tried})"


def deciding_probability(r: Ranking) -> str:
    """Which probabilities decide: without a region of equivalence no pair is called equivalent."""
    enough = f"a probability of {level_told(r)} or more"
    if r.rope:
        return f"{enough} decides, for each pair by itself"
    undecided = f"without a region of equivalence (rope), equal {r.noun}s are undecided"
    return f"{enough} that one {r.noun} is better decides, for each pair by itself; {undecided}"


def bayesian(r: Ranking) -> bool:
    """Whether pairs have probabilities of a posterior, which are not adjusted for each other."""
    return any(each.probabilities is not None for each in r.pairs)


def models_heading(r: Ranking) -> str:
    """What heads the table of models."""
    return f"{r.noun.capitalize()}s{', lower is better' if less_is_better(r) else ''}"


def models_legend(r: Ranking) -> list[str]:
    """What the columns of that table mean, and what holds for all models at once."""
    sure = f"with {joint_level_told(r)} confidence for all {r.noun}s together"
    if bayesian(r):
        sure = "by the posterior of each pair alone; that all of them hold together is not promised"
    found = [f"rank: all ranks that are possible, {sure}"]
    if any(each.interval for each in r.models):
        found.append(f"{level_told(r)} interval: for each {r.noun} alone")
    if first := tuple(each.name for each in r.models if best_told(each) == "doubtful"):
        found.append(
            f"doubtful: may have rank 1, but is left out by the test of the best {r.noun} alone, which makes "
            f"fewer comparisons than the ranks need ({_listed(r, first, 'and')}). That test leaves out the "
            f"best {r.noun} in at most {100 * r.alpha / r.tried:.6g} % of rankings; of several that are "
            f"equally good, one or another is left out more often. To choose a {r.noun}, take one with yes"
        )
    return found


def less_is_better(r: Ranking) -> bool:
    """Whether the best model has the lowest value."""
    return r.unit.less or (r.metric in METRICS and not METRICS[r.metric].higher_is_better)


def _own_tests(r: Ranking) -> Counter[str]:
    """The tests of single pairs, and how many pairs each judged; none where all pairs have one test."""
    return Counter(each.method for each in r.pairs if len(r.pairs) > 1 and each.method not in ("", r.method))


def _method(r: Ranking) -> str:
    own = _own_tests(r)
    if not own:
        return ", ".join([f"{r.method} ({record_of(r.method).title})", *settings(r)])
    alone, joint = listed(list(own)), len(r.pairs) - own.total()
    if not joint:
        return f"{alone} for each pair"
    drawn = r.basis.drawn
    few = f"{plural(own.total(), 'pair')} whose models differ on few {drawn}"
    other = "other pair" if joint == 1 else f"other {joint}"
    return f"{alone} for {few}; {r.method}, a joint test by resampling the {drawn}, for the {other}"


def _adjustment(r: Ranking) -> str:
    """How p-values are adjusted where pairs have tests of their own, beside a joint test or without one."""
    pairs = len(r.pairs)
    joint = pairs - _own_tests(r).total()
    share = r.alpha / pairs
    every = f"each of the {pairs} pairs gets an equal share of alpha, {share:.3g} (Bonferroni's method)"
    if joint < 2:
        return every
    shares = "both shares" if joint == 2 else f"the {joint} shares"
    return f"{every}; {r.method} tests its {joint} pairs jointly, with {shares} together, {joint * share:.3g}"


def settings(r: Ranking) -> list[str]:
    """The reference of a method: its critical value, and its number of draws."""
    of = "difference of mean ranks" if r.method in MEAN_RANK_TESTS else "value"
    told = [f"critical {of} {in_four_digits(r.critical)}"] if r.critical is not None else []
    return told + ([f"{r.resamples} {'draws' if bayesian(r) else 'resamples'}"] if r.resamples else [])


def remarks(r: Ranking) -> list[Remark]:
    """Caveats and notes, each with what it is."""
    return caveat_remarks(r.caveats) + [Remark("note", each) for each in r.notes]


def slice_rows(r: Ranking) -> list[tuple[str, ...]]:
    """The table of slices: a heading, a row for each, and one for all items."""
    every = [*r.slices, RankedSlice(name="all items", n=r.basis.counts[0], ranking=r)]
    head = (brief(r.by), "n", "may be best", "pairs that differ", "apparent best")
    among = [each.name for each in every]
    return [head, *((brief(each.name, among=among), str(each.n), *_slice(each)) for each in every)]


def slices_differ(r: Ranking) -> str:
    """Whether differences of models change from slice to slice."""
    found = r.heterogeneity
    if found is None:
        return ""
    differ = "differences change" if found.p_value <= r.alpha else "no evidence that differences change"
    return f"{differ} from slice to slice ({found}, {p_text(found.p_value)}, adjusted for all pairs)"


def _slice(part: RankedSlice) -> tuple[str, str, str]:
    if part.ranking is None:
        return part.refused, "", ""
    return best_cells(part.ranking)


def best_cells(r: Ranking) -> tuple[str, str, str]:
    """Which may be the best, how many pairs differ, and which has the best value."""
    differ = sum(each.decision in ("a-better", "b-better") for each in r.pairs)
    best = r.best if len(r.best) <= NAMED else (*r.best[:SOME], f"{len(r.best) - SOME} more")
    return _listed(r, best, "or"), f"{differ} of {len(r.pairs)}", short(r, r.models[0].name)


def _listed(r: Ranking, names: tuple[str, ...], last: str) -> str:
    shown = [short(r, each) for each in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"
