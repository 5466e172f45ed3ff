import pytest


def test_no_such_page(site):
    answer = site.get("/<script>")
    assert answer.status == 404
    assert "There is no such page" in answer.text
    assert "<script>" not in answer.text.replace("<script src", "")


@pytest.mark.parametrize(("method", "path"), [("GET", "/compare"), ("POST", "/intervals"), ("DELETE", "/")])
def test_not_asked_like_this(site, method, path):
    answer = site.ask(method, path, Origin=site.url)
    assert answer.status == 405
    assert f"does not answer {method}" in answer.text


def test_head_is_get_without_the_page(site):
    answer = site.ask("HEAD", "/")
    assert (answer.status, answer.body) == (200, b"")


def test_the_folder_is_private_and_goes_with_the_server(serving):
    with serving() as own:
        folder = own.app.state.folder
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "left").write_text("x")
    assert not folder.exists()
