"""One data set for every kind of store, what is asked about it, and what is wrong with some of it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pytest
from tests.columns import without_roles

from bakeoff import compare_files, compare_table, rank_files
from bakeoff.compare.rank_source import RankRequest, rank_source
from bakeoff.core.exceptions import InputError

HOSTILE = 'a"; DROP TABLE p; --'
LABELS = np.array(["cat", "Cat", "it's", 'say "x"', "ß naïve 猫", "a\\b", "x;y", "1e1"], dtype=object)
N = 600


def columns():
    """Labels of several types, scores with ties, clusters and slices."""
    draws = np.random.default_rng(20261115)
    truth = draws.integers(0, len(LABELS), N)
    guesses = [np.where(draws.random(N) < 0.7, truth, draws.integers(0, len(LABELS), N)) for _ in "ab"]
    scores = [np.clip(truth % 2 * 0.3 + draws.random(N) * 0.7, 0, 1) for _ in "ab"]
    return {
        "id": np.arange(N)[::-1] * 7,
        "truth": LABELS[truth],
        HOSTILE: LABELS[guesses[0]],
        "b`c.d": LABELS[guesses[1]],
        "n": truth,
        "n_a": guesses[0],
        "n_b": guesses[1],
        "flag": truth % 2 == 1,
        "flag_a": guesses[0] % 2 == 1,
        "flag_b": guesses[1] % 2 == 1,
        "score_a": scores[0],
        "score_b": np.round(scores[1], 2),
        "user": draws.integers(0, 60, N),
        "country": np.array(["Österreich", "o'land", "x"], dtype=object)[draws.integers(0, 3, N)],
    }


TABLE = pa.table(columns())
TEXT = {"truth": "truth", "a": HOSTILE, "b": "b`c.d"}
WHOLE = {"truth": "n", "a": "n_a", "b": "n_b"}
FLAGS = {"truth": "flag", "a": "flag_a", "b": "flag_b"}
SCORES = {"truth": "flag", "a": "score_a", "b": "score_b"}
DRAWN = {"resamples": 500}

QUESTIONS = {
    "accuracy": TEXT,
    "accuracy by country": TEXT | {"by": "country"},
    "macro-f1 by bootstrap": TEXT | DRAWN | {"metric": "macro-f1", "method": "bootstrap"},
    "macro-f1 by permutation": TEXT | DRAWN | {"metric": "macro-f1", "method": "permutation"},
    "accuracy of users": WHOLE | {"cluster": "user"},
    "kappa of users by bootstrap": WHOLE
    | DRAWN
    | {"metric": "kappa", "cluster": "user", "method": "bootstrap"},
    "f1 of flags": FLAGS | DRAWN | {"metric": "f1"},
    "auc": SCORES | {"metric": "auc"},
    "auc by country": SCORES | {"metric": "auc", "by": "country"},
    "auc of users": SCORES | {"metric": "auc", "cluster": "user"},
    "brier of users": SCORES | {"metric": "brier", "cluster": "user"},
    "items by id": TEXT | {"id": "id"},
}
MODELS = tuple(f"model_{at}" for at in range(1, 6))


def ranked():
    """Answers of five models to the same yes-or-no questions, some better than others."""
    draws = np.random.default_rng(20261116)
    yes = draws.random(N) < 0.4
    right = {name: draws.random(N) < 0.7 + 0.05 * at for at, name in enumerate(MODELS)}
    words = np.array(["no", "yes"], dtype=object)
    answers = {name: words[np.where(each, yes, ~yes).astype(int)] for name, each in right.items()}
    known = {"id": np.arange(N)[::-1] * 7, "user": draws.integers(0, 60, N), "truth": words[yes.astype(int)]}
    return pa.table(known | answers)


RANKED = ranked()
RANKINGS = {
    "accuracy": {"metric": "accuracy"},
    "f1": {"metric": "f1", "positive": "yes"},
    "accuracy of users": {"metric": "accuracy", "cluster": "user", "baseline": MODELS[0]},
}
JOINED = {"truth": "truth", "a": HOSTILE, "b": "b`c.d", "id": "id"}


def asked(question, names=("A", "B")):
    return {"names": names, "rng": 1} | question


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def stored():
    """The whole table, A's and B's halves in different orders, and some that are wrong."""
    first = TABLE.select(["id", "truth", HOSTILE])
    second = TABLE.select(["id", "b`c.d"]).sort_by("id")
    gap = pa.array([None, *TABLE["truth"].to_pylist()[1:]])
    others = pa.compute.add(second["id"], 7)
    return {
        "p": TABLE,
        "first": first,
        "second": second,
        "others": second.set_column(0, "id", others),
        "twice": pa.concat_tables([second, second[:2]]),
        "gaps": TABLE.set_column(1, "truth", gap),
        "empty": TABLE[:0],
        "ranked": RANKED,
        **{each: answers_of(each) for each in MODELS},
    }


def answers_of(model):
    """A table of one model's answers, in an order of its own."""
    names = ["id", "user", "truth", "prediction"]
    return RANKED.select(["id", "user", "truth", model]).rename_columns(names).sort_by("prediction")


def declared(table, types):
    kinds = {pa.string(): "text", pa.int64(): "whole", pa.float64(): "real", pa.bool_(): "flag"}
    return ", ".join(f"{quoted(field.name)} {types[kinds[field.type]]}" for field in table.schema)


# Rows of files have places, which are told beside what a database tells.
IN_FILES = {
    "a gap": "'truth' of T has a missing value (null) in row 1 of T/0.parquet (1 of 600 items)",
    "ids that are repeated": "T has 2 ids more than once: 0, 7 (the T is repeated in row 401 of T/1.parquet)",
    "text as scores": "column 'truth' of T has 'say \"x\"' in row 1 of T/0.parquet (531 such rows in all); "
    "expected a number",
}
WRONG = {
    "a gap": (["gaps"], TEXT, "'truth' of T has a missing value (None) in one row (1 of 600 items)"),
    "no rows": (["empty"], TEXT, "T has no items; expected"),
    "no scores": (["empty"], SCORES | {"metric": "auc"}, "T has no items; expected"),
    "ids that are not in both": (["first", "others"], JOINED, "1 only in T (0) and 1 only in T (4200)"),
    "ids that are repeated": (["first", "twice"], JOINED, "T has 2 ids more than once: 0, 7"),
    "no such column": (
        ["p"],
        TEXT | {"a": "truht"},
        "no column of T is called 'truht'; did you mean 'truth'?",
    ),
    "labels of two types": (["p"], TEXT | {"a": "n"}, "column 'n' holds numbers"),
    "text as scores": (["p"], SCORES | {"metric": "auc", "a": "truth"}, "column 'truth' of T holds text;"),
}


@dataclass(frozen=True)
class Database:
    """A database whose tables have names that begin alike."""

    connect: object
    prefix: str = ""

    def __call__(self, *names, **question):
        tables = (self.prefix + name for name in names)
        return compare_table(*tables, connect=self.connect, **question)

    def rank(self, *names, positive=None, baseline=None, **question):
        """The ranking of columns of one table, or of one table for each model, as plain values."""
        tables = tuple(self.prefix + name for name in names)
        models = MODELS if len(names) == 1 else ()
        base = baseline if baseline is None or len(names) == 1 else self.prefix + baseline
        given = {
            "positive": positive,
            "baseline": base,
            "models": models,
            "options": {"resamples": 500, "rng": 1},
        }
        found = rank_source(RankRequest(connect=self.connect, tables=tables, id="id", **given, **question))
        # A model is called as its table is.
        return re.sub(
            rf"\b{re.escape(self.prefix)}(?=model_)", "", json.dumps(without_roles(found.to_dict()))
        )


@dataclass(frozen=True)
class Files:
    """Folders of files, one for each table."""

    folder: Path
    ending: str = ""

    def __call__(self, *names, **question):
        return compare_files(*(self.folder / f"{name}{self.ending}" for name in names), **question)

    def rank(self, *names, **question):
        """As of a database."""
        paths = [self.folder / f"{name}{self.ending}" for name in names]
        found = rank_files(paths, id="id", models=MODELS, resamples=500, rng=1, **question)
        return json.dumps(without_roles(found.to_dict()))


def refusal(compare, names, question):
    """What is said about something wrong, less what a store is called and which label is an example."""
    with pytest.raises(InputError) as raised:
        compare(*names, **asked(question))
    return re.sub(rf"(\S*/|same[._]|\b)({'|'.join(names)})\b(?=[ /:])|such as .*", "T", str(raised.value))
