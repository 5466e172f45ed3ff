from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.family import Adjustment
from bakeoff.core.origin import Origin
from bakeoff.core.verdict import Caveat, Comparison, Measured, Opinion, Replicability
from bakeoff.core.work import Tuning, Work
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold
from bakeoff.experiment.randomization import Randomization
from bakeoff.experiment.result import ExperimentResult, Summary
from bakeoff.judge.slices import with_slices
from bakeoff.report.content import Content
from bakeoff.report.formats.html import page

NASTY = (
    "<script>alert(1)</script>",
    "\\input{secret} \\end{document}",
    "a_b^c~d%e#f&g$h{i}|j",
    '=HYPERLINK("http://x.example","y")',
    "名前 🦊 λ é Š ﬁ",
    "\x1b[31mred\r\nnew | line",
    "\u202eright to left\u0000\ud800",
    "\"quoted\" 'single' `tick` ``two''",
    "-- --- ,, << >> ?` !` ]]> -->",
    "**bold** _it_ [link](http://x.example) # 1. - + * \\",
    "x" * 300,
    "",
)


def folds(rng=0):
    draw = np.random.default_rng(rng)
    return 0.8 + 0.05 * draw.standard_normal((10, 10)), 0.78 + 0.05 * draw.standard_normal((10, 10))


def ranked(n=60):
    draw = np.random.default_rng(1)
    truth = np.arange(n) % 2
    return truth, truth + draw.standard_normal(n), truth + 2 * draw.standard_normal(n)


def labels(n=60):
    draw = np.random.default_rng(2)
    truth = np.arange(n) % 3
    return truth, np.where(draw.random(n) < 0.8, truth, 0), np.where(draw.random(n) < 0.6, truth, 1)


WORK = Work(data="iris", items=150, design=KFold(folds=10), rng=0, trainings=20)


def opinionated(verdict):
    """The verdict with three opinions: its own, an unsound one and a refusal."""
    own = Opinion(
        method=verdict.result.method, unsound=False, result=verdict.result, decision=verdict.decision
    )
    other = replace(own, method="two-standard-errors", unsound=True, marks=("pooled",))
    refused = Opinion(method="cv-sign", unsound=False, refused="needs every run and fold")
    return replace(verdict, opinions=(own, other, refused), work=WORK)


def limited(verdict):
    """The verdict with a caveat, a note, a risk and a chance to be repeated."""
    return replace(
        verdict,
        result=replace(verdict.result, notes=("something to know",)),
        caveats=(
            Caveat(
                key="known", text="this limits it; do that", remedy="do something else", source="Someone 1999"
            ),
        ),
        measured=Measured(
            remark="in 57 null worlds it raised a false alarm in 0.0 to 5.7 % of data sets at a nominal 5 %"
        ),
        replicability=Replicability(share=0.7, low=0.6, high=0.8, of="partitions", rests_on=10, by="runs"),
    )


def sliced(names=("A", "B"), slices=("north", "south", "west"), by="region"):
    """A verdict with a slice for A, one for B, one that is undecided, and one that could not be judged."""

    def part(only_a, only_b):
        return lambda tried: bakeoff.compare_counts(
            only_a, only_b, n=100, both_right=40, names=names, tried=tried
        )

    def refused(tried):
        raise bakeoff.InputError("every truth is 'cat'")

    whole = bakeoff.compare_counts(39, 36, n=307, both_right=130, names=names)
    asked = [part(30, 4), part(4, 26), part(5, 6)]
    parts = [(name, 100, ask) for name, ask in zip(slices, asked, strict=False)]
    return with_slices(whole, [*parts, ("zzz", 7, refused)], by=by)


ORIGIN = Origin(
    command="bakeoff compare 'my items.csv' --report r.html",
    files=(("my items.csv", "ab" * 32),),
    rng="7",
    versions=(("bakeoff", "0.1.0"), ("Python", "3.11.7"), ("numpy", "2.0.0"), ("scipy", "1.14.0")),
)

CHANCE = Randomization(
    learner="tree",
    metric="accuracy",
    observed=0.95,
    permuted=np.array([0.5, 0.51]),
    p_value=0.33,
    p_error=0.27,
    chance=0.5,
    bias=0.005,
    bias_error=0.005,
)

MAKERS = {
    "items": lambda **how: bakeoff.compare_counts(15, 35, n=412, both_right=300, **how),
    "counts-unknown": lambda **how: bakeoff.compare_counts(15, 35, n=412, **how),
    "equivalent": lambda **how: bakeoff.compare_counts(20, 21, n=4000, margin=0.05, **how),
    "a-better": lambda **how: bakeoff.compare_counts(300, 21, n=1000, alternative="greater", **how),
    "no-difference": lambda **how: bakeoff.compare_counts(0, 0, n=10, **how),
    "unsound": lambda **how: bakeoff.compare_scores(
        *folds(), design=RepeatedKFold(), method="cv-runs", **{"metric": "accuracy"} | how
    ),
    "rates": lambda **how: bakeoff.compare_rates(20, 100, 30, 120, **how),
    "labels": lambda **how: bakeoff.compare_predictions(*labels(), metric="macro-f1", resamples=200, **how),
    "ranked": lambda **how: bakeoff.compare_predictions(*ranked(), metric="auc", **how),
    "losses": lambda **how: bakeoff.compare_predictions(*ranked(), metric="squared-error", **how),
    "folds": lambda **how: bakeoff.compare_scores(
        *folds(), design=RepeatedKFold(), **{"metric": "accuracy"} | how
    ),
    "error": lambda **how: bakeoff.compare_scores(*folds(), design=RepeatedKFold(), metric="error", **how),
    "five-by-two": lambda **how: bakeoff.compare_scores(
        *(x[:5, :2] for x in folds()),
        design=FiveByTwo(),
        method="five-by-two-t",
        **{"metric": "accuracy"} | how,
    ),
    "no-variation": lambda **how: bakeoff.compare_scores(
        [0.75, 0.75, 0.75], [0.5, 0.5, 0.5], design=KFold(folds=3), **{"metric": "accuracy"} | how
    ),
    "samples": lambda **how: bakeoff.compare_samples(*(x[0] for x in folds()), **how),
    "unpaired": lambda **how: bakeoff.compare_samples(folds()[0][0], folds()[1][0][:7], paired=False, **how),
    "datasets": lambda **how: bakeoff.compare_datasets(*(x[0] for x in folds(3)), **how),
    "layout": lambda **how: bakeoff.compare_layout(*(x[:5] for x in folds(4)), **how),
    "opinions": lambda **how: opinionated(MAKERS["folds"](**how)),
    "limited": lambda **how: limited(MAKERS["items"](**how)),
    "sliced": sliced,
}


def experiment(verdict, *names, **more):
    """What an experiment found about one verdict's pair, called by each of the pairs of names."""
    pairs = [replace(verdict, names=pair) for pair in names] or [verdict]
    if len(pairs) > 1:
        pairs = [
            replace(
                each, adjusted_p_value=0.5, adjustment=Adjustment(method="holm", count=3, kind="comparisons")
            )
            for each in pairs
        ]
    fields = {
        "comparisons": tuple(Comparison(data="iris", metric=each.metric, verdict=each) for each in pairs),
        "across": (),
        "summaries": (
            Summary(
                data="iris", learner=pairs[0].names[0], metric="accuracy", mean=0.95, sd=0.01, low=0.9, high=1
            ),
            Summary(
                data="iris", learner=pairs[0].names[1], metric="accuracy", mean=None, note="all cells failed"
            ),
        ),
        "failed": tuple(
            ("iris", pairs[0].names[0], "main", at, "ValueError: <no> & _way_") for at in range(7)
        ),
        "design": RepeatedKFold(),
        "learners": dict.fromkeys(pairs[0].names, "GaussianNB()"),
        "trainings": 200,
        "seconds": {},
        "randomizations": (("iris", CHANCE),),
        "tuning": (
            Tuning(
                data="iris",
                learner=pairs[0].names[0],
                trainings=10,
                configurations=2,
                total=20,
                chosen={"k=3": 7},
            ),
        ),
        "notes": ("everything is fine",),
    }
    return ExperimentResult(**(fields | more))


@pytest.fixture(params=MAKERS)
def every(request):
    """A verdict on outcomes of each kind, with each decision."""
    return MAKERS[request.param]()


@pytest.fixture(scope="module", params=MAKERS)
def every_page(request):
    """The page of each of them, drawn once."""
    return page(Content(MAKERS[request.param](), ORIGIN))


@pytest.fixture
def verdict():
    return MAKERS["items"](names=("forest", "boosting"))


@pytest.fixture
def several():
    """An experiment with three pairs of learners."""
    return experiment(MAKERS["opinions"](), ("tree", "bayes"), ("tree", "1-nn"), ("bayes", "1-nn"))


@pytest.fixture
def nasty():
    """Two names at a time that no format may take for its own."""
    return list(zip(NASTY, NASTY[::-1], strict=True))


@pytest.fixture
def made():
    return MAKERS


@pytest.fixture
def make_experiment():
    return experiment


@pytest.fixture
def origin():
    return ORIGIN
