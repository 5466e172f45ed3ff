import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

COMMAND = Path(sys.executable).with_name("bakeoff")
LONG = 120  # seconds after which something hangs, on however slow a machine


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out, parse_constant=lambda word: pytest.fail(f"{word} is not strict JSON"))


@pytest.fixture(scope="session")
def command():
    assert COMMAND.exists(), "install the package first: make test does"
    return str(COMMAND)


@pytest.fixture(scope="session")
def plain_environment():
    """The environment without what colours output or moves the line width."""
    odd = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "BAKEOFF_TRACEBACK", "PYTHONIOENCODING", "CLICOLOR_FORCE")
    return {name: value for name, value in os.environ.items() if name not in odd} | {"TERM": "xterm-256color"}


@pytest.fixture
def bakeoff(command, plain_environment, start, tmp_path):
    """Run the command in a folder of its own: in a fork that has loaded it where the environment is plain."""

    def run(*arguments, **environment):
        if not environment:
            return start(*arguments).ended()
        ran = subprocess.run(
            [command, *map(os.fspath, arguments)],
            cwd=tmp_path,
            env=plain_environment | environment,
            capture_output=True,
            timeout=60,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    return run


@pytest.fixture
def refused(bakeoff):
    """Run a command that must fail: exit code 2, one line on standard error, nothing else."""

    def run(*arguments, **environment):
        ran = bakeoff(*arguments, **environment)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
        assert ran.err.endswith("\n")
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err
        return ran.err

    return run


@pytest.fixture
def write(tmp_path):
    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def predictions(write):
    rows = [("cat", "cat", "dog")] * 12 + [("dog", "cat", "dog")] * 3 + [("dog", "dog", "dog")] * 25
    return write("p.csv", "truth,a,b\n" + "".join(",".join(row) + "\n" for row in rows))


@pytest.fixture(scope="session")
def fork_server(plain_environment):
    """Forks of it run the command; tests that start it often would otherwise wait for imports alone."""
    script = Path(__file__).with_name("fork_server.py")
    with subprocess.Popen(
        [sys.executable, script], env=plain_environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        yield server
        server.stdin.close()


@dataclass(frozen=True)
class Started:
    """A command that runs, the leader of a group of processes."""

    pid: int
    out: Path
    err: Path
    wait: object

    def signal(self, number):
        os.killpg(self.pid, number)

    def said(self, words):
        """Whether it has written something to standard error."""
        return self.err.exists() and words in self.err.read_text()

    def ended(self):
        code = self.wait()
        assert code is not None, "it hangs"
        return Ran(code, self.out.read_bytes().decode(), self.err.read_bytes().decode())


def end(group):
    """Kill what is left of a group, and remove what its workers could not remove when they were killed."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    for semaphore in Path("/dev/shm").glob(f"sem.loky-{group}-*"):  # noqa: S108
        semaphore.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def ask(fork_server):
    def request(**words):
        fork_server.stdin.write(json.dumps(words).encode() + b"\n")
        fork_server.stdin.flush()
        return json.loads(fork_server.stdout.readline())

    return request


@pytest.fixture(scope="module")
def load(ask):
    """Let forks have these modules from their beginning."""
    return lambda *modules: ask(load=modules)


@pytest.fixture
def start(ask, tmp_path):
    """Start the command in a process group of its own; what is left of it is killed in the end."""
    groups = []

    def begin(*arguments, program="bakeoff.cli.main", streams=None, **environment):
        out, err = (tmp_path / f"{name} {len(groups)}" for name in ("out", "err"))
        streams = streams or (os.devnull, str(out), str(err))
        pid = ask(
            program=program,
            arguments=[os.fspath(each) for each in arguments],
            folder=str(tmp_path),
            environment=environment,
            streams=streams,
        )
        groups.append(pid)
        return Started(pid, out, err, lambda: ask(wait=pid, seconds=LONG))

    yield begin
    for group in groups:
        end(group)


def until(happened, what):
    """Wait for something that must happen sooner or later."""
    deadline = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.005)


class Trial:
    """A folder with an experiment, its learners and its data."""

    FILE = "e.toml"

    def __init__(self, folder, start):
        self.folder, self._start = folder, start
        path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
        self.environment = {"PYTHONPATH": path, "TRAININGS": str(folder / "trainings")}
        self.environment["JOBLIB_TEMP_FOLDER"] = str(folder)  # what is killed leaves its arrays behind
        copy(Path(__file__).with_name("slow.py"), folder)
        # Not needed here, but scikit-learn loads them: two thirds of what it takes to start a worker.
        (folder / "pandas.py").write_text("raise ImportError")
        copy(Path(__file__).with_name("later.py"), folder / "sitecustomize.py")
        self.write_data()
        self.write()

    def write_data(self, *, few=40, gap="", rng=0):
        """40 items of class n and some of class y, with a gap in the last row."""
        draws = np.random.default_rng(rng)
        classes = [0] * 40 + [1] * few
        columns = draws.standard_normal((len(classes), 3)) + np.array(classes)[:, None]
        rows = [[*map(str, row), "ny"[at]] for row, at in zip(columns, classes, strict=True)]
        rows[-1][0] = gap or rows[-1][0]
        (self.folder / "d.csv").write_text("".join(",".join(row) + "\n" for row in ["uvwy", *rows]))

    def write(self, *, runs=2, folds=5, halvings=2, rng=0, pause=0.01, noise=1.5, target="y", learners=""):
        """An experiment of two learners; without halvings it is judged by the corrected resampled t."""
        method = "half-sample-t" if halvings else "corrected-resampled-t"
        how = f'method = "{method}"' + (f"\nhalvings = {halvings}" if halvings else "")
        self.cells = 2 * runs * folds + 40 * halvings
        (self.folder / self.FILE).write_text(f"""
rng = {rng}
{how}
design = {{ kind = "repeated-kfold", runs = {runs}, folds = {folds} }}
data = {{ file = "d.csv", target = "{target}" }}
[learners.calm]
estimator = "slow.Slow"
parameters = {{ pause = {pause} }}
[learners.noisy]
estimator = "slow.Slow"
parameters = {{ pause = {pause}, noise = {noise} }}
{learners}
""")

    def arguments(self, *more):
        return ("run", self.FILE, "--allow", "slow", "--json", *more)

    def start(self, *more, **how):
        return self._start(*self.arguments(*more), **self.environment, **how)

    def run(self, *more, **how):
        return self.start(*more, **how).ended()

    def trained(self):
        """How often a learner was trained to the end."""
        place = self.folder / "trainings"
        return place.read_bytes().count(b"\n") if place.exists() else 0

    def stored(self, name="e.bakeoff"):
        """The cells of a store; a copy is read, so that nothing is changed by looking."""
        look = self.folder / "look"
        look.mkdir(exist_ok=True)
        for old in look.iterdir():
            old.unlink()
        for ending in ("", "-wal"):
            if (self.folder / f"{name}{ending}").exists():
                copy(self.folder / f"{name}{ending}", look)
        with closing(sqlite3.connect(look / name)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return connection.execute("SELECT key, content FROM cells ORDER BY key").fetchall()


@pytest.fixture
def trial(tmp_path, start):
    return Trial(tmp_path, start)


@pytest.fixture
def start_command(command, plain_environment, trial):
    """Start the installed command itself, where `trial.start` forks a process that has loaded it."""
    processes = []

    def begin(*more):
        at = len(processes)
        out, err = (trial.folder / f"{name} of command {at}" for name in ("out", "err"))
        with out.open("wb") as first, err.open("wb") as second:
            process = subprocess.Popen(
                [command, *trial.arguments(*more)],
                cwd=trial.folder,
                env=plain_environment | trial.environment,
                stdout=first,
                stderr=second,
                start_new_session=True,
            )
        processes.append(process)
        return Started(process.pid, out, err, lambda: process.wait(timeout=LONG))

    yield begin
    for process in processes:
        end(process.pid)
        process.wait()


@pytest.fixture
def wait_until():
    return until
