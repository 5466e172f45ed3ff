"""Reports, byte for byte as they are stored beside this file.

``python tests/golden/test_reports.py`` writes them anew: read the difference before committing it.
Pages and pictures are left to other tests: how a drawing is written hangs on the version of matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.core.origin import Origin

HERE = Path(__file__).parent / "reports"
ORIGIN = Origin(
    command="bakeoff compare 'my items.csv' --report items.md",
    files=(("my items.csv", "0123456789abcdef" * 4),),
    rng="0",
    versions=(("bakeoff", "0.1.0"), ("Python", "3.11.7"), ("numpy", "2.0.0"), ("scipy", "1.14.0")),
)


def items():
    return bakeoff.compare_counts(
        15, 35, n=412, both_right=300, names=("forest_1", "boosting & co"), tried=4, opinions=True
    )


def folds():
    steps = np.arange(100).reshape(10, 10)
    a, b = 0.8 + (steps * 37 % 11) / 100, 0.78 + (steps * 23 % 13) / 100
    return bakeoff.compare_scores(
        a, b, design=bakeoff.RepeatedKFold(), names=("tree", "bayes"), metric="accuracy", opinions=True
    )


def ranking():
    from tests import rankings

    return rankings.ranking()


def over_data_sets():
    from tests import rankings

    return rankings.over_data_sets()


MADE = {"items": items, "folds": folds, "ranking": ranking, "data-sets": over_data_sets}
FORMS = ("txt", "md", "tex", "bib")
CASES = [(name, form) for name in MADE for form in FORMS] + [("ranking", "json")]


@pytest.mark.parametrize(("name", "form"), CASES)
def test_reports_are_what_they_were(name, form):
    assert bakeoff.render(MADE[name](), form, ORIGIN) == (HERE / f"{name}.{form}").read_text("utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[2]))  # where the tests have rankings written by hand
    HERE.mkdir(exist_ok=True)
    for each, kind in CASES:
        (HERE / f"{each}.{kind}").write_text(bakeoff.render(MADE[each](), kind, ORIGIN), "utf-8")
