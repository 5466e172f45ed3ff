"""The code that raises each caveat of a comparison, by public functions alone, for its page."""

from collections.abc import Mapping

IMPORTS = "import bakeoff\n"
DRAWN = "import numpy as np\nimport bakeoff\nrng = np.random.default_rng(1)\n"
FOLDS = DRAWN + "a, b = 0.85 + 0.05 * rng.random((10, 10)), 0.78 + 0.05 * rng.random((10, 10))\n"
ONE_RUN = DRAWN + "a, b = 0.85 + 0.05 * rng.random(10), 0.78 + 0.05 * rng.random(10)\n"
HALVES = FOLDS + "halves = rng.normal(0.07, {spread}, ({count}, 2))\n"
ITEMS = (
    "import numpy as np\nimport bakeoff\nitem = np.arange(60)\n"
    'truth = np.where(item % 2, "{yes}", "{no}")\nother = np.where(item % 2, "{no}", "{yes}")\n'
    "a = np.where(item < {wrong_a}, other, truth)\nb = np.where(item >= 60 - {wrong_b}, other, truth)\n"
)
RANKED = (
    DRAWN
    + "truth = np.repeat([0, 1], [30, {positives}])\na = rng.random(30 + {positives}) + {lift} * truth\n"
)
RANKED += "b = rng.random(30 + {positives}) + {lift_b} * truth\n"
JUDGED = DRAWN + "judge_a, judge_b, human_a, human_b = rng.integers(0, 2, (4, 60)).astype(float)\n"
JUDGED += "human_a[{labels}:] = human_b[{labels}:] = np.nan\n"
LEARNERS = (
    "import numpy as np\nimport bakeoff\nfrom sklearn.naive_bayes import GaussianNB\n{imports}"
    "rng = np.random.default_rng(5)\ny = np.arange(60) % 2\nX = rng.normal(size=(60, 3)) + y[:, None]\n"
)
NEAR = "from sklearn.neighbors import KNeighborsClassifier\n"
NEAREST = LEARNERS.format(imports=NEAR)
DUMMY = LEARNERS.format(imports="from sklearn.dummy import DummyClassifier\n")
LOGS = (
    "import json\nimport tempfile\nfrom pathlib import Path\nimport bakeoff\n"
    "folder = Path(tempfile.mkdtemp())\n"
    "def log(model, grader, status):\n"
    '    """A log as Inspect writes it, of ten samples."""\n'
    '    scorers = [{{"name": "judge", "options": {{"grader": grader}}}}]\n'
    "    samples = [\n"
    '        {{"id": at, "epoch": 1, "scores": {{"judge": {{"value": "CI"[at % 2]}}}}}}\n'
    "        for at in range(10)\n"
    "    ]\n"
    '    about = {{"task": "t", "model": model, "scorers": scorers}}\n'
    '    text = json.dumps({{"status": status, "eval": about, "samples": samples}})\n'
    '    _ = (folder / f"{{model}}.json").write_text(text)\n\n'
    'log("old", "judge-1", "{status}")\nlog("new", "{grader}", "{status}")\n'
)
TWO = "bakeoff.compare_learners(GaussianNB(), KNeighborsClassifier(), X, y{})"
QUICK = 'design=bakeoff.RepeatedKFold(runs=2, folds=5),\n    method="corrected-resampled-t"'
SLICES = (
    "import numpy as np\nimport bakeoff\n"
    "def sliced(alone):\n"
    '    """Who is right: A alone and B alone as often as given, in slices of 100 items."""\n'
    "    truth, a, b, by = [], [], [], []\n"
    "    for at, (only_a, only_b) in enumerate(alone):\n"
    '        truth += ["yes"] * 100\n'
    '        a += ["no"] * only_b + ["yes"] * (100 - only_b)\n'
    '        b += ["yes"] * (100 - only_a) + ["no"] * only_a\n'
    '        by += [f"region {at}"] * 100\n'
    "    return bakeoff.compare_predictions(truth, a, b, by=by)\n\n"
)


def _scores(call: str) -> str:
    return f'bakeoff.compare_scores({call}, metric="accuracy")'


def _predicted(call: str = "") -> str:
    return f"bakeoff.compare_predictions(truth, a, b{call})"


def _items(yes: str = "yes", no: str = "no", wrong_a: int = 10, wrong_b: int = 12) -> str:
    return ITEMS.format(yes=yes, no=no, wrong_a=wrong_a, wrong_b=wrong_b)


def _ranked(positives: int, lift: float, lift_b: float) -> str:
    return RANKED.format(positives=positives, lift=lift, lift_b=lift_b)


TEN = "design=bakeoff.RepeatedKFold()"
OF_FOLDS = {
    "unsound-method": (
        ONE_RUN,
        _scores(
            'a, b, design=bakeoff.Resampling(splits=10), method="resampled-t",\n    n_train=90, n_test=10'
        ),
    ),
    "half-the-data": (FOLDS, _scores("a[:5, :2], b[:5, :2], design=bakeoff.FiveByTwo()")),
    "one-partition": (
        ONE_RUN,
        _scores('a - 0.05, b, design=bakeoff.KFold(), method="corrected-resampled-t"'),
    ),
    "items-unknown": (FOLDS, _scores(f"a, b, {TEN}")),
    "halvings-not-measured": (
        HALVES.format(spread=0.02, count=20),
        _scores(f'a, b, {TEN}, method="half-sample-t", halves=halves'),
    ),
    "halves-hardly-differ": (
        HALVES.format(spread=0.0001, count=15),
        _scores(f'a, b, {TEN}, method="half-sample-t", halves=halves'),
    ),
    "scores-rounded": (FOLDS, _scores(f'a.round(2), b.round(2), {TEN}, method="corrected-resampled-t"')),
    "halvings-skipped": (FOLDS, _scores(f'a, b, {TEN}, method="corrected-resampled-t"')),
    "calibration-borrowed": (FOLDS, _scores(f'a, b, {TEN}, method="cv-sign"')),
    "calibration-domain": (
        FOLDS,
        _scores('a[:5], b[:5], design=bakeoff.RepeatedKFold(runs=5), method="cv-all-data"'),
    ),
    "calibration-not-universal": (FOLDS, _scores(f'a, b, {TEN}, method="cv-all-data"')),
    "nominal-df": (FOLDS, _scores(f'a, b, {TEN}, method="cv-all-data", df="nominal"')),
    "models-unknown": (FOLDS, _scores(f"a, b, {TEN}, items=np.full(50, np.mean(a) - np.mean(b))")),
    "unpaired-formula": (ONE_RUN, 'bakeoff.compare_samples(a, b, method="unpaired-t")'),
    "few-data-sets": (ONE_RUN, "bakeoff.compare_datasets(a[:5], b[:5])"),
    "few-training-sets": (FOLDS, "bakeoff.compare_layout(a[:3] > 0.87, b[:3] > 0.81)"),
    "direction-assumed": (
        "import tempfile\nfrom pathlib import Path\nimport bakeoff\n"
        'file = Path(tempfile.mkdtemp(), "folds.csv")\n'
        'rows = [f"{fold},{0.86 + fold / 200},{0.81 + fold % 3 / 100}" for fold in range(10)]\n'
        '_ = file.write_text("\\n".join(["fold,one,two", *rows]))\n',
        'bakeoff.compare_files(file, metric="gizmo")',
    ),
}
OF_ITEMS = {
    "unfinished-run": (
        LOGS.format(status="error", grader="judge-1"),
        'bakeoff.compare_files(folder / "old.json", folder / "new.json")',
    ),
    "scored-otherwise": (
        LOGS.format(status="success", grader="judge-2"),
        'bakeoff.compare_files(folder / "old.json", folder / "new.json")',
    ),
    "auc-below-half": (_ranked(20, -0.5, -0.4), _predicted(', metric="auc"')),
    "few-of-a-class": (_ranked(9, 0.5, 0.4), _predicted(', metric="auc"')),
    "auc-near-one": (_ranked(20, 0.95, 0.5), _predicted(', metric="auc", method="delong"')),
    "labels-as-scores": (
        DRAWN + "truth = [0, 1] * 20\na, b = [0, 1] * 15 + [1, 0] * 5, rng.random(40)\n",
        _predicted(', metric="auc"'),
    ),
    "probabilities-clipped": (
        IMPORTS + "truth = [0, 1] * 5\na, b = [0.2, 0.0] + [0.2, 0.7] * 4, [0.3, 0.6] * 5\n",
        _predicted(', metric="log-loss"'),
    ),
    "few-items": (_items(wrong_a=5, wrong_b=4), _predicted(', metric="macro-f1"')),
    "few-clusters": (
        DRAWN + "a, b = rng.random(60) > 0.2, rng.random(60) > 0.15\n",
        "bakeoff.compare_predictions(np.ones(60), a, b, clusters=np.arange(60) % 5)",
    ),
    "few-losses": (
        "import numpy as np\nimport bakeoff\nx = np.linspace(-1, 1, 39)\n",
        'bakeoff.compare_item_scores(x, x**2, metric="loss")',
    ),
    "few-large-losses": (
        "import numpy as np\nimport bakeoff\na = np.append(np.linspace(-1, 1, 60), -9)\n",
        "bakeoff.compare_item_scores(a, np.zeros(61))",
    ),
    "losses-not-seen": (
        DRAWN + "a, b = rng.normal(size=(2, 200))\n",
        'bakeoff.compare_predictions(np.zeros(200), a, 1.4 * b, metric="squared-error")',
    ),
    "heavy-tailed-errors": (
        "import numpy as np\nimport bakeoff\nfrom scipy.special import stdtrit\n"
        "errors = stdtrit(3, (np.arange(200) + 0.5) / 200)  # quantiles of Student's t\n",
        'bakeoff.compare_predictions(np.zeros(200), errors, 2 * errors, metric="squared-error")',
    ),
    "labels-not-random": (
        JUDGED.format(labels=30),
        "bakeoff.compare_judged(judge_a, judge_b, human_a, human_b)",
    ),
    "few-labels": (
        JUDGED.format(labels=19),
        "bakeoff.compare_judged(judge_a, judge_b, human_a, human_b)",
    ),
    "half-labelled": (
        JUDGED.format(labels=30) + "human_a[30:32] = 1\n",
        "bakeoff.compare_judged(judge_a, judge_b, human_a, human_b)",
    ),
    "positive-guessed": (_items(yes="spam", no="ham"), _predicted(', metric="f1"')),
    "probabilities-reversed": (
        IMPORTS + 'truth = ["ja", "nein"] * 9  # a and b are probabilities of "ja"\n'
        "a, b = [0.9, 0.2] * 9, [0.6, 0.4] * 9\n",
        _predicted(', metric="log-loss", positive="nein"'),
    ),
    "labels-never-meet": (
        IMPORTS + 'truth = ["cat", "dog"] * 9\na, b = truth, ["Cat", "Dog"] * 9\n',
        _predicted(),
    ),
    "one-class": (
        IMPORTS + 'truth = ["yes"] * 9\na, b = ["yes", "no", "no"] * 3, ["no", "yes", "yes"] * 3\n',
        _predicted(', metric="f1"'),
    ),
    "one-class-probabilities": (
        IMPORTS + "truth = [1] * 9\na, b = [0.9] * 9, [0.8] * 9\n",
        _predicted(', metric="brier"'),
    ),
    "positive-never-true": (
        IMPORTS + 'truth = ["no"] * 9\na, b = [0.1] * 9, [0.2] * 9\n',
        _predicted(', metric="brier", positive="yes"'),
    ),
    "no-errors": (_items(wrong_a=0), _predicted()),
    "imbalanced-classes": (
        "import numpy as np\nimport bakeoff\nitem = np.arange(60)\n"
        'truth = np.where(item < 48, "healthy", "ill")\n'
        'a, b = np.where(item < 50, "healthy", "ill"), np.where(item < 42, "healthy", "ill")\n',
        _predicted(),
    ),
    "no-better-than-commonest": (_items(wrong_a=10, wrong_b=30), _predicted()),
    "name-of-two-meanings": (_items(), _predicted(', metric="precision"')),
    "many-looks": (
        "import tempfile\nfrom pathlib import Path\nimport bakeoff\n"
        "found = bakeoff.compare_counts(30, 15, n=400)\n"
        'ledger = bakeoff.Ledger(Path(tempfile.mkdtemp(), "test-set.ledger"))\n'
        "_ = ledger.record(found, ids=range(400))\n",
        "ledger.record(found, ids=range(400))",
    ),
    "slices-disagree": (SLICES, "sliced([(40, 5), (4, 24)])"),
    "slices-differ": (SLICES, "sliced([(40, 2), (20, 14)])"),
    "slice-alone": (SLICES, "sliced([(20, 4), (14, 18)])"),
    "slices-reverse": (
        "import numpy as np\nimport bakeoff\nrng = np.random.default_rng(7)\n"
        "site, truth = np.repeat([0, 1], 30), np.repeat([0, 1, 0, 1], [24, 6, 6, 24])\n"
        "a, b = 4 * site + rng.normal(size=60), 2 * truth + rng.normal(size=60) - 4 * site\n",
        _predicted(', metric="auc", by=site'),
    ),
    "slices-need-draws": (
        _items(wrong_a=0, wrong_b=20) + "truth, a, b = np.tile([truth, a, b], 6)\n",
        _predicted(', metric="f1", method="permutation", resamples=100,\n    by=np.repeat(np.arange(6), 60)'),
    ),
}
OF_LEARNERS = {
    "leave-one-out-shifts-classes": (
        DUMMY,
        "bakeoff.compare_learners(\n    GaussianNB(), DummyClassifier(), X, y, "
        "design=bakeoff.LeaveOneOut()\n)",
    ),
    "stratified-folds-favour-shares": (
        DUMMY
        + "y = np.repeat(np.arange(10), [9, 8, 7, 7, 6, 6, 5, 5, 4, 3])\n"
        + 'rarest = DummyClassifier(strategy="constant", constant=9)\n',
        "bakeoff.compare_learners(\n    DummyClassifier(), rarest, X, y, "
        'design=bakeoff.RepeatedKFold(runs=2, folds=3),\n    method="corrected-resampled-t"\n)',
    ),
    "models-omit-classes": (
        LEARNERS.format(imports="from sklearn.tree import DecisionTreeClassifier\n")
        + "y = np.arange(60) % 3\nX = rng.normal(size=(60, 3)) + 2 * np.eye(3)[y]\n"
        + "stump = DecisionTreeClassifier(max_depth=1, random_state=0)\n",
        f'bakeoff.compare_learners(\n    GaussianNB(), stump, X, y, metric="recall", positive=1, {QUICK}\n)',
    ),
    "no-halves": (
        NEAREST,
        "bakeoff.compare_learners(\n    GaussianNB(), KNeighborsClassifier(), X[:36], y[:36], "
        "design=bakeoff.FiveByTwo()\n)",
    ),
    "not-measured-here": (NEAREST, TWO.format(", design=bakeoff.KFold(folds=5)")),
    "one-training-set": (NEAREST, TWO.format(", design=bakeoff.Holdout()")),
    "pooled-predictions": (
        NEAREST,
        TWO.format(',\n    design=bakeoff.KFold(folds=3), method="mcnemar-mid-p"'),
    ),
    "duplicated-rows": (NEAREST + "X, y = np.vstack([X[:30], X[:30]]), np.tile(y[:30], 2)\n", TWO.format("")),
    "missing-cells": (
        NEAREST
        + "first = X[0, 0]\n"
        + "class Failing(GaussianNB):\n    def fit(self, X, y):\n        if X[0, 0] == first:\n"
        + '            raise ValueError("not this one")\n        return super().fit(X, y)\n\n',
        f"bakeoff.compare_learners(Failing(), KNeighborsClassifier(), X, y, {QUICK})",
    ),
    "learner-warned": (
        LEARNERS.format(imports="from sklearn.neural_network import MLPClassifier\n"),
        f"bakeoff.compare_learners(GaussianNB(), MLPClassifier(max_iter=5), X, y, {QUICK})",
    ),
    "tuned-across-groups": (
        LEARNERS.format(imports=NEAR + "from sklearn.model_selection import GridSearchCV\n")
        + 'search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3]}, cv=3)\n',
        f"bakeoff.compare_learners(search, GaussianNB(), X, y, groups=np.arange(60) // 2, {QUICK})",
    ),
}
# The data that make the caveat apply, and the comparison.
SESSIONS: Mapping[str, tuple[str, str]] = {**OF_FOLDS, **OF_ITEMS, **OF_LEARNERS}
IRIS = (
    "python -c 'from sklearn.datasets import load_iris; "
    'load_iris(as_frame=True).frame.to_csv("iris.csv", index=False)\''
)
EXPERIMENT = """\
cat > iris.toml <<END
method = "cv-all-data"
design = { kind = "repeated-kfold", runs = 2, folds = 5 }
data = [{ file = "iris.csv", target = "target" }]
learners.bayes = { estimator = "sklearn.naive_bayes.GaussianNB" }
learners.tree = { estimator = "sklearn.tree.DecisionTreeClassifier" }
END"""
# What needs an experiment file: commands, of which the last one prints the caveat.
CONSOLES: Mapping[str, tuple[str, ...]] = {
    "well-known-data": (IRIS, EXPERIMENT, "bakeoff run iris.toml --quiet --all-caveats"),
    "calibrated-here": (
        IRIS,
        EXPERIMENT,
        "bakeoff calibrate iris.toml --draws 20 --quiet",
        "bakeoff run iris.toml --quiet --all-caveats",
    ),
}
