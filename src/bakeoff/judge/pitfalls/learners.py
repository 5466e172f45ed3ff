"""What went wrong, or was left out, while learners were trained; found where they are run."""

from bakeoff.judge.pitfalls.pitfall import OURS, Pitfall
from bakeoff.methods._references import DIETTERICH_1998, MARTIN_HIRSCHBERG_1996, SALZBERG_1997

OF_LEARNERS = (
    Pitfall(
        key="no-halves",
        title="a weaker test than the default",
        when="half-sample-t is the default in an experiment and could not be used",
        remedy="mend what is missing, or name the method that you want",
        source=OURS,
    ),
    Pitfall(
        key="halvings-skipped",
        title="a variance guessed from folds that share data",
        when="an experiment is judged by corrected-resampled-t although half-sample-t is possible",
        remedy="use half-sample-t",
        source=OURS,
    ),
    Pitfall(
        key="not-measured-here",
        title="the half-sample test where it was not measured",
        when="half-sample-t meets another metric, design, number of classes or of items, or groups",
        remedy="read a p-value near alpha as undecided",
        source=OURS,
    ),
    Pitfall(
        key="one-training-set",
        codes=("PIT-10",),
        title="two classifiers taken for two learning algorithms",
        when="an experiment trains each learner once",
        remedy="use RepeatedKFold to compare learners",
        source=f"{DIETTERICH_1998}, questions 6 to 8",
    ),
    Pitfall(
        key="pooled-predictions",
        title="predictions of several models pooled as those of one",
        when="an experiment is judged by items that several models predicted",
        remedy="half-sample-t allows for it",
        source=f"{SALZBERG_1997}, sec. 3.5; {OURS}",
    ),
    Pitfall(
        key="missing-cells",
        title="cells of a design that failed",
        when="a learner failed on some split",
        remedy="mend the learner and run again: what is finished is kept",
        source="follows from the definition",
    ),
    Pitfall(
        key="learner-warned",
        title="a learner that warned",
        when="a learner warned in training, for example that it did not converge",
        remedy="mend it, as a learner that did not converge is not what you meant to compare",
        source="follows from the definition",
    ),
    Pitfall(
        key="tuned-across-groups",
        codes=("PIT-8",),
        title="tuning that sees items of the groups it is tested on",
        when="items come in groups and a search inside a learner splits them",
        remedy="give it GroupKFold",
        source=f"{SALZBERG_1997}, sec. 3.3; {MARTIN_HIRSCHBERG_1996}, sec. 3.3 on independence",
    ),
)
