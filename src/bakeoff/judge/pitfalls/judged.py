"""Limits of a judge and of few labels."""

import numpy as np

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.works import ANGELOPOULOS_2023
from bakeoff.core.written import plural
from bakeoff.judge.pitfalls.pitfall import Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Claim, Support, by_definition

FEW_LABELS = 20
SOURCE = "Angelopoulos et al. 2023, Science 382:669-674; measured here: docs/judged.md"


def _not_random(case: Case) -> Found:
    items = case.outcomes
    if items.n < len(items.a):
        yield Finding(
            f"people labelled {items.n} of {len(items.a)} items, and the verdict holds only if these were "
            f"chosen at random"
        )


def _few_labels(case: Case) -> Found:
    items = case.outcomes
    if items.n < FEW_LABELS:
        yield Finding(
            f"there are only {items.n} human labels; coverage was measured for {FEW_LABELS} or more"
        )


def _half_labelled(case: Case) -> Found:
    items = case.outcomes
    half = int(np.sum(np.isnan(items.human_a) != np.isnan(items.human_b)))
    if half:
        yield Finding(f"{plural(half, 'item')} with a human score for only one model: treated as unlabelled")


OF_JUDGES = (
    Pitfall(
        key="labels-not-random",
        importance="limits",
        title="labels that were not chosen at random",
        when="a judge scored more items than people did",
        remedy="choose the items to label at random, not because they look interesting or easy",
        source=SOURCE,
        references=(ANGELOPOULOS_2023,),
        support=Support(
            basis="measured",
            text="where items on which A is better are labelled twice as often, the test does not hold its "
            "level; where labels are chosen at random, it does",
            claims=(
                Claim(
                    "methods",
                    "prediction-powered-t",
                    (
                        "chosen-labels",
                        "judged-items",
                    ),
                ),
            ),
        ),
        about=JudgedItems,
        trigger=_not_random,
    ),
    Pitfall(
        key="few-labels",
        importance="casts-doubt",
        title="too few human labels",
        when=f"fewer than {FEW_LABELS} items are labelled by people",
        remedy=f"label at least {FEW_LABELS} items",
        source=SOURCE,
        references=(ANGELOPOULOS_2023,),
        support=Support(
            basis="measured",
            text="with 20 of 500 items labelled, the test held its level; fewer labels were not measured",
            claims=(
                Claim(
                    "methods",
                    "prediction-powered-t",
                    (
                        "few-labels",
                        "judged-items",
                    ),
                ),
            ),
        ),
        about=JudgedItems,
        trigger=_few_labels,
    ),
    Pitfall(
        key="half-labelled",
        importance="informs",
        title="human scores for one model only",
        when="people scored only one of the two models on an item",
        remedy="have people score both models on the same items",
        source=SOURCE,
        references=(ANGELOPOULOS_2023,),
        support=by_definition("the difference of an item needs the human score of both models"),
        about=JudgedItems,
        trigger=_half_labelled,
    ),
)
