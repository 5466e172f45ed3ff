from importlib import resources

from bakeoff import compare_files


def test_the_example_reaches_a_verdict(bakeoff):
    ran = bakeoff("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "\nA is better: 3.2 points of accuracy, 95 % interval 1.6 to 5.4 (p = 0.0005, " in ran.out
    assert "bakeoff compare predictions.csv" in ran.out


def test_the_example_does_not_hang_on_the_choice_of_the_test(bakeoff):
    """What the README shows first must not be a case in which the exact test says something else."""
    with resources.as_file(resources.files("bakeoff.cli").joinpath("demo.csv")) as path:
        tests = ("mcnemar-mid-p", "mcnemar-exact", "mcnemar")
        assert {compare_files(path, method=each).decision for each in tests} == {"a-better"}


def test_as_json(bakeoff):
    content = bakeoff("demo", "--json").json
    assert (content["decision"], content["n"]) == ("a-better", 412)
    assert content["sentence"] in bakeoff("demo").out
