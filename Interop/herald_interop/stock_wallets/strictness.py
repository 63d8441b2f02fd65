"""Whether the reader is as strict as the apps: what services answered, spoiled member by member, has to fail."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from ..checks import Checks, Refuted, expect
from . import dates
from .phone import Phone
from .tables import Choice, Kind, Listed, Named, Table, Version
from .unreadable import Unreadable

Path = tuple[str | int, ...]


def run(phone: Phone, checks: Checks) -> None:
    """Over everything that this phone has read."""
    name = phone.app.name
    with checks.check(f"{name}: the reader fails on every needed member that is missing or null, and on every enum it does not know"):
        spoiled = sum(spoil(phone, message, heard) for message, heard in phone.heard.items())
        expect(spoiled > 200, f"only {spoiled} members were spoiled")
    with checks.check(f"{name}: a date in another form than the app's fails"):
        wrong_dates(phone)


def spoil(phone: Phone, message: str, heard: Any) -> int:
    """How many ways were tried."""
    count = 0
    for path, kind in needed(phone.app.tables[message], heard, ()):
        for changed in spoilings(heard, path, kind):
            fails(phone, message, changed, path)
            count += 1
    return count


def fails(phone: Phone, message: str, changed: Any, path: Path) -> None:
    try:
        phone.app.tables[message].read(changed, phone.place(message), phone.app.language)
    except Unreadable:
        return
    raise Refuted(f"{message}: spoiled at {path}, it can still be read")


def needed(kind: Kind, value: Any, path: Path) -> Iterator[tuple[Path, Kind]]:
    """Every member that has to be there, and that is."""
    if isinstance(kind, Table):
        for name, member in kind.members.items():
            if value.get(name) is None:
                continue
            if member.must:
                yield (*path, name), member.kind
            yield from needed(member.kind, value[name], (*path, name))
    elif isinstance(kind, (Listed, Named)):
        entries = list(enumerate(value)) if isinstance(kind, Listed) else list(value.items())
        for key, entry in entries[:1]:
            yield from needed(kind.kind, entry, (*path, key))


def spoilings(heard: Any, path: Path, kind: Kind) -> Iterator[Any]:
    yield edited(heard, path, None, gone=True)
    yield edited(heard, path, None)
    if isinstance(kind, Choice):
        yield edited(heard, path, "unheard of")
    if isinstance(kind, Version):
        yield edited(heard, path, "1.0")
    if isinstance(kind, Listed) and kind.filled:
        yield edited(heard, path, [])


def edited(heard: Any, path: Path, value: Any, gone: bool = False) -> Any:
    whole = deepcopy(heard)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    if gone:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return whole


def wrong_dates(phone: Phone) -> None:
    """The forms that other parts of the protocol use."""
    cases = {
        dates.ios_profile: ("2026-01-01T00:00:00Z", "2026-01-01 00:00:00.000000Z", "2026-01-01T00:00:00.000000+0900 "),
        dates.ios_credential: ("2026-01-01T00:00:00.000000Z", "2026-01-01T00:00:00+09:00"),
    } if phone.app.is_ios else {
        dates.android_day: ("", "1 January 2026"), dates.android_future: ("2026-01-01 00:00:00", "2026-01-01T00:00:00Z", "soon"),
    }
    for check, texts in cases.items():
        for text in texts:
            try:
                check(text, "a date")
            except Refuted:
                continue
            raise Refuted(f"“{text}” was taken by {check.__name__}")
