"""Figures that pages and records quote are those that were measured, or can be computed."""

import json
import re
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bakeoff.advice.advise import leaves
from bakeoff.core.figures import figure
from bakeoff.core.outcomes import PairedItems
from bakeoff.lab.papers._dietterich import ITEMS, PARTS, RATES, halves
from bakeoff.measured.tables import risk_of, risks
from bakeoff.methods import METHODS

ROOT = Path(__file__).parents[3]
# What people use on cross-validation, with the design that it was measured under.
COMMON = {
    "corrected-resampled-t on five runs of two folds": ("corrected-resampled-t", "FiveByTwo()"),
    "corrected-resampled-t on ten folds": ("corrected-resampled-t", "KFold(folds=10)"),
    "corrected-resampled-t": ("corrected-resampled-t", "RepeatedKFold(runs=10, folds=10)"),
    "cv-all-data": ("cv-all-data", "RepeatedKFold(runs=10, folds=10)"),
    "kfold-t": ("kfold-t", "KFold(folds=10)"),
    "five-by-two-t": ("five-by-two-t", "FiveByTwo()"),
    "five-by-two-f": ("five-by-two-f", "FiveByTwo()"),
}


def prose(page):
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


def worst(method, design):
    return 100 * risk_of(method, design, {}).sizes()[1]


def test_the_page_quotes_the_worst_rates_of_common_tests():
    page = prose("docs/measured.md")
    told = re.search(r"Their worst rates were (.*?)\)\. ?[*A-Z`]", page).group(1)
    quoted = [float(number) for number in re.findall(r"(\d+\.\d) %", told)]
    assert quoted == [round(worst(*each), 1) for each in COMMON.values()]


def test_the_readme_quotes_two_of_them():
    told = re.search(
        r"the t test on ten folds and the corrected resampled t test on 10 x 10 folds "
        r"reached (\d+) %",
        prose("README.md"),
    )
    rates = worst(*COMMON["kfold-t"]), worst(*COMMON["corrected-resampled-t"])
    assert {f"{rate:.0f}" for rate in rates} == {*told.groups()}


def test_the_faq_quotes_the_worst_rates_of_what_mlxtend_offers():
    designs = dict(COMMON.values())
    designs |= {
        "resampled-t": "Resampling(splits=30, test=0.3333)",
        "items-folds-t": "RepeatedKFold(runs=10, folds=10)",
    }
    page = (ROOT / "docs/faq.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^\|.*\| `([\w-]+)` \| (\d+\.\d) % \|$", page, re.M)
    assert len(quoted) == 5
    assert dict(quoted) == {key: f"{worst(key, designs[key]):.1f}" for key, _ in quoted}


def test_advice_that_says_three_times_as_often_means_tests_that_reach_it():
    """Tests that find more than cv-all-data with 5 degrees of freedom, and are named for it."""
    for method in ("corrected-resampled-t", "cv-all-data", "kfold-t"):
        assert worst(*COMMON[method]) > 3 * 5


def test_every_method_is_measured_with_learners_or_on_drawn_outcomes():
    learners = {each.method for each in risks()}
    outcomes = {each.key for each in METHODS if each.valid_in or each.invalid_in}
    assert {each.key for each in METHODS} == learners | outcomes
    assert {each.key for each in METHODS} - learners, "the README says that some were on outcomes only"


def rejects(method):
    """Whether a test on paired items rejects at 5 %, by items that A alone and B alone got right."""
    n, compute = ITEMS // PARTS, METHODS[method].compute

    def asked(only_a, only_b):
        items = PairedItems(only_a=only_a, only_b=only_b, n=n)
        return compute(items, level=0.95, alternative="two-sided").p_value < 0.05

    return np.array([[asked(a, d - a) if a <= d else False for a in range(n + 1)] for d in range(n + 1)])


@cache
def exact_rates(method):
    """The probability of a false alarm in Dietterich's simulation, by enumeration of all counts."""
    n, found = ITEMS // PARTS, []
    given = np.array([stats.binom.pmf(np.arange(n + 1), d, 0.5) for d in range(n + 1)])
    by_d = (given * rejects(method)).sum(axis=1)
    for rate in RATES:
        (low, high), _ = halves(rate)
        apart = low * (1 - high) + high * (1 - low)
        found.append(100 * float(stats.binom.pmf(np.arange(n + 1), n, apart) @ by_d))
    return found, by_d


@pytest.mark.parametrize(
    ("method", "rates", "quoted"),
    [
        ("mcnemar", (2.60, 3.27, 3.63, 3.64), "mcnemar 2.6 to 3.6 %"),
        ("mcnemar-mid-p", (4.60, 4.73, 4.93, 4.97), "4.6 to 5.0 % at a nominal"),
    ],
)
def test_mcnemars_test_in_dietterichs_simulation(method, rates, quoted):
    """The rates were enumerated by another program as well."""
    found, _ = exact_rates(method)
    assert found == pytest.approx(rates, abs=0.006)
    (reasons,) = [each.reasons for each in leaves() if each.key == "classifiers-accuracy"]
    assert any(quoted in reason for reason in reasons)


def test_mid_p_exceeds_its_level_given_16_discordant_items_and_says_so():
    _, by_d = exact_rates("mcnemar-mid-p")
    assert int(np.argmax(by_d)) == 16
    assert f"{100 * by_d.max():.1f}" == "7.7" == figure("mid-p", "16 items differ")
    assert "most at d = 16" in METHODS["mcnemar-mid-p"].compute.__doc__
    n = np.arange(len(by_d))
    shares = [stats.binom.pmf(n, len(by_d) - 1, share) @ by_d for share in np.linspace(0.01, 0.5, 50)]
    assert max(shares) < 0.0505
    _, exact = exact_rates("mcnemar-exact")
    assert exact.max() <= 0.05


@pytest.mark.parametrize(
    "promise",
    [
        "holds its level with most learners",
        "all tests in common use",
        "up to one data set of five",
        "nearly as safe as",
        "every method is measured",
    ],
)
def test_nothing_is_promised_that_was_not_measured(promise):
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*.py")]
    pages += [ROOT / "src" / "bakeoff" / "advice" / "advice.json"]
    assert [
        each.name for each in pages if promise in " ".join(each.read_text(encoding="utf-8").split())
    ] == []


def test_advice_does_not_say_that_permutation_tests_equal_metrics():
    told = json.loads(resources.files("bakeoff.advice").joinpath("advice.json").read_text(encoding="utf-8"))
    said = [each for each in re.findall(r'"([^"]*permutation[^"]*)"', json.dumps(told)) if "level" in each]
    assert said
    assert all("exchangeable, not whether the metrics are equal" in each for each in said)
