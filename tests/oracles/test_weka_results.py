"""Results of Weka's Experimenter, judged by its own PairedCorrectedTTester and by corrected-resampled-t.

The files are made by weka/experimenter/MakeResults.java with Weka 3.6.14.
"""

from pathlib import Path

import pytest

from bakeoff.compare.files import compare_files

FOLDER = Path(__file__).parent / "weka" / "experimenter"
JUDGED = [line.split("|") for line in (FOLDER / "judged.txt").read_text().splitlines()[1:]]
UNITS = {"Percent_correct": 100}


def our_name(scheme):
    """Weka's name of a scheme, such as trees.J48 '-U -M 2' -217733168393644444, as ours."""
    words = scheme.rsplit(" ", 1)[0].replace("'", "").split()
    return " ".join([words[0].rpartition(".")[2], *words[1:]])


@pytest.mark.parametrize("row", JUDGED, ids=lambda row: "-".join(row[:2]) + row[3][-25:-20])
def test_it_says_what_weka_says(row):
    column, data, a, b, count, mean, _, p_value = row
    verdict = compare_files(
        FOLDER / "folds.arff", a=our_name(a), b=our_name(b), metric=column, method="corrected-resampled-t"
    )
    (said,) = [each.verdict.result for each in verdict.slices if each.name == data]
    assert said.n == int(count)
    assert UNITS.get(column, 1) * said.estimate == pytest.approx(float(mean), rel=1e-9)
    assert said.p_value == pytest.approx(float(p_value), rel=1e-7)
