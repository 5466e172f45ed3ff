"""Long lines of shown output wrap as sentences do; those of tables do not."""

import re

LONGEST = 40  # characters that fit on a phone
OUTPUT = re.compile(r'<span class="go">([^<]+)</span>')
ENTITY = re.compile(r"&\w+;|&#\d+;")
ROW = re.compile(r"^ *\S+(?: \S+)*  +")  # what a row begins with: spaces, its name, and a gap
COLUMNS = re.compile(r"\S  +\S.*\S  +\S")  # two gaps or more


def wrapped(body: str) -> str:
    """The HTML of a page in which long lines of prose among the outputs may be broken.

    >>> wrapped('<span class="go">  caveat: few</span>')
    '<span class="go">  caveat: few</span>'
    """
    return OUTPUT.sub(lambda found: _line(found[0], found[1]), body)


def _line(html: str, line: str) -> str:
    text = ENTITY.sub("?", line)
    if len(text) <= LONGEST or COLUMNS.search(text):
        return html
    # Further lines begin below the text of a row, or below the second word of a sentence.
    row = ROW.match(text)
    indent = row.end() if row else len(text) - len(text.lstrip()) + 2
    return f'<span class="go long" style="--indent:{indent}ch">{line}</span>'
