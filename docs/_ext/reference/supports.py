"""What was measured about a caveat: sentences, pictures and where the figures come from."""

from collections.abc import Iterator

from docs._ext.reference import claims, pictures
from docs._ext.reference.markdown import bullets, picture, prose
from docs._ext.reference.parts import link

from bakeoff.judge.pitfalls.support import Claim, Procedure, Quantity, Support
from bakeoff.measured.tables import InSetting, Risk, about, risk_of

FOLDERS = {"methods": "methods", "rankings": "many", "estimators": "estimators"}
SHOWN: dict[Quantity, str] = {
    "false-alarms": "False alarms; the dashed line is the nominal 5 %, and filled dots are above 7.5 %.",
    "disagreement": "Data sets on which ten repetitions disagree, by setting; filled dots are above 7.5 %.",
    "coverage": "Intervals that miss the truth, at a nominal 5 % (dashed); filled dots are above 7.5 %.",
    "smallest-p": "Smallest p-values; the dashed line is 5 %.",
}
LONGEST = 28  # letters of a label in one line
NONE = {
    "definition": "This follows from a definition, so there is no rate to measure: ",
    "unmeasured": "No rate was measured: ",
}


def told(support: Support, key: str) -> Iterator[str]:
    """The blocks of the section of a page."""
    yield NONE.get(support.basis, "") + _sentence(support)
    rows = list(_rows(support))
    if rows:
        nominal = 0.0 if support.quantity == "disagreement" else claims.NOMINAL
        alt = f"{SHOWN[support.quantity].partition(';')[0].rstrip('.')}: {key}"
        yield picture(pictures.rates(rows, nominal=nominal, alt=alt, key=f"{key}-rates"))
        yield SHOWN[support.quantity]
    yield bullets(_lowest_and_highest(each, support.quantity) for each in support.procedures)
    for each in support.claims:
        if each.part == "estimators":
            yield claims.biases(each.key)
    yield made(support)


def _sentence(support: Support) -> str:
    text = prose(support.text)
    return (text if support.basis in NONE else text[:1].upper() + text[1:]) + "."


def made(support: Support) -> str:
    """Where the figures come from."""
    found = list(dict.fromkeys(places(support)))
    commands = list(dict.fromkeys(f"`{claims.command(each.part)}`" for each in support.claims))
    if support.procedures:
        commands.append(f"`{about()['command'].partition(';')[0]}`")
    by = f" Made by {' and '.join(commands)}." if commands else ""
    if support.exact is not None:
        return "Computed from the formula, not simulated."
    return f"From {', '.join(found)}.{by}" if found else ""


def places(support: Support) -> Iterator[str]:
    """Links to the sections and pages that have the figures."""
    if support.page:
        yield _section(support.page, support.section)
    if support.procedures:
        yield _section("measured", "Measured error rates of the methods")
    for each in support.claims:
        yield link(FOLDERS[each.part], each.key)


def _section(page: str, heading: str) -> str:
    return f"[{heading}](../../{page}.md#{anchor(heading)})"


def anchor(heading: str) -> str:
    """The anchor that MyST gives a heading, as GitHub does.

    >>> anchor("Both models equally good: false alarms at 5 %")
    'both-models-equally-good-false-alarms-at-5-'
    """
    kept = "".join(each for each in heading.lower() if each.isalnum() or each in " -_")
    return kept.replace(" ", "-")


def _rows(support: Support) -> Iterator[pictures.Row]:
    for each in support.procedures:
        yield _of_procedure(each, support.quantity)
    for claim in support.claims:
        yield from _of_claim(claim)
    rates = support.rates or (support.exact() if support.exact is not None else ())
    for label, rate in rates:
        share = 1 - rate / 100 if support.quantity == "coverage" else rate / 100
        yield pictures.Row(label=label, rates=((share, f"{label}: {100 * share:.2g} %"),))


def _lowest_and_highest(asked: Procedure, quantity: Quantity) -> str:
    """The figures of a procedure in words."""
    shares = [share for _, share in _shares(_measured(asked), quantity)]
    options = "".join(f", {name} {value}" for name, value in asked.options.items())
    return (
        f"{link('methods', asked.method)}{prose(options)} under `{asked.design}`: {100 * min(shares):.1f} to "
        f"{100 * max(shares):.1f} % of the data sets, from lowest to highest of {len(shares)} settings"
    )


def _measured(asked: Procedure) -> Risk:
    risk = risk_of(asked.method, asked.design, asked.options)
    if risk is None:
        raise LookupError(f"nothing was measured about {asked}")
    return risk


def _of_procedure(asked: Procedure, quantity: Quantity) -> pictures.Row:
    shares = [(each.setting, share) for each, share in _shares(_measured(asked), quantity)]
    rates = tuple((share, f"{setting}: {100 * share:.1f} %") for setting, share in shares)
    return pictures.Row(label=_label(asked), rates=rates)


def _shares(risk: Risk, quantity: Quantity) -> Iterator[tuple[InSetting, float]]:
    if quantity == "disagreement":
        yield from ((each, 1 - each.agreed / each.repeated) for each in risk.settings if each.repeated)
    else:
        yield from ((each, each.share(claims.NOMINAL)) for each in risk.null)


RUNS = {
    "RepeatedKFold(runs=10, folds=10)": "10 x 10",
    "KFold(folds=10)": "10 folds",
    "Holdout(test=0.3333)": "1 split",
    "Resampling(splits=30, test=0.3333)": "30 splits",
}


def _label(asked: Procedure) -> str:
    """A short name: the method, its options and the design."""
    options = "".join(
        f", {value}" if name == "floor" else f", {name} {value}" for name, value in asked.options.items()
    )
    return _in_lines(f"{asked.method}{options}", f", {RUNS[asked.design]}")


def _in_lines(first: str, rest: str) -> str:
    """A label that fits beside a chart: in two lines if it is long."""
    return f"{first}{rest}" if len(first + rest) <= LONGEST else f"{first}\n{rest.lstrip(' ,:')}"


def _of_claim(claim: Claim) -> Iterator[pictures.Row]:
    if claim.part == "estimators":
        return
    for name, counts in claims.measured(claim.part)[claim.key].items():
        if not claim.rows or name in claim.rows:
            yield claims.row(_in_lines(claim.key, f": {name}"), *counts)
