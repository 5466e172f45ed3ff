"""The figures of a part as a row of the table in docs/reliability.md."""

from datetime import UTC, datetime
from pathlib import Path

from chaos.part import FAILED, Part

RULE = "|---|---|---|---|---|---|---|---|"
PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"


def row(part: Part) -> str:
    """One row: how many of how many, what came of them, failures, time, seed, date."""
    came = "; ".join(f"{name} {count:,}" for name, count in sorted(part.outcomes.items()) if name != FAILED)
    cells = [
        f"`{part.key}`",
        f"{part.done:,} of {part.target:,}",
        came,
        str(part.outcomes[FAILED]),
        f"{part.longest:.1f} s",
        f"{part.took:.0f} s",
        str(part.seed),
        datetime.now(UTC).strftime("%Y-%m-%d"),
    ]
    return "| " + " | ".join(cells) + " |"


def write(part: Part) -> None:
    """Put the row of a part in the place of the last one with the same seed, or at the end of the table."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = lines.index(RULE) + 1
    end = next(at for at in range(first, len(lines)) if not lines[at].startswith("|"))
    rows = [line for line in lines[first:end] if not _same(line, part)]
    lines[first:end] = [*rows, row(part)]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _same(line: str, part: Part) -> bool:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return cells[0] == f"`{part.key}`" and cells[6] == str(part.seed)
