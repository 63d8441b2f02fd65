"""Random texts and numbers that tell canonical forms apart."""

from __future__ import annotations

from random import Random

from . import multibase

PIECES = (
    "plain", "  two  spaces  ", "홍길동", "서울특별시 강남구", "a/b", "\\", "\"quoted\"", "line\nbreak", "tab\there", "\u0001", "\u007f", "é", "e\u0301",
    "😀", "<&>'=", "", "null", "\r\n", "\b\f", "0", "ﬁ", "Ünïcode ✓", "\u00a0", "\uffff",
)


def text(random: Random) -> str:
    return "".join(random.choice(PIECES) for _ in range(random.randint(1, 3)))


def word(random: Random) -> str:
    return f"{random.choice(('a', 'b', 'c'))}{random.getrandbits(32):08x}"


def uuid(random: Random) -> str:
    digits = f"{random.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def nonce(random: Random, size: int = 16) -> str:
    return multibase.encode(random.randbytes(size), random.choice(multibase.PREFIXES))


def url(random: Random) -> str:
    return f"http://127.0.0.1:{random.randint(1024, 65535)}/{word(random)}?name={word(random)}&x=1"


def moment(random: Random, year: int) -> str:
    """Any of the forms that a reader has to take (OpenDID sheet 1.3)."""
    stem = f"{year}-{random.randint(1, 12):02}-{random.randint(1, 28):02}T{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}"
    digits = random.choice((0, 0, 3, 6, 9))
    fraction = "." + "".join(random.choice("0123456789") for _ in range(digits)) if digits else ""
    return stem + fraction + random.choice(("Z", "Z", "+09:00", "-03:30"))
