"""Whether higher or lower is better, as far as the name of a metric tells it."""

from collections.abc import Sequence

from bakeoff.core.panel import FoldPanel
from bakeoff.metrics import METRICS
from bakeoff.read.fold_scores import is_negated
from bakeoff.read.importers._record import Found, plain

LOWER_IS_BETTER = {
    *("bits", "bpb", "brier", "cer", "cost", "deviance", "distance", "divergence", "duration", "ece", "eer"),
    *("err", "error", "errors", "false", "fnr", "fpr", "hallucination", "hallucinations", "incorrect"),
    *("latency", "loss", "mae", "mape", "mer", "mse", "nll", "penalty", "perplexity", "ppl", "regret"),
    *("rmse", "rmsle", "seconds", "stereotype", "ter", "time", "toxicity", "unclassified", "wer", "wrong"),
}
HIGHER_IS_BETTER = {
    *("acc", "accuracy", "anls", "auc", "auroc", "bertscore", "bleu", "chrf", "comet", "completeness"),
    *("contains", "corrcoef", "correct", "correctness", "correlation", "em", "exact", "explained", "f1"),
    *("fowlkes", "homogeneity", "include", "includes", "jaccard", "kappa", "likelihood", "match", "mc1"),
    *("mc2", "mcc", "meteor", "mrr", "mutual", "ndcg", "pass", "precision", "qem", "r2", "rand", "recall"),
    *("reward", "rouge", "rouge1", "rouge2", "rougel", "rougelsum", "sensitivity", "specificity", "success"),
    *("win", "winrate"),
}
TURNED = {"neg", "d2"}  # scikit-learn's scorers of losses: negated, or as the share that is explained
# crows_pairs of lm-evaluation-harness: how far the likelihoods of a stereotype and of its opposite differ
LOWER_BY_NAME = {"likelihood_diff"}
# whatever is called a score and nothing else, scorers of Inspect, and one of scikit-learn's
HIGHER_BY_NAME = {
    *("score", "answer", "choice", "math", "model_graded_fact", "model_graded_qa", "pattern"),
    "v_measure_score",
}


def higher_is_better(metric: str) -> bool | None:
    """Whether higher is better, by a metric's record or the words in its name; None where they do not tell.

    >>> [higher_is_better(name) for name in ("word_perplexity", "acc_norm", "neg_log_loss", "center")]
    [False, True, True, None]
    """
    if metric in METRICS:
        return METRICS[metric].higher_is_better
    name = metric.casefold()
    words = set("".join(c if c.isalnum() else " " for c in name).split())
    if words & TURNED:
        return True
    if words & LOWER_IS_BETTER or name in LOWER_BY_NAME:
        return False
    return True if words & HIGHER_IS_BETTER or name in HIGHER_BY_NAME else None


def direction(metric: str, known: bool | None = None) -> tuple[bool, tuple[str, ...]]:
    """Whether higher is better, as is known or as the name tells; and a note where neither does.

    >>> direction("acc"), direction("gizmo", False), direction("gizmo")[0]
    ((True, ()), (False, ()), True)
    """
    told = higher_is_better(metric) if known is None else known
    note = f"higher {plain(metric)!r} is assumed to be better; if lower is better, the verdict is reversed"
    return (True, (note,)) if told is None else (told, ())


USUAL = "accuracy"


def metric_meant(scorers: Sequence[str], metric: str | None) -> tuple[str, tuple[str, ...]]:
    """The metric to compare by, ours where scikit-learn's scorer has one of ours; and what was supposed.

    >>> metric_meant(["f1_macro"], None), metric_meant(["r2", "max_error"], "r2")[0]
    (('macro-f1', ()), 'r2')
    """
    if metric is not None:
        return METRICS.key_of(metric) or metric, ()
    if list(scorers) == ["score"]:
        return USUAL, (
            "the metric of test_score is not given; it is assumed to be accuracy, as of a classifier by "
            "default: name another by --metric",
        )
    chosen = scorers[0]
    others = f"compared by {plain(chosen)!r}; there is also {', '.join(map(plain, scorers[1:11]))}"
    return METRICS.key_of(chosen) or chosen, (others,) if len(scorers) > 1 else ()


def found_folds(panel: FoldPanel, metric: str, scorers: Sequence[str], notes: tuple[str, ...] = ()) -> Found:
    """Scores by fold with what the names of the scorers tell about them."""
    others = tuple(METRICS.key_of(scorer) or plain(scorer) for scorer in scorers)
    higher, unsure = direction(metric)
    if not higher and is_negated(panel.scores):
        higher = True
        unsure = (f"{plain(metric)} is never above 0: it was negated by the scorer, and higher is better",)
    return Found(
        panel={"": panel},
        metric=metric,
        source=panel.source,
        higher_is_better=higher,
        other_metrics=tuple(each for each in others if each != metric),
        notes=(*notes, *unsure),
    )
