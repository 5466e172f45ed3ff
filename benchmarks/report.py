"""The page of a 10x10 comparison with the results of all methods: its size, and its time in a new process."""

import json
import subprocess
import sys

# In a separate process: what is loaded on the way counts, the comparison itself does not.
PAGE = """
import json, time
import numpy as np
import bakeoff

draw = np.random.default_rng(0)
a, b = (0.8 + 0.05 * draw.standard_normal((10, 10)) for _ in range(2))
verdict = bakeoff.compare_scores(a, b, design=bakeoff.RepeatedKFold(), opinions=True)
start = time.perf_counter()
page = bakeoff.render(verdict, "html")
print(json.dumps([time.perf_counter() - start, len(page.encode()) / 1000]))
"""


def _measured() -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", PAGE], capture_output=True, check=True, text=True)
    seconds, kilobytes = json.loads(done.stdout)
    return seconds, kilobytes


def seconds() -> float:
    """Seconds to make the page, loading included: the best of three."""
    return min(_measured()[0] for _ in range(3))


def kilobytes() -> float:
    """Its size."""
    return _measured()[1]
