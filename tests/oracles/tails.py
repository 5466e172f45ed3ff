"""Tail values that double precision gets wrong, by mpmath with 50 digits.

Run in this folder: ``python tails.py`` (needs mpmath; writes tails.json). Scores in the input are
doubles; everything after that is computed from them without rounding.
"""

import json
import random
from pathlib import Path

from mpmath import betainc, erfc, loggamma, mp, mpf, sqrt

mp.dps = 50
SOURCE = "mpmath, 50 digits"


def number(x):
    """The nearest double; mpmath rounds correctly."""
    return float(x)


def case(method, kind, inputs, expected, *, options=None, alternative="two-sided", what):
    values = {key: number(value) for key, value in expected.items()}
    return {
        "method": method,
        "kind": kind,
        "input": inputs,
        "options": options or {},
        "level": 0.95,
        "alternative": alternative,
        "expected": values,
        "source": f"{SOURCE}: {what}",
    }


def binomial_upper(s, n):
    """(P(X > s), P(X = s)) for X ~ Bin(n, 1/2), summed outwards until nothing changes."""
    at = mp.exp(loggamma(n + 1) - loggamma(s + 1) - loggamma(n - s + 1) - n * mp.log(2))
    above, term, k = mpf(0), at, s
    while k < n:
        term *= mpf(n - k) / (k + 1)
        k += 1
        above += term
        if term < above * mpf(10) ** -40:
            break
    return above, at


def binomial_cases():
    counts = [(503_000, 497_000), (500_000, 500_001), (515_000, 485_000), (485_000, 515_000)]
    counts += [(500_000, 500_000), (500_500, 499_500), (1_000, 120), (700, 0), (40, 960), (1_014, 0)]
    for a, b in counts:
        above, at = binomial_upper(max(a, b), a + b)
        inputs = {"only_a": a, "only_b": b, "n": a + b + 1000, "both_right": 400}
        exact, mid = min(mpf(1), 2 * (above + at)), min(mpf(1), 2 * above + at)
        side = "greater" if a >= b else "less"
        for key, two, one in (("mcnemar-exact", exact, above + at), ("mcnemar-mid-p", mid, above + at / 2)):
            yield case(key, "paired-items", inputs, {"p_value": two}, what="binomial tail")
            yield case(key, "paired-items", inputs, {"p_value": one}, alternative=side, what="binomial tail")
        z = max(abs(a - b) - 1, 0) / sqrt(mpf(a + b))
        expected = {"statistic": z**2, "p_value": erfc(z / sqrt(mpf(2)))}
        yield case("mcnemar", "paired-items", inputs, expected, what="SIG-2, erfc")


def proportion_cases():
    for a, b in ((3_000, 1_000), (1_000, 2_000), (2_600, 1_700), (900, 1_000)):
        n, m = 10_000, 8_000
        estimate = mpf(b) / m - mpf(a) / n
        pooled = mpf(a + b) / (n + m)
        pooled_se = sqrt(pooled * (1 - pooled) * (mpf(1) / n + mpf(1) / m))
        free_se = sqrt(mpf(a) / n * (1 - mpf(a) / n) / n + mpf(b) / m * (1 - mpf(b) / m) / m)
        inputs = {"errors_a": a, "n_a": n, "errors_b": b, "n_b": m}
        for key, se in (("two-proportion-z", pooled_se), ("two-proportion-unpooled", free_se)):
            yield from normal_cases(key, "rates", inputs, estimate, se)
    for both in (5_000, 8_000):
        only_a, only_b, n = 1_500, 100, 10_000
        right = mpf(2 * both + only_a + only_b) / (2 * n)
        se = sqrt(2 * right * (1 - right) / n)
        inputs = {"only_a": only_a, "only_b": only_b, "n": n, "both_right": both}
        yield from normal_cases("difference-of-proportions", "paired-items", inputs, mpf(1_400) / n, se)


def normal_cases(key, kind, inputs, estimate, se):
    z = estimate / se
    for side, p in sides(z, lambda x: erfc(x / sqrt(mpf(2))) / 2):
        expected = {"statistic": z, "p_value": p, "estimate": estimate}
        yield case(key, kind, inputs, expected, alternative=side, what="normal tail")


def sides(statistic, upper):
    yield "two-sided", 2 * upper(abs(statistic))
    yield "greater", upper(statistic)
    yield "less", upper(-statistic)


def t_upper(t, df):
    """P(T > t): half the regularised incomplete beta function where t > 0."""
    t, df = mpf(t), mpf(df)
    half = betainc(df / 2, mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return half if t >= 0 else 1 - half


def mean_variance(values):
    mean = sum(values) / len(values)
    return mean, sum((v - mean) ** 2 for v in values) / (len(values) - 1)


def scores(n, shift, spread, draw):
    b = [round(draw.uniform(0.4, 0.5), 4) for _ in range(n)]
    a = [round(each + shift + draw.gauss(0, spread), 4) for each in b]
    return a, b


def t_cases():
    draw = random.Random(7)  # noqa: S311 - test data, not secrets
    worlds = ((200, 0.3, 0.0285), (500, 0.3, 0.1), (100, 0.02, 0.001), (20, 0.1, 0.05), (60, -0.3, 0.002))
    for n, shift, spread in worlds:
        a, b = scores(n, shift, spread, draw)
        mean, variance = mean_variance([mpf(x) - mpf(y) for x, y in zip(a, b, strict=True)])
        flat, row = {"a": a, "b": b}, {"a": [a], "b": [b]}
        kfold = {"design": {"name": "KFold", "arguments": {"folds": n}}}
        plain, corrected = sqrt(variance / n), sqrt((mpf(1) / n + mpf(1) / (n - 1)) * variance)
        yield from student_cases("paired-t", "samples", flat, mean, plain, n - 1)
        yield from student_cases("paired-mean", "item-scores", flat, mean, plain, n - 1)
        yield from student_cases("kfold-t", "folds", row | kfold, mean, plain, n - 1)
        yield from student_cases("corrected-resampled-t", "folds", row | kfold, mean, corrected, n - 1)
        fold_table = [a[i : i + 10] for i in range(0, n, 10)], [b[i : i + 10] for i in range(0, n, 10)]
        shape = {"name": "RepeatedKFold", "arguments": {"runs": n // 10, "folds": 10}}
        table = {"a": fold_table[0], "b": fold_table[1], "design": shape}
        for df in ("nominal", 10):
            value = n - 1 if df == "nominal" else df
            se = sqrt(variance / (value + 1))
            yield from student_cases("cv-all-data", "folds", table, mean, se, value, options={"df": df})


def student_cases(key, kind, inputs, estimate, se, df, *, options=None):
    for side, p in sides(estimate / se, lambda t: t_upper(t, df)):
        expected = {"statistic": estimate / se, "p_value": p, "estimate": estimate, "df": df}
        yield case(key, kind, inputs, expected, options=options, alternative=side, what="Student's t tail")


def main():
    made = [*binomial_cases(), *proportion_cases(), *t_cases()]
    lines = ",\n".join(json.dumps(each) for each in made)
    Path("tails.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
