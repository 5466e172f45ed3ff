from dataclasses import replace

from bakeoff import compare_counts
from bakeoff.core.verdict import Measured, Opinion
from bakeoff.designs import KFold
from bakeoff.report.words.opinions import legend, rows
from bakeoff.report.words.verdict import p_said

WHOLE = compare_counts(40, 20, n=300)


def test_degrees_of_freedom_that_are_chosen_are_shown():
    def said(method, df, **changed):
        result = replace(WHOLE.result, method=method, df=df)
        opinion = Opinion(method=method, unsound=False, result=result, decision="a-better", **changed)
        return rows(replace(WHOLE, opinions=(opinion,)), p_said)[1][0]

    assert said("cv-all-data", 10.0) == "cv-all-data (df 10)"
    assert said("cv-all-data", 7.5, marks=("no variation",)) == "cv-all-data (df 7.5, no variation)"
    assert said("paired-t", 9) == "paired-t"


def test_methods_stand_with_their_measured_false_alarms():
    """Rates of one design; nothing where another was used."""
    known = Measured(worlds=61, low=0.006, high=0.328, under="10 x 10 folds")

    def table(*measured):
        told = [
            Opinion(method=key, unsound=False, result=WHOLE.result, decision="a-better", measured=each)
            for key, each in zip(("cv-all-data", "cv-sign"), measured, strict=False)
        ]
        judged = replace(WHOLE, opinions=tuple(told))
        return rows(judged, p_said), legend(judged)

    found, said = table(known, replace(known, unmeasured=KFold(folds=5)))
    assert [row[4] for row in found] == ["false alarms", "0.6 to 32.8 %", ""]
    assert said == [
        "false alarms: lowest and highest rate in simulated settings without a true difference, at a nominal "
        "5 %",
        "cv-...: tests on repeated cross-validation; a description is printed by: bakeoff methods NAME",
        "cv-sign: its difference is the median of the nonzero differences of the folds",
    ]
    found, said = table(None)
    assert "false alarms" not in found[0]
    assert not any("false alarms" in line for line in said)
    assert len(found[0]) == len(found[1]) == 5
