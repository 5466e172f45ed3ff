"""What columns were used as, in verdicts, gates and rankings of files."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff import compare_files, rank_files
from bakeoff.core.roles import UsedColumns, role_of
from bakeoff.plan.gates import GateRequest, Wish, gate_source


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    rows = ["truth,a,b,old,new,user,age"]
    for at in range(200):
        truth = str(rng.choice(["x", "y"]))
        said = [
            truth if rng.random() < share else str(rng.choice(["x", "y"])) for share in (0.9, 0.8, 0.8, 0.9)
        ]
        rows.append(",".join([truth, *said, f"u{at // 4}", str(rng.integers(20, 80))]))
    file = tmp_path / "p.csv"
    file.write_text("\n".join(rows) + "\n")
    return file


def test_a_verdict_says_what_columns_were_used_as_and_which_were_not(table: Path) -> None:
    verdict = compare_files(table, cluster="user")
    assert verdict.roles == {
        "truth": {"column": "truth", "by": "recognised"},
        "a": {"column": "a", "by": "recognised"},
        "b": {"column": "b", "by": "recognised"},
        "group": {"column": "user", "by": "said"},
    }
    assert verdict.left_out == ("old", "new", "age")
    values = json.loads(json.dumps(verdict.to_dict()))
    assert values["roles"] == verdict.roles
    assert values["left_out"] == ["old", "new", "age"]


def test_a_ranking_has_its_models_as_one_role(table: Path) -> None:
    ranking = rank_files(table, models=["a", "b", "old"], resamples=500)
    assert ranking.roles["models"] == {"column": ["a", "b", "old"], "by": "said"}
    assert ranking.to_dict()["left_out"] == ["new", "user", "age"]


def test_a_gate_has_old_and_new(table: Path) -> None:
    gate = gate_source(GateRequest(files=(table,), wishes=(Wish(margin=0.02),), new="a"))
    values = gate.to_dict()
    assert values["roles"]["old"] == {"column": "old", "by": "recognised"}
    assert values["roles"]["new"] == {"column": "a", "by": "said"}
    assert values["left_out"] == ["b", "new", "user", "age"]


def test_a_declared_role_is_a_row_of_the_text(table: Path) -> None:
    from dataclasses import replace

    verdict = compare_files(table)
    assert "columns" not in str(verdict)
    declared = replace(verdict, roles={"group": role_of("doc", declared=True)})
    assert "group: doc (declared)" in str(declared)
    assert hash(declared) != 0


def test_columns_under_other_names() -> None:
    used = UsedColumns(roles={"a": role_of("v1")}, left_out=("age",), notes=("why",))
    assert used.renamed({"a": "old"}).roles == {"old": {"column": "v1", "by": "said"}}
    assert used.renamed({"a": "old"}).notes == ("why",)
