"""What checks the documentation site finds what is wrong; `make docs` builds it and runs the checks."""

import pytest
from docs._ext.check_links import broken, main
from docs._ext.check_pages import more
from docs._ext.llms import in_full, listed, summary
from docs._ext.outputs import wrapped
from docs._ext.site import _one_list


@pytest.fixture
def site(tmp_path):
    (tmp_path / "index.html").write_text(
        '<h1 id="top-of-it">x</h1><a href="#top-of-it">x</a><a href="b.html#here">x</a>'
    )
    (tmp_path / "b.html").write_text(
        '<p id="here">x</p><img src="b.svg"><a href="https://doi.org/10.1/x">x</a>'
    )
    (tmp_path / "b.svg").write_text("<svg/>")
    return tmp_path.resolve()


def test_a_sound_site_has_no_broken_links(site, capsys):
    assert list(broken(site)) == []
    assert main(str(site)) == 0
    assert capsys.readouterr().out == "0 broken links in 2 pages\n"


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("c.html", "no such file"),
        ("index.html#there", "no such place"),
        ("#there", "no such place"),
        ("../outside.html", "no such file"),
        ("https://example.org/x.js", "loads from the network"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(site, capsys, link, problem):
    (site / "new.html").write_text(f'<a href="{link}">x</a>')
    [found] = broken(site)
    assert found.startswith(f"new.html: {link}: {problem}")
    assert main(str(site)) == 1
    assert "1 broken links in 3 pages" in capsys.readouterr().out


def test_an_empty_folder_is_no_site(tmp_path):
    assert main(str(tmp_path)) == 1


def test_a_summary_is_the_first_sentence_of_prose():
    text = "# Title\n\n```text\ncode\n```\n\n| a |\n|---|\n\nFirst of all. And more.\n"
    assert summary(text) == "First of all."
    assert summary("# Title\n") == ""


def test_a_summary_names_neither_the_key_nor_the_command():
    assert summary("# T\n\nKey: `max-t`. Which pairs differ? All of them.\n") == "Which pairs differ?"
    assert summary("# T\n\nKey: `x`.\n\nMade by `python -m x` on 1 May.\n\nA table. More.") == "A table."
    assert summary("# T\n\nMade by `python -m x` with numpy 2.4.6, and so: the share. End.") == "The share."
    assert summary("# T\n\nMade by `python -m x` on 1 May with numpy 2.4.6.\n") == ""


def test_programs_get_a_list_and_the_text_without_pictures():
    sources = {"start": "# Start\n\nGo. Now.\n\n```{raw} html\n<svg/>\n```\n\nEnd.\n"}
    sections = {"Guide": ["start"]}
    assert "## Guide\n\n- [Start](start.html): Go.\n" in listed(sections, {"start": "Start"}, sources)
    assert in_full(sections, sources) == "<!-- start -->\n\n# Start\n\nGo. Now.\n\nEnd.\n"


def test_the_browser_looks_at_each_page_by_hand_and_at_each_kind(tmp_path):
    for name, size in {
        "guide": 1,
        "tutorials/gate": 1,
        "papers/a": 1,
        "papers/b": 2,
        "_modules/bakeoff/x": 1,
        "_modules/index": 2,
        "reference/worlds": 1,
        "reference/methods/index": 1,
        "reference/methods/short": 1,
        "reference/methods/long": 2,
    }.items():
        page = tmp_path / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("x" * size)
    assert more(tmp_path) == [
        "_modules/index",
        "guide",
        "papers/b",
        "reference/methods/long",
        "reference/worlds",
        "tutorials/gate",
    ]


def test_the_modules_are_one_list():
    context = {"body": "<h1>x</h1><ul><li>a</li>\n<ul><li>a.b</li>\n</ul><li>c</li>\n</ul>"}
    _one_list(None, "_modules/index", "", context, None)
    assert context["body"] == "<h1>x</h1><ul><li>a</li>\n<li>a.b</li>\n<li>c</li>\n</ul>"


def test_long_sentences_of_outputs_wrap_below_their_text_and_tables_do_not():
    few, cells = "word " * 20, "cell    " * 12
    outputs = [f"  caveat: {few}", f"  method      {few}&lt;end&gt;", f"  {cells}end", "  p-value     0.03"]
    lines = wrapped("\n".join(f'<span class="go">{each}</span>' for each in outputs)).splitlines()
    assert lines == [
        f'<span class="go long" style="--indent:4ch">{outputs[0]}</span>',
        f'<span class="go long" style="--indent:14ch">{outputs[1]}</span>',
        f'<span class="go">{outputs[2]}</span>',
        f'<span class="go">{outputs[3]}</span>',
    ]
