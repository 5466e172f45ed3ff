"""Scorers of scikit-learn that no metric here stands for, and why."""

CLUSTERING = "it compares clusterings, not predictions with a truth"
MULTILABEL = "it is for items with several labels each; compare the labels one by one"
WEIGHTS = "it weights classes by their frequency; auc-ovr gives all classes the same weight"
SKILL = "it is a skill score; the loss behind it gives the same ranking of models and can be tested: "
RELATIVE = "compute the loss of each item yourself, and compare these numbers with the metric loss"

REFUSED = {
    "adjusted_mutual_info_score": CLUSTERING,
    "adjusted_rand_score": CLUSTERING,
    "completeness_score": CLUSTERING,
    "fowlkes_mallows_score": CLUSTERING,
    "homogeneity_score": CLUSTERING,
    "mutual_info_score": CLUSTERING,
    "normalized_mutual_info_score": CLUSTERING,
    "rand_score": CLUSTERING,
    "v_measure_score": CLUSTERING,
    "f1_samples": MULTILABEL,
    "jaccard_samples": MULTILABEL,
    "precision_samples": MULTILABEL,
    "recall_samples": MULTILABEL,
    "average_precision": "bakeoff has no measured test or interval for its difference; use auc",
    "d2_absolute_error_score": SKILL + "absolute-error",
    "d2_brier_score": SKILL + "brier",
    "d2_log_loss_score": SKILL + "log-loss",
    "explained_variance": "it ignores a constant bias of the predictions; use r2",
    "jaccard": "it equals F / (2 - F), where F is f1, and ranks models alike; use f1",
    "jaccard_macro": "it is the mean of F / (2 - F) over classes; use macro-f1",
    "jaccard_micro": "it equals F / (2 - F), where F is micro-f1, and ranks models alike; use micro-f1",
    "jaccard_weighted": "it is the weighted mean of F / (2 - F) over classes; use weighted-f1",
    "neg_max_error": "it depends on a single item, so it has no standard error; use absolute-error",
    "neg_mean_gamma_deviance": RELATIVE,
    "neg_mean_poisson_deviance": RELATIVE,
    "neg_mean_squared_log_error": "take logarithms of truth and predictions, and use squared-error",
    "neg_root_mean_squared_log_error": "take logarithms of truth and predictions, and use rmse",
    "neg_negative_likelihood_ratio": "it is infinite or 0/0 on small samples; use recall and specificity",
    "positive_likelihood_ratio": "it is infinite or 0/0 on small samples; use recall and specificity",
    "roc_auc_ovo": "it averages over pairs of classes; use auc-ovr, each class against the rest",
    "roc_auc_ovo_weighted": "it averages over pairs of classes; use auc-ovr, each class against the rest",
    "roc_auc_ovr_weighted": WEIGHTS,
}
