"""What an experiment ran for a verdict: trainings, halvings, and what learners tuned."""

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

    The ``data`` set has ``items`` items in ``groups`` groups (0 where items are independent).
    ``repeated`` of the items have the attributes of an earlier one that is in no group with them,
    ``relabelled`` of these another label. ``rng`` is where random choices started, ``trainings`` how many
    models were trained under the design. Where runs of folds could be added to the ``first_runs``,
    ``most_runs`` is the limit. For a method that needs it the data were halved ``halvings`` times, which took
    ``halves_trainings``. ``tuning`` is what learners tuned.
    """

    data: str
    items: int
    design: Design
    rng: int
    trainings: int
    groups: int = 0
    repeated: int = 0
    relabelled: int = 0
    halvings: int = 0
    halves_trainings: int = 0
    first_runs: int = 0
    most_runs: int = 0
    tuning: tuple[Tuning, ...] = ()
