"""Two blocks of attributes that may change places: one learner errs as often on either."""

from bakeoff.lab.population import Attributes, View

FIRST, SECOND = "first-block", "second-block"


def block_views(attributes: int) -> dict[str, View]:
    """What a learner sees of items with two blocks of so many attributes each."""

    def first(X: Attributes) -> Attributes:
        return X[..., :attributes]

    def second(X: Attributes) -> Attributes:
        return X[..., attributes:]

    return {FIRST: first, SECOND: second}
