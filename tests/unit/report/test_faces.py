import subprocess
import sys

import pytest

import bakeoff
from bakeoff.core.written import face

LOADED = """
import sys
import bakeoff
verdict = bakeoff.compare_counts(15, 35, n=412)
str(verdict), verdict.sentence, verdict.to_dict()
needless = ("bakeoff.experiment", "jinja2", "rich", "matplotlib")
print([name for name in sys.modules if name.startswith(needless)])
"""


def test_every_face_of_a_verdict():
    verdict = bakeoff.compare_counts(15, 35, n=412)
    assert verdict.sentence == face().sentence(verdict)
    assert str(verdict) == face().text(verdict)
    assert verdict.to_dict() == face().values(verdict)
    assert verdict._repr_html_() == face().html(verdict)


@pytest.mark.slow
def test_words_load_neither_experiments_nor_pages():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("[]\n", 0)
