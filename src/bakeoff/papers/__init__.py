"""The published tables and figures, one file each, computed again and held beside print."""

from bakeoff.core.exhibit import Exhibit
from bakeoff.core.registry import Registry

EXHIBITS: Registry[Exhibit] = Registry("table or figure", __name__)
