import importlib

import pytest

from bakeoff.cli.overview import ABOUT, COMMANDS, overview


def test_every_command_with_what_it_does():
    lines = overview().splitlines()
    assert lines[0] == "Usage: bakeoff COMMAND [OPTIONS]"
    assert ABOUT in lines
    for name, text in COMMANDS.items():
        assert any(line.split() == [name, *text.split()] for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_file(name):
    assert callable(getattr(importlib.import_module(f"bakeoff.cli.{name}"), name))
