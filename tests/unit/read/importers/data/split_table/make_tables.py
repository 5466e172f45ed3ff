"""Tables as MLflow and Weights & Biases write them: the files in this folder, two models on six questions.

In a scratch folder, with mlflow-skinny 3.17.2, wandb 0.31.0 and pandas 3.1.1 installed::

    python make_tables.py
"""

import hashlib
import os
import shutil
from pathlib import Path

os.environ |= {"WANDB_MODE": "offline", "WANDB_SILENT": "true"}
os.environ |= {"MLFLOW_TRACKING_URI": "file:./mlruns", "MLFLOW_ALLOW_FILE_STORE": "true"}

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


if __name__ == "__main__":
    for name in SKILLS:
        made = table(name)
        with mlflow.start_run(run_name=name) as run:
            mlflow.log_table(made, "eval_results_table.json")
            mlflow.log_metric("exact_match/v1/mean", made["exact_match/v1/score"].mean())
        (folder,) = Path("mlruns").glob(f"*/{run.info.run_id}")
        kept = Path("mlflow") / name
        for part in ("artifacts", "metrics"):
            shutil.copytree(folder / part, kept / part)
        (kept / "tags").mkdir()
        shutil.copy(folder / "tags" / "mlflow.runName", kept / "tags")
        with wandb.init(project="sums", name=name) as logged:
            logged.log({"predictions": wandb.Table(dataframe=made)})
        (file,) = Path(logged.dir).glob("media/table/*.table.json")
        Path("wandb_files").mkdir(exist_ok=True)
        shutil.copy(file, Path("wandb_files") / f"{name}.table.json")
