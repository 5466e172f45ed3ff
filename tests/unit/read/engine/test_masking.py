import time
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.masking import (
    check_address,
    hidden,
    masked,
    masked_words,
    refuse_passwords,
    scrubbed,
)

passwords = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1)
awkward = st.text("@:/?#[]%&;=+ '\"\\\n", min_size=1) | passwords
ways = st.sampled_from([quote, quote_plus, lambda text: quote(text, safe=""), str])


@given(awkward, ways)
@pytest.mark.slow
def test_what_is_shown_does_not_depend_on_the_password(password, way):
    shown = masked(f"postgres://ann:{way(password)}@db.example.org:5432/evals")
    assert shown in ("postgres://ann:***@db.example.org:5432/evals", "postgres://***")


@given(awkward, ways)
def test_what_is_shown_does_not_depend_on_a_token(token, way):
    written = way(token).replace("&", "%26")
    shown = masked(f"snowflake://ann@account/db?role=x&token={written}")
    assert shown in ("snowflake://ann@account/db?role=***&token=***", "snowflake://***")


@given(st.text())
@pytest.mark.slow
def test_anything_can_be_masked(text):
    assert masked(text) == "***" or "://" in masked(text)


@in_one_test(
    ("address", "shown"),
    [
        ("postgres://ann@db/evals", "postgres://ann@db/evals"),
        ("postgres:///evals", "postgres:///evals"),
        ("postgres://:s3cret@db/evals", "postgres://:***@db/evals"),
        ("postgres://db/evals?password=s3@cret", "postgres://***"),
        ("postgres://db/evals?s3cret", "postgres://db/evals?***=***"),
        ("postgres://ann:x@db/evals#s3cret", "postgres://ann:***@db/evals"),
        ("sqlite:///folder/file.db", "sqlite:///folder/file.db"),
        ("spark://local;token=s3cret", "spark://local;token=***"),
        ("sc://host:443/;token=s3cret;user_id=ann", "sc://host:443/;token=***;user_id=***"),
        ("spark://local;token=s3@cret", "spark://***"),
        ("dbname=evals password=s3cret", "***"),
        ("", "***"),
    ],
)
def test_places_stay_readable(address, shown):
    assert masked(address) == shown


def test_a_command_line_keeps_all_but_the_password():
    typed = ("compare", "--table", "a.b", "--connect", "postgres://ann:s3cret@db/evals", "--truth", "x=y")
    assert masked_words(typed) == (*typed[:4], "postgres://ann:***@db/evals", *typed[5:])
    assert masked_words(["--connect=mysql://u:s3cret@h"]) == ("--connect=mysql://u:***@h",)
    assert masked_words(["--connect", "host=db password=s3cret"]) == ("--connect", "***")
    # Put in the wrong place it is no less a secret.
    assert masked_words(["compare", "postgres://ann:s3cret@db"]) == ("compare", "postgres://ann:***@db")
    query = "SELECT * FROM t WHERE url = 'http://x/y?z' AND tokens = 3 -- all; to: ann@example.org"
    assert masked_words(["--query", query]) == ("--query", query)


@in_one_test(
    ("typed", "shown"),
    [
        ("a <> 'host=h password=s3cret'", "a <> 'host=h password=***'"),
        ("a <> 'host=h password=''s3 cret'' port=1'", "a <> 'host=h password=*** port=1'"),
        ("a <> 'host=h password=s3''cret'", "a <> 'host=h password=***'"),
        (r"host=h password=x\ s3cret port=1", "host=h password=*** port=1"),
        (r"host=h password='x\'s3cret' port=1", "host=h password=*** port=1"),
        ("password='x s3cret", "password=***"),
        ("Driver=x;Uid=ann;PWD=s3cret", "Driver=x;Uid=ann;PWD=***"),
        ("WHERE \"password\" = 's3cret' AND b", 'WHERE "password" = *** AND b'),
        ('\'{"api_key": "s3 cret", "a": 1}\'', '\'{"api_key": ***, "a": 1}\''),
        ("f('postgres://u:s3cret@h/db')", "f('postgres://u:***@h/db')"),
        ("f('postgres://u:s3 s3cret@h/db')", "f('postgres://u:***@h/db')"),
        ("f('https://h/x.csv?sig=s3cret&t=s3cret')", "f('https://h/x.csv?sig=***&t=***')"),
        ("f('sc://h/;token=s3cret;x=1')", "f('sc://h/;token=***')"),
        ("ALTER USER ann PASSWORD 's3cret'", "ALTER USER ann PASSWORD ***"),
    ],
)
def test_secrets_in_any_text_are_hidden(typed, shown):
    assert hidden(typed) == shown
    assert hidden(shown) == shown
    assert masked_words(["--query", typed, f"--query={typed}"]) == ("--query", shown, f"--query={shown}")


@pytest.mark.slow
def test_a_message_of_any_length_is_searched_in_little_time():
    began = time.perf_counter()
    for text in ("x" * 1_000_000, "password=''" * 50_000, "a://b?" * 50_000, "'a://b:" * 50_000):
        hidden(text)
    assert time.perf_counter() - began < 10


@given(st.text(st.characters(blacklist_categories=["Cs", "Z", "C"]), min_size=6), ways)
def test_messages_lose_the_password(password, way):
    if way is str and set(password) & set("@/?#&"):
        return  # refused before a driver sees it
    address = f"postgres://ann:{way(password)}@db/evals"
    for said in (password, way(password), repr(password), f'"{password}"'):
        told = scrubbed(f"login of ann with {said} failed", address)
        assert password not in told
        assert way(password) not in told


def test_messages_lose_tokens_and_keep_the_rest():
    address = "postgres://ann@db/evals?sslmode=require&password=s3cret&sslkey=%2Fhome%2Fann%2Fkey"
    said = 'root certificate for "require": no key /home/ann/key\n\tand s3cret is wrong'
    assert scrubbed(said, address) == 'root certificate for "require": no key *** and *** is wrong'


@pytest.mark.parametrize(
    "address",
    ["spark://local;token=s3cret", "sc://h:1/;token=s3cret;user_id=x", "pg://h/d?s3cret", "pg://h/d#s3cret"],
)
def test_messages_lose_what_stands_after_a_semicolon_or_without_a_name(address):
    assert scrubbed("no master (s3cret)", address) == "no master (***)"


def test_messages_lose_the_secrets_of_a_query():
    said = "could not convert 'host=h password=s3cret' to INT32"
    assert scrubbed(said, "") == "could not convert 'host=h password=***' to INT32"


def test_a_token_that_holds_an_at_is_refused_without_showing_it():
    with pytest.raises(InputError) as told:
        check_address("spark://local;token=s3@cret")
    assert "cret" not in str(told.value)


@pytest.mark.parametrize("password", ["p@ss", "p/ss", "p?ss", "p#ss"])
def test_a_password_that_drivers_would_cut_is_refused_without_showing_it(password):
    with pytest.raises(InputError) as told:
        check_address(f"postgres://ann:{password}@db/evals")
    assert "%40" in str(told.value)
    assert password not in str(told.value)
    check_address(f"postgres://ann:{quote(password, safe='')}@db/evals")
    check_address("sqlite:///folder/file.db")


def test_passwords_on_a_command_line_are_refused():
    for word in (
        "postgres://ann:s3cret@db/evals",
        "--connect=mysql://ann:s3cret@db/evals",
        "postgres://db/evals?user=ann&password=s3cret",
        "spark://local;token=s3cret",
    ):
        with pytest.raises(InputError, match="contains a password, which other users") as told:
            refuse_passwords(["compare", "--connect", word])
        assert "s3cret" not in str(told.value)
    refuse_passwords(["postgres://ann@db:5432/evals?sslmode=require", "--alpha=0.1", "a@b"])
