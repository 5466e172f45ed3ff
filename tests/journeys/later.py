"""Puts off a library until something of it is used: Python loads this where it starts, as sitecustomize."""

import importlib
import sys
from types import ModuleType


class Later(ModuleType):
    def __getattr__(self, name):
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


sys.modules["scipy.stats"] = Later("scipy.stats")
