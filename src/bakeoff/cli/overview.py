"""The page of ``bakeoff --help``, written without loading the command-line library."""

ABOUT = "Is model A really better than model B, and how sure can we be?"

COMMANDS = {
    "advise": "Find out which procedure answers your question, and how to run it.",
    "compare": "Compare two models' predictions: one file, or two joined on an id.",
    "rank": "Rank many models on the same items, or learners over data sets.",
    "watch": "Compare two models while answers come in; stop when decided.",
    "gate": "Check that a new model is not worse than the old one by a margin.",
    "scores": "Compare two learners' scores on the same folds.",
    "run": "Run the learners of an experiment file, and compare them.",
    "ledger": "List how often test sets have been used, and the results.",
    "calibrate": "Find degrees of freedom for the data of an experiment file.",
    "lab": "Measure methods where the truth is known: size, power, coverage.",
    "plan": "Find how many items a comparison needs, or what they can show.",
    "interval": "Confidence interval for an error rate, from errors and items.",
    "methods": "List the methods, intervals and metrics, or show one.",
    "papers": "Recompute published tables and figures, and compare with print.",
    "serve": "Serve a page on this machine: upload, explore, ask for advice.",
    "demo": "Compare two models on a bundled example.",
}

OPTIONS = {
    "--help": "Show this page; bakeoff COMMAND --help shows the options of one.",
    "--version": "Show the version.",
}


def overview() -> str:
    """The page as text."""
    width = max(map(len, (*COMMANDS, *OPTIONS)))
    parts = [f"Usage: bakeoff COMMAND [OPTIONS]\n\n{ABOUT}\n"]
    for heading, rows in (("Commands", COMMANDS), ("Options", OPTIONS)):
        lines = [f"  {name:<{width}}  {text}\n" for name, text in rows.items()]
        parts.append(f"\n{heading}:\n{''.join(lines)}")
    return "".join(parts)
