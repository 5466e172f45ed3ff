"""What items, learners and slices may hide: imbalance, reuse, training items, classes, disagreement."""

from bakeoff.core.outcomes import PairedItems, PairedLabels, RatePair
from bakeoff.core.works import DIETTERICH_1998, HONAVAR, MARTIN_HIRSCHBERG_1996, SALZBERG_1997
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall

ENOUGH_TO_WONDER = 30  # items without a single error
LOPSIDED = 0.8
KOHAVI_1995 = "Kohavi 1995, A study of cross-validation and bootstrap, IJCAI"
# Data sets that so many have compared learners on that some differences must be chance.
WELL_KNOWN = frozenset((
    "abalone", "adult", "anneal", "audiology", "australian", "autos", "balance-scale", "breast-cancer",
    "breast-w", "california-housing", "boston-housing", "car", "census-income", "chess", "cifar-10",
    "cifar-100", "cifar10", "cifar100", "colic", "contact-lenses", "covertype", "credit-g", "diabetes",
    "digits", "ecoli", "fashion-mnist", "german-credit", "glass", "heart", "heart-disease", "hepatitis",
    "hypothyroid", "imagenet", "ionosphere", "iris", "kr-vs-kp", "labor", "letter", "mnist", "monks",
    "mushroom", "newsgroups", "nursery", "optdigits", "pendigits", "pima", "pima-indians-diabetes",
    "primary-tumor", "satimage", "segment", "sick", "sonar", "soybean", "spambase", "splice", "tic-tac-toe",
    "titanic", "vehicle", "votes", "vowel", "waveform", "wdbc", "wine", "wine-quality", "yeast", "zoo",
))  # fmt: skip


def _no_errors(case: Case) -> Found:
    found = [
        f"{name} on {n} items"
        for name, errors, n in zip(case.names, *_mistakes(case), strict=True)
        if errors == 0 and n >= ENOUGH_TO_WONDER
    ]
    if found:
        yield Finding(
            f"no error at all is made by {' and '.join(found)}",
            "check that no attribute gives the class away" if case.background.data else "",
        )


def _mistakes(case: Case) -> tuple[list[int | None], list[int]]:
    """Errors of A and of B and their items; None where they are not known."""
    got = case.outcomes
    if isinstance(got, RatePair):
        return [got.errors_a, got.errors_b], [got.n_a, got.n_b]
    if isinstance(got, PairedItems) and got.both_right is not None:
        wrong = got.n - got.both_right
        return [wrong - got.only_a, wrong - got.only_b], [got.n, got.n]
    if isinstance(got, PairedLabels):
        by_a, by_b = got.table.sum(axis=2), got.table.sum(axis=1)
        return [got.n - int(by_a.trace()), got.n - int(by_b.trace())], [got.n, got.n]
    return [None, None], [0, 0]


def _imbalanced(case: Case) -> Found:
    common = case.background.commonest
    if common is None or not case.metric.right_or_wrong:
        return
    if common[1] >= LOPSIDED:
        yield Finding(f"{_always(common)}: accuracy hides how the rare classes fare")


def _always(common: tuple[str, float]) -> str:
    return f"always saying {common[0]} would be right on {100 * common[1]:.1f} %"


def _no_better(case: Case) -> Found:
    common = case.background.commonest
    if common is None or not case.metric.right_or_wrong:
        return
    # A learner that says the commonest class is a baseline by intent.
    low = [
        f"{name} with {100 * right:.1f} %"
        for name, right in zip(case.names, _right(case), strict=True)
        if name not in case.background.follow and right <= common[1] + 1e-12
    ]
    if low:
        yield Finding(f"{_always(common)}; no better is {' and '.join(low)}")


def _right(case: Case) -> tuple[float, float]:
    if case.values is None:
        return 1.0, 1.0
    a, b = case.values
    return (1 - a, 1 - b) if case.metric.complement_of else (a, b)


def _well_known(case: Case) -> Found:
    name = case.background.data
    if name.strip().casefold().replace("_", "-").replace(" ", "-") in WELL_KNOWN:
        yield Finding(
            f"{name!r} is a data set that many have compared learners on: some of their differences are "
            f"accidents of these very items, and choices that suit it are common knowledge"
        )


def _follows(case: Case) -> Found:
    design = case.background.design
    if design is not None and design.key == "leave-one-out":
        for name in case.background.follow:
            yield Finding(
                f"leaving an item out makes its class rarer in the training set: {name} follows the class "
                f"shares, which alone makes it wrong on every item of balanced data"
            )


OF_DATA = (
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
    Pitfall(
        key="no-errors",
        codes=("PIT-1",),
        title="the error on items that were trained on",
        when="a side makes no error at all on 30 items or more",
        remedy="check that these items were not trained on: only new items tell",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 1: the apparent error can be made arbitrarily low",
        trigger=_no_errors,
    ),
    Pitfall(
        key="imbalanced-classes",
        codes=("PIT-11",),
        title="accuracy where classes are unequal",
        when="by accuracy or error, the commonest class holds 80 % of the items or more",
        remedy="compare by balanced-accuracy as well",
        source=HONAVAR,
        trigger=_imbalanced,
    ),
    Pitfall(
        key="no-better-than-commonest",
        codes=("PIT-11",),
        title="a model that does no better than always saying one class",
        when="by accuracy or error, a side is right no more often than by always saying the commonest class",
        remedy="check its labels and its training before it is compared with anything",
        source=HONAVAR,
        trigger=_no_better,
    ),
    Pitfall(
        key="well-known-data",
        codes=("PIT-9",),
        title="the same data sets used by everybody",
        when="an experiment's data set has the name of a well-known one",
        remedy="confirm the verdict on data of your own",
        source=f"{SALZBERG_1997}, sec. 2.1 and 3.2",
        trigger=_well_known,
    ),
    Pitfall(
        key="leave-one-out-shifts-classes",
        codes=("PIT-15",),
        title="leave-one-out with a learner that follows the balance of the classes",
        when="under leave-one-out a learner says the commonest class of each training set",
        remedy="use KFold(folds=10)",
        source=KOHAVI_1995,
        trigger=_follows,
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
