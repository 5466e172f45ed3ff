"""Measure what a floor under joint p-values does: rankings with and without each pair's own test.

    python -m studies.floors [--draws 200] [--jobs 1]

Writes a section of docs/many.md: in worlds in which few units decide, and in others, how often rankings claim
falsely, how often equally good models are left out, and how many true differences they find.
"""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from studies._floor_worlds import FloorWorld, worlds

from bakeoff.compare.rank_datasets import rank_datasets
from bakeoff.compare.together import best_first
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.ranking import Ranking
from bakeoff.core.rng import generator
from bakeoff.judge.ranking import Asked, judged
from bakeoff.metrics import metric_of

FILE = Path(__file__).parents[1] / "docs" / "many.md"
BEGIN, END = "<!-- floors: made by python -m studies.floors -->", "<!-- end of floors -->"
RESAMPLES, RNG, MANY, FEWEST, DATA_SETS = 400, 0, 30, 10, 14
GROUPS = {
    "first": "Equal models, worlds on which the rule was chosen",
    "others": "Equal models, other worlds",
    "differ": "Models of which some differ",
}
SEEN = ("false", "left out", "any left out", "not shown to be worse", "found")


def facts(world: FloorWorld, ranking: Ranking) -> list[float]:
    """What a ranking says falsely, about pairs, about the best, and by its ranks; and what it finds."""
    values = dict(zip([f"m{at}" for at in range(len(world.values))], world.values, strict=True))
    better = max if metric_of(world.metric).higher_is_better else min
    best = [name for name, value in values.items() if value == better(values.values())]
    ranks = {each.name: each.rank for each in ranking.models}
    false = any(p.decision != "undecided" and values[p.a] == values[p.b] for p in ranking.pairs)
    found = [p.decision != "undecided" for p in ranking.pairs if values[p.a] != values[p.b]]
    out = [name not in ranking.best for name in best]
    worse = any(ranks[name][0] > 1 for name in best)
    return [float(false), float(np.mean(out)), any(out), worse, float(np.mean(found)) if found else np.nan]


def one(world: FloorWorld, at: int) -> list[list[float]] | None:
    """The facts about one test set, without and with the floor."""
    rng = generator(RNG, "floors", world.name, at)
    asked = Asked(metric=metric_of(world.metric), resamples=RESAMPLES, rng=at)
    try:
        models = best_first(world.draw(rng), asked, positive=world.positive)
        before = replace(models, floored=False, apart=False)
        return [facts(world, judged(each, asked)) for each in (before, models)]
    except BakeoffError:
        return None


def measured(world: FloorWorld, draws: int) -> list[str]:
    """A row of the table."""
    count = draws if len(world.values) < MANY else max(FEWEST, draws // 10)
    drawn = [found for at in range(count) if (found := one(world, at)) is not None]
    shares = 100 * np.mean(np.array(drawn, dtype=float), axis=0)
    cells = [f"{shares[0, at]:.1f} / {shares[1, at]:.1f}" for at in range(len(SEEN) - 1)]
    if world.group == "differ":
        cells.append(f"{shares[0, -1]:.1f} / {shares[1, -1]:.1f}")
    return [world.metric, str(len(world.values)), world.name, str(len(drawn)), *cells]


def equal_learners(k: int, rope: float, draws: int) -> list[str]:
    """How often Bayesian signed ranks decide a given pair of equal learners, and any pair."""
    one = some = 0.0
    for at in range(draws):
        rng = generator(RNG, "floors", "bayes", k, at)
        hard = rng.normal(0.8, 0.08, DATA_SETS)
        scores = {f"m{place}": hard + rng.normal(0, 0.02, DATA_SETS) for place in range(k)}
        given = {"method": "bayes-signed-rank", "metric": "score", "rope": rope, "resamples": 2000}
        ranking = rank_datasets(scores, **given)
        decided = [pair.decision in ("a-better", "b-better") for pair in ranking.pairs]
        one, some = one + float(np.mean(decided)), some + any(decided)
    shares = (f"{100 * each / draws:.1f}" for each in (one, some))
    return [str(k), f"{rope:g}", str(draws), *shares]


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(rows: Iterable[tuple[str, list[str]]], bayes: list[list[str]], draws: int) -> str:
    """The section of the page."""
    listed = list(rows)
    error = 100 * np.sqrt(0.05 * 0.95 / draws)
    parts = [
        "## Where few units decide",
        f"Made by `python -m studies.floors --draws {draws}`.",
        "A joint reference by resampling does not know how few clusters, or how few predictions of a class, "
        "a difference rests on. So no pair is judged more certain than by its own test: its adjusted p-value "
        "is at least that of the comparison of the two, its interval holds that of the comparison, and a "
        "model is left out of the best set only where the one-sided test of a pair agrees. Where clusters "
        "leave fewer than 5 degrees of freedom, or a class of the areas has fewer than 50 items, each pair "
        "has its own test with Bonferroni's method. The groups above were measured without this rule, which "
        "can only lower their family-wise errors.",
        "Shares of test sets in per cent, without / with this rule; the Monte-Carlo error of a share of 5 % "
        f"is {error:.1f} points. **False**: any two equal models are called different. **Left out**: the "
        "mean share of the best models that the best set lacks; the level of 5 % is for this. **Any left "
        "out**: the set lacks at least one of several equally good best models; the table then says "
        '"doubtful". **Shown to be worse**: the possible ranks of one of them exclude 1, so that the table '
        'says "no". **Found**: the mean share of true differences that are decided. Of 40 models there is a '
        "tenth of the test sets.",
    ]
    for group, title in GROUPS.items():
        head = [
            "metric",
            "models",
            "world",
            "test sets",
            "false",
            "left out",
            "any left out",
            "shown to be worse",
        ]
        head += ["found"] if group == "differ" else []
        parts += [f"### {title}", table(head, [row for of, row in listed if of == group])]
    parts += [
        "Large losses that are rare remain: where no such loss is in the test set, neither the joint "
        "reference nor a test of the pair can know of it. The caveats `few-large-losses`, "
        "`heavy-tailed-errors` and `losses-not-seen` of the pairs are those of the ranking, too.",
        "### Posterior probabilities of equal learners",
        "`bayes-signed-rank` judges each pair by itself, and promises nothing about all pairs at once: equal "
        f"learners on {DATA_SETS} data sets, whose scores differ with a standard deviation of 2 points; "
        "shares of rankings in per cent.",
        table(["learners", "rope", "rankings", "a given pair decided", "any pair decided"], bayes),
    ]
    return "\n\n".join(parts)


def section_of(text: str) -> str:
    """The section as a page has it, with its markers; nothing where there is none."""
    return f"{BEGIN}{text.split(BEGIN)[1].split(END)[0]}{END}\n" if BEGIN in text else ""


def write(section: str) -> None:
    """Put the section at the end of the page, in place of that of before."""
    text = FILE.read_text(encoding="utf-8")
    rest = text.replace(section_of(text), "").rstrip("\n")
    FILE.write_text(f"{rest}\n\n{BEGIN}\n{section}\n\n{END}\n", encoding="utf-8")


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=200, help="test sets of each world")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    every = list(worlds())
    rows: list[Any] = Parallel(n_jobs=given.jobs)(delayed(measured)(world, given.draws) for world in every)
    listed = [(world.group, row) for world, row in zip(every, rows, strict=True)]
    bayes = [equal_learners(k, rope, given.draws // 2) for k in (2, 4, 8) for rope in (0.0, 0.01)]
    write(page(listed, bayes, given.draws))


if __name__ == "__main__":
    main()
