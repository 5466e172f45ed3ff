import socket
import time

import pytest

from bakeoff.web.uploads import LONGEST_NAME, shown_name

PREDICTIONS = "truth,a,b\n" + "x,x,y\n" * 20 + "y,y,y\n" * 20


def test_a_file_leaves_nothing_behind(site):
    assert site.send(files=[("file", "p.csv", PREDICTIONS)]).status == 303
    assert site.left() == []


def test_one_that_cannot_be_read_leaves_nothing_behind(site):
    answer = site.send(files=[("file", "p.csv", "truth,a,b\n1,2\n")])
    assert (answer.status, site.left()) == (400, [])
    assert "of p.csv has 2 fields, but the header has 3" in answer.text


def test_no_place_on_this_machine_is_told(site):
    answer = site.send(files=[("file", "p.parquet", b"PAR1" + b"\x00" * 40 + b"PAR1")])
    assert answer.status == 400
    assert "p.parquet cannot be read as Parquet" in answer.text
    assert str(site.app.state.folder) not in answer.text


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\data\\p.csv", "p.csv"),
        ("/", "the file"),
        (None, "the file"),
        ("a\nb\x1b[31m.csv", "a\\nb\\x1b[31m.csv"),
        ("x" * 300 + ".csv", ("x" * 300 + ".csv")[-LONGEST_NAME:]),
    ],
)
def test_a_name_is_only_shown(given, shown):
    assert shown_name(given) == shown


@pytest.mark.parametrize("name", ["../../../tmp/owned.csv", "p.csv/../../x", "p.sh", "con", ".parquet.csv"])
def test_a_name_is_never_a_path(site, name):
    assert site.send(files=[("file", name, PREDICTIONS)]).status == 303
    assert site.left() == []


@pytest.mark.slow
def test_the_limit_by_the_header(serving):
    with serving(limit=1000) as own:
        answer = own.send(files=[("file", "p.csv", PREDICTIONS * 10)])
        assert answer.status == 413
        assert "more than 0.001 MB" in answer.text
        assert own.send(files=[("file", "p.csv", PREDICTIONS)]).status == 303


def test_the_limit_while_it_streams(serving):
    with serving(limit=100_000) as own:
        body, kind = own.multipart({}, [("file", "p.csv", PREDICTIONS * 1000)])
        pieces = (body[at : at + 5000] for at in range(0, len(body), 5000))
        answer = own.post("/compare", pieces, kind)
        assert (answer.status, own.left()) == (413, [])
        assert own.get("/").status == 200


@pytest.mark.parametrize("length", ["-1", "9" * 40, "1e3", "abc"])
def test_a_strange_length(site, length):
    lines = [
        "POST /compare HTTP/1.1",
        f"Host: {site.host}",
        f"Origin: {site.url}",
        f"Content-Length: {length}",
    ]
    head = "\r\n".join([*lines, "", ""])
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).split()[1] in (b"400", b"413")


def test_a_browser_that_goes_away_leaves_nothing(site):
    body, kind = site.multipart({}, [("file", "p.csv", PREDICTIONS * 5000)])
    head = (
        f"POST /compare HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.url}\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall(head.encode() + body[: len(body) // 2])
    time.sleep(0.05)
    assert site.left() == []
    assert site.get("/").status == 200


@pytest.mark.parametrize(
    ("kind", "status"),
    [("text/plain", 415), ("", 415), ("multipart/form-data", 400), ("multipart/form-data; boundary=zz", 400)],
)
def test_what_is_not_a_form(site, kind, status):
    answer = site.post("/compare", b"truth,a,b\n", kind)
    assert answer.status == status
    assert "What to do" in answer.text


def test_a_form_that_is_cut_off(site):
    body, kind = site.multipart({}, [("file", "p.csv", PREDICTIONS)])
    answer = site.post("/compare", body[:-30], kind)
    assert answer.status == 400
    assert "The upload is incomplete" in answer.text


def test_too_many_fields_and_files(site):
    answer = site.send(fields={f"f{at}": "" for at in range(200)})
    assert (answer.status, "Too many fields" in answer.text) == (400, True)
    answer = site.send(files=[("file", f"{at}.csv", PREDICTIONS) for at in range(60)])
    assert (answer.status, "Too many files" in answer.text) == (400, True)
    assert "Expected at most 50 files of models" in answer.text
    assert site.left() == []
    assert site.send(fields={"metric": "x" * 20_000}).status == 400
    assert site.post("/counts", b"n=" + b"9" * 20_000).status == 400


def test_a_large_upload_gets_its_page_although_it_is_sent_to_the_end(serving):
    """As a browser does it: it looks at the answer only once it has sent everything."""
    with serving(limit=1_000_000) as own:
        for size, chunked in ((5_000_000, False), (5_000_000, True)):
            body, kind = own.multipart({}, [("file", "p.csv", b"x" * size)])
            sent = (body[at : at + 50_000] for at in range(0, size, 50_000)) if chunked else body
            answer = own.post("/compare", sent, kind)
            assert (answer.status, own.left()) == (413, [])
            assert "This is too large" in answer.text
        assert own.post("/compare", b"", kind, Content_Length="99999999999").status in (400, 413)


@pytest.mark.slow
@pytest.mark.parametrize("fields", [{}, {"kind": "ranking"}, {"kind": "scores"}])
def test_the_page_of_a_wide_file_is_small(site, fields):
    for count, name, status in ((2000, "c{}", 200), (300, "&" * 90 + "{}", 200), (20_000, "c{}", 400)):
        names = [name.format(at) for at in range(count)]
        rows = ",".join(names) + "\n" + (",".join("1" * count) + "\n") * 2
        answer = site.send(fields=fields, files=[("file", "w.csv", rows)])
        assert (answer.status in (status, 400), len(answer.body) < 1_000_000) == (True, True)
    assert "w.csv has 20,000 columns; expected at most 10,000" in answer.text
