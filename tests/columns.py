"""What verdicts on columns in memory have in common with those on files, whose columns have names."""

OF_COLUMNS = ("roles", "left_out")


def without_roles(values):
    """The values of a verdict without the names of columns."""
    return {name: each for name, each in values.items() if name not in OF_COLUMNS}
