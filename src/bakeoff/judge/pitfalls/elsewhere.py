"""What is found before there is anything to judge: where data are read, learners run or slices made."""

from bakeoff.core.figures import figures
from bakeoff.core.works import (
    ASSMANN_2000,
    BLUM_HARDT_2015,
    DIETTERICH_1998,
    GAIL_SIMON_1985,
    HONAVAR,
    MARTIN_HIRSCHBERG_1996,
    SALZBERG_1997,
    SIMPSON_1951,
    WELCH_1951,
)
from bakeoff.judge.pitfalls.exact import any_of_several
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN, OURS, Pitfall
from bakeoff.judge.pitfalls.support import (
    Support,
    after_holdout,
    by_definition,
    rates_of,
    under_folds,
    under_one_run,
    unmeasured,
)

COPIES_OF = {"items-folds-t": "items-folds-t", "corrected-resampled-t": "corrected-r.-t"}
OF_LABELS = (
    Pitfall(
        key="direction-assumed",
        nouns=EVERY_NOUN,
        scope="data",
        importance="casts-doubt",
        title="a metric whose direction is assumed",
        when="a log or a table of scores does not say which metric it holds, or whether higher is better, "
        "and the name of the metric does not tell",
        remedy="if lower is better, the verdict is reversed",
        source="follows from the definition",
        support=by_definition(
            "a decision by a metric for which lower is better is the opposite of one by a metric for which "
            "higher is better"
        ),
    ),
    Pitfall(
        key="positive-guessed",
        nouns=EVERY_NOUN,
        scope="data",
        importance="limits",
        title="a positive class that was guessed",
        when="the metric needs a positive class, none was named, and the class names do not imply one; it "
        "casts doubt where the other class would lead to another decision or no AUC is clearly above .5 "
        "(predictions are refused where the other class favours the other model or an AUC is clearly below "
        ".5)",
        remedy="if you mean the other class, name it as positive",
        source=HONAVAR,
        references=(HONAVAR,),
        support=by_definition("precision, recall and F1 of the one class are not those of the other"),
    ),
    Pitfall(
        key="probabilities-reversed",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="probabilities of the other class",
        when="a loss of probabilities of two classes is compared, no model predicts better than a constant "
        "probability or ranks the items better than chance, and at least one ranks them the wrong way round "
        "by more than chance",
        remedy="name the class to which the probabilities belong as positive",
        source="follows from the definition",
        support=by_definition(
            "the log loss and the Brier score of a probability p for one class are those of 1 - p for the "
            "other, so models that predict well do badly if the wrong class is positive, and the more "
            "certain one does worst"
        ),
    ),
    Pitfall(
        key="labels-never-meet",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="labels with different spellings",
        when="no label of a model occurs in the truth, or a label differs from a true one only in case or "
        "spaces",
        remedy="if they mean the same class, use one spelling",
        source="follows from the definition",
        support=by_definition(
            "labels that differ in spelling are different labels, so no such prediction is correct"
        ),
    ),
    Pitfall(
        key="one-class",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="a test set of one class",
        when="all items of the test set belong to one class, and the metric also depends on items of other "
        "classes, as balanced-accuracy and f1 do",
        remedy="add items of the other classes, or choose accuracy",
        source="follows from the definition",
        support=by_definition(
            "without items of another class, the rates of that class have the denominator 0"
        ),
    ),
    Pitfall(
        key="one-class-probabilities",
        nouns=EVERY_NOUN,
        scope="data",
        importance="limits",
        title="probabilities for items of one class",
        when="all items of the test set belong to one class, and the models predict probabilities",
        remedy="add items of the other classes, as many as occur in practice",
        source="follows from the definition",
        support=by_definition(
            "where all items belong to one class, a model that always predicts it with certainty has the "
            "best possible score"
        ),
    ),
    Pitfall(
        key="positive-never-true",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="a positive class that does not occur",
        when="probabilities refer to a class that does not occur in the truth",
        remedy="check the name of the positive class",
        source="follows from the definition",
        support=by_definition("a class that does not occur has no item that could be predicted correctly"),
    ),
)


OF_RUNS = (
    Pitfall(
        key="unfinished-run",
        importance="invalidates",
        title="a run that did not end",
        when="a log says that its run failed, was cancelled or is still going on, or it has fewer answers "
        "than were planned",
        remedy="run it again to its end, or plan the run with fewer items",
        source="follows from the definition",
        support=by_definition(
            "the items that were answered before a run stopped came first or took little time and are no "
            "random part of all, and failures of the model are not counted"
        ),
    ),
    Pitfall(
        key="scored-otherwise",
        importance="casts-doubt",
        title="answers that were scored in different ways",
        when="logs say that the answers of the models were scored by different scorers, graders, options, "
        "filters or versions of the task, and this is not named in may_differ; a gate is then inconclusive",
        remedy="score all models in the same way",
        source="follows from the definition",
        support=by_definition(
            "if two graders score identical answers in different ways, the difference is one of the graders"
        ),
    ),
)


OF_SLICES = (
    Pitfall(
        key="slices-disagree",
        importance="limits",
        title="slices that disagree with the overall verdict",
        when="a slice favours one model and all items favour the other, different slices favour different "
        "models, or a slice favours one model although the models are equivalent on all items",
        remedy="judge each slice separately, or weight the slices by how often they will occur in practice",
        source=GAIL_SIMON_1985,
        references=(GAIL_SIMON_1985,),
        support=unmeasured(
            "how often slices disagree depends on how the differences vary over the population"
        ),
    ),
    Pitfall(
        key="slices-reverse",
        importance="casts-doubt",
        title="an overall difference that every slice contradicts (Simpson's paradox)",
        when="the difference has one sign on all items and the opposite sign in every slice",
        remedy="compare within slices, because the overall difference mixes unlike items",
        source=SIMPSON_1951,
        references=(SIMPSON_1951,),
        support=by_definition(
            "a mean over unlike parts depends on how the parts are mixed, so it can have the opposite sign "
            "of all of them"
        ),
    ),
    Pitfall(
        key="slices-differ",
        importance="limits",
        title="a difference that varies between slices",
        when="a test finds that the slices differ, and no slice contradicts the overall verdict",
        remedy="read the overall difference as an average over slices with the frequencies in these data",
        source=WELCH_1951,
        references=(WELCH_1951,),
        support=unmeasured("how often slices differ depends on how the differences vary over the population"),
    ),
    Pitfall(
        key="slice-alone",
        importance="limits",
        title="a decision in one slice without an overall decision",
        when="the overall verdict is undecided, and slices favour one model",
        remedy="confirm it on new items of that slice",
        source=ASSMANN_2000,
        references=(ASSMANN_2000,),
        support=Support(
            basis="computed",
            text="the probability that at least one of several slices is significant at 5 % although no "
            "slice has a difference, if each is tested without adjustment; bakeoff adjusts the p-values of "
            "slices",
            exact=any_of_several,
        ),
    ),
    Pitfall(
        key="slices-need-draws",
        importance="limits",
        title="too few resamples to decide the slices",
        when="the smallest p-value that resampling can give, adjusted for all slices, is above alpha",
        remedy="use more resamples",
        source="follows from the definition",
        support=by_definition(
            "with B resamples, no p-value is below 1 / (B + 1), and the adjustment multiplies it by the "
            "number of slices"
        ),
    ),
)


OF_LOOKS = (
    Pitfall(
        key="many-looks",
        importance="casts-doubt",
        title="a test set that was used before",
        when="a ledger records earlier looks at the same items, and after adjusting the p-value for all "
        "of them nothing would be decided",
        remedy="adjust for the looks (--adjust-looks), or confirm the difference on new items",
        source=BLUM_HARDT_2015,
        references=(BLUM_HARDT_2015,),
        support=Support(
            basis="computed",
            text="the probability that at least one of several independent looks at a test set is "
            "significant at 5 % by chance",
            exact=any_of_several,
        ),
    ),
)


OF_LEARNERS = (
    Pitfall(
        key="no-halves",
        importance="limits",
        title="a weaker test than the default",
        when="half-sample-t is the default for the design but could not be used",
        remedy="provide what is missing, or name the method that you want",
        source=OURS,
        support=Support(
            basis="measured",
            text="the default and the method that replaces it",
            procedures=(
                under_folds("half-sample-t", floor="items"),
                under_folds("corrected-resampled-t"),
            ),
        ),
    ),
    Pitfall(
        key="not-measured-here",
        importance="limits",
        title="a test outside the conditions in which it was measured",
        when="items-folds-t or half-sample-t is used with another metric, design, number of classes or "
        "number of items than those it was measured with, or with groups",
        remedy="treat a p-value near alpha as undecided",
        source=OURS,
        support=Support(
            basis="measured",
            text="what was measured, for comparison: the settings have accuracy, 2 to 20 classes and 100 to "
            "900 items",
            procedures=(
                under_folds("items-folds-t"),
                under_one_run("items-folds-t"),
                under_folds("half-sample-t", floor="items"),
            ),
        ),
    ),
    Pitfall(
        key="one-training-set",
        importance="limits",
        codes=("PIT-10",),
        title="conclusions about learning algorithms from two classifiers",
        when="an experiment trains each learner once",
        remedy="use RepeatedKFold to compare learners",
        source=f"{DIETTERICH_1998}, questions 6 to 8",
        references=(DIETTERICH_1998,),
        support=Support(
            basis="measured",
            text="a test of two models on one test set knows nothing of other training sets: in some "
            "settings, two learners that are equally good on average were called different on more than 5 % "
            "of the data sets",
            procedures=(
                after_holdout("mcnemar-mid-p"),
                after_holdout("mcnemar-exact"),
                under_folds("items-folds-t"),
            ),
        ),
    ),
    Pitfall(
        key="pooled-predictions",
        importance="casts-doubt",
        title="predictions of several models pooled as if from one",
        when="an experiment is judged on items that several models predicted",
        remedy="use items-folds-t, which accounts for this",
        source=f"{SALZBERG_1997}, sec. 3.5; {OURS}",
        references=(SALZBERG_1997,),
        support=Support(
            basis="measured",
            text="a test that takes the pooled predictions as those of one model, and the default, which "
            "does not",
            procedures=(
                under_one_run("mcnemar-mid-p"),
                under_one_run("mcnemar-exact"),
                under_one_run("items-folds-t"),
            ),
        ),
    ),
    Pitfall(
        key="duplicated-rows",
        nouns=EVERY_NOUN,
        scope="data",
        importance="casts-doubt",
        title="rows that occur more than once",
        when="learners are trained on rows or a file of predictions has columns of attributes, and at least "
        "1 % of the rows repeat the attributes of a row outside their group or cluster, more than chance "
        "explains; or a column that names items, persons, series or documents has the same value in several "
        "rows and is not declared as clusters",
        remedy="remove the copies, or give groups that keep equal rows together",
        source=OURS,
        support=Support(
            basis="measured",
            text="with each of 300 rows present 1, 2, 3 and 4 times, items-folds-t raised up to "
            f"{figures('copies', *(f'{n} copies, items-folds-t' for n in (1, 2, 3, 4)))} % false alarms, and "
            "corrected-resampled-t "
            f"{figures('copies', *(f'{n} copies, corrected-resampled-t' for n in (1, 2, 3, 4)))} %",
            page="measured",
            section="Figures in caveats",
            rates=rates_of(
                "copies",
                {
                    f"{short}, {times}": f"{n} copies, {method}"
                    for method, short in COPIES_OF.items()
                    for n, times in ((1, "once"), (2, "twice"), (3, "3 times"), (4, "4 times"))
                },
            ),
        ),
    ),
    Pitfall(
        key="missing-cells",
        importance="casts-doubt",
        title="failed cells in the design",
        when="a learner failed on at least one split",
        remedy="fix the learner and run again (finished cells are kept)",
        source="follows from the definition",
        support=by_definition(
            "the effect depends on why the learner failed: scores that are missing at random lose only "
            "precision"
        ),
    ),
    Pitfall(
        key="learner-warned",
        importance="limits",
        title="a learner that issued warnings",
        when="a learner issued a warning during training, for example that it did not converge",
        remedy="fix the cause, because a learner that did not converge is not the one you want to compare",
        source="follows from the definition",
        support=by_definition(
            "a learner that did not finish its training is not the one that was meant to be compared"
        ),
    ),
    Pitfall(
        key="tuned-across-groups",
        importance="casts-doubt",
        codes=("PIT-8",),
        title="tuning on splits that share groups between training and test items",
        when="items come in groups and the inner search of a learner splits groups",
        remedy="use GroupKFold in the search",
        source=f"{SALZBERG_1997}, sec. 3.3; {MARTIN_HIRSCHBERG_1996}, sec. 3.3 on independence",
        references=(
            SALZBERG_1997,
            MARTIN_HIRSCHBERG_1996,
        ),
        support=unmeasured("the effect depends on how much items of a group have in common"),
    ),
)
