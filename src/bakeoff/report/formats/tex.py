"""Reports as LaTeX: a table and a methods paragraph to paste, a document that compiles, and BibTeX."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from bakeoff.report.formats import Format
from bakeoff.report.words.references import entries, in_full
from bakeoff.report.words.tables import Table

SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "\N{MINUS SIGN}": "$-$",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT SINGLE QUOTATION MARK}": "`",
    "\N{LEFT DOUBLE QUOTATION MARK}": "``",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "''",
    "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
    "\N{LESS-THAN OR EQUAL TO}": r"$\leq$",
    "\N{GREATER-THAN OR EQUAL TO}": r"$\geq$",
    "[": "{[}",  # after the end of a row these two would be read as an option of it
    "*": "{*}",
} | {each: rf"\{each}" for each in "{}$&#%_"}
# What the fonts of pdflatex have: the letters and signs of Western and Central Europe, nearly all.
LETTERS = frozenset(map(chr, range(0xA1, 0x180))) - frozenset("ĦħĸĿŀŉŦŧſ\N{SOFT HYPHEN}")
NO_COMMAND = "\N{GREEK SMALL LETTER OMICRON}\N{GREEK SMALL LETTER FINAL SIGMA}"
# Two of these would become one sign.
PAIRS = re.compile(r"([-,])(?=\1)")
LONG, LESS = (re.compile(rf"[^\s-]{{{most},}}") for most in (20, 12))  # letters, and where there is less room
VERBATIM = ("doi", "url")  # fields that bibliography styles take as they are
CROWDED = 8  # columns that need all the available room
MOST_ROWS, FEW_ROWS = 30, 12  # of a table that floats, and of a crowded one; a longer one runs over pages
PREAMBLE = r"""% Compiles with pdflatex; run it twice for the numbers of the citations.
\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[utf8]{inputenc}
\usepackage{textcomp,booktabs,longtable,array}
\usepackage[margin=2.5cm]{geometry}
\emergencystretch=3em
% Tables stay where they are written, instead of floating behind the references.
\makeatletter
\renewenvironment{table}[1][]{\par\medskip\noindent\begin{minipage}{\linewidth}\def\@captype{table}}
  {\end{minipage}\par\medskip}
\makeatother
\setlength{\abovecaptionskip}{0pt}
\setlength{\belowcaptionskip}{6pt}
\begin{document}
"""


def document(summary: dict[str, Any]) -> str:
    """A whole document that compiles without BibTeX."""
    blocks = [
        rf"\section*{{{_prose(summary['headline'])}}}",
        f"{_prose(summary['lead'])}.",
        *([rf"\textbf{{{_prose(summary['void'])}.}}"] if summary["void"] else []),
        fragment(summary),
        *(_rest(summary) if "sections" in summary else _verdicts(summary)),
    ]
    if summary["caveats"]:
        items = [rf"\item {_prose(each['text'])}." for each in summary["caveats"]]
        blocks += [r"\subsection*{Caveats}", "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])]
    works = [rf"\bibitem{{{key}}} {escape(in_full(key))}" for key in _cited_works(summary)]
    bibliography = "\n".join([r"\begin{thebibliography}{99}", *works, r"\end{thebibliography}"])
    blocks += [table(summary["repeat"], verbatim=True), bibliography, r"\end{document}"]
    return PREAMBLE + "\n\n".join(blocks) + "\n"


def _rest(summary: dict[str, Any]) -> list[str]:
    """The parts of a ranking after its models, which are in the fragment."""
    return _sections(summary["sections"][1:])


def _sections(sections: list[dict[str, Any]]) -> list[str]:
    blocks = []
    for each in sections:
        blocks += [f"{_prose(line)}." for line in each["lines"]]
        blocks += [table(each["table"])] if each["table"] and each["table"]["rows"] else []
    return blocks


def _verdicts(summary: dict[str, Any]) -> list[str]:
    first, alone = summary["comparisons"][0], summary["decision"] != "several"
    blocks = []
    if alone:
        blocks += [table(each) for each in (first["numbers"], first["counts"]) if each]
        blocks += [table(first["slices"]), _prose(first["sliced"])] if first["slices"] else []
        blocks += [table(first["opinions"])] if first["opinions"] else []
    blocks += [table(summary["learners"])] if summary["learners"] else []
    for each in summary["rankings"]:
        blocks += [rf"\subsection*{{{escape(each['heading'])}}}", *_sections([each])]
    return blocks


def fragment(summary: dict[str, Any]) -> str:
    r"""The table and the paragraph, for a paper with ``\usepackage{booktabs,array}`` and T1 fonts."""
    sentences = (f"{_prose(each['text'])}{_cited(each['cites'])}." for each in summary["paragraph"])
    return f"{table(_first_table(summary))}\n\n{' '.join(sentences)}"


def _first_table(summary: dict[str, Any]) -> Table:
    """The models of a ranking, or the comparisons."""
    if "sections" in summary:
        models: Table = summary["sections"][0]["table"]
        return models
    overview: Table = summary["overview"]
    # The verdict is in the text; without its column the table fits on a page.
    return overview | {"head": overview["head"][:-1], "rows": [row[:-1] for row in overview["rows"]]}


def bibtex(summary: dict[str, Any]) -> str:
    """The works that the paragraph cites, for a bibliography."""
    return "\n".join(_entry(key, entries()[key]) for key in _cited_works(summary))


def _cited_works(summary: dict[str, Any]) -> list[str]:
    """The keys of what the paragraph cites; the replication row, which has works too, is not for papers."""
    return list(dict.fromkeys(key for each in summary["paragraph"] for key in each["cites"]))


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is; a letter that its fonts lack is given by its number.

    >>> print(escape("f_1 \\ 100% <漢> --"))
    f\_1 \textbackslash{} 100\% \textless{}{[}U+6F22]\textgreater{} -{}-
    """
    return "".join(map(_letter, PAIRS.sub("\\1\x00", text)))


def _letter(letter: str) -> str:
    if letter == "\x00":
        return "{}"
    if letter in SPECIAL:
        return SPECIAL[letter]
    if letter.isascii() or letter in LETTERS:
        return letter
    if "\u03b1" <= letter <= "\u03c9" and letter not in NO_COMMAND:
        return f"$\\{unicodedata.name(letter).split()[-1].lower().replace('lamda', 'lambda')}$"
    return f"{{[}}U+{ord(letter):04X}]"


def table(content: Table, *, verbatim: bool = False) -> str:
    """A booktabs table; the first column is wide enough for names and breaks them.

    A ``verbatim`` table keeps its hyphens: it has commands to copy, not numbers to read.
    """
    rows = [" & ".join(_cells(content, at, verbatim=verbatim)) + r" \\" for at in range(len(content["rows"]))]
    columns = len(content["head"])
    share = 0.3 if columns == 2 else 0.22 if columns < CROWDED else 0.17
    rest = "".join(
        "r"
        if at in content["numeric"]
        else rf">{{\raggedright\arraybackslash}}p{{{0.62 if columns == 2 else 0.14}\linewidth}}"
        for at in range(1, columns)
    )
    shape = rf">{{\raggedright\arraybackslash}}p{{{share}\linewidth}}{rest}"
    head = [" & ".join(escape(cell) for cell in content["head"]) + r" \\", r"\midrule"]
    body = [r"\toprule", *(head if any(content["head"]) else []), *rows, r"\bottomrule"]
    caption = rf"\caption{{{_prose(content['caption'])}.}}"
    near = [r"\setlength{\tabcolsep}{4pt}"] if columns >= CROWDED else []
    if len(rows) > (FEW_ROWS if near else MOST_ROWS):
        inside = [rf"\begin{{longtable}}{{{shape}}}", rf"{caption}\\", *body, r"\end{longtable}"]
        return "\n".join([r"{\small", *near, *inside, "}"] if near else inside)
    inside = [r"\centering\small", *near, caption, rf"\begin{{tabular}}{{{shape}}}", *body, r"\end{tabular}"]
    return "\n".join([r"\begin{table}[htbp]", *inside, r"\end{table}"])


def _cells(content: Table, at: int, *, verbatim: bool) -> list[str]:
    """A row; numbers have a real minus, names keep hyphens, long words may break, strong rows are bold."""
    cells, long = [], LESS if len(content["head"]) >= CROWDED else LONG
    for place, cell in enumerate(content["rows"][at]):
        text = escape(cell) if place in content["numeric"] else _breakable(cell, long)
        is_value = place in content["numeric"] or (place > 0 and not verbatim)
        text = _with_minus(text) if is_value else text
        cells.append(rf"\textbf{{{text}}}" if text and at in content["strong"] else text)
    return cells


def _prose(text: str) -> str:
    """Escaped, with a real minus before numbers."""
    return _with_minus(escape(text))


def _with_minus(escaped: str) -> str:
    return re.sub(r"(?<![\w.}])-(?=\d|unlimited)", "$-$", escaped)


def _breakable(text: str, long: re.Pattern[str]) -> str:
    """Escaped, with places to break in words that no line has room for."""
    parts, at = [], 0
    for found in long.finditer(text):
        word = found[0]
        pieces = [word[start : start + 8] for start in range(0, len(word), 8)]
        parts += [escape(text[at : found.start()]), r"\allowbreak{}".join(map(escape, pieces))]
        at = found.end()
    # Letters given by their numbers make a long word, too.
    return "".join([*parts, escape(text[at:])]).replace("]{[}U+", r"]\allowbreak{}{[}U+")


def _cited(keys: list[str]) -> str:
    return rf"~\cite{{{','.join(keys)}}}" if keys else ""


def _author(name: str) -> str:
    """A name for BibTeX; braces keep an organisation from being read as a person."""
    return escape(name) if "," in name else f"{{{escape(name)}}}"


def _entry(key: str, entry: Mapping[str, Any]) -> str:
    fields = {name: value for name, value in entry.items() if name not in ("type", "as", "author", "title")}
    lines = {"author": " and ".join(map(_author, entry.get("author", ())))}
    lines["title"] = f"{{{escape(entry['title'])}}}"  # braces keep its capitals
    lines |= {
        name: value if name in VERBATIM else escape(value).replace("-", "--" if name == "pages" else "-")
        for name, value in fields.items()
    }
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in lines.items() if value)
    return f"@{entry['type']}{{{key},\n{body}}}\n"


record = Format(
    key="tex",
    title="LaTeX",
    media="application/x-tex; charset=utf-8",
    place=3,
    render=lambda content: document(content.summary),
)
