"""Tables as MLflow and Weights & Biases write them: the files in this folder, two models on six questions.

In a scratch folder, with mlflow-skinny 3.17.2, SQLAlchemy 2.1.8, alembic 1.20.1, wandb 0.31.0 and pandas
3.1.1 installed::

    python make_tables.py

``stores.tar.gz`` has the same runs in both kinds of store of MLflow, ``files/mlruns`` and
``database/mlflow.db``, with one run that failed and one without a table, and a table with a column for each
model. Paths and names of the machine are taken out of them.
"""

import hashlib
import os
import shutil
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

os.environ |= {"WANDB_MODE": "offline", "WANDB_SILENT": "true"}
os.environ |= {"MLFLOW_ALLOW_FILE_STORE": "true"}

import mlflow
import pandas as pd
import wandb

SUMS = [(7, 5), (12, 9), (3, 3), (20, 14), (8, 8), (31, 6)]
SKILLS = {"careful": 0.8, "hasty": 0.4}


def answer(name, a, b):
    digest = hashlib.sha256(f"{name} {a} {b}".encode()).digest()
    luck = int.from_bytes(digest[:4], "big") / 2**32
    return str(a + b + (0 if luck < SKILLS[name] else 1 if luck < (1 + SKILLS[name]) / 2 else 5))


def table(name):
    rows = [
        {
            "inputs": f"{a} + {b} =",
            "ground_truth": str(a + b),
            "outputs": answer(name, a, b),
            "exact_match/v1/score": int(answer(name, a, b) == str(a + b)),
            "closeness/v1/score": 1 / (1 + abs(int(answer(name, a, b)) - a - b)),
            "size": "small" if a + b < 20 else "large",
        }
        for a, b in SUMS
    ]
    return pd.DataFrame(rows)


def log(name):
    """One run of MLflow; its folder is below mlruns."""
    made = table(name)
    with mlflow.start_run(run_name=name) as run:
        mlflow.log_table(made, "eval_results_table.json")
        mlflow.log_metric("exact_match/v1/mean", made["exact_match/v1/score"].mean())
    return run.info.run_id


def side_by_side():
    """The answers of both models in one table."""
    first = table("careful")[["inputs", "ground_truth"]]
    return first.assign(**{name: table(name)["outputs"] for name in SKILLS})


def stores():
    """Both stores, whole, in one archive."""
    here = Path.cwd()
    for kind, address in (("files", "file:{}/mlruns"), ("database", "sqlite:///{}/mlflow.db")):
        folder = here / kind
        folder.mkdir()
        os.chdir(folder)
        mlflow.set_tracking_uri(address.format(folder))
        mlflow.set_experiment("sums")
        for name in SKILLS:
            log(name)
        failed = log("careful")
        mlflow.MlflowClient().set_terminated(failed, "FAILED")
        with mlflow.start_run(run_name="empty"):
            mlflow.log_metric("exact_match/v1/mean", 0.5)
        mlflow.set_experiment("both")
        with mlflow.start_run(run_name="together"):
            mlflow.log_table(side_by_side(), "predictions/both.json")
        if kind == "files":
            for file in folder.rglob("*.yaml"):
                file.write_text(
                    file.read_text().replace(str(folder), "/store").replace("user_id: root", "user_id: me")
                )
            for file in folder.rglob("tags/mlflow.user"):
                file.write_text("me")
        else:
            with closing(sqlite3.connect("mlflow.db", isolation_level=None)) as database:
                for what, where in (("runs", "artifact_uri"), ("experiments", "artifact_location")):
                    database.execute(
                        f"UPDATE {what} SET {where} = replace({where}, ?, '/store')", [str(folder)]
                    )
                database.execute("UPDATE runs SET user_id = 'me'")
                database.execute("UPDATE tags SET value = 'me' WHERE key = 'mlflow.user'")
                database.execute("VACUUM")
        os.chdir(here)
    with tarfile.open("stores.tar.gz", "w:gz") as archive:
        for kind in ("files", "database"):
            archive.add(kind, filter=anonymous)


def anonymous(entry):
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    mlflow.set_tracking_uri("file:./mlruns")
    for name in SKILLS:
        (folder,) = Path("mlruns").glob(f"*/{log(name)}")
        kept = Path("mlflow") / name
        for part in ("artifacts", "metrics"):
            shutil.copytree(folder / part, kept / part)
        (kept / "tags").mkdir()
        shutil.copy(folder / "tags" / "mlflow.runName", kept / "tags")
    for name, made in {**{name: table(name) for name in SKILLS}, "both": side_by_side()}.items():
        with wandb.init(project="sums", name=name) as logged:
            logged.log({"predictions": wandb.Table(dataframe=made)})
        (file,) = Path(logged.dir).glob("media/table/*.table.json")
        Path("wandb_files").mkdir(exist_ok=True)
        shutil.copy(file, Path("wandb_files") / f"{name}.table.json")
    stores()
