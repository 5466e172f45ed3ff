"""From a form to a ranking: one file with a column for each model, one file for each, or logs."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from bakeoff.compare.rank_source import RankRequest, rank_source
from bakeoff.compare.ranking import RankOptions
from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import check_missing
from bakeoff.core.names import names_in, names_listed
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.ranking import Ranking
from bakeoff.metrics import metric_of
from bakeoff.web.asked import Fields, keywords, whole
from bakeoff.web.choosing import NoTruthError, UnclearError
from bakeoff.web.columns import asked_again
from bakeoff.web.rank_columns import BASELINE, joined_on, true_of_one
from bakeoff.web.settings import Settings
from bakeoff.web.uploads import Sent, Stored, is_known

CHOSEN = ("ranking", "datasets")  # kinds of rankings that were chosen in a step before
TABLES = (*CHOSEN, "predictions", "scores")
# Fields that only a comparison of two models has.
OF_TWO = {
    "method": "a method",
    "alternative": "what is asked",
    "name_a": "a name for A",
    "name_b": "a name for B",
    "design": "a design of fold scores",
    "attributes": "a column of attributes",
}
OF_ITEMS = ("cluster", "by", "positive", "filter")
SHOWN = (
    "models",
    "baseline",
    "metric",
    "id",
    "truth",
    "truth_file",
    "cluster",
    "by",
    "positive",
    "filter",
    "missing",
)


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """A ranking, and where it came from."""

    title: ClassVar[str] = "Ranking"
    stem: ClassVar[str] = "bakeoff-ranking"

    what: Ranking
    origin: Origin
    note: str = ""


def asks_for_ranking(sent: Sent) -> bool:
    """Whether a ranking is requested, or only a ranking is possible."""
    said = sent.fields.get("task") == "rank" or sent.fields.get("kind") in CHOSEN
    return said or len(sent.files) > 2 or (sent.truth_file is not None and len(sent.files) < 2)


def rank_stored(files: Sequence[Stored], truth: Stored | None, sent: Sent, settings: Settings) -> Ranked:
    """The ranking of the models in files."""
    _refuse_words_of_two(sent.fields)
    most = settings.most_models
    if len(files) > most:
        raise InputError(f"there are {len(files)} files; {_too_many(most)}")
    try:
        if sent.fields.get("kind") == "datasets":
            return _over_data_sets(files, sent, most)
        request = _request(files, truth, sent)
        _refuse_many_columns(files, request, most)
        ranking = rank_source(request)
    except (UnclearError, NoTruthError):
        raise
    except InputError as problem:
        if sent.fields.get("kind") not in CHOSEN:
            raise
        raise asked_again(problem, files, truth, sent.fields, sent.models) from None
    marks = tuple(each.mark for each in (*files, *([] if truth is None else [truth])))
    origin = origin_here(command=_command(request, truth), rng=request.options["rng"])
    return Ranked(what=ranking, origin=replace(origin, files=marks))


def _refuse_words_of_two(fields: Fields) -> None:
    for name, label in OF_TWO.items():
        if fields.get(name):
            raise InputError(
                f"{label} is given ({fields[name][:40]!r}), but only comparisons of two models have one; "
                f"leave it out to rank, or press Compare with two models"
            )


def _too_many(most: int) -> str:
    return (
        f"this page ranks at most {most} models: name some of them under Options, or use the command line, "
        f"bakeoff rank"
    )


def _refuse_many_columns(files: Sequence[Stored], request: RankRequest, most: int) -> None:
    """Refuse a table with more columns than can be ranked here, unless some are named."""
    count = len(request.models)
    if not count and len(files) == 1 and not is_known(files, one_data_set=True):
        from bakeoff.web.rank_columns import likely_models

        count = len(likely_models(files[0].names, request.truth or "truth"))
    if count > most:
        raise InputError(f"{files[0].name} has {count} columns of models; {_too_many(most)}")


def _request(files: Sequence[Stored], truth: Stored | None, sent: Sent) -> RankRequest:
    fields = sent.fields
    options = keywords(fields) | {"rng": whole(fields, "rng", "rng", default=0)}
    key, true = _columns(files, truth, sent)
    return RankRequest(
        id=key,
        truth=true,
        files=tuple(each.path for each in files),
        called=tuple(each.name for each in files),
        truth_file=None if truth is None else truth.path,
        truth_called=None if truth is None else truth.name,
        models=_models(sent),
        metric=fields.get("metric") or None,
        baseline=_baseline(fields),
        cluster=fields.get("cluster") or None,
        by=fields.get("by") or None,
        positive=fields.get("positive") or None,
        filter=fields.get("filter") or None,
        missing=check_missing(fields.get("missing") or None),
        options=cast(RankOptions, options),
    )


def _models(sent: Sent) -> tuple[str, ...]:
    """The models that are ticked, or else typed."""
    return sent.models or names_in(sent.fields.get("models"))


def _baseline(fields: Fields) -> str | None:
    return fields.get(BASELINE) or fields.get("baseline") or None


def _over_data_sets(files: Sequence[Stored], sent: Sent, most: int) -> Ranked:
    """The ranking of learners by a table with a row for each data set."""
    from bakeoff.compare.rank_datasets import rank_datasets, read_datasets

    fields, options = sent.fields, keywords(sent.fields)
    other = [name for name in (*OF_ITEMS, *options) if name != "alpha" and fields.get(name)]
    if other or len(files) > 1 or sent.truth_file is not None:
        raise InputError(
            f"{other[0] if other else 'more than one file'} is given, but a ranking over data sets takes one "
            f"file with a row for each, a metric, a baseline and alpha; leave it out"
        )
    scores = read_datasets(files[0].path, _models(sent))
    if len(scores.names) > most:
        raise InputError(f"{files[0].name} has {len(scores.names)} learners; {_too_many(most)}")
    given = {"metric": fields.get("metric") or None, "baseline": _baseline(fields)} | options
    ranking = rank_datasets(scores, **{name: value for name, value in given.items() if value is not None})
    words = {"models": names_listed(_models(sent)) or None} | given
    origin = origin_here(command=_line([files[0].name, "--datasets"], words))
    return Ranked(what=ranking, origin=replace(origin, files=(files[0].mark,)))


def _columns(files: Sequence[Stored], truth: Stored | None, sent: Sent) -> tuple[str | None, str | None]:
    """The columns of the ids and the truth of the items; logs need none."""
    fields = sent.fields
    if fields.get("kind") not in TABLES and truth is None and is_known(files, one_data_set=True):
        return None, None
    scored = metric_of(fields.get("metric") or "accuracy").is_given
    if len(files) == 1 and truth is None:
        return None, None if scored else true_of_one(files[0], fields, sent.models)
    return joined_on(files, truth, fields, scored=scored)


def _command(request: RankRequest, truth: Stored | None) -> str:
    """The command line that does the same."""
    given: dict[str, Any] = {role: getattr(request, role) for role in SHOWN} | dict(request.options)
    given |= {"models": names_listed(request.models) or None, "truth_file": truth and truth.name}
    return _line(request.called, given)


def _line(first: Sequence[str], given: Mapping[str, Any]) -> str:
    parts = ["bakeoff", "rank", *first]
    for name, value in given.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            parts.append(flag)
        elif value is not None:
            parts += [flag, str(value)]
    return shlex.join(parts)
