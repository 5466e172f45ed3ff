"""An error rate with its interval, in words or as JSON."""

import json
import sys
from pathlib import Path
from typing import Any

from bakeoff.core.alternative import Alternative
from bakeoff.core.exceptions import FileError, InputError
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._applicability import applicability
from bakeoff.intervals._posterior import posterior
from bakeoff.intervals._rate import interval
from bakeoff.report.draw.exhibit import Figure, Rows
from bakeoff.report.formats.text import print_json

RULES = {
    "hodges_lehmann": "n e (1 - e) >= 10 (Hodges & Lehmann)",
    "anderson_sclove": "n e >= 5 and n (1 - e) >= 5 (Anderson & Sclove)",
    "mendenhall": "e -+ 2 s inside (0, 1) (Mendenhall)",
    "honavar": "n e (1 - e) >= 5 or n >= 30 (Honavar)",
}
DRAWN = ("svg", "png", "pdf")
FORMS = ("txt", "md", "json", "html", *DRAWN)
JEFFREYS, UNIFORM = (0.5, 0.5), (1.0, 1.0)


def show_rate(
    errors: int,
    n: int,
    *,
    method: str,
    level: float,
    alternative: Alternative,
    prior: tuple[float, float] | None,
    as_json: bool,
    quiet: bool,
    report: str | None = None,
) -> None:
    """Print the interval, the rules about the normal approximation, and the posterior; write a report."""
    form = None if report is None else _form(report)
    found = interval(errors, n, method=method, level=level, alternative=alternative, prior=prior)
    rules = applicability(errors, n)
    belief = posterior(errors, n, prior=prior or (UNIFORM if method == "beta" else JEFFREYS))
    content: dict[str, Any] = {
        "errors": errors,
        "n": n,
        "rate": errors / n,
        "method": method,
        "level": level,
        "alternative": alternative,
        "interval": [found.low, found.high],
        "rules": {name: getattr(rules, name) for name in RULES},
        "recommended": rules.recommended,
        "recommendation": rules.recommendation,
        "posterior": {"mean": belief.mean, "variance": belief.variance, "mode": belief.mode},
    }
    if as_json:
        print_json(content)
    else:
        sys.stdout.write(_text(content, quiet=quiet))
    if report is not None:
        _write(report, _rendered(content, prior, form))


def _text(content: dict[str, Any], *, quiet: bool = False) -> str:
    method = content["method"]
    lines = [_sentence(content)]
    if not quiet:
        if method.startswith("textbook") and not all(content["rules"].values()):
            lines += [
                "",
                f"  not to be trusted here: {method} is a normal approximation, and not every rule holds",
            ]
        lines += ["", "  would a normal approximation do here?"]
        lines += [f"    {'holds' if content['rules'][n] else 'fails':<6} {text}" for n, text in RULES.items()]
        lines += [f"  {content['recommendation']}"]
    return "\n".join(lines) + "\n"


def _form(path: str) -> str:
    """The form that a file's name asks for; refuses a name or place that cannot be written."""
    from bakeoff.report.predictions import check_place

    form = Path(path).suffix.removeprefix(".").lower()
    if form not in FORMS:
        listed = ", ".join(f".{each}" for each in FORMS)
        raise InputError(f"report is {path!r}; expected a file that ends with one of {listed}")
    check_place(path)
    return form


def _rendered(content: dict[str, Any], prior: tuple[float, float] | None, form: Any) -> bytes:
    """The report in one of the forms."""
    if form == "json":
        return (json.dumps(content, allow_nan=False, indent=2) + "\n").encode()
    if form == "txt":
        return _text(content).encode()
    from bakeoff.report.draw.explorer import explorer
    from bakeoff.report.draw.figures import draw

    asked = {name: content[name] for name in ("method", "alternative")}
    figure = explorer(content["errors"], content["n"], content["level"], prior=prior, **asked)
    return draw(figure, form) if form in DRAWN else _page(content, figure, form).encode()


def _page(content: dict[str, Any], figure: Figure, form: str) -> str:
    """All kinds of interval beside the one that was asked for, as HTML or Markdown."""
    kinds = _kinds(figure)
    told = _in_words(content) | {
        "recommendation": content["recommendation"],
        "told": [(text, content["rules"][name]) for name, text in RULES.items()],
    }
    if form == "html":
        from bakeoff.report.formats.html import rate_page

        alt = f"Intervals of every kind for {told['basis']}; the numbers are in the table."
        return rate_page(told, kinds, ("intervals", figure, alt))
    from bakeoff.report.formats.markdown import escape, table

    rules = "\n".join(f"- {'holds' if holds else 'fails'}: {escape(text)}" for text, holds in told["told"])
    blocks = (
        f"# {told['headline']}",
        f"**{told['span']}** ({told['basis']})",
        table(kinds),
        f"Would a normal approximation do here?\n\n{rules}",
        f"{content['recommendation']}",
    )
    return "\n\n".join(blocks) + "\n"


def _kinds(figure: Figure) -> dict[str, Any]:
    """The rows of the picture as a table."""
    (panel,) = figure.panels
    assert isinstance(panel, Rows)  # noqa: S101 - what the explorer draws
    return {
        "caption": figure.title,
        "head": ["kind", "true error rate"],
        "rows": [[row.label, row.note] for row in panel.rows],
        "numeric": [1],
        "strong": [at for at, row in enumerate(panel.rows) if row.weight == "strong"],
    }


def _write(path: str, content: bytes) -> None:
    try:
        Path(path).write_bytes(content)
    except OSError as problem:
        raise FileError(f"{path} cannot be written: {problem.strerror}") from None


def _sentence(content: dict[str, Any]) -> str:
    told = _in_words(content)
    return f"{told['headline']}, {told['span']} ({told['basis']})"


def _in_words(content: dict[str, Any]) -> dict[str, Any]:
    low, high = (f"{100 * end:.4g} %" for end in content["interval"])
    share = f"{100 * content['level']:g} %"
    span = {
        "two-sided": f"{share} interval {low} to {high}",
        "greater": f"{share} bound: at least {low}",
        "less": f"{share} bound: at most {high}",
    }[content["alternative"]]
    title = INTERVALS[content["method"]].title
    return {
        "headline": f"Error rate {100 * content['rate']:.4g} %",
        "span": span,
        "basis": f"{title}, {content['errors']} of {content['n']} items",
    }
