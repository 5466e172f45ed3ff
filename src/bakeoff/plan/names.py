"""The names of a plan's parameters in messages: those of Python, unless who asks has names of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_RULE: ContextVar[Callable[[str], str] | None] = ContextVar("names of parameters", default=None)


@contextmanager
def named_by(rule: Callable[[str], str]) -> Iterator[None]:
    """Let messages name parameters by a rule, as the command line names its options.

    >>> with named_by(lambda parameter: f"--{parameter}"):
    ...     said("margin", "a margin")
    '--margin'
    >>> said("margin", "a margin"), said("margin")
    ('a margin', 'margin')
    """
    token = _RULE.set(rule)
    try:
        yield
    finally:
        _RULE.reset(token)


def said(parameter: str, in_python: str = "") -> str:
    """The name of a parameter, or the words that stand for it in Python."""
    rule = _RULE.get()
    return (in_python or parameter) if rule is None else rule(parameter)
