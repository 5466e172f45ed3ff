"""Damaged logs of other programs: ``python -m benchmarks.mutated_logs [COUNT [FORMAT ...]]``, 2,000 of each.

Prints what came of them, the slowest, and the most memory. The exit code is 1 where anything but a reading or
one clear line came out, one took 20 s or longer, or more than 1 GB was held. Linux only.
"""

import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.properties.mutating import cases, formats

SECONDS, MEGABYTES = 20.0, 1000.0


def main(count: int, names: list[str]) -> int:
    """Run all formats, or some, and print a line for each."""
    failed, every = False, formats()
    for name, form in ((name, every[name]) for name in names or every):
        found: Counter[str] = Counter()
        slowest = 0.0
        with tempfile.TemporaryDirectory() as folder:
            for at, run in enumerate(cases(form, Path(folder), count, seed=2)):
                start = time.process_time()
                try:
                    found[run()] += 1
                except Exception:
                    found["TRACEBACK"] += 1
                    print(f"{name}, case {at}:\n{traceback.format_exc(limit=-4)}")
                slowest = max(slowest, time.process_time() - start)
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        failed |= bool(found["TRACEBACK"]) or slowest >= SECONDS or held >= MEGABYTES
        told = ", ".join(f"{key} {value}" for key, value in sorted(found.items()))
        print(f"{name:<14} {count} files: {told}; slowest {slowest:.2f} s, {held:.0f} MB", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2:]))
