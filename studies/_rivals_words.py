"""What the page of rivals says that does not depend on the numbers that were measured."""

HEAD = """\
# What people use today, and bakeoff

This page compares bakeoff with other packages on six common tasks. Every tool gets the same simulated data
sets. In a simulation the truth is known, so false alarms and missed differences can be counted. This project
chose the tasks and the worlds, which are the kinds of data sets; other worlds may give other results.

Made by `python -m studies.rivals` on {date}.
{versions}

![Highest false-alarm rate of each tool for six tasks; bakeoff is marked.](figures/rivals.svg)

## The answer

The rate given for each task is the highest false-alarm rate of bakeoff in any world, plus or minus one
Monte-Carlo standard error. Where several calls of bakeoff were measured, it is that of the first row, its
default.

{answer}

## How to read the tables

* **Data sets**: the number of data sets of each world on which the tool was called.
* **False alarms, worst**: the share of data sets, in per cent, on which a tool claims a difference that does
  not exist. It is that of the world with the highest share, plus or minus one Monte-Carlo standard error. The
  nominal rate is 5 %, for the release gate 2.5 %. The highest of several measured rates tends to be too high
  by chance. **Mean** is the mean over all worlds in which there is nothing to find.
* **First draw**: the same rate on other data sets, with their number in brackets
  ([why there are two draws](#two-draws)).
* **Coverage, lowest**: the share of 95 % intervals that contain the true difference, in the world where it is
  lowest.
* **Power**: the share of true differences that are found, as a mean over the worlds that have a difference. A
  tool with many false alarms finds more true differences, too. **At equal level** corrects for this: it is
  the power with the threshold for p at which the worst false-alarm rate is the nominal one. Tools without
  p-values have no such figure.
* **ms**: the median processor time of a call, in milliseconds, on one core. It is left out where the time is
  not what a user waits for; the notes below the calls say why.
* **Verdict**: the result of this rule.
  1. A tool raises "too many false alarms" if the rate in some world, or in all worlds together, is above the
     nominal rate by more than chance (exact binomial tests with Bonferroni's adjustment). If the worst rate
     is at most twice the nominal rate, the verdict is "slightly too many". Otherwise the tool "holds its
     level"; if its mean rate is below half of the nominal rate, it is "conservative".
  2. If a tool holds its level, its power at the nominal level is compared with that of bakeoff. Differences
     within two standard errors count as none.

  "Intervals cover too rarely" means that the coverage in some world is below 95 % by more than chance.

Tools are called as their own documentation shows for the task. Where people also use a tool in another way,
that is a row of its own, and a note below the calls says so.
"""
TAIL = """\
## Two draws

{draws}

## To repeat this

    python -m studies._rivals_environment FOLDER   # bakeoff and the other packages
    FOLDER/bin/python -m studies.rivals            # about an hour and a half on one core

Run both commands in a copy of the repository. `--task accuracy` measures one task. The results are kept in a
store, so a run that was stopped goes on where it was.

## Not measured

{not_measured}

{missing}
"""
DRAWS = """
The data sets were drawn twice, with the seeds {first} and {second}. The rule for the verdicts was changed
after interim results of the first draw had been seen, so the second draw was made to confirm it: all
numbers and verdicts on this page are those of the second draw, except the column "first draw". {count} rows
were measured in both draws, and {same} of them have the same verdict in both. The table shows the other
rows. The first draw was measured with bakeoff 0.1.0, that of the learners with 0.2.0. Where its cell is
empty, the call was not part of it. The second draw was planned with 1000 data sets for most tools, and slow
tools got as many as time allowed. The judge's task was extended to 3000 after the worst rate of bakeoff had
looked too high on the first 1000, and `compare_learners` from 300 to 1000, so that the answer does not rest
on the fewest data sets.
"""
WHY = {
    "accuracy": """
Both models answer the same items. Only the items on which exactly one model is right carry information
about the difference, and McNemar's test uses just these. Its exact form and its continuity-corrected form
are conservative where few items differ. The mid-p form, which bakeoff, evalstats and truescore use, is less
so. Some tests ignore the pairing and therefore miss differences: mlxtend's proportion difference,
statsmodels' z test, deepsig's bootstrap and the comparison of two intervals. The tests of deepsig are
one-sided: they look only for a better A, and in these worlds no other difference exists, so they find more
than a two-sided test would. A paired t test of right and wrong answers is as good as McNemar's test in
these worlds. For this task the choice of the package matters little, as long as the test is paired.
""",
    "f1": """
F1 is not a mean over items, so tests of item scores do not apply. A permutation test swaps the answers of
the two models. It tests whether the models are exchangeable, which is a stronger hypothesis than equal F1:
two models with the same F1 but different recall are not exchangeable. A bootstrap interval is reliable only
with enough positive items, and a rare class has few. McNemar's test compares accuracies. Where one model
trades precision for recall, the accuracies differ although the F1 scores are equal; the test is then right
about accuracy and wrong about F1.
""",
    "learners": """
The training sets of different folds overlap, so the scores of the folds are not independent. A t or
Wilcoxon test treats them as independent and takes the mean difference to be more certain than it is.
Repeating the cross-validation adds scores but hardly any information, so the t test gets worse. baycomp
uses the correction of Nadeau and Bengio, which allows for the overlap with one fixed correlation. In some
worlds this correction is too small, most of all where one learner always predicts the most frequent
class. bakeoff estimates the variance from the items, from the folds, and from how much the models differ
between training sets. Its low false-alarm rate costs power at the nominal level, and it trains the
learners more often than mlxtend does. `compare_scores` gives the same test if it gets the items of each
run. With items that are averaged over the runs, the differences between training sets are unknown, and
the variance is often smaller. This test finds more, and in the worlds of this page its false-alarm rate
is still below the nominal one. With learners that are more sensitive to the training set it is not: a
caveat says so, and the note below the calls has the rates. At equal level, the t tests on 10 x 10 folds
and on resampled splits find more than bakeoff in the two worlds that have a difference. Users cannot make
use of this, because the threshold at which these tests raise 5 % false alarms is known only in a
simulation.
""",
    "many": """
Ten models have 45 pairs. Without adjustment, some pair of equal models is often called different. The
adjustments of Bonferroni and Holm are simple and need no resampling. The joint test of bakeoff allows for
the correlation of the pairs; evalstats adjusts with the method of Shaffer or that of Romano and Wolf.
Nemenyi's test, which scikit-posthocs and autorank use, compares mean ranks. Right and wrong answers have
many tied ranks. The test does not allow for ties, so it is conservative.
""",
    "gate": """
A gate has to show that the drop is smaller than the margin. The absence of a significant drop does not show
this: with few items almost nothing is significant, so the gate passes. A threshold without a test passes a
model whose drop equals the margin about every second time. The t test against the margin estimates the
variance at the observed difference; Tango's score test, which bakeoff uses, estimates it at the margin.
Where few items differ, the estimate of the t test is often too small. evalsig's gate asks whether the new
model is better, so it passes hardly any equal model.
""",
    "judge": """
The judge's scores alone show what the judge prefers. If the judge favours one model, they give the wrong
answer with any number of items. The labels alone are unbiased but few. Prediction-powered inference
combines both. ppi-python and truescore use the normal distribution, and they estimate the variance and the
weight of the judge from the same 50 labels, which are few for both. bakeoff uses Student's t distribution,
computes the weight for each item without that item, and sets a lower bound for the variance.
""",
}
NOT_MEASURED = """
deepsig recommends its test `aso`. It takes about seven seconds for two models and 500 items, which is too
long for hundreds of data sets; the bootstrap and the permutation test of the package are measured instead.
MLstatkit's `Permutation_test` takes two seconds for 1000 items and is the same test as scipy's. autorank
and scikit-posthocs are made for scores on several data sets. People also use them on the items of one test
set, and this use is measured here. Tests of areas under the ROC curve are in [losses.md](losses.md).
"""
