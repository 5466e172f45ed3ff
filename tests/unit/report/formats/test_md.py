import re

from bakeoff.report.content import summarise
from bakeoff.report.formats.md import APART, document, escape, table
from bakeoff.report.words.verdict import visible

SPECIAL = r"\`*_[]|~#$"


def unescape(text):
    text = re.sub(r"\\([\\`*_\[\]|~#$])", r"\1", text.replace(APART, ""))
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def cells(line):
    """The cells of a row: bars that are not escaped divide it."""
    return [unescape(cell.strip()) for cell in re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]]


def test_tables_are_as_github_has_them(every, origin):
    lines = document(summarise(every, origin)).splitlines()
    rules = [at for at, line in enumerate(lines) if re.fullmatch(r"\|( -{3}:? \|)+", line)]
    assert len(rules) >= 2
    for at in rules:
        assert lines[at - 2] == "" and lines[at - 3].startswith("*")
        width = lines[at].count("|")
        body = at
        while body < len(lines) and lines[body].startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", lines[body])) == width
            body += 1


def test_text_comes_back_as_it_was(nasty):
    for pair in nasty:
        for text in pair:
            assert unescape(escape(text)) == visible(text)
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_`\[\]|~#$]", re.sub(r"\\.", "", escape(text)))
            assert "<" not in escape(text).replace(APART, "")


def test_text_stays_on_one_line():
    for end in ("\n", "\r", "\r\n", "\n\n", "\v", "\f", "\x85", "\u2028", "\u2029"):
        assert len(escape(f"b{end}# All checks pass").splitlines()) == 1


def test_nothing_in_text_is_live():
    """No mention, link, address or reference to an issue, which sites make of plain and escaped text."""
    alive = r"@\w|#\d|GH-\d|://|www\.|mailto:"
    for text in ("@maintainer", "a@b.org", "https://x.org", "FTP://x.org", "WWW.x.org", "o/r#12", "gh-12"):
        assert re.search(alive, text, re.IGNORECASE)
        assert not re.search(alive, escape(text).replace("\\", ""), re.IGNORECASE)
        assert unescape(escape(text)) == text


def test_no_name_makes_a_table_or_a_heading(nasty, made):
    plain = document(summarise(made["limited"](names=("forest", "boosting"))))
    for pair in nasty:
        page = document(summarise(made["limited"](names=pair)))
        for pattern in (r"^#+ ", r"^\|", r"^- "):
            assert len(re.findall(pattern, page, re.M)) == len(re.findall(pattern, plain, re.M))


def test_what_decided_is_bold_and_numbers_are_on_the_right(made):
    shown = table(summarise(made["opinions"]())["comparisons"][0]["opinions"])
    assert "| **cv-all-data (df 5)** |" in shown
    assert "| --- | ---: | ---: | ---: | --- |" in shown


def test_several_comparisons(several):
    page = document(summarise(several))
    assert "## All comparisons" in page
    assert "# 0 of 3 comparisons decided" in page
    assert page.count("measured: ") <= 3


def test_what_voids_a_verdict_stands_beside_it(verdict):
    from dataclasses import replace

    from bakeoff.core.verdict import Caveat

    void = replace(verdict, caveats=(Caveat(key="tuned-on-test", text="of it"),))
    lines = document(summarise(void)).splitlines()
    assert lines[4] == "**No conclusion follows from this: tuning on the test data.**"
    assert "No conclusion" not in document(summarise(verdict))


def test_slices_are_a_section_with_a_table(made, origin):
    text = document(summarise(made["sliced"](by="re|gion", slices=("a|b", "<i>", "")), origin))
    lines = text.splitlines()
    at = lines.index("## By re\\|gion")
    assert lines[at + 2].startswith(
        "Of 4 slices, A is better in 1, B is better in 1, 1 is undecided and 1 could not"
    )
    table = lines[at + 6 : at + 13]
    assert table[0] == "| re\\|gion | n | A | B | difference | 95 % interval | p | verdict |"
    assert [re.split(r"(?<!\\) \| ", line.strip("| "))[0] for line in table[2:-1]] == [
        "''",
        "&lt;i&gt;",
        "a\\|b",
        "zzz",
    ]
    assert table[-1].startswith("| **all items** | **307** |")
