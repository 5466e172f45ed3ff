import numpy as np
import pytest

from bakeoff.core.panel import FoldPanel
from bakeoff.read.importers._record import found_folds, metric_meant


@pytest.mark.parametrize(
    ("scorers", "metric", "meant", "notes"),
    [
        (["neg_log_loss"], None, "log-loss", 0),
        (["gizmo", "f1"], None, "gizmo", 1),
        (["gizmo", "f1"], "f1_macro", "macro-f1", 0),
        (["score"], None, "score", 1),
    ],
)
def test_the_metric_that_is_meant(scorers, metric, meant, notes):
    found, said = metric_meant(scorers, metric)
    assert (found, len(said)) == (meant, notes)


def test_scores_with_what_their_names_tell():
    panel = FoldPanel(names=("x", "y"), scores=np.array([[[0.5, 0.25]], [[0.5, 0.75]]]), source="f")
    found = found_folds(panel, "r2", ["r2", "neg_log_loss"], ("a note",))
    assert (found.metric, found.source, found.other_metrics) == ("r2", "f", ("log-loss",))
    assert found.notes == ("a note",)
    assert not found_folds(panel, "max_error", ["max_error"]).higher_is_better
