"""Populations of items with attributes and a class, whose truth is known: one file each."""

from bakeoff.core.registry import Registry
from bakeoff.lab.population import Population

POPULATIONS: Registry[Population] = Registry("population", __name__)
