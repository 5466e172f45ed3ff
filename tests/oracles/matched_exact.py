"""The exact unconditional test on pairs from its definition, with 60 digits.

Run in this folder: ``python matched_exact.py`` (needs numpy; 10 seconds; writes matched_exact.json).

Margins are decimal fractions. Statistics, restricted estimates and own p-values are computed with 60 digits
from integers and sums of positive terms, so that two values are equal exactly where 40 digits agree.
Floating-point numbers only save time: they show which own p-values differ from the one in question by more
than 1 part in a million, and find the neighbourhood of each local maximum over the nuisance parameter.
"""

import json
from decimal import Decimal, getcontext
from math import comb, log
from pathlib import Path

import numpy as np

getcontext().prec = 60
EQUAL = Decimal(10) ** -40
CASES = {
    (1, "0.1"): [(0, 0), (1, 0)],
    (20, "0.1"): [(0, 0), (3, 1), (9, 6), (20, 0)],
    (30, "0.1"): [(0, 0), (0, 3), (10, 4), (11, 14)],
    (50, "0.05"): [(18, 10), (10, 18), (1, 0), (25, 25), (24, 14)],
    (50, "0.3"): [(0, 7), (4, 12), (50, 0), (17, 22)],
    (99, "0.02"): [(30, 19), (19, 30), (3, 0), (36, 23), (60, 0)],
    (99, "0.05"): [(0, 0), (29, 20), (24, 14), (12, 6), (40, 35)],
}


def powers(base, most):
    found = [Decimal(1)]
    for _ in range(most):
        found.append(found[-1] * base)
    return found


class Pairs:
    """All samples (wins, losses) of n items and a difference d = -margin."""

    def __init__(self, n, margin):
        self.n, self.d = n, -Decimal(margin)
        self.low, self.high = max(Decimal(0), -self.d), (1 - self.d) / 2
        self.samples = [(w, x) for w in range(n + 1) for x in range(n + 1 - w)]
        self.ways = [comb(n, w) * comb(n - w, x) for w, x in self.samples]
        self.counts = np.array([(w, x, n - w - x) for w, x in self.samples])
        self.logs = np.array([log(each) for each in self.ways])
        self.shares = [self.restricted(*each) for each in self.samples]
        self.z = [self.score(*each) for each in zip(self.samples, self.shares, strict=True)]
        self.close = self.approximate()

    def approximate(self):
        z = np.array([float(each) for each in self.z])
        found = []
        for q, own in zip(self.shares, z, strict=True):
            cells = [float(each) for each in (q + self.d, q, 1 - self.d - 2 * q)]
            tail = z >= own - 1e-9
            with np.errstate(divide="ignore", invalid="ignore"):
                terms = np.where(
                    self.counts[tail] > 0, self.counts[tail] * np.log(np.maximum(cells, 0.0)), 0.0
                )
            found.append(np.exp(self.logs[tail] + terms.sum(axis=1)).sum())
        return np.array(found)

    def own(self, at):
        return self.chance(
            self.shares[at], [other for other, z in enumerate(self.z) if z >= self.z[at] - EQUAL]
        )

    def restricted(self, w, x):
        n, d = self.n, self.d
        linear = d * (2 * n - w + x) - w - x
        root = linear * linear + 8 * n * x * d * (1 - d)
        return min(max((max(root, Decimal(0)).sqrt() - linear) / (4 * n), self.low), self.high)

    def score(self, sample, q):
        w, x = sample
        return (w - x - self.n * self.d) / (self.n * (2 * q + self.d * (1 - self.d))).sqrt()

    def chance(self, q, tail):
        n = self.n
        wins, losses, rest = (powers(p, n) for p in (q + self.d, q, 1 - self.d - 2 * q))
        total = Decimal(0)
        for at in tail:
            w, x = self.samples[at]
            total += self.ways[at] * wins[w] * losses[x] * rest[n - w - x]
        return total

    def p_value(self, sample, points=4001):
        at = self.samples.index(sample)
        here, close = self.own(at), self.close[at]
        tail = [
            other
            for other, each in enumerate(self.close)
            if each < close * (1 - 1e-6)
            or (each < close * (1 + 1e-6) and self.own(other) <= here * (1 + EQUAL))
        ]
        grid = np.linspace(float(self.low), float(self.high), points)
        rough = self.rough(grid, tail)
        inner = np.r_[-1, rough, -1]
        tops = (inner[1:-1] >= inner[:-2]) & (inner[1:-1] >= inner[2:]) & (rough > 0.99 * rough.max())
        return max(
            self.climb(grid[max(at - 1, 0)], grid[min(at + 1, points - 1)], tail)
            for at in np.flatnonzero(tops)
        )

    def rough(self, grid, tail):
        d, n = float(self.d), self.n
        w, x = np.array([self.samples[at] for at in tail]).T
        ways = np.array([float(self.ways[at]) for at in tail])
        cells = np.maximum([grid + d, grid, 1 - d - 2 * grid], 0)
        return np.array([ways @ (a**w * b**x * c ** (n - w - x)) for a, b, c in cells.T])

    def climb(self, low, high, tail):
        low, high = max(Decimal(low), self.low), min(Decimal(high), self.high)
        ends = max(self.chance(low, tail), self.chance(high, tail))
        for _ in range(30):
            third = (high - low) / 3
            left, right = low + third, high - third
            if self.chance(left, tail) < self.chance(right, tail):
                low = left
            else:
                high = right
        return max(ends, self.chance((low + high) / 2, tail))


def main():
    found = []
    for (n, margin), samples in CASES.items():
        pairs = Pairs(n, margin)
        for sample in samples:
            p = pairs.p_value(sample)
            found.append(
                {"only_new": sample[0], "only_old": sample[1], "n": n, "margin": float(margin), "p": float(p)}
            )
    Path("matched_exact.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
