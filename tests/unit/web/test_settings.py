import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.web.settings import Settings


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"port": 70_000}, "port is 70000; expected a number from 0"), ({"limit": 0}, "limit is 0; expected")],
)
def test_what_cannot_be_served(wrong, told):
    with pytest.raises(InputError, match=told):
        Settings(**wrong)
