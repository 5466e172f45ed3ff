"""Analysis of variance over several groups against R (anova.R)."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.methods.many import MANY
from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.block_anova import epsilon


@cache
def values(part):
    return json.loads((Path(__file__).parent / "anova.json").read_text(encoding="utf-8"))[part]


def near(ours, theirs, rtol=1e-9):
    np.testing.assert_allclose(ours, theirs, rtol=rtol)


@pytest.mark.parametrize("at", range(5))
def test_one_way(at):
    theirs = values("groups")[at]
    found = bakeoff.anova({f"learner {at}": group for at, group in enumerate(theirs["groups"])})
    near([found.statistic, *found.df, found.p_value], [theirs["statistic"], *theirs["df"], theirs["p_value"]])


@pytest.mark.parametrize("at", range(5))
def test_in_blocks(at):
    theirs = values("blocks")[at]
    scores = np.array(theirs["scores"])
    found = MANY["block-anova"].compute(Board(scores=scores))
    near([found.statistic, found.p_value], [theirs["statistic"], theirs["p_value"]])
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    assert epsilon(left) == pytest.approx(theirs["printed_epsilon"], abs=5e-5)
    columns = {f"learner {at}": column for at, column in enumerate(scores.T)}
    assert bakeoff.anova(columns, paired=True) == found
    if len(columns) > 2:
        ranking = bakeoff.rank_datasets(columns, metric="score", omnibus="block-anova")
        near(ranking.omnibus.p_value, found.p_value)
