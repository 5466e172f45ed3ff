def test_the_example_reaches_a_verdict(bakeoff):
    ran = bakeoff("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "\nA is better: 1.5 points of accuracy, 95 % interval 0.1 to 3.3 (p = 0.039, " in ran.out
    assert "bakeoff compare predictions.csv" in ran.out


def test_as_json(bakeoff):
    content = bakeoff("demo", "--json").json
    assert (content["decision"], content["n"]) == ("a-better", 412)
    assert content["sentence"] in bakeoff("demo").out
