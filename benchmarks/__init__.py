"""How fast the parts are that users wait for: ``python -m benchmarks`` prints a table.

Times are compared within one run, so that the speed of the machine cancels out. Not part of the tests.
"""
