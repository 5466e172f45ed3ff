from pathlib import Path

import pytest

from bakeoff.read.importers._inspect_files import find_logs, header_of, samples_of
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.json_values import Scan

LOGS = Path(__file__).parent / "data" / "inspect"


@pytest.mark.parametrize("name", ["careful.eval", "careful.json.gz", "careful_old.json"])
def test_headers_and_samples_of_each_form(name):
    (log,) = find_logs(glimpse_of(LOGS / name))
    assert (log.task, log.status, log.told.count("not 'success'")) == ("sums", "success", 1)
    assert log.stem == name.split(".")[0]
    samples = list(samples_of(log, Scan((), None)))
    assert len(samples) == 12
    assert {sample["epoch"] for sample in samples} == {1, 2}


def test_what_a_log_says_of_itself():
    logs = {log.glimpse.path.parent.name: log for log in find_logs(glimpse_of(LOGS / "folders"))}
    assert logs["careful"].model == "mockllm/careful"
    assert logs["failed"].status == "error"
    assert logs["failed"].message == "ValueError('the sandbox is gone')"
    (log,) = find_logs(glimpse_of(LOGS / "folders" / "hasty" / "sums.eval"))
    assert log.reducers == ("pass_at_2", "pass_k_2", "mean", "max")
    assert log.main[0] == "letter"


def test_progress_reaches_the_end():
    told = []
    (log,) = find_logs(glimpse_of(LOGS / "careful.eval"))
    list(samples_of(log, Scan([log.glimpse.path], told.append)))
    assert told[-1] == 1


def test_no_header_where_there_is_no_log(tmp_path):
    (tmp_path / "x.json").write_text("{}")
    assert header_of(glimpse_of(tmp_path / "x.json")) == header_of(glimpse_of(tmp_path)) == {}
