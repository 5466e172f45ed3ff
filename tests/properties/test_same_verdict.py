"""The same table has the same verdict, or is refused for the same reason, whatever brings it here."""

import numpy as np
import pytest
from tests.properties.same_table import (
    LABELS,
    ROUTES,
    called,
    columns_shuffled,
    counted,
    delimited,
    exchanged,
    in_file,
    in_memory,
    mirrored,
    outcome,
    rank_in_file,
    rank_in_memory,
    ranked,
    renamed,
    shuffled,
    table_of,
    with_third,
)

import bakeoff

TABLES = 50
every_table = pytest.mark.parametrize("seed", range(TABLES))


@every_table
def test_every_route_says_the_same(seed, tmp_path):
    table = table_of(seed)
    found = {name: route(table, tmp_path) for name, route in ROUTES.items()}
    expected = found["lf.csv"]
    different = {name: each for name, each in found.items() if each != expected}
    assert not different, f"{table.kind}, {table.asked}: csv says {expected}"


@every_table
def test_order_and_names_change_nothing(seed, tmp_path):
    table, rng = table_of(seed), np.random.default_rng(seed)
    expected = in_memory(table)
    assert in_memory(shuffled(table, rng)) == expected
    assert in_file(columns_shuffled(table, rng), tmp_path, "t.parquet") == in_file(
        table, tmp_path, "t.parquet"
    )
    assert in_memory(exchanged(table)) == mirrored(expected)
    if table.asked["metric"] in LABELS and not isinstance(expected, str) and table.kind != "blanks":
        assert in_memory(renamed(table, rng)) == expected


@every_table
def test_counts_are_repeated_rows(seed, tmp_path):
    table = table_of(seed)
    if table.asked["metric"] not in LABELS:
        return
    few = counted(table)
    path = tmp_path / "counts.csv"
    path.write_bytes(delimited(few.named()))
    found = outcome(lambda: bakeoff.compare_files(path, count="n", **called(few)))
    assert found == in_file(table, tmp_path, "lf.csv")


@pytest.mark.parametrize("seed", range(0, 3 * TABLES, 6))
def test_rankings_are_the_same(seed, tmp_path):
    rng = np.random.default_rng(seed)
    table = with_third(table_of(seed), rng)
    expected = ranked(table, rank_in_memory)
    for name in ("lf.csv", "t.csv.zst", "t.parquet", "t.jsonl"):
        assert ranked(table, rank_in_file(tmp_path, name)) == expected, f"{name}: {table.kind}, {table.asked}"
    assert ranked(columns_shuffled(shuffled(table, rng), rng), rank_in_memory) == expected
    if table.asked["metric"] in LABELS and not isinstance(expected, str) and table.kind != "blanks":
        assert ranked(renamed(table, rng), rank_in_memory) == expected
