"""The settings of the study of methods, one line each: population, parameters, sizes and learners."""

from typing import Any

Line = tuple[str, dict[str, Any], tuple[int, ...], str, str]
SKEWED = {"shares": [0.7, 0.15, 0.1, 0.05]}
NO_SIGNAL = {"shares": [0.8, 0.2], "strength": 0.0}

# Attributes carry no information about balanced classes: any two learners are equally good.
NOISE: list[Line] = [
    ("fair-attributes", {}, (100, 300, 900), "naive-bayes", "c45"),
    ("fair-attributes", {}, (300,), "naive-bayes", "c45-unpruned"),
    ("fair-attributes", {}, (300,), "c45", "c45-full"),
    ("fair-attributes", {}, (300,), "naive-bayes", "1-nn"),
    ("fair-attributes", {}, (300,), "c45", "1-nn"),
    ("fair-attributes", {}, (300,), "naive-bayes", "3-nn"),
    ("fair-attributes", {}, (300,), "1-nn", "3-nn"),
    ("fair-attributes", {}, (300,), "majority", "naive-bayes"),
    ("fair-attributes", {}, (300,), "majority", "c45-full"),
    ("fair-attributes", {"attributes": 5}, (300,), "naive-bayes", "c45"),
    ("fair-attributes", {"attributes": 5}, (100, 300), "naive-bayes", "c45-unpruned"),
    ("fair-attributes", {"attributes": 5}, (300,), "naive-bayes", "c45-full"),
    ("fair-attributes", {"attributes": 5}, (300,), "naive-bayes", "1-nn"),
    ("uniform-attributes", {}, (300, 900), "naive-bayes", "c45"),
    ("uniform-attributes", {}, (300,), "naive-bayes", "c45-full"),
    ("uniform-attributes", {}, (300,), "c45", "1-nn"),
    ("uniform-attributes", {"attributes": 5}, (300,), "naive-bayes", "c45-unpruned"),
    ("many-valued-noise", {}, (300,), "naive-bayes", "c45"),
    ("many-valued-noise", {}, (300,), "naive-bayes", "1-nn"),
    ("many-valued-noise", {}, (300,), "majority", "naive-bayes"),
    ("many-valued-noise", {"classes": 5}, (300,), "naive-bayes", "c45"),
    ("many-valued-noise", {"classes": 10}, (100, 300), "majority", "naive-bayes"),
    ("many-valued-noise", {"classes": 20}, (300,), "majority", "naive-bayes"),
    ("many-valued-noise", {"classes": 20}, (300,), "majority", "c45"),
    ("normal-noise", {}, (100, 300), "gaussian-naive-bayes", "1-nn"),
    ("normal-noise", {}, (300,), "1-nn", "3-nn"),
    ("normal-noise", {}, (300,), "majority", "gaussian-naive-bayes"),
    ("normal-noise", {"classes": 4}, (300,), "gaussian-naive-bayes", "3-nn"),
    ("two-normals", {"inherent_error": 0.5}, (100,), "1-nn", "3-nn"),
]

# One learner, shown one of two blocks that may change places.
BLOCKS: list[tuple[str, dict[str, Any], tuple[int, ...], str]] = [
    ("exchangeable-blocks", {}, (100, 300, 900), "naive-bayes"),
    ("exchangeable-blocks", {}, (300,), "c45"),
    ("exchangeable-blocks", {}, (300,), "c45-unpruned"),
    ("exchangeable-blocks", {}, (300,), "c45-full"),
    ("exchangeable-blocks", {}, (300,), "1-nn"),
    ("exchangeable-blocks", {"offset": 1.2}, (300,), "naive-bayes"),
    ("exchangeable-blocks", {"offset": 1.2}, (300,), "c45"),
    ("exchangeable-blocks", {"offset": 2.5}, (900,), "c45-unpruned"),
    ("exchangeable-many-valued", {}, (300,), "naive-bayes"),
    ("exchangeable-many-valued", {}, (300,), "c45"),
    ("exchangeable-many-valued", {}, (300,), "1-nn"),
    ("exchangeable-many-valued", SKEWED, (300,), "naive-bayes"),
    ("exchangeable-many-valued", SKEWED, (900,), "c45"),
    ("exchangeable-many-valued", NO_SIGNAL, (300,), "1-nn"),
    ("exchangeable-many-valued", NO_SIGNAL, (300,), "c45-full"),
    ("exchangeable-normal-blocks", {}, (100, 300), "gaussian-naive-bayes"),
    ("exchangeable-normal-blocks", {}, (300,), "3-nn"),
    ("exchangeable-normal-blocks", {"shares": [0.9, 0.1]}, (300,), "gaussian-naive-bayes"),
    ("exchangeable-normal-blocks", {"shares": [0.4, 0.3, 0.3]}, (300,), "1-nn"),
]

# Learners that differ; "learner@view" is shown a view.
DIFFERENT: list[Line] = [
    ("network-small-gap", {}, (300,), "c45", "naive-bayes"),
    ("network-medium-gap", {}, (300,), "c45", "naive-bayes"),
    ("network-large-gap", {}, (300,), "c45", "naive-bayes"),
    ("contact-lenses", {}, (100, 300), "c45", "c45-full"),
    ("contact-lenses", {"attribute_noise": 0.2, "class_noise": 0.3}, (300,), "c45", "c45-full"),
    ("two-normals", {"inherent_error": 0.1}, (100,), "3-nn", "1-nn"),
    ("two-normals", {"inherent_error": 0.25}, (100,), "3-nn", "1-nn"),
    ("fair-attributes", {"positive": 0.4}, (300,), "naive-bayes", "c45"),
    ("fair-attributes", {"positive": 0.3}, (300,), "naive-bayes", "1-nn"),
    ("uniform-attributes", {"positive": 0.2}, (300,), "majority", "c45-full"),
    ("exchangeable-blocks", {}, (300, 900), "c45", "naive-bayes"),
    ("exchangeable-blocks", {}, (300,), "naive-bayes@all", "naive-bayes@first-block"),
    ("exchangeable-many-valued", {}, (300,), "naive-bayes", "1-nn"),
    ("exchangeable-normal-blocks", {}, (300,), "gaussian-naive-bayes", "1-nn"),
]

# Dietterich's way: the better of C4.5 and 1-NN is damaged, for the training sizes of his tests.
DAMAGED = ("diagonal-bands", "digits-pool", "diabetes-pool", "breast-cancer-pool")
SIZES = (270, 200, 150)
