from pathlib import Path

import pytest

from bakeoff import compare_files
from bakeoff.core.exceptions import InputError

FILE = Path(__file__).parent / "data" / "evaluate" / "result.json"


def test_means_are_refused_and_the_message_says_what_to_give():
    with pytest.raises(InputError) as caught:
        compare_files(FILE, FILE)
    told = str(caught.value)
    assert "a result file of Hugging Face evaluate: it holds means over all items (accuracy, f1), not" in told
    assert told.endswith(
        "give the predictions that were passed to evaluate, with the references as the truth"
    )
