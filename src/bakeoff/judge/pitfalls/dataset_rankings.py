"""What misleads about a ranking of learners over data sets."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import Caveat
from bakeoff.core.works import BENAVOLI_2016, DEMSAR_2006, DIETTERICH_1998
from bakeoff.core.written import brief
from bakeoff.judge.pitfalls.pitfall import OURS, Finding, Pitfall
from bakeoff.judge.pitfalls.rankings import NAMED, OF_RANKINGS

FEWEST = 10
MEAN_RANKS = ("nemenyi", "shaffer", "bonferroni-dunn")
SIGNED_RANKS = "wilcoxon-holm"
NUMBERED = re.compile(r"^(?P<stem>.*?)[\s_.:/-]*\d+$")
FOLD = re.compile(r"(?:^|[\s_.:/-])(?:fold|split|run|rep|repeat|repetition|seed|cv)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class RankedDatasets:
    """A ranking over data sets, their names, and whether each tells its own uncertainty (``folds``)."""

    ranking: Ranking
    datasets: tuple[str, ...]
    folds: bool = False

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
    text = f"there {'is' if n == 1 else 'are'} {n} data set{'s' * (n > 1)}, which represent few others"
    if seen.ranking.method == SIGNED_RANKS and pairs * 2.0 ** (1 - n) > alpha:
        text += f"; with so few, no signed-rank test among {pairs} can reach {100 * alpha:g} %"
    yield Finding(text)


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
                f"{count} rows are called {brief(stem)} and a number: they look like folds of one data set, "
                f"which are not independent"
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
        yield Finding(f"data sets share a name: {listed}; related ones count as if they were independent")


def _unlike(seen: RankedDatasets) -> Iterable[Finding]:
    ranks = [each.mean_rank for each in seen.ranking.models if each.mean_rank is not None]
    pairs = zip(seen.ranking.models[:-1], seen.ranking.models[1:], strict=True)
    if ranks != sorted(ranks):
        a, b = next((a, b) for a, b in pairs if (a.mean_rank or 0) > (b.mean_rank or 0))
        yield Finding(
            f"{brief(a.name)} has the better mean score and {brief(b.name)} the better mean rank: the mean "
            f"over unlike data sets depends most on those with large differences"
        )


def _one_score(seen: RankedDatasets) -> Iterable[Finding]:
    if not seen.folds:
        yield Finding("each data set gives one score, and how uncertain that score is does not count")


def _wide_intervals(seen: RankedDatasets) -> Iterable[Finding]:
    """Pairs that a step-down test decides although their simultaneous interval includes 0."""
    decided = [each for each in seen.ranking.pairs if each.decision in ("a-better", "b-better")]
    found = [each for each in decided if each.interval.low <= 0 <= each.interval.high]
    if found and seen.ranking.pairs[0].p_value is not None:
        listed = ", ".join(f"{brief(each.a)} and {brief(each.b)}" for each in found[:NAMED])
        more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
        yield Finding(
            f"{len(found)} pair(s) are decided although their interval includes 0 ({listed}{more}): the test "
            f"is less strict than intervals of level {100 * (seen.ranking.interval_level or 0):.4g} %"
        )


OF_DATASET_RANKINGS: tuple[tuple[Pitfall, Trigger], ...] = (
    (
        Pitfall(
            key="few-data-sets-to-rank",
            importance="limits",
            title="a ranking over few data sets",
            when="learners are ranked over fewer than 10 data sets",
            remedy="use 10 data sets or more, or rank the learners on each data set separately",
            source=DEMSAR_2006,
        ),
        _few,
    ),
    (
        Pitfall(
            key="mean-rank-pool",
            importance="limits",
            title="tests that depend on which other learners are ranked",
            when="three or more learners are judged by their mean ranks",
            remedy="use wilcoxon-holm, which judges each pair by itself",
            source=BENAVOLI_2016,
        ),
        _pool,
    ),
    (
        Pitfall(
            key="folds-as-data-sets",
            importance="casts-doubt",
            title="fold scores in place of data sets",
            when="names of data sets end in fold, run or the like and a number",
            remedy="give one score for each data set, or all fold scores of each (data sets, folds)",
            source=DEMSAR_2006,
        ),
        _folds,
    ),
    (
        Pitfall(
            key="related-data-sets",
            importance="casts-doubt",
            title="data sets that are related",
            when="names of data sets differ by a number at their end alone",
            remedy="keep one of them, or average over those that are related",
            source=OURS,
        ),
        _related,
    ),
    (
        Pitfall(
            key="unlike-data-sets",
            importance="limits",
            title="a mean over data sets that are not alike",
            when="the order by mean score is not the order by mean rank",
            remedy="judge by the pairs, not by the mean scores",
            source=DEMSAR_2006,
        ),
        _unlike,
    ),
    (
        Pitfall(
            key="one-score-each",
            importance="informs",
            title="scores without their uncertainty",
            when="each data set gives one score of a learner",
            remedy="give fold scores, and ask for random-effects",
            source=DIETTERICH_1998,
        ),
        _one_score,
    ),
    (
        Pitfall(
            key="intervals-stricter-than-test",
            importance="informs",
            title="pairs that are decided although their interval includes 0",
            when="a test decides pairs whose simultaneous interval includes 0",
            remedy="report the adjusted p-value with the interval",
            source=OURS,
        ),
        _wide_intervals,
    ),
)


def dataset_caveats(seen: RankedDatasets) -> tuple[Caveat, ...]:
    """The caveats of a ranking over data sets."""
    return tuple(
        pitfall.caveat(*found) for pitfall, trigger in OF_DATASET_RANKINGS for found in trigger(seen)
    )


PITFALLS_OF_RANKINGS = tuple(each for each, _ in (*OF_RANKINGS, *OF_DATASET_RANKINGS))
