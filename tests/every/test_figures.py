"""No figure is typed by hand: texts take it from a table, and what they compare is true by that table.

A percentage or a share in a text of the package is a level, a setting that is listed below, printed in the
work or table that its sentence names, or filled in from ``measured/figures.json``.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
from tests.looping import in_one_test

from bakeoff.advice.advise import leaves, recommend
from bakeoff.advice.aspects import table as advice_table
from bakeoff.advice.questions import advice_called
from bakeoff.advice.recommendation import MOST
from bakeoff.core.figures import figure, filled, tables, value
from bakeoff.core.outcomes import FoldScores
from bakeoff.judge.practical import HOLD
from bakeoff.measured.tables import risk_of, risks
from bakeoff.methods import METHODS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "bakeoff"
# Pages of published tables have their figures from `python -m studies.papers`, and web/papers.json too.
ELSEWHERE = ("lab/papers/", "web/papers.json", "measured/", "report/words/references.json")
PERCENT = r"(?:1|2\.5|5|10|80|90|95|97\.5|99)"
LEVEL = re.compile(
    rf"(?:nominal|levels? of|level|\bat|two-sided|upper) (?:a )?{PERCENT} %"
    rf"|{PERCENT} % (?:Jeffreys |level|limits?\b|intervals?\b|power|Monte|band|only)"
    rf"|(?:than|in|exceeds?|is not|limit of|for|to|is|hold) {PERCENT} %(?= |$|,|;|\)|\.)(?! and| to)"
)
FIGURE = re.compile(
    r"(?<![:.\w])(?:\d[\d.]*(?:, | and | to | or ))*\d*\.?\d+ ?(?:%|per cent)"
    r"|(?<![\w./*\]\)\\:-])(?!\.5\b)\.\d+(?!\d*b| bootstrap|\w)"
    r"|\d[\d.]*(?: to \d[\d.]*)? points"
    r"|\b(?:two|three|four|five|six|ten|twice|\d+)(?: times)? (?:its|the) (?:nominal|level)"
)
PRINTED = re.compile(r"[A-Z]\w+(?: and [A-Z]\w+| & [A-Z]\w+| et al\.)?(?:'s)?,? \(?(?:18|19|20)\d\d|Table \d")
# Shares that define something: a threshold, a population, a correlation that was set, a format.
SETTINGS = (
    "class 1 is benign (63 %)",
    "the 35 % with the most progression. 35 % is the share",
    "training sets with 63 % of the items",
    "trains on 90 % of the data",
    "at least 80 % of the items belong",
    "the replication probability is below 80 %",
    "at least 1 % of the rows repeat",
    "5 % of the squared errors of",
    "(5 % of the squares",
    "with areas of .995 and .985",
    "AUC lies between .9 and .98",
    "an AUC is above .98",
    "a correlation of .8",
    "% if it is .8",
    "correlation of .08",
    "correlate at .08",
    "true rates between .02 and .98",
    "true rates from .001 to .999",
    "mean error 40 %",
    "20 % of them discordant",
    "90 % of them discordant",
    "error rate 30 %",
    "such as 0.85 for 85 %",
    "such as 0.03 for 3 points",
    "such as 0.02 (2 points)",
    "the level is 95 %",
    "The 95 % quantile",
    "not at least 5 % less than that of the labels alone",
    "max-width:100%",
    ">99 %",
    ">99.9 %",
    "<1 %",
    "over 99 %",
)
OF_CODE = re.compile(r"[!{:]|\.0$|^\.\d+$|^\.\d to \.\d, |lowest from|^regexp_|print\(")


def texts(file):
    """All strings of a module, with those of an f-string joined, or of a JSON file."""
    if file.suffix == ".json":
        yield from strings(json.loads(file.read_text(encoding="utf-8")))
        return
    tree, inside = ast.parse(file.read_text(encoding="utf-8")), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(each) for each in node.values}
            yield "".join(each.value if isinstance(each, ast.Constant) else "…" for each in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def strings(content):
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for each in content.values() if isinstance(content, dict) else content:
            yield from strings(each)


def prose(text):
    """Without runnable examples, which print what they compute."""
    kept, example = [], False
    for line in text.split("\n"):
        example = line.strip().startswith(">>>") or (example and bool(line.strip()))
        kept.append("" if example else line)
    return " ".join(" ".join(kept).split())


def typed(text):
    """The sentences with a figure that nothing vouches for."""
    for sentence in re.split(r"(?<=[.;]) (?=[A-Z(])", prose(text)):
        if PRINTED.search(sentence) or (OF_CODE.search(sentence) and " %" not in sentence):
            continue
        left = re.sub(r"\{[a-z0-9 -]+:[^{}]+\}", "…", sentence)
        for setting in SETTINGS:
            left = left.replace(setting, "")
        if FIGURE.search(LEVEL.sub("", left)):
            yield sentence


def files():
    found = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.json")])
    return [each for each in found if not each.relative_to(PACKAGE).as_posix().startswith(ELSEWHERE)]


@pytest.mark.slow
def test_no_figure_is_typed_by_hand():
    found = [
        f"{file.relative_to(ROOT)}: {sentence}"
        for file in files()
        for text in texts(file)
        for sentence in typed(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "its false-alarm rate was up to 41 % at a nominal 5 %",
        "with 10 degrees of freedom a nominal 5 % reached 8 to 19 %",
        "the coverage was 64 to 91 %; with only that, 70 %",
        "an ordinary t test has up to three times its nominal false-alarm rate",
        "verdicts that stated .55 were repeated in .46 of the cases",
        "the most frequent class gained 1 to 5 points",
        "it holds its level (4.3 % at worst)",
    ],
)
def test_a_figure_that_is_typed_is_found(text):
    assert list(typed(text))


@pytest.mark.parametrize(
    "text",
    [
        "a 95 % interval, and a test at a nominal 5 %",
        "the wrong sign in 60 % (Martin & Hirschberg 1996)",
        "was up to {risk:mcnemar, 10 folds: most} % at a nominal 5 %",
        "an AUC of .5 is that of scores which do not depend on the class",
    ],
)
def test_levels_settings_quotations_and_places_are_none(text):
    assert not list(typed(text))


def test_every_table_names_its_command_and_every_place_is_filled():
    for name, each in tables().items():
        assert each["command"].startswith("python -m studies."), name
        assert each["values"]
    for name in ("advice", "questions"):
        raw = (PACKAGE / "advice" / f"{name}.json").read_text(encoding="utf-8")
        assert re.search(r"\{[a-z0-9 -]+:", raw)
        assert not re.search(r"\{[a-z0-9 -]+:", json.dumps(advice_table(name)))


def test_a_figure_that_is_in_no_table_is_an_error_and_one_rule_rounds():
    with pytest.raises(LookupError, match="no figure 'x' in the table 'risk'"):
        figure("risk", "x")
    with pytest.raises(LookupError):
        filled("up to {no such:key} %")
    assert figure("dietterich", "mcnemar: least") == f"{value('dietterich', 'mcnemar: least'):.1f}"


# What texts say about which is greater, and whether the tables agree.
COMPARED = re.compile(
    r"(?:more|less|most|least|greater) power|detect\w* .*as often|fewer false alarms|fewest false"
    r"|h[eo]lds? (?:its|their) level|increase the power"
)
T, ONCE = "RepeatedKFold(runs=10, folds=10)", "Holdout(test=0.3333)"


def most(method, design, **options):
    return 100 * risk_of(method, design, options).sizes()[1]


def power(method, design, **options):
    return risk_of(method, design, options).power()


def on_fold_scores():
    """All that was measured with tests on fold scores alone, under 10 x 10 folds."""
    alone = {each.key for each in METHODS if each.takes is FoldScores and not each.needs}
    return [each for each in risks() if each.method in alone - {"items-folds-t"} and each.design == T]


def claims(key, row):
    return value("claims", f"{key}: {row}")


def stronger_alternatives_exceed():
    """Alternatives of each leaf that says so: those with more power are above their level in some world."""
    for leaf in leaves():
        if any("alternatives below with more power" in each for each in leaf.reasons):
            own = advice_called(leaf.procedure).risk.power(leaf.alpha)
            for key in leaf.alternatives:
                other = advice_called(key)
                if other.risk is not None and other.risk.power(other.alpha) > own:
                    assert other.risk.sizes(other.alpha)[1] > other.alpha, (leaf.key, key)
    return True


CLAIMS = {
    "the alternatives below with more power exceed": stronger_alternatives_exceed,
    "more runs increase the power": lambda: (
        power("items-folds-t", "KFold(folds=10)")
        < power("items-folds-t", "RepeatedKFold(runs=5, folds=10)")
        < power("items-folds-t", T)
    ),
    "no test on fold scores alone holds its level in every world": lambda: (
        min(100 * each.sizes()[1] for each in on_fold_scores()) > MOST
    ),
    "this one raised the fewest false alarms": lambda: (
        min(on_fold_scores(), key=lambda each: each.sizes()[1]).options == {"df": 5}
    ),
    "with the items, the default raised fewer false alarms than without them": lambda: (
        most("items-folds-t", T) < min(100 * each.sizes()[1] for each in on_fold_scores())
    ),
    "no test of the mean holds its level": lambda: (
        value("losses", "rare large losses of one model, skewed-t") > MOST
    ),
    "settings; with 5 it came nearer": lambda: MOST < most("cv-all-data", T, df=5) < most("cv-all-data", T),
    "Both tests hold their level with independent data sets and exceed it with related ones": lambda: all(
        claims(key, "many-datasets") < MOST < claims(key, "related-datasets") for key in ("wilcoxon", "sign")
    ),
    "tests that take data sets as independent do not hold their level": lambda: all(
        claims(key, "related-datasets") > MOST for key in ("wilcoxon", "sign")
    ),
    "tests of mean ranks hold their level": lambda: all(
        claims(key, f"{n} data sets") < MOST for key in ("nemenyi", "shaffer") for n in (8, 20)
    ),
    "the test of two independent test sets holds its level on two test sets": lambda: (
        claims("two-proportion-z", "independent-rates")
        < MOST
        < claims("difference-of-proportions", "opposed-items")
    ),
    "the test does not hold its level; where labels are chosen at random, it does": lambda: (
        claims("prediction-powered-t", "judged-items")
        < MOST
        < claims("prediction-powered-t", "chosen-labels")
    ),
    "with 20 of 500 items labelled, the test held its level": lambda: (
        claims("prediction-powered-t", "few-labels") < MOST
    ),
    # By the reach of what was measured: intervals on average over true rates.
    "holds its level on average; with M = 50": lambda: all(
        value("intervals", f"{key}: mean") >= 95 for key in ("jeffreys", "wilson")
    ),
    # Printed by the authors about their own experiments.
    "it was the only test on one test set that held its level": lambda: True,
    "in his experiments its false-alarm rate was acceptable, it had slightly more power": lambda: True,
    "in the experiments of Dietterich 1998 it had the most power": lambda: True,
    "and in his worlds it held its level": lambda: True,
    "where the test holds its level; the measured risk covers other": lambda: True,
    # By construction: fewer comparisons are adjusted for; pairs differ less than independent samples do.
    "fewer pairs are tested, so the power is higher": lambda: True,
    "usually has more power": lambda: True,
    "usually have more power": lambda: True,
    "the exact methods that are recommended instead hold their level by construction": lambda: True,
    "With independent samples it holds its level": lambda: claims("paired-t", "paired-samples") < MOST,
    "ask for a larger difference or less power": lambda: True,
    # What the degrees of freedom are set for.
    "they hold the level": lambda: True,
}


@cache
def records():
    """Files whose texts tell people what was measured."""
    folders = ("advice", "judge/pitfalls", "methods", "estimators", "intervals", "designs")
    return tuple(
        each
        for folder in folders
        for each in sorted([*(PACKAGE / folder).rglob("*.py"), *(PACKAGE / folder).rglob("*.json")])
    )


def shown(file):
    """Texts of records; docstrings of code are none."""
    if file.suffix == ".json":
        return list(texts(file))
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    return [each for each in texts(file) if each not in docs]


@pytest.mark.slow
def test_every_comparison_is_among_the_claims():
    found = [
        f"{file.relative_to(PACKAGE)}: {text}"
        for file in records()
        for text in shown(file)
        if COMPARED.search(text) and not any(claim in text for claim in CLAIMS)
    ]
    assert found == []


@in_one_test("claim", list(CLAIMS))
@pytest.mark.slow
def test_every_claim_is_true_by_the_tables(claim):
    assert CLAIMS[claim]()
    said = [text for file in (*records(), PACKAGE / "experiment" / "calibrate.py") for text in texts(file)]
    assert any(claim in " ".join(text.split()) for text in said), "nothing says so any more"


def test_posteriors_use_variances_that_hold_their_level_wherever_they_were_measured():
    for each in risks():
        if each.method in HOLD:
            assert 100 * each.sizes()[1] <= MOST, each
    assert HOLD


def test_five_degrees_of_freedom_fail_with_many_classes_alone():
    failed = [each for each in risk_of("cv-all-data", T, {"df": 5}).null if each.share(0.05) > MOST / 100]
    assert failed
    assert all("classes-" in each.setting for each in failed)


def test_advice_on_fold_scores_gives_both_powers():
    found = recommend(
        {"have": "two", "subject": "algorithm", "domains": "one", "sample": "small", "trainings": "none",
         "matters": "accuracy", "worse": "false-alarm"}
    )  # fmt: skip
    (told,) = (each for each in found.reasons if "items=" in each)
    assert f"{100 * power('items-folds-t', T):.1f} %" in told
    assert f"{100 * power('cv-all-data', T, df=5):.1f} %" in told


def test_what_docstrings_say_without_a_figure_is_measured_too():
    assert (
        value("rare labels", "delong, uncorrected: highest")
        > 50
        > MOST
        > value("rare labels", "delong: highest")
    )
    assert value("mid-p", "16 items differ") == max(tables()["mid-p"]["values"].values()) > 5
    assert all(value("pooled counts", f"{design}: lowest") < 90 for design in ("10 folds", "leave-one-out"))
    assert value("equal f1", "permutation: highest") > 2 * MOST
