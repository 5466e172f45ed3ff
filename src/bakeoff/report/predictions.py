"""Every prediction of an experiment as a table that other programs read, and ``bakeoff compare`` too."""

import csv
from collections.abc import Iterator
from typing import Any, BinaryIO

from bakeoff.core.exceptions import FileError
from bakeoff.core.whole_file import whole_file
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.run import Run
from bakeoff.experiment.stage import MAIN


def write_predictions(conducted: Conducted, path: str) -> None:
    """Write one row for each test item of each split: the truth, and the prediction of every learner.

    A learner that failed there has an empty cell. Items are counted from 0, in the order of the data.
    """
    names = [learner.name for learner in conducted.experiment.learners]
    try:
        with whole_file(path) as stream:
            table = csv.writer(Encoded(stream))
            table.writerow(["data", "run", "fold", "item", "truth", *names])
            for run in conducted.runs:
                table.writerows(_rows(run, names))
    except OSError as problem:
        raise FileError(f"{path} cannot be written: {problem.strerror}") from None


class Encoded:
    """A file of bytes for ``csv``; a text layer would keep some, and fail again when it is closed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a line as UTF-8."""
        return self._stream.write(text.encode())


def _rows(run: Run, names: list[str]) -> Iterator[list[Any]]:
    stage = run.stages[MAIN]
    for at in range(len(stage.splits)):
        number, fold = divmod(at, stage.splits.shape[1])
        test = stage.test(at)
        said = [_said(run, name, at, len(test)) for name in names]
        for place, item in enumerate(test.tolist()):
            truth = run.data.y[item]
            yield [run.data.name, number + 1, fold + 1, item, truth, *(column[place] for column in said)]


def _said(run: Run, learner: str, at: int, count: int) -> list[Any]:
    predicted = run.cell(learner, MAIN, at).predicted
    if predicted is None:
        return [""] * count
    if run.data.kind == "numbers":
        return list(predicted.tolist())
    return [run.data.classes[code] for code in predicted.tolist()]
