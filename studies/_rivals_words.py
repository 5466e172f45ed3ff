"""What the page of rivals says that does not depend on the numbers that were measured."""

HEAD = """\
# What people use today, and bakeoff

Made by `python -m studies.rivals` on {date} with bakeoff {bakeoff}, numpy {numpy} and Python {python}. All
tools were given the same data sets, drawn from worlds in which the truth is known. The command keeps what it
measures in a store and goes on where it was stopped; this page was made in several runs. To repeat it:

    python -m studies._rivals_environment FOLDER         # bakeoff and the other packages, in their versions
    FOLDER/bin/python -m studies.rivals                  # or one task: --task accuracy

![Worst false-alarm rate of each tool for six tasks; bakeoff is marked.](figures/rivals.svg)

## The answer

{answer}

How to read the tables:

* **False alarms, worst**: the share of data sets, in per cent, on which a tool claims a difference that
  does not exist, in the world where it does so most often, plus or minus one Monte-Carlo standard error.
  The nominal rate is 5 %, for the release gate 2.5 %. The worst of several measured rates is a little too
  high by chance. **Mean** is over all such worlds.
* **Coverage, lowest**: the share of 95 % intervals that hold the true difference, in the world where fewest
  do.
* **Power**: the share of true differences that are found, as a mean over the worlds that have some. A tool
  with many false alarms also finds more. **At equal level** is therefore the power after the threshold for
  p has been changed so that the worst false-alarm rate is the nominal one. Tools without p-values have no
  such figure.
* **ms**: the median processor time of a call, in milliseconds, on one core.
* **Verdict**: "too many false alarms" if the rate of some world, or of all worlds together, is above the
  nominal one by more than chance (exact binomial tests, adjusted with Bonferroni's method), and "slightly
  too many" if the worst rate is then at most twice the nominal one; "conservative" if the mean rate is below
  half of the nominal one. Where the level is held, the power at the nominal level is compared with that of
  bakeoff; a difference within two standard errors counts as none. "Intervals cover too rarely": the coverage
  of some world is below 95 % by the same test.
"""
TAIL = """\
## Not measured

{not_measured}

{missing}
"""
WHY = {
    "accuracy": """
Both models answer the same items, so only the items on which they differ say anything. McNemar's test
uses these. Its exact and its continuity-corrected form are conservative where few items differ; the mid-p
form, which bakeoff, evalstats and truescore use, is less so. Tests for two separate samples (mlxtend's
proportion difference, statsmodels' z test, deepsig's bootstrap) and the comparison of two intervals
ignore the pairing and therefore miss differences. A paired t test of right and wrong answers is as good
as McNemar's test in these worlds. For this task the choice of the package matters little, as long as the
test is paired.
""",
    "f1": """
F1 is no mean over items, so tests on item scores do not apply. A permutation test swaps the answers of
the models and tests whether they are exchangeable, which is more than equal F1: two models with the same
F1 at different operating points are not exchangeable. A bootstrap interval needs more positives than a
rare class has. McNemar's test compares accuracies: where a model trades precision for recall, the
accuracies differ although the F1 scores are equal, and the test is right about accuracy and wrong about
F1.
""",
    "learners": """
Training sets of different folds overlap, so fold scores are not independent, and a t or Wilcoxon test on
them takes the spread between folds for more information than it is. Repeating the cross-validation adds
scores but hardly any information, and the t test gets worse. The correction of Nadeau and Bengio, which
baycomp uses, allows for the overlap by one fixed correlation. That is too little in some worlds, most of
all where one learner always predicts the most frequent class. bakeoff estimates the variance from the
items and from the folds. It pays for its low false-alarm rate with power at the nominal level, and it
trains more often than the tests of mlxtend. At equal level, the t tests on 10 x 10 folds and on resampled
splits find more than bakeoff in the two worlds that have a difference. A user cannot make use of that:
the threshold at which they raise 5 % false alarms is known only in a study such as this one.
""",
    "many": """
Ten models have 45 pairs. Without adjustment, some pair of equal models is often called different. A test
of all models at once (Cochran's Q) before the pairs protects only where all ten are equal: once some
models truly differ, the pairs are again unadjusted. Ranks of right and wrong answers have many ties;
Nemenyi's critical difference, which scikit-posthocs and autorank use, does not allow for them and is
conservative. Holm's adjustment is simple and needs no resampling. The joint reference of bakeoff allows
for the correlation of the pairs; evalstats adjusts with Shaffer's or Romano and Wolf's method.
""",
    "gate": """
A gate has to show that the drop is smaller than the margin. A drop that is not significant is no such
evidence: on few items almost nothing is significant, and the gate passes. A threshold without a test
passes a model whose drop is exactly the margin about every second time. The t test against the margin
estimates the variance at the observed difference; Tango's score test, which bakeoff uses, does so at the
margin. evalsig's gate asks whether the new model is better, so it lets hardly any equal model pass.
""",
    "judge": """
The judge's scores alone answer what the judge prefers; if the judge favours one model, the answer is
wrong with any number of items. The labels alone are unbiased but few. Prediction-powered intervals
combine both. Those of ppi-python and truescore use the normal distribution and a variance from the same
50 labels from which they estimate the weight of the judge; 50 labels are few for that. bakeoff uses
Student's t, weights that are computed without the item, and a floor for the variance.
""",
}
NOT_MEASURED = """
deepsig's `aso` takes about ten seconds for two models and 500 items, too long for hundreds of data sets;
its bootstrap test stands in for the package. MLstatkit's `Permutation_test` takes two seconds for 1000
items; its test is that of scipy. autorank and scikit-posthocs are made for scores on several
data sets; on the items of one test set they are used outside of that purpose, which is how people apply
them. Tests of areas under the ROC curve are in [losses.md](losses.md).
"""
