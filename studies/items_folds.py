"""Choose the weights of the items-and-folds test on some families of worlds and confirm them on others.

    python -m studies.items_folds [--draws 500] [--replicated 40] [--store FILE]

Writes docs/items-folds.md and the summary in docs/measured.md. D is the mean difference under ten runs of ten
folds, and each candidate is a variance V of D: D / sqrt(V) is compared with Student's t with 99 degrees of
freedom (49 with five runs), or at most n / 2 where V has a guard. What is drawn is kept in the store, so that
the command resumes where it was stopped, and other candidates can be tried on the same data sets.
"""

import argparse
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from studies._drawing import RNG, lab_settings, material
from studies._families import CHOSEN_ON, LIMITS, WORLDS
from studies._weighing import (
    CANDIDATES,
    CHOICE,
    Candidate,
    Drawn,
    agreement,
    bias_and_variance,
    coverage,
    p_values,
    power,
    rejected,
    worst,
)

from bakeoff.lab.responses import versions
from bakeoff.read.run_store import RunStore

DOCS = Path(__file__).parents[1] / "docs"
FILE, SUMMARY = DOCS / "items-folds.md", DOCS / "measured.md"
BEGIN, END = (
    "<!-- items and folds: made by python -m studies.items_folds -->",
    "<!-- end of items and folds -->",
)
SHOWN = (*("NB", "2 it + 0.5 nb", "2 it + nb", "3 it + 0.5 nb"), CHOICE.name)
Cells = Iterable[str]


def markdown(headings: Cells, rows: Iterable[Cells]) -> str:
    """A table."""
    head = tuple(headings)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def keys_of(kind: str) -> list[str]:
    """The null worlds of the lab, those chosen on, those confirmed on, or those known to fail (limits)."""
    if kind == "lab":
        return [key for key, each in lab_settings().items() if each.null]
    return [world.key for world in WORLDS if world.null and role_of(world.family) == kind]


def role_of(family: str) -> str:
    """What a family of worlds is for."""
    return "limits" if family in LIMITS else "chosen" if family in CHOSEN_ON else "confirmed"


def differing(kind: str) -> list[str]:
    """Worlds with a difference, of the lab or others."""
    if kind == "lab":
        return [key for key, each in lab_settings().items() if not each.null]
    return [world.key for world in WORLDS if not world.null and role_of(world.family) != "limits"]


def truths(drawn: Drawn) -> dict[str, float]:
    """The true difference of each world that has one."""
    measured = {key: float(found[0]) for key, found in drawn["truth"].items()}
    return measured | {key: lab_settings()[key].difference for key in differing("lab")}


def percent(share: float, digits: int = 1) -> str:
    """A share in per cent."""
    return f"{100 * share:.{digits}f}"


def candidate_row(drawn: Drawn, candidate: Candidate) -> tuple[str, ...]:
    """Worst size by kind of world, power, adjusted power, lowest coverage and agreement."""
    null = {kind: keys_of(kind) for kind in ("lab", "chosen", "confirmed", "limits")}
    known = truths(drawn)
    lab, others = ({key: known[key] for key in differing(kind)} for kind in ("lab", "others"))
    powers = (
        power(drawn, candidate, lab, null["lab"]),
        power(drawn, candidate, others, null["chosen"] + null["confirmed"]),
    )
    alike = agreement(drawn, candidate)
    return (
        candidate.name,
        *(percent(worst(drawn, candidate, keys)[0]) for keys in null.values()),
        *(" / ".join(percent(each[at]) for each in powers) for at in (0, 1)),
        percent(min(coverage(drawn, candidate, key, value) for key, value in {**lab, **others}.items()), 0),
        f"{percent(min(alike), 0)} / {percent(sum(alike) / len(alike), 0)}",
    )


def summary(drawn: Drawn) -> str:
    """One row for each candidate."""
    headings = (
        "V",
        "lab",
        "chosen on",
        "confirmed on",
        "limits",
        "power",
        "adjusted power",
        "coverage",
        "agreement",
    )
    rows = [candidate_row(drawn, each) for each in CANDIDATES]
    return markdown(headings, rows)


def by_family(drawn: Drawn) -> str:
    """The worst world of each family."""
    shown = [each for each in CANDIDATES if each.name in SHOWN]
    families = dict.fromkeys(world.family for world in WORLDS if world.null)
    rows = [_family_row("the lab's settings", "chosen", keys_of("lab"), drawn, shown)]
    for family in families:
        keys = [world.key for world in WORLDS if world.null and world.family == family]
        rows.append(_family_row(family, role_of(family), keys, drawn, shown))
    return markdown(("family", "role", "worlds", "data sets", *SHOWN, "worst world"), rows)


def _family_row(
    family: str, role: str, keys: list[str], drawn: Drawn, shown: list[Candidate]
) -> tuple[str, ...]:
    found = [worst(drawn, each, keys) for each in shown]
    where = found[SHOWN.index(CHOICE.name)][1].removeprefix(f"{family}: ")
    sizes = sorted({len(drawn["main"][key]) for key in keys})
    drawn_sets = " to ".join(dict.fromkeys(f"{each}" for each in (sizes[0], sizes[-1])))
    return (family, role, str(len(keys)), drawn_sets, *(percent(size) for size, _ in found), where)


def by_world(drawn: Drawn) -> str:
    """Every null world."""
    shown = [each for each in CANDIDATES if each.name in SHOWN]
    rows = [
        (key, str(len(drawn["main"][key])), *(f"{100 * rejected(drawn, each, key):.1f}" for each in shown))
        for key in [*keys_of("chosen"), *keys_of("confirmed"), *keys_of("limits")]
    ]
    return markdown(("world", "data sets", *SHOWN), rows)


def by_stratification(drawn: Drawn) -> str:
    """What stratified folds do to D, and to the size and power of the choice."""
    true, rows = truths(drawn), []
    for key in drawn["loose"]:
        truth = true.get(key, 0.0)
        cells = [bias_and_variance(drawn[kind][key], truth) for kind in ("main", "loose")]
        sizes = [(p_values(drawn[kind][key], CHOICE) < 0.05).mean() for kind in ("main", "loose")]
        rows.append(
            (
                key,
                *(f"{100 * bias:.1f}" for bias, _ in cells),
                f"{cells[1][1] / cells[0][1]:.2f}" if cells[0][1] else "",
                *(f"{100 * size:.1f}" for size in sizes),
            )
        )
    headings = (
        "world",
        "bias, stratified",
        "bias, not",
        "variance, not to stratified",
        "decided",
        "decided, not",
    )
    return markdown(headings, rows)


def coinciding(drawn: Drawn) -> str:
    """The coverage where learners give the same answers in some data sets."""
    (key,) = (world.key for world in WORLDS if world.family == "coinciding learners")
    share = coverage(drawn, CHOICE, key, truths(drawn)[key])
    return f"Coverage with {CHOICE.name} in the world of {key}: {percent(share, 0)}."


def made_by(given: argparse.Namespace) -> str:
    """The command, the day and the versions."""
    command = f"python -m studies.items_folds --draws {given.draws} --replicated {given.replicated}"
    return (
        f"Made by `{command}` on {datetime.now(UTC).date().isoformat()} with {versions().words}, Python "
        f"{platform.python_version()} (rng {RNG})."
    )


def page(drawn: Drawn, given: argparse.Namespace) -> str:
    """The page as markdown."""
    return INTRODUCTION.format(
        made=made_by(given),
        summary=summary(drawn),
        coinciding=coinciding(drawn),
        families=by_family(drawn),
        stratified=by_stratification(drawn),
        worlds=by_world(drawn),
    )


INTRODUCTION = """# The weights of the items-and-folds test

{made}

All figures are in per cent at a nominal 5 %. it is the variance over the items of their mean differences,
divided by n. nb is the corrected variance of Nadeau and Bengio. m is the variance between models that were
trained on different parts of the data. A candidate with "at least" is the larger one of two, and is compared
with t with at most n / 2 degrees of freedom. V is at least 2 / n^2 where errors are counted. The choice is
{choice}.

Learners are equally good for one of two reasons: labels are independent of attributes and all classes as
likely, or one learner is shown one of two blocks of attributes that may change places.
`studies/_families.py` lists all worlds.

lab, chosen on, confirmed on, limits: the highest false-alarm rate in any world of that kind. The choice was
made on the lab's settings and on these families: {chosen}. It was confirmed on the others. Limits are
families in which it misses its level: {limits}. A rate p has a standard error of
sqrt(p (1 - p) / data sets), and the highest of many rates overestimates the true value.

Power is the mean share of data sets in which the better learner was found, in the lab and in the other worlds
with a difference. Adjusted power is that at the level which brings the worst null world to 5 %; limits and
worlds with fewer than 100 data sets are left out. Coverage is the lowest share of 95 % intervals that contain
the true difference, limits left out. Agreement is the lowest and the mean share of data sets in which ten
partitions gave the same decision.

{{summary}}

{{coinciding}}

## By family

{{families}}

## Stratified and unstratified folds

Bias is the mean of D minus the true difference, in points. The ratio is that of the variance of D with
unstratified folds to that with stratified ones. Decided is the share of data sets in which the choice
found a difference: false alarms where the learners are equally good, power where they are not.

{{stratified}}

## All worlds without a difference

{{worlds}}
""".format(made="{made}", choice=CHOICE.name, chosen=", ".join(CHOSEN_ON), limits=", ".join(LIMITS))


def with_summary(text: str, drawn: Drawn, given: argparse.Namespace) -> str:
    """The page of measured error rates with its summary written again."""
    before, rest = text.split(BEGIN)
    made = f"{made_by(given)}\n\n{summary(drawn)}\n\n{by_family(drawn)}"
    return f"{before}{BEGIN}\n{made}\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Draw, weigh and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--replicated", type=int, default=40)
    parser.add_argument("--store", default="items-folds.bakeoff")
    given = parser.parse_args()
    with RunStore(given.store) as store:
        drawn = material(given.draws, given.replicated, store)
    FILE.write_text(page(drawn, given), encoding="utf-8")
    SUMMARY.write_text(with_summary(SUMMARY.read_text(encoding="utf-8"), drawn, given), encoding="utf-8")


if __name__ == "__main__":
    main()
