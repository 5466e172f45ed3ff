"""Measure every method on fold scores and paired items in settings whose truth is known, and store it.

    python -m studies.risk [--draws 1000] [--replicated 200] [--jobs 2] [--store FILE] [--only METHOD ...]

Writes src/bakeoff/measured/risk.json: for each procedure and setting the number of data sets on which it
decided at each level, on which its interval held the truth, and on which ten repetitions agreed. What is
finished is kept in the store, so that the command resumes where it was stopped. With --only the other
methods keep the entries that they have; procedures that have none yet are measured, too.
"""

import argparse
import json
import platform
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from studies._procedures import PROCEDURES, REPLICATED, RESAMPLES

import bakeoff
from bakeoff.core.design import in_words
from bakeoff.lab.answers import can_rank
from bakeoff.lab.own_setting import training_size
from bakeoff.lab.populations._settings import Setting, setting, settings
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.responses import Measuring, Responses, responses, versions
from bakeoff.lab.study import REPETITIONS, finding, truth_of
from bakeoff.measured import tables
from bakeoff.read.run_store import RunStore

FILE = Path(tables.__file__).with_name(tables.FILE)
RNG = 4  # other data than those that the settings were measured with
PREFERRED = 0.05
NOISE = ("fair-attributes", "uniform-attributes", "many-valued-noise", "normal-noise")
SLOWER = 4  # methods that resample get a part of the data sets


def suits(each: Setting, procedure: Procedure) -> bool:
    """Whether the truth of a setting is known at the training size of a procedure.

    Learners that were made equal are so at one size alone.
    """
    if procedure.of_ranks:
        equal = not each.null and each.population in NOISE  # in areas, though not in accuracy
        return can_rank(each) and ":train-" not in each.key and not equal
    if ":train-" not in each.key:
        return True
    return training_size(each, procedure.design) == each.train


def measure(key: str, draws: int, replicated: int, only: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What all procedures that suit a setting did in it, or those of some methods alone."""
    each, known = setting(key), kept() if only else {}
    asked = [
        procedure
        for procedure in PROCEDURES
        if not only or procedure.method in only or _place_of(procedure) not in known
    ]
    chosen = [procedure for procedure in asked if suits(each, procedure)]
    slow = [procedure for procedure in chosen if "resamples" in procedure.options]
    quick = [procedure for procedure in chosen if procedure not in slow]
    return _rows(each, quick, draws, replicated) + _rows(each, slow, draws // SLOWER, replicated // SLOWER)


def _rows(each: Setting, procedures: list[Procedure], draws: int, replicated: int) -> list[dict[str, Any]]:
    found = responses(each, procedures, Measuring(draws=draws, rng=RNG))
    again: list[Responses | None] = [None] * len(procedures)
    if each.key in REPLICATED:
        again = list(
            responses(each, procedures, Measuring(draws=replicated, rng=RNG, repetitions=REPETITIONS))
        )
    return [_row(judged, repeated) for judged, repeated in zip(found, again, strict=True)]


def _row(judged: Responses, repeated: Responses | None) -> dict[str, Any]:
    question = "size" if judged.setting.null else "power"
    counts = [finding(question, judged, level).count for level in tables.LEVELS]  # type: ignore[arg-type]
    covered = finding("coverage", judged, PREFERRED)
    row = {
        "procedure": PROCEDURES.index(judged.procedure),
        "draws": covered.draws,
        "decided": counts,
        "covered": covered.count,
        "truth": round(covered.truth, 6),
        "null": judged.setting.null,
        # A decision for the worse one is none, however small its p-value.
        "p_values": np.where(_right_way(judged), judged.p_value[0], 1.0).round(5).tolist(),
    }
    if repeated is not None:
        row |= {
            "repeated": repeated.p_value.shape[1],
            "agreed": finding("replicability", repeated, PREFERRED).count,
        }
    return row


def _right_way(judged: Responses) -> Any:
    if judged.setting.null:
        return np.ones(judged.p_value[0].shape, dtype=bool)
    return judged.direction[0] == np.sign(truth_of(judged.setting, judged.procedure))


def adjusted(rows: dict[str, dict[str, Any]]) -> dict[str, float]:
    """The level at which the worst null setting is at 5 %, and the mean power there."""
    null = [np.sort(row["p_values"]) for key, row in rows.items() if setting(key).null]
    # Just below the p-value that the 5 % of data sets with the smallest do not reach.
    level = min(each[int(PREFERRED * len(each))] for each in null)
    power = [np.mean(np.array(row["p_values"]) < level) for key, row in rows.items() if not setting(key).null]
    return {"level": round(float(level), 6), "power": round(float(np.mean(power)), 5)}


def table(
    measured: dict[str, list[dict[str, Any]]], before: dict[tuple[str, str, str], dict[str, Any]]
) -> list[dict[str, Any]]:
    """One entry for each procedure, with all settings that it was measured in, now or before."""
    entries = []
    for at, procedure in enumerate(PROCEDURES):
        rows = {key: row for key, found in measured.items() for row in found if row["procedure"] == at}
        if not rows:
            entries.append(before[_place_of(procedure)])
            continue
        entries.append(
            {
                "method": procedure.method,
                "design": in_words(procedure.design),
                "options": _options(procedure),
                "halvings": procedure.halvings,
                "fits": procedure.fits,
                "adjusted": adjusted(rows),
                "settings": {
                    key: {k: v for k, v in row.items() if k not in ("procedure", "p_values")}
                    for key, row in rows.items()
                },
            }
        )
    return entries


def _options(procedure: Procedure) -> dict[str, Any]:
    return {k: v for k, v in procedure.options.items() if k != "resamples"}


def _place_of(procedure: Procedure) -> tuple[str, str, str]:
    return _place(procedure.method, in_words(procedure.design), _options(procedure))


def _place(method: str, design: str, options: dict[str, Any]) -> tuple[str, str, str]:
    """What identifies an entry."""
    return method, design, json.dumps(options, sort_keys=True)


def kept() -> dict[tuple[str, str, str], dict[str, Any]]:
    """The entries that the file has."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))["procedures"]
    return {_place(each["method"], each["design"], each["options"]): each for each in entries}


def run(keys: Iterable[str], store: RunStore, given: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Measure all settings, those that are not finished in the given number of processes."""
    names = {
        key: f"risk {given.draws} {given.replicated} {len(PROCEDURES)} {given.only} {key}" for key in keys
    }
    left = [key for key, name in names.items() if store.kept(name) is None]
    found = Parallel(n_jobs=given.jobs, return_as="generator")(
        delayed(measure)(key, given.draws, given.replicated, tuple(given.only)) for key in left
    )
    for at, (key, rows) in enumerate(zip(left, found, strict=True), 1):
        store.keep(names[key], json.dumps(rows))
        sys.stderr.write(f"{at} of {len(left)}: {key}\n")
    return {key: json.loads(store.kept(name) or "") for key, name in names.items()}


def _command(given: argparse.Namespace) -> str:
    """What made the table: the commands that measured the other entries stay, before that for some."""
    asked = f"python -m studies.risk --draws {given.draws} --replicated {given.replicated}"
    if not given.only:
        return asked
    before = json.loads(FILE.read_text(encoding="utf-8"))["about"]["command"].split("; ")
    only = f" --only {' '.join(given.only)}"
    return "; ".join([*(each for each in before if not each.endswith(only)), asked + only])


def main() -> None:
    """Measure and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--replicated", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--store", default="risk.bakeoff")
    parser.add_argument("--only", nargs="+", default=[], metavar="METHOD")
    given = parser.parse_args()
    with RunStore(given.store) as store:
        store.hold_to([versions()])
        measured = run(settings(), store, given)
    about = {
        "command": _command(given),
        "date": datetime.now(UTC).date().isoformat(),
        "versions": f"bakeoff {bakeoff.__version__}, {versions().words}, Python {platform.python_version()}",
        "rng": RNG,
        "resamples": RESAMPLES,
        "levels": tables.LEVELS,
    }
    entries = ",\n".join(f"  {json.dumps(entry)}" for entry in table(measured, kept() if given.only else {}))
    FILE.write_text(
        f'{{\n "about": {json.dumps(about)},\n "procedures": [\n{entries}\n ]\n}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main()
