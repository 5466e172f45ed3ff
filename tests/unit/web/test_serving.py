import socket

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.web.serving import listen


def test_loopback_alone():
    sockets = listen(0)
    try:
        names = [each.getsockname() for each in sockets]
        assert names[0][0] == "127.0.0.1"
        assert {name[0] for name in names} <= {"127.0.0.1", "::1"}
        assert len({name[1] for name in names}) == 1
        for name in names:
            socket.create_connection(name[:2], timeout=10).close()
    finally:
        for each in sockets:
            each.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.org", ""])  # noqa: S104
def test_other_addresses_are_refused(host):
    with pytest.raises(InputError, match=r"expected localhost, 127.0.0.1 or ::1"):
        listen(0, host)


def test_a_port_that_is_taken():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(InputError, match=rf"port {port} cannot be used .* --port 0 for any that is free"):
            listen(port)
