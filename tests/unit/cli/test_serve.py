import pytest

from bakeoff.cli.main import main
from bakeoff.web.settings import Settings


@pytest.fixture
def served(monkeypatch):
    """What would be served."""
    calls = []
    monkeypatch.setattr("bakeoff.web.serving.serve", lambda settings, **more: calls.append((settings, more)))
    return calls


def test_options_reach_the_server(served):
    main(["serve", "--port", "0", "--limit", "3", "--host", "::1", "--open", "--json"])
    expected = Settings(port=0, limit=3_000_000), {"host": "::1", "open_browser": True, "as_json": True}
    assert served == [expected]


def test_what_is_usual(served):
    main(["serve"])
    assert served == [(Settings(), {"host": "localhost", "open_browser": False, "as_json": False})]


@pytest.mark.parametrize(
    "wrong", [["--port", "-1"], ["--port", "99999"], ["--limit", "1.5"], ["--limit", "0"]]
)
def test_numbers_that_cannot_be(served, wrong, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["serve", *wrong])
    assert (stop.value.code, served) == (2, [])
    assert "expected" in capsys.readouterr().err
