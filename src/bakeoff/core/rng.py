"""Seeds form a tree keyed by what is computed, not by the order of computing.

``generator(rng, "fold", 3)`` always gives the same stream, so the number
of workers, their order and a resume cannot change a bit of the answer.
"""

import hashlib
import numbers
from typing import TYPE_CHECKING

from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    import numpy as np

    from bakeoff.core.arrays import Rng


def root_entropy(rng: "Rng") -> int:
    """The number at the root of the tree. A Generator draws one; None means 0."""
    if rng is None:
        return 0
    if isinstance(rng, numbers.Integral) and not isinstance(rng, bool):
        if rng < 0:
            raise InputError(f"rng is {rng}; expected a whole number of at least 0")
        return int(rng)
    if hasattr(rng, "integers"):
        return int(rng.integers(2**63))
    raise InputError(f"rng is {rng!r}; expected a whole number or a numpy Generator")


def generator(rng: "Rng", *path: object) -> "np.random.Generator":
    """The generator at one place of the tree.

    >>> bool(generator(7, "fold", 3).random() == generator(7, "fold", 3).random())
    True
    >>> bool(generator(7, "fold", 3).random() == generator(7, "fold", 4).random())
    False
    """
    import numpy as np

    digest = hashlib.blake2b(digest_size=16)
    for step in path:
        # The type and length keep ("1",) apart from (1,) and ("ab", "c") from ("a", "bc").
        word = f"{type(step).__name__}:{step}"
        digest.update(f"{len(word)}:{word}".encode())
    entropy = [root_entropy(rng), int.from_bytes(digest.digest(), "little")]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy)))
