"""What verdicts, plans and gates name, but no registry holds: metrics of several answers, tests of a gate."""

import re
from dataclasses import dataclass

ANSWERS = "of n answers to a question, c of them right: "
NEEDS = "several answers to each question (k or more); bakeoff compare FILE --id QUESTION"


@dataclass(frozen=True, kw_only=True)
class Further:
    """A key with its page; ``pattern`` matches other ways to write it, such as a number for k."""

    key: str
    title: str
    rows: tuple[tuple[str, str], ...]
    pattern: str = ""


REPEATED = (
    Further(
        key="pass@k",
        title="at least one of k answers is right",
        pattern=r"pass(@|_at_)(k|\d{1,6})",
        rows=(
            ("formula", f"{ANSWERS}1 - C(n - c, k) / C(n, k), averaged over the questions"),
            ("better", "higher"),
            ("range", "0 to 1"),
            ("takes", f"{NEEDS} --metric pass@3"),
            (
                "reference",
                "Chen et al. 2021, arXiv:2107.03374",
            ),
        ),
    ),
    Further(
        key="pass^k",
        title="all of k answers are right",
        pattern=r"pass(\^|_k_)(k|\d{1,6})",
        rows=(
            ("formula", f"{ANSWERS}C(c, k) / C(n, k), averaged over the questions"),
            ("better", "higher"),
            ("range", "0 to 1"),
            ("takes", f"{NEEDS} --metric pass^3"),
            ("reference", "Yao et al. 2024, arXiv:2406.12045"),
        ),
    ),
    Further(
        key="best-of-k",
        title="the best score of k answers",
        pattern=r"best-of-(k|\d{1,6})",
        rows=(
            ("formula", "mean of the best of k answers over all choices of k, averaged over the questions"),
            ("better", "as for the score of one answer"),
            ("takes", f"{NEEDS} --metric best-of-3"),
        ),
    ),
    Further(
        key="agreement",
        title="two answers to a question are the same",
        rows=(
            (
                "formula",
                "share of pairs of answers with the same score or label, averaged over questions",
            ),
            ("better", "higher"),
            ("range", "0 to 1"),
            ("takes", f"{NEEDS} --metric agreement"),
        ),
    ),
)
GATE_TESTS = (
    Further(
        key="tango",
        title="Tango's score test that a difference of accuracy has a given value",
        rows=(
            ("question", "Is the new model not worse than the old one by the margin or more?"),
            ("takes", "right and wrong answers of two models to the same 100 items or more (bakeoff gate)"),
            (
                "computes",
                "(w - l - n d) / sqrt(n (2 q + d (1 - d))), where only the new model is right on w of n "
                "items and only the old one on l, d = -margin is the difference, and q is the likeliest "
                "share of items that only the old one gets right under d",
            ),
            ("plan", "bakeoff plan --margin M finds how many items it needs"),
            ("reference", "Tango 1998, Statistics in Medicine 17:891-908"),
        ),
    ),
    Further(
        key="tango-exact",
        title="exact unconditional test, ordered by Tango's statistic",
        rows=(
            ("question", "Is the new model not worse than the old one by the margin or more?"),
            (
                "takes",
                "right and wrong answers of two models to the same items, up to 99 (bakeoff gate)",
            ),
            (
                "computes",
                "the largest probability, over all shares of items that only the old model gets right, of a "
                "value of Tango's statistic that is as far from the margin or farther",
            ),
        ),
    ),
)
GROUPS = (
    (
        "repeated_metrics",
        "Metrics of several answers to each question",
        "--metric pass@3, with --id",
        REPEATED,
    ),
    ("gate_tests", "Tests of a gate on accuracy", "bakeoff gate, chosen by the number of items", GATE_TESTS),
)


def further(key: str) -> Further | None:
    """The entry of a key, or of a metric with a number of answers.

    >>> further("pass@3").key, further("tango").key, further("accuracy")
    ('pass@k', 'tango', None)
    """
    for *_, entries in GROUPS:
        for each in entries:
            if key == each.key or (each.pattern and re.fullmatch(each.pattern, key)):
                return each
    return None
