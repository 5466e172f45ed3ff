import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from bakeoff.report.content import summarise
from bakeoff.report.formats.tex import MOST_ROWS, bibtex, document, escape, fragment, table
from bakeoff.report.words.references import entries

NASTY_BY = "re_gion & <b> | 100%"
needs_latex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="pdflatex is not installed: LaTeX reports were not compiled"
)


def compiled(source, folder):
    """What pdflatex says about a document; an error in it ends the run."""
    (folder / "report.tex").write_text(source, encoding="utf-8")
    return subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "report.tex"],
        cwd=folder,
        capture_output=True,
        timeout=120,
    )


def one_table(rows, *, numeric=(1,), **more):
    content = {"caption": "x", "head": ["a", "b"], "rows": rows, "numeric": list(numeric), "strong": []}
    return table(content, **more)


@needs_latex
@pytest.mark.slow
def test_names_of_every_kind_compile(nasty, made, make_experiment, origin, tmp_path):
    pages = [document(summarise(made["limited"](names=pair), origin)) for pair in nasty]
    pages.append(document(summarise(make_experiment(made["opinions"](), *nasty), origin)))
    head, end = pages[0].partition("\\begin{document}")[:2]
    bodies = [page.partition(end)[2].partition("\n\\end{document}")[0] for page in pages]
    done = compiled(head + end + "\\clearpage\n".join(bodies) + "\\end{document}\n", tmp_path)
    assert done.returncode == 0, done.stdout[-2000:].decode(errors="replace")
    assert (tmp_path / "report.pdf").stat().st_size > 10_000


@needs_latex
@pytest.mark.slow
def test_slices_of_every_name_compile_and_fit(nasty, made, origin, tmp_path):
    one = made["sliced"](names=("forest", "boosting"))
    for count in (1, 3):  # on one page, and over pages
        names = [name for pair in nasty for name in pair] * count
        slices = tuple(replace(one.slices[at % 4], name=f"{at} {name}") for at, name in enumerate(names))
        done = compiled(document(summarise(replace(one, slices=slices, by=NASTY_BY), origin)), tmp_path)
        said = done.stdout.decode(errors="replace")
        assert done.returncode == 0, said[-2000:]
        assert "Overfull" not in re.sub(r"Overfull \\hbox \([0-9]\.\d+pt", "", said)  # less than 10 points


@needs_latex
def test_every_letter_that_is_let_through_compiles(tmp_path):
    letters = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x370, 0x400))]
    source = "\n\n".join(escape(letter) for letter in letters)
    page = document_of(source)
    done = compiled(page, tmp_path)
    assert done.returncode == 0, done.stdout[-2000:].decode(errors="replace")


def document_of(text):
    from bakeoff.report.formats.tex import PREAMBLE

    return f"{PREAMBLE}{text}\n\\end{{document}}\n"


@needs_latex
def test_a_long_table_runs_over_pages(tmp_path):
    done = compiled(document_of(one_table([[f"row {at}", "-1.5"] for at in range(99)])), tmp_path)
    assert done.returncode == 0
    assert re.search(rb"Output written on report.pdf \(([2-9]) pages", done.stdout)


def test_every_report_is_balanced(every, origin):
    page = document(summarise(every, origin))
    plain = re.sub(r"\\[{}\\]", "", page)
    assert plain.count("{") == plain.count("}")
    assert re.findall(r"\\begin\{(\w+)\}", page).sort() == re.findall(r"\\end\{(\w+)\}", page).sort()
    assert page.count(r"\toprule") == page.count(r"\bottomrule") >= 3


def test_no_special_letter_is_left_alone():
    every = "".join(map(chr, range(0x20, 0x7F)))
    left = re.sub(r"\\(text\w+\{\}|[{}$&#%_])|\{[\[*]\}", "", escape(every))
    assert not set(left) & set("\\{}$&#%_^~<>|\"`'[*")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("λ=0.1", r"$\lambda$=0.1"),
        ("ος", "{[}U+03BF]{[}U+03C2]"),
        ("🦊", "{[}U+1F98A]"),
        ("Demšar", "Demšar"),
        ("---", "-{}-{}-"),
        ("a,,b", "a,{},b"),
        ("\N{LEFT DOUBLE QUOTATION MARK}5\N{RIGHT DOUBLE QUOTATION MARK}", "``5''"),
    ],
)
def test_letters(text, shown):
    assert escape(text) == shown


def test_numbers_have_a_real_minus_and_words_do_not():
    assert "row -1 & $-$1.5 to $-$0.5" in one_table([["row -1", "-1.5 to -0.5"]])
    assert "a & no-5 -{}-2" in one_table([["a", "no-5 --2"]])


def test_numbers_within_words_have_the_same_minus():
    rows = [["interval -1", "-8.4 to -1.5 points (95 %)"], ["odds", "-unlimited to 2"]]
    told = one_table(rows, numeric=())
    assert "interval -1 & $-$8.4 to $-$1.5 points" in told
    assert "odds & $-$unlimited to 2" in told


def test_a_command_to_copy_keeps_its_hyphens():
    assert "a & seed -5" in one_table([["a", "seed -5"]], numeric=(), verbatim=True)


def test_a_document_writes_minus_in_one_way(made, origin):
    verdict = made["opinions"]()
    result = replace(verdict.result, estimate=-0.049, interval=type(verdict.result.interval)(-0.084, -0.015))
    pages = document(summarise(replace(verdict, result=result), origin)).split(r"\caption{Command")
    assert "$-$8.4 to $-$1.5 points" in pages[0]
    assert not re.findall(r"(?<![\w.}$-])-\d", pages[0])


def test_a_long_word_may_be_broken():
    assert r"abababab\allowbreak{}abababab\allowbreak{}abababab" in one_table([["ab" * 12, "1"]])


def test_a_table_that_fits_floats_and_a_longer_one_does_not():
    assert r"\begin{table}" in one_table([["a", "1"]] * MOST_ROWS)
    assert r"\begin{longtable}" in one_table([["a", "1"]] * (MOST_ROWS + 1))


def test_the_fragment_is_in_the_document(verdict, origin):
    summary = summarise(verdict, origin)
    assert fragment(summary) in document(summary)
    assert r"\cite{fagerland2013,dietterich1998,tango1998}" in fragment(summary)


def test_every_work_that_is_cited_is_listed(every, origin):
    summary = summarise(every, origin)
    page = document(summary)
    cited = {key for keys in re.findall(r"\\cite\{([^}]+)\}", page) for key in keys.split(",")}
    assert (
        cited
        == set(re.findall(r"\\bibitem\{([^}]+)\}", page))
        == set(re.findall(r"@\w+\{(\w+),", bibtex(summary)))
    )


def test_bibtex_has_every_field_in_braces():
    summary = {"paragraph": [{"cites": list(entries())}]}
    shown = bibtex(summary)
    assert shown.count("\n@") == len(entries()) - 1
    fields = re.findall(r"^  (\w+) = \{(.*)\},$", shown, re.M)
    assert len(fields) == len(re.findall(r"^  ", shown, re.M))
    for _, value in fields:
        assert value.count("{") == value.count("}")
    assert "  pages = {1895--1923}," in shown
    assert "  number = {96-22}," in shown
    assert "author = {Efron, Bradley and Tibshirani, Robert J.}" in shown
    assert "author = {{bakeoff developers}}" in shown
    assert "  year = {2026}," in shown


@needs_latex
def test_tables_stand_before_the_references(made, origin, tmp_path):
    page = document(summarise(made["opinions"](), origin))
    mark = r"\addcontentsline{lot}{section}{references}"
    done = compiled(page.replace(r"\begin{thebibliography}", mark + r"\begin{thebibliography}"), tmp_path)
    assert done.returncode == 0
    # What is listed is written down in the order of the pages.
    listed = re.findall(
        r"\\@writefile\{lot\}\{\\contentsline \{(\w+)\}", (tmp_path / "report.aux").read_text()
    )
    assert listed == ["table"] * page.count(r"\begin{table}[htbp]") + ["section"]
