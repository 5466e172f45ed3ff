"""What the methods on independent samples share."""

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats

BOTH_LEARNERS = "Do two learning algorithms differ in mean score over independent samples from one domain?"
INDEPENDENT_SAMPLES = "the samples are independent of each other: no data are shared between them"
NORMAL_MEAN = "the mean is roughly normal"
EQUAL_MEANS = "both means are equal"


def enough_samples(method: str, *groups: Floats) -> None:
    """Refuse groups of one: they have no spread to judge by."""
    smallest = min(group.size for group in groups)
    if smallest < 2:
        raise InputError(f"{method} needs at least 2 samples of each; got {smallest}")
