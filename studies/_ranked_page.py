"""The page of the study of rankings."""

import math
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bakeoff.lab.responses import versions

Row = Mapping[str, Any]
FEWEST, ENOUGH = 10, 20  # data sets of a share that is shown, and of one in the summary
FALSE = ("bakeoff", "step-down", "joint", "uncorrected", "percentile", "nemenyi", "evalstats")
FOUND = ("bakeoff", "step-down", "joint", "nemenyi", "evalstats")
BY_ITEM = ("nemenyi", "evalstats")  # which know no clusters
TITLES = {
    "chosen": "First group of worlds",
    "confirmed": "Second group of worlds",
    "few": "Areas with few positives",
    "areas": "Areas that confirm the limit of 50",
}
BRIEFLY = {"chosen": "first", "confirmed": "second", "few": "few positives", "areas": "confirming areas"}
HEADINGS = {
    "bakeoff": "bakeoff",
    "step-down": "step-down",
    "joint": "joint reference",
    "uncorrected": "uncorrected pairs",
    "percentile": "percentile ranks",
    "nemenyi": "scikit-posthocs",
    "evalstats": "evalstats",
}


def share(counts: Mapping[str, float], what: str, of: str) -> str:
    """A share in per cent; nothing where too few data sets were tried."""
    tried = counts.get(of, 0)
    return f"{100 * counts.get(what, 0) / tried:.1f}" if tried >= FEWEST else ""


def markdown(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, ["---"] * len(headings), *rows))


def world_cells(world: Mapping[str, Any]) -> tuple[str, ...]:
    """What is special about a world."""
    said = [f"r {world['correlation']:g}"] * (not (world["unlike"] and world["metric"] == "accuracy"))
    said += [f"{100 * world['positives']:.3g} % positives"] * (world["metric"] != "accuracy")
    said += ["clusters"] * world["clusters"] + ["unlike"] * world["unlike"]
    said += ["hidden positives"] * ("hidden" in world) + (_area_words(world) if "shape" in world else [])
    levels = " / ".join(f"{level:g}" for level in world["levels"])
    return world["metric"], str(world["k"]), str(world["n"]), levels, ", ".join(said)


def _area_words(world: Mapping[str, Any]) -> list[str]:
    """How scores of a confirming world are distributed."""
    spreads, grades = (" and ".join(f"{each:g}" for each in world[name]) for name in ("spreads", "grades"))
    said = ["of one class"] * world["whole"] + [world["shape"]] * (world["shape"] != "normal")
    said += [f"spread {spreads}"] * (spreads != "1")
    return said + [f"{grades} grades".replace("0 and", "any and")] * (grades != "0")


def world_name(world: Mapping[str, Any]) -> str:
    """A world in a few words."""
    metric, k, n, levels, special = world_cells(world)
    return f"{metric} of {k} models at {levels} on {n} items ({special})"


def errors(rows: Sequence[Row]) -> str:
    """Family-wise errors in each world."""
    shown = [name for name in FALSE if any(row["counts"].get(f"{name}: tried") for row in rows)]
    headings = ("metric", "k", "n", "values", "world", "data sets", *(HEADINGS[name] for name in shown))
    return markdown(
        headings,
        [
            (
                *world_cells(row["world"]),
                str(row["counts"].get("tried", 0)),
                *(share(row["counts"], f"{name}: false", f"{name}: tried") for name in shown),
            )
            for row in rows
        ],
    )


def held(rows: Sequence[Row]) -> str:
    """How often rank sets and best sets hold, and the share of true differences that are found."""
    partly = [row["counts"] for row in rows if _partly(row)]
    found = [name for name in FOUND if any(counts.get(f"{name}: tried") for counts in partly)]
    headings = (
        *("metric", "k", "n", "values", "world", "ranks", "best set", "both", "size of best set"),
        "percentile ranks",
        *(f"found: {HEADINGS[name]}" for name in found),
    )
    made = []
    for row in rows:
        counts = row["counts"]
        tried = counts.get("tried", 0) or 1
        made.append(
            (
                *world_cells(row["world"]),
                share(counts, "bakeoff: ranks", "tried"),
                share(counts, "best", "tried"),
                share(counts, "ranks and best", "tried"),
                f"{counts.get('size of the best set', 0) / tried:.1f}",
                share(counts, "percentile: ranks", "percentile: tried"),
                *(
                    share(counts, f"{name}: found", f"{name}: tried") if _partly(row) else ""
                    for name in found
                ),
            )
        )
    return markdown(headings, made)


def _partly(row: Row) -> bool:
    """Whether only part of the models are equal."""
    return len(row["world"]["levels"]) > 1


def summary(rows: Sequence[Row]) -> str:
    """Over all worlds of a kind: mean and highest family-wise error."""
    made = []
    for group in dict.fromkeys(row["group"] for row in rows):
        for kind, partly in (("all equal", False), ("partly equal", True)):
            own = [row for row in rows if row["group"] == group and partly == _partly(row)]
            for name in FALSE:
                known = [row for row in own if name not in BY_ITEM or not row["world"]["clusters"]]
                made += _summary_row(group, kind, name, [row["counts"] for row in known])
    headings = ("worlds", "models", "procedure", "number", "mean", "highest", "beyond 5 % by two errors")
    return markdown(headings, made)


def _summary_row(group: str, kind: str, name: str, counts: Sequence[Mapping[str, float]]) -> list[list[str]]:
    pairs = [(each.get(f"{name}: false", 0), each.get(f"{name}: tried", 0)) for each in counts]
    pairs = [(false, tried) for false, tried in pairs if tried >= ENOUGH]
    if not pairs:
        return []
    shares = [false / tried for false, tried in pairs]
    beyond = sum(false / tried > 0.05 + 2 * math.sqrt(0.05 * 0.95 / tried) for false, tried in pairs)
    mean = sum(false for false, _ in pairs) / sum(tried for _, tried in pairs)
    error = math.sqrt(max(mean * (1 - mean), 1e-4) / sum(tried for _, tried in pairs))
    figures = f"{100 * mean:.1f} ± {100 * error:.1f}", f"{100 * max(shares):.1f}"
    return [
        [
            BRIEFLY[group],
            kind,
            HEADINGS[name],
            str(len(pairs)),
            *figures,
            str(beyond),
        ]
    ]


def overall(rows: Sequence[Row], what: str) -> str:
    """The share of all data sets of which something holds, in per cent."""
    tried = sum(row["counts"].get("tried", 0) for row in rows)
    return f"{100 * sum(row['counts'].get(what, 0) for row in rows) / max(tried, 1):.1f}"


def how_many(measured: int, missing: Sequence[str]) -> str:
    """How many worlds have been measured, and which have not."""
    said = f"{measured} of {measured + len(missing)} worlds have been measured."
    return f"{said} Not measured: {'; '.join(missing)}." if missing else said


def brief(measured: Sequence[Row], missing: Sequence[str], command: str) -> str:
    """What docs/measured.md says: the summary, and the highest share of rankings of learners."""
    rows = [row for row in measured if row["group"] in TITLES]
    found = [row["counts"] for row in measured if row["group"] == "learners"]
    worst = max((each.get("false", 0) / each["tried"] for each in found), default=0.0)
    held = (
        f"The rank sets hold in {overall(rows, 'bakeoff: ranks')} % of these data sets, the best set in "
        f"{overall(rows, 'best')} %."
    )
    ranked = (
        f"Rankings of 3, 5 and 10 equal learners on one data set: any false difference in at most "
        f"{100 * worst:.1f} % of the data sets of each of {len(found)} worlds."
    )
    planned = len(measured) + len(missing)
    how = f"Made by `{command}`, in several runs; {len(measured)} of {planned} worlds have been measured."
    return f"{how}\n\n{summary(rows)}\n\n{held}\n{ranked if found else ''}".rstrip()


def learners(rows: Sequence[Row]) -> str:
    """Family-wise errors of rankings of learners."""
    made = []
    for row in rows:
        world, counts = row["world"], row["counts"]
        said = f"{world['attributes']} attributes at {world['shift']:g}, correlation {world['alike']:g}"
        figures = [share(counts, what, "tried") for what in ("false", "uncorrected", "bonferroni", "best")]
        kinds = ", ".join(world["learners"])
        made.append((kinds, str(world["k"]), str(world["n"]), said, str(counts["tried"]), *figures))
    headings = ("learners", "k", "n", "world", "data sets", "rank_learners", "uncorrected", "Bonferroni")
    return markdown((*headings, "best set"), made)


def page(measured: Sequence[Row], missing: Sequence[str], command: str) -> str:
    """The page as markdown; ``missing`` are worlds that have not been measured."""
    rows = [row for row in measured if row["group"] in TITLES]
    again = [row for row in measured if row["group"] == "again"]
    by_learners = [row for row in measured if row["group"] == "learners"]
    parts = [
        f"## {TITLES[group]}\n\n{errors(own)}\n\nRank sets, best sets and differing pairs:\n\n{held(own)}\n"
        for group in dict.fromkeys(row["group"] for row in rows)
        if (own := [row for row in rows if row["group"] == group])
    ]
    return INTRODUCTION.format(
        command=command,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        python=platform.python_version(),
        summary=summary(rows),
        ranks=overall(rows, "bakeoff: ranks"),
        best=overall(rows, "best"),
        again=errors(again) if again else "None was measured.",
        worlds=how_many(len(measured) - len(again), missing),
        learners=learners(by_learners),
    ) + "\n".join(parts)


INTRODUCTION = """# Rankings of many models: measured errors

Made by `{command}` on {date} with
{versions}, Python {python}. The command stores what it measures and can be stopped and
resumed. This page was written with `--stored` after several runs. All worlds with AUC were measured
again after a change of the standard errors of areas (see below).

## What is measured

The **family-wise error** is the share, in per cent, of data sets in which at least one pair of models with
the same true value is called different, at a nominal 5 %. If only some of the models are equal, pairs that
truly differ do not count (strong control). The Monte-Carlo error of a share of 5 % is 1.1 points with 400
data sets, 1.5 with 200, 2.2 with 100, 3.1 with 50 and 4.4 with 25.

**Rank sets** hold if, for all models at once, each contains every rank from 1 + the number of better models
to k - the number of worse models. The **best set** holds if it contains the first of the best models. Both
have a level of 95 %. The column "both" shows how often both hold in the same data set; no level is claimed
for that.

## Worlds

Every model has a normal score for each item. The correlation r of the scores of two models comes from how
hard an item is. Clusters have 1 to 10 items that share half of the variance. "Unlike" models have equal
values for different reasons: for accuracy, their answers depend more or less on how hard an item is; for
F1, they predict the positive class 0.8 or 1.25 times as often as it occurs; for AUC, their scores of
positives vary 0.6 or 1.7 times as much as those of negatives.

* **First and second group**: the two groups differ in sizes, values and correlations.
* **Third group**: areas with about 10, 25 and 50 positives. "Hidden positives": every second model scores
  the same 9 % of the positives as if they were negatives; its area is nevertheless equal to that of the
  others.
* **Fourth group**: areas in other worlds, none of which was used to choose anything. Scores are
  heavy-tailed (t with 3 degrees of freedom), skewed (exponential), of unequal spread (positives vary 0.4 or
  2.5 times as much as negatives; if both are named, models alternate between them) or graded (3 or 5
  different scores, so that there are many ties). There are 30 to 200 positives among 300 to 5000 items, in
  one world 60 negatives. Scores of two models have a correlation of 0.3 or 0.9 before they are given their
  shape. In clusters of one class, all items are positive or all are negative.

## What was changed, and when

A pair of models that differ on fewer than 25 units is judged by its own test with Bonferroni's method. This
limit was fixed before any world was measured.

Two things were changed for areas after the first group had been measured, because 10 models with 50
positives among 500 items had a family-wise error of 7.0 % in 400 further data sets:

* The standard errors of areas allow for one more item of each class, as those of `area-t` do, whose
  constant comes from worlds of two models ([losses](losses.md)).
* With fewer than 50 items of a class (or fewer than 50 clusters that contain them), each pair is judged by
  `area-t` with Bonferroni's method. The limit of 50 was chosen on worlds like those of the third group; the
  column "joint reference" has the errors without it. The fourth group tests it in other worlds.

With both changes, the family-wise error in the same 400 data sets was 4.0 %.

## Procedures

* bakeoff: `rank_predictions` with 500 resamples; step-down: the same with `step_down=True`.
* joint reference: bakeoff without the limit of 50 items of a class.
* uncorrected pairs: every pair is tested at 1.96 of the same standard errors.
* percentile ranks: the middle 95 % of each model's ranks over 500 bootstrap samples. Two models are called
  different if these ranges do not overlap.
* scikit-posthocs 0.17.1, `posthoc_nemenyi_friedman(right)`: right and wrong answers, items as blocks.
* evalstats 0.3.3, `all_pairwise(right, names, n_bootstrap=1000)`: everything else at its default, which
  adjusts p-values with Shaffer's or Romano and Wolf's method.

{worlds} Worlds of 30 models have a quarter of the data sets of the others, except in the fourth group.
Shares of fewer than 10 data sets are left out.

scikit-posthocs and evalstats take one score for each item and do not support clusters, so they are measured
for accuracy only. Percentile ranks, scikit-posthocs and evalstats are measured on every fifth data set of
each world, and on every second for 30 models. evalstats is measured where k n <= 5000 (2000 with clusters),
because it takes about a second for 10 models and 500 items.

## In short

Worlds with at least 20 data sets; for scikit-posthocs and evalstats without clusters. The mean is over all
data sets of these worlds, with its Monte-Carlo error. The highest share of many worlds overestimates the
true one.

{summary}

Over all these worlds the rank sets hold in {ranks} % of the data sets and the best set in {best} %.

The worlds with the highest shares were measured again on further data sets:

{again}

## Learners on one data set

`rank_learners` under 5 x 10 folds. The learners are of one kind, and each sees its own block of attributes,
which is as informative as the others; or they are of several kinds, and the labels are random. All are
equally good, so every difference that is found is false. For comparison: every pair by itself with
`items-folds-t`, uncorrected and with Bonferroni's method.

{learners}

"""
