"""From a finished run to a verdict on two learners, and to what every valid method says about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.design import Splits
from bakeoff.core.evidence import Evidence
from bakeoff.core.exceptions import BakeoffError, IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.verdict import Caveat, Opinion, Reason, Verdict
from bakeoff.core.work import Work
from bakeoff.core.written import plural
from bakeoff.experiment import remarks
from bakeoff.experiment.calibrate import Calibrated
from bakeoff.experiment.conduct import Choice, by_items, check_items, needs_halvings
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.fold_bias import favoured
from bakeoff.experiment.mean_curves import mean_curves
from bakeoff.experiment.omission import omitting
from bakeoff.experiment.panels import Scored, score, shared
from bakeoff.experiment.run import Run, failures, refuse_failed
from bakeoff.experiment.stage import FOLDS_OF_A_HALF
from bakeoff.judge.answer import Answer, ask, gather, verdict_of
from bakeoff.judge.either_class import Guess, known_by_either
from bakeoff.judge.facts import WITH_HALVINGS, WITH_ITEMS, WITHOUT_HALVINGS, legal_methods
from bakeoff.judge.labels import guessed, is_guess
from bakeoff.judge.material import Material, commonest
from bakeoff.judge.pitfalls import BY_KEY, Background, Case
from bakeoff.methods import METHODS


@dataclass(frozen=True, kw_only=True, eq=False)
class Pair:
    """Two of the learners that were scored, and what an experiment asks about them.

    ``calibrated`` are degrees of freedom by method, found on these data.
    """

    scored: Scored
    names: tuple[str, str]
    experiment: Experiment
    choice: Choice
    calibrated: Mapping[str, Calibrated] = field(default_factory=dict)

    @property
    def run(self) -> Run:
        """The run of both."""
        return self.scored.run

    @property
    def splits(self) -> Splits:
        """The splits of the design."""
        return self.run.splits

    @cached_property
    def complete(self) -> bool:
        """Whether no cell of the design failed."""
        return not failures(self.run, self.names)

    @property
    def halved(self) -> bool:
        """Whether there are scores of both in all halves."""
        halves = self.scored.folds.halves
        two = [self.scored.folds.names.index(name) for name in self.names]
        return halves is not None and not np.isnan(halves[two]).any()

    @property
    def has_folds(self) -> bool:
        """Whether there are scores of several splits."""
        undefined = any(name in self.scored.undefined for name in self.names)
        return not undefined and int(shared(self.scored.folds, *self.names).sum()) > 1

    @cached_property
    def folds(self) -> FoldScores:
        """Their fold scores; an error where a metric is 0/0 on a split, or fewer than two are left."""
        return self.scored.pair(*self.names)

    @cached_property
    def items(self) -> Material:
        """Their predictions, ready to judge."""
        return self.scored.items(*self.names)

    @cached_property
    def legal(self) -> list[Method]:
        """Methods for the fold scores and, where each item was tested once, for the items."""
        found = []
        if self.has_folds:
            found += [m for m in legal_methods(self.folds) if m.has_all(self.folds)]
        try:
            check_items("auto", self.splits, self.scored.measure)
        except IllegalMethodError:
            return found
        return found + list(self.items.methods())

    @cached_property
    def missing(self) -> list[Method]:
        """Methods that the design allows, but that need cells which failed."""
        if self.complete or not self.has_folds:
            return []
        zeros, items = np.zeros(self.splits.shape), self.scored.folds.items
        whole = FoldScores(
            a=zeros,
            b=zeros,
            design=self.splits.design,
            items=None if items is None else np.zeros(items.shape[1]),
        )
        return [m for m in legal_methods(whole) if m not in self.legal and m.has_all(whole)]

    @cached_property
    def background(self) -> Background:
        """What is known about the comparison apart from its scores, the same for every method."""
        data = self.run.data
        return Background(
            commonest=commonest(np.bincount(data.codes), data.classes) if data.kind == "classes" else None,
            data=data.name,
            follow=remarks.followers(self.run, self.names),
            favoured=favoured(self.run, self.names),
            omit=omitting(self.run, self.names, self.scored.measure),
            design=self.splits.design,
            repeatable=self.complete,
        )


def answer_on(pair: Pair, *, opinions: bool = True) -> Answer:
    """The verdict, with the case that it is on; the results of other methods take most of the time."""
    run, names = pair.run, pair.names
    for name in names:
        refuse_failed(run, name)
    place, positive = pair.scored.measure.place, pair.experiment.positive
    known = () if place is None else guessed(run.data.classes, place, positive)
    known += _of_halves(pair)
    case = _ask(pair, _method(pair), pair.experiment.options, known, again=True)
    case = replace(case, known=_by_either_class(pair, case))
    verdict = verdict_of(case)
    beside = remarks.duplicated_rows(run) + remarks.missing_cells(run, names) + remarks.warned(run, names)
    # The verdict and its row in the table must agree: the method is run once.
    told = replace(
        verdict,
        evidence=_evidence(pair, verdict) if opinions else verdict.evidence,
        reason=_reason(pair, verdict),
        caveats=verdict.caveats + beside + remarks.tuned_across_groups(run, names),
        work=_work(pair),
        opinions=_opinions(pair, case, known) if opinions else (),
    )
    return Answer(case, told)


def _by_either_class(pair: Pair, case: Case) -> tuple[Caveat, ...]:
    """What is known, with what the other class would decide where the positive one is a guess."""
    classes, measure = pair.run.data.classes, pair.scored.measure
    unnamed = measure.place is not None and pair.experiment.positive is None and is_guess(classes)
    if not unnamed or not measure.metric.per_class:
        return case.known
    turned = replace(measure, place=0)  # the guess is the last of two
    try:
        other = replace(pair, scored=score(pair.run, turned, pair.choice.halvings))
        decision = _ask(other, _method(other), pair.experiment.options, (), again=False).decision
    except BakeoffError:
        return case.known
    guess = Guess(positive=classes[1], other=classes[0], metric=measure.metric.key)
    return known_by_either(case.known, (case.decision, decision), case.names, guess)


def _evidence(pair: Pair, verdict: Verdict) -> Evidence | None:
    """What was judged, with mean ROC curves where the folds have some."""
    known = verdict.evidence
    if known is None or known.curves is not None:
        return known
    return replace(known, curves=mean_curves(pair.scored, pair.names, verdict.result.level))


def _of_halves(pair: Pair) -> tuple[Caveat, ...]:
    """A caveat that says why there are no scores in the halves, where there should be."""
    problem, asked = pair.choice.why_not, pair.experiment.method
    if pair.choice.halvings and not pair.halved:
        problem = _lacking_halves(pair)
        if needs_halvings(asked):
            raise IllegalMethodError(f"{asked} needs scores on all halves: {problem}")
    return (BY_KEY["no-halves"].caveat(f"{WITH_HALVINGS} could not be used: {problem}"),) if problem else ()


def _lacking_halves(pair: Pair) -> str:
    undefined = pair.scored.undefined_in_halves
    for name in pair.names:
        if name in undefined:
            return str(undefined[name])
    stages = [stage for stage in pair.run.stages if stage.startswith("half")]
    failed = [each for stage in stages for each in failures(pair.run, pair.names, stage)]
    return f"{plural(len(failed), 'cell')} failed in the halves ({failed[0][0]}: {failed[0][2]})"


def _method(pair: Pair) -> str:
    """The method that is used: as planned, unless it needs halves or items and a cell is missing."""
    planned = pair.choice.method
    needs = planned != "auto" and METHODS[planned].needs
    if not needs or (pair.complete and METHODS[planned].has_all(pair.folds)):
        return planned
    if pair.experiment.method == planned:
        raise _incomplete(pair, planned)
    return WITHOUT_HALVINGS


def _incomplete(pair: Pair, method: str) -> IllegalMethodError:
    return IllegalMethodError(f"{method} {remarks.INCOMPLETE}: {remarks.failed_cells(pair.run, pair.names)}")


def _ask(
    pair: Pair, method: str, options: Mapping[str, Any], known: tuple[Caveat, ...], *, again: bool
) -> Case:
    measure, background = pair.scored.measure, pair.background
    if by_items(method):
        # A new test set would be judged by one model, not by several pooled as one.
        background = replace(background, repeatable=background.repeatable and len(pair.splits) == 1)
        check_items(method, pair.splits, measure)
        built = pair.items.build(method)
        known += built.known + remarks.of_items(pair.run)
        outcomes, about = built.outcomes, built.about
    else:
        if METHODS[method] in pair.missing:
            raise _incomplete(pair, method)
        outcomes = pair.folds
        about = "" if measure.place is None else f"class {pair.run.data.classes[measure.place]!r}"
        more, options = _of_fold_method(pair, method, options)
        known += remarks.clipped(pair.run, pair.names, measure) + more
    return ask(
        outcomes,
        method=method,
        metric=measure.metric.key,
        names=pair.names,
        about=about,
        known=known,
        background=background,
        again=again,
        **pair.experiment.common,
        **options,
    )


def _of_fold_method(
    pair: Pair, method: str, options: Mapping[str, Any]
) -> tuple[tuple[Caveat, ...], Mapping[str, Any]]:
    """What to say about a method here, and its options: a floor for the variance, the calibrated df."""
    metric = pair.scored.measure.metric
    if METHODS[method].needs:
        usual = METHODS[method].usual(pair.folds)
        return remarks.not_measured(pair.run, method, metric, usual), {**usual, **options}
    if method in pair.calibrated and options.get("df") in (None, "calibrated"):
        calibrated = pair.calibrated[method]
        return (calibrated.caveat,), {**options, "df": calibrated.checked_df}
    return (), options


def _reason(pair: Pair, verdict: Verdict) -> Reason | None:
    """Why this method was chosen, where the choice was left open."""
    if pair.experiment.method != "auto":
        return verdict.reason
    if needs_halvings(verdict.result.method):
        return Reason(why="usual-with-halves")
    if verdict.result.method == WITH_ITEMS:
        return Reason(why="items-and-folds")
    if verdict.result.method == WITHOUT_HALVINGS:
        return Reason(why="without-halvings")
    return Reason(why="tested-once") if len(pair.splits) > 1 else verdict.reason


def _opinions(pair: Pair, chosen: Case, known: tuple[Caveat, ...]) -> tuple[Opinion, ...]:
    """What every method that is valid for the same run says; the unsound ones are marked."""

    def say(method: Method) -> Case:
        if method is chosen.method:
            return chosen
        if method in pair.missing:
            raise IllegalMethodError(remarks.INCOMPLETE)
        return _ask(pair, method.key, {}, known, again=False)

    def marks(method: Method) -> tuple[str, ...]:
        return ("pooled",) if method.takes is not FoldScores and len(pair.splits) > 1 else ()

    return gather([*pair.legal, *pair.missing], say, marks)


def _work(pair: Pair) -> Work:
    """What was run, and its cost."""
    run, halvings, copies = pair.run, pair.choice.halvings, pair.run.data.duplicates
    return Work(
        data=run.data.name,
        items=run.data.n,
        groups=0 if run.data.groups is None else len(np.unique(run.data.groups)),
        repeated=copies.repeated,
        relabelled=copies.relabelled,
        design=pair.splits.design,
        rng=run.rng,
        trainings=2 * len(pair.splits),
        first_runs=pair.experiment.design.runs if pair.experiment.most_runs else 0,
        most_runs=pair.experiment.limit,
        halvings=halvings,
        halves_trainings=2 * 2 * FOLDS_OF_A_HALF * halvings,
        tuning=remarks.tunings(run, pair.names),
    )
