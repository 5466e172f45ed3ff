"""A registry is a folder: one thing, one file, one key.

The key ``corrected-resampled-t`` is the file ``corrected_resampled_t.py``, whose last statement
binds the name ``record``. Looking up one key imports one file, so nothing else is loaded.
Files that start with an underscore hold what several records share and are not keys.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar, cast

from bakeoff.core.exceptions import unknown_name

Record = TypeVar("Record")


class Registry(Generic[Record]):
    """The records of one package, found by key.

    ``also_called`` gives other names that are accepted for the key of a record, such as another program's.
    """

    def __init__(
        self, noun: str, package: str, *, also_called: Callable[[Record], Iterable[str]] = lambda record: ()
    ) -> None:
        self.noun = noun
        self.package = package
        self.also_called = also_called
        self._found: dict[str, Record] = {}
        self._keys: list[str] = []

    def keys(self) -> list[str]:
        """All keys, sorted, without importing the files behind them."""
        self._keys = self._keys or self._listed()
        return self._keys

    def _listed(self) -> list[str]:
        path = importlib.import_module(self.package).__path__
        names = (module.name for module in pkgutil.iter_modules(path) if not module.ispkg)
        return sorted(name.replace("_", "-") for name in names if not name.startswith("_"))

    def __getitem__(self, key: str) -> Record:
        if not isinstance(key, str):
            raise unknown_name(self.noun, key, self.keys())
        if key not in self._found:
            meant = self._meant(key)
            if meant is None:
                return self._other(key)
            if meant != key:
                return self[meant]
            module = importlib.import_module(f"{self.package}.{key.replace('-', '_')}")
            self._found[key] = cast(Record, module.record)
        return self._found[key]

    def _other(self, key: str) -> Record:
        """The record of what is neither a key nor an alias; none unless a subclass knows one."""
        raise unknown_name(self.noun, key, self.keys(), other_names=self._aliases())

    def key_of(self, name: str) -> str | None:
        """The key for a name: itself, or that of the record with this alias; None without one."""
        return self._meant(name)

    def _meant(self, name: str) -> str | None:
        keys = self.keys()
        if name in keys:
            return name
        return next((key for key in keys if name in self.also_called(self[key])), None)

    def _aliases(self) -> dict[str, str]:
        """Aliases of the records, and the key of each."""
        return {
            name: str(getattr(record, "key", ""))
            for record in self
            for name in (*getattr(record, "aliases", ()), *self.also_called(record))
        }

    def __contains__(self, key: object) -> bool:
        return key in self.keys()

    def __iter__(self) -> Iterator[Record]:
        return (self[key] for key in self.keys())

    def __len__(self) -> int:
        return len(self.keys())
