"""Run the suite, or some parts: ``python -m chaos [PART ...] [--seed N] [--minutes M] [--write]``.

Each part has a number of cases and a share of the time; the outcome is printed. ``--write`` puts the figures
into docs/reliability.md. The exit code is 1 where any case failed.
"""

import argparse
import importlib
import sys

from chaos.part import FAILED, Part
from chaos.report import row, write

QUICK = "faults"  # counted, not timed: the same cases on every machine
# Cases, and seconds of 20 minutes.
PARTS = {
    "faults": (1000, 240),
    "kills": (1000, 400),
    "full_disk": (200, 120),
    "bit_flips": (500, 80),
    "mutated_inputs": (10_000, 220),
    "hostile_requests": (2000, 140),
}


def main() -> int:
    """Run the requested parts."""
    options = argparse.ArgumentParser(prog="python -m chaos", description=__doc__.splitlines()[0])
    options.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minutes", type=float, default=20.0, help="for all parts; each has its share")
    options.add_argument("--write", action="store_true", help="put the figures into docs/reliability.md")
    options.add_argument("--quick", action="store_true", help=f"all cases of {QUICK} alone")
    asked = options.parse_args()
    if asked.quick:
        asked.parts, asked.minutes = [QUICK], 24 * 60.0
    share = asked.minutes * 60 / sum(seconds for _, seconds in PARTS.values())
    failed = 0
    for key in asked.parts or PARTS:
        if key not in PARTS:
            options.error(f"there is no part {key!r}; expected some of {', '.join(PARTS)}")
        target, seconds = PARTS[key]
        part = Part(key, target, seconds * share, asked.seed)
        importlib.import_module(f"chaos.{key}").run(part)
        failed += part.outcomes[FAILED]
        print(row(part), flush=True)
        if asked.write:
            write(part)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
