"""An error rate with its interval: plain values, words, and all kinds of interval as a picture."""

import math
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bakeoff.core.result import Alternative, Interval, parse_fraction, tail_share
from bakeoff.core.written import in_step
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import applicability, interval, posterior
from bakeoff.report.draw.figure import Figure, Row, Rows
from bakeoff.report.terminal import print_json
from bakeoff.report.words.tables import Table, table

RULES = {
    "hodges_lehmann": "n e (1 - e) >= 10 (Hodges & Lehmann)",
    "anderson_sclove": "n e >= 5 and n (1 - e) >= 5 (Anderson & Sclove)",
    "mendenhall": "e -+ 2 s inside (0, 1) (Mendenhall)",
    "honavar": "n e (1 - e) >= 5 or n >= 30 (Honavar)",
}
JEFFREYS, UNIFORM = (0.5, 0.5), (1.0, 1.0)
Prior = tuple[float, float] | None


@dataclass(frozen=True, kw_only=True)
class Rate:
    """What is known about one error rate; the prior is that of method ``beta``.

    Examples
    --------
    >>> rate = Rate(errors=8, n=100)
    >>> rate.headline, rate.span
    ('Error rate 8 %', '95 % interval 3.855 % to 14.53 %')
    """

    errors: int
    n: int
    method: str = "jeffreys"
    level: float = 0.95
    alternative: Alternative = "two-sided"
    prior: Prior = None

    @cached_property
    def values(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON."""
        asked = {"method": self.method, "level": self.level, "alternative": self.alternative}
        found = interval(self.errors, self.n, prior=self.prior, **asked)  # type: ignore[arg-type]
        rules = applicability(self.errors, self.n)
        usual = UNIFORM if self.method == "beta" else JEFFREYS
        belief = posterior(self.errors, self.n, prior=self.prior or usual)
        return {
            "errors": self.errors,
            "n": self.n,
            "rate": self.errors / self.n,
            **asked,
            "interval": [found.low, found.high],
            "rules": {name: getattr(rules, name) for name in RULES},
            "recommended": rules.recommended,
            "recommendation": rules.recommendation,
            "posterior": {"mean": belief.mean, "variance": belief.variance, "mode": belief.mode},
        }

    @property
    def headline(self) -> str:
        """The rate itself."""
        return f"Error rate {100 * self.values['rate']:.4g} %"

    @property
    def span(self) -> str:
        """The interval, or the bound that was asked for."""
        low, high = (f"{100 * end:.4g} %" for end in self.values["interval"])
        share = f"{100 * self.level:g} %"
        return {
            "two-sided": f"{share} interval {low} to {high}",
            "greater": f"{share} bound: at least {low}",
            "less": f"{share} bound: at most {high}",
        }[self.alternative]

    @property
    def basis(self) -> str:
        """The kind of interval, and what it rests on."""
        return f"{INTERVALS[self.method].title}, {self.errors} of {self.n} items"

    @property
    def sentence(self) -> str:
        """The answer alone."""
        return f"{self.headline}, {self.span} ({self.basis})"

    @property
    def rules(self) -> list[str]:
        """Which of the rules about the normal approximation hold."""
        holds = self.values["rules"]
        return [f"{'holds' if holds[name] else 'fails'}: {text}" for name, text in RULES.items()]

    @property
    def text(self) -> str:
        """What the terminal shows."""
        holds = self.values["rules"]
        lines = [self.sentence, ""]
        if INTERVALS[self.method].normal and not all(holds.values()):
            doubt = f"{self.method} is a normal approximation, and not all of the rules below hold"
            lines += [f"  do not rely on this interval: {doubt}", ""]
        lines += ["  is a normal approximation adequate here?"]
        lines += [f"    {'holds' if holds[name] else 'fails':<6} {text}" for name, text in RULES.items()]
        return "\n".join([*lines, f"  {self.values['recommendation']}"]) + "\n"

    @cached_property
    def figure(self) -> Figure:
        """All kinds of interval beside the one that was asked for."""
        asked: dict[str, Any] = {"method": self.method, "alternative": self.alternative}
        return explorer(self.errors, self.n, self.level, prior=self.prior, **asked)

    @property
    def kinds(self) -> Table:
        """The rows of the picture as a table."""
        (panel,) = self.figure.panels
        assert isinstance(panel, Rows)  # noqa: S101 - what the explorer draws
        strong = tuple(at for at, row in enumerate(panel.rows) if row.weight == "strong")
        rows = [(row.label, row.note) for row in panel.rows]
        return table(self.figure.title, ("kind", "true error rate"), rows, numeric=(1,), strong=strong)


def show_rate(rate: Rate, *, as_json: bool, quiet: bool) -> None:
    """Print the interval, the rules about the normal approximation, and the posterior."""
    if as_json:
        print_json(rate.values)
    else:
        sys.stdout.write(f"{rate.sentence}\n" if quiet else rate.text)


def explorer(
    errors: int,
    n: int,
    level: float = 0.95,
    *,
    method: str = "jeffreys",
    alternative: Alternative = "two-sided",
    prior: tuple[float, float] | None = None,
) -> Figure:
    """Every kind of interval that knows the level, below each other; ``method`` is first and strong.

    Normal approximations are faint where not every rule allows them. Martin & Hirschberg's Figures 2 and 4
    are drawn of such limits.

    Examples
    --------
    >>> panel, = explorer(8, 100).panels
    >>> panel.rows[0].label, panel.rows[0].note
    ('Jeffreys', '3.9 to 14.5 %')
    """
    chosen = INTERVALS[method].key
    tail = tail_share(parse_fraction(level, "level"), alternative)
    known = [each for each in INTERVALS if math.isclose(each.only_tail or tail, tail, abs_tol=1e-9)]
    rows = []
    for each in sorted(known, key=lambda record: record.key != chosen):
        own = prior if each.takes_prior else None
        found = interval(errors, n, method=each.key, level=level, alternative=alternative, prior=own)
        row = _row(each.title, found, errors / n, alternative)
        doubtful = each.normal and not normal_will_do(errors, n)
        rows.append(replace(row, weight="strong" if each.key == chosen else "faint" if doubtful else "plain"))
    faint = "; dotted: not to be trusted here" if any(row.weight == "faint" for row in rows) else ""
    panel = Rows(
        title="",
        x_label=f"true error rate, %; line: {errors} of {n} observed, {100 * errors / n:.3g} %{faint}",
        rows=tuple(rows),
        line=100 * errors / n,
    )
    what = "Intervals" if alternative == "two-sided" else "Bounds"
    return Figure(title=f"{what} at {100 * level:g} %", panels=(panel,), narrow=True)


def _row(label: str, found: Interval, rate: float, alternative: Alternative) -> Row:
    low, high = 100 * found.low, 100 * found.high
    ends = [text.replace("-", "\N{MINUS SIGN}") for text in in_step(low, high)]
    notes = {"greater": f"at least {ends[0]} %", "less": f"at most {ends[1]} %"}
    note = notes.get(alternative, f"{ends[0]} to {ends[1]} %")
    return Row(label=label, estimate=100 * rate, low=low, high=high, note=note)


def normal_will_do(errors: int, n: int) -> bool:
    """Whether every rule allows a normal approximation.

    >>> normal_will_do(8, 100), normal_will_do(50, 100)
    (False, True)
    """
    rules = applicability(errors, n)
    return all((rules.hodges_lehmann, rules.anderson_sclove, rules.mendenhall, rules.honavar))
