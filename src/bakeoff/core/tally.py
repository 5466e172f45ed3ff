"""How often what was true and what two models said came together: all that a label metric needs."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints


@dataclass(frozen=True, kw_only=True, eq=False)
class Tally:
    """Joint counts of truth, A and B, one row for each combination that occurs.

    ``counts[i]`` items are truly ``labels[truth[i]]``, and A and B said ``labels[a[i]]`` and
    ``labels[b[i]]`` of them. Where items belong together, ``clusters[i]`` numbers the cluster they are
    of; where a column slices them, they belong to ``slice_names[slices[i]]``.
    """

    labels: tuple[Any, ...]
    truth: Ints
    a: Ints
    b: Ints
    counts: Ints
    clusters: Ints | None = None
    slices: Ints | None = None
    slice_names: tuple[str, ...] = ()
    source: str = ""

    @property
    def n(self) -> int:
        """Number of items."""
        return int(self.counts.sum())

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Tally":
        """The rows that are chosen, without slices; labels stay what they are."""
        clusters = None if self.clusters is None else self.clusters[chosen]
        rows = {name: getattr(self, name)[chosen] for name in ("truth", "a", "b", "counts")}
        return replace(self, **rows, clusters=clusters, slices=None, slice_names=())
