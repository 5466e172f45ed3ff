from bakeoff.cli.app import app
from bakeoff.cli.overview import COMMANDS


def test_the_commands_are_those_of_the_overview():
    assert {name for name in app if not name.startswith("-")} == set(COMMANDS)
