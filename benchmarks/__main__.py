"""Measure every figure and print the table; the exit code is 1 where a target is missed."""

import sys

from benchmarks.figures import FIGURES

ROW = "{:<30} {:<22} {:>10} {:>10}  {}"


def main() -> int:
    """Print measured, target and whether it was met."""
    print(ROW.format("what", "against", "measured", "target", ""))
    missed = 0
    for figure in FIGURES:
        measured = figure.measure()
        met = measured >= figure.target if figure.at_least else measured <= figure.target
        missed += not met
        values = (f"{value:.3g} {figure.unit}" for value in (measured, figure.target))
        print(ROW.format(figure.what, figure.against, *values, "ok" if met else "MISSED"), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
