"""No name breaks a report: it stays valid, and says the name as it is."""

import html
import re
from dataclasses import replace
from functools import cache

import html5lib
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from bakeoff import compare_counts
from bakeoff.core.origin import Origin
from bakeoff.core.verdict import Slice
from bakeoff.core.work import Work
from bakeoff.core.written import brief
from bakeoff.designs import KFold
from bakeoff.report.content import Content, summarise
from bakeoff.report.formats import html as pages
from bakeoff.report.formats import md as markdown
from bakeoff.report.formats import tex as latex
from bakeoff.report.words.verdict import visible

SPECIAL = "<>&\"'`\\{}[]()#$%^_~|*-+=,.!?/:;@\x00\x1b\n\r\t\u202e\u2028\ud800 𝒳é漢🦊λ"
NAMES = st.text(alphabet=st.one_of(st.sampled_from(SPECIAL), st.characters()), max_size=40)
VERDICT = compare_counts(15, 35, n=412, both_right=300, opinions=True)
PART = compare_counts(9, 4, n=100, both_right=40)
NOWHERE = Origin()


def called(first, second):
    return replace(
        VERDICT,
        names=(first, second),
        work=Work(data=second, items=9, design=KFold(folds=3), rng=0, trainings=6),
    )


def elements(text):
    tree = html5lib.HTMLParser(strict=True).parse(f"<!DOCTYPE html><title>x</title>{text}")
    # A drawing may break a name over lines; its own tests are elsewhere.
    return [each.tag for each in tree.iter() if "xhtml" in str(each.tag)], " ".join(
        "".join(tree.itertext()).split()
    )


def page(verdict):
    return pages.fragment(Content(verdict, NOWHERE))


@cache
def plain_page(verdict_of):
    """The elements of a page whose names are plain words."""
    return elements(page(verdict_of("north", "south")))[0]


@cache
def plain_summary(verdict_of):
    return summarise(verdict_of("north", "south"), NOWHERE)


def cells(lines):
    """How many cells each line of Markdown has; a bar after a backslash begins none."""
    return [len(re.sub(r"\\.", "", line).split("|")) for line in lines]


# To shrink an example that takes a tenth of a second takes minutes, and shows no more.
@settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(first=NAMES, second=NAMES)
def test_no_name_adds_an_element(first, second):
    found, words = elements(page(called(first, second)))
    assert found == plain_page(called)
    assert " ".join(visible(first).split()) in words


def sliced(first, second):
    """Two slices called so, by a column that is called like the first."""
    slices = tuple(Slice(name=name, n=100, verdict=PART) for name in (first, second))
    refused = Slice(name="none", n=1, refused=f"every truth is {first!r}")
    return replace(VERDICT, by=first, slices=(*slices, refused))


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(first=NAMES, second=NAMES)
def test_no_name_of_a_slice_adds_an_element(first, second):
    found, words = elements(page(sliced(first, second)))
    assert found == plain_page(sliced)
    assert " ".join(visible(brief(second)).split()) in words


@settings(max_examples=100, deadline=None)
@given(first=NAMES, second=NAMES)
@example(first="&", second="north &")
def test_no_name_of_a_slice_adds_a_line_or_a_cell(first, second):
    plain, found = plain_summary(sliced), summarise(sliced(first, second), NOWHERE)
    assert cells(markdown.document(found).splitlines()) == cells(markdown.document(plain).splitlines())
    separators = re.sub(r"\\&", "", latex.document(found)).count(" & ")
    assert separators == latex.document(plain).count(" & ")
    assert all(line.isprintable() for line in str(sliced(first, second)).split("\n"))


@settings(max_examples=300, deadline=None)
@given(name=NAMES)
def test_latex_is_balanced_and_has_no_command_of_a_name(name):
    shown = latex.escape(visible(name))
    commands = set(re.findall(r"\\([A-Za-z]+)", shown))
    greek = {
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
    }
    greek |= {"nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"}
    assert {each for each in commands if not each.startswith("text")} <= greek | {"ldots", "leq", "geq"}
    bare = re.sub(r"\\[{}$&#%_]", "", shown)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[&#%_^]", bare)


@settings(max_examples=100, deadline=None)
@given(first=NAMES, second=NAMES)
def test_markdown_keeps_its_lines(first, second):
    plain = markdown.document(plain_summary(called)).splitlines()
    found = markdown.document(summarise(called(first, second), NOWHERE)).splitlines()
    assert len(found) == len(plain)
    assert cells(found) == cells(plain)
    assert html.unescape(re.sub(r"\\(.)", r"\1", markdown.escape(visible(first)))) == visible(first)


@settings(max_examples=100, deadline=None)
@given(first=NAMES, second=NAMES)
def test_a_summary_has_no_letter_that_does_not_print(first, second):
    found = summarise(called(first, second), NOWHERE)
    assert found["headline"].isprintable() and found["title"].isprintable()
    assert all(cell.isprintable() for row in found["overview"]["rows"] for cell in row)
