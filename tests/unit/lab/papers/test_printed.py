import json
from importlib import resources

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.papers._printed import PAPERS, in_order, paper_of, printed, source


def test_a_number_is_found_by_the_names_on_the_way_to_it():
    assert printed("salzberg1997", "binomial", "n") == 50
    assert printed("martin_hirschberg1996", "table5", "counts")[0] == [66, 2, 0, 0]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (("saltzberg1997",), "no printed number is called 'saltzberg1997'; did you mean 'salzberg1997'?"),
        (("salzberg1997", "binomail"), "did you mean 'binomial'?"),
        (("salzberg1997", "binomial", "n", "m"), "no printed number is called 'm'"),
    ],
)
def test_what_is_not_in_print(path, message):
    with pytest.raises(InputError, match="is called") as refused:
        printed(*path)
    assert message in str(refused.value)


@pytest.mark.parametrize("paper", PAPERS.values())
def test_every_paper_has_a_source(paper):
    assert len(source(paper)) > 20


def test_all_papers_are_those_of_the_file():
    text = resources.files("bakeoff.lab.papers").joinpath("published.json").read_text(encoding="utf-8")
    assert set(json.loads(text)) == set(PAPERS.values())


def test_recalled_numbers_say_so():
    """Each table of the paper whose digits are lost says how sure its numbers are (E-D1)."""
    tables = printed("dietterich1998")
    assert "recalled" in tables["note"]
    for name, table in tables.items():
        if isinstance(table, dict):
            said = json.dumps(table)
            assert '"status": "memory: ' in said or '"status": "in the copy at hand"' in said, name


def test_order_of_the_keys():
    keys = ["honavar-examples", "bouckaert-table10", "bouckaert-table2", "bouckaert-fig4", "mh-fig1"]
    order = ["bouckaert-fig4", "bouckaert-table2", "bouckaert-table10", "mh-fig1", "honavar-examples"]
    assert in_order(keys) == order
    assert paper_of("bouckaert-table2") == "bouckaert2003"
