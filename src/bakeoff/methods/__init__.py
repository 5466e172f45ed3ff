"""One file for each statistical method; the file's name is the method's key."""

from bakeoff.core.method import Method
from bakeoff.core.registry import Registry

METHODS: Registry[Method] = Registry("method", __name__)
