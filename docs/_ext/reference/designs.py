"""Pages of designs: how they split the data, what they estimate, and how often tests under them are wrong."""

import inspect
from collections.abc import Iterator

import numpy as np
from docs._ext.reference import claims, examples, pictures
from docs._ext.reference.markdown import (
    Page,
    bullets,
    defined,
    described,
    math,
    page,
    picture,
    prose,
    section,
    session,
)
from docs._ext.reference.parts import cited, link, see_also, source_of

from bakeoff.core.design import Account, Design, in_words
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import DESIGNS
from bakeoff.judge.facts import pick
from bakeoff.measured.tables import Risk, about, risk_of, risks
from bakeoff.methods import METHODS

ITEMS = 20  # in the picture of a design
SHOWN = 10


def pages() -> Iterator[Page]:
    """One page for each design."""
    return map(of_design, DESIGNS)


def of_design(key: str) -> Page:
    """The page of a design, with a picture of its splits."""
    kind = DESIGNS[key]
    account: Account = kind.account
    used = [method for method in METHODS if key in method.designs]
    return page(
        f"designs/{key}",
        kind.__name__,
        f"Key: `{key}`. {described(kind.__doc__)}",
        _splits(key),
        section(
            "What it estimates",
            prose(f"{account.estimates[:1].upper()}{account.estimates[1:]}."),
            math(account.latex),
            prose(account.symbols),
        ),
        section("Assumptions", bullets(map(prose, account.assumptions))),
        section(
            "Methods for its scores", bullets(f"{link('methods', m.key)}: {prose(m.title)}" for m in used)
        ),
        section("Measured risk", *_measured(kind(), account)),
        section("Example", session(examples.run(_typed(kind)))),
        cited(account.references),
        see_also(_related(key, account), source=source_of(kind)),
    )


def _splits(key: str) -> str:
    kind = DESIGNS[key]
    design = kind()
    parts = [(train.tolist(), test.tolist()) for train, test in design.split([0, 1] * (ITEMS // 2), rng=1)]
    alt = f"The first {min(SHOWN, len(parts))} splits of {ITEMS} items under {kind.__name__}"
    shape = "as many as there are items" if design.shape is None else "{} x {}".format(*design.shape)
    return section(
        "Splits",
        picture(pictures.splits(parts[:SHOWN], ITEMS, alt=alt, key=key)),
        defined([("Scores, runs x folds", shape), ("Signature", f"`{inspect.signature(kind)}`")]),
    )


def _typed(kind: type) -> str:
    return (
        f'import bakeoff\nlabels = ["cat", "dog"] * 50\nsplits = bakeoff.{kind.__name__}().split(labels)\n'
        "train, test = splits[0]\nlen(splits), len(train), len(test)"
    )


def _related(key: str, account: Account) -> Iterator[str]:
    if account.estimator:
        yield f"{link('estimators', account.estimator)}: the error of one learner under this design"
    yield from (link("designs", other) for other in DESIGNS if other != key)


def default_for_scores(design: Design) -> tuple[str, dict[str, object]]:
    """The default method for fold scores alone, with its options; none where no method is valid."""
    if design.shape is None:
        return "", {}
    scores = np.random.default_rng(1).random((2, *design.shape))
    try:
        method, reason = pick("auto", FoldScores(a=scores[0], b=scores[1], design=design))
    except IllegalMethodError:
        return "", {}
    return method.key, {} if reason is None or reason.df is None else {"df": reason.df}


def _measured(design: Design, account: Account) -> Iterator[str]:
    """The rates of the default methods in words, and those of all valid methods as a picture."""
    found = [each for each in risks() if each.design == in_words(design)]
    if account.trained:
        yield _rated("Where learners are trained under this design", account.trained, {}, design)
    scored, options = default_for_scores(design)
    if scored and (scored, options) != (account.trained, {}):
        yield _rated("Where only the scores are known", scored, options, design)
    if found:
        yield from _picture([each for each in found if not METHODS[each.method].unsound], design)
        return
    yield prose(f"No false-alarm rate was measured under this design: {account.unmeasured}.")
    yield from _bias(account.estimator)


def _rated(where: str, key: str, options: dict[str, object], design: Design) -> str:
    with_options = "".join(f" with {name} {value}" for name, value in options.items())
    text = f"{where}, the default is {link('methods', key)}{with_options}"
    risk = risk_of(key, in_words(design), options)
    if risk is None:
        return f"{text}. Its false-alarm rate under this design was not measured."
    low, high = (f"{100 * share:.1f}" for share in risk.sizes())
    return (
        f"{text}. At a nominal 5 %, it called two equally good learners different on {low} to {high} % of "
        f"the data sets, from the best to the worst of {len(risk.null)} settings."
    )


def _picture(found: list[Risk], design: Design) -> Iterator[str]:
    rows = [_row(each) for each in sorted(found, key=lambda each: each.sizes()[1])]
    alt = f"False-alarm rates by method under {in_words(design)}"
    draws = sorted({each.draws for risk in found for each in risk.null})
    count = " or ".join(map(str, draws))
    yield (
        f"The picture has one dot for each setting without a difference, {count} data sets each; the dashed "
        "line is the nominal 5 %, and filled dots are above 7.5 %. Methods marked as unsound are left out."
    )
    yield picture(pictures.rates(rows, nominal=claims.NOMINAL, alt=alt, key=f"{design.key}-risk"))
    yield f"Made by `{about()['command']}` ([how](../../measured.md))."


def _row(risk: Risk) -> pictures.Row:
    options = "".join(
        f", {value}" if name == "floor" else f", {name} {value}" for name, value in risk.options.items()
    )
    shares = [(each.setting, each.share(claims.NOMINAL)) for each in risk.null]
    rates = tuple((share, f"{setting}: {100 * share:.1f} %") for setting, share in shares)
    return pictures.Row(label=f"{risk.method}{options}", rates=rates)


def _bias(estimator: str) -> Iterator[str]:
    """What was measured instead: the bias of the estimator that uses the design."""
    yield (
        f"What was measured is the bias of {link('estimators', estimator)}, which estimates the error of one "
        "learner under it: the mean of estimate minus true error, in points, with 95 % Monte-Carlo intervals."
    )
    yield claims.biases(estimator)
    yield claims.made("estimators")
