"""The commands as cyclopts knows them: one small file for each, loaded when it is called."""

from cyclopts import App

import bakeoff
from bakeoff.cli.overview import ABOUT, COMMANDS

app = App(
    name="bakeoff",
    help=ABOUT,
    help_format="plaintext",
    version=bakeoff.__version__,
    result_action="return_value",
)
for _name, _help in COMMANDS.items():
    app.command(f"bakeoff.cli.{_name}:{_name}", name=_name, help=_help)
