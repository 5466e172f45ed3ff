"""What caveats mean for a paper: which void the numbers, which limit them, each in short words."""

from collections.abc import Callable, Iterable, Sequence

from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.methods import METHODS

# With these nothing can be concluded, whatever the numbers are.
VOID = {
    "tuned-on-test": "The test items helped to choose what is compared, so the estimates are "
    "too optimistic and neither the p-value nor the interval is valid",
    "no-variation": "The scores do not vary, so the p-value is no evidence of a difference",
    "unsound-method": "The test is not sound",
    "nominal-df": "Runs and folds share data, which these degrees of freedom do not allow for, so false "
    "alarms are more frequent than alpha",
    "unpaired-formula": "The formula is for independent samples, but these scores are paired",
    "scores-out-of-range": "Some scores lie outside the range of the metric, so they may measure something "
    "else",
    "labels-never-meet": "Some labels seem to be written in two ways, so correct predictions may have been "
    "counted as errors",
    "positive-never-true": "The positive class does not occur among the items",
    "auc-below-half": "Both models are worse than chance, so the wrong class may have been taken as positive",
    "no-width": "The scores do not vary, so the interval has no width and does not show equivalence",
}
# Where the title of the record is not what limits a paper.
SHORT = {
    "unsound-method": "a method that is not sound",
    "half-the-data": "training sets of half of the data",
    "same-items": "a formula for two test sets, on what may be one",
    "no-errors": "a model without a single error, as on items that it was trained on",
}
# What the paragraph says elsewhere, or what helps to read the report alone.
SAID = ("many-tried", "interval-overlap", "name-of-two-meanings", "calibrated-here")


def short(caveat: Caveat) -> str:
    """A caveat in a few words.

    >>> short(Caveat(key="tuned-on-test", text=""))
    'tuning on the test data'
    """
    if caveat.key in SHORT:
        return SHORT[caveat.key]
    return BY_KEY[caveat.key].title if caveat.key in BY_KEY else caveat.text


def is_void(verdict: Verdict) -> bool:
    """Whether a caveat takes the meaning from the numbers."""
    return any(caveat.key in VOID for caveat in verdict.caveats)


def warning(verdicts: Sequence[Verdict]) -> str:
    """What voids verdicts, to be told beside them; of how many, where not of all."""
    found = _counted(verdicts, lambda each: short(each) if each.key in VOID else "")
    return f"No conclusion follows from this: {'; '.join(found)}" if found else ""


def void_sentences(verdicts: Sequence[Verdict]) -> list[str]:
    """What voids verdicts, as sentences without full stops."""
    return _counted(verdicts, lambda each: VOID.get(each.key, ""), why=True)


def limitations(verdicts: Iterable[Verdict]) -> list[str]:
    """What limits verdicts without voiding them, each once and in a few words."""
    every = [caveat for verdict in verdicts for caveat in verdict.caveats]
    return list(dict.fromkeys(short(each) for each in every if each.key not in VOID and each.key not in SAID))


def _counted(verdicts: Sequence[Verdict], tell: Callable[[Caveat], str], *, why: bool = False) -> list[str]:
    found: dict[str, int] = {}
    for verdict in verdicts:
        said = {(tell(each), each.key): None for each in verdict.caveats if tell(each)}
        for text, key in said:
            whole = f"{text}{_unsound(verdict)}" if why and key == "unsound-method" else text
            found[whole] = found.get(whole, 0) + 1
    return [
        text if times == len(verdicts) else f"{text} (in {times} of {len(verdicts)} comparisons)"
        for text, times in found.items()
    ]


def _unsound(verdict: Verdict) -> str:
    """What is wrong with a method; what to use instead is advice for its user, not for readers."""
    record = METHODS[verdict.result.method]
    return f" ({record.title}): {record.unsound}"
