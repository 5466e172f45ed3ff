"""What the README links to is there; `test_documents.py` runs what it shows."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_linked_files_exist():
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_it_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120
