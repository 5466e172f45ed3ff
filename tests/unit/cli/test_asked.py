import inspect

from bakeoff.cli.asked import Asked
from bakeoff.compare.answer import answer


def test_the_options_are_keywords_of_a_comparison_with_the_same_defaults():
    taken = inspect.signature(answer).parameters
    for name, value in Asked().keywords().items():
        assert taken[name].default == value


def test_what_is_asked_is_passed_on():
    asked = Asked(method="sign", metric="error", level=0.9, alpha=0.1, alternative="less", margin=0.2)
    assert asked.keywords() == {
        "method": "sign",
        "metric": "error",
        "level": 0.9,
        "alpha": 0.1,
        "alternative": "less",
        "margin": 0.2,
    }
