"""Passwords in the addresses of databases: never shown."""

import re
from collections.abc import Iterable
from urllib.parse import unquote, unquote_plus

from bakeoff.core.exceptions import InputError

MASK = "***"
# Settings in an address that are no secret: their values may stand in a driver's message.
OPEN = ("sslmode", "connect_timeout", "application_name", "user", "host", "port", "dbname", "schema", "role")
_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*://")


def masked(address: str) -> str:
    """An address of a database with everything in it that may be secret replaced by stars.

    Between the first colon and the last ``@`` stands the password, whatever characters it holds;
    the values of settings after ``?`` may be tokens, and none of them is needed to know the place.

    Examples
    --------
    >>> masked("postgres://ann:s3cret@db.example.org:5432/evals?sslmode=require")
    'postgres://ann:***@db.example.org:5432/evals?sslmode=***'
    >>> masked("postgres://ann:p@ss/w:rd@db.example.org/evals")
    'postgres://ann:***@db.example.org/evals'
    >>> masked("host=db.example.org password=s3cret")
    '***'
    """
    scheme, found, rest = address.partition("://")
    if not found:
        return MASK
    who, at, place = rest.rpartition("@")
    if "?" in who:  # the last @ may stand in a setting, and what follows it be half a token
        return f"{scheme}://{MASK}"
    path, asked, settings = place.partition("#")[0].partition("?")
    names = [each.partition("=")[0] if "=" in each else MASK for each in settings.split("&")]
    user, secret, _ = who.partition(":")
    user = MASK if "/" in user else user
    shown = f"{scheme}://{user}" + (f":{MASK}" if secret else "") + at + path
    return shown + (asked + "&".join(f"{name}={MASK}" for name in names) if asked else "")


def masked_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a command line, the address after ``--connect`` masked.

    Examples
    --------
    >>> masked_words(["compare", "--connect", "postgres://ann:s3cret@db/evals", "--table", "t"])
    ('compare', '--connect', 'postgres://ann:***@db/evals', '--table', 't')
    >>> masked_words(["compare", "--connect=host=db password=s3cret"])
    ('compare', '--connect=***')
    """
    shown: list[str] = []
    for word in words:
        option, equals, value = word.partition("=")
        if shown and shown[-1] == "--connect":
            shown.append(masked(word))
        elif option == "--connect" and equals:
            shown.append(f"{option}={masked(value)}")
        else:
            shown.append(masked(word) if _ADDRESS.match(word) else word)
    return tuple(shown)


def scrubbed(message: str, address: str) -> str:
    r"""What a driver said, on one line, without the secrets of an address however they are written.

    Examples
    --------
    >>> scrubbed('no such user: ann\n  with "s3:cret"', "postgres://ann:s3%3Acret@db/evals")
    'no such user: ann with "***"'
    """
    secrets = {form for secret in _secrets(address) for form in _forms(secret)}
    for secret in sorted(secrets, key=lambda each: (-len(each), each)):
        message = message.replace(secret, MASK)
    return " ".join(message.split())


def reason(problem: Exception, address: str) -> str:
    r"""What a driver complains of, without the query or the page of Java that it repeats below.

    Examples
    --------
    >>> reason(ValueError("no such column: x\nLINE 1: SELECT ...\n"), "")
    'no such column: x'
    >>> reason(ValueError("An error occurred while calling o1.sql.\n: java.lang.X: no master\n\tat ..."), "")
    'no master'
    """
    said = re.sub(r"^An error occurred while calling .*\n: ([\w.$]+: )?", "", str(problem).strip())
    line = said.splitlines()[0] if said else type(problem).__name__
    return scrubbed(line, address)


def check_address(address: str) -> None:
    """Refuse an address whose password cannot be told from the rest: drivers would show half of it.

    Examples
    --------
    >>> check_address("postgres://ann:p@ss@db/evals")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: the address after --connect has @, /, ? or # in its password; \
expected them as %40, %2F, %3F and %23, or the password in the environment (PGPASSWORD)
    """
    who, found, _ = address.partition("://")[2].rpartition("@")
    if found and re.search("[@/?#]", who):
        raise InputError(
            "the address after --connect has @, /, ? or # in its password; expected them as %40, "
            "%2F, %3F and %23, or the password in the environment (PGPASSWORD)"
        )


def _secrets(address: str) -> list[str]:
    rest = address.partition("://")[2]
    who, _, place = rest.rpartition("@")
    pairs = [each.partition("=") for each in place.partition("?")[2].split("&")]
    return [who.partition(":")[2], *(value for name, _, value in pairs if name not in OPEN)]


def _forms(secret: str) -> set[str]:
    """How a secret may be written in a message: as in the address, decoded, quoted."""
    plain = {secret, unquote(secret), unquote_plus(secret)}
    return {form for each in plain for form in (each, repr(each)[1:-1], each.replace("'", "''")) if form}
