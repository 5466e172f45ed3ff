"""``bakeoff ledger``: how often test sets have been used."""

import csv
import io
import json as json_format
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.asked import Flag, Json
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural

if TYPE_CHECKING:
    from bakeoff.core.looks import Look
    from bakeoff.plan.ledger import Chain, TestSet

SHOWN = 20  # looks of a test set


def ledger(
    address: str | None = None,
    /,
    *,
    export: str | None = None,
    verify: Flag = False,
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """List the looks at each test set that a ledger has recorded.

    Parameters
    ----------
    address
        The ledger: a file, or postgres://user@host/name (default: the variable BAKEOFF_LEDGER).
    export
        Write all looks to this file: .csv or .jsonl.
    verify
        Do not list the looks if one was changed or removed. The exit code is 2 then, also without the
        option.
    quiet
        Print one line for each test set.
    """
    import os

    from bakeoff.cli.asked import VARIABLE
    from bakeoff.plan.ledger import Ledger, by_test_set

    place = address or os.environ.get(VARIABLE, "")
    if not place:
        raise InputError(f"no ledger is named; expected bakeoff ledger FILE, or the variable {VARIABLE}")
    if export is not None and Path(export).suffix not in (".csv", ".jsonl"):
        raise InputError(f"--export is {export!r}; expected a file that ends in .csv or .jsonl")
    with Ledger(place, create=False) as kept:
        looks, chain = kept.looks(), kept.verify()
        name = kept.name
    if export is not None:
        _export(looks, export, chain)
    if chain.intact or not verify:
        if json:
            _print_json(by_test_set(looks), chain)
        else:
            _print(by_test_set(looks), chain, quiet=quiet)
        sys.stdout.flush()
    if chain.broken_at is not None:
        raise InputError(
            f"the ledger {name} was changed: look {chain.broken_at} is not what was recorded, or looks "
            f"before it are missing; no look from there on can be trusted: compare it with a copy"
        )


def _print_json(sets: "Sequence[TestSet]", chain: "Chain") -> None:
    from bakeoff.report.terminal import print_json

    told = [
        {
            "items": each.items,
            "by": each.by,
            "n": each.n,
            "decided": each.decided,
            "ladders": each.ladders,
            "looks": [look.to_dict() | {"intact": chain.holds(look)} for look in each.looks],
        }
        for each in sets
    ]
    state = {"looks": chain.looks, "intact": chain.intact, "broken_at": chain.broken_at, "head": chain.head}
    print_json({"test_sets": told, "chain": state})


def _print(sets: "Sequence[TestSet]", chain: "Chain", *, quiet: bool) -> None:
    from bakeoff.core.written import aligned
    from bakeoff.report.words.looks import HEAD, KNOWN

    lines = []
    for each in sets:
        ladders = "".join(f"; ladder: {metric} {value:.6g}" for metric, value in each.ladders.items())
        lines.append(
            f"Test set {each.items[:12]}: {plural(each.n, 'item')}, {plural(len(each.looks), 'look')}, "
            f"{each.decided} decided something{ladders} ({KNOWN[each.by]})"
        )
        if not quiet:
            more = len(each.looks) - SHOWN
            rows = [HEAD, *(_row(look, chain) for look in each.looks[-SHOWN:])]
            lines += [f"  {row}" for row in aligned(rows, right=(0, 6, 7))]
            if more > 0:
                lines.append(f"  ... and {plural(more, 'earlier look')}; --json and --export have all")
            lines.append("")
    state = "all as recorded" if chain.intact else f"look {chain.broken_at} is not what was recorded"
    lines.append(
        f"{plural(chain.looks, 'look')} at {plural(len(sets), 'test set')}, {state}; "
        f"last hash {chain.head or 'none'}"
    )
    sys.stdout.write("\n".join(lines) + "\n")


def _row(look: "Look", chain: "Chain") -> tuple[str, ...]:
    from bakeoff.report.words.looks import look_row
    from bakeoff.report.words.verdict import visible

    number, *rest = look_row(look)
    return (number if chain.holds(look) else f"{number} (not as recorded)", *map(visible, rest))


def _inert(value: object) -> object:
    """A cell that no spreadsheet takes for a formula; --export to .jsonl has the text itself."""
    formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if formula else value


def _export(looks: "Sequence[Look]", file: str, chain: "Chain") -> None:
    rows = [each.to_dict() | {"intact": chain.holds(each)} for each in looks]
    from bakeoff.report.files import write

    text = io.StringIO()
    if file.endswith(".jsonl"):
        text.writelines(json_format.dumps(row, allow_nan=False) + "\n" for row in rows)
    else:
        from dataclasses import fields

        from bakeoff.core.looks import Look

        names = [*(each.name for each in fields(Look)), "intact"]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            told = {**row, "names": " | ".join(row["names"])}
            writer.writerow({name: _inert(value) for name, value in told.items()})
    write(file, text.getvalue())
    sys.stderr.write(f"note: {plural(len(rows), 'look')} written to {file}\n")
