from bakeoff import compare_counts
from bakeoff.core.verdict import Comparison


def test_a_comparison_tells_what_it_is_about():
    verdict = compare_counts(15, 35, n=412, names=("forest", "tree"))
    found = Comparison(data="iris", metric="accuracy", verdict=verdict)
    assert found.names == ("forest", "tree")
    assert found.to_dict() == {"data": "iris", **verdict.to_dict()}
