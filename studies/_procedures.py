"""The procedures that the study of risk puts to the test, and where their replicability is measured."""

from dataclasses import replace

from bakeoff.core.design import Design
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampling
from bakeoff.lab.procedure import Procedure, legal_procedures

TEN_BY_TEN = RepeatedKFold(runs=10, folds=10)
FIVE_RUNS = RepeatedKFold(runs=5, folds=10)
DESIGNS: tuple[Design, ...] = (
    TEN_BY_TEN,
    KFold(folds=10),
    FiveByTwo(),
    Resampling(splits=30, test=1 / 3),
    Holdout(test=1 / 3),
)
# In addition to all methods with their usual options.
OTHERS = (
    Procedure(method="cv-all-data", design=TEN_BY_TEN, options={"df": "nominal"}),
    Procedure(method="half-sample-t", design=TEN_BY_TEN, options={"floor": "nadeau-bengio"}),
    # The fast choice.
    Procedure(method="items-folds-t", design=FIVE_RUNS),
    Procedure(method="corrected-resampled-t", design=FIVE_RUNS),
)
# Folds of another design are not what these were made for.
LEFT_OUT = {
    ("five-by-two", "cv-"),
    ("five-by-two", "half-sample-t"),
    ("resampling", "half-sample-t"),
    ("kfold", "bootstrap"),
    ("kfold", "permutation"),
    ("kfold", "jackknife"),
    ("kfold", "score-t"),
}


# A study that asks thousands of times can do with fewer resamples than one verdict.
RESAMPLES = 500


def _listed() -> list[Procedure]:
    found = [each for design in DESIGNS for each in legal_procedures(design) if not _left_out(each)]
    return [*map(_quick, found), *OTHERS]


def _quick(procedure: Procedure) -> Procedure:
    if "resamples" not in procedure.record.options:
        return procedure
    return replace(procedure, options={"resamples": RESAMPLES})


def _left_out(procedure: Procedure) -> bool:
    return any(
        procedure.design.key == design and procedure.method.startswith(method) for design, method in LEFT_OUT
    )


PROCEDURES = _listed()
REPLICATED = (
    "fair-attributes:n-300:naive-bayes-vs-c45",
    "fair-attributes:attributes-5:n-300:naive-bayes-vs-c45-unpruned",
    "exchangeable-blocks:n-300:naive-bayes@first-block-vs-naive-bayes@second-block",
    "exchangeable-blocks:n-300:c45@first-block-vs-c45@second-block",
    "exchangeable-normal-blocks:n-300:gaussian-naive-bayes@first-block-vs-gaussian-naive-bayes@second-block",
    "network-small-gap:n-300:c45-vs-naive-bayes",
    "network-medium-gap:n-300:c45-vs-naive-bayes",
    "network-large-gap:n-300:c45-vs-naive-bayes",
    "fair-attributes:positive-0.4:n-300:naive-bayes-vs-c45",
    "exchangeable-blocks:n-300:c45-vs-naive-bayes",
    "exchangeable-many-valued:n-300:naive-bayes-vs-1-nn",
)
