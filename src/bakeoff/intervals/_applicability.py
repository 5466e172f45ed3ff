"""Where the normal approximation to a rate may be used: four published rules of thumb."""

from dataclasses import dataclass

from bakeoff.core.exceptions import InputError
from bakeoff.intervals._counts import counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Applicability:
    """What four rules say about the normal approximation, and which interval to take."""

    errors: int
    n: int
    hodges_lehmann: bool
    anderson_sclove: bool
    mendenhall: bool
    honavar: bool
    recommended: str
    recommendation: str


def applicability(errors: int, n: int) -> Applicability:
    """Ask four rules of thumb whether a normal approximation holds for errors among n items (INT-7).

    With ``eps = errors / n``: Hodges and Lehmann ``n eps (1 - eps) >= 10``; Anderson and Sclove
    ``n eps >= 5`` and ``n (1 - eps) >= 5``; Mendenhall ``0 < eps -+ 2 s < 1`` with
    ``s = sqrt(eps (1 - eps) / n)``; Honavar ``n eps (1 - eps) >= 5`` or ``n >= 30``. The first three
    are from M&H 1996, section 2.1, whose own advice is Beta limits for fewer than 10 errors; by
    symmetry that holds for fewer than 10 successes too.

    Examples
    --------
    >>> rules = applicability(8, 100)
    >>> rules.hodges_lehmann, rules.anderson_sclove, rules.mendenhall, rules.honavar
    (False, True, True, True)
    >>> rules.recommended
    'jeffreys'
    """
    m, M = _single(errors, n)
    spread = m * (M - m)
    # In whole numbers, so that a case that lies on a boundary is decided exactly.
    hodges_lehmann = spread >= 10 * M
    recommended, recommendation = _advice(m, M, hodges_lehmann)
    return Applicability(
        errors=m,
        n=M,
        hodges_lehmann=hodges_lehmann,
        anderson_sclove=min(m, M - m) >= 5,
        mendenhall=min(m, M - m) * (M + 4) > 4 * M,
        honavar=spread >= 5 * M or M >= 30,
        recommended=recommended,
        recommendation=recommendation,
    )


def _single(errors: int, n: int) -> tuple[int, int]:
    m, M, single = counts(errors, n)
    if not single:
        raise InputError("errors and n hold several numbers; applicability judges one case at a time")
    return int(m), int(M)


def _advice(m: int, M: int, normal_enough: bool) -> tuple[str, str]:
    for count, one, many in ((m, "error", "errors"), (M - m, "success", "successes")):
        if count < 10:
            what = one if count == 1 else many
            text = f"{count} {what}, fewer than 10: use jeffreys; no normal approximation can be trusted here"
            return "jeffreys", text
    if normal_enough:
        return "wilson", "wilson or jeffreys; the textbook interval may do as well"
    return "wilson", "wilson or jeffreys; too few errors or successes for the textbook interval"
