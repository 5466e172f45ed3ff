"""Populations of items with attributes and a class, whose truth is known: one file each."""

from bakeoff.core.population import Population
from bakeoff.core.registry import Registry

POPULATIONS: Registry[Population] = Registry("population", __name__)
