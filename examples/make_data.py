"""Write the data files of the examples from the copies that scikit-learn carries.

Run as ``python examples/make_data.py [FOLDER]``; without a folder the files beside this script are
written anew. The CSV files come out the same byte for byte; of the Parquet file the values do.
"""

import csv
import sys
from pathlib import Path
from typing import Any

import duckdb
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine

Rows = list[list[Any]]


def breast_cancer() -> tuple[list[str], Rows]:
    """569 images of breast masses, 30 measurements each: malignant or benign."""
    found = load_breast_cancer()
    return _table(found, "diagnosis", [str(name) for name in found.target_names])


def iris() -> tuple[list[str], Rows]:
    """150 flowers of three species, 4 measurements each."""
    found = load_iris()
    return _table(found, "species", [str(name) for name in found.target_names])


def wine() -> tuple[list[str], Rows]:
    """178 wines from three cultivars, 13 measurements each."""
    return _table(load_wine(), "cultivar", [1, 2, 3])


def diabetes() -> tuple[list[str], Rows]:
    """442 patients, 10 measurements each, and how far the disease had gone a year later."""
    return _table(load_diabetes(scaled=False), "progression", None)


def _table(found: Any, target: str, classes: list[Any] | None) -> tuple[list[str], Rows]:
    names = [str(name).removesuffix(" (cm)") for name in found.feature_names]
    rows = []
    for values, answer in zip(found.data.tolist(), found.target.tolist(), strict=True):
        label = answer if classes is None else classes[int(answer)]
        rows.append([*map(_plain, values), _plain(label)])
    return [*names, target], rows


def _plain(value: Any) -> Any:
    """A whole number without its decimal point; others without the last bits, which versions differ in."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else round(value, 12)


def write_csv(path: Path, names: list[str], rows: Rows) -> None:
    """Write a table as CSV."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([names, *rows])


def write_parquet(path: Path, names: list[str], rows: Rows) -> None:
    """Write a table as Parquet."""
    kinds = ["DOUBLE"] * (len(names) - 1) + ["INTEGER"]
    columns = ", ".join(f'"{name}" {kind}' for name, kind in zip(names, kinds, strict=True))
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"CREATE TABLE items ({columns})")
        connection.executemany(f"INSERT INTO items VALUES ({', '.join('?' * len(names))})", rows)  # noqa: S608
        connection.table("items").write_parquet(str(path))


def main(folder: Path) -> None:
    """Write all files."""
    write_csv(folder / "breast-cancer.csv", *breast_cancer())
    write_csv(folder / "iris.csv", *iris())
    write_csv(folder / "diabetes.csv", *diabetes())
    write_parquet(folder / "wine.parquet", *wine())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
