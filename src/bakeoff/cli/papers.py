"""``bakeoff papers``: published tables and figures, computed again."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.cli.asked import Flag, Json, whole_number
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.lab.exhibit import Exhibit, Reproduction

QUICK = (
    "fewer draws than in full, because of --quick: errors are larger and hide differences; numbers of draws "
    "below are those of a full run"
)


def papers(
    key: str | None = None,
    /,
    *,
    quick: Flag = False,
    svg: str | None = None,
    rng: str = "0",
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """List the tables and figures of five papers, or recompute one next to its printed numbers.

    Printed numbers, claims in words, stand-ins and cells that hold by construction are counted separately; a
    reason says why one differs. Every number shown as computed is computed now.

    Parameters
    ----------
    key
        A key of the list, such as mh-table5; all computes every one, with a line for each.
    quick
        Take fewer draws: seconds instead of minutes, and larger Monte-Carlo errors.
    svg
        Draw the figure into this file.
    rng
        Seed of the random draws; the same seed gives the same answer.
    quiet
        Print the answer alone, and no progress.
    """
    from bakeoff.lab.papers import EXHIBITS
    from bakeoff.lab.report.papers import show_papers, show_reproduction, write_figure
    from bakeoff.report.files import check_place

    start = whole_number(rng, "--rng", example=1)
    if svg is not None:
        check_place(svg)
        if key in (None, "all"):
            raise InputError("--svg draws one figure; give its KEY, such as mh-fig1")
    if key is None:
        show_papers(_by_paper(), as_json=json)
    elif key == "all":
        _every(quick, start, json, quiet)
    else:
        exhibit = EXHIBITS[key]
        found = _computed(exhibit, quick, start, quiet)
        if svg is not None:
            write_figure(exhibit, found, svg)
        show_reproduction(exhibit, found, as_json=json, quiet=quiet, drawn=svg)


def _every(quick: bool, rng: int, json: bool, quiet: bool) -> None:
    """One after another, with a line as soon as each is done, or one object at the end."""
    from bakeoff.lab.report.papers import content, show_summary
    from bakeoff.report.terminal import print_json

    every = [each for group in _by_paper().values() for each in group]
    width, contents = max(len(each.key) for each in every), []
    for exhibit in every:
        found = _computed(exhibit, quick, rng, quiet)
        contents.append(content(exhibit, found))
        if not json:
            show_summary(exhibit, found, width)
    if json:
        print_json({"papers": contents})


def _computed(exhibit: "Exhibit", quick: bool, rng: int, quiet: bool) -> "Reproduction":
    from bakeoff.lab.exhibit import Effort
    from bakeoff.report.terminal import scan_progress

    with scan_progress(quiet, what=exhibit.key) as told:
        effort = Effort(quick=quick, rng=rng)
        found = exhibit.compute(effort if told is None else replace(effort, told=told))
    if quick and any(cell.error for cell in found.cells):
        return replace(found, notes=(QUICK, *found.notes))
    return found


def _by_paper() -> dict[str, list["Exhibit"]]:
    """All exhibits by the paper they are in."""
    from bakeoff.lab.papers import EXHIBITS
    from bakeoff.lab.papers._printed import in_order, paper_of, source

    groups: dict[str, list[Exhibit]] = {}
    for key in in_order(EXHIBITS.keys()):
        groups.setdefault(source(paper_of(key)), []).append(EXHIBITS[key])
    return groups
