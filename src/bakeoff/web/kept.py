"""The latest results, under addresses that nobody can guess."""

import secrets
from collections import OrderedDict
from typing import Generic, TypeVar

from bakeoff.web.refusals import gone

T = TypeVar("T")


class Kept(Generic[T]):
    """A bounded number of things; the oldest is dropped.

    >>> kept = Kept[str](most=1)
    >>> first, second = kept.keep("one"), kept.keep("two")
    >>> kept[second]
    'two'
    """

    def __init__(self, *, most: int) -> None:
        self.most = most
        self._things: OrderedDict[str, T] = OrderedDict()

    def keep(self, thing: T) -> str:
        """Remember a thing; gives the name it can be found by."""
        name = secrets.token_urlsafe(18)
        self._things[name] = thing
        while len(self._things) > self.most:
            self._things.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> T:
        if name not in self._things:
            raise gone()
        return self._things[name]
