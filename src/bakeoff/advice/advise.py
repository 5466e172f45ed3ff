"""Which procedure answers the question one has: a table of situations, and what to do in each (PRO-6).

The table is data (``advice.json``). ``aspects`` are what has to be known, in the order in which it is best
asked, and ``next_aspect`` gives the next question: a dialogue and a call with keywords end in the same leaf.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from bakeoff.advice.aspects import (
    Answers,
    Conditions,
    check_answers,
    conditions,
    meets,
    missing_aspects,
    one_of,
    relevant,
    table,
)
from bakeoff.advice.questions import Advice, Question, advice_called, which_question
from bakeoff.advice.recipe import recipe_for
from bakeoff.advice.recommendation import Recommendation, measured
from bakeoff.core.exceptions import InputError

MEASURES = {"labels": "balanced-accuracy", "ranking": "auc", "probabilities": "log-loss"}
PURPOSES = {"one": "predict", "two": "choose"}


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """A situation, and what to do in it.

    ``procedure`` and ``alternatives`` are keys of advice; without a procedure ``answer`` says what to do
    instead. ``recipe`` names the template of the command and of the lines of Python; ``fine_here`` what the
    question says to avoid for a reason that does not hold here.
    """

    key: str
    when: Conditions
    procedure: str | None
    recipe: str
    alternatives: tuple[str, ...]
    answer: str
    reasons: tuple[str, ...]
    alpha: float = 0.05
    fine_here: tuple[str, ...] = ()


def advise(
    *,
    have: Literal["one", "two", "many"] | None = None,
    subject: Literal["classifier", "algorithm"] | None = None,
    domains: Literal["one", "many"] | None = None,
    sample: Literal["large", "small"] | None = None,
    trainings: Literal["none", "once", "ten", "hundred", "hundreds"] | None = None,
    items: Literal["same", "own"] | None = None,
    matters: Literal["accuracy", "labels", "ranking", "probabilities"] | None = None,
    worse: Literal["false-alarm", "miss"] | None = None,
) -> Recommendation:
    """Recommend a procedure for a question, with its reasons, risks and the code to run it.

    Leave out what is not needed; an error names what is missing.

    Parameters
    ----------
    have
        The number of models: ``"one"`` to estimate its accuracy, ``"two"`` to compare them, ``"many"`` (three
        or more) to rank them.
    subject
        A trained ``"classifier"``, or the learning ``"algorithm"`` that produces classifiers.
    domains
        ``"one"`` population of items, or ``"many"``, for conclusions about new ones.
    sample
        ``"large"``: there are unseen test items (for algorithms: enough items for several disjoint training
        sets); ``"small"``: all items are needed for training.
    trainings
        How often each learner can be trained: ``"hundreds"`` (about 400), ``"hundred"``, ``"ten"``,
        ``"once"``, or ``"none"`` if only the scores of earlier trainings are available.
    items
        Whether all were tested on the ``"same"`` items, or each on its ``"own"``.
    matters
        The number of correct answers (``"accuracy"``), another metric of the ``"labels"``, the ``"ranking"``
        by scores, or the ``"probabilities"``.
    worse
        The worse error: a ``"false-alarm"``, reporting a difference that does not exist, or a ``"miss"``.

    References
    ----------
    Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 1; docs/measured.md for the risks.

    Examples
    --------
    >>> found = advise(have="two", subject="classifier", domains="one", sample="large", items="same",
    ...                matters="accuracy")
    >>> found.question.number, found.procedure.methods, found.command
    (3, ('mcnemar-mid-p',), 'bakeoff compare predictions.csv')
    """
    return recommend({name: value for name, value in locals().items() if value is not None})


def recommend(answers: Answers) -> Recommendation:
    """The same from answers by the key of their aspect; those that are not needed are passed over."""
    check_answers(answers)
    missing = missing_aspects(answers)
    if missing:
        named = ", ".join(f"{each.key} ({one_of(each.values)})" for each in missing)
        raise InputError(f"there is not enough information for a recommendation; give {named}")
    return _recommendation(relevant(answers))


def _recommendation(answers: Answers) -> Recommendation:
    (leaf,) = (each for each in leaves() if meets(answers, each.when))
    procedure, question = _procedure(leaf, answers), _question(answers)
    return Recommendation(
        key=leaf.key,
        answers=answers,
        answer=leaf.answer,
        question=question,
        procedure=procedure,
        reasons=_reasons(leaf, procedure, answers),
        measured="" if procedure is None else measured(procedure),
        alternatives=_alternatives(leaf, answers),
        avoid=_avoid(question, leaf),
        **recipe_for(leaf.recipe, procedure),
    )


def _procedure(leaf: Leaf, answers: Answers) -> Advice | None:
    if leaf.procedure is None:
        return None
    return replace(by_measure(advice_called(leaf.procedure), answers.get("matters")), alpha=leaf.alpha)


def _reasons(leaf: Leaf, procedure: Advice | None, answers: Answers) -> tuple[str, ...]:
    """What has to be said first, why, what the leaf says, and notes; figures are those of the procedure."""
    first, last = (
        [each["text"] for each in table()[name] if meets(answers, each["when"])]
        for name in ("remarks", "notes")
    )
    why = [] if procedure is None else [procedure.why]
    return tuple(text.format(advice=procedure) for text in (*first, *why, *leaf.reasons, *last))


def _alternatives(leaf: Leaf, answers: Answers) -> tuple[Advice, ...]:
    """What else could be done. A leaf for one measure has what was chosen for it, others what fits."""
    matters = answers.get("matters")
    found = [by_measure(advice_called(key), matters) for key in leaf.alternatives]
    chosen = len(leaf.when.get("matters", ())) == 1
    return tuple(each for each in found if chosen or fits(each, matters))


def _question(answers: Answers) -> Question | None:
    """The question among the nine; the size of the sample makes no difference where it is not asked."""
    if answers["have"] not in PURPOSES:
        return None  # the nine are about one or two
    known: dict[str, Any] = {name: answers[name] for name in ("subject", "domains")}
    try:
        return which_question(
            purpose=PURPOSES[answers["have"]],  # type: ignore[arg-type]
            sample=answers.get("sample", "small"),  # type: ignore[arg-type]
            **known,
        )
    except InputError:  # not among them: the leaf says what to do instead
        return None


def _avoid(question: Question | None, leaf: Leaf) -> Mapping[str, str]:
    """What not to use. Without unseen items the classifiers' question is answered as the algorithms' is."""
    if question is None:
        return MappingProxyType({})
    found = dict(question.avoid)
    if question.sample == "small" and question.subject == "classifier":
        algorithms = which_question(
            subject="algorithm", purpose=question.purpose, sample="small", domains="one"
        )
        found = {**algorithms.avoid, **found}
    return MappingProxyType({key: why for key, why in found.items() if key not in leaf.fine_here})


@cache
def leaves() -> tuple[Leaf, ...]:
    """All situations, of which every combination of answers meets one."""
    return tuple(
        Leaf(
            **each
            | {name: tuple(each.get(name, ())) for name in ("alternatives", "reasons", "fine_here")}
            | {"when": conditions(each["when"])}
        )
        for each in table()["leaves"]
    )


def fits(advice: Advice, matters: str | None) -> bool:
    """Whether what is advised judges by what matters; accuracy needs no more than what is advised."""
    return matters not in MEASURES or MEASURES[matters] in advice.metrics


def by_measure(advice: Advice, matters: str | None) -> Advice:
    """The same advice by the measure that matters, where its methods take any scores.

    Examples
    --------
    >>> from bakeoff.advice.questions import advice_called
    >>> found = by_measure(advice_called("half-sample"), "ranking")
    >>> found.metrics, dict(found.options)
    (('auc',), {'floor': 'nadeau-bengio'})
    >>> by_measure(advice_called("dietterich-once"), "ranking").metrics
    ('accuracy',)
    """
    if matters not in MEASURES or not _takes_any_scores(advice, matters):
        return advice
    options = dict(advice.options)
    if options.get("floor") == "items" and not _has_item_values(matters):
        options["floor"] = "nadeau-bengio"  # where items have no value of their own
    return replace(advice, metrics=(MEASURES[matters],), options=MappingProxyType(options))


def _takes_any_scores(advice: Advice, matters: str) -> bool:
    from bakeoff.core.outcomes import FoldScores, LayoutScores, SampleScores
    from bakeoff.methods import METHODS

    if advice.function in ("rank_predictions", "rank_learners"):
        return True
    taken = (FoldScores, SampleScores, *((LayoutScores,) if _has_item_values(matters) else ()))
    single = [METHODS[key] for key in advice.methods if key in METHODS]  # others are for many models
    return bool(single) and all(each.takes in taken for each in single)


def _has_item_values(matters: str) -> bool:
    from bakeoff.metrics import METRICS

    return METRICS[MEASURES[matters]].kind == "per-item"
