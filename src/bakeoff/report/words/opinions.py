"""What all methods that accept the data say, next to the one that decided."""

from collections.abc import Callable

from bakeoff.core.result import Result
from bakeoff.core.verdict import Opinion, Verdict
from bakeoff.methods import METHODS
from bakeoff.report.words.verdict import cells, who


def rows(v: Verdict, p_value: Callable[[float, Result], str]) -> list[tuple[str, ...]]:
    """The table of the results of all valid methods: a heading, then one row for each."""
    rows = [
        (_named(each), "", "", "", "", each.refused)
        if each.result is None
        else (
            _named(each),
            *cells(each.result, v.unit),
            p_value(each.result.p_value, each.result),
            _rates(each),
            who(v, each.decision),
        )
        for each in v.opinions
    ]
    head = ("method", "difference", "interval", "p-value", "false alarms", f"decision at alpha {v.alpha:g}")
    kept = [at for at, name in enumerate(head) if name != "false alarms" or _nominal(v)]
    return [tuple(row[at] for at in kept) for row in (head, *rows)] if rows else []


def deciding_method(v: Verdict) -> str:
    """Which of the methods the verdict is by."""
    return f"for information; the verdict is by {v.result.method}"


def legend(v: Verdict) -> list[str]:
    """What a column, a mark and some differences of the table of all methods mean."""
    found = []
    if nominal := _nominal(v):
        settings = "in simulated settings without a true difference"
        found.append(f"false alarms: lowest and highest rate {settings}, at a nominal {100 * nominal:g} %")
    if any(each.unsound for each in v.opinions):
        found.append(
            "unsound: it rests on an assumption that is known to be false; do not use it. Other methods "
            "can raise too many false alarms, too"
        )
    if any(METHODS[each.method].family == "cv" for each in v.opinions):
        found.append(
            "cv-...: tests on repeated cross-validation; a description is printed by: bakeoff methods NAME"
        )
    if any(map(_df, v.opinions)):
        found.append("df N: degrees of freedom, set to N in advance and not counted from the data")
    said = {each.method: METHODS[each.method].estimates for each in v.opinions if each.result is not None}
    return found + [f"{method}: its difference is {what}" for method, what in said.items() if what]


def _nominal(v: Verdict) -> float:
    """The level at which the rates of the table were measured; 0 where it has none."""
    return next((each.measured.level for each in v.opinions if each.measured and each.false_alarms), 0.0)


def _rates(each: Opinion) -> str:
    found = each.false_alarms
    return "" if found is None else f"{100 * found[0]:.1f} to {100 * found[1]:.1f} %"


def _named(each: Opinion) -> str:
    """A method with its reservations."""
    marks = [*_df(each), *(["unsound"] if each.unsound else []), *each.marks]
    return each.method + (f" ({', '.join(marks)})" if marks else "")


def _df(each: Opinion) -> list[str]:
    """The degrees of freedom of a method of the family ``cv`` whose they are by calibration or by choice."""
    from bakeoff.measured.tables import is_calibratable

    df = None if each.result is None else each.result.df
    # A sign test has none: its number is how many folds count as independent, less one.
    if not isinstance(df, int | float) or not is_calibratable(each.method) or each.method == "cv-sign":
        return []
    return [f"df {df:.4g}"]
