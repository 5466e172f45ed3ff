"""Which filter each sample of lm-evaluation-harness went through, and the one by which logs are compared."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.importers._answers import Answer
from bakeoff.read.importers._lm_eval_files import NO_FILTER, Log
from bakeoff.read.importers._record import no_such
from bakeoff.read.values import plain

UNNAMED = ""  # the only filter of a log that does not name it


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One sample of a file; ``content`` is the same where a line is repeated exactly."""

    answer: Answer
    filter: str | None
    content: int


def by_filter(lines: Iterable[Line], log: Log) -> tuple[dict[str, list[Answer]], int]:
    """The answers of a file by filter, and the number of lines left out because they repeat another one."""
    named: dict[str | None, list[Line]] = {}
    for line in lines:
        named.setdefault(line.filter, []).append(line)
    unnamed = named.pop(None, [])
    found = {str(name): own for name, own in named.items()} | _without_names(unnamed, log)
    kept = {name: _once(own) for name, own in found.items()}
    copies = sum(map(len, found.values())) - sum(map(len, kept.values()))
    return {name: _numbered(own) for name, own in kept.items()}, copies


def _once(lines: list[Line]) -> list[Line]:
    """The lines without exact repetitions of others.

    Where every document was answered equally often and not always in the same way, equal answers are answers.
    """
    first = {(line.answer.id, line.content): line for line in reversed(lines)}
    times = Counter(line.answer.id for line in lines)
    if len(first) == len(lines) or (len(set(times.values())) == 1 and len(first) > len(times)):
        return lines
    kept = set(map(id, first.values()))
    return [line for line in lines if id(line) in kept]


def _numbered(lines: Iterable[Line]) -> list[Answer]:
    times: Counter[int | str] = Counter()
    found = []
    for line in lines:
        times[line.answer.id] += 1
        found.append(replace(line.answer, repeat=times[line.answer.id]))
    return found


def _without_names(lines: list[Line], log: Log) -> dict[str, list[Line]]:
    """Lines of versions that wrote no names of filters: the documents follow each other once for each filter.

    The configuration names the filters in this order; where it is not known, they are numbered.
    """
    if not lines:
        return {}
    if len(log.filters) == 1:
        return {log.filters[0]: lines}
    docs = [line.answer.id for line in lines]
    most = max(Counter(docs).values())
    passes = _passes(docs, most)
    named = bool(passes) and len(log.filters) == most
    if not named and len({(line.answer.id, line.content) for line in lines}) == len(set(docs)):
        return {UNNAMED: lines}
    if not passes:
        raise FileError(
            f"{log.source} has documents several times without the name of a filter, and not in the order in "
            f"which lm_eval writes them, so it is unknown which line is of which filter; give the file as "
            f"lm_eval wrote it"
        )
    names = log.filters if named else tuple(map(str, range(1, most + 1)))
    found: dict[str, list[Line]] = {name: [] for name in names}
    for line, at in zip(lines, passes, strict=True):
        found[names[at]].append(line)
    return found


def _passes(docs: Sequence[int | str], most: int) -> list[int]:
    """Which time a document comes, where they come in the order of the harness; nothing where they do not.

    Documents are in ascending order, once for each filter; several processes follow each other.

    >>> _passes([0, 2, 0, 2, 1, 3, 1, 3], 2), _passes([0, 1, 1, 0], 2), _passes([1, 0, 1, 0], 2)
    ([0, 0, 1, 1, 0, 0, 1, 1], [], [])
    """
    numbers = [doc for doc in docs if isinstance(doc, int)]
    if len(numbers) < len(docs):
        return []
    ends = [at for at, (one, other) in enumerate(pairwise(numbers), start=1) if other <= one]
    runs = [numbers[start:end] for start, end in pairwise([0, *ends, len(numbers)])]
    if len(runs) % most or any(run != runs[at - at % most] for at, run in enumerate(runs)):
        return []
    return [at % most for at, run in enumerate(runs) for _ in run]


class OneFilter:
    """Chooses the filter of each task, the same for all logs: the one asked for, the only one, or the first.

    The first is that of the configurations, where those of all logs agree; the order of the lines says
    nothing.
    """

    def __init__(self, asked: str | None, logs: Iterable[Log]) -> None:
        self.asked = asked
        self.seen: dict[str, None] = {}
        self._first: dict[str, set[str]] = {}
        self._used: dict[str, tuple[str, Log]] = {}
        self._told: dict[str, str] = {}
        for log in logs:
            self._first.setdefault(log.task, set()).add(log.filters[0] if log.filters else UNNAMED)

    @property
    def notes(self) -> list[str]:
        """Which filter is used where there were several."""
        told = list(self._told.values())
        return [*told[:3], *([f"and in {len(told) - 3} more tasks"] if len(told) > 3 else [])]

    def planned(self, log: Log) -> str:
        """The filter that is used by the configuration of a log; empty where that does not say."""
        if self.asked is not None and self.asked in log.filters:
            return self.asked
        first = self._first[log.task]
        return log.filters[0] if len(log.filters) == 1 or (len(first) == 1 and log.filters) else UNNAMED

    def of(self, log: Log, names: Sequence[str]) -> str:
        """The filter that is used of those in a log."""
        self.seen |= dict.fromkeys(name for name in names if name != UNNAMED)
        used = self._chosen(log, names)
        before, other = self._used.setdefault(log.task, (used, log))
        if not self._alike(before, used):
            hint = "" if self.asked else ", or choose one that all have with --filter"
            raise InputError(
                f"the filters differ: {other.source} has {_said(before)} and {log.source} {_said(used)}; "
                f"give logs of one filter{hint}"
            )
        return used

    def _chosen(self, log: Log, names: Sequence[str]) -> str:
        if self.asked is not None and self.asked in names:
            return self.asked
        if len(names) == 1:
            return names[0]
        if self.asked is not None:
            raise no_such(f"filter in {log.source}", self.asked, names)
        first = self._first[log.task]
        main = next(iter(first)) if len(first) == 1 else UNNAMED
        if main not in names:
            raise InputError(
                f"{log.source} has {len(names)} filters ({', '.join(map(plain, sorted(names)))}), and "
                f"{_why_none(first)}; choose one with --filter"
            )
        rest = ", ".join(plain(each) for each in sorted(names) if each != main)
        told = f"filter {plain(main)!r} of {log.task or log.source} is used; the log also has {rest}"
        self._told.setdefault(log.task, told)
        return main

    def _alike(self, one: str, other: str) -> bool:
        """Whether two filters are the same; one without a name is that of no filter, or the one asked for."""
        if one == other:
            return True
        return UNNAMED in (one, other) and {one, other} - {UNNAMED} <= {NO_FILTER, self.asked}


def _why_none(first: set[str]) -> str:
    """Why the configurations do not say which filter is the main one; ``first`` are those that they list."""
    if UNNAMED in first:
        return "not every log has the results of its run next to it, which say which is the main one"
    if len(first) > 1:
        return f"the configurations of the logs begin with different ones ({', '.join(sorted(first))})"
    return f"the first in the configuration, {plain(min(first))!r}, is not among them"


def _said(name: str) -> str:
    return f"filter {plain(name)!r}" if name != UNNAMED else "a filter without a name"
