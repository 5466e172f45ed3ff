import base64
import hashlib
import re
from dataclasses import replace
from itertools import pairwise

import html5lib
import pytest

from bakeoff.core.verdict import Caveat, Measured
from bakeoff.core.work import Work
from bakeoff.designs import KFold
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.report.content import Content, summarise
from bakeoff.report.draw.looks import DARK
from bakeoff.report.formats.html import css, fragment, notebook, page
from bakeoff.report.words.verdict import visible

SPACE = "{http://www.w3.org/1999/xhtml}"
KILOBYTE = 1000


def parsed(text):
    """The page as a tree; strict: what is not right is an error."""
    return html5lib.HTMLParser(strict=True).parse(text)


def named(tree, name):
    return list(tree.iter(SPACE + name))


def words(element):
    return " ".join("".join(element.itertext()).split())


@pytest.mark.slow
def test_every_report_is_valid(every_page):
    assert named(parsed(every_page), "article")


def test_several_comparisons_are_valid(several, origin):
    tree = parsed(page(Content(several, origin)))
    assert words(named(tree, "h1")[0]) == "0 of 3 comparisons decided"
    assert len([each for each in named(tree, "details") if each.get("class") == "bk-comparison"]) == 3


@pytest.mark.slow
def test_an_experiment_of_one_pair_reads_like_its_verdict(make_experiment, made, origin):
    one = make_experiment(made["opinions"](names=("tree", "bayes")))
    tree = parsed(page(Content(one, origin)))
    assert words(named(tree, "h1")[0]) == summarise(made["opinions"](names=("tree", "bayes")))["headline"]
    assert "All methods that accept these data" in [words(each) for each in named(tree, "h2")]


def test_slices_have_their_own_section(made, origin):
    tree = parsed(page(Content(made["sliced"](), origin)))
    (section,) = [each for each in named(tree, "section") if words(named(each, "h2")[0]) == "By region"]
    assert words(section).startswith("By region Of 4 slices, A is better in 1, B is better in 1,")
    assert len(named(section, "figure")) == 1
    rows = [" ".join(words(cell) for cell in each if words(cell)) for each in named(section, "tr")]
    assert rows[0] == "region n A B difference 95 % interval p verdict"
    assert rows[1].startswith("north 100 70.0 % 44.0 % 26.0 ")
    assert rows[4] == "zzz 7 every truth is 'cat'"
    assert rows[5].startswith("all items 307 ")
    strong = [each for each in named(section, "tr") if each.get("class") == "bk-strong"]
    assert [words(each)[:12] for each in strong] == ["all items307"]


def test_a_report_without_slices_says_nothing_of_them(verdict, origin):
    assert "slice" not in page(Content(verdict, origin))


@pytest.mark.slow
def test_names_of_slices_stay_text(nasty, made):
    plain = len(list(parsed(page(Content(made["sliced"]()))).iter()))
    for first, second in nasty:
        tree = parsed(page(Content(made["sliced"](slices=(f"1{first}", f"2{second}", "3"), by=first))))
        assert not named(tree, "script") and not named(tree, "a")
        assert len([each for each in tree.iter() if "svg" not in str(each.tag)]) <= plain


def test_a_notebook_shows_the_forest_and_the_table_of_slices(made):
    tree = parsed(f"<!DOCTYPE html><title>x</title>{notebook(Content(made['sliced']()))}")
    shown = words(tree)
    assert "Of 4 slices, A is better in 1" in shown
    assert "north (n = 100)" in shown
    assert any(words(row).startswith("south10044.0 %") for row in named(tree, "tr"))


@pytest.mark.slow
def test_a_notebook_leaves_out_a_table_of_very_many_slices(made):
    one = made["sliced"]()
    many = replace(one, slices=tuple(replace(one.slices[0], name=f"s{at}") for at in range(90)))
    tree = parsed(f"<!DOCTYPE html><title>x</title>{notebook(Content(many))}")
    assert not any(words(row).startswith("s1100") for row in named(tree, "tr"))
    assert "the 60 that say most; 30 more are in the table" in words(tree)


@pytest.mark.slow
def test_names_stay_text(nasty, made, make_experiment):
    plain = len(list(parsed(page(Content(made["limited"](names=("forest", "boosting"))))).iter()))
    for pair in nasty:
        tree = parsed(page(Content(made["limited"](names=pair))))
        assert len(list(tree.iter())) == plain
        assert " ".join(visible(pair[0]).split()) in words(tree)
    tree = parsed(page(Content(make_experiment(made["opinions"](), *nasty))))
    assert not named(tree, "script") and not named(tree, "a")
    assert all(" ".join(visible(pair[0]).split()) in words(tree) for pair in nasty)


def test_everything_given_is_escaped(verdict):
    bad = "<img src=x onerror=y>&\"'"
    given = replace(
        verdict,
        names=(bad, bad),
        measured=Measured(remark=bad),
        caveats=(Caveat(key=bad, text=bad, remedy=f"{bad} more", source=bad),),
        work=Work(data=bad, items=9, design=KFold(folds=3), rng=0, trainings=6),
        options=((bad, bad),),
        result=replace(verdict.result, notes=(bad,)),
    )
    for text in (page(Content(given)), notebook(Content(given))):
        assert "<img" not in text
        assert not named(
            parsed(text if text.startswith("<!") else f"<!DOCTYPE html><title>x</title>{text}"), "img"
        )


@pytest.mark.slow
def test_nothing_is_loaded_and_nothing_may_be(every_page):
    tree = parsed(every_page)
    policy = next(each for each in named(tree, "meta") if each.get("http-equiv"))
    style = named(tree, "style")[0].text
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.get("content").startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
    for each in tree.iter():
        assert not {"style", "src", "href", "onload", "onclick"} & set(each.attrib)
    assert "url(" not in style and "@import" not in style


def check_outline(tree):
    """A language, landmarks, one main heading, and no level left out."""
    assert tree.get("lang") == "en"
    assert [len(named(tree, name)) for name in ("h1", "main", "footer", "title")] == [1, 1, 1, 1]
    levels = [int(str(each.tag)[-1]) for each in tree.iter() if re.search(r"\}h\d$", str(each.tag))]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def check_heard(tree):
    """Tables have captions and headings, pictures words, and boxes that scroll can be reached."""
    for table in named(tree, "table"):
        assert words(table[0]) and table[0].tag == f"{SPACE}caption"
        assert all(cell.get("scope") in ("row", "col") for cell in table.iter(f"{SPACE}th"))
    boxes = [each for each in named(tree, "div") if each.get("class") == "bk-scroll"]
    assert len({box.get("aria-label") for box in boxes}) == len(boxes)
    for box in boxes:
        assert (box.get("tabindex"), box.get("role")) == ("0", "region")
        assert box.get("aria-label")
    drawings = list(tree.iter("{http://www.w3.org/2000/svg}svg"))
    assert drawings
    for each in drawings:
        assert each.get("role") == "img"
        assert "".join(each[0].itertext()) and "".join(each[1].itertext())


@pytest.mark.slow
def test_every_report_can_be_heard(every_page):
    check_outline(parsed(every_page))
    check_heard(parsed(every_page))


def test_several_can_be_heard(several):
    tree = parsed(page(Content(several)))
    check_outline(tree)
    check_heard(tree)


@pytest.mark.slow
def test_the_verdict_comes_first(verdict):
    shown = words(named(parsed(page(Content(verdict))), "body")[0])
    assert shown.startswith(
        "✓ forest against boosting moderate evidence boosting is better 4.9 points of accuracy"
    )


def test_a_fragment_begins_at_the_level_it_is_given(verdict):
    text = fragment(Content(verdict), heading=2)
    assert text.startswith("<article") and text.rstrip().endswith("</article>")
    assert re.findall(r"<h(\d)", text)[0] == "2"
    assert "<h1" not in text
    assert "<style" not in text and "style=" not in text


@pytest.mark.slow
def test_every_class_has_the_prefix_and_is_in_the_style(several, made):
    used = {
        name
        for what in (several, made["opinions"](), made["limited"]())
        for names in re.findall(r'class="([^"]*)"', page(Content(what)))
        for name in names.split()
    }
    assert all(name.startswith("bk-") for name in used)
    styled = set(re.findall(r"\.(bk-[a-z-]+)", css()))
    tones = {
        "bk-a-better",
        "bk-b-better",
        "bk-equivalent",
        "bk-strong",
        "bk-moderate",
        "bk-weak",
        "bk-invalid",
    }
    assert styled <= used | tones | {"bk-invalidates", "bk-casts-doubt"}


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", [0, 1])
def test_text_can_be_read_on_its_ground(mode):
    """WCAG 2.2, 1.4.3: 4.5 to 1 for text."""
    sets = re.findall(r"--ink:.*?(?=\n  color:|\n  \})", css(), re.S)
    tones = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", sets[mode]))
    for ink in ("ink", "soft", "accent"):
        for ground in ("ground", "raised"):
            assert contrast(tones[ink], tones[ground]) >= 4.5
    for tone in ("good", "same", "open"):
        for ink in (tone, "ink", "soft"):
            assert contrast(tones[ink], tones[f"{tone}-ground"]) >= 4.5


def test_drawings_change_colour_where_the_ground_is_dark():
    for light, dark in DARK.items():
        assert f'svg [fill="{light}"]{{fill:{dark}}}' in css()


@pytest.mark.parametrize("kind", ["ranked", "opinions"])
@pytest.mark.slow
def test_the_same_verdict_gives_the_same_bytes(made, kind, origin):
    assert page(Content(made[kind](), origin)) == page(Content(made[kind](), origin))


def test_a_report_is_small(made, make_experiment):
    assert len(page(Content(make_experiment(made["opinions"]()))).encode()) < 300 * KILOBYTE


def test_a_notebook_gets_the_sentence_a_picture_the_numbers_and_the_caveats(made):
    verdict = made["limited"]()
    text = verdict._repr_html_()
    assert text == notebook(Content(verdict))
    tree = parsed(f"<!DOCTYPE html><title>x</title>{text}")
    assert verdict.sentence in words(tree)
    assert "caveat: this limits it; do that" in words(tree)
    assert "note: something to know" in words(tree)
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}svg"))) == 1
    assert "class=" not in text


def test_a_notebook_shows_several_as_a_table(several):
    tree = parsed(f"<!DOCTYPE html><title>x</title>{notebook(Content(several))}")
    assert words(tree).count("tree - bayes") >= 1
    assert len(named(tree, "table")) == 1


@pytest.mark.parametrize("key", ["tuned-on-test", "no-variation"])
@pytest.mark.slow
def test_what_voids_a_verdict_stands_beside_it(verdict, key):
    void = replace(verdict, caveats=(BY_KEY[key].caveat("of it"),))
    head = named(parsed(page(Content(void))), "header")[0]
    assert words(head).startswith("! forest against boosting")
    assert f"No conclusion follows from this: {BY_KEY[key].title}." in words(head)
    assert head.get("class") == "bk-verdict bk-b-better bk-invalid"
    assert "No valid conclusion" in words(head)
    assert "No conclusion" not in page(Content(verdict))
    assert "No conclusion follows from this" in notebook(Content(void))


def test_the_footer_says_whose_minus_whose(made, several):
    foot = words(named(parsed(page(Content(made["items"](names=("<i>x", "y & z"))))), "footer")[0])
    assert foot.endswith("Differences are <i>x minus y & z, above 0 if <i>x is better.")
    assert words(named(parsed(page(Content(several))), "footer")[0]).endswith("if the first is better.")


def test_a_notebook_tells_what_a_repetition_would_say(made):
    verdict = made["limited"]()
    rows = [
        words(each)
        for each in named(parsed(f"<!DOCTYPE html><title>x</title>{notebook(Content(verdict))}"), "tr")
    ]
    (told,) = [row for row in rows if row.startswith("replication")]
    assert str(verdict.replicability) in told


@pytest.mark.slow
def test_a_notebook_is_legible_on_any_ground(every):
    text = notebook(Content(every))
    assert "background" not in text
    assert 'fill="currentColor"' in text
    assert not set(re.findall(r'(?:fill|stroke)="(#[^"]*)"', text)) & {
        "#222222",
        "#666666",
        "#E8E8E8",
        "#FFFFFF",
    }


@pytest.mark.slow
def test_captions_of_wide_tables_keep_to_the_screen(made):
    tree = parsed(page(Content(made["opinions"]())))
    assert all([each.tag for each in caption] == [f"{SPACE}span"] for caption in named(tree, "caption"))
    assert ".bk-scroll caption > span" in css()
