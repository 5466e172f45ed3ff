import pytest

from bakeoff.plan.ledger import Ledger

pytestmark = pytest.mark.slow  # each runs several commands
ROWS = [(at, "cat" if at % 2 else "dog") for at in range(80)]


@pytest.fixture
def predictions(write):
    wrong = {"cat": "dog", "dog": "cat"}
    cells = [(at, t, t, t if at % 8 else wrong[t], t if at % 5 else wrong[t]) for at, t in ROWS]
    write("x.csv", "id,truth,a,b,c\n" + "".join(",".join(map(str, each)) + "\n" for each in cells))
    write("a.csv", "item,truth,prediction\n" + "".join(f"{at},{t},{a}\n" for at, t, a, _, _ in cells))
    write("b.csv", "item,prediction\n" + "".join(f"{at},{b}\n" for at, _, _, b, _ in cells[::-1]))


def test_verdicts_say_how_often_their_items_were_looked_at(bakeoff, predictions):
    first = bakeoff("compare", "x.csv", "--ledger", "l.ledger", "--json").json
    assert (first["looks"]["before"], first["looks"]["by"]) == (0, "ids")
    second = bakeoff("compare", "a.csv", "b.csv", "--id", "item", "--ledger", "l.ledger", "--json").json
    assert (second["looks"]["before"], second["looks"]["decided"]) == (1, 1)
    ranked = bakeoff("rank", "x.csv", "--ledger", "l.ledger", "--json", "--resamples", 500).json
    assert ranked["looks"]["before"] == 2
    assert "looks" not in bakeoff("compare", "x.csv", "--json").json


def test_adjusted_on_request(bakeoff, predictions):
    plain = bakeoff("compare", "x.csv", "--json").json
    for _ in range(2):
        bakeoff("compare", "x.csv", "--ledger", "l.ledger", "--quiet")
    found = bakeoff("compare", "x.csv", "--ledger", "l.ledger", "--adjust-looks", "--json").json
    assert found["adjusted_p_value"] == pytest.approx(min(1, 3 * plain["p_value"]))
    assert found["looks"]["added"] == 2
    more = bakeoff("compare", "x.csv", "--ledger", "l.ledger", "--adjust-looks", "--tried", 4, "--json").json
    assert more["adjusted_p_value"] == pytest.approx(min(1, 7 * plain["p_value"]))
    ranked = bakeoff(
        "rank", "x.csv", "--ledger", "l.ledger", "--adjust-looks", "--json", "--resamples", 500
    ).json
    assert ranked["looks"]["added"] == 4
    assert "families-tried" in [each["key"] for each in ranked["caveats"]]


def test_the_variable_and_none(bakeoff, predictions, monkeypatch, tmp_path):
    monkeypatch.setenv("BAKEOFF_LEDGER", "v.ledger")
    assert "looks" in bakeoff("compare", "x.csv", "--json").json
    assert "looks" not in bakeoff("compare", "x.csv", "--ledger", "none", "--json").json
    with Ledger(tmp_path / "v.ledger") as ledger:
        assert len(ledger.looks()) == 1


def test_passwords_are_not_recorded(bakeoff, predictions, tmp_path):
    bakeoff("compare", "x.csv", "--ledger", "l.ledger", "--report", "password=s3cret.txt")
    with Ledger(tmp_path / "l.ledger") as ledger:
        (look,) = ledger.looks()
    assert "s3cret" not in look.command
    assert "--report" in look.command


def test_a_run_records_a_look_at_each_data_set(bakeoff, write, tmp_path):
    rows = "".join(f"{at % 7},{at % 5},{'yes' if (at % 7) > 3 else 'no'}\n" for at in range(60))
    write("d.csv", "x,y,label\n" + rows)
    write(
        "e.toml",
        '[data]\nfile = "d.csv"\ntarget = "label"\n[design]\nkind = "kfold"\nfolds = 5\n'
        '[learners]\nbayes = { estimator = "sklearn.naive_bayes.GaussianNB" }\n'
        'most = { estimator = "sklearn.dummy.DummyClassifier" }\n',
    )
    first = bakeoff("run", "e.toml", "--ledger", "l.ledger", "--json")
    assert first.code == 0, first.err
    assert first.json["looks"]["before"] == 0
    head, *lines = (tmp_path / "d.csv").read_text().splitlines()
    write("d.csv", "\n".join([head, *lines[::-1]]) + "\n")
    again = bakeoff("run", "e.toml", "--store", "s2", "--ledger", "l.ledger", "--adjust-looks", "--json").json
    assert (again["looks"]["before"], again["looks"]["by"], again["looks"]["added"]) == (1, "rows", 1)
    assert again["adjusted_p_value"] == pytest.approx(min(1, 2 * again["p_value"]))


def test_a_gate_records_its_outcome(bakeoff, predictions, tmp_path):
    words = ("gate", "x.csv", "--old", "b", "--new", "a", "--margin", 0.05, "--ledger", "l.ledger")
    ran = bakeoff(*words)
    assert ran.code == 0
    assert "note: the first recorded look at these items (known by their ids)\n" in ran.err
    assert "note: 1 recorded look at these items before" in bakeoff(*words, "--by", "c").err
    assert "note: " not in bakeoff(*words, "--quiet").err
    with Ledger(tmp_path / "l.ledger") as ledger:
        first, second, _ = ledger.looks()
    assert (first.kind, first.decision, first.decided) == ("gate", "pass", True)
    assert (first.names, first.metric, second.metric) == (("a", "b"), "accuracy", "accuracy")


def test_fold_scores_have_no_items(bakeoff, write):
    rows = "".join(f"{at},{at / 10},{at / 11}\n" for at in range(12))
    write("s.csv", "data,a,b\n" + rows)
    ran = bakeoff("rank", "s.csv", "--datasets", "--metric", "score", "--ledger", "l.ledger", "--quiet")
    assert ran.code == 0
    assert "note: the ledger counts looks at items; here are none, and none is recorded\n" in ran.err


def test_refused(refused, predictions, write):
    assert "--adjust-looks needs the ledger" in refused("compare", "x.csv", "--adjust-looks")
    write("text.ledger", "this is no database, whatever its name says" * 30)
    assert "text.ledger is damaged or not a ledger" in refused("compare", "x.csv", "--ledger", "text.ledger")
    assert "the ledger no/l.ledger cannot be created" in refused("rank", "x.csv", "--ledger", "no/l.ledger")
