"""Text from files and from the command line, made safe to show."""


def visible(text: str) -> str:
    r"""The text with everything that does not print written as an escape.

    Names come from files that anyone may have made: a control character must not recolour, clear or
    overwrite what the terminal shows.

    Examples
    --------
    >>> print(visible("\x1b[31mforest\n"))
    \x1b[31mforest\n
    >>> visible("forêt 漢")
    'forêt 漢'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
