import json
import math
import subprocess
import sys

import pytest

import bakeoff
from bakeoff.core.evidence import Evidence
from bakeoff.core.family import Adjustment
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Basis, Caveat, Slice, Unit, Verdict
from bakeoff.core.written import face

LOADED = """
import sys
import bakeoff
verdict = bakeoff.compare_counts(15, 35, n=412)
str(verdict), verdict.sentence, verdict.to_dict()
needless = ("bakeoff.experiment", "jinja2", "rich", "matplotlib")
print([name for name in sys.modules if name.startswith(needless)])
"""


def test_every_face_of_a_verdict():
    verdict = bakeoff.compare_counts(15, 35, n=412)
    assert verdict.sentence == face().sentence(verdict)
    assert str(verdict) == face().text(verdict)
    assert verdict.to_dict() == face().values(verdict)
    assert verdict._repr_html_() == face().html(verdict)


def test_no_number_is_minus_nought():
    truth = [float(at) for at in range(20)]
    other = [x + 0.1 * (-1) ** at for at, x in enumerate(truth)]
    compared = bakeoff.compare_predictions(truth, truth, other, metric="rmse")
    models = {"exact": truth, "off": other}
    ranked = bakeoff.rank_predictions(truth, models, metric="rmse", resamples=100)
    own = (compared.values[0], ranked.models[0].value)
    told = (compared.to_dict()["values"][0], ranked.to_dict()["models"][0]["value"])
    assert [math.copysign(1, each) for each in own + told] == [1] * 4
    assert face().values(verdict(values=(-0.0, 0.5)))["values"] == [0.0, 0.5]
    assert math.copysign(1, face().values(verdict(values=(-0.0, 0.5)))["values"][0]) == 1
    assert "-0" not in str(compared) + str(ranked)


@pytest.mark.slow
def test_words_load_neither_experiments_nor_pages():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("[]\n", 0)


def verdict(*, interval=(0.01, 0.07), statistic=2.5, df=9, names=("A", "B"), caveats=(), **changed):
    result = Result(
        method="paired-t",
        estimate=0.04,
        interval=Interval(low=interval[0], high=interval[1]),
        level=0.95,
        alternative="two-sided",
        statistic=statistic,
        df=df,
        p_value=0.02,
        n=10,
        notes=("a note",),
    )
    return Verdict(
        decision="a-better",
        result=result,
        basis=Basis(of="samples", counts=(10,)),
        alpha=0.05,
        names=names,
        caveats=caveats,
        **changed,
    )


def test_dict_has_the_names_of_the_contract():
    given = verdict(caveats=(Caveat(key="k", text="t"),), margin=0.1).to_dict()
    expected = {
        "decision": "a-better",
        "method": "paired-t",
        "estimate": 0.04,
        "interval": [0.01, 0.07],
        "level": 0.95,
        "alternative": "two-sided",
        "statistic": 2.5,
        "df": 9,
        "p_value": 0.02,
        "n": 10,
        "alpha": 0.05,
        "margin": 0.1,
        "names": ["A", "B"],
        "notes": ["a note"],
        "caveats": [{"key": "k", "text": "t", "importance": "limits"}],
    }
    assert {name: given[name] for name in expected} == expected
    assert given["sentence"] == verdict().sentence


@pytest.mark.parametrize(
    ("statistic", "interval", "said"),
    [
        (math.inf, (0.0, 0.1), ["the statistic is infinite here and null in this form"]),
        (-math.inf, (-math.inf, 0.1), ["the statistic is infinite", "the interval is infinite"]),
        (None, (0.0, math.inf), ["the interval is infinite"]),
        (1.0, (0.0, 0.1), []),
    ],
)
def test_infinity_is_null_with_a_note(statistic, interval, said):
    given = json.loads(json.dumps(verdict(statistic=statistic, interval=interval).to_dict(), allow_nan=False))
    assert given["statistic"] == (statistic if statistic == 1 else None)
    assert given["interval"] == [end if math.isfinite(end) else None for end in interval]
    assert len(given["notes"]) == 1 + len(said)
    for note, start in zip(given["notes"][1:], said, strict=True):
        assert note.startswith(start)


def test_values_detail_and_subject():
    counted = Evidence(kind=PairedItems, counts=(2, 5, 3, 0))
    given = verdict(values=(0.9, 0.86), evidence=counted, unit=Unit("F1 of class 1", 100.0)).to_dict()
    assert (given["values"], given["detail"], given["subject"]) == (
        [0.9, 0.86],
        "10; only A is right on 5, only B on 3",
        "F1 of class 1",
    )
    bare = verdict().to_dict()
    assert (bare["values"], bare["detail"], bare["subject"]) == (None, "", "accuracy")


def test_two_degrees_of_freedom_are_a_list():
    assert verdict(df=(10.0, 5.0)).to_dict()["df"] == [10.0, 5.0]


def test_intervals_of_the_values_are_told_or_null():
    assert verdict().to_dict()["value_intervals"] is None
    own = (Interval(low=0.8, high=0.95), Interval(low=-math.inf, high=0.9))
    given = verdict(values=(0.9, 0.86), value_intervals=own).to_dict()
    assert given["value_intervals"] == [[0.8, 0.95], [None, 0.9]]


def test_slices_are_told_where_there_are_some():
    assert not {"by", "slices", "heterogeneity"} & verdict().to_dict().keys()
    part = verdict(
        adjusted_p_value=0.04,
        adjustment=Adjustment(method="holm", count=2, kind="slices"),
        caveats=(Caveat(key="k", text="t"),),
    )
    given = verdict(
        by="region", slices=(Slice(name="x", n=9, verdict=part), Slice(name="", n=1, refused="no"))
    ).to_dict()
    assert given["by"] == "region"
    assert given["heterogeneity"] is None
    assert given["slices"][0] == {
        "slice": "x",
        "n": 9,
        "decision": "a-better",
        "strength": part.strength.to_dict(),
        "estimate": 0.04,
        "interval": [0.01, 0.07],
        "p_value": 0.02,
        "adjusted_p_value": 0.04,
        "adjustment": "holm, 2 slices",
        "method": "paired-t",
        "values": None,
        "value_intervals": None,
        "caveats": [{"key": "k", "text": "t", "importance": "limits"}],
        "refused": "",
    }
    assert list(given["slices"][1]) == list(given["slices"][0])
    assert given["slices"][1]["decision"] is None
    json.dumps(given, allow_nan=False)
