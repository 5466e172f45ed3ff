"""Workers end soon after the process that they work for, whatever ended it."""

import os
import signal
import sys
import time
from threading import Thread

from bakeoff.core.stopping import REQUESTS

LOOK_SECONDS = 1.0
PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>


def end_with(parent: int, at_once: bool) -> None:
    """Prepare a worker that has just started: it ends when the process that started it has ended.

    Linux ends it ``at_once``, even in the middle of compiled code, but does so when the thread ends that
    started it: this may be set only where that is the main thread. Elsewhere a thread checks whether
    the parent is still running. A request to end that goes to a group of processes is left to the parent.
    """
    for number in REQUESTS:
        signal.signal(number, lambda *_: None)
    if at_once and sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
    Thread(target=_look_after, args=(parent,), daemon=True).start()


def _look_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
