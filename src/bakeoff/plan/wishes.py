"""What is asked of a plan, value by value; what cannot be is refused in one line."""

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import whole
from bakeoff.core.result import parse_fraction
from bakeoff.judge.sensitivity import POWER
from bakeoff.methods._paired_power import LEAST, MOST, P_VALUES
from bakeoff.plan.assumption import Assumption
from bakeoff.plan.names import said
from bakeoff.plan.pilot import OBSERVED

USUAL = POWER
METHOD = "mcnemar-mid-p"
MOST_POWER = 0.9999
LARGEST = 1e9  # of a number in a plan


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is to be reached; ``ends`` are the two error rates, where they are all that is known."""

    difference: float | None
    items: int | None
    power: float
    half_width: float | None
    ends: tuple[float, float] | None


def difference(value: object) -> float | None:
    """A difference as a fraction."""
    if isinstance(value, str):
        raise InputError(f"{said('difference')} is {value!r}; expected a number such as 0.03: {OBSERVED}")
    found = None if value is None else _number(value, said("difference"), "0.03")
    if found and abs(found) < LEAST:
        raise InputError(f"{said('difference')} is {found:g}; expected at least {LEAST:g}, such as 0.03")
    return found


def items(value: object) -> int | None:
    """A number of items."""
    if value is None:
        return None
    count = whole(value, said("items"))
    if not 1 <= count <= MOST:
        raise InputError(f"{said('items')} is {count}; expected 1 to {MOST}")
    return count


def power(value: object) -> float:
    """A power."""
    wish = parse_fraction(value, said("power"))
    if wish > MOST_POWER:
        raise InputError(f"{said('power')} is {wish:g}; expected at most {MOST_POWER}")
    return wish


def alpha(value: object, *, margin: bool) -> float:
    """A significance level; 0.05, one-sided with a margin 0.025, unless given."""
    level = parse_fraction((0.025 if margin else 0.05) if value is None else value, said("alpha"))
    if level < LEAST:
        raise InputError(f"{said('alpha')} is {level:g}; expected at least {LEAST:g}, such as 0.05")
    return level


def half_width(value: object) -> float | None:
    """A positive half-width."""
    return None if value is None else _positive(value, said("half_width"), "0.02")


def errors(value: object) -> tuple[float, float]:
    """Two error rates."""
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(
            f"{said('errors')} is {value!r}; expected the error rates of A and B, such as (0.10, 0.13)"
        )
    a, b = (share(each, f"a rate in {said('errors')}") for each in value)
    return a, b


def share(value: object, name: str) -> float:
    """A share from 0 to 1."""
    number = _number(value, name, "0.10")
    if not 0 <= number <= 1:
        hint = f"; write {number / 100:g} for {number:g} %" if 1 < number <= 100 else ""
        raise InputError(f"{name} is {number:g}; expected a share from 0 to 1{hint}")
    return number


def margin(value: object, *, rate: bool) -> float | None:
    """The largest loss that is acceptable; of a rate below 1."""
    if value is None:
        return None
    found = _positive(value, said("margin"), "0.03")
    if rate and found >= 1:
        hint = f"; write {found / 100:g} for {found:g} points" if found < 100 else ""
        raise InputError(f"{said('margin')} is {found:g}, but accuracy lies between 0 and 1{hint}")
    return found


def method(value: str, *, margin: bool, deviation: bool) -> str:
    """A test whose power is known: a McNemar test, Tango's at a margin, or that of a normal mean."""
    if not isinstance(value, str) or value not in P_VALUES:
        raise unknown_name("method with a known power", str(value), P_VALUES)
    if not (margin or deviation):
        return value
    if value != METHOD:
        other = f"{said('margin', 'a margin')} the test is Tango's score test"
        if deviation:
            other = f"{said('deviation', 'a deviation')} the test is that of a normal mean"
        raise InputError(f"{said('method')} is {value}, but with {other}; leave {said('method')} out")
    return "normal" if deviation else "tango"


def deviation(value: object, noise: object, answers: object) -> float | None:
    """The standard deviation of an item's difference: of its mean, and of the answers that are averaged."""
    if value is None:
        if noise is not None or answers != 1:
            raise InputError(
                f"{said('noise')} and {said('answers')} need {said('deviation', 'a deviation')}, to which "
                f"they add; give {said('deviation')} too, or leave them out"
            )
        return None
    item = _positive(value, said("deviation"), "0.4")
    if noise is None:
        if answers != 1:
            raise InputError(
                f"{said('answers')} is given without {said('noise')}; give the standard deviations of "
                f"repeated answers"
            )
        return item
    sizes, counts = _two(noise, said("noise"), "(0.3, 0.3)"), _two(answers, said("answers"), "(5, 5)")
    if min(sizes) < 0 or min(counts) < 1 or any(count != int(count) for count in counts):
        raise InputError(
            f"{said('noise')} has {sizes[0]:g} and {sizes[1]:g}, {said('answers')} {counts[0]:g} and "
            f"{counts[1]:g}; expected standard deviations of at least 0 and whole numbers of at least 1"
        )
    return math.sqrt(item**2 + sum(size**2 / count for size, count in zip(sizes, counts, strict=True)))


def design_effect(size: object, icc: object) -> float:
    """``1 + (size - 1) icc``: how many items of clusters tell as much as one independent item."""
    mean = _positive(size, said("cluster_size"), "5")
    if mean < 1:
        raise InputError(f"{said('cluster_size')} is {mean:g}; expected at least 1 item in a cluster")
    if (icc is None) != (mean == 1):
        raise InputError(
            f"only one of {said('cluster_size')} and {said('icc')} is given; give both, or leave both out"
        )
    return 1.0 if icc is None else 1 + (mean - 1) * share(icc, said("icc"))


def one_of(**known: object) -> None:
    """Refuse none or several of what tells how far items differ."""
    given, every = [said(name) for name, value in known.items() if value is not None], map(said, known)
    if not given:
        raise InputError(f"the variation between items is unknown; give one of {', '.join(every)}")
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are both given; give one of {', '.join(every)}")


def refuse_impossible(assumed: Assumption, wish: Wish, *, disagreement: bool) -> None:
    """Refuse what cannot be together; ``disagreement`` says whether it was given, and not computed."""
    delta, psi = wish.difference, assumed.disagreement
    if wish.half_width is not None and wish.items is not None:
        raise InputError(
            f"{said('items')} and {said('half_width')} are both given; give one of them to find the other"
        )
    if assumed.margin is None:
        _refuse_no_difference(wish)
    elif delta is not None and delta <= -assumed.margin:
        raise InputError(
            f"{_difference_of(wish)} is {delta:g} and {said('margin')} {assumed.margin:g}: A would be worse "
            f"by the margin or more, so no number of items can show that it is not worse; expected a "
            f"difference above {-assumed.margin:g}"
        )
    if psi is not None:
        _refuse_points(wish)
    if psi is not None and abs(delta or 0.0) > psi + 1e-12:
        raise InputError(
            f"{said('disagreement') if disagreement else 'the disagreement'} is {psi:.4g}, smaller than the "
            f"difference {abs(delta or 0.0):g}; the difference cannot exceed the share of items that exactly "
            f"one model gets right"
        )
    if wish.power <= assumed.alpha:
        raise InputError(
            f"{said('power')} is {wish.power:g}, not above {said('alpha')} {assumed.alpha:g}; expected more, "
            f"such as 0.8"
        )


def _refuse_points(wish: Wish) -> None:
    """Refuse a difference or half-width of accuracy that is given in points."""
    for name, value in (("difference", wish.difference), ("half_width", wish.half_width)):
        if value is not None and abs(value) >= 1:
            hint = f"; write {value / 100:g} for {value:g} points" if abs(value) < 100 else ""
            raise InputError(f"{said(name)} is {value:g}, but accuracy lies between 0 and 1{hint}")


def _refuse_no_difference(wish: Wish) -> None:
    delta = wish.difference
    if delta is None and wish.items is None and wish.half_width is None:
        raise InputError(f"no difference is given; {smallest()}")
    if delta is not None and delta <= 0 and wish.half_width is None:
        raise InputError(
            f"{_difference_of(wish)} is {delta:g}; expected a positive difference, such as 0.03: to show "
            f"that A is not worse, give {said('margin', 'a margin')}"
        )


def _difference_of(wish: Wish) -> str:
    return said("difference") if wish.ends is None else "the difference between the error rates"


def smallest() -> str:
    """What to give where there is no difference to plan for."""
    return f"give {said('difference')}, the smallest difference that matters, such as 0.03"


def _two(value: object, name: str, example: str) -> tuple[float, float]:
    both = value if isinstance(value, Sequence) and not isinstance(value, str) else (value, value)
    if len(both) != 2:
        raise InputError(f"{name} is {value!r}; expected one number or two, such as {example}")
    a, b = (_number(each, name, example) for each in both)
    return a, b


def _positive(value: object, name: str, example: str) -> float:
    number = _number(value, name, example)
    if number <= 0:
        raise InputError(f"{name} is {number:g}; expected a positive number, such as {example}")
    if number < LEAST:
        raise InputError(f"{name} is {number:g}; expected at least {LEAST:g}, such as {example}")
    return number


def _number(value: object, name: str, example: str) -> float:
    if not isinstance(value, numbers.Real) or isinstance(value, bool) or not math.isfinite(value):
        raise InputError(f"{name} is {value!r}; expected a number, such as {example}")
    if abs(float(value)) > LARGEST:
        raise InputError(f"{name} is {float(value):g}; expected at most {LARGEST:g}, such as {example}")
    return float(value)
