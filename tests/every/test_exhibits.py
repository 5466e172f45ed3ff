"""Every published table and figure: its record, what it may claim, and that nothing is copied."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.looping import in_one_test

import bakeoff.lab.papers
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers import EXHIBITS
from bakeoff.lab.papers._printed import paper_of, source

ROOT = Path(__file__).parents[2]
FOLDER = Path(bakeoff.lab.papers.__file__).parent
KEYS = [
    "bouckaert-fig2",
    *(f"bouckaert-table{number}" for number in range(2, 8)),
    "bouckaert-fig4",
    *(f"mh-fig{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 14, 16)),
    *(f"mh-table{number}" for number in (5, 10, 11, 12, 13, 15)),
    "dietterich-type1-simulated",
    "dietterich-replications",
    "dietterich-qq",
    "dietterich-type1-real",
    "dietterich-power",
    "dietterich-curves",
    "honavar-examples",
    "salzberg-examples",
]
CHEAP = [  # two seconds at most with quick
    "honavar-examples",
    "salzberg-examples",
    *(f"mh-fig{number}" for number in (1, 2, 3, 4, 8, 9)),
    "mh-table5",
]
CODE = re.compile(r"E-[BMHSD]\d+")
FROM_TO = re.compile(r"E-([BMHSD])(\d+) to E-\1(\d+)")


def explained():
    text = (ROOT / "docs" / "misprints.md").read_text(encoding="utf-8")
    between = {f"E-{p}{n}" for p, low, high in FROM_TO.findall(text) for n in range(int(low), int(high))}
    return set(CODE.findall(text)) | between


def test_all_are_there_and_no_others():
    assert EXHIBITS.keys() == sorted(KEYS)


@in_one_test("key", EXHIBITS.keys())
def test_a_record_is_filled(key):
    record = EXHIBITS[key]
    assert record.key == key
    assert record.source.startswith(source(paper_of(key)))
    assert record.title
    assert not record.title.endswith(".")
    assert len(record.about) > 40
    assert record.about.endswith(".")
    assert callable(record.compute)
    assert set(record.errata) <= explained()


@pytest.mark.slow
def test_listing_them_loads_nothing_slow():
    code = (
        "import sys\nfrom bakeoff.lab.papers import EXHIBITS\nlist(EXHIBITS)\n"
        "slow = {'numba', 'matplotlib', 'sklearn', 'pandas', 'scipy.stats'} & set(sys.modules)\n"
        "assert not slow, slow"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture(scope="module", params=CHEAP)
def cheap(request):
    told = []
    record = EXHIBITS[request.param]
    return record, record.compute(Effort(quick=True, told=told.append)), told


@pytest.mark.slow
def test_a_cell_has_a_place_of_its_own(cheap):
    _, found, _ = cheap
    places = [(cell.row, cell.column) for cell in found.cells]
    assert found.cells
    assert len(set(places)) == len(places)


@pytest.mark.slow
def test_whatever_differs_has_a_reason(cheap):
    _, found, _ = cheap
    assert [cell for cell in found.cells if cell.status == "differs" and not cell.reason] == []


@pytest.mark.slow
def test_a_figure_is_drawn_of_a_figure(cheap):
    record, found, _ = cheap
    assert found.figure is not None or not re.search(r"-fig\d|-qq|-power|-curves", record.key)


@pytest.mark.slow
def test_misprints_that_are_named_are_those_of_the_record(cheap):
    record, found, _ = cheap
    said = " ".join([record.about, *found.notes, *(cell.reason for cell in found.cells)])
    assert set(CODE.findall(said)) == set(record.errata)


@pytest.mark.slow
def test_the_same_numbers_at_every_call(cheap):
    record, found, _ = cheap
    assert record.compute(Effort(quick=True)).cells == found.cells


@pytest.mark.slow
def test_progress_is_a_share_that_grows(cheap):
    _, _, told = cheap
    assert all(0 <= share <= 1 for share in told)
    assert told == sorted(told)


def sides(call):
    """What a call gives for the printed and for the computed number, where it makes a cell."""
    named = {each.arg: each.value for each in call.keywords}
    if isinstance(call.func, ast.Name) and call.func.id in ("Cell", "sure", "expected", "claimed"):
        named = dict(zip(("row", "column", "published", "computed"), call.args, strict=False)) | named
    return named.get("published"), named.get("computed")


@in_one_test("path", sorted(FOLDER.glob("*.py")))
def test_nothing_printed_is_passed_off_as_computed(path):
    """One expression never stands on both sides, and what is computed is not simply read from print."""
    for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
        published, computed = sides(call)
        if computed is None or path.stem == "_mh_cells":
            continue
        nothing = isinstance(computed, ast.Constant) and computed.value is None
        assert nothing or ast.dump(computed) != ast.dump(published), (path.name, call.lineno)
        assert not isinstance(computed, ast.Constant) or nothing, (path.name, call.lineno)
        assert not re.match(r"printed\(", ast.unparse(computed)), (path.name, call.lineno)
