"""Passwords in the addresses of databases, and elsewhere in commands: never shown."""

import re
from collections.abc import Iterable
from urllib.parse import unquote, unquote_plus

from bakeoff.core.exceptions import InputError

MASK = "***"
# Settings in an address that are no secret: their values may be in a driver's message.
OPEN = ("sslmode", "connect_timeout", "application_name", "user", "host", "port", "dbname", "schema", "role")
_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*://")
# An address in quotes, which may hold blanks, up to its last @; and any word up to its last @.
_LOGINS = (re.compile(r"(?<=')[\w+.-]+://[^']*@"), re.compile(r"\S+"))
_SETTINGS = re.compile(r"://[^\s?'\"]*\?[^\s'\"]+")
# A word for a secret, what joins it to its value, and the value: in quotes (in SQL's text they are doubled)
# or up to a blank or quote. A query may compare a column of such a name: better hidden than shown.
_NAMED = re.compile(
    r"""((?:password|passwort|passwd|passphrase|passcode|pwd|token|secret|credentials?|(?<![a-z])pass
        |(?:api|access|account|private|secret)[-_]?key)\d*
        (?:["'`\]]?\s*(?:=>|==|:=|<>|!=|=)\s*|"\s*:\s*(?=")|(?<=password)\s+(?=')))
    (?:''(?:\\.|[^'\\])+''|'(?:\\.|''|[^'\\])*(?:'|$)|"(?:\\.|""|[^"\\])*(?:"|$)|(?:\\.|''|[^\s'])+)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def masked(address: str) -> str:
    """An address of a database with everything in it that may be secret replaced by stars.

    The password is between the first colon and the last ``@``, whatever characters it holds;
    the values of settings after ``?`` may be tokens, and none of them is needed to know the place.

    >>> masked("postgres://ann:s3cret@db.example.org:5432/evals?sslmode=require")
    'postgres://ann:***@db.example.org:5432/evals?sslmode=***'
    >>> masked("postgres://ann:p@ss/w:rd@db.example.org/evals")
    'postgres://ann:***@db.example.org/evals'
    >>> masked("spark://local;token=s3cret")
    'spark://local;token=***'
    >>> masked("host=db.example.org password=s3cret")
    '***'
    """
    scheme, found, rest = address.partition("://")
    if not found:
        return MASK
    who, at, place = rest.rpartition("@")
    user, secret, _ = who.partition(":")
    if "?" in who or ";" in user:  # the last @ may be in a setting, and what follows it half a token
        return f"{scheme}://{MASK}"
    path, asked, settings = _parts(place.partition("#")[0])
    between = ";" if asked == ";" else "&"
    names = [each.partition("=")[0] if "=" in each else MASK for each in settings.split(between)]
    user = MASK if "/" in user else user
    shown = f"{scheme}://{user}" + (f":{MASK}" if secret else "") + at + path
    return shown + (asked + between.join(f"{name}={MASK}" for name in names) if asked else "")


def hidden(text: str) -> str:
    """Any text with passwords and the logins of addresses replaced by stars.

    >>> hidden("SELECT * FROM dblink('host=db password=s3cret', 'SELECT 1')")
    "SELECT * FROM dblink('host=db password=***', 'SELECT 1')"
    >>> hidden("no table is called 'postgres://ann:s3cret@db/evals?sslmode=require'")
    "no table is called 'postgres://ann:***@db/evals?sslmode=***'"
    """
    for login in _LOGINS:
        text = login.sub(lambda found: _without_login(found[0]), text)
    text = _SETTINGS.sub(lambda found: re.sub("=[^&]*", f"={MASK}", found[0]), text)
    return _NAMED.sub(rf"\1{MASK}", text)


def masked_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a command line, the address after ``--connect`` masked, and secrets in any other word.

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
            shown.append(masked(word) if _ADDRESS.match(word) else hidden(word))
    return tuple(shown)


_SECRET_SETTING = re.compile(
    r"[?;&][\w-]*(?:pass|pwd|token|secret|key|credential)[\w-]*=[^&;]", re.IGNORECASE
)


def refuse_passwords(words: Iterable[str]) -> None:
    """Refuse a command line with a password in an address: every user of the machine can read it there.

    >>> refuse_passwords(["compare", "--connect", "postgres://ann:s3cret@db/evals"])
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: postgres://ann:***@db/evals contains a password, which other users \
of this machine can see; put it in an environment variable: PGPASSWORD, or BAKEOFF_PASSWORD for other \
databases
    """
    for word in words:
        address = word.partition("=")[2] if word.startswith("--") else word
        if not _ADDRESS.match(address):
            continue
        who = address.partition("://")[2].rpartition("@")[0]
        if who.partition(":")[2] or _SECRET_SETTING.search(address):
            raise InputError(
                f"{masked(address)[:100]} contains a password, which other users of this machine can "
                f"see; put it in an environment variable: PGPASSWORD, or BAKEOFF_PASSWORD for other "
                f"databases"
            )


def scrubbed(message: str, address: str) -> str:
    r"""What a driver said, on one line, without the secrets of an address however they are written.

    >>> scrubbed('no such user: ann\n  with "s3:cret"', "postgres://ann:s3%3Acret@db/evals")
    'no such user: ann with "***"'
    """
    secrets = {form for secret in _secrets(address) for form in _forms(secret)}
    for secret in sorted(secrets, key=lambda each: (-len(each), each)):
        message = message.replace(secret, MASK)
    return hidden(" ".join(message.split()))


def reason(problem: Exception, address: str) -> str:
    r"""The error of a driver, without the query or the Java traceback below it.

    >>> reason(ValueError("no such column: x\nLINE 1: SELECT ...\n"), "")
    'no such column: x'
    >>> reason(ValueError("An error occurred while calling o1.sql.\n: java.lang.X: no master\n\tat ..."), "")
    'no master'
    """
    said = re.sub(r"^An error occurred while calling .*\n: ([\w.$]+: )?", "", str(problem).strip())
    line = said.splitlines()[0] if said else type(problem).__name__
    return scrubbed(line, address)


def check_address(address: str) -> None:
    """Refuse an address whose password cannot be separated from the rest: drivers would show half of it.

    >>> check_address("postgres://ann:p@ss@db/evals")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: the password in the address after --connect contains @, /, ? or #; \
write them as %40, %2F, %3F and %23, or put the password in the environment (PGPASSWORD)
    """
    who, found, _ = address.partition("://")[2].rpartition("@")
    if found and (re.search("[@/?#]", who) or ";" in who.partition(":")[0]):
        raise InputError(
            "the password in the address after --connect contains @, /, ? or #; write them "
            "as %40, %2F, %3F and %23, or put the password in the environment (PGPASSWORD)"
        )


def _secrets(address: str) -> list[str]:
    rest = address.partition("://")[2]
    who, _, place = rest.rpartition("@")
    place, _, fragment = place.partition("#")
    settings = _parts(place)[2]
    pairs = [each.partition("=") for each in (*settings.split("&"), *re.split("[&;]", settings))]
    values = [value if equals else name for name, equals, value in pairs if name not in OPEN]
    return [who.partition(":")[2], fragment, *values]


def _without_login(word: str) -> str:
    """A word without what is between the user of an address in it and the last @.

    Cut without a pattern, which would search for an @ from every :// on and take a second for a long text.
    """
    scheme, found, rest = word.partition("://")
    who, at, place = rest.rpartition("@")
    user, colon, _ = who.partition(":")
    return f"{scheme}://{user}:{MASK}@{place}" if found and at and colon else word


def _parts(place: str) -> tuple[str, str, str]:
    """The path of an address, what ends it, and its settings: after ? or, as Spark writes them, after ;."""
    path = re.split("[?;]", place, maxsplit=1)[0]
    return path, place[len(path) : len(path) + 1], place[len(path) + 1 :]


def _forms(secret: str) -> set[str]:
    """How a secret may be written in a message: as in the address, decoded, quoted."""
    plain = {secret, unquote(secret), unquote_plus(secret)}
    return {form for each in plain for form in (each, repr(each)[1:-1], each.replace("'", "''")) if form}
