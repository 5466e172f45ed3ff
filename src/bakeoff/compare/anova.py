"""Analysis of variance over several groups of scores."""

from collections.abc import Mapping

import numpy as np

from bakeoff.compare.scored import Values, number_column
from bakeoff.core.exceptions import InputError
from bakeoff.core.ranking import Omnibus
from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.block_anova import block_anova
from bakeoff.methods.one_way_anova import between_groups
from bakeoff.read.columns import same_rows

FEWEST = 2


def anova(groups: Mapping[str, Values], *, paired: bool = False) -> Omnibus:
    """Test whether several learners have the same mean score (SIG-30).

    Parameters
    ----------
    groups
        The scores of each learner, by its name, on samples that are independent of each other.
    paired
        False: each learner was tested on separate samples, and groups may differ in size; the test is the
        one-way analysis of variance. True: score i of every learner is from sample, or data set, i; the
        test is the analysis of variance in blocks, with Greenhouse and Geisser's degrees of freedom.

    Returns
    -------
    Omnibus
        ``statistic`` (F), ``df``, ``p_value`` and ``null``, the hypothesis. It says whether any learners
        differ, not which: `compare_samples` compares two, and `rank_datasets` ranks all. Scores of the
        folds of one data set are not independent samples: for these use `rank_learners`.

    References
    ----------
    Salzberg 1997, Data Mining and Knowledge Discovery 1:317-328, sec. 3.1.

    Examples
    --------
    >>> groups = {"tree": [0.80, 0.78, 0.84], "bayes": [0.75, 0.70, 0.74, 0.77], "forest": [0.88, 0.86, 0.90]}
    >>> found = anova(groups)
    >>> round(found.statistic, 2), found.df, round(found.p_value, 5)
    (22.39, (2.0, 7.0), 0.00091)
    """
    if not isinstance(groups, Mapping) or len(groups) < FEWEST:
        got = f"{len(groups)}" if isinstance(groups, Mapping) else f"a {type(groups).__name__}"
        raise InputError(f"got {got} for groups; expected a dict with the scores of two or more learners")
    columns = {name: number_column(values, name) for name, values in groups.items()}
    if not paired:
        return between_groups(columns)
    same_rows(**groups)
    sizes = {name: column.size for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        got = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise InputError(f"{got} scores; expected as many of each where they are paired")
    return block_anova(Board(scores=np.column_stack(list(columns.values()))))
