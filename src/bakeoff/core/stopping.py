"""Signals that ask a command to end, besides Ctrl-C."""

import signal

# From a program or a machine that stops, a terminal that is closed, and Ctrl-\\.
REQUESTS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
