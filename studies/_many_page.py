"""The page of the study of rankings."""


def page(rows, draws):
    """The page as markdown."""
    return ""
