"""What misleads about a ranking of learners over data sets."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bakeoff.core.ranking import RankedPair, Ranking
from bakeoff.core.verdict import Caveat
from bakeoff.core.works import BENAVOLI_2016, DEMSAR_2006, DIETTERICH_1998, NADEAU_BENGIO_2003
from bakeoff.core.written import brief
from bakeoff.judge.pitfalls.exact import of_signed_ranks
from bakeoff.judge.pitfalls.pitfall import OURS, Finding, Pitfall
from bakeoff.judge.pitfalls.rankings import NAMED, OF_RANKINGS
from bakeoff.judge.pitfalls.support import Claim, Support, by_definition, under_one_run, unmeasured

FEWEST = 10
MEAN_RANKS = ("nemenyi", "shaffer", "bonferroni-dunn")
SIGNED_RANKS, BAYESIAN = "wilcoxon-holm", "bayes-signed-rank"
NUMBERED = re.compile(r"^(?P<stem>.*?)[\s_.:/-]*\d+$")
FOLD = re.compile(r"(?:^|[\s_.:/-])(?:fold|split|run|rep|repeat|repetition|seed|cv)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class RankedDatasets:
    """A ranking over data sets, their names, and whether it uses the uncertainty of each score.

    ``constant`` are the pairs whose difference is the same on every data set, so that their p-value is 0.
    """

    ranking: Ranking
    datasets: tuple[str, ...]
    uncertain: bool = False
    constant: tuple[tuple[str, str], ...] = ()

    @property
    def stems(self) -> dict[str, int]:
        """Names without the number at their end that several data sets share, and how many do."""
        found = (NUMBERED.match(name.strip()) for name in self.datasets)
        counts = Counter(each["stem"] for each in found if each is not None)
        return {stem: count for stem, count in counts.items() if count > 1}


Trigger = Callable[[RankedDatasets], Iterable[Finding]]


def _few(seen: RankedDatasets) -> Iterable[Finding]:
    n, pairs, alpha = len(seen.datasets), len(seen.ranking.pairs), seen.ranking.alpha
    if n >= FEWEST:
        return
    text = f"there {'is' if n == 1 else 'are'} {n} data set{'s' * (n > 1)}, too few to generalise from"
    if seen.ranking.method == SIGNED_RANKS and pairs * 2.0 ** (1 - n) > alpha:
        tests = "the signed-rank test cannot" if pairs == 1 else f"none of {pairs} signed-rank tests can"
        text += f", and {tests} be significant at {100 * alpha:g} %"
    yield Finding(text)


def _one_by_one(seen: RankedDatasets) -> Iterable[Finding]:
    decided = sum(each.decision in ("a-better", "b-better") for each in seen.ranking.pairs)
    if seen.ranking.method == BAYESIAN and len(seen.ranking.pairs) > 1 and decided:
        yield Finding(
            f"each of {len(seen.ranking.pairs)} pairs is judged by itself, as if there were no others: the "
            f"more {seen.ranking.noun}s there are, the more often some pair of equally good ones is decided"
        )


def _pool(seen: RankedDatasets) -> Iterable[Finding]:
    if seen.ranking.method in MEAN_RANKS and len(seen.ranking.models) > 2:
        yield Finding(
            f"{seen.ranking.method} compares mean ranks among {len(seen.ranking.models)} learners: whether "
            f"two of them differ depends on which others were included"
        )


def _folds(seen: RankedDatasets) -> Iterable[Finding]:
    for stem, count in seen.stems.items():
        if FOLD.search(stem):
            yield Finding(
                f"{count} rows are named {brief(stem)} plus a number: they look like folds of one data "
                f"set, which are not independent"
            )


def _related(seen: RankedDatasets) -> Iterable[Finding]:
    # What all data sets are called is a way to number them.
    found = {
        stem: count
        for stem, count in seen.stems.items()
        if stem and count < len(seen.datasets) and not FOLD.search(stem)
    }
    if found:
        listed = ", ".join(f"{brief(stem)} ({count})" for stem, count in list(found.items())[:NAMED])
        yield Finding(
            f"some data sets have almost the same name: {listed}; if they are related, the test still "
            f"treats them as independent"
        )


def _unlike(seen: RankedDatasets) -> Iterable[Finding]:
    ranks = [each.mean_rank for each in seen.ranking.models if each.mean_rank is not None]
    pairs = zip(seen.ranking.models[:-1], seen.ranking.models[1:], strict=True)
    if ranks != sorted(ranks):
        a, b = next((a, b) for a, b in pairs if (a.mean_rank or 0) > (b.mean_rank or 0))
        yield Finding(
            f"{brief(a.name)} has the better mean score and {brief(b.name)} the better mean rank: the "
            f"mean score depends most on the data sets with large differences"
        )


def _one_score(seen: RankedDatasets) -> Iterable[Finding]:
    if not seen.uncertain:
        yield Finding(
            "the test uses one score of each learner on each data set, and the chance variation of these "
            "scores is not estimated"
        )


def _other_intervals(seen: RankedDatasets) -> Iterable[Finding]:
    """Pairs whose test and simultaneous interval disagree: step-down tests, and tests of mean ranks."""
    r = seen.ranking
    if r.pairs[0].p_value is None:
        return
    decided, undecided = (
        [each for each in r.pairs if (each.decision != "undecided") is so] for so in (True, False)
    )
    of_ranks = f"{r.method} compares mean ranks, and the intervals are by Wilcoxon's signed-rank test"
    level = f"{100 * (r.interval_level or 0):.4g} %"
    stepped = f"the test is less conservative than simultaneous intervals at level {level}"
    if found := [each for each in decided if each.interval.low <= 0 <= each.interval.high]:
        why = of_ranks if r.method in MEAN_RANKS else stepped
        yield Finding(f"{_pairs(found)} decided although the interval includes 0 ({_named(found)}): {why}")
    if found := [each for each in undecided if not each.interval.low <= 0 <= each.interval.high]:
        yield Finding(
            f"{_pairs(found)} undecided although the interval excludes 0 ({_named(found)}): {of_ranks}"
        )


def _constant(seen: RankedDatasets) -> Iterable[Finding]:
    if seen.constant:
        named = ", ".join(f"{brief(a)} and {brief(b)}" for a, b in seen.constant[:NAMED])
        more = f" and {len(seen.constant) - NAMED} more pairs" if len(seen.constant) > NAMED else ""
        yield Finding(
            f"the difference is the same on every data set ({named}{more}), so p = 0 is not evidence of a "
            f"difference"
        )


def _pairs(found: list[RankedPair]) -> str:
    return f"{len(found)} {'pair is' if len(found) == 1 else 'pairs are'}"


def _named(found: list[RankedPair]) -> str:
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(f"{brief(each.a)} and {brief(each.b)}" for each in found[:NAMED]) + more


OF_DATASET_RANKINGS: tuple[tuple[Pitfall, Trigger], ...] = (
    (
        Pitfall(
            key="no-variation-over-data-sets",
            importance="invalidates",
            title="a difference that is the same on every data set",
            when="a test over data sets has p = 0 because the difference of two learners does not vary",
            remedy="check that the scores are real and not rounded, and use more data sets",
            source="follows from the definition",
            support=by_definition(
                "a variance that is estimated as 0 makes any difference infinitely many standard errors large"
            ),
        ),
        _constant,
    ),
    (
        Pitfall(
            key="few-data-sets-to-rank",
            importance="limits",
            title="a ranking over few data sets",
            when="learners are ranked over fewer than 10 data sets",
            remedy="use 10 data sets or more, or rank the learners on each data set separately",
            source=DEMSAR_2006,
            references=(DEMSAR_2006,),
            support=Support(
                basis="computed",
                text="the smallest p-value of one two-sided signed-rank test; Holm's method multiplies it "
                "by the number of pairs",
                exact=of_signed_ranks,
                quantity="smallest-p",
            ),
        ),
        _few,
    ),
    (
        Pitfall(
            key="mean-rank-pool",
            importance="limits",
            title="tests that depend on which other learners are ranked",
            when="three or more learners are compared by their mean ranks",
            remedy="use wilcoxon-holm, which tests each pair on its own",
            source=BENAVOLI_2016,
            references=(BENAVOLI_2016,),
            support=Support(
                basis="measured",
                text="where all learners are equally good, tests of mean ranks hold their level; the caveat "
                "is about pairs among other learners that differ",
                claims=(
                    Claim("rankings", "nemenyi"),
                    Claim("rankings", "shaffer"),
                    Claim("rankings", "wilcoxon-holm"),
                ),
            ),
        ),
        _pool,
    ),
    (
        Pitfall(
            key="posterior-of-each-pair",
            importance="limits",
            title="posterior probabilities of many pairs",
            when="three or more learners are ranked by bayes-signed-rank, and a pair is decided",
            remedy="use wilcoxon-holm for statements about all pairs at once, and a rope for single ones",
            source="measured here: docs/many.md",
            support=Support(
                basis="measured",
                text="the share of data sets in which a given pair of equally good learners is decided; with "
                "several pairs, each of them may be",
                claims=(Claim("rankings", "bayes-signed-rank"), Claim("rankings", "wilcoxon-holm")),
            ),
        ),
        _one_by_one,
    ),
    (
        Pitfall(
            key="folds-as-data-sets",
            importance="casts-doubt",
            title="folds used as if they were data sets",
            when="names of data sets end in a word such as fold or run and a number",
            remedy="provide one score for each data set, or all fold scores of each as an array (data "
            "sets, folds)",
            source=DEMSAR_2006,
            references=(
                DEMSAR_2006,
                NADEAU_BENGIO_2003,
            ),
            support=Support(
                basis="measured",
                text="a t test that takes folds as independent raises too many false alarms, because their "
                "training sets overlap",
                procedures=(under_one_run("kfold-t"),),
                claims=(
                    Claim(
                        "methods",
                        "kfold-t",
                        (
                            "correlated-folds",
                            "independent-folds",
                        ),
                    ),
                ),
            ),
        ),
        _folds,
    ),
    (
        Pitfall(
            key="related-data-sets",
            importance="casts-doubt",
            title="related data sets",
            when="names of data sets differ only in a number at the end",
            remedy="keep one of them, or average over related data sets",
            source=OURS,
            references=(DEMSAR_2006,),
            support=Support(
                basis="measured",
                text="tests that take data sets as independent do not hold their level where these are "
                "related: 24 data sets in 4 families with a correlation of .8, beside 24 unrelated ones",
                claims=(
                    Claim("methods", "wilcoxon"),
                    Claim("methods", "sign"),
                ),
            ),
        ),
        _related,
    ),
    (
        Pitfall(
            key="unlike-data-sets",
            importance="limits",
            title="a mean score over unlike data sets",
            when="the order by mean score differs from the order by mean rank",
            remedy="rely on the tests of pairs, not on the mean scores",
            source=DEMSAR_2006,
            references=(DEMSAR_2006,),
            support=by_definition(
                "a mean weights data sets by the size of their differences, a mean rank gives all the same "
                "weight"
            ),
        ),
        _unlike,
    ),
    (
        Pitfall(
            key="one-score-each",
            importance="informs",
            title="scores without their uncertainty",
            when="the test uses a single score of each learner on each data set",
            remedy="to separate chance variation from true variation between data sets, use the method "
            "random-effects with the scores of every fold",
            source=DIETTERICH_1998,
            references=(DIETTERICH_1998,),
            support=unmeasured("how much the scores of a data set vary is not known where each has one"),
        ),
        _one_score,
    ),
    (
        Pitfall(
            key="intervals-stricter-than-test",
            importance="informs",
            title="tests of pairs that disagree with their intervals",
            when="a test decides a pair whose simultaneous interval includes 0, or does not decide one whose "
            "interval excludes 0",
            remedy="report the adjusted p-value with the interval",
            source="follows from the definition",
            support=by_definition(
                "a step-down test rejects more than the simultaneous intervals of the same level, and mean "
                "ranks are not medians of differences"
            ),
        ),
        _other_intervals,
    ),
)


def dataset_caveats(seen: RankedDatasets) -> tuple[Caveat, ...]:
    """The caveats of a ranking over data sets."""
    return tuple(
        pitfall.caveat(*found) for pitfall, trigger in OF_DATASET_RANKINGS for found in trigger(seen)
    )


PITFALLS_OF_RANKINGS = tuple(each for each, _ in (*OF_RANKINGS, *OF_DATASET_RANKINGS))
