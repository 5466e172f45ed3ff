"""A result file as Hugging Face evaluate writes it: ``result.json`` in this folder.

In a scratch folder, with evaluate 0.4.6 installed::

    python make_result.py
"""

import json
from pathlib import Path

import evaluate

if __name__ == "__main__":
    made = evaluate.save("made", experiment="sums", accuracy=4 / 6, f1=0.625)
    found = json.loads(Path(made).read_text())
    found |= {"_git_commit_hash": None, "_interpreter_path": "python", "_python_version": ""}
    Path("result.json").write_text(json.dumps(found))
