"""How much memory an experiment takes: ``python -m benchmarks.memory`` prints megabytes by workers.

10x10 folds on 100,000 items with 20 attributes, two quick learners, every prediction kept in a store.
The exit code is 1 where one worker needs 1.5 GB or more. Linux only.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET = 1500
ITEMS, ATTRIBUTES = 100_000, 20
PAGE = 4096 / 1e6  # megabytes


def experiment(jobs: int, folder: str) -> None:
    """Run it once."""
    from sklearn.datasets import make_classification
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    from bakeoff import compare_learners

    X, y = make_classification(n_samples=ITEMS, n_features=ATTRIBUTES, random_state=0)
    compare_learners(
        GaussianNB(),
        DecisionTreeClassifier(max_depth=3),
        X,
        y,
        method="corrected-resampled-t",
        jobs=jobs,
        store=Path(folder, "store.bakeoff"),
    )


def resident(process: int) -> float:
    """Megabytes that a process and its children hold; what they share is counted for each."""
    try:
        held = int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return held + sum(resident(int(child)) for child in children)


def peak(jobs: int) -> tuple[float, float, float]:
    """Most megabytes held at once by the process and its workers, megabytes of the store, and seconds."""
    most, start = 0.0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        call = f"from benchmarks.memory import experiment; experiment({jobs}, {folder!r})"
        process = subprocess.Popen([sys.executable, "-c", call])
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        if process.returncode:
            raise SystemExit("the experiment failed")
        size = Path(folder, "store.bakeoff").stat().st_size / 1e6
    return most, size, time.perf_counter() - start


def main() -> int:
    """Print what one and two workers need."""
    missed = False
    for jobs, target in ((1, TARGET), (2, None)):
        most, size, seconds = peak(jobs)
        missed |= target is not None and most >= target
        wanted = "" if target is None else f" (target: below {target})"
        print(f"jobs={jobs}: {most:.0f} MB{wanted}, store of {size:.0f} MB, {seconds:.0f} s", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
