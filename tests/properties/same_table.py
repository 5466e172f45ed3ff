"""Random tables of answers, every way to hand one over, and what must be the same about the verdicts."""

import csv
import io
import json
import sqlite3
from dataclasses import dataclass, field, replace
from decimal import Decimal
from urllib.parse import quote

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from tests.packing import PACKERS

import bakeoff
from bakeoff.core.exceptions import InputError

WORDS = {
    "yes or no": ["no", "yes"],
    "animals": ["cat", "dog", "eel", "fox"],
    "unicode": ["naïve", "straße", "猫", "Ω"],
    "odd": ['say "x"', "a,b", "it's; x", "-"],
    "blanks": ["cat", " cat", "dog", "dog\t", "eel "],
    "whole": [0, 1, 2, 10],
    "signed": [-1, 1],
    "large": [2**53, 2**53 + 1, 2**53 + 2],
    "real": [1.0, 2.0, 2.5],
    "text of numbers": ["1", "2", "10", "-3"],
    "codes": ["007", "7", "x1"],
    "booleans": [False, True],
    "spellings": ["1", "1.0", "2"],
    "some missing": ["cat", None, "dog", "eel"],
    "missing words": ["cat", "NA", "dog", "None"],
    "none": ["none", "some", "all"],
}
COLUMNS = {"truth": "truth", "a": "a", "b": "b", "who": "who", "part": "part", "id": "id"}
ODD = {
    "truth": "Wahrheit ß",
    "a": 'model "1"',
    "b": "b,c",
    "who": "count(*)",
    "part": "part; x",
    "id": "Id #",
}
LABELS = ["accuracy", "macro-f1", "kappa", "balanced-accuracy", "mcc"]


@dataclass(frozen=True)
class Table:
    """Columns by what they are for, what is asked about them, and what the columns are called."""

    kind: str
    columns: dict
    asked: dict = field(default_factory=dict)
    names: dict = field(default_factory=lambda: COLUMNS)

    @property
    def n(self):
        return len(self.columns["truth"])

    def named(self, *roles):
        return {self.names[role]: self.columns[role] for role in roles or self.columns}

    def rows(self, order):
        return replace(self, columns={name: [own[at] for at in order] for name, own in self.columns.items()})


def table_of(seed):
    """A table by a number: each kind of labels with and without clusters, slices, repeats and odd names."""
    rng = np.random.default_rng(seed)
    kinds = [*WORDS, "auc", "brier", "absolute-error"]
    kind = kinds[seed % len(kinds)]
    n = int(rng.integers(24, 70))
    columns = scored(kind, n, rng) if kind not in WORDS else labelled(WORDS[kind], n, rng)
    metric = kind if kind not in WORDS else LABELS[int(rng.integers(len(LABELS)))]
    asked = {"metric": metric}
    if rng.random() < 0.5:
        columns["who"] = [f"u{at}" for at in rng.integers(0, 9, n)]
        asked["cluster"] = "who"
    if rng.random() < 0.3:
        columns["part"] = [["x", "y"][at] for at in rng.integers(0, 2, n)]
        asked["by"] = "part"
    if rng.random() < 0.3 and metric != "absolute-error":
        twice = np.concatenate([np.arange(n), rng.integers(0, n, n // 2)])
        columns = {name: [own[at] for at in twice] for name, own in columns.items()}
    if rng.random() < 0.2 and metric in LABELS:
        asked |= {"method": "bootstrap", "resamples": 60}
    columns["id"] = rng.permutation(len(columns["truth"])).tolist()
    return Table(kind, columns, asked, ODD if rng.random() < 0.3 else COLUMNS)


def labelled(labels, n, rng):
    truth = rng.integers(0, len(labels), n)
    answers = [np.where(rng.random(n) < p, truth, rng.integers(0, len(labels), n)) for p in (0.8, 0.6)]
    return {
        name: [labels[at] for at in own]
        for name, own in zip(("truth", "a", "b"), (truth, *answers), strict=True)
    }


def scored(kind, n, rng):
    truth = rng.integers(0, 2, n)
    a, b = (
        np.round(np.clip(truth * push + rng.random(n) * 0.7, 0.01, 0.99), 3).tolist() for push in (0.3, 0.2)
    )
    if kind == "absolute-error":
        return {"truth": np.round(rng.normal(size=n), 2).tolist(), "a": a, "b": b}
    names = [["no", "yes"], [0, 1], ["no ", "yes"]][int(rng.integers(3))]
    return {"truth": [names[at] for at in truth], "a": a, "b": b}


# What is the same


def outcome(ask):
    """The numbers and the caveats of a verdict, to the last bit; or why there is none."""
    try:
        verdict = ask()
    except InputError as problem:
        return refusal(str(problem))
    return told(verdict)


def told(verdict):
    r = verdict.result
    return {
        "decision": verdict.decision,
        "numbers": [r.estimate, *r.interval, r.p_value, r.level, r.n],
        "statistic": r.statistic,
        "method": (r.method, r.df),
        "values": verdict.values,
        "ends": [tuple(each) for each in verdict.value_intervals or ()],
        "caveats": sorted(each.key for each in verdict.caveats if each.key != "duplicated-rows"),
        "notes": [note for note in r.notes if "blanks" in note],
        "slices": [
            (each.name, each.n, str(each.refused)[:20] if each.verdict is None else told(each.verdict))
            for each in verdict.slices
        ],
    }


def refusal(said):
    kinds = {
        "missing value": "missing",
        "two spellings": "spellings",
        "such as": "kinds",
        "floating-point": "digits",
        "undefined": "undefined",
    }
    return next((name for words, name in kinds.items() if words in said), said)


def mirrored(found):
    """An outcome with A and B exchanged."""
    if isinstance(found, str):
        return found
    sides = {"a-better": "b-better", "b-better": "a-better"}
    estimate, low, high, *rest = found["numbers"]
    turned = [None if each is None else 0.0 - each for each in (estimate, high, low)]
    return found | {
        "decision": sides.get(found["decision"], found["decision"]),
        "numbers": [*turned, *rest],
        "statistic": turned_statistic(found),
        "values": found["values"] and found["values"][::-1],
        "ends": found["ends"][::-1],
        "slices": [(name, n, mirrored(each)) for name, n, each in found["slices"]],
    }


def turned_statistic(found):
    return None if found["statistic"] is None else 0.0 - found["statistic"]


# Ways to hand a table over


def cell(value):
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def delimited(columns, *, end="\n", mark="", delimiter=","):
    page = io.StringIO()
    writer = csv.writer(page, lineterminator=end, delimiter=delimiter)
    writer.writerow(columns)
    writer.writerows([cell(each) for each in row] for row in zip(*columns.values(), strict=True))
    return (mark + page.getvalue()).encode()


def lines(columns):
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def arrow(columns, *, decimals=False):
    found = pa.table({name: pa.array(own) for name, own in columns.items()})
    if decimals:
        for at, name in enumerate(found.column_names):
            if pa.types.is_integer(found.schema.field(name).type):
                exact = pa.array([Decimal(each) for each in columns[name]], type=pa.decimal128(20, 0))
                found = found.set_column(at, name, exact)
    return found


def packed(table):
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


FILES = {
    "lf.csv": delimited,
    "crlf.csv": lambda columns: delimited(columns, end="\r\n"),
    "bom.csv": lambda columns: delimited(columns, mark="\ufeff"),
    "t.tsv": lambda columns: delimited(columns, delimiter="\t"),
    "t.csv.gz": lambda columns: PACKERS["gz"](delimited(columns)),
    "t.csv.zst": lambda columns: PACKERS["zst"](delimited(columns)),
    "t.jsonl": lines,
    "t.jsonl.gz": lambda columns: PACKERS["gz"](lines(columns)),
    "t.parquet": lambda columns: packed(arrow(columns)),
    "decimals.parquet": lambda columns: packed(arrow(columns, decimals=True)),
}


def called(table, *roles):
    """The keywords that name columns, and what is asked."""
    named = {role: table.names[role] for role in ("truth", "a", "b") if role in roles or not roles}
    asked = {**table.asked}
    for role in ("cluster", "by"):
        if role in asked:
            asked[role] = table.names[asked[role]]
    return {"rng": 1, "names": ("A", "B"), **asked, **named}


def in_file(table, folder, name):
    path = folder / name
    path.write_bytes(FILES[name](table.named()))
    return outcome(lambda: bakeoff.compare_files(path, **called(table)))


def in_shards(table, folder):
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)
    for at, part in enumerate((range(table.n // 2), range(table.n // 2, table.n))):
        (parts / f"{at}.csv").write_bytes(delimited(table.rows(part).named()))
    return outcome(lambda: bakeoff.compare_files(parts, **called(table)))


def in_two(table, folder, one, other):
    """A's file with the truth and all else, and B's in another order; joined by id."""
    more = [role for role in ("who", "part") if role in table.columns]
    left, right = folder / f"A {one}", folder / f"B {other}"
    left.write_bytes(FILES[one](table.named("id", "truth", "a", *more)))
    turned = table.rows(range(table.n)[::-1])
    right.write_bytes(FILES[other](turned.named("b", "id")))
    return outcome(lambda: bakeoff.compare_files(left, right, id=table.names["id"], **called(table)))


def with_truth_apart(table, folder):
    more = [role for role in ("who", "part") if role in table.columns]
    truth, rest = folder / "truth.csv", folder / "answers.parquet"
    truth.write_bytes(delimited(table.rows(range(table.n)[::-1]).named("id", "truth", *more)))
    rest.write_bytes(packed(arrow(table.named("id", "a", "b"))))
    return outcome(
        lambda: bakeoff.compare_files(rest, truth_file=truth, id=table.names["id"], **called(table))
    )


def in_duckdb(table, folder):
    path = folder / "t.duckdb"
    path.unlink(missing_ok=True)
    rows = arrow(table.named())
    with duckdb.connect(str(path)) as connection:
        connection.register("rows", rows)
        connection.execute("CREATE TABLE t AS SELECT * FROM rows")
    return in_database(table, f"duckdb://{quote(str(path))}")


def in_sqlite(table, folder):
    path = folder / "t.db"
    path.unlink(missing_ok=True)
    columns = table.named()
    connection = sqlite3.connect(path)
    declared = ", ".join(f"{name_in_sql(name)} {sqlite_type(own)}" for name, own in columns.items())
    connection.execute(f"CREATE TABLE t ({declared})")
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO t VALUES ({marks})", zip(*columns.values(), strict=True))
    connection.commit()
    connection.close()
    return in_database(table, f"sqlite://{quote(str(path))}")


def in_database(table, address, name="t"):
    return outcome(lambda: bakeoff.compare_table(name, connect=address, **called(table)))


def name_in_sql(name):
    return '"' + name.replace('"', '""') + '"'


def sqlite_type(values):
    kinds = {bool: "BOOLEAN", int: "INTEGER", float: "REAL"}
    return kinds.get(type(next(each for each in values if each is not None)), "TEXT")


def in_memory(table, make=list):
    asked = {
        key: each for key, each in called(table).items() if key not in ("truth", "a", "b", "cluster", "by")
    }
    given = {
        name: make(table.columns[table.asked[role]])
        for role, name in (("cluster", "clusters"), ("by", "by"))
        if role in table.asked
    }
    columns = [make(table.columns[role]) for role in ("truth", "a", "b")]
    return outcome(lambda: bakeoff.compare_predictions(*columns, **given, **asked))


def as_pandas(values):
    return pd.Series(values)


def as_polars(values):
    return pl.Series(values, strict=False)


ROUTES = {
    **{name: (lambda table, folder, name=name: in_file(table, folder, name)) for name in FILES},
    "shards": in_shards,
    "duckdb": in_duckdb,
    "sqlite": in_sqlite,
    "two csv": lambda table, folder: in_two(table, folder, "lf.csv", "lf.csv"),
    "csv and parquet": lambda table, folder: in_two(table, folder, "lf.csv", "t.parquet"),
    "json and zst": lambda table, folder: in_two(table, folder, "t.jsonl", "t.csv.zst"),
    "parquet and json": lambda table, folder: in_two(table, folder, "t.parquet", "t.jsonl.gz"),
    "truth apart": with_truth_apart,
    "lists": lambda table, folder: in_memory(table),
    "numpy": lambda table, folder: in_memory(table, np.array),
    "pandas": lambda table, folder: in_memory(table, as_pandas),
    "polars": lambda table, folder: in_memory(table, as_polars),
}

# Changes that must change nothing, or mirror it


def shuffled(table, rng):
    return table.rows(rng.permutation(table.n).tolist())


def columns_shuffled(table, rng):
    order = rng.permutation(list(table.columns)).tolist()
    return replace(table, columns={name: table.columns[name] for name in order})


def exchanged(table):
    return replace(table, columns=table.columns | {"a": table.columns["b"], "b": table.columns["a"]})


def counted(table):
    """Each combination once, and how often; None where a value is not there to be counted."""
    roles = [role for role in table.columns if role != "id"]
    counts = {}
    for row in zip(*(table.columns[role] for role in roles), strict=True):
        counts[row] = counts.get(row, 0) + 1
    columns = dict(zip(roles, map(list, zip(*counts, strict=True)), strict=True))
    return replace(table, columns=columns | {"n": list(counts.values())}, names=table.names | {"n": "n"})


def renamed(table, rng):
    """Classes by other names, in another order of the alphabet."""
    roles = [role for role in ("truth", "a", "b", "c") if role in table.columns]
    words = list(dict.fromkeys(each for role in roles for each in table.columns[role]))
    others = dict(zip(words, rng.permutation([f"w{at}" for at in range(len(words))]).tolist(), strict=True))
    changed = {role: [others[each] for each in table.columns[role]] for role in roles}
    return replace(table, columns=table.columns | changed)


def ranked(table, ask):
    """What a ranking of the two models and of one that is often wrong says, or why there is none."""
    try:
        ranking = ask(table)
    except InputError as problem:
        return refusal(str(problem))
    return {
        "models": sorted((each.name, each.value, each.interval, each.rank) for each in ranking.models),
        "pairs": sorted(pair_told(each) for each in ranking.pairs),
        "best": sorted(ranking.best),
        "notes": [note for note in ranking.notes if "blanks" in note],
    }


def pair_told(pair):
    """A pair from the view of the model that comes first in the alphabet."""
    low, high = pair.interval
    if pair.a < pair.b:
        return (pair.a, pair.b, pair.estimate, low, high, pair.p_value)
    return (pair.b, pair.a, 0.0 - pair.estimate, 0.0 - high, 0.0 - low, pair.p_value)


def with_third(table, rng):
    """The table with a third model, whose answers are those of A in another order for some items."""
    said = np.array(table.columns["a"], dtype=object)
    some = rng.random(table.n) < 0.5
    said[some] = rng.permutation(said[some])
    return replace(table, columns=table.columns | {"c": said.tolist()}, names=table.names | {"c": "c"})


def asked_of_ranking(table):
    asked = {name: each for name, each in table.asked.items() if name in ("metric", "cluster")}
    return {"rng": 1, "resamples": 200, **asked}


def rank_in_file(folder, name):
    def ask(table):
        path = folder / name
        path.write_bytes(FILES[name](table.named()))
        asked = asked_of_ranking(table)
        if "cluster" in asked:
            asked["cluster"] = table.names[asked["cluster"]]
        models = [table.names[role] for role in "abc"]
        return bakeoff.rank_files(path, models=models, truth=table.names["truth"], **asked)

    return ask


def rank_in_memory(table):
    asked = asked_of_ranking(table)
    cluster = asked.pop("cluster", None)
    clusters = {} if cluster is None else {"clusters": table.columns[cluster]}
    models = {table.names[role]: table.columns[role] for role in table.columns if role in ("a", "b", "c")}
    return bakeoff.rank_predictions(table.columns["truth"], models, **clusters, **asked)
