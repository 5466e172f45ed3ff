"""Hints after an error about a column that a table does not have: the options that name it."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.core.written import listed

if TYPE_CHECKING:
    from bakeoff.compare.source import Request

MOST_NAMED = 10  # columns in a hint


@dataclass(frozen=True, kw_only=True)
class Named:
    """The columns that were named on the command line, and the options that name those of two models.

    ``others`` are columns with another purpose; ``two`` says what two columns would have to be, and ``many``
    what to do where there are more.
    """

    truth: str | None = None
    a: str | None = None
    b: str | None = None
    others: Sequence[str | None] = ()
    attributes: Sequence[str] = ()
    several: bool = False
    truth_file: str | None = None
    options: tuple[str, str] = ("--a", "--b")
    two: str = "if {} and {} are the models"
    takes: str = "compare takes two models"
    many: str = ", or rank them all by bakeoff rank"


def named_in(request: "Request") -> Named:
    """The columns that were named for a comparison."""
    return Named(
        truth=request.truth,
        a=request.a,
        b=request.b,
        others=(request.id, request.cluster, request.by, request.count),
        attributes=request.attributes or (),
        several=len(request.files) > 1,
        truth_file=None if request.truth_file is None else str(request.truth_file),
    )


def with_hint(problem: UnknownNameError, named: Named) -> UnknownNameError:
    """An error about a column with a hint, unless another column was misnamed.

    >>> from bakeoff.core.exceptions import unknown_column
    >>> print(with_hint(unknown_column("a", ["truth", "svm", "tree"], "x.csv"), Named()))
    no column of x.csv is called 'a'. There are: truth, svm, tree; if svm and tree are the models, add \
--a svm --b tree
    """
    if problem.column in named.attributes:
        return problem.worded(f"{problem}; name columns of the file with --attributes")
    said = [each for each in named.others if each is not None]
    if not problem.column or problem.column in said:
        return problem
    if named.several or named.truth_file is not None:
        return problem.worded(f"{problem}; {_for_several(problem, named)}")
    return problem.worded(f"{problem}; {_for_one(problem, named, said)}")


def _for_one(problem: UnknownNameError, named: Named, said: Sequence[str]) -> str:
    """The hint where a column is missing in the only file."""
    from bakeoff.read.no_models import role_named

    truth = named.truth or "truth"
    models = [each for each in problem.known if each not in (truth, *said) and role_named(each) is None]
    if named.a or named.b or problem.column == truth or len(models) < 2:
        return f"name the columns with {listed(['--truth', *named.options])}"
    if len(models) == 2:
        words = [word for pair in zip(named.options, models, strict=True) for word in pair]
        return f"{named.two.format(*models)}, add {shlex.join(words)}"
    others = ", ".join(models[:MOST_NAMED]) + (", ..." if len(models) > MOST_NAMED else "")
    return (
        f"{named.takes}: choose them with {listed(named.options)} from the {len(models)} other columns "
        f"({others}){named.many}"
    )


def _for_several(problem: UnknownNameError, named: Named) -> str:
    """The hint where a column is missing in one of several files."""
    if named.truth_file is not None and problem.source == str(named.truth_file):
        return "name the column of the truth with --truth"
    if problem.column != (named.truth or "truth"):
        return f"name the columns of the predictions with {listed(named.options)}"
    return "if the truth is in a separate file, add --truth-file FILE; else name its column with --truth"
