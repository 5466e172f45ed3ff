import sys

import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.registry import Registry
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS


def test_an_unknown_key_names_the_nearest_and_lists_all():
    with pytest.raises(
        UnknownNameError, match="no method is called 'mcnemer'; did you mean 'mcnemar'"
    ) as caught:
        METHODS["mcnemer"]
    assert "wilcoxon" in str(caught.value)


@pytest.mark.parametrize("key", ["_reference", "mcnemar_exact", "", 3, None])
def test_what_is_no_key_is_refused(key):
    assert key not in METHODS
    with pytest.raises(InputError, match="no method is called"):
        METHODS[key]


def test_it_reads_like_a_collection():
    assert len(METHODS) == len(METHODS.keys()) == len(list(METHODS))
    assert METHODS.keys() == sorted(METHODS.keys())
    assert "mcnemar" in METHODS
    assert METHODS["mcnemar"] is METHODS["mcnemar"]


def test_one_key_imports_one_file(tmp_path, monkeypatch):
    folder = tmp_path / "shelf_of_things"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "_shared.py").write_text("")
    for name in ("first_thing", "second_thing"):
        (folder / f"{name}.py").write_text(f"record = '{name}'\n")
    monkeypatch.syspath_prepend(tmp_path)
    shelf = Registry("thing", "shelf_of_things")
    assert shelf.keys() == ["first-thing", "second-thing"]
    assert shelf["second-thing"] == "second_thing"
    assert "shelf_of_things.second_thing" in sys.modules
    assert "shelf_of_things.first_thing" not in sys.modules


def test_other_names_of_a_record_lead_to_its_key():
    with pytest.raises(UnknownNameError, match="did you mean 'recall'"):
        METRICS["Sensitivity"]
