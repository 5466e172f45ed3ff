"""The results for a judge and labels, in words."""

from bakeoff.core.judged import Judged
from bakeoff.core.result import Interval

WHY = {
    "no-gain": "not used, because it does not make the interval narrower",
    "all-labelled": "not needed, because all items are labelled",
    "constant-judge": "not used, because it sees the same difference in all labelled items",
}


def judged_rows(judged: Judged) -> list[tuple[str, str]]:
    """The rows of a verdict about a judge.

    >>> told = judged_rows(Judged(items=900, labels=50, use="no-gain", weight=0.0, judge_alone=0.2,
    ...     labels_alone=0.1, labels_interval=Interval(-0.1, 0.3), worth=50.0, labels_to_halve=200))
    >>> told[1]
    ('judge', 'not used, because it does not make the interval narrower; its own difference is 0.2')
    """
    rows = [
        (
            "labels alone",
            f"{judged.labels_alone:.6g} ({_span(judged.labels_interval)}), {judged.labels} labels",
        ),
        ("judge", f"{_use(judged)}; its own difference is {judged.judge_alone:.6g}"),
    ]
    if judged.agreement is not None:
        kappa = judged.agreement
        rows.append(
            ("agreement", f"weighted kappa {kappa.kappa:.3f} ({_span(kappa.interval)}) of judge and people")
        )
    for each in judged.biases:
        more = "for 1 SD more length" if each.by == "length" else "for the answer shown first"
        rows.append((f"{each.by} bias", f"the judge gives {each.size:+.4g} {more} ({_span(each.interval)})"))
    halved = judged.labels_to_halve
    rows.append(
        (
            "more labels",
            f"{halved} labels in all would halve the interval"
            if halved is not None
            else "labels on all of these items would not halve the interval: it takes more items",
        )
    )
    return rows


def _use(judged: Judged) -> str:
    if judged.use != "judge":
        return WHY[judged.use]
    return f"used with weight {judged.weight:.3g}: as narrow as {judged.worth:.0f} labels alone"


def _span(interval: Interval) -> str:
    return f"{interval.low:.4g} to {interval.high:.4g}"
