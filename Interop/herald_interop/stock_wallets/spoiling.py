"""Ways to spoil an answer that an app then cannot read: members that are gone, of another type, in another base, of another length."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from ..opendid_family import multibase
from .apps import App
from .tables import Bytes, Choice, Flag, Kind, Listed, Member, Named, Number, Table, Text, Version

Path = tuple[str | int, ...]
NO_TEXT: tuple[Any, ...] = ({"a": "b"}, ["a"])
# Of `z` without 0, O, I and l; `B` and `b` are multibase of bases that neither SDK has.
NO_MULTIBASE = ("", "m", "z0OIl", "bmfrgg", "MZg", "AAAA")


def members(kind: Kind, value: Any, path: Path) -> Iterator[tuple[Path, Member]]:
    """Every member that is there, in the first entry of each list and map."""
    if isinstance(kind, Table):
        for name, member in kind.members.items():
            if value.get(name) is not None:
                yield (*path, name), member
                yield from members(member.kind, value[name], (*path, name))
    elif isinstance(kind, (Listed, Named)):
        entries = list(enumerate(value)) if isinstance(kind, Listed) else list(value.items())
        for key, entry in entries[:1]:
            yield from members(kind.kind, entry, (*path, key))


def spoiled(app: App, heard: Any, path: Path, member: Member) -> Iterator[Any]:
    """The whole answer, once for each way. What the app does without may be gone, but may not be of another type."""
    kind, value = member.kind, found(heard, path)
    if member.must:
        yield edited(heard, path, None, gone=True)
        yield edited(heard, path, None)
        for other in empty_or_unknown(kind):
            yield edited(heard, path, other)
    elif isinstance(kind, Choice) and app.is_ios:
        yield edited(heard, path, "unheard of")
    for other in of_another_type(app, kind, value):
        yield edited(heard, path, other)


def empty_or_unknown(kind: Kind) -> Iterator[Any]:
    if isinstance(kind, Choice):
        yield "unheard of"
    if isinstance(kind, Version):
        yield "1.0"
    if isinstance(kind, Listed) and kind.filled:
        yield []
    if isinstance(kind, Bytes):
        yield from NO_MULTIBASE
        if kind.size is not None:
            yield from (multibase.encode(bytes(size), "z") for size in (kind.size - 1, kind.size + 1, 65))


def of_another_type(app: App, kind: Kind, value: Any) -> Iterator[Any]:
    """JSONDecoder accepts no other type. Gson converts numbers to texts, and texts to numbers and Booleans if they contain one."""
    if isinstance(kind, (Text, Bytes, Version)):
        yield from (*NO_TEXT, *((7, True) if app.is_ios else ()))
    elif isinstance(kind, Choice):
        yield from (*NO_TEXT, True, *((str(value),) if app.is_ios and isinstance(value, int) else ()))
    elif isinstance(kind, Number):
        yield from (*NO_TEXT, True, "seven", *((str(value), value + 0.5) if app.is_ios else ()))
    elif isinstance(kind, Flag):
        yield from (*NO_TEXT, 1, *(("true",) if app.is_ios else ()))
    elif isinstance(kind, Listed):
        yield from ("a", {"a": "b"}, [7] if isinstance(kind.kind, Table) else [{"a": "b"}])
    elif isinstance(kind, (Table, Named)):
        yield from ("a", ["a"], 7)


def found(heard: Any, path: Path) -> Any:
    for step in path:
        heard = heard[step]
    return heard


def edited(heard: Any, path: Path, value: Any, gone: bool = False) -> Any:
    whole = deepcopy(heard)
    inner = found(whole, path[:-1])
    if gone:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return whole
