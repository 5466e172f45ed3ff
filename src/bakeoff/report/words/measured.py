"""Words for what was measured about a method."""

from bakeoff.core.design import spoken
from bakeoff.core.verdict import Measured
from bakeoff.report.words.facts import option_told


def measured_told(found: Measured) -> str:
    """What was measured about the method, and what its record adds."""
    if not found.worlds:
        return found.remark
    given = ", ".join(f"{name} {value}" for name, value in found.options)
    lacking, by = [], ""
    if found.unmeasured is not None:
        asked = "".join(f", {name} {option_told(value)}" for name, value in found.unmeasured_options)
        given = given or "its usual options"
        lacking.append(f"with {spoken(found.unmeasured)}{asked}")
    if found.unmeasured_metric:
        by = ", by accuracy,"
        lacking.append(f"by {found.unmeasured_metric}")
    options = f" and {given}" if given else ""
    told = (
        f"with {found.under}{options}, the false-alarm rate of this method{by} was {100 * found.low:.1f} to "
        f"{100 * found.high:.1f} % at a nominal {100 * found.level:g} %, two-sided, in {found.worlds} "
        f"simulated settings without a true difference"
    )
    told += f"; it was not measured {', or '.join(lacking)}" if lacking else ""
    return f"{told}; {found.remark}" if found.remark else told
