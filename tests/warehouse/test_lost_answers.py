"""The n-th answer of a database is lost or cut in the middle, for every n: one line, and nothing is lost."""

import json
import socket
import threading
from contextlib import contextmanager, suppress

import pytest

from bakeoff.plan.ledger import Ledger

# Ibis leaves the cursors of a lost connection to the garbage collector, and psycopg warns of them.
lost = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
pytestmark = [pytest.mark.slow, lost]
MOST = 200  # answers of one command


class Cutting:
    """Forwards between a client and a server, and closes both after some answers of the server."""

    def __init__(self, port, number, half):
        self._port, self._left, self._half = port, number, half
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.cut = False
        self._ours = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._port))
            self._ours += [client, server]
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self._forward, args=(one, other, one is server), daemon=True).start()

    def _forward(self, one, other, answers):
        try:
            while content := one.recv(1 << 16):
                if answers:
                    self._left -= 1
                    if self._left < 0:
                        self.cut = True
                        other.sendall(content[: len(content) // 2] if self._half else b"")
                        break
                other.sendall(content)
        except OSError:
            pass
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self):
        for each in (self._listening, *self._ours):
            each.close()


@contextmanager
def cutting(port, number, half):
    made = Cutting(port, number, half)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def told(capsys, postgres, monkeypatch):
    """Run the command against a server whose answers are cut; gives its code and its streams."""
    from bakeoff.cli.main import main

    monkeypatch.setenv("PGPASSWORD", postgres.password)

    def run(*words):
        try:
            main([*map(str, words)])
        except SystemExit as ended:
            return (ended.code or 0, *capsys.readouterr())
        return (0, *capsys.readouterr())

    return run


def every_answer(postgres, told, words, half):
    """The outcomes of a command for each answer that is cut, until none is."""
    for number in range(MOST):
        with cutting(postgres.port, number, half) as proxy:
            address = postgres.address().replace(str(postgres.port), str(proxy.port))
            ran = told(*(each.replace("ADDRESS", address) for each in words))
            yield number, proxy.cut, *ran
            if not proxy.cut:
                return
    raise AssertionError("a command has too many answers")


@pytest.mark.parametrize("half", [False, True])
def test_a_comparison_of_a_table(postgres, schema, told, half):
    words = ("compare", "--connect", "ADDRESS", "--table", f"{schema}.predictions", "--json")
    for number, cut, code, out, err in every_answer(postgres, told, words, half):
        if code:
            assert (code, out, err.count("\n")) == (2, "", 1), (number, err)
            assert err.startswith("error: ")
            assert "fault of bakeoff" not in err
        else:
            assert json.loads(out)["n"] == 300, (number, cut)
    assert not cut
    assert number > 3


@pytest.mark.parametrize("half", [False, True])
def test_a_look_that_was_acknowledged_is_kept(postgres, told, tmp_path, half):
    table = "truth,a,b\n" + "y,y,n\n" * 20 + "n,n,n\n" * 20
    (tmp_path / "p.csv").write_text(table)
    postgres.tell("DROP TABLE IF EXISTS bakeoff_looks CASCADE")
    words = ("compare", str(tmp_path / "p.csv"), "--ledger", "ADDRESS", "--quiet")
    kept = 0
    try:
        for number, cut, code, out, err in every_answer(postgres, told, words, half):
            assert code in (0, 2), (number, cut, err)
            assert code == 0 or (out == "" and err.startswith("error: ") and err.count("\n") == 1), err
            kept += code == 0
            if postgres.tell("SELECT to_regclass('bakeoff_looks') IS NOT NULL") == [(True,)]:
                with Ledger(postgres.url()) as ledger:
                    chain = ledger.verify()
                assert chain.intact
                # The answer to a commit may be lost: then the look is there, and nobody knows.
                assert kept <= chain.looks <= number + 1
    finally:
        postgres.tell("DROP TABLE IF EXISTS bakeoff_looks CASCADE")
    assert not cut
    assert kept >= 1
