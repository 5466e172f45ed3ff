"""Errors in how a command was called, worded with a call that works."""

from difflib import get_close_matches

from cyclopts import CycloptsError, MissingArgumentError, UnknownOptionError, UnusedCliTokensError

from bakeoff.core.exceptions import InputError

CALLS = {
    "interval": "bakeoff interval 8 100, for 8 errors among 100 items",
    "run": "bakeoff run experiment.toml",
    "calibrate": "bakeoff calibrate experiment.toml",
    "scores": "bakeoff scores folds.csv",
}

# Options of other commands that mean something else here than the ones that are spelt alike.
GATES = "gate takes an old and a new model: name them with --old and --new"
RANKS = "rank takes any number of models: name them with --models"
INSTEAD = {
    **{("gate", name): GATES for name in ("--a", "--b")},
    **{("rank", name): RANKS for name in ("--a", "--b")},
    **{(name, option): f"{name} takes two models: name them with --a and --b"
       for name in ("compare", "scores") for option in ("--old", "--new")},
}  # fmt: skip
SHORTEST = 3  # letters of an option that is taken for a slip of the pen


def usage_error(problem: CycloptsError, command: str) -> InputError:
    """What the parser found wrong with the words after a command, and what to do."""
    if isinstance(problem, UnusedCliTokensError):
        return _too_many(problem, command)
    if isinstance(problem, UnknownOptionError) and (instead := INSTEAD.get((command, _name(problem)))):
        return InputError(f"Unknown option: {_given(problem)}. {instead}; see bakeoff {command} --help")
    if isinstance(problem, UnknownOptionError) and (near := _nearest(problem)):
        return InputError(
            f"Unknown option: {problem.token.keyword or problem.token.value}. Did you mean {near}?"
        )
    if isinstance(problem, MissingArgumentError) and problem.argument is not None:
        name = problem.argument.name
        if command in CALLS and not name.startswith("-"):
            return InputError(f"{name} is missing; expected a call such as {CALLS[command]}")
        return InputError(f"{' '.join(str(problem).split()).removesuffix('.')}; see bakeoff {command} --help")
    return InputError(str(problem))


def _too_many(problem: UnusedCliTokensError, command: str) -> InputError:
    listed = " ".join(problem.unused_tokens or [])
    quote = " (quote a pattern of files; --truth-file FILE has the truth; bakeoff rank takes more models)"
    quote = quote if command == "compare" else ""
    return InputError(f"got more than expected: {listed}{quote}; see bakeoff {command} --help")


def _nearest(problem: UnknownOptionError) -> str:
    """The option that was probably meant: one of the command, or --help, which every command has."""
    given = _name(problem)
    if len(given.lstrip("-")) < SHORTEST:
        return ""
    known = [name for each in problem.argument_collection for name in each.names if name.startswith("--")]
    return next(iter(get_close_matches(given, ["--help", *known], n=1, cutoff=0.6)), "")


def _name(problem: UnknownOptionError) -> str:
    return _given(problem).partition("=")[0]


def _given(problem: UnknownOptionError) -> str:
    return problem.token.keyword or problem.token.value
