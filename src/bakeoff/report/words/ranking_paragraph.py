"""The methods paragraph of a ranking: what a paper must say, in sentences with their citations."""

from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import Caveat
from bakeoff.core.works import SCHUIRMANN_1987, WELCH_1951
from bakeoff.core.written import brief, listed
from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS
from bakeoff.methods.many import MANY
from bakeoff.report.words import ranking as words
from bakeoff.report.words.facts import adjusted_with, basis_told, measured_by
from bakeoff.report.words.omnibus import omnibus_short, record_of
from bakeoff.report.words.paragraph import (
    SAID,
    SOFTWARE,
    VOID,
    Sentence,
    cited_metric,
    short,
)
from bakeoff.report.words.references import keys_of

NAMED = 10  # names in the paragraph; more are in the table
# With these nothing can be concluded, whatever the numbers are.
RANKING_VOID = VOID | {
    "ranking-tuned-on-test": "The items were used to choose what is ranked, so the estimates are too "
    "optimistic and neither p-values nor intervals are valid",
}
TITLES = {each.key: each.title for each in PITFALLS_OF_RANKINGS}


def of_ranking(r: Ranking, version: str) -> list[Sentence]:
    """What was ranked on what, by which methods, the results, and how far that can be trusted."""
    return [*of_part(r), *_sliced(r), *_limits(r), _computed(r, version)]


def of_part(r: Ranking) -> list[Sentence]:
    """The same where a ranking is a part of the report."""
    return [
        _ranked(r),
        _tested(r),
        *_own_tests(r),
        *_omnibus(r),
        *_sets(r),
        *_equivalence(r),
        Sentence(f"Result: {words.sentence(r)}"),
    ]


def _ranked(r: Ranking) -> Sentence:
    several = len(r.models) > NAMED
    who = f"{len(r.models)} {r.noun}s" if several else listed([words.short(r, each) for each in r.names])
    by = measured_by(r.metric, r.unit)
    return Sentence(f"We ranked {who} by {by}, on {basis_told(r.basis)}", cited_metric(r.metric))


def _tested(r: Ranking) -> Sentence:
    record = record_of(r.method)
    pairs = f"All {len(r.pairs)} pairs" if len(r.pairs) > 1 else "The pair"
    if r.baseline is not None:
        pairs = f"The {len(r.pairs)} differences from {words.short(r, r.baseline)}"
    together = " for all at once" if len(r.pairs) > 1 else ""
    tried = "" if r.adjustment is None else f", adjusted {adjusted_with(r.adjustment)} that were tried"
    settings = [f"alpha {r.alpha:g}{together}{tried}"]
    if words.bayesian(r):
        settings = [words.deciding_probability(r)]
    settings += words.settings(r)
    settings += [f"region of practical equivalence {r.rope:g}"] if r.rope else []
    verb = "were" if len(r.pairs) > 1 else "was"
    return Sentence(
        f"{pairs} {verb} judged by {record.title} ({', '.join(settings)})", keys_of(record.references)
    )


def _own_tests(r: Ranking) -> list[Sentence]:
    """Pairs that another method judged, because too few units differ."""
    found = []
    for key in dict.fromkeys(each.method for each in r.pairs if each.method != r.method):
        count, record = sum(each.method == key for each in r.pairs), record_of(key)
        pairs = (
            f"1 pair that differs on few {r.basis.drawn} was"
            if count == 1
            else f"{count} pairs that differ on few {r.basis.drawn} were"
        )
        found.append(
            Sentence(
                f"{pairs} judged by {record.title}, adjusted by Bonferroni's method for all "
                f"{len(r.pairs)} pairs",
                keys_of(record.references),
            )
        )
    return found


def _omnibus(r: Ranking) -> list[Sentence]:
    if r.omnibus is None:
        return []
    text = f"The omnibus test gave {omnibus_short(r.omnibus)}; the verdicts on pairs do not depend on it"
    return [Sentence(text, keys_of(record_of(r.omnibus.method).references))]


def _sets(r: Ranking) -> list[Sentence]:
    """What the set of possible best and the possible ranks mean, where they are from the same reference."""
    if r.method != "max-t":
        return []
    level = words.joint_level_told(r)
    best = f"The set of possible best contains the best model with a probability of at least {level}"
    ranks = f"The possible ranks contain all true ranks jointly at a level of {level}"
    return [
        Sentence(best, keys_of(MANY["best-set"].references)),
        Sentence(ranks, keys_of(MANY["rank-sets"].references)),
    ]


def _equivalence(r: Ranking) -> list[Sentence]:
    if r.margin is None:
        return []
    text = (
        f"Two models are called equivalent if their simultaneous interval of level "
        f"{100 * (1 - 2 * r.alpha / r.tried):g} % lies within {r.margin:g} on either side of 0"
    )
    return [Sentence(text, keys_of([SCHUIRMANN_1987]))]


def _sliced(r: Ranking) -> list[Sentence]:
    judged = [each.ranking for each in r.slices if each.ranking is not None]
    if not judged:
        return []
    same = sum(each.names[0] == r.names[0] for each in judged)
    return [
        Sentence(
            f"We repeated the ranking in each of {len(judged)} slices by {brief(r.by)}: "
            f"{words.short(r, r.names[0])} has the best value in {same} of them"
            + (f"; {differ}" if (differ := words.slices_differ(r)) else ""),
            keys_of([WELCH_1951]) if r.heterogeneity is not None else (),
        )
    ]


def _limits(r: Ranking) -> list[Sentence]:
    others = dict.fromkeys(
        _title(each) for each in r.caveats if each.key not in RANKING_VOID and each.key not in SAID
    )
    void = dict.fromkeys(RANKING_VOID[each.key] for each in r.caveats if each.key in RANKING_VOID)
    return [
        *map(Sentence, void),
        *([Sentence(f"Limitations: {'; '.join(others)}")] if others else []),
    ]


def warning(r: Ranking) -> str:
    """What voids a ranking, to be reported with it."""
    found = dict.fromkeys(_title(each) for each in r.caveats if each.key in RANKING_VOID)
    return f"No conclusion follows from this: {'; '.join(found)}" if found else ""


def _title(caveat: Caveat) -> str:
    return TITLES.get(caveat.key) or short(caveat)


def _computed(r: Ranking, version: str) -> Sentence:
    keys = list(dict.fromkeys([r.method, *(each.method for each in r.pairs)]))
    named = f"method{'s' if len(keys) > 1 else ''} {listed(keys)}"
    return Sentence(f"Everything was computed with {f'bakeoff {version}'.rstrip()} ({named})", (SOFTWARE,))
