import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.web.settings import Settings


def test_the_usual_port_is_left_out_of_the_host():
    assert Settings(port=80).hosts == {"127.0.0.1", "[::1]", "localhost"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"port": 70_000}, "port is 70000; expected a number from 0"), ({"limit": 0}, "limit is 0; expected")],
)
def test_what_cannot_be_served(wrong, told):
    with pytest.raises(InputError, match=told):
        Settings(**wrong)
