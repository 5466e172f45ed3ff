"""Draw one example of each figure into docs/figures, and a page that shows them all.

    python -m studies.figures

The numbers are made up with a fixed rng, except for the shipped table of measured risks: the pictures are
illustrations, and say nothing about any learner.
"""

import argparse
import html
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

import bakeoff
from bakeoff.core.verdict import Verdict
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.lab.report import charts as lab_charts
from bakeoff.lab.study import Finding
from bakeoff.measured.tables import risks
from bakeoff.report.draw import charts
from bakeoff.report.draw.figure import Figure, MeanRanks, Simplex
from bakeoff.report.draw.figures import svg
from bakeoff.report.draw.ranking_charts import ranking_charts
from bakeoff.report.rate import Rate

DOCS = Path(__file__).parents[1] / "docs"
METHODS = ("corrected-resampled-t", "cv-all-data", "five-by-two-t", "resampled-t")
LEAD = """\
# Figures

One example of each figure that bakeoff draws, made by `python -m studies.figures`. The numbers are
invented, except for the measured risks. Lines differ in colour and in dashes or markers, so the figures can
be read in grey. Text stays text. PNG and PDF show letters that their font lacks by their numbers, such as
[U+540D]. The same numbers give the same bytes in SVG, PNG and PDF.

"""


def main() -> None:
    """Write every figure, and the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    folder = DOCS / "figures"
    folder.mkdir(exist_ok=True)
    page = LEAD
    for name, figure in examples():
        (folder / f"{name}.svg").write_text(svg(figure), encoding="utf-8")
        page += f"## {html.escape(figure.title)}\n\n![{name}](figures/{name}.svg)\n\n"
    (DOCS / "figures.md").write_text(page.rstrip() + "\n", encoding="utf-8")


def examples() -> Iterator[tuple[str, Figure]]:
    """Every figure with a name."""
    rng = np.random.default_rng(1)
    folds = _folds(rng, (10, 10), margin=0.02)
    yield from ((name, figure) for name, figure, _ in charts.verdict_charts(folds))
    y = rng.integers(2, size=400)
    good, fair = y + rng.standard_normal(400), 0.5 * y + rng.standard_normal(400)
    ranked = bakeoff.compare_predictions(y, good, fair, metric="auc", names=("forest", "tree"))
    yield from ((name, figure) for name, figure, _ in charts.verdict_charts(ranked) if name == "roc")
    yield "mean-roc", _mean_roc(np.random.default_rng(3))
    said = bakeoff.compare_predictions(y, (good > 0.5) + 0, (fair > 0.3) + 0, names=("forest", "tree"))
    yield "disagreement", charts.verdict_page(said)
    several = [_folds(rng, (1, 10), shift=0.01 * at) for at in range(-2, 5)]
    yield "forest", charts.forest(several, [f"data set {at + 1}" for at in range(len(several))])
    yield "explorer", Rate(errors=8, n=100).figure
    yield from _of_the_lab(rng)
    yield from _of_rankings(np.random.default_rng(2))


def _mean_roc(rng: np.random.Generator) -> Figure:
    y = np.arange(60) % 2
    folds = [bakeoff.roc(y, 1.3 * y + rng.standard_normal(60)) for _ in range(10)]
    return charts.mean_roc(bakeoff.roc_average(folds))[1]


def _folds(rng: np.random.Generator, shape: tuple[int, int], shift: float = 0.01, **asked: float) -> Verdict:
    a = np.round(0.85 + 0.03 * rng.standard_normal(shape), 3)
    b = np.round(a - shift + 0.015 * rng.standard_normal(shape), 3)
    design = RepeatedKFold(runs=shape[0], folds=shape[1]) if shape[0] > 1 else KFold(folds=shape[1])
    verdict = bakeoff.compare_scores(a, b, design=design, names=("forest", "tree"), **asked)
    return replace(verdict, caveats=())


def _of_rankings(rng: np.random.Generator) -> Iterator[tuple[str, Figure]]:
    """Rankings on items, and made-up mean ranks and posteriors of learners over data sets."""
    y, ease = rng.integers(2, size=800), rng.random(800)
    rates = {"forest": 0.9, "boosting": 0.89, "svm": 0.87, "tree": 0.83, "bayes": 0.8}
    answers = {
        name: np.where(0.6 * ease + 0.4 * rng.random(800) < 0.8 * rate, y, 1 - y)
        for name, rate in rates.items()
    }
    for key, figure, _ in ranking_charts(bakeoff.rank_predictions(y, answers, resamples=1000)):
        yield f"ranking-{key}", figure
    based = bakeoff.rank_predictions(y, answers, baseline="tree", resamples=1000)
    yield "ranking-baseline", ranking_charts(based)[1][1]
    ranks = MeanRanks(
        title="",
        x_label="mean rank over 14 data sets, 1 is best; a bar joins models of which no two differ",
        names=("c45+m+cf", "c45+m", "c45+cf", "c45"),
        ranks=(1.964, 2.0, 2.893, 3.143),
        sets=((0, 1, 2, 3),),
        critical=1.25,
    )
    yield "mean-ranks", Figure(title="Mean ranks", panels=(ranks,), narrow=True)
    draws = rng.dirichlet([1.0, 4.0, 9.0], 1000)
    best = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    corners = ("c45 better", "equivalent", "c45+m better")
    simplex = Simplex(title="", corners=corners, points=draws, shares=(best[0], best[1], best[2]))
    yield "posterior", Figure(title="Posterior of one pair", panels=(simplex,), narrow=True)


def _of_the_lab(rng: np.random.Generator) -> Iterator[tuple[str, Figure]]:
    alarms = zip(METHODS, (30, 48, 44, 280), strict=True)
    yield "sizes", lab_charts.lab_chart([_finding("size", method, count) for method, count in alarms])
    yield (
        "power-curves",
        lab_charts.lab_chart(
            [
                _finding("power", method, round(1000 * (1 - np.exp(-0.3 * points * (1 + at)))), points / 100)
                for points in range(1, 8)
                for at, method in enumerate(METHODS)
            ]
        ),
    )
    agreed = zip(METHODS, (871, 964, 640, 700), strict=True)
    yield (
        "replicability",
        lab_charts.lab_chart([_finding("replicability", method, count) for method, count in agreed]),
    )
    ten_by_ten = [risk for risk in risks() if risk.design.startswith("RepeatedKFold")]
    yield "measured-sizes", lab_charts.measured_sizes(ten_by_ten)
    yield "qq", lab_charts.qq(rng.standard_t(5, size=300), df=5)


def _finding(question: str, method: str, count: int, truth: float = 0.0) -> Finding:
    return Finding(
        question=question,  # type: ignore[arg-type]
        setting=f"made-up:{truth:g}",
        method=method,
        design="10 runs of 10 folds",
        alpha=0.05,
        count=count,
        draws=1000,
        truth=truth,
        fits=100,
    )


if __name__ == "__main__":
    main()
