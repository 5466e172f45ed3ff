"""Predictions of two models read row by row, in plain Python: what the engine's counts are held against."""

import csv
import json

import numpy as np
import pyarrow.parquet as pq

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import comparable, labels_alike
from bakeoff.read.columns import to_array
from bakeoff.read.values import MISSING, as_number, from_values, is_text, parse_cells


def columns_of(path, wanted):
    """The columns of a file that are wanted and there, each with the texts it was written as."""
    if path.suffix == ".parquet":
        found = pq.read_table(path).to_pydict()
        return {name: (to_array(found[name], name), None) for name in wanted if name in found}
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        found = {name: [row.get(name) for row in rows] for row in rows for name in row if name in wanted}
        return {name: (to_array(values, name), None) for name, values in found.items()}
    with path.open(newline="") as page:
        header, *rows = [[cell.strip(" \t") for cell in row] for row in csv.reader(page, strict=True) if row]
    if header in rows or not rows:
        raise InputError("the header again, or nothing")
    found = {name: [row[at] for row in rows] for at, name in enumerate(header) if name in wanted}
    if any(cell in MISSING for cells in found.values() for cell in cells):
        raise InputError("a gap")
    return {name: (parse_cells(cells), np.array(cells, dtype=object)) for name, cells in found.items()}


def plain(values, texts):
    """Labels or other names without blanks around them; text that means missing is a gap."""
    cells = [each.strip() if isinstance(each, str) else each for each in values.tolist()]
    if texts is not None:
        cells = [each.strip() for each in texts.tolist()]
    said = {cell for cell in cells if isinstance(cell, str)}
    numbers = [number for number in map(as_number, said) if number is not None]
    if said & MISSING or len(set(numbers)) < len(numbers):
        raise InputError("a gap, or one number in two spellings")
    if len(said) < len(set(cells)) or not said:  # numbers, or numbers and text
        return (values if texts is not None or not said else from_values(cells)), texts
    found = np.array(cells, dtype=object)
    return (found if texts is None else parse_cells(cells)), found


def read_by_hand(path, path_b=None, *, a="a", b="b", cluster=None, by=None, **key):
    """What is true, what both said, and clusters and slices, in the order of the first file."""
    more = [name for name in (cluster, by, *key.values()) if name]

    def read(file, *names):
        ids = key.values()
        found = columns_of(file, ["truth", *names, *more])
        return {name: each if name in ids else plain(*each) for name, each in found.items()}

    first = read(path, a, *([b] if path_b is None else []))
    if path_b is not None:
        first = _joined(first, read(path_b, b), key["id"], b)
    said = labels_alike({"truth": first["truth"], "a": first[a], "b": first[b]}, "here")
    return said, *(first[name][0] if name else None for name in (cluster, by))


def _joined(first, second, key, b):
    ids = [values for values, _ in (first[key], second[key])]
    if any(map(is_text, ids)):  # an id 7 is an id "7", whatever the type of the file
        ids = [
            np.array(list(map(str, values.tolist())), dtype=object) if texts is None else texts
            for values, texts in (first[key], second[key])
        ]
    places = {value: at for at, value in enumerate(ids[1].tolist())}
    listed = ids[0].tolist()
    if len(places) < len(ids[1]) or len(set(listed)) < len(listed) or set(listed) != set(places):
        raise InputError("ids do not match")
    order = [places[value] for value in listed]
    there = {name: (v[order], None if t is None else t[order]) for name, (v, t) in second.items()}
    for name in (first.keys() & there.keys()) - {key, b}:
        left, right = comparable(first[name], there[name])
        if left.tolist() != right.tolist():
            raise InputError("the two disagree")
    return there | first | {b: there[b]}
