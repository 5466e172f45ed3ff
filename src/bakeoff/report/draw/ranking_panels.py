"""Which function draws which panel of a ranking."""

from collections.abc import Callable
from typing import Any

from bakeoff.report.draw.canvas import Paper
from bakeoff.report.draw.figure import Matrix, MeanRanks, Ranks, Shares, Simplex
from bakeoff.report.draw.matrix import draw_matrix
from bakeoff.report.draw.mean_ranks import draw_mean_ranks
from bakeoff.report.draw.posterior import draw_shares, draw_simplex
from bakeoff.report.draw.ranks import draw_ranks

RANKING_PANELS: dict[type, Callable[[Paper, Any], None]] = {
    Ranks: draw_ranks,
    MeanRanks: draw_mean_ranks,
    Matrix: draw_matrix,
    Shares: draw_shares,
    Simplex: draw_simplex,
}
