"""Leave-one-out: k-fold cross-validation with as many folds as items (k = n, not n - 1; E-S4)."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True)
class LeaveOneOut:
    """Test on each item after training on all others."""

    key: ClassVar[str] = "leave-one-out"

    @property
    def shape(self) -> None:
        """One run of as many folds as there are items: the data decide."""
        return

    @property
    def test_to_train(self) -> None:
        """1 / (n - 1): the data decide."""
        return
