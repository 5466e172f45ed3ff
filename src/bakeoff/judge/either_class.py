"""Conclusions that rest on a guessed positive class: what the same data say about the other class."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from bakeoff.core.exceptions import BakeoffError, InputError
from bakeoff.core.gate import Gate
from bakeoff.core.ranking import Ranking
from bakeoff.core.result import Decision
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.labels import mark_as_doubtful
from bakeoff.read.values import shown

Found = TypeVar("Found", Verdict, Gate, Ranking)
SAYS = {"a-better": "{0} is better", "b-better": "{1} is better", "equivalent": "both are equivalent"}
OPPOSITE = {"a-better", "b-better"}


@dataclass(frozen=True, kw_only=True)
class Guess:
    """A class that is taken as positive without being named, the other one, and the metric's key."""

    positive: object
    other: object
    metric: str

    def refusal(self, by_guess: str, by_other: str) -> InputError:
        """The error where both classes lead to different conclusions."""
        return InputError(
            f"{self.metric} needs a positive class, and none is named: if it is {shown(self.positive)}, "
            f"{by_guess}; if it is {shown(self.other)}, {by_other}; name one of them as positive"
        )


def verdict_by_either(verdict: Verdict, other: Callable[[], Verdict], guess: Guess) -> Verdict:
    """The verdict, refused where the other class would name the other model."""
    turned = _tried(other)
    if turned is None or turned.decision == verdict.decision:
        return verdict
    says, instead = (
        SAYS.get(each.decision, "nothing is decided").format(*each.names) for each in (verdict, turned)
    )
    if {verdict.decision, turned.decision} == OPPOSITE:
        raise guess.refusal(says, instead)
    return _doubted(verdict, guess, instead)


def known_by_either(
    known: tuple[Caveat, ...], decisions: tuple[Decision, Decision], names: tuple[str, str], guess: Guess
) -> tuple[Caveat, ...]:
    """Caveats on learners that were trained already, by the decisions for the guess and for the other class.

    A refusal would waste the training, so that a caveat says that nothing follows.
    """
    if decisions[0] == decisions[1]:
        return known
    instead = SAYS.get(decisions[1], "nothing is decided").format(*names)
    void = set(decisions) == OPPOSITE
    return mark_as_doubtful(known, _instead(guess, instead), "invalidates" if void else "casts-doubt")


def gate_by_either(gate: Gate, other: Callable[[], Gate], guess: Guess) -> Gate:
    """The gate, refused where it passes by one class only."""
    turned = _tried(other)
    if turned is None or turned.outcome == gate.outcome:
        return gate
    says, instead = (f"the outcome is {each.outcome}" for each in (gate, turned))
    if "pass" in (gate.outcome, turned.outcome):
        raise guess.refusal(says, instead)
    return _doubted(gate, guess, instead)


def ranking_by_either(ranking: Ranking, other: Callable[[], Ranking], guess: Guess) -> Ranking:
    """The ranking, refused where the other class decides a pair the other way or has other best models."""
    turned = _tried(other)
    if turned is None:
        return ranking
    better, against = (_better_than(each) for each in (ranking, turned))
    reversed_pair = next((pair for pair in sorted(better) if pair[::-1] in against), None)
    if reversed_pair is not None:
        first, second = reversed_pair
        raise guess.refusal(f"{first} is better than {second}", f"{second} is better than {first}")
    if better == against and set(ranking.best) == set(turned.best):
        return ranking
    return _doubted(ranking, guess, f"{len(against)} instead of {len(better)} pairs differ significantly")


def _better_than(ranking: Ranking) -> set[tuple[str, str]]:
    """The pairs that are decided, the better model first."""
    return {
        (each.a, each.b) if each.decision == "a-better" else (each.b, each.a)
        for each in ranking.pairs
        if each.decision in OPPOSITE
    }


def _tried(other: Callable[[], Found]) -> Found | None:
    """What the other class shows; None where it cannot be judged, as where no item belongs to it."""
    try:
        return other()
    except BakeoffError:
        return None


def _doubted(found: Found, guess: Guess, instead: str) -> Found:
    return replace(found, caveats=mark_as_doubtful(found.caveats, _instead(guess, instead)))


def _instead(guess: Guess, found: str) -> str:
    return f"if {shown(guess.other)} is the positive class, {found}"
