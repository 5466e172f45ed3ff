"""How a difference is said."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """How a difference is said: in ``factor`` times the estimate, of what, and whether less is better.

    >>> Unit("accuracy", 100.0).amount("1.5"), Unit("log loss", 1.0, points=False, less=True).amount("0.03")
    ('1.5 points of accuracy', '0.03 less log loss')
    """

    subject: str
    factor: float
    points: bool = True
    less: bool = False

    def amount(self, size: str) -> str:
        """A size with its unit."""
        link = "less" if self.less else "of"
        return f"{size} points {link} {self.subject}" if self.points else f"{size} {link} {self.subject}"


POINTS = Unit("accuracy", 100.0)
