"""``bakeoff demo``: the main job on a bundled example."""

import sys
from importlib import resources

from bakeoff.cli.asked import Asked, Json

ABOUT = """\
Two classifiers of handwritten digits, tested on the same {n} images (scikit-learn's digits data;
A: {a}, B: {b}). The file has columns truth, a and b:

  $ bakeoff compare {file}
"""
NEXT = """
Your own: bakeoff compare predictions.csv      (columns truth, a, b)
          bakeoff scores folds.csv             (columns learner, run, fold, score)
          bakeoff interval 8 100               (8 errors among 100 items)
          bakeoff methods                      (all methods, and what each is for)
"""
A, B = "a support vector machine", "linear discriminant analysis"


def demo(
    *,
    report: str | None = None,
    json: Json = False,
) -> None:
    """Compare two models on a bundled example.

    Parameters
    ----------
    report
        Write a report to this file, such as demo.html.
    """
    from bakeoff.compare.source import Request, compare_source

    asked = Asked(report=report, json=json)
    with resources.as_file(resources.files("bakeoff.cli").joinpath("demo.csv")) as path:
        verdict = compare_source(Request(files=(path,), **asked.wanted())).verdict
        if not json:
            sys.stdout.write(ABOUT.format(n=verdict.result.n, a=A, b=B, file="demo.csv") + "\n")
        asked.show(verdict, files=[path])
    if not json:
        sys.stdout.write(NEXT)
