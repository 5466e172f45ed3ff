"""What misleads about a ranking of many models."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bakeoff.core.evidence import IMPORTANCES
from bakeoff.core.figures import figure, figures
from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import Caveat
from bakeoff.core.works import EFRON_1993, HSU_1996, MOGSTAD_2024, SALZBERG_1997, WESTFALL_YOUNG_1993
from bakeoff.core.written import brief, listed, plural
from bakeoff.judge.pitfalls import BY_KEY as PITFALL_OF
from bakeoff.judge.pitfalls.exact import any_of_several
from bakeoff.judge.pitfalls.pitfall import Finding, Pitfall
from bakeoff.judge.pitfalls.support import Claim, Support, rates_of, unmeasured

MANY_MODELS, ENOUGH_DRAWS = 50, 50_000
LOST = 0.05
NAMED = 3  # in a caveat


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """A ranking and further facts about it.

    ``mixed`` is the largest number of units on which two models differ, ``lost`` the share of draws that were
    0/0, ``own`` the pairs that were judged by their own test, because fewer than ``few`` units differ.
    """

    ranking: Ranking
    mixed: int
    lost: float
    own: tuple[tuple[str, str], ...]
    few: int
    tried: int = 1
    tuned_on_test: bool = False


Trigger = Callable[[Ranked], Iterable[Finding]]


def _winners_curse(seen: Ranked) -> Iterable[Finding]:
    models, noun = seen.ranking.models, f"{seen.ranking.noun}s"
    if len(models) > 2 and len(seen.ranking.best) > 1:
        first = models[0]
        tied = [brief(each.name) for each in models if each is first or each.value == first.value]
        top = listed(tied) if len(tied) <= NAMED else f"{len(tied)} {noun}"
        some = "any" if len(seen.ranking.best) == len(models) else len(seen.ranking.best)
        yield Finding(
            f"{top} {'has' if len(tied) == 1 else 'have'} the best value, but {some} of the {len(models)} "
            f"{noun} may be the best; besides, the best of many values is biased upwards"
        )


def _own_tests(seen: Ranked) -> Iterable[Finding]:
    if seen.own and len(seen.ranking.models) > 2:
        named = ", ".join(f"{brief(a)} and {brief(b)}" for a, b in seen.own[:NAMED])
        more = f"; {len(seen.own) - NAMED} more" if len(seen.own) > NAMED else ""
        of = seen.ranking.basis.drawn
        yield Finding(
            f"in {len(seen.own)} of {plural(len(seen.ranking.pairs), 'pair')} ({named}{more}) the two models "
            f"differ on fewer than {seen.few} {of}, which is too few for {seen.ranking.method}",
            ""
            if of == "items"
            else f"a method for few {of} was used instead; more {of} may decide pairs that are undecided",
        )


def _few_mixed(seen: Ranked) -> Iterable[Finding]:
    if 0 < seen.mixed < len(seen.ranking.models):
        of = seen.ranking.basis.drawn
        yield Finding(
            f"there are {len(seen.ranking.models)} models, and no two of them differ on more than "
            f"{plural(seen.mixed, of.removesuffix('s'))}",
            "" if of == "items" else f"rank fewer models, or use more {of}",
        )


def _lost_draws(seen: Ranked) -> Iterable[Finding]:
    if seen.lost > LOST:
        yield Finding(
            f"the metric is undefined (0/0) in {100 * seen.lost:.0f} % of the resamples, which are left out"
        )


def _too_few_draws(seen: Ranked) -> Iterable[Finding]:
    count = len(seen.ranking.models)
    if count > MANY_MODELS and (seen.ranking.resamples or ENOUGH_DRAWS) < ENOUGH_DRAWS:
        yield Finding(f"{count} models were compared with {seen.ranking.resamples} resamples")


def _tuned(seen: Ranked) -> Iterable[Finding]:
    if seen.tuned_on_test:
        yield Finding("these items were used to choose the models")


def _variants(seen: Ranked) -> Iterable[Finding]:
    if seen.tried > 1:
        yield Finding(
            f"{seen.tried} families of models were tried in total: each is tested at alpha / {seen.tried}"
        )


OF_RANKINGS: tuple[tuple[Pitfall, Trigger], ...] = (
    (
        Pitfall(
            key="winners-curse",
            importance="limits",
            title="the value of the apparent winner",
            when="more than one model may be the best",
            remedy="report all that may be the best, and evaluate the one that you choose on new items",
            source="Hsu (1996); Mogstad et al. (2024)",
            references=(
                HSU_1996,
                MOGSTAD_2024,
            ),
            support=Support(
                basis="measured",
                text="of four equally good models, the set of possible best models lacks a given one in "
                f"{figures('claims', 'best-set: 100 items', 'best-set: 400 items')} % of the test sets "
                "of 100 "
                "and 400 items, whereas a single winner always lacks three of them",
                claims=(Claim("rankings", "best-set"),),
            ),
        ),
        _winners_curse,
    ),
    (
        Pitfall(
            key="few-items-differ",
            importance="informs",
            title="pairs of models that hardly differ",
            when="two models of a ranking differ on fewer than 25 items or clusters",
            remedy="a method for few items was used instead; more items may decide pairs that are undecided",
            source="the limit of 25 was fixed before any world was measured; measured here: docs/many.md",
            support=Support(
                basis="measured",
                text="rankings that judge such pairs by their own test had a family-wise error of "
                f"{figure('many', 'first, bakeoff')} % on average over worlds in which all models are equal, "
                f"and of {figure('many', 'second, bakeoff')} % over others; tests of pairs without "
                "correction "
                f"had {figures('many', 'first, uncorrected pairs', 'second, uncorrected pairs')} %",
                page="many",
                section="In short",
                rates=rates_of(
                    "many",
                    {
                        "with this rule": "first, bakeoff",
                        "others, with this rule": "second, bakeoff",
                        "uncorrected pairs": "first, uncorrected pairs",
                        "others, uncorrected pairs": "second, uncorrected pairs",
                    },
                ),
            ),
        ),
        _own_tests,
    ),
    (
        Pitfall(
            key="more-models-than-differences",
            importance="casts-doubt",
            title="more models than items on which they differ",
            when="every two models differ on fewer items than there are models",
            remedy="rank fewer models, or use more items",
            source="the limit is our choice",
            support=unmeasured(
                "the worlds of the measured rankings have more items on which models differ than models"
            ),
        ),
        _few_mixed,
    ),
    (
        Pitfall(
            key="undefined-draws",
            importance="limits",
            title="a metric that is often undefined",
            when="the metric is undefined (0/0) in more than 5 % of the resamples",
            remedy="use a metric that is always defined, such as balanced-accuracy",
            source="the limit of 5 % is our choice",
            references=(EFRON_1993,),
            support=unmeasured(
                "the effect depends on how the metric and the draws that are left out are related"
            ),
        ),
        _lost_draws,
    ),
    (
        Pitfall(
            key="too-few-draws",
            importance="limits",
            title="too few resamples for the number of models",
            when="more than 50 models are compared with fewer than 50,000 resamples",
            remedy="use 50000 resamples or more",
            source="the limits of 50 models and 50,000 resamples are our choice",
            references=(WESTFALL_YOUNG_1993,),
            support=unmeasured(
                "the Monte-Carlo error of a joint p-value shrinks with the root of the number of resamples; "
                "50,000 is our choice"
            ),
        ),
        _too_few_draws,
    ),
    (
        Pitfall(
            key="ranking-tuned-on-test",
            importance="invalidates",
            title="models chosen on the same items that rank them",
            when="the user says that the items were used to choose the models",
            remedy="rank the models on items that were not used before",
            source=SALZBERG_1997,
            references=(SALZBERG_1997,),
            support=Support(
                basis="computed",
                text="if each model is the best of several that were tried on the same items, as many tests "
                "were made without being counted: the probability that at least one of them is significant "
                "at 5 % by chance",
                exact=any_of_several,
            ),
        ),
        _tuned,
    ),
    (
        Pitfall(
            key="families-tried",
            importance="limits",
            title="other rankings that were tried",
            when="the user says that more families of models were tried",
            remedy="include every variant that was tried as a model in one ranking",
            source=SALZBERG_1997,
            references=(SALZBERG_1997,),
            support=Support(
                basis="computed",
                text="the probability that at least one of several independent families, each tested at 5 "
                "%, has a false alarm",
                exact=any_of_several,
            ),
        ),
        _variants,
    ),
)


def merged_caveats(found: Sequence[tuple[str, str, Caveat]], *, several: bool) -> tuple[Caveat, ...]:
    """Caveats of pairs as those of their ranking, one for each pitfall; of two models they are the same.

    What invalidates one pair of several casts doubt on the ranking.
    """
    if not several:
        return tuple(caveat for _, _, caveat in found)
    by_key: dict[str, list[tuple[str, str, Caveat]]] = {}
    for each in found:
        by_key.setdefault(each[2].key, []).append(each)
    return tuple(_merged(own) for own in by_key.values())


def _merged(found: list[tuple[str, str, Caveat]]) -> Caveat:
    """One caveat for several pairs: about the first of them and how many others, or about all models."""
    pitfall = PITFALL_OF[found[0][2].key]
    a, b, first = found[0]
    if pitfall.scope == "data":
        return first
    seen = list(dict.fromkeys(each.text.removesuffix(f"; {each.remedy}") for _, _, each in found))
    if pitfall.scope == "model":
        more = f"; {len(seen) - NAMED} more like these" if len(seen) > NAMED else ""
        told = "; ".join(seen[:NAMED]) + more
    else:
        more = f" (also in {plural(len(found) - 1, 'other pair')})" if len(found) > 1 else ""
        told = f"{brief(a)} and {brief(b)}: {seen[0]}{more}"
    void = first.importance == "invalidates" and pitfall.scope == "pair"
    worst = min((each.importance for _, _, each in found), key=IMPORTANCES.index)
    return pitfall.caveat(told, first.remedy, "casts-doubt" if void else worst)


def ranking_caveats(seen: Ranked) -> tuple[Caveat, ...]:
    """The caveats of a ranking."""
    return tuple(pitfall.caveat(*found) for pitfall, trigger in OF_RANKINGS for found in trigger(seen))
