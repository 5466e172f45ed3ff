"""What goes wrong in an experiment: one line, exit code 2, and nothing that was finished is lost."""

import sqlite3
from contextlib import closing

import pytest


@pytest.fixture
def refused(trial):
    """Run an experiment that must fail with one line; nothing may be trained."""

    def run(*more):
        before = trial.trained()
        ran = trial.run(*more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
        assert ran.err.endswith("\n")
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err
        assert trial.trained() == before
        return ran.err

    return run


@pytest.fixture(scope="module")
def kept():
    """What a run left that every test needs: it is run once."""
    return {}


@pytest.fixture
def finished(trial, kept):
    """A run that has ended; its store lies in the folder."""
    trial.write(runs=1, halvings=0, pause=0)
    store = trial.folder / "e.bakeoff"
    if not kept:
        kept["ran"] = trial.run()
        kept["store"] = store.read_bytes()
    store.write_bytes(kept["store"])
    assert (kept["ran"].code, kept["ran"].err) == (0, "")
    return kept["ran"]


class TestWhatChanged:
    """Something changed since the store was begun: it is named, and the store stays as it was."""

    @pytest.fixture
    def noticed(self, trial, finished, refused):
        before = trial.stored()

        def run():
            line = refused()
            assert line.startswith("error: e.bakeoff belongs to another experiment: ")
            assert "; restore it, " in line
            assert trial.stored() == before
            return line

        return run

    def test_a_data_file(self, trial, noticed):
        trial.write_data(rng=1)
        assert "the data set 'd' changed: X was mark " in noticed()

    def test_a_parameter(self, trial, noticed):
        trial.write(runs=1, halvings=0, pause=0, noise=1.25)
        assert "the learner 'noisy' changed: noise was 1.5 and is now 1.25" in noticed()

    def test_the_code_of_a_learner(self, trial, noticed):
        code = trial.folder / "slow.py"
        code.write_text(code.read_text().replace("self.noise * np", "2 * self.noise * np"))
        assert "the learner 'calm' changed: its code was slow.Slow " in noticed()

    def test_the_design(self, trial, noticed):
        trial.write(runs=1, folds=4, halvings=0, pause=0)
        assert "design was KFold(folds=5) and is now KFold(folds=4)" in (noticed())

    def test_the_rng(self, trial, noticed):
        trial.write(runs=1, halvings=0, pause=0, rng=7)
        assert "the rng was 0 and is now 7" in noticed()

    def test_put_back_it_goes_on(self, trial, finished, refused):
        trial.write(runs=1, halvings=0, pause=0, rng=7)
        refused()
        trial.write(runs=1, halvings=0, pause=0)
        assert trial.run() == finished


def test_a_third_learner_costs_only_itself(trial, finished):
    trained, kept = trial.trained(), trial.stored()
    third = '[learners.third]\nestimator = "slow.Slow"\nparameters = { pause = 0, noise = 3.0 }'
    trial.write(runs=1, halvings=0, pause=0, learners=third)
    ran = trial.run()
    assert (ran.code, ran.err) == (0, "")
    assert [each["names"] for each in ran.json["comparisons"]] == [
        ["calm", "noisy"],
        ["calm", "third"],
        ["noisy", "third"],
    ]
    assert trial.trained() - trained == trial.cells // 2
    assert set(kept) < set(trial.stored())


def test_another_question_costs_only_what_it_needs(trial, finished):
    trained = trial.trained()
    ran = trial.run("--metric", "auc", "--alternative", "greater")
    assert (ran.code, ran.json["metric"]) == (0, "auc")
    assert trial.trained() == trained
    for halvings in (2, 3):
        trial.write(runs=1, halvings=halvings, pause=0)
        assert trial.run().code == 0
    assert trial.trained() - trained == 40 * 3


class TestStores:
    """What is no store, or no longer one, is never touched."""

    @pytest.fixture
    def left_alone(self, trial, refused):
        def check(content):
            store = trial.folder / "e.bakeoff"
            store.write_bytes(content)
            names = {each.name for each in trial.folder.iterdir()}
            line = refused()
            assert "e.bakeoff" in line
            assert store.read_bytes() == content
            made = {each.name for each in trial.folder.iterdir()} - names
            assert not [name for name in made if "bakeoff" in name]
            return line

        return check

    @pytest.mark.parametrize("content", [b"", b"\0" * 5000, b"SQLite format", b"learner,fold,score\n"])
    def test_other_files(self, left_alone, content):
        assert "is not a run store, or is damaged" in left_alone(content)

    def test_random_bytes_behind_the_right_beginning(self, left_alone):
        content = b"SQLite format 3\0" + bytes(range(256)) * 40
        assert "is not a run store, or is damaged" in left_alone(content)

    @pytest.mark.parametrize("share", [0.02, 0.5, 0.999])
    def test_a_truncated_store(self, trial, finished, left_alone, share):
        content = (trial.folder / "e.bakeoff").read_bytes()
        assert "is not a run store, or is damaged" in left_alone(content[: int(share * len(content))])

    def test_a_store_with_a_flipped_bit(self, trial, finished, left_alone):
        content = bytearray((trial.folder / "e.bakeoff").read_bytes())
        at = content.index(b'"score_kind":"probability"') + 200
        content[at] ^= 1
        assert "is not a run store, or is damaged (the cell" in left_alone(bytes(content))

    def test_a_database_of_another_program(self, trial, left_alone):
        with closing(sqlite3.connect(trial.folder / "other")) as connection, connection:
            connection.execute("CREATE TABLE cells (key TEXT)")
        content = (trial.folder / "other").read_bytes()
        assert "e.bakeoff is a database of another program" in left_alone(content)

    def test_a_store_of_another_format(self, trial, finished, left_alone):
        with closing(sqlite3.connect(trial.folder / "e.bakeoff")) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA user_version = 99")
        content = (trial.folder / "e.bakeoff").read_bytes()
        assert "e.bakeoff has format 99 and this bakeoff reads 2" in left_alone(content)

    def test_a_folder(self, trial, refused):
        assert "the store . cannot be read: Is a directory" in refused("--store", ".")

    def test_a_place_in_a_folder_that_is_missing(self, refused):
        line = refused("--store", "missing/e.bakeoff")
        assert "the store missing/e.bakeoff cannot be created (No such file or directory)" in line


class TestBadInput:
    """Found before anything is trained; a store that was there keeps its cells."""

    @pytest.fixture(autouse=True)
    def nothing_lost(self, trial, finished):
        before = trial.stored()
        yield
        assert trial.stored() == before

    def test_a_learner_without_predict(self, trial, refused):
        trial.write(learners='[learners.mute]\nestimator = "slow.Mute"')
        assert "learners.mute: estimator: slow.Mute has no predict" in refused()

    def test_a_transformer(self, trial, refused):
        trial.write(learners='[learners.scale]\nestimator = "sklearn.preprocessing.StandardScaler"')
        assert "sklearn.preprocessing.StandardScaler has no predict" in refused()

    def test_a_path_that_is_not_allowed(self, trial, refused):
        trial.write(learners='[learners.shell]\nestimator = "subprocess.Popen"')
        assert "learners.shell: estimator: 'subprocess.Popen' is not in scikit-learn" in refused()

    def test_a_target_that_does_not_exist(self, trial, refused):
        trial.write(target="z")
        assert "'z'" in refused()

    def test_more_folds_than_items(self, trial, refused):
        trial.write(folds=81)
        assert "81" in refused()

    def test_a_class_with_fewer_members_than_folds(self, trial, refused):
        trial.write_data(few=3)
        line = refused()
        assert "'y'" in line
        assert "3" in line
        assert "5 folds" in line


def test_missing_values_that_a_learner_refuses(trial):
    trial.write(runs=1, halvings=0, pause=0)
    trial.write_data(gap="NA")
    for _ in range(2):  # the second time from the store
        ran = trial.run()
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: calm failed in all 5 trainings: ValueError: Input X contains NaN")
        assert ran.err.count("\n") == 1
    assert len(trial.stored()) == trial.cells
