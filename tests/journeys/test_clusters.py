"""The same run on a Dask cluster: a real scheduler and real workers that talk over TCP."""

import json
import signal

import pytest

SCHEDULER, WORKER = "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")


class Cluster:
    """A scheduler, and workers that come and go."""

    def __init__(self, trial, start, wait_until):
        self._folder, self._wait_until = trial.folder, wait_until
        self._start = lambda program, *words: start(*words, *LOCAL, program=program, **trial.environment)
        place = trial.folder / "scheduler.json"
        self._scheduler = self._start(SCHEDULER, "--port", "0", "--scheduler-file", place)
        self._wait_until(lambda: place.exists() and place.read_text().endswith("}"), "the scheduler")
        self.address = json.loads(place.read_text())["address"]

    def add_workers(self, *threads):
        """Start workers with so many threads each, and wait until the scheduler knows them."""
        options = ("--no-nanny", "--local-directory", self._folder, "--nthreads")
        added = [self._start(WORKER, self.address, *options, str(each)) for each in threads]
        self._wait_until(lambda: all(each.said("Registered to") for each in added), "the workers")
        return added

    def kill_scheduler(self):
        self._scheduler.signal(signal.SIGKILL)


@pytest.fixture
def cluster(load, trial, start, wait_until):
    load(SCHEDULER, WORKER)
    return Cluster(trial, start, wait_until)


def one_line(ran):
    """The error of a run that was refused."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    return ran.err


def test_on_a_cluster_as_on_one_core(trial, cluster, wait_until):
    local = trial.run("--store", "local.bakeoff")
    assert (local.code, local.err) == (0, "")
    cells = trial.stored("local.bakeoff")

    def start(store):
        return trial.start("--cluster", cluster.address, "--store", store)

    def agrees(started, store):
        assert started.ended() == local
        assert trial.stored(store) == cells

    alone = f"error: the scheduler at {cluster.address} has no workers; start some"
    assert one_line(start("none.bakeoff").ended()).startswith(alone)

    first, _ = cluster.add_workers(1, 1)
    agrees(start("two.bakeoff"), "two.bakeoff")

    before, hurt = trial.trained(), start("hurt.bakeoff")
    wait_until(lambda: trial.trained() > before + 10, "some trainings")
    first.signal(signal.SIGKILL)
    agrees(hurt, "hurt.bakeoff")

    cluster.add_workers(2)
    agrees(start("threads.bakeoff"), "threads.bakeoff")

    before, stopped = trial.trained(), start("stopped.bakeoff")
    wait_until(lambda: trial.trained() > before + 10, "some trainings")
    stopped.signal(signal.SIGINT)
    ran = stopped.ended()
    resume = "note: what was finished is kept in stopped.bakeoff; the same command continues from there\n"
    assert (ran.code, ran.out, ran.err) == (130, "", resume)
    kept = len(trial.stored("stopped.bakeoff"))
    assert kept > 0

    lost = start("stopped.bakeoff")
    # Workers may still be training for the run that was stopped: what comes into the store is for this one.
    wait_until(lambda: len(trial.stored("stopped.bakeoff")) > kept, "some trainings")
    cluster.kill_scheduler()
    assert f"the cluster at {cluster.address} was lost" in one_line(lost.ended())
    assert len(trial.stored("stopped.bakeoff")) >= kept
    agrees(trial.start("--store", "stopped.bakeoff"), "stopped.bakeoff")


def test_learners_that_call_joblib_themselves(trial, cluster):
    """They would hand their own work to the cluster, and wait for a worker that waits for them."""
    trial.write(
        halvings=0,
        pause=0,
        learners='[learners.forest]\nestimator = "slow.Forest"\nparameters = { pause = 0 }',
    )
    local = trial.run("--store", "local.bakeoff")
    assert (local.code, local.err) == (0, "")
    cluster.add_workers(1, 2)
    found = trial.run("--cluster", cluster.address, "--store", "cluster.bakeoff")
    assert found == local
    assert trial.stored("cluster.bakeoff") == trial.stored("local.bakeoff")


def test_nobody_at_the_address(trial):
    line = one_line(trial.run("--cluster", "tcp://127.0.0.1:1"))
    assert line.startswith("error: no Dask scheduler answers at tcp://127.0.0.1:1 (")
    assert line.endswith("; expected the address of a running scheduler, such as tcp://host:8786\n")
    assert trial.stored() == []
    assert trial.trained() == 0
