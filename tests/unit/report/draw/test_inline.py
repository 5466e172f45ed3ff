import pytest

from bakeoff.report.draw.inline import inlined

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100pt" '
    'height="50pt" viewBox="0 0 100 50.000001">'
)
START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" role="img" stroke-linejoin="round">'


def body(shapes):
    page = inlined(f"{HEAD}{shapes}</svg>", title="t", alt="a")
    start = f"{START}<title>t</title><desc>a</desc>"
    assert page.startswith(start)
    return page.removeprefix(start).removesuffix("</svg>")


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        (
            '<path d="M 1.004 2 \nL 3.14159 -0.001 z" style="fill: #e8e8e8"/>',
            '<path fill="#E8E8E8" d="M1 2L3.14 0z"/>',
        ),
        (
            '<defs><path id="m" d="M 0 0 L 0 3"/></defs>'
            '<use xlink:href="#m" x="5" y="6" style="stroke: #222222"/>',
            '<path stroke="#222222" d="M5 6L5 9"/>',
        ),
        (
            "<text style=\"font-size: 10px; font-family: 'DejaVu Sans'; text-anchor: end\" x='1' y='2' "
            "transform='rotate(-0 1 2)'>a &lt; b</text>",
            '<text font-size="10" text-anchor="end" fill="#222222" x="1" y="2">a &lt; b</text>',
        ),
        (
            "<text style=\"font: 700 12px 'DejaVu Sans', sans-serif\" x='1' y='2' "
            "transform='rotate(-90 1 2)'>a</text>",
            '<text font-size="12" font-weight="700" fill="#222222" x="1" y="2" '
            'transform="rotate(-90 1 2)">a</text>',
        ),
        (
            '<path d="M 1 1" style="fill: none"/><path d="M 2 2" style="fill: none"/>',
            '<g fill="none"><path d="M1 1"/><path d="M2 2"/></g>',
        ),
        ('<path d="M 0 0 L 9 9 z" style="fill: #ffffff"/>', ""),
        ('<path d="M 0 0 L 9 9 z" style="fill: #ffffff; stroke: none"/>', ""),
        (
            '<path d="M 1 1" style="fill: #ffffff; stroke: #0072b2"/>',
            '<path fill="none" stroke="#0072B2" d="M1 1"/>',
        ),
        (
            '<text style="font-size: 10px; fill: #666666" x="1" y="2">a</text>',
            '<text font-size="10" fill="#666666" x="1" y="2">a</text>',
        ),
    ],
    ids=["path", "use", "text", "font in one", "alike", "ground", "page", "hollow", "text in grey"],
)
def test_shapes(shapes, expected):
    assert body(shapes) == expected


def test_a_path_of_curves_round_the_origin_is_a_circle():
    bow = "C 0.5 2 1 1.7 1.414214 1.414214 C 1.7 1 2 0.5 2 0 C 2 -0.5 1.7 -1 0 -2 z"
    use = '<use xlink:href="#m" x="5" y="6"/>'
    assert body(f'<defs><path id="m" d="M 0 2 {bow}"/></defs>{use}') == '<circle cx="5" cy="6" r="2"/>'
    assert "circle" not in body(f'<defs><path id="m" d="M 0 2.5 {bow}"/></defs>{use}')
