"""The results for a judge and labels, in words."""

from bakeoff.core.judged import JudgeBias, Judged
from bakeoff.core.result import Interval
from bakeoff.core.written import in_step, number, reach_told

WHY = {
    "no-gain": "not used, because it does not make the interval narrower",
    "all-labelled": "not needed, because all items are labelled",
    "few-labels": "not used, because there are too few labels to see how well it predicts them",
    "constant-judge": "not used, because it sees the same difference in all labelled items",
}


def judged_rows(judged: Judged) -> list[tuple[str, str]]:
    """The rows of a verdict about a judge.

    >>> told = judged_rows(Judged(items=900, labels=50, use="no-gain", weight=0.0, judge_alone=0.2,
    ...     labels_alone=0.1, labels_interval=Interval(-0.1, 0.3), worth=50.0, labels_to_halve=200))
    >>> told[2]
    ('more labels', '200 labels in total, among these 900 items, would halve the interval')
    """
    alone = _with_span(judged.labels_alone, judged.labels_interval)
    rows = [
        ("labels alone", f"difference {alone} by the {judged.labels} human labels without the judge"),
        (
            "judge",
            f"{_use(judged)}; the judge's scores alone give a difference of {number(judged.judge_alone)}",
        ),
    ]
    if judged.agreement is not None:
        kappa = _with_span(judged.agreement.kappa, judged.agreement.interval)
        rows.append(
            (
                "agreement",
                f"weighted kappa {kappa} between the judge and people (1: always equal, 0: as by chance)",
            )
        )
    for each in judged.biases:
        rows.append((f"{each.by} bias", _bias(each)))
    low, high = judged.labels_interval
    return rows if low == high else [*rows, ("more labels", _halved(judged))]


def _halved(judged: Judged) -> str:
    """How many labels would halve the interval."""
    labels = judged.labels_to_halve
    if labels is None:
        return "labels on all of these items would not halve the interval: it takes more items"
    return f"{labels} labels in total, among these {judged.items} items, would halve the interval"


def _bias(bias: JudgeBias) -> str:
    more = f"by {_with_span(bias.size, bias.interval)} more than people do"
    if bias.by == "position":
        return f"if A is shown first instead of B, the judge favours it {more}"
    longer = "" if bias.spread is None else f"{number(bias.spread)} units of length "
    deviation = "(one standard deviation of the differences in length)"
    return f"if an answer is longer than the other by {longer}{deviation}, the judge favours it {more}"


def _use(judged: Judged) -> str:
    if judged.use != "judge":
        return WHY[judged.use]
    return (
        f"used with weight {number(judged.weight)} (0: ignored, 1: in full); with the judge, {judged.labels} "
        f"labels give an interval as narrow as {judged.worth:.0f} labels without it"
    )


def _with_span(value: float, interval: Interval) -> str:
    shown, low, high = in_step(value, *interval)
    return f"{shown} ({reach_told(interval, low, high)})"
