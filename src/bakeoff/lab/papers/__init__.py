"""The published tables and figures, one file each, recomputed and compared with print."""

from bakeoff.core.registry import Registry
from bakeoff.lab.exhibit import Exhibit

EXHIBITS: Registry[Exhibit] = Registry("table or figure", __name__)
