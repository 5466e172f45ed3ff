from bakeoff.cli.hints import Named, with_hint
from bakeoff.core.exceptions import unknown_column, unknown_name


def test_another_misnamed_column_gets_no_hint():
    problem = unknown_column("user", ["truth", "a", "b"], "x.csv")
    assert with_hint(problem, Named(others=("user", None))) is problem
    other = unknown_name("metric", "f2", ["f1"])
    assert with_hint(other, Named()) is other


def test_options_of_two_models_are_named_as_the_command_names_them():
    problem = unknown_column("old", ["truth", "svm", "tree"], "x.csv")
    named = Named(options=("--old", "--new"), two="if {} is the old model and {} the new one")
    assert str(with_hint(problem, named)).endswith(
        "; if svm is the old model and tree the new one, add --old svm --new tree"
    )
    several = Named(options=("--old", "--new"), several=True)
    assert str(with_hint(problem, several)).endswith(
        "; name the columns of the predictions with --old and --new"
    )
