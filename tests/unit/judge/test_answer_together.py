from dataclasses import replace

from bakeoff import adjust, compare_counts
from bakeoff.core.family import adjustment_for
from bakeoff.judge.answer import decide_together


def refuse(level):
    raise AssertionError("no wider interval is needed")


def test_verdicts_are_decided_together():
    alone = [compare_counts(20, 35, n=412), compare_counts(21, 36, n=412)]
    assert decide_together(alone, [refuse, refuse], None) == alone
    found = decide_together(alone, [refuse, refuse], adjustment_for(2))
    assert [each.adjusted_p_value for each in found] == adjust([v.result.p_value for v in alone]).tolist()
    assert [each.decision for each in found] == ["undecided", "undecided"]
    assert {v.decision for v in alone} == {"b-better"}
    assert {each.adjustment for each in found} == {adjustment_for(2)}
    assert [replace(each, decision=v.decision, adjusted_p_value=None, adjustment=None) for each, v in
            zip(found, alone, strict=True)] == alone  # fmt: skip
