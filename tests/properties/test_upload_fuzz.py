"""A thousand malformed uploads: each is answered with a page that says what is wrong, and nothing is left."""

import gzip
import html
import io
import json
import random
import re
import tempfile
import zipfile
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

UPLOADS = 1000
BATCH = 100
KIND = "multipart/form-data; boundary=zz"
TABLE = "truth,a,b\n" + "".join(f"{at % 2},{at % 3 % 2},{at % 5 % 2}\n" for at in range(60))
SCORES = "learner,run,fold,score\n" + "".join(
    f"{name},{run},{fold},0.{run}{fold}\n" for name in ("x", "y") for run in range(2) for fold in range(5)
)
INJECTIONS = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "=cmd|'/c calc'!A0", "@SUM(1+1)", "+1+1",
    "{{7*7}}", "{% include '/etc/passwd' %}", "../../../etc/passwd", "\u202etxt.exe", "'; DROP TABLE t; --",
    "%00", "\x1b[2J", "${jndi:ldap://x}", "a" * 5000, "\ud7ff\ue000", "-1e999",
]  # fmt: skip
FIELDS = [
    "metric", "method", "alpha", "level", "margin", "tried", "positive", "name_a", "name_b", "truth", "a",
    "b", "id", "kind", "design", "cluster", "alternative", "rng", "learner", "score", "test", "learner_a",
]  # fmt: skip


def parquet(rng):
    made = io.BytesIO()
    columns = {"truth": rng.integers(0, 2, 50), "a": rng.integers(0, 2, 50), "b": rng.integers(0, 2, 50)}
    pq.write_table(pa.table(columns), made)
    return made.getvalue()


def zipped(content):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("p.csv", content)
    return made.getvalue()


def damaged(content, pick):
    """The content with a few bytes changed, cut or doubled."""
    data = bytearray(content)
    for _ in range(pick.randint(1, 8)):
        at = pick.randrange(len(data) or 1)
        what = pick.randrange(4)
        if what == 0 and data:
            data[at] = pick.randrange(256)
        elif what == 1:
            del data[at : at + pick.randint(1, 30)]
        elif what == 2:
            data[at:at] = data[at : at + 20]
        else:
            data[at:at] = bytes(pick.randrange(256) for _ in range(5))
    return bytes(data)


def contents(pick, rng):
    """One strange file: its name and what is in it."""
    bad = pick.choice(INJECTIONS)
    lines = TABLE.splitlines()
    makers = [
        lambda: ("p.csv", damaged(TABLE.encode(), pick)),
        lambda: ("s.csv", damaged(SCORES.encode(), pick)),
        lambda: ("p.parquet", damaged(parquet(rng), pick)),
        lambda: ("p.parquet", parquet(rng)[: pick.randrange(900)]),
        lambda: ("p.csv", rng.bytes(pick.randrange(4000))),
        lambda: ("p.csv", b"truth,a,b\n" + b"x," * pick.randrange(600_000)),
        lambda: ("p.csv", gzip.compress(b"0" * 200_000)),
        lambda: ("p.csv", zipped(b"0" * 200_000)),
        lambda: ("p.csv", TABLE.encode(pick.choice(["utf-16", "utf-32", "utf-16-le", "cp037"]))),
        lambda: ("p.csv", TABLE.replace("1", "é").encode("latin-1")),
        lambda: ("p.csv", TABLE.replace("0", "\0").encode()),
        lambda: ("p.jsonl", b"[" * pick.randrange(100_000)),
        lambda: ("p.jsonl", (b'{"truth":' * 20_000) + b"1" + b"}" * 20_000),
        lambda: ("p.jsonl", "".join(json.dumps({f"k{at}": at}) + "\n" for at in range(10_500)).encode()),
        lambda: ("p.jsonl", damaged(b'{"truth": 1, "a": 0, "b": 1}\n' * 30, pick)),
        lambda: ("p.json", json.dumps([{"truth": 1}] * 5, indent=1).encode()),
        lambda: (
            "p.csv",
            "\n".join([lines[0], *(f"{bad},{bad},x" for _ in range(30))]).encode("utf-8", "replace"),
        ),
        lambda: ("p.csv", f"truth,{bad},b\n1,2,3\n".encode("utf-8", "replace")),
        lambda: ("s.csv", SCORES.replace("0.", pick.choice(["x", "nan", "1e400", "-0.", ""])).encode()),
        lambda: ("s.csv", SCORES.replace("y,1,4", "y,1,3").encode()),
        # Of every order of magnitude: each column costs the engine 80 microseconds.
        lambda: ("p.csv", ",".join(f"c{at}" for at in range(int(20_000 ** pick.random()))).encode() + b"\n"),
        lambda: ("p.csv", b"truth,a,b\n" + b'"' * pick.randrange(2000)),
        lambda: ("p.csv", ("truth,a,b\n" + "".join(f"{x},{x * 7},{x * 3}\n" for x in range(900))).encode()),
        lambda: ("p.csv", b""),
        lambda: (bad[:200], TABLE.encode()),
        lambda: ("p.csv", TABLE.encode()),
    ]
    return pick.choice(makers)()


def part(name, value, file=None):
    extra = f'; filename="{file}"' if file is not None else ""
    head = f'--zz\r\nContent-Disposition: form-data; name="{name}"{extra}\r\n\r\n'
    return head.encode("utf-8", "replace") + value + b"\r\n"


def request(at):
    """The body and type of one malformed request."""
    pick, rng = random.Random(at), np.random.default_rng(at)  # noqa: S311 - not for secrets
    name, content = contents(pick, rng)
    parts = [part("file", content, name)]
    for _ in range(pick.choice([0, 0, 1, 2, 6])):
        word = pick.choice([*INJECTIONS, "nan", "-3", "mcnemar", "f1", "auc", "scores", "1e-300", "", "0"])
        parts.append(part(pick.choice(FIELDS), word.encode("utf-8", "replace")))
    broken = pick.randrange(12)
    if broken == 0:
        parts = [part(f"x{field}", b"1") for field in range(pick.randint(61, 3000))]
    elif broken == 1:
        parts = parts * pick.randint(2, 5)
    elif broken == 2:
        parts.append(part("file_b", contents(pick, rng)[1], "b.csv"))
    elif broken == 3:
        parts.append(b"--zz\r\nContent-Disposition: form-data\r\n\r\n1\r\n")
    pick.shuffle(parts)
    body = b"".join(parts) + b"--zz--\r\n"
    if broken == 4:
        body = body[: pick.randrange(len(body))]
    elif broken == 5:
        body = damaged(body, pick)
    elif broken == 6:
        body = rng.bytes(pick.randrange(3000))
    kinds = [KIND] * 12 + ["multipart/form-data", "multipart/form-data; boundary=", "text/csv", KIND + "z"]
    return body, pick.choice(kinds)


@pytest.fixture(scope="module")
def own(serving, tmp_path_factory):
    """A server whose every temporary file is in one folder."""
    folder, before = tmp_path_factory.mktemp("temporary"), tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        with serving() as started:
            yield started, folder
        assert list(folder.iterdir()) == []
    finally:
        tempfile.tempdir = before


@pytest.fixture(scope="module")
def post(own):
    """The answer to a malformed request, which is sent once."""
    return cache(lambda at: own[0].post("/compare", *request(at)))


@pytest.mark.parametrize("first", range(0, UPLOADS, BATCH))
def test_malformed_uploads(own, post, first, capfd):
    site, folder = own
    for at in range(first, first + BATCH):
        answer = post(at)
        assert answer.status in (200, 303, 400, 413, 415), (at, answer.status)
        if answer.status == 303:
            answer = site.get(answer.headers["location"])
            assert answer.status == 200, at
        check(answer, folder, at)
        assert site.left() == [], at
    assert [path for path in folder.rglob("*") if path.is_file()] == []
    assert site.get("/").status == 200
    assert capfd.readouterr().err == ""  # a fault would have been told there


def check(answer, folder, at):
    """A page that says something, with nothing in it that runs or that tells where files are."""
    text = answer.text
    assert text.startswith("<!doctype html>"), at
    for word in ("<script>", "<img", "onerror=alert(1)>", "Traceback", str(folder)):
        assert word not in text, (at, word)
    if answer.status >= 400:
        told = re.search(r'role="alert".*?<p>(.*?)</p>', text, re.DOTALL)
        assert told, at
        assert len(html.unescape(told[1])) > 20, at


def test_some_are_refused_and_some_are_compared(post):
    codes = [post(at).status for at in range(120)]
    assert codes.count(400) > 60
    assert codes.count(303) > 2
