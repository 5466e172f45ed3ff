"""Reports as Markdown, with tables as GitHub has them."""

import re
from collections.abc import Iterable
from typing import Any

from bakeoff.report.formats import Format, Sheet
from bakeoff.report.plan import PlanSheet
from bakeoff.report.rate import Rate
from bakeoff.report.words.paragraph import in_text
from bakeoff.report.words.tables import Table
from bakeoff.report.words.verdict import visible

SPECIAL = re.compile(r"[\\`*_\[\]|~#$]")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# Sites turn such text into mentions, links and references to issues, also where its characters are escaped.
# A comment, which nobody sees, separates it.
LIVE = re.compile(r"@(?=\w)|#(?=\d)|\bGH-(?=\d)|:(?=//)|\bwww(?=\.)|\b(?:mailto|xmpp)(?=:)", re.IGNORECASE)
APART = "<!-- -->"


def document(summary: dict[str, Any]) -> str:
    """The summary as a document."""
    blocks = [f"# {escape(summary['headline'])}", f"**{escape(summary['lead'])}**"]
    blocks += [f"**{escape(summary['void'])}.**"] if summary["void"] else []
    blocks += _ranking(summary) if "sections" in summary else _verdicts(summary)
    blocks += ["## For the paper", f"Methods. {escape(in_text(summary['paragraph']))}"]
    blocks += ["### References", _list(each["text"] for each in summary["references"])]
    return "\n\n".join([*blocks, "## To reproduce it", table(summary["repeat"])]) + "\n"


def _ranking(summary: dict[str, Any]) -> list[str]:
    return [*_sections(summary["sections"]), "## How far to trust it", *_trust(summary, [])]


def _sections(sections: list[dict[str, Any]]) -> list[str]:
    blocks = []
    for each in sections:
        blocks += [f"## {escape(each['heading'])}", *(f"{escape(line)}." for line in each["lines"])]
        blocks += [table(each["table"])] if each["table"] and each["table"]["rows"] else []
    return blocks


def _verdicts(summary: dict[str, Any]) -> list[str]:
    first, alone = summary["comparisons"][0], summary["decision"] != "several"
    blocks = _numbers(first) if alone else []
    if len(summary["comparisons"]) > 1:
        blocks += ["## All comparisons", table(summary["overview"])]
    if first["slices"]:
        blocks += [f"## By {escape(first['by'])}", escape(first["sliced"]), table(first["slices"])]
    if alone and first["opinions"]:
        blocks += ["## All methods that accept these data", table(first["opinions"])]
    if summary["learners"]:
        blocks += ["## The learners", table(summary["learners"])]
    blocks += _sections(summary["rankings"])
    trust = _trust(summary, [first] if alone else summary["comparisons"])
    return [*blocks, "## How far to trust it", *trust]


def escape(text: str) -> str:
    r"""Text that Markdown shows as it is, on one line, without live mentions and links.

    >>> print(escape("f_1 <b> | *x*\nby @ann"))
    f\_1 &lt;b&gt; \| \*x\*\\nby @<!-- -->ann
    """
    shown = SPECIAL.sub(r"\\\g<0>", visible(text)).translate(ENTITIES)
    return LIVE.sub(rf"\g<0>{APART}", shown)


def table(content: Table) -> str:
    """A table with its caption before it."""
    return f"*{escape(content['caption'])}*\n\n{plain_table(content)}"


def plain_table(content: Table) -> str:
    """A table without a caption."""
    rules = ["---:" if at in content["numeric"] else "---" for at in range(len(content["head"]))]
    rows = [list(map(escape, row)) for row in content["rows"]]
    for at in content["strong"]:
        rows[at] = [f"**{cell}**" if cell else cell for cell in rows[at]]
    lines = [f"| {' | '.join(row)} |" for row in (map(escape, content["head"]), rules, *rows)]
    return "\n".join(lines)


def _numbers(first: dict[str, Any]) -> list[str]:
    tables = (first["numbers"], first["counts"], first["differences"])
    asked = [_question(**first["question"])] if first["question"] else []
    return ["## The numbers", *asked, *(table(each) for each in tables if each)]


def _question(*, number: int, asks: str) -> str:
    return f"This answers question {number} of Dietterich's nine (1998): {escape(asks)}"


def _trust(summary: dict[str, Any], comparisons: list[dict[str, Any]]) -> list[str]:
    lines = [
        f"caveat: {each['text']}" + (f" ({'; '.join(each['about'])})" if each["about"] else "")
        for each in summary["caveats"]
    ]
    for each in comparisons:
        lines += [f"replication: {each['replicability']}"] if each["replicability"] else []
        lines += [f"measured: {each['risk']}"] if each["risk"] else []
        lines += [f"note: {note}" for note in each["notes"]]
    every = list(dict.fromkeys([*lines, *(f"note: {each}" for each in summary["remarks"])]))
    return [_list(every)] if every else ["Nothing was found that limits this verdict."]


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escape(line)}" for line in lines)


def _sheet(sheet: Sheet) -> str:
    return _plan(sheet) if isinstance(sheet, PlanSheet) else _rate(sheet)


def _plan(sheet: PlanSheet) -> str:
    """The answer, what it rests on, and the power at other numbers of items."""
    notes = [_list(sheet.notes)] if sheet.notes else []
    blocks = [f"# {sheet.headline}", f"**{escape(sheet.plan.sentence)}**", *map(table, sheet.tables), *notes]
    return "\n\n".join(blocks) + "\n"


def _rate(rate: Rate) -> str:
    """The answer, all kinds of interval, and which to use."""
    blocks = (
        f"# {rate.headline}",
        f"**{rate.span}** ({rate.basis})",
        table(rate.kinds),
        f"Is a normal approximation adequate here?\n\n{_list(rate.rules)}",
        rate.values["recommendation"],
    )
    return "\n\n".join(blocks) + "\n"


record = Format(
    key="md",
    title="Markdown",
    media="text/markdown; charset=utf-8",
    place=2,
    render=lambda content: document(content.summary),
    render_sheet=_sheet,
)
