"""Populations whose truth is known, at the level of outcomes: one file each. Of items: `populations`."""

from bakeoff.core.registry import Registry
from bakeoff.core.world import World

WORLDS: Registry[World] = Registry("world", __name__)
