from bakeoff.methods import METHODS


def test_the_list_and_a_page(bakeoff):
    assert "  mcnemar-mid-p" in bakeoff("methods").out
    assert bakeoff("methods", "wilson").out.startswith("wilson: ")
    assert bakeoff("methods", "f1").out.startswith("f1: F1\n")
    assert bakeoff("methods", "holm").out.startswith("holm: Adjust p-values")


def test_as_json(bakeoff):
    assert [each["key"] for each in bakeoff("methods", "--json").json["methods"]] == METHODS.keys()
    assert bakeoff("methods", "mcnemar", "--json").json["key"] == "mcnemar"
    assert bakeoff("methods", "holm", "--json").json["key"] == "holm"


def test_unknown_key(refused):
    assert "is called 'mcnemer'; did you mean 'mcnemar'?" in refused("methods", "mcnemer")
    assert "is called 'mcnemer'; did you mean 'mcnemar'?" in refused("methods", "mcnemer", "--json")
