"""How claims in words are interpreted: one narrow range for each wording, wherever it is printed.

A range is chosen by the wording alone, never by the result. docs/papers.md lists them.
"""

import math

Range = tuple[float, float]

RISES: Range = (math.nextafter(0.0, 1.0), math.inf)
FALLS: Range = (-math.inf, math.nextafter(0.0, -1.0))
SMALLER: Range = (0.0, math.nextafter(1.0, 0.0))  # of a ratio
NONE: Range = (0.0, 0.0)  # of a count of cases that say otherwise
FEW: Range = (2.0, 5.0)
SLIGHT = 5.0  # points
SLIGHTLY_MORE: Range = (RISES[0], SLIGHT)
SLIGHTLY_LESS: Range = (-SLIGHT, FALLS[1])
MUCH = 2.0  # times
NEARLY = 0.1  # of the number itself
POOR: Range = (-0.5, 0.5)  # of a correlation
VERY = 0.5  # times what the word allows without "very"
MOSTLY: Range = (math.nextafter(50.0, 51.0), 100.0)  # per cent
STRICT = 1.1  # times the level: Bradley's strict criterion of robustness
LIBERAL = 0.5  # times the level: Bradley's liberal criterion, on the conservative side

# For the reader: the wording, and the range.
READINGS = (
    ("increases, decreases, more, less, lower, higher, negative", "the sign alone; 0 is neither"),
    ("never, all, always, constant", "no exception in what is counted"),
    ("a few", "2 to 5"),
    ("about, circa, up to", "within a tenth of the number"),
    ("mostly", "more than half"),
    ("slightly", "the sign, by at most 5 points"),
    ("much higher", "at least twice"),
    ("poorly correlated", "a correlation from -0.5 to 0.5"),
    ("very (low, poor)", "half of what the word allows without it"),
    (
        "acceptable, exceeds, of false alarms",
        "at most, or above, 1.1 times the level (Bradley 1978, strict criterion)",
    ),
    (
        "somewhat conservative",
        "below the level and at least half of it (Bradley 1978, liberal criterion)",
    ),
    ("on the line, of a plot of quantiles", "within three standard errors of one plot, as a number"),
)


def about(number: float) -> Range:
    """Within a tenth.

    >>> about(40.0)
    (36.0, 44.0)
    """
    low, high = sorted((number * (1 - NEARLY), number * (1 + NEARLY)))
    return low, high


def very(allowed: Range) -> Range:
    """Half of what the word allows.

    >>> very(POOR)
    (-0.25, 0.25)
    """
    return allowed[0] * VERY, allowed[1] * VERY


def acceptable(level: float) -> Range:
    """False alarms that are no more than the level allows, in its own units.

    >>> [round(end, 6) for end in acceptable(5.0)]
    [0.0, 5.5]
    """
    return 0.0, STRICT * level


def too_many(level: float) -> Range:
    """False alarms above what is acceptable; 100 is per cent."""
    return math.nextafter(STRICT * level, math.inf), 100.0


def conservative(level: float) -> Range:
    """Somewhat fewer false alarms than the level."""
    return LIBERAL * level, math.nextafter(level, 0.0)
