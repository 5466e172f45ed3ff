import io
import os
import signal
import subprocess
import sys
import time

import pytest

import bakeoff as package
from bakeoff.cli import main as command
from bakeoff.cli.overview import COMMANDS, overview
from bakeoff.core.exceptions import InputError


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(bakeoff, name):
    ran = bakeoff(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: bakeoff {name}")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_the_overview(bakeoff, arguments):
    ran = bakeoff(*arguments)
    assert (ran.code, ran.out, ran.err) == (0, overview(), "")


def test_version(bakeoff):
    assert bakeoff("--version").out == f"{package.__version__}\n"


@pytest.mark.slow
def test_every_command_takes_json(bakeoff):
    for name in COMMANDS:
        assert "--json" in bakeoff(name, "--help").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compair", "x.csv"], "compare"),
        (["compare"], "FILE"),
        (["compare", "x.csv", "--metrik", "f1"], "--metric"),
        (["compare", "x.csv", "--level", "high"], "high"),
        (["compare", "x.csv", "--alternative", "larger"], "two-sided"),
        (["scores", "x.csv", "--design", "twofold"], "repeated-kfold"),
        (
            ["interval", "8"],
            "N is missing; expected a call such as bakeoff interval 8 100, for 8 errors among 100 items",
        ),
        (["interval"], "ERRORS is missing; expected a call such as bakeoff interval 8 100"),
        (["run"], "FILE is missing; expected a call such as bakeoff run experiment.toml"),
        (["scores"], "FILE is missing; expected a call such as bakeoff scores folds.csv"),
        (["calibrate"], "FILE is missing; expected a call such as bakeoff calibrate experiment.toml"),
        (["gate", "x.csv", "--margin"], "--margin requires an argument; see bakeoff gate --help"),
        (["compare", "--hlep"], "Unknown option: --hlep. Did you mean --help?"),
        (["compare", "x.csv", "--hepl"], "Unknown option: --hepl. Did you mean --help?"),
        (["compare", "--tabel=x"], "Did you mean --table?"),
        (["compare", ""], "'' is not the name of a file; expected one such as predictions.csv"),
        (["interval", "8", "ten"], "ten"),
        (["interval", "8", "10", "11"], "got more than expected: 11; see bakeoff interval --help"),
        (
            ["compare", "x", "y", "z", "w"],
            "got more than expected: z w (quote a pattern of files; --truth-file FILE has the truth; bakeoff "
            "rank takes more models); see bakeoff compare --help",
        ),
        (["demo", "--frob"], "--frob"),
        (["methods", "a", "b"], "got more than expected: b; see bakeoff methods --help"),
        (["--frob"], "--frob"),
    ],
)
def test_wrong_usage_is_one_line(refused, arguments, message):
    assert message in refused(*arguments)


def test_control_characters_in_errors_are_escaped(refused):
    assert r"\x1b[31m" in refused("methods", "\x1b[31mred")
    assert "\x1b" not in refused("\x1b[31mred")
    assert r"\x9b" in refused("compare", "no\x9b\nfile.csv")


@pytest.mark.parametrize(
    ("fault", "code", "message"),
    [
        (
            ZeroDivisionError("division by zero"),
            70,
            "this is a fault of bakeoff, please report it: ZeroDivision",
        ),
        (MemoryError(), 2, "MemoryError"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (KeyboardInterrupt(), 130, "stopped"),
        (package.InputError("two\nlines"), 2, "two lines"),
    ],
)
def test_faults_are_one_line_too(bakeoff, monkeypatch, fault, code, message):
    def fail(*_, **__):
        raise fault

    monkeypatch.delenv("BAKEOFF_TRACEBACK", raising=False)
    monkeypatch.setattr(command, "_run", fail)
    ran = bakeoff("demo")
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert ran.err.startswith("error: ")
    assert message in ran.err


def test_a_fault_can_be_seen_where_it_is(bakeoff, monkeypatch):
    monkeypatch.setenv("BAKEOFF_TRACEBACK", "1")
    monkeypatch.setattr(command, "_run", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bakeoff("demo")


def test_what_an_encoding_lacks_is_escaped(monkeypatch, tmp_path):
    table = "learner,fold,score\nforêt,1,0.9\nforêt,2,0.8\n漢,1,0.7\n漢,2,0.75\n"
    (tmp_path / "u.csv").write_text(table, encoding="utf-8")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    command.main(["scores", os.fspath(tmp_path / "u.csv"), "--metric", "accuracy", "--quiet"])
    sys.stdout.flush()
    assert raw.getvalue().startswith(rb"Undecided: for\xeat is ahead by 12.5 points")


@pytest.mark.parametrize(
    "words", [["a.csv", "b.csv"], ["--connect"]], ids=["a word too many", "no such place"]
)
def test_a_password_is_never_repeated(bakeoff, words):
    ran = bakeoff("compare", *words, "nodb://ann:s3cret@db.example.org/evals", "--table", "t")
    assert ran.code == 2
    assert "nodb" in ran.err
    assert "s3cret" not in ran.out + ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("--connect", "sqlite://ann:s3cret@host/ev", "--table", "t"),
        ("--connect", "duckdb://ann:s3cret@/tmp/x.duckdb", "--table", "t"),
        ("--connect", "spark://ann:s3cret@local;token=s3cret@", "--table", "t"),
        ("--connect", "sqlite:///x.db", "--table", "postgres://ann:s3cret@host/ev"),
        ("--connect", "sqlite:///x.db", "--query", "SELECT 'host=h password=s3cret' FROM nosuch"),
        ("--connect", "sqlite:///x.db", "--query", 'SELECT "password=s3cret" FROM t'),
        ("--connect", "sqlite:///x.db", "--query", "SELECT 'password=s3cret' AS truth FROM t"),
        ("--connect", "sqlite:///x.db", "--query", "SELECT 'password=s3cret'; SELECT 1"),
        ("--connect", "host=h", "password=s3cret", "--table", "t"),
        ("--query", "SELECT 'postgres://u:s3cret@h'"),
        ("t.csv", "--truth", "password=s3cret"),
    ],
)
@pytest.mark.slow
def test_a_password_in_any_option_is_never_repeated(bakeoff, tmp_path, words):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.execute("CREATE TABLE t (truth TEXT, a TEXT, b TEXT)")
    (tmp_path / "t.csv").write_text("truth,a,b\n1,1,1\n")
    ran = bakeoff("compare", *words)
    assert ran.code == 2
    assert ran.err.startswith("error: ")
    assert "s3cret" not in ran.out + ran.err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(
    "made_of_it", [None, RuntimeError("Query interrupted"), InputError("cannot be read")]
)
def test_what_a_signal_interrupts_is_stopped_whatever_came_of_it(
    monkeypatch, capsys, number, code, made_of_it
):
    def interrupted(_):
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            if made_of_it is not None:
                raise made_of_it from None
            raise

    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    monkeypatch.setattr(command, "_run", interrupted)
    with pytest.raises(SystemExit) as ended:
        command.main(["demo"])
    assert ended.value.code == code
    assert capsys.readouterr().err == "error: stopped\n"
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_that_python_drops_comes_again(monkeypatch, capsys, number, code):
    class Dropping:
        def __del__(self):
            signal.raise_signal(number)

    def run(_):
        Dropping()
        time.sleep(5)

    monkeypatch.setattr(command, "_run", run)
    with pytest.raises(SystemExit) as ended:
        command.main(["demo"])
    assert ended.value.code == code
    assert capsys.readouterr().err == "error: stopped\n"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_python_comes_to_its_end(number):
    code = f"""
import atexit, signal
from bakeoff.cli.main import main
atexit.register(signal.raise_signal, {int(number)})
main()
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + number, overview(), "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gate", "x.csv", "--a", "p", "--margin", "0.1"], "name them with --old and --new"),
        (["gate", "x.csv", "--b=p", "--margin", "0.1"], "name them with --old and --new"),
        (["rank", "x.csv", "--a", "p"], "name them with --models"),
        (["compare", "x.csv", "--old", "p"], "name them with --a and --b"),
    ],
)
def test_options_of_other_commands_are_not_taken_for_others(refused, words, said):
    problem = refused(*words)
    assert said in problem
    assert "--alpha" not in problem
