import re

from tests.looping import in_one_test

from bakeoff.core.family import ADJUSTMENTS
from bakeoff.core.works import SCHUIRMANN_1987
from bakeoff.designs import DESIGNS
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS
from bakeoff.report.words.references import entries, in_full, keys_of, label

ACCOUNTS = [design.account for design in DESIGNS.values()]
NAMED = sorted(
    {
        text
        for records in (
            METHODS,
            MANY,
            METRICS,
            INTERVALS,
            ESTIMATORS,
            PITFALLS,
            PITFALLS_OF_RANKINGS,
            ACCOUNTS,
        )
        for each in records
        for text in each.references
    }
    | {SCHUIRMANN_1987}
)
NEEDED = {
    "article": {"author", "title", "journal", "year", "volume", "pages"},
    "book": {"author", "title", "publisher", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "techreport": {"author", "title", "institution", "year"},
    "phdthesis": {"author", "title", "school", "year"},
    "misc": {"author", "title", "howpublished"},
}


@in_one_test("text", NAMED)
def test_every_work_that_a_record_names_has_an_entry(text):
    assert keys_of([text])


@in_one_test("text", NAMED)
def test_an_entry_says_what_the_record_says(text):
    shown = " ".join(f"{entries()[key]} {in_full(key)}" for key in keys_of([text]))
    for number in re.findall(r"\b\d{2,}\b", text.partition(", 26.5")[0]):
        assert number in shown
    for name in re.findall(r"\b[A-Z][a-z]{4,}", text.split("1")[0].split(",")[0]):
        assert name.replace("Demsar", "Demšar") in shown


@in_one_test("key", entries())
def test_an_entry_has_what_its_type_needs(key):
    entry = entries()[key]
    assert NEEDED[entry["type"]] <= set(entry)
    assert all(isinstance(value, str) for name, value in entry.items() if name not in ("author", "as"))
    people = [author for author in entry["author"] if author != "bakeoff developers"]
    assert all(re.fullmatch(r"[^,]+, [^,]+", author) for author in people)


def test_every_entry_is_named_by_a_record_or_an_adjustment():
    known = set(NAMED) | set(ADJUSTMENTS)
    assert all(text in known for entry in entries().values() for text in entry["as"])


def test_every_adjustment_but_the_oldest_has_a_work():
    for name in set(ADJUSTMENTS) - {"bonferroni"}:
        assert keys_of([name])


def test_a_work_is_listed_once_in_the_order_of_its_first_mention():
    tango, dietterich = (
        "Tango 1998, Statistics in Medicine 17:891-908",
        "Dietterich 1998, Neural Computation 10(7):1895-1923",
    )
    assert keys_of([tango, dietterich, tango]) == ("tango1998", "dietterich1998")


def test_how_works_are_shown():
    assert label("bakeoff") == "bakeoff developers 2026"
    assert label("honavar") == "Honavar"
    assert in_full("martin1996").endswith(
        "significance tests. University of California, Irvine, report 96-22."
    )
    assert in_full("bouckaert2003").endswith("(ICML), 51-58.")
    assert in_full("clopper1934").startswith("C. J. Clopper, E. S. Pearson (1934). The use")
