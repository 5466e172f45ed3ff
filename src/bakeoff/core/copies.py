"""How many items of a file repeat the attributes of others."""

from dataclasses import asdict, dataclass
from typing import Any

SHOWN = 3  # attributes by name


@dataclass(frozen=True, kw_only=True, slots=True)
class Copies:
    """Items that have the same ``attributes`` as others.

    ``repeated`` of the ``items`` have the attributes of an earlier one outside their cluster, ``relabelled``
    of these another label. ``beyond_chance`` is whether more are equal than chance explains.
    ``false_alarms`` is how often a test at 5 % would find a difference where there is none, if models predict
    equal items alike; None where items are in clusters. ``shared`` is a column that is the same in all equal
    items, which can serve as clusters; empty where there is none. ``answers`` is how many rows each
    value of ``shared`` has at least, where these rows are different answers to one question; None for copies.
    ``together`` is whether rows with one value of ``shared`` are different items that may belong together,
    such as the visits of a patient.
    """

    attributes: tuple[str, ...]
    items: int
    repeated: int
    relabelled: int
    beyond_chance: bool
    false_alarms: float | None = None
    shared: str = ""
    answers: int | None = None
    together: bool = False

    @property
    def listed(self) -> str:
        """The names of the first attributes, and how many more there are."""
        more = f" and {len(self.attributes) - SHOWN} more" if len(self.attributes) > SHOWN else ""
        return ", ".join(self.attributes[:SHOWN]) + more

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        told = {**asdict(self), "attributes": list(self.attributes)}
        usual = {"answers": None, "together": False}
        return {name: each for name, each in told.items() if name not in usual or each != usual[name]}
