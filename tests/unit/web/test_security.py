import pytest

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SEVERAL = ["/", "/intervals", "/static/web.css", "/static/htmx.min.js", "/nowhere", "/results/none"]


@pytest.mark.parametrize("path", SEVERAL)
def test_every_answer_has_the_headers(site, path):
    answer = site.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers


def test_pages_are_not_kept_by_the_browser(site):
    assert site.get("/").headers["cache-control"] == "no-store"
    assert site.get("/static/web.css").headers["cache-control"] == "max-age=300"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_names_of_this_machine(site, host):
    assert site.get("/", Host=f"{host}:{site.port}").status == 200


@pytest.mark.parametrize("host", ["localhost:9000", "127.0.0.1:1", "[::1]:8080", "localhost"])
def test_a_forwarded_port_has_another_number(site, host):
    """Editors and SSH forward a port to any other; 80 is left out by browsers."""
    assert site.get("/", Host=host).status == 200
    own = {"Host": host, "Origin": f"http://{host}"}
    assert site.post("/counts", **own).status == 400
    assert site.post("/counts", **own | {"Origin": "http://localhost:8000"}).status == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:{port}",
        "evil.example",
        "localhost:{port}.evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:{port}",
        "localhost:",
        "localhost:x",
        "localhost:123456",
        "",
        "{port}",
    ],
)
def test_other_names_are_refused(site, host):
    answer = site.get("/", Host=host.format(port=site.port))
    assert answer.status == 421
    assert "expected localhost" in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_a_name_of_a_host_is_escaped(site):
    assert "<script>" not in site.get("/", Host="<script>alert(1)</script>").text


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": "http://{host}"},
        {"Origin": "http://{host}", "Sec_Fetch_Site": "same-origin"},
        {"Origin": "null", "Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "same-origin"},
    ],
)
@pytest.mark.slow
def test_own_pages_may_send(site, said):
    headers = {name: value.format(host=site.host) for name, value in said.items()}
    assert site.ask("POST", "/example", **headers).status == 303


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "https://{host}"},
        {"Origin": "http://localhost:{port}"},  # another of our names, but not the one that was asked
        {"Origin": "http://{host}.evil.example"},
        {"Origin": "http://{host}", "Sec_Fetch_Site": "cross-site"},
        {"Origin": "null", "Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "none"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_others_may_not(site, said, method):
    headers = {name: value.format(host=site.host, port=site.port) for name, value in said.items()}
    answer = site.ask(method, "/example", **headers)
    assert answer.status == 403
    assert "Sent from somewhere else" in answer.text


def test_a_fault_is_told_without_where_it_is(serving, monkeypatch, capsys):
    async def fail(self, call):
        raise RuntimeError("a\nfault \x1b[31m")

    monkeypatch.setattr("bakeoff.web.work.Workers.run", fail)
    with serving() as own:
        answer = own.post("/counts", b"n=3")
        assert answer.status == 500
        assert "This is a fault of bakeoff" in answer.text
        assert "RuntimeError" not in answer.text
        assert "Traceback" not in answer.text
        assert own.get("/").status == 200
    assert capsys.readouterr().err == "error: RuntimeError: a fault \\x1b[31m\n"
