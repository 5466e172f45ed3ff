"""What was run to get a verdict, and what it cost."""

from dataclasses import dataclass

from bakeoff.core.design import Design


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What a learner tried inside its training parts: each configuration counts as a look at the data.

    ``chosen`` is how often each configuration was chosen, the most frequent first.
    """

    data: str
    learner: str
    trainings: int
    configurations: int
    total: int
    chosen: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Work:
    """What an experiment ran for one comparison.

    Attributes
    ----------
    data
        The name of the data set.
    items, groups
        How many items it has, and in how many groups; 0 where each is by itself.
    design
        How the data were reused.
    rng
        Where random choices started.
    trainings
        How many models were trained under the design.
    halvings, halves_trainings
        How often the data were halved for a method that needs it, and how many trainings that took.
    tuning
        What learners tuned.
    """

    data: str
    items: int
    design: Design
    rng: int
    trainings: int
    groups: int = 0
    halvings: int = 0
    halves_trainings: int = 0
    tuning: tuple[Tuning, ...] = ()
