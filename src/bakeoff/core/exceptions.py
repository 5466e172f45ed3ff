"""The exception tree.

::

    BakeoffError                    anything bakeoff raises on purpose
    └── InputError (ValueError)     what was given cannot be used
        ├── UnknownNameError        a key or column that does not exist; names the nearest
        ├── IllegalMethodError      a method that does not accept such outcomes; names those that do
        └── FileError               a file that cannot be read as what it should be
"""


class BakeoffError(Exception):
    """Anything that bakeoff raises on purpose."""


class InputError(BakeoffError, ValueError):
    """What was given cannot be used; the message says what was got, expected, and what to do."""


class UnknownNameError(InputError):
    """A key, column or option that does not exist."""


class IllegalMethodError(InputError):
    """A method asked to judge outcomes that it does not accept."""


class FileError(InputError):
    """A file that cannot be read as what it should be."""
