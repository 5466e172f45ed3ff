"""One file for each method for many models; the file's name is the method's key."""

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.registry import Registry

MANY: Registry[ManyMethod] = Registry("method for many models", __name__)
