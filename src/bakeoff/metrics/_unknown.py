"""The error for a metric that is not known: what means the same, or what is near by family."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.core.metric import Metric

# Metrics of other programs by the family that they belong to; none of them is one of ours.
OTHERS = {
    "of predicted numbers": (
        ("absolute-error", "squared-error", "rmse", "mape", "median-absolute-error", "r2"),
        {"smape", "mase", "rmsle", "msle", "wape", "wmape", "mpe", "rmspe", "huber", "evs", "nrmse", "crps"},
    ),
    "of predicted labels of one class": (
        ("precision", "recall", "f1", "specificity", "npv", "class-mcc"),
        {"f2", "f05", "fbeta", "jaccard", "iou", "dice", "gmean", "youden", "informedness", "fnr", "for"},
    ),
    "of scores that rank items": (
        ("auc", "auc-ovr"),
        {
            *("auprc", "prauc", "averageprecision", "ap", "map", "gini", "pauc", "partialauc", "ndcg", "mrr"),
            *("cindex", "concordanceindex", "harrellc", "ks", "lift", "aucovo", "rocaucovo"),
        },
    ),
    "of probabilities": (
        ("log-loss", "brier"),
        {"ece", "mce", "perplexity", "ppl", "bpb", "bitsperbyte", "nll", "deviance", "kl", "hinge"},
    ),
    "given for each item": (
        ("score", "loss", "error"),
        {"wer", "cer", "ter", "mer", "wil", "bleu", "rouge", "meteor", "chrf", "bertscore", "em", "passrate"},
    ),
}
LONG = 5  # letters of a word in which one or two may be wrong
LIKE = 0.75


def unknown_metric(name: str, metrics: Iterable[Metric]) -> UnknownNameError:
    """The error for a name that is no metric; it names another one only where it means the same.

    >>> from bakeoff.metrics import METRICS
    >>> print(unknown_metric("acuracy", METRICS).nearest, unknown_metric("f2", METRICS).nearest)
    accuracy None
    """
    records = list(metrics)
    keys = [each.key for each in records]
    same = _same(name, records)
    if same is not None:
        text = f"no metric is called {name[:60]!r}; did you mean {same!r}?"
        return UnknownNameError(f"{text} There are: {', '.join(keys)}", name=name, known=keys, nearest=same)
    for family, (ours, theirs) in OTHERS.items():
        if _joined(name) in theirs:
            text = (
                f"no metric is called {name[:60]!r}; metrics {family}, which are other quantities: "
                f"{', '.join(ours)}"
            )
            return UnknownNameError(text, name=name, known=keys)
    text = f"no metric is called {name[:60]!r}. There are: {', '.join(keys)}"
    return UnknownNameError(text, name=name, known=keys)


def _same(name: str, records: list[Metric]) -> str | None:
    """The key that a name means but for case, separators, the rest of a word, or a slip in a long word."""
    called = {
        _joined(other): each.key
        for each in reversed(records)
        for other in (*each.scikit, *each.short, *each.aliases, each.key)
    }
    if _joined(name) in called:
        return called[_joined(name)]
    words = _words(name)
    if len(name) > 100 or not words:
        return None
    known = {word for each in records for word in _words(each.key)}
    slips = {each.key for each in records if _is_slip(words, _words(each.key), known)}
    begun = {
        each.key for each in records if len(name) > 2 and each.key.split("-")[0].startswith(name.lower())
    }
    others = (other for _, theirs in OTHERS.values() for other in theirs)
    if words[-1] in known or any(other.startswith(_joined(name)) for other in others):
        begun = set()
    for found in (begun, slips):
        if len(found) == 1:
            return found.pop()
    return None


def _is_slip(given: list[str], meant: list[str], known: set[str]) -> bool:
    """Whether names differ in long words alone, none of which is a word of other metrics, and not by much."""
    if len(given) != len(meant):
        return False
    unlike = [(a, b) for a, b in zip(given, meant, strict=True) if a != b]
    return all(
        a not in known and min(len(a), len(b)) >= LONG and SequenceMatcher(None, a, b).ratio() > LIKE
        for a, b in unlike
    )


def _words(name: str) -> list[str]:
    return name.casefold().replace("_", "-").replace(" ", "-").split("-")


def _joined(name: str) -> str:
    """A name without case and separators."""
    return "".join(each for each in name.casefold() if each.isalnum())
