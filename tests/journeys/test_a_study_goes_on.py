"""A study of the lab that was killed or stopped goes on from what its store has, with the same answer."""

import signal
import sqlite3
import subprocess
from contextlib import closing

import pytest

ASKED = (
    *("lab", "size", "fair-attributes:n-300:naive-bayes-vs-c45", "--draws", "200", "--json"),
    *("--method", "half-sample-t", "--method", "corrected-resampled-t", "--store", "study.bakeoff"),
)


@pytest.fixture
def begun(load, start):
    """A study under way."""
    load("bakeoff.cli.lab", "bakeoff.lab.study", "numba")
    return start(*ASKED)


@pytest.fixture
def kept(tmp_path):
    """How many pieces the store has."""

    def count():
        with closing(sqlite3.connect(tmp_path / "study.bakeoff")) as connection:
            return connection.execute("SELECT count(*) FROM findings").fetchone()[0]

    return count


@pytest.fixture(scope="module")
def undisturbed(command, plain_environment, tmp_path_factory):
    """What a study that nobody stops says."""
    ran = subprocess.run(
        [command, *ASKED],
        cwd=tmp_path_factory.mktemp("undisturbed"),
        env=plain_environment,
        capture_output=True,
        check=True,
        timeout=300,
    )
    return ran.stdout.decode()


def first_block(log):
    """Whether the log has grown and stopped growing for twenty looks: a block is wholly written."""
    sizes = [0] * 20

    def written():
        sizes[:] = [*sizes[1:], log.stat().st_size if log.exists() else 0]
        return min(sizes) == max(sizes) > 50_000

    return written


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=lambda how: how.name)
def test_a_study_goes_on(begun, undisturbed, kept, bakeoff, tmp_path, wait_until, how):
    # Each block of a hundred data sets is written as soon as it is finished.
    wait_until(first_block(tmp_path / "study.bakeoff-wal"), "the first block")
    begun.signal(how)
    ran = begun.ended()
    assert ran.code == (-signal.SIGKILL if how is signal.SIGKILL else 130)
    if how is signal.SIGINT:
        assert "the same command continues from there" in ran.err
    before = kept()
    assert 0 < before < 4, "it had ended, or not begun"
    again = bakeoff(*ASKED)
    assert (again.code, kept()) == (0, 4)
    assert again.out == undisturbed
