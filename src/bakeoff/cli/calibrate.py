"""``bakeoff calibrate``: degrees of freedom for one's own data, learners and design."""

from bakeoff.cli.asked import Training, whole_number


def calibrate(file: str, /, *, draws: str = "100", training: Training | None = None) -> None:
    """Find the degrees of freedom of cv-* methods on the experiment's own data, with labels permuted.

    They are kept in the store, and `bakeoff run` uses them from then on.

    Parameters
    ----------
    file
        The experiment, in TOML, with a repeated-kfold design.
    draws
        How often the labels are permuted and the whole design is run.
    """
    from bakeoff.experiment.calibrate import calibrate as find
    from bakeoff.report.words.experiment import show_calibrations

    training = training or Training()
    count = whole_number(draws, "--draws", example=200)
    experiment = training.read(file)
    with training.kept(file) as how:
        found = find(experiment, how, count)
    show_calibrations(found, as_json=training.json, quiet=training.quiet)
