"""Many cases in one test: to collect, start and report a test takes longer than most cases of a table."""

import functools
import inspect

import pytest

CASE = type(pytest.param())


def in_one_test(names, cases):
    """Run a test for each case, as `pytest.mark.parametrize` would, but in one test; all that fail are told.

    Fixtures are made once for all cases.
    """
    names = tuple(names.replace(",", " ").split()) if isinstance(names, str) else names
    cases = [_values(case, len(names)) for case in cases]

    def looped(test):
        @functools.wraps(test)
        def every(**fixtures):
            assert cases, "there is nothing to test"
            failed = []
            for case in cases:
                given = dict(zip(names, case, strict=True))
                try:
                    test(**fixtures, **given)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"where {given}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases fail", failed)

        asked = inspect.signature(test).parameters
        every.__signature__ = inspect.Signature([asked[name] for name in asked if name not in names])
        return every

    return looped


def _values(case, names):
    if isinstance(case, CASE):
        return case.values
    return case if names > 1 else (case,)
