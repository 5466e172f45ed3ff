import json

from bakeoff.core.verdict import Heterogeneity

FOUND = Heterogeneity(statistic=9.4416, df=(4.0, 985.72), p_value=2e-7, slices=5)


def test_in_words():
    assert str(FOUND) == "Welch's F = 9.44, df 4 and 985.7"


def test_plain_values():
    given = json.loads(json.dumps(FOUND.to_dict(), allow_nan=False))
    assert given == {
        "test": "welch",
        "statistic": 9.4416,
        "df": [4.0, 985.72],
        "p_value": 2e-7,
        "slices": 5,
    }
