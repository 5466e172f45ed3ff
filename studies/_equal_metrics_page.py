"""The page of the study of equal metrics."""

PAGE = """# False alarms where two metrics are equal

Made by `python -m studies.equal_metrics --draws {draws} --every {every}` on {date} with {versions}: the
share, in per cent, of {draws} drawn test sets ({swapped} for permutation, in one of {swapped_in} worlds) on
which a test at 5 % calls one of two models better whose true metrics are equal. At 5 % its Monte-Carlo
error is {error:.1f} points. A rate of `score-t` or `jackknife` above 5.5 % is measured again on {again} new
test sets (error {again_error:.2f}), and that rate is shown: the worst of hundreds of worlds would otherwise
be the unluckiest. Permutation is not measured again: its worst is about {swapped_noise:.1f} points too high
by chance alone (error {swapped_error:.1f}).

The two models work at equal and at different operating points (recall {recalls}); F1 and the other metrics
are of a positive class of 1 to 50 % of 50 to 20,000 items. `worst, >= 10` is over worlds in which at least
10 positives, and 10 predicted positives of either model, are expected, `worst, < 10` over those with 5
positives or more. Power and coverage are those in the same worlds with the recall of B lowered by three
tenths, power at the level that each test has. Test sets on which a metric is 0/0 are left out.

`score-t` is the default for label metrics. `permutation` tests whether the answers of A and B are
exchangeable, which is more than equal metrics; its interval is that of the bootstrap (docs/coverage.md).

## The test

`score-t` takes two confusion matrices M_a and M_b, with M[i, j] items of class j that are called i, and a
metric f with slopes g = df / dM[i, j]. D = f(M_a) - f(M_b) on n items. The test of a difference delta (0
for the p-value):

1. **Move.** p_j is the share of class j and W = diag(p) - p p': more right answers, the same true and
   predicted shares. x = (D - delta) / sum (g(M_a) + g(M_b)) W, and 0 where that sum is not positive. M_a' =
   M_a - x W and M_b' = M_b + x W have metrics that differ by delta.
2. **Influences.** c_a = g(M_a') - sum M_a g(M_a') / n, an array by cell, and c_b likewise. An item of class
   t that A calls i and B calls j has u = c_a[i, t] - c_b[j, t]. For F1 that is (2 t a - F (t + a)) / S_a -
   (2 t b - F (t + b)) / S_b, centred, with t, a, b = 1 where the item is positive, or called so, S = the
   true plus the predicted positives, and F = 2 (TP_a + TP_b) / (S_a + S_b) where delta = 0.
3. **Scaled form.** H = max(M_a', 0) and k_a^2 = sum H (c_a - sum H c_a / sum H)^2 / sum M_a c_a^2 (1 where
   that is 0/0), and k_b likewise: u = k_a c_a[i, t] - k_b c_b[j, t].
4. **Variance.** Units g are items, or clusters; u_g is the sum over the items of a unit and h_g their share
   of the items. V = sum u_g^2 / (1 - h_g), in the form (2 or 3) that gives more. In classes t that occur
   and in which A and B agree on every item, the largest (c_a[i, t] - c_b[j, t])^2 with i != j is added,
   once.
5. **Degrees of freedom**, at delta = 0 and in the form of step 4: the least of 2 Q^2 / (sum u_g^4 - Q^2 /
   G), between 1 and G - 1, for G units and Q = sum u_g^2; of (sum w)^2 / sum w^2 - 1, with w = s + r s (s -
   1) for a unit of s items and r the mean product of the u of two items of one unit over the mean of u^2,
   between 0 and 1; and of 2 m, where m units do not add the same to M_a and M_b. Never below 1.
6. **P-value and interval.** D / sqrt(V) against Student's t. The lower end is where D - delta = t
   sqrt(V(delta)): between 0 and D where 0 is rejected from below, else between the lowest possible
   difference and min(D, 0). The upper end is that of -D with A and B exchanged, with its sign changed.

No unit differs (m = 0): p = 1, and the interval is plus and minus -log(tail) times the largest difference
of two slopes in one column of g(M_a) or g(M_b), where tail is 1 - level, or half of it two-sided. V = 0 and
D != 0: all m units favour one side equally, p is that of the sign test, min(1, 2^(1 - m)), and the interval
is from |D| (2 tail^(1/m) - 1) to |D| on the side of D. f(M_a) or f(M_b) is 0/0: refused. A single item: p =
1, and every difference is possible.

`tests/oracles/score_t.R` computes this item by item, with the slopes written out; the package agrees to 9
digits.

## Worlds on which the test was chosen

{chosen}

## Other worlds, on which nothing was chosen

{confirmed}

## Many classes

3 to 10 classes of equal and unequal sizes, 60 to 800 items. A and B err evenly over the other classes,
follow the shares of the classes, name the next class, or are better at frequent classes; B has the skill
that makes both metrics equal. `worst, >= 10` is over worlds in which 10 items or more of every class, true
and predicted, are expected. Power and coverage are those where B has four fifths of that skill. The first
table is of the worlds that were looked at first; the test was left as it was.

{classes_chosen}

Other numbers of classes, sizes, shares, ways to err, skills and dependence:

{classes_confirmed}

## Clusters

2 to 5 classes; 14 to 100 clusters of 2 to 10 items, equal or mixed, or two clusters of 30 and 60 items
among small ones. Items of a cluster share their class, and what makes them hard, with a correlation of .2
or .6. `worst, >= 10` is over worlds in which at least 10 clusters with an item of each class, true and
predicted, are expected. The last row of each metric is the same test where nobody says which items belong
together. The first table is of the worlds on which the degrees of freedom were chosen.

{clusters_chosen}

Other worlds, on which nothing was chosen: 26 to 150 clusters of other sizes, other shares, ways to err and
skills, and a correlation of .1 to .8:

{clusters_confirmed}

## How the test was chosen

The restricted error of F1 (a common F1 in the influences) is too small for precision where one model
predicts few positives, because a model without a false alarm shows no variance. Scaling the influences to
the variance in the moved confusion matrix corrects this; so V is the larger of both forms. Where the
positives predicted by one model are among those of the other, both are too small; so V allows for one item
of a class in which A and B never differ.

The choice was made on a first set of worlds like those of the first table and on a second one, meant to
confirm it, which showed the last of these failures and so became part of the choice. The second table is of
a third set: other sizes, shares, operating points, values and dependence.

The worlds with many classes changed nothing: the test held its level there as it was. The worlds with
clusters changed the degrees of freedom. Those of Bell and McCaffrey, which hold where items of a cluster are
independent, are too many where one or two clusters hold half of the items and their answers go together. So
the correlation that the influences show is allowed for, as Imbens and Kolesar (2016) do; clusters of equal
sizes keep one degree of freedom less than there are clusters.
"""
