import pytest

from bakeoff.core.evidence import Evidence
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Basis, Caveat, Measured, Reason, Verdict

SCRIPT = "<script>alert('&')</script>"


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


@pytest.mark.slow
def test_html_escapes_everything_that_was_given():
    shown = verdict(
        names=(SCRIPT, "B"),
        caveats=(Caveat(key="k", text=SCRIPT),),
        reason=Reason(why="same-samples"),
        measured=Measured(remark=SCRIPT),
        evidence=Evidence(kind=PairedItems, counts=(2, 5, 3, 0)),
        values=(0.9, 0.86),
    )
    html = shown._repr_html_()
    assert "<script" not in html
    # sentence, values, detail, difference, caveat, risk
    assert html.count("&lt;script&gt;alert(&#39;&amp;&#39;)") == 6
    assert "<strong>" in html


def test_html_without_remarks_has_no_list():
    quiet = Verdict(
        decision="undecided",
        result=Result(
            method="sign",
            estimate=0.0,
            interval=Interval(low=-1, high=1),
            level=0.9,
            alternative="two-sided",
            p_value=1.0,
            n=1,
        ),
        basis=Basis(of="data sets", counts=(1,)),
        alpha=0.05,
    )
    assert "<ul>" not in quiet._repr_html_()


def test_text_is_the_sentence_then_the_numbers_then_what_limits_it():
    lines = str(
        verdict(caveats=(Caveat(key="k", text="beware"),), measured=Measured(remark="5 %"))
    ).splitlines()
    assert lines[0] == (
        "Weak evidence that A is better: 4.0 points of accuracy, 95 % interval 1.0 to 7.0 "
        "(p = 0.020, paired t on 10 samples)"
    )
    assert lines[2] == "  difference  4.0 points of accuracy (A minus B)"
    assert lines[-3:] == ["  caveat: beware", "  note: a note", "  measured: 5 %"]


def test_text_has_the_three_caveats_that_matter_most_or_all():
    few = [Caveat(key=f"{at}", text=f"limit {at}") for at in range(4)]
    void = Caveat(key="void", text="nothing follows", importance="invalidates")
    shown = verdict(caveats=(*few, void))
    told = [line for line in str(shown).splitlines() if "caveat" in line]
    assert told[-4:] == [
        "  caveat: nothing follows",
        "  caveat: limit 0",
        "  caveat: limit 1",
        "  note: 2 more caveats that matter less are not shown; text(all_caveats=True) shows all",
    ]
    assert shown.text(all_caveats=True).count("  caveat: ") == 5
    assert len(shown.caveats) == len(shown.to_dict()["caveats"]) == 5
