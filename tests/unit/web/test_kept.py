import pytest

from bakeoff.web.kept import Kept
from bakeoff.web.refusals import RefusalError


def test_the_oldest_is_dropped():
    kept = Kept(most=2)
    names = [kept.keep(at) for at in range(3)]
    assert [kept[name] for name in names[1:]] == [1, 2]
    with pytest.raises(RefusalError, match="This result is gone") as gone:
        kept[names[0]]
    assert gone.value.status == 404


def test_names_cannot_be_guessed():
    kept = Kept(most=1)
    names = {kept.keep(None) for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 24  # 18 bytes
