from bakeoff.core.suggest import unknown_name


def test_nothing_near_nothing_suggested():
    assert str(unknown_name("method", "zzz", ["sign"])) == "no method is called 'zzz'. There are: sign"


def test_an_empty_collection_says_so():
    assert str(unknown_name("method", "zzz", [])) == "no method is called 'zzz'. There are: none"


def test_a_long_list_is_cut():
    text = str(unknown_name("column", "c", (f"column-{i}" for i in range(100))))
    assert text.endswith("column-59, ...")


def test_names_that_are_not_text():
    assert "no class is called '3'" in str(unknown_name("class", 3, ["1", "2"]))
