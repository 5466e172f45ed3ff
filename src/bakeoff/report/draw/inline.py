"""The SVG of matplotlib as an element for a page: no ids, no styles, few bytes."""

import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from html import escape
from itertools import groupby

from bakeoff.report.draw.looks import INK

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
# The page has its own font; the rest are defaults.
NEEDLESS = {"font-family", "stroke-dashoffset", "stroke-linejoin", "clip-path"}
STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
FONT = re.compile(r"\bfont: (?:(\w+) )?([\d.]+px)[^;]*")
Shape = tuple[str, str, str]  # a name, where it is and what it says, how it looks


def inlined(page: str, *, title: str, alt: str) -> str:
    """The drawing as one element, in the order in which it was drawn."""
    root = ElementTree.fromstring(page)  # noqa: S314 - written by matplotlib
    body = "".join(
        _together([(name, rest) for name, rest, _ in shapes], looks)
        for looks, shapes in groupby(_shapes(root), key=lambda shape: shape[2])
    )
    box = " ".join(_short(float(number)) for number in root.attrib["viewBox"].split())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" stroke-linejoin="round">'
        f"<title>{escape(title)}</title><desc>{escape(alt)}</desc>{body}</svg>"
    )


def _together(shapes: list[tuple[str, str]], looks: str) -> str:
    """Neighbours with the same style share its attributes."""
    if len(shapes) == 1:
        name, rest = shapes[0]
        return f"<{name}{looks}{rest}"
    return f"<g{looks}>" + "".join(f"<{name}{rest}" for name, rest in shapes) + "</g>"


def _shapes(root: ElementTree.Element) -> Iterator[Shape]:
    """Every path, use and text outside definitions."""
    defined = {
        each.attrib["id"]: each.attrib["d"]
        for each in root.iter(f"{SVG}path")
        if "id" in each.attrib  # only definitions have one
    }
    for each in root.iter():
        if each.tag == f"{SVG}text":
            looks = _looks(each)
            # Without a colour, letters would be black on any background.
            yield "text", _text(each), looks if " fill=" in looks else f'{looks} fill="{INK}"'
        elif each.tag == f"{SVG}path" and "id" not in each.attrib and not _is_ground(each):
            yield "path", f' d="{_moved(each.attrib["d"], 0, 0)}"/>', _looks(each)
        elif each.tag == f"{SVG}use":
            x, y = float(each.attrib["x"]), float(each.attrib["y"])
            yield *_marker(defined[each.attrib[LINK][1:]], x, y), _looks(each)


def _is_ground(each: ElementTree.Element) -> bool:
    """Whether a path only paints a white background, which the page may not have."""
    style = each.attrib.get("style", "").replace(" ", "").lower()
    return "fill:#ffffff" in style and ("stroke:" not in style or "stroke:none" in style)


def _text(each: ElementTree.Element) -> str:
    words = escape("".join(each.itertext()), quote=False)
    x, y = (_short(float(each.attrib[name])) for name in ("x", "y"))
    turned = re.match(r"rotate\((-?[\d.]+)", each.attrib.get("transform", ""))
    turn = f' transform="rotate({_short(float(turned[1]))} {x} {y})"' if turned and float(turned[1]) else ""
    return f' x="{x}" y="{y}"{turn}>{words}</text>'


def _marker(path: str, x: float, y: float) -> tuple[str, str]:
    """A path, moved to its place; a circle where it is one."""
    ends = [numbers[-2:] for _, numbers in _steps(path) if numbers]
    radii = [math.hypot(*end) for end in ends]
    if "C" in path and max(radii) - min(radii) < 1e-3:
        return "circle", f' cx="{_short(x)}" cy="{_short(y)}" r="{_short(radii[0])}"/>'
    return "path", f' d="{_moved(path, x, y)}"/>'


def _steps(path: str) -> list[tuple[str, list[float]]]:
    return [(step, [float(number) for number in numbers.split()]) for step, numbers in STEP.findall(path)]


def _moved(path: str, x: float, y: float) -> str:
    """A path with few decimals, moved."""
    return "".join(
        step + " ".join(_short(number + (y if at % 2 else x)) for at, number in enumerate(numbers))
        for step, numbers in _steps(path)
    )


def _looks(each: ElementTree.Element) -> str:
    """The style as attributes."""
    style = FONT.sub(_font, each.attrib.get("style", ""))
    pairs = [item.partition(":") for item in style.split(";") if item.strip()]
    return "".join(
        f' {name.strip()}="{escape(_value(name.strip(), value.strip()))}"'
        for name, _, value in pairs
        if name.strip() not in NEEDLESS
    )


def _font(found: re.Match[str]) -> str:
    """What older versions of matplotlib write as one font shorthand."""
    weight = f"; font-weight: {found[1]}" if found[1] else ""
    return f"font-size: {found[2]}{weight}"


def _value(name: str, text: str) -> str:
    """A value as an attribute has it; what is filled with the white of paper is hollow."""
    if name == "fill" and text.lower() == "#ffffff":
        return "none"
    return text.upper() if text.startswith("#") else text.removesuffix("px")


def _short(number: float) -> str:
    """At most two decimals.

    >>> _short(12.0), _short(0.456), _short(-0.001)
    ('12', '0.46', '0')
    """
    short = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
