from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY


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


def test_methods_for_many_models(bakeoff):
    printed = bakeoff("methods").out
    for key in MANY.keys():  # noqa: SIM118 - a registry iterates over its records
        assert f"\n  {key} " in printed
    assert bakeoff("methods", "nemenyi").out.startswith("nemenyi: Nemenyi's test of mean ranks\n")
    assert bakeoff("methods", "max-t", "--json").json["gives"].startswith("differences of all pairs")


def test_what_no_registry_holds_is_listed_too(bakeoff, refused):
    listed = bakeoff("methods").out
    for key in ("pass@k", "pass^k", "best-of-k", "agreement", "tango", "tango-exact"):
        assert f"\n  {key} " in listed
    assert bakeoff("methods", "pass@3").out.startswith("pass@k: at least one of k answers is right\n")
    assert bakeoff("methods", "tango", "--json").json["key"] == "tango"
    values = bakeoff("methods", "--json").json
    assert [each["key"] for each in values["gate_tests"]] == ["tango", "tango-exact"]
    assert "did you mean 'agreement'?" in refused("methods", "agrement")
