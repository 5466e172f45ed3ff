"""An error rate with its interval: plain values, words, and all kinds of interval as a picture."""

import math
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.result import Alternative, parse_fraction, tail_share
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
    ('Error rate 8 %', '95 % interval 3.9 % to 14.5 %')
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
            "rules": self._holds,
            "recommended": rules.recommended,
            "recommendation": rules.recommendation,
            "posterior": {"mean": belief.mean, "variance": belief.variance, "mode": belief.mode},
        }

    @cached_property
    def _holds(self) -> dict[str, bool]:
        rules = applicability(self.errors, self.n)
        return {name: getattr(rules, name) for name in RULES}

    @property
    def headline(self) -> str:
        """The rate itself."""
        return f"Error rate {100 * self.values['rate']:.3g} %"

    @property
    def span(self) -> str:
        """The interval, or the requested bound."""
        low, high = (f"{each} %" for each in in_step(*(100 * end for end in self.values["interval"])))
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
        return [f"{'holds' if self._holds[name] else 'fails'}: {text}" for name, text in RULES.items()]

    @property
    def text(self) -> str:
        """What the terminal shows."""
        lines = [self.sentence, ""]
        if INTERVALS[self.method].normal and not all(self._holds.values()):
            doubt = f"{self.method} is a normal approximation, and not all of the rules below hold"
            lines += [f"  do not rely on this interval: {doubt}", ""]
        lines += ["  is a normal approximation adequate here?"]
        lines += [f"    {rule.replace(':', ' ', 1)}" for rule in self.rules]
        return "\n".join([*lines, f"  {self.values['recommendation']}"]) + "\n"

    @cached_property
    def figure(self) -> Figure:
        """Every kind of interval for the level, below each other; the requested one first and strong.

        Normal approximations are faint where not every rule allows them. Martin & Hirschberg's Figures 2 and
        4 show such limits.

        Examples
        --------
        >>> panel, = Rate(errors=8, n=100).figure.panels
        >>> panel.rows[0].label, panel.rows[0].note
        ('Jeffreys', '3.9 to 14.5 %')
        """
        chosen = INTERVALS[self.method].key
        tail = tail_share(parse_fraction(self.level, "level"), self.alternative)
        known = [
            each
            for each in INTERVALS
            if math.isclose(each.only_tail or tail, tail, abs_tol=1e-9) and each.knows(self.n)
        ]
        rows = tuple(self._row(each, chosen) for each in sorted(known, key=lambda each: each.key != chosen))
        faint = "; dotted: not to be trusted here" if any(row.weight == "faint" for row in rows) else ""
        share = 100 * self.errors / self.n
        panel = Rows(
            title="",
            x_label=f"true error rate, %; line: {self.errors} of {self.n} observed, {share:.3g} %{faint}",
            rows=rows,
            line=share,
        )
        what = "Intervals" if self.alternative == "two-sided" else "Bounds"
        return Figure(title=f"{what} at {100 * self.level:g} %", panels=(panel,), narrow=True)

    def _row(self, record: RateInterval, chosen: str) -> Row:
        found = interval(
            self.errors,
            self.n,
            method=record.key,
            level=self.level,
            alternative=self.alternative,
            prior=self.prior if record.takes_prior else None,
        )
        low, high = 100 * found.low, 100 * found.high
        ends = [text.replace("-", "\N{MINUS SIGN}") for text in in_step(low, high)]
        notes = {"greater": f"at least {ends[0]} %", "less": f"at most {ends[1]} %"}
        note = notes.get(self.alternative, f"{ends[0]} to {ends[1]} %")
        doubtful = record.normal and not all(self._holds.values())
        return Row(
            label=record.title,
            estimate=100 * self.errors / self.n,
            low=low,
            high=high,
            note=note,
            weight="strong" if record.key == chosen else "faint" if doubtful else "plain",
        )

    @property
    def kinds(self) -> Table:
        """The rows of the picture as a table."""
        (panel,) = self.figure.panels
        assert isinstance(panel, Rows)  # noqa: S101 - what the figure has
        strong = tuple(at for at, row in enumerate(panel.rows) if row.weight == "strong")
        rows = [(row.label, row.note) for row in panel.rows]
        return table(self.figure.title, ("kind", "true error rate"), rows, numeric=(1,), strong=strong)


def show_rate(rate: Rate, *, as_json: bool, quiet: bool) -> None:
    """Print the interval, the rules about the normal approximation, and the posterior."""
    if as_json:
        print_json(rate.values)
    else:
        sys.stdout.write(f"{rate.sentence}\n" if quiet else rate.text)
