"""Messages as tables: a member, its kind, whether it has to be there, and where the app's source says so. Reading gives the app's model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..checks import shorten
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from .languages import Language
from .unreadable import Place

NOTHING = object()


class Kind:
    """The kind of a member's value."""

    def read(self, value: Any, place: Place, language: Language) -> Any:
        raise NotImplementedError

    def unset(self, language: Language) -> Any:
        """The value in the model of a member that is absent."""
        return None


class Text(Kind):
    def read(self, value: Any, place: Place, language: Language) -> Any:
        return language.text(value, place)


class Number(Kind):
    def read(self, value: Any, place: Place, language: Language) -> Any:
        return language.number(value, place)


class Flag(Kind):
    def read(self, value: Any, place: Place, language: Language) -> Any:
        return language.flag(value, place)

    def unset(self, language: Language) -> Any:
        return language.unset


class Choice(Kind):
    """An enum. A plain one is decoded by name, without an adapter of the SDK."""

    def __init__(self, *allowed: str | int, plain: bool = False) -> None:
        self.allowed, self.plain = allowed, plain

    def read(self, value: Any, place: Place, language: Language) -> Any:
        return language.choice(value, self.allowed, place, self.plain)


class Version(Kind):
    """Release 1 and 2 of the iOS SDK stop the app at a version with anything but digits (iS1 PropertyWrapper.swift:40-55)."""

    def read(self, value: Any, place: Place, language: Language) -> Any:
        text = language.text(value, place)
        if text is None or not text.isascii() or not text.isdigit():
            raise place.fails(f"{shorten(value, 60)} is not digits only: the precondition ends the app")
        return text


class Bytes(Kind):
    """Multibase that the app decodes; the model stores the text (iS1 MultibaseUtils.swift:57-88, aS1 MultibaseUtils.java:75-103)."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size

    def read(self, value: Any, place: Place, language: Language) -> Any:
        text = language.text(value, place)
        try:
            data = multibase.decode(text or "")
        except ValueError as error:
            raise place.fails(f"{shorten(value, 60)} is no multibase") from error
        if self.size is not None and len(data) != self.size:
            raise place.fails(f"it has {len(data)} bytes, not {self.size}")
        return text


class Listed(Kind):
    """A list. `filled` is set if the app reads the first element without checking that there is one."""

    def __init__(self, kind: Kind, filled: bool = False) -> None:
        self.kind, self.filled = kind, filled

    def read(self, value: Any, place: Place, language: Language) -> Any:
        if not isinstance(value, list):
            raise place.fails(f"{shorten(value, 60)} is no list")
        if self.filled and not value:
            raise place.fails("the list is empty, and its first element is taken")
        return [self.kind.read(item, place.item(index), language) for index, item in enumerate(value)]


class Named(Kind):
    """A map from texts."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def read(self, value: Any, place: Place, language: Language) -> Any:
        if not isinstance(value, dict):
            raise place.fails(f"{shorten(value, 60)} is no object")
        return {name: self.kind.read(member, place.at(name), language) for name, member in value.items()}


@dataclass(frozen=True)
class Member:
    """`must`: the decoder requires it, or the app uses it without asking. `source` only where it is not the table's."""

    kind: Kind
    must: bool
    source: str = ""


def must(kind: Kind, source: str = "") -> Member:
    return Member(kind, True, source)


def may(kind: Kind) -> Member:
    return Member(kind, False)


class Table(Kind):
    """An object of known members; others are lost on the way through the model, as they are in the apps."""

    def __init__(self, source: str, members: Mapping[str, Member]) -> None:
        self.source, self.members = source, dict(members)

    def with_members(self, members: Mapping[str, Member], source: str = "") -> Table:
        """The table of another release or platform, by what is different there."""
        return Table(source or self.source, self.members | dict(members))

    def read(self, value: Any, place: Place, language: Language) -> Document:
        place = place.by(self.source)
        if not isinstance(value, dict):
            raise place.fails(f"{shorten(value, 60)} is no object")
        model: Document = {}
        for name, member in self.members.items():
            read = self._member(value.get(name, NOTHING), member, place.at(name).by(member.source), language)
            if read is not None:
                model[name] = read
        return model

    def _member(self, value: Any, member: Member, place: Place, language: Language) -> Any:
        # Only an enum's adapter sees a null; every other member is then as if it were not there.
        if value is NOTHING or value is None and not (isinstance(member.kind, Choice) and language.unset is not None):
            read = member.kind.unset(language)
        else:
            read = member.kind.read(value, place, language)
        if read is None:
            language.missing(member.must, place)
        return read


TEXT, NUMBER, FLAG, BYTES, TEXTS = Text(), Number(), Flag(), Bytes(), Listed(Text())
