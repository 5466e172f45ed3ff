"""One data set in every kind of store: each engine gives the same verdict, to the bit."""

import pytest
from tests.columns import without_roles
from tests.warehouse.stores import IN_FILES, JOINED, MODELS, QUESTIONS, RANKINGS, WRONG, asked, refusal

DATABASES = ("sqlite", "duck", "postgresql")  # and Spark, in a test of its own


# CSV has no booleans: true and false are words there.
ASKED = [(engine, question) for engine in DATABASES for question in QUESTIONS] + [
    ("csv", question) for question, given in QUESTIONS.items() if "flag" not in given.values()
]


@pytest.mark.parametrize(("engine", "question"), ASKED)
def test_every_engine_gives_the_same_verdict(request, parquet, engine, question):
    wanted = parquet("p", **asked(QUESTIONS[question]))
    found = request.getfixturevalue(engine)("p", **asked(QUESTIONS[question]))
    assert found.to_dict() == wanted.to_dict()


@pytest.mark.parametrize("engine", ["parquet", "csv", *DATABASES])
def test_two_tables_are_joined_in_the_engine(request, parquet, engine):
    wanted = without_roles(parquet("p", attributes=(), **asked(JOINED)).to_dict())
    joined = request.getfixturevalue(engine)("first", "second", **asked(JOINED))
    assert without_roles(joined.to_dict()) == wanted


@pytest.mark.parametrize("engine", DATABASES)
@pytest.mark.parametrize("wrong", WRONG)
def test_every_engine_refuses_alike(request, parquet, engine, wrong):
    names, question, told = WRONG[wrong]
    found, wanted = (refusal(ask, names, question) for ask in (request.getfixturevalue(engine), parquet))
    assert told in found
    assert wanted == found if wrong not in IN_FILES else IN_FILES[wrong] in wanted


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize("engine", ["csv", *DATABASES])
def test_every_engine_gives_the_same_ranking(request, parquet, engine, ranking):
    wanted = parquet.rank("ranked", **RANKINGS[ranking])
    found = request.getfixturevalue(engine)
    assert found.rank("ranked", **RANKINGS[ranking]) == wanted
    if engine == "postgresql":
        assert found.rank(*MODELS, **RANKINGS[ranking]) == wanted
