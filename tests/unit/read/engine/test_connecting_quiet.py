import logging
import subprocess
import sys
import warnings

from bakeoff.read.engine.connecting import unheard, unlogged, unwarned


def test_what_other_programs_write_is_not_heard_meanwhile(capfd):
    loud = [sys.executable, "-c", "import sys; print('out'); print('err', file=sys.stderr)"]
    with unheard():
        subprocess.run(loud, check=True)
    assert capfd.readouterr() == ("", "")
    subprocess.run(loud, check=True)
    assert capfd.readouterr() == ("out\n", "err\n")


def test_warnings_and_logs_are_kept_back_meanwhile(monkeypatch):
    told = []
    heard = logging.Handler()
    heard.emit = lambda record: told.append(record.getMessage())
    monkeypatch.setattr(logging.root, "handlers", [heard])
    with unwarned(), unlogged("chatter"):
        warnings.warn("never mind", FutureWarning, stacklevel=1)
        logging.getLogger("chatter").error("never mind")
    assert told == []
    logging.getLogger("chatter").error("mind")
    assert told == ["mind"]
