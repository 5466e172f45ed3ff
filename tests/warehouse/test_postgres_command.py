"""The command line and a real PostgreSQL server: what is shown, what is not, and how it is stopped."""

import json
import signal
import time

import pytest


@pytest.fixture
def say(capfd):
    """Run the command in this process, which has loaded what it needs."""
    from bakeoff.cli.main import main

    def run(*words):
        try:
            code = main([*map(str, words)])
        except SystemExit as ended:
            code = ended.code
        return (*capfd.readouterr(), code or 0)

    return run


SECRET = "s3cret p@ss:w\u00f6rd/%"  # noqa: S105 - that of the fixture


def test_the_command_line_shows_no_password_anywhere(postgres, schema, reader, tmp_path, say, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", SECRET)
    address = postgres.address(f"reader_{schema}")
    words = ("compare", "--connect", address, "--table", f"{schema}.predictions")
    out, err, code = say(*words, "--json")
    assert (err, code) == ("", 0)
    assert json.loads(out)["n"] == 300
    told = [out]
    for report in (tmp_path / f"r.{ending}" for ending in ("html", "md", "tex")):
        told += [*say(*words, "--report", report)[:2], report.read_text()]
        assert report.suffix == ".tex" or "127.0.0.1" in told[-1]  # the rest of the address is there
    for given in (
        ("--connect", reader),
        (f"--connect={reader}",),
        ("--connect", address, "--ledger", reader),
    ):
        told += say("compare", *given, "--table", f"{schema}.predictions")
        assert "contains a password, which other users of this machine can see" in told[-2]
        assert told.pop() == 2
    monkeypatch.setenv("BAKEOFF_TRACEBACK", "1")
    told += say(*words[:-1], "nothing")[:2]
    told += say("compare", "--connect", f"{reader}x", "--table", "t")[:2]
    told += say("compare", f"--connect={reader.replace('s3cret', 's3cret-')}", "--table", "t")[:2]
    told += say("compare", reader)[:2]
    told += say("compare", "--conect", reader)[:2]
    assert [each for each in told if "s3cret" in each] == []


def test_the_command_gives_the_verdict_of_the_file(say, postgres, schema, tmp_path, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    rows = postgres.tell(f"SELECT truth, a, b FROM {schema}.predictions")
    (tmp_path / "p.csv").write_text("truth,a,b\n" + "".join(",".join(row) + "\n" for row in rows))
    asked = ("--metric", "macro-f1", "--resamples", "200", "--json")
    wanted = say("compare", tmp_path / "p.csv", *asked)
    query = f"SELECT truth, a, b FROM {schema}.predictions"
    assert say("compare", "--connect", postgres.address(), "--query", query, *asked) == wanted
    assert (wanted[1], wanted[2]) == ("", 0)


def test_the_password_may_be_in_the_environment(bakeoff, postgres, schema):
    address = postgres.address()
    words = ("compare", "--connect", address, "--table", f"{schema}.predictions", "--quiet")
    assert bakeoff(*words, PGPASSWORD=postgres.password)[2] == 0
    assert bakeoff(*words, BAKEOFF_PASSWORD=postgres.password)[2] == 0
    _, err, code = bakeoff(*words, PGPASSWORD="")
    assert code == 2
    assert err.startswith(f"error: {address} cannot be opened: ")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("reader")
def test_ctrl_c_stops_the_query_in_the_server(bakeoff, postgres, schema):
    role = f"reader_{schema}"
    asleep = f"SELECT query FROM pg_stat_activity WHERE usename = '{role}' AND wait_event = 'PgSleep'"

    def stop(process):
        deadline = time.monotonic() + 60
        while not postgres.tell(asleep):
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)

    slow = f"SELECT p.* FROM {schema}.predictions AS p, (SELECT pg_sleep(300)) AS x"
    words = ("compare", "--connect", postgres.address(role), "--query", slow)
    out, err, code = bakeoff(*words, started=stop, PGPASSWORD=SECRET)
    assert (out, code) == ("", 130)
    assert "Traceback" not in err
    assert postgres.tell(asleep) == []
