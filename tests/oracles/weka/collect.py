"""Weka's corrected resampled t-test as cases: scores.txt and output.txt become ../weka.json.

In this folder, with Weka 3.6.14 (Debian's weka.jar) and a Java compiler::

    Rscript make_scores.R
    javac -d build -cp weka.jar CorrectedTTest.java
    java -cp weka.jar:build CorrectedTTest scores.txt > output.txt
    python collect.py

Weka prints no t; it follows from the mean and standard deviation that Weka does print.
"""

import json
from pathlib import Path

SOURCE = "Weka 3.6.14 PairedCorrectedTTester"


def table(rows, column):
    """Column of the rows as (runs, folds)."""
    runs = sorted({row[1] for row in rows})
    return [[row[column] for row in rows if row[1] == run] for run in runs]


def as_case(rows, printed):
    a, b = table(rows, 5), table(rows, 6)
    n_train, n_test = rows[0][3], rows[0][4]
    if len(a[0]) == 1:
        a, b = [[row[0] for row in a]], [[row[0] for row in b]]
        design = {"name": "Resampling", "arguments": {"splits": len(a[0])}}
    else:
        design = {"name": "RepeatedKFold", "arguments": {"runs": len(a), "folds": len(a[0])}}
    count, mean, deviation, p_value = printed
    statistic = mean / ((1 / count + n_test / n_train) ** 0.5 * deviation)
    return {
        "method": "corrected-resampled-t",
        "kind": "folds",
        "input": {"a": a, "b": b, "design": design, "n_train": n_train, "n_test": n_test},
        "options": {},
        "level": 0.95,
        "alternative": "two-sided",
        "expected": {"statistic": statistic, "df": count - 1, "p_value": p_value, "estimate": mean},
        "source": SOURCE,
    }


def main():
    here = Path(__file__).parent
    lines = (here / "scores.txt").read_text().splitlines()
    scores = [[float(word) for word in line.split()] for line in lines]
    printed = [line.split() for line in (here / "output.txt").read_text().splitlines()[1:]]
    made = [
        as_case([row for row in scores if row[0] == float(case)], [float(word) for word in values])
        for case, *values in printed
    ]
    text = ",\n".join(json.dumps(each) for each in made)
    (here.parent / "weka.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
