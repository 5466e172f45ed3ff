"""One file for each kind of interval for a rate, found by key."""

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.registry import Registry

INTERVALS: Registry[RateInterval] = Registry("interval", __name__)

__all__ = ["INTERVALS"]
