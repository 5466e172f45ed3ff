"""What is found before there is anything to judge: where data are read, learners run or slices made."""

from bakeoff.core.works import DIETTERICH_1998, HONAVAR, MARTIN_HIRSCHBERG_1996, SALZBERG_1997
from bakeoff.judge.pitfalls.pitfall import OURS, Pitfall

OF_LABELS = (
    Pitfall(
        key="positive-guessed",
        title="a positive class that was guessed",
        when="the metric speaks of one class, none was named, and the names of the classes do not tell",
        remedy="name the other as positive if that is meant",
        source=HONAVAR,
    ),
    Pitfall(
        key="labels-never-meet",
        title="labels that are written in two ways",
        when="no label of a model occurs in the truth, or one differs from a true one in case or blanks",
        remedy="write them alike, if the same is meant",
        source="follows from the definition",
    ),
    Pitfall(
        key="positive-never-true",
        title="a positive class that does not occur",
        when="probabilities speak of a class that is never true",
        remedy="check the name of the positive class",
        source="follows from the definition",
    ),
)


GAIL_SIMON_1985 = "Gail & Simon 1985, Biometrics 41:361-372"
SIMPSON_1951 = "Simpson 1951, Journal of the Royal Statistical Society B 13:238-241"
WELCH_1951 = "Welch 1951, Biometrika 38:330-336"
ASSMANN_2000 = "Assmann et al. 2000, The Lancet 355:1064-1069"

OF_SLICES = (
    Pitfall(
        key="slices-disagree",
        title="slices that disagree with the whole",
        when="a slice is decided for the other side than all items are, slices are decided for both sides, "
        "or one is decided where all items are equivalent",
        remedy="judge each slice by itself, or by how often it will be met",
        source=GAIL_SIMON_1985,
    ),
    Pitfall(
        key="slices-reverse",
        title="a whole that turns round what every slice shows (Simpson's paradox)",
        when="the difference has one sign on all items, and the other in every slice",
        remedy="compare within slices: the whole mixes items that are not alike",
        source=SIMPSON_1951,
    ),
    Pitfall(
        key="slices-differ",
        title="a difference that is not the same in all slices",
        when="Welch's test finds that slices differ, and none is decided against the whole",
        remedy="read the overall difference as an average over slices as frequent as here",
        source=WELCH_1951,
    ),
    Pitfall(
        key="slice-alone",
        title="a slice that decides what the whole does not",
        when="all items decide nothing, and slices are decided for one side",
        remedy="confirm it on fresh items of that slice",
        source=ASSMANN_2000,
    ),
    Pitfall(
        key="slices-need-draws",
        title="slices that too few resamples cannot decide",
        when="the smallest p-value that resampling can give, adjusted for all slices, is not below alpha",
        remedy="draw more resamples",
        source="follows from the definition",
    ),
)


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
