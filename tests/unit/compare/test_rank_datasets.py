import numpy as np
import pandas as pd
import pytest
import scipy.stats

import bakeoff
from bakeoff import InputError, rank_datasets
from bakeoff.core.exceptions import UnknownNameError
from bakeoff.report.words.pairs import pair_cells, spread_told

RNG = np.random.default_rng(11)
SCORES = (0.8 + RNG.normal(0, 0.02, (15, 3)) + np.array([0.0, 0.01, 0.06])).round(3)
NAMED = dict(zip(("tree", "bayes", "forest"), SCORES.T, strict=True))
PAIRS = ["wilcoxon-holm", "nemenyi", "shaffer", "bayes-signed-rank"]


def asked(method):
    return {"method": method} | ({"resamples": 2000} if method == "bayes-signed-rank" else {})


@pytest.mark.parametrize("method", PAIRS)
def test_every_method_finds_the_best_of_three(method):
    ranking = rank_datasets(NAMED, **asked(method))
    assert [each.name for each in ranking.models] == ["forest", "bayes", "tree"]
    assert ranking.models[0].value == pytest.approx(NAMED["forest"].mean())
    assert [(each.a, each.b) for each in ranking.pairs] == [
        ("forest", "bayes"),
        ("forest", "tree"),
        ("bayes", "tree"),
    ]
    assert ranking.best == ("forest",)
    assert ranking.models[0].rank == (1, 1)
    assert ranking.pairs[0].decision == "a-better"
    assert (ranking.basis.of, ranking.basis.counts) == ("data sets", (15,))
    assert sum(each.mean_rank for each in ranking.models) == pytest.approx(6)
    assert (ranking.pairs[0].p_value is None) == (method == "bayes-signed-rank")


@pytest.mark.parametrize("metric", ["accuracy", "error"])
def test_two_learners_are_what_compare_datasets_says(metric):
    a, b = NAMED["forest"], NAMED["tree"]
    verdict = bakeoff.compare_datasets(a, b, metric=metric)
    ranking = rank_datasets({"forest": a, "tree": b}, metric=metric)
    (pair,) = ranking.pairs
    turned = metric == "error"  # then the tree comes first
    assert pair.a == ("tree" if turned else "forest")
    assert pair.estimate == pytest.approx((-1 if turned else 1) * verdict.result.estimate)
    expected = verdict.result.interval
    assert tuple(pair.interval) == pytest.approx(
        (-expected.high, -expected.low) if turned else tuple(expected)
    )
    assert pair.p_value == verdict.result.p_value
    assert pair.decision == "a-better"
    assert verdict.decision == ("b-better" if turned else "a-better")
    assert ranking.omnibus is None
    assert ranking.unit == verdict.unit


@pytest.mark.parametrize("baseline", [None, "y"])
def test_two_learners_may_both_be_the_best_unless_their_pair_is_decided(baseline):
    x, apart = 0.8 + 0.001 * np.arange(9), 0.01 * np.arange(1, 10)
    few = rank_datasets({"x": x[:5], "y": (x - apart)[:5]}, baseline=baseline)  # p = 0.0625, one-sided 0.031
    assert few.pairs[0].decision == "undecided"
    assert few.best == ("x", "y")
    assert [(each.rank, each.may_be_best) for each in few.models] == [((1, 2), True)] * 2
    assert few.strength.grade == "none"
    assert few.sentence.startswith("x or y may be the better of 2 learners")
    more = rank_datasets({"x": x, "y": x - apart}, baseline=baseline)
    assert more.pairs[0].decision == "a-better"
    assert more.best == ("x",)
    assert [each.rank for each in more.models] == [(1, 1), (2, 2)]


def test_a_baseline_is_one_family_of_its_pairs():
    whole, against = rank_datasets(NAMED), rank_datasets(NAMED, baseline="bayes")
    assert [(each.a, each.b) for each in against.pairs] == [("forest", "bayes"), ("bayes", "tree")]
    assert against.interval_level == 0.975
    assert whole.interval_level == pytest.approx(1 - 0.05 / 3)
    assert against.models == whole.models
    assert all(
        ours.p_value <= theirs.p_value
        for ours in against.pairs
        for theirs in whole.pairs
        if (ours.a, ours.b) == (theirs.a, theirs.b)
    )


def test_wins_ties_and_losses_are_counted_over_data_sets():
    pair = rank_datasets({"a": [0.1 + 0.2, 0.5, 0.4], "b": [0.3, 0.4, 0.45]}).pairs[0]
    assert (pair.wins, pair.ties, pair.losses) == (1, 1, 1)


def test_forms_of_the_same_scores_give_the_same_ranking():
    names = [f"set {letter}" for letter in "abcdefghijklmno"]
    frame = pd.DataFrame(NAMED, index=names)
    nested = {name: dict(zip(names, column, strict=True)) for name, column in NAMED.items()}
    forms = [
        frame,
        frame.reset_index(names="dataset"),
        nested,
        {"which": names, **NAMED},
        {name: column.tolist() for name, column in NAMED.items()},
    ]
    first, *others = (rank_datasets(each) for each in forms)
    assert all(each == first for each in others)


def test_renaming_reordering_and_shuffling_change_names_and_order_alone():
    rows = RNG.permutation(15)
    for method in PAIRS:
        plain = rank_datasets(NAMED, **asked(method))
        turned = {f"x{name}": NAMED[name][rows] for name in ("forest", "tree", "bayes")}
        other = rank_datasets(turned, **asked(method))
        assert [f"x{each.name}" for each in plain.models] == [each.name for each in other.models]
        assert [each.rank for each in plain.models] == [each.rank for each in other.models]
        ours = [(each.estimate, each.p_value, each.decision, each.probabilities) for each in plain.pairs]
        assert ours == [
            (each.estimate, each.p_value, each.decision, each.probabilities) for each in other.pairs
        ]


def test_identical_learners_are_undecided_and_share_their_ranks():
    ranking = rank_datasets({"a": NAMED["tree"], "b": NAMED["tree"], "c": NAMED["tree"]})
    assert {each.decision for each in ranking.pairs} == {"undecided"}
    assert {each.p_value for each in ranking.pairs} == {1.0}
    assert {each.rank for each in ranking.models} == {(1, 3)}
    assert ranking.best == ("a", "b", "c")
    assert ranking.omnibus.degenerate


def test_an_omnibus_test_that_is_left_out_has_a_reason():
    two = {name: NAMED[name] for name in ("tree", "forest")}
    (note,) = rank_datasets(two, omnibus="friedman").notes
    assert note.startswith("no omnibus test (Friedman's test): with two learners")
    assert rank_datasets(two, omnibus=None).notes == ()
    assert rank_datasets(NAMED).notes == ()


@pytest.mark.parametrize("omnibus", ["friedman", "iman-davenport", "block-anova"])
def test_one_data_set_is_not_enough_for_an_omnibus_test(omnibus):
    one = rank_datasets({name: scores[:1] for name, scores in NAMED.items()}, omnibus=omnibus)
    assert one.omnibus is None
    (note,) = one.notes
    assert note.startswith("no omnibus test (")
    assert note.endswith("): one data set is not enough")
    assert "nothing differs" not in str(one)


def test_equal_learners_without_a_rope_are_undecided_by_the_rule_that_is_told():
    same = {"a": NAMED["tree"], "b": NAMED["tree"]}
    plain = rank_datasets(same, **asked("bayes-signed-rank"))
    assert (plain.pairs[0].decision, plain.pairs[0].probabilities) == ("undecided", (0.0, 1.0, 0.0))
    assert "95 % or more that one learner is better decides, for each pair by itself; without" in str(plain)
    with_rope = rank_datasets(same, rope=0.01, **asked("bayes-signed-rank"))
    assert with_rope.pairs[0].decision == "equivalent"
    assert "a probability of 95 % or more decides, for each pair by itself\n" in str(with_rope)


def test_equal_scores_are_told_in_words():
    same = {"a": NAMED["tree"], "b": NAMED["tree"]}
    ranking = rank_datasets(same, omnibus=None)
    told = "equal scores on every data set, so there is no difference to test: "
    assert ranking.notes == (f"{told}a and b",)
    assert "unlimited to" not in str(ranking)
    assert pair_cells(ranking, ranking.pairs[0]) == ("0", "unlimited")
    many = rank_datasets(dict.fromkeys("abcd", NAMED["tree"]) | {"e": NAMED["forest"]})
    assert many.notes == (f"{told}a and b, a and c, a and d and 3 more pairs",)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("method", PAIRS)
def test_one_and_two_data_sets_decide_nothing_by_signed_ranks(count, method):
    ranking = rank_datasets({name: column[:count] for name, column in NAMED.items()}, **asked(method))
    assert len(ranking.pairs) == 3
    if method == "wilcoxon-holm":
        assert {each.decision for each in ranking.pairs} == {"undecided"}
        assert len(ranking.best) == 3
    assert "few-data-sets-to-rank" in [each.key for each in ranking.caveats]


def test_practical_equivalence():
    near = {"a": NAMED["tree"], "b": NAMED["tree"] + 0.0001, "c": NAMED["tree"] - 0.1}
    ranking = rank_datasets(near, method="bayes-signed-rank", rope=0.01, resamples=2000)
    found = {(each.a, each.b): each for each in ranking.pairs}
    assert found["b", "a"].decision == "equivalent"
    assert found["b", "a"].probabilities[1] == 1.0
    assert found["b", "c"].decision == "a-better"
    assert (ranking.rope, ranking.resamples) == (0.01, 2000)
    assert all(sum(each.probabilities) == pytest.approx(1) for each in ranking.pairs)


FOLDS = {name: column[:, None] + RNG.normal(0, 0.01, (15, 10)) for name, column in NAMED.items()}


def test_fold_scores_are_averaged_or_weighed():
    plain = rank_datasets(FOLDS)
    means = rank_datasets({name: each.mean(axis=1) for name, each in FOLDS.items()})
    assert plain.models == means.models
    assert plain.pairs == means.pairs
    assert "one-score-each" in [each.key for each in plain.caveats]  # it uses the means alone
    weighed = rank_datasets(FOLDS, method="random-effects")
    assert "one-score-each" not in [each.key for each in weighed.caveats]
    assert weighed.pairs[0].decision == "a-better"
    assert weighed.pairs[0].between > 0


def test_a_data_set_on_which_all_folds_agree_has_no_more_weight_than_others():
    """Its variance of 0 is chance: the difference is the mean of all, and so is the evidence."""
    easy = {name: np.vstack([each, np.ones((1, 10))]) for name, each in FOLDS.items() if name != "bayes"}
    found = rank_datasets(easy, method="random-effects").pairs[0]
    apart = (easy["forest"] - easy["tree"]).mean(axis=1)
    assert (found.a, found.b) == ("forest", "tree")
    assert found.estimate == pytest.approx(apart.mean())
    assert found.p_value == pytest.approx(scipy.stats.ttest_1samp(apart, 0).pvalue)


def test_fold_variances_are_corrected_for_overlap_and_averaged_over_data_sets():
    own = (1 / 10 + 1 / 9) * np.var(FOLDS["forest"] - FOLDS["tree"], axis=1, ddof=1)
    given = rank_datasets(
        {name: each.mean(axis=1) for name, each in FOLDS.items() if name != "bayes"},
        method="random-effects",
        variances={"forest": np.full(15, own.mean()), "tree": np.zeros(15)},
    )
    folds = rank_datasets({name: FOLDS[name] for name in ("tree", "forest")}, method="random-effects")
    assert folds.pairs[0].estimate == pytest.approx(given.pairs[0].estimate)
    assert folds.pairs[0].p_value == pytest.approx(given.pairs[0].p_value)
    runs = rank_datasets(
        {name: FOLDS[name].reshape(15, 2, 5) for name in ("tree", "forest")}, method="random-effects"
    )
    assert runs.pairs[0].between < folds.pairs[0].between  # 5 folds overlap less, so that errors are larger


def test_sizes_of_test_sets_set_the_variance_of_fold_scores():
    """With twice the test items for each training item, chance explains more of the variation."""
    rows = [(str(at), run, fold) for at in range(15) for run in (1, 2) for fold in range(5)]
    places = dict(zip(("dataset", "run", "fold"), map(list, zip(*rows, strict=True)), strict=True))
    table = places | {name: FOLDS[name].ravel() for name in ("tree", "forest")}

    def pair(table, **sizes):
        sized = {name: [size] * len(table["fold"]) for name, size in sizes.items()}
        return rank_datasets(table | sized, method="random-effects").pairs[0]

    usual, more = pair(table, n_train=100, n_test=25), pair(table, n_train=100, n_test=50)
    assert usual == pair(table)
    assert more.between < usual.between
    assert more.p_value == usual.p_value
    one = {name: own[::5] for name, own in table.items()}
    with pytest.raises(InputError, match="there is only one fold in each run of tree on data set '0'"):
        pair(one)
    assert pair(one, n_train=2, n_test=1).between is not None


def test_a_difference_that_never_varies_gives_no_valid_conclusion():
    same = {"a": [0.91, 0.82, 0.75], "b": [0.90, 0.81, 0.74]}
    found = rank_datasets(same, method="random-effects", variances={name: [1e-4] * 3 for name in same})
    assert found.pairs[0].p_value == 0
    assert found.caveats[0].key == "no-variation-over-data-sets"
    assert found.strength.grade == "invalid"
    assert found.sentence.startswith("No valid conclusion about 2 learners")
    assert "no-variation-over-data-sets" not in [each.key for each in rank_datasets(same).caveats]
    equal = {"a": same["a"], "b": same["a"]}
    nothing = rank_datasets(equal, method="random-effects", variances={name: [1e-4] * 3 for name in equal})
    assert nothing.pairs[0].p_value == 1
    assert "no-variation-over-data-sets" not in [each.key for each in nothing.caveats]


def test_the_table_of_pairs_shows_how_much_the_true_difference_varies():
    ranking = rank_datasets(FOLDS, method="random-effects", metric="accuracy")
    assert "sd between data sets  wins/ties/losses" in str(ranking)
    first = ranking.pairs[0]
    assert float(spread_told(ranking, first)) == pytest.approx(100 * first.between, abs=0.05)  # in points
    assert first.between > 0.005
    assert "sd between data sets" not in str(rank_datasets(FOLDS))


SHARES = {"metric": "accuracy"}
BAD = {
    "no score": ({"a": [0.1, None], "b": [0.1, 0.2]}, {}, "a has no score for data set '2'"),
    "not a number": ({"a": [0.1, "x1y"], "b": [0.1, 0.2]}, {}, "a has 'x1y' for data set '2'"),
    "by name": ({"a": {"x": 0.1}, "b": {"x": 0.2, "y": 0.3}}, {}, "a has no score for data set 'y'"),
    "nan": ({"a": [float("nan")], "b": [0.2]}, {}, "a has no score for data set '1'"),
    "infinite": ({"a": [float("inf")], "b": [0.2]}, {}, "a has an infinite score"),
    "one learner": ({"a": [0.1, 0.2]}, {}, "there is only one learner, 'a'"),
    "none": ({}, {}, "no learners"),
    "a list": ([0.1, 0.2], {}, "expected a dict or data frame"),
    "uneven": ({"a": [0.1, 0.2], "b": [0.1]}, {}, "a has 2 scores and b has 1"),
    "empty": ({"a": [], "b": []}, {}, "a has no scores"),
    "twice": ({"set": ["x", "x"], "a": [1, 2], "b": [2, 3]}, {}, "data set 'x' occurs 2 times"),
    "two columns of words": ({"s": ["x"], "t": ["y"], "a": [1], "b": [2]}, {}, "both hold text"),
    "ragged folds": ({"a": [[0.1, 0.2], [0.1]], "b": [[0.1, 0.2], [0.1]]}, {}, "a has scores of shape"),
    "negated": ({"a": [-0.1, -0.2], "b": [-0.3, -0.1]}, {"metric": "error"}, "they look like losses negated"),
    "a row in percent": ({"set": ["x", "y"], "a": [81.0, 0.9], "b": [82.0, 0.8]}, SHARES, "'x' reach 82 and"),
    "names alike": ({"a": {1: 0.9, "1": 0.8}, "b": {1: 0.9, "1": 0.8}}, {}, "a has data sets whose names"),
    "percent": ({"a": [81.0, 92.0], "b": [0.8, 0.9]}, SHARES, "percentages"),
    "no metric": ({"a": [3.7, 2.1], "b": [4.0, 2.0]}, {}, "no metric is named; name it"),
    "rope": (NAMED, {"rope": 0.01}, "rope is an option of bayes-signed-rank"),
    "resamples": (NAMED, {"resamples": 500}, "wilcoxon-holm makes no random draws"),
    "few resamples": (NAMED, {"method": "bayes-signed-rank", "resamples": 5}, "expected 100 to 1,000,000"),
    "omnibus as method": (NAMED, {"method": "friedman"}, "ask for it with omnibus='friedman'"),
    "method as omnibus": (NAMED, {"omnibus": "nemenyi"}, "ask for it with method='nemenyi'"),
    "no baseline": (NAMED, {"method": "bonferroni-dunn"}, "name that one as baseline"),
    "no variances": (NAMED, {"method": "random-effects"}, "give fold scores, or variances"),
    "names": (NAMED, {"datasets": ["x"]}, "there are 1 names of data sets and 15 scores"),
    "alpha": (NAMED, {"alpha": 5}, "alpha is 5"),
    "negative variance": (NAMED, {"variances": {n: [-1.0] * 15 for n in NAMED}}, "variances has a negative"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_told_in_one_line(name):
    scores, options, told = BAD[name]
    with pytest.raises(InputError) as problem:
        rank_datasets(scores, **options)
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)


def test_unknown_names_are_told():
    with pytest.raises(UnknownNameError, match="did you mean 'nemenyi'"):
        rank_datasets(NAMED, method="nemeny")
    with pytest.raises(UnknownNameError, match="did you mean 'forest'"):
        rank_datasets(NAMED, baseline="forrest")


def test_a_file_of_data_sets(tmp_path):
    from bakeoff.compare.rank_datasets import read_datasets

    path = tmp_path / "scores.csv"
    pd.DataFrame(NAMED, index=[f"set {at}" for at in "abcdefghijklmno"]).to_csv(path, index_label="name")
    assert rank_datasets(read_datasets(path)).names == ("forest", "bayes", "tree")
    assert rank_datasets(read_datasets(path, ["tree", "forest"])).names == ("forest", "tree")
    with pytest.raises(UnknownNameError, match="is called 'svm'"):
        read_datasets(path, ["svm"])
    path.write_text("name,a,b\nx,0.5,\ny,0.6,0.7\n", encoding="utf-8")
    with pytest.raises(InputError, match="b has no score for data set 'x'"):
        rank_datasets(read_datasets(path))


@pytest.mark.slow
def test_bayesian_ranks_and_best_sets_hold_jointly():
    """No more is said than what has a joint probability of 95 %, although each pair is judged by itself."""
    rng = np.random.default_rng(2)
    scores = {f"m{at}": 0.8 + rng.normal(0, 0.02, 30) + (at == 0) * 0.012 for at in range(10)}
    ranking = rank_datasets(scores, method="bayes-signed-rank", resamples=5000)
    decided = [each for each in ranking.pairs if each.decision != "undecided"]
    out = [each for each in ranking.models if not each.may_be_best]
    worse = dict.fromkeys(scores, 1.0)
    for pair in ranking.pairs:
        worse[pair.a] = min(worse[pair.a], 1 - pair.probabilities[0])
        worse[pair.b] = min(worse[pair.b], 1 - pair.probabilities[2])
    assert 0 < len(out) < len({each.b for each in decided} | {each.a for each in decided})
    assert sum(worse[each.name] for each in out) <= 0.05
    assert all(each.may_be_best or each.rank[0] >= 1 for each in ranking.models)


def test_scores_that_the_metric_cannot_take_are_refused():
    errors = {"good": [101.0, 214.2, 87.1, 150.3, 99.0], "bad": [301.0, 377.2, 187.1, 250.3, 199.0]}
    with pytest.raises(
        InputError, match=r"a score is 377\.2, but accuracy lies between 0 and 1; name the metric"
    ):
        rank_datasets(errors, metric="accuracy")
    assert rank_datasets(errors, metric="rmse").names == ("good", "bad")


def test_what_was_left_out_is_told_by_the_ranking():
    rng = np.random.default_rng(6)
    scores = {name: (0.7 + 0.02 * at + 0.05 * rng.random(12)).round(4) for at, name in enumerate(("x", "y"))}
    table = {
        "dataset": [f"set {chr(97 + at)}" for at in range(12)],
        "n_samples": rng.integers(90, 900, 12),
        **scores,
    }
    ranking = rank_datasets(table)
    assert (set(ranking.names), ranking.left_out) == ({"x", "y"}, ("n_samples",))
    assert "n_samples (called like weights)" in ranking.notes[-1]
    assert "not used: n_samples" in str(ranking)
    assert rank_datasets(scores).models == ranking.models


def test_scores_without_a_metric_have_no_unit_and_their_direction_is_told():
    ranking = rank_datasets(NAMED)
    assert (ranking.metric, ranking.unit.subject, ranking.unit.points) == ("score", "score", False)
    (told,) = [each for each in ranking.caveats if each.key == "direction-assumed"]
    assert "higher is assumed to be better; name it with --metric" in told.text
    assert "if lower is better, the verdict is reversed" in told.remedy
    named = rank_datasets(NAMED, metric="accuracy")
    assert named.names == ranking.names
    assert "direction-assumed" not in [each.key for each in named.caveats]


def test_tables_of_errors_are_not_ranked_upside_down():
    errors = {"good": [1.2, 0.4, 2.2, 1.9, 0.7], "bad": [2.2, 0.9, 3.2, 2.8, 1.1]}
    with pytest.raises(InputError, match="no metric is named"):
        rank_datasets(errors)
    assert rank_datasets(errors, metric="rmse").names == ("good", "bad")
    assert rank_datasets(errors, metric="loss").names == ("good", "bad")
