"""The nouns of gates."""

from dataclasses import replace

from bakeoff import check_not_worse_counts
from bakeoff.core.gate import Check, Gates
from bakeoff.core.verdict import Caveat


def test_the_same_caveat_of_several_checks_is_said_once():
    gate = check_not_worse_counts(1, 2, n=200, margin=0.05)
    one, other = (Caveat(key="k", text=text) for text in ("once", "again"))
    gates = (replace(gate, caveats=(one,)), replace(gate, caveats=(one, other)), None)
    checks = tuple(Check(name="c", outcome="pass", margin=0.05, gate=each) for each in gates)
    found = Gates(outcome="pass", checks=checks, alpha=0.025, p_value=1.0)
    assert found.caveats == (one, other)


def test_gates_show_themselves():
    gate = check_not_worse_counts(1, 2, n=200, margin=0.05)
    checks = (Check(name="accuracy", outcome="pass", margin=0.05, gate=gate),)
    found = Gates(outcome="pass", checks=checks, alpha=0.025, p_value=gate.p_value)
    assert str(found).startswith(f"{found.sentence}\n\n  Checks:")
    assert "<table>" in found._repr_html_()
    assert found.to_dict()["checks"][0]["bound"] == gate.bound
