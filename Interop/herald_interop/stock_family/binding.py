"""Reads a body as Spring does: Jackson fills a class, then Bean Validation checks it. Members that the class lacks are dropped."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..opendid_family.canonical import Document

Shape = dict[str, "Member"]


class Unreadable(Exception):
    """Jackson cannot fill the class."""


@dataclass(frozen=True)
class Member:
    """One field of a class. `message` is what its @NotNull (with `filled`, its @NotEmpty) says; a field without it may be missing."""

    kind: str | Shape = "text"
    message: str = ""
    filled: bool = False
    # The wire values of an enum; any other is an unreadable body.
    values: frozenset[Any] | None = None
    many: bool = False
    # True if the field has @Valid, so that the class in it is checked too.
    valid: bool = True

    def read(self, value: Any, path: str) -> Any:
        if self.many:
            if not isinstance(value, list):
                raise Unreadable(f"{path} is no list")
            return [self._read_one(element, path) for element in value]
        return self._read_one(value, path)

    def _read_one(self, value: Any, path: str) -> Any:
        if isinstance(self.kind, dict):
            if not isinstance(value, dict):
                raise Unreadable(f"{path} is no object")
            return bound(value, self.kind, path)
        if isinstance(value, (dict, list)):
            raise Unreadable(f"{path} is no {self.kind}")
        read = number(value, path) if self.kind == "number" else text_of(value)
        if self.values is not None and read not in self.values:
            raise Unreadable(f"{path} is {value!r}, which upstream's enum does not have")
        return read


def text(message: str = "", filled: bool = False) -> Member:
    return Member(message=message, filled=filled)


def one_of(*values: Any, message: str = "", many: bool = False, filled: bool = False) -> Member:
    kind = "number" if values and isinstance(values[0], int) else "text"
    return Member(kind, message, filled, frozenset(values), many)


def part(shape: Shape, message: str = "", many: bool = False, valid: bool = True) -> Member:
    return Member(shape, message, many=many, valid=valid)


def text_of(value: Any) -> str:
    """Converts numbers and Booleans to texts, as Jackson does by default."""
    return value if isinstance(value, str) else json.dumps(value)


def number(value: Any, path: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError) as error:
        raise Unreadable(f"{path} is no number") from error


def parsed(body: bytes) -> Document:
    try:
        value = json.loads(body)
    except ValueError as error:
        raise Unreadable("the body is not JSON") from error
    if not isinstance(value, dict):
        raise Unreadable("the body is no object")
    return value


def bound(value: Document, shape: Shape, path: str = "") -> Document:
    """The members of the filled class, without its nulls. Spring Boot ignores unknown members (FAIL_ON_UNKNOWN_PROPERTIES is off)."""
    names = {name: f"{path}.{name}" if path else name for name in shape}
    return {name: member.read(value[name], names[name]) for name, member in shape.items() if value.get(name) is not None}


def complaints(held: Document, shape: Shape) -> list[str]:
    """The errors of Bean Validation for a filled class. A class in a field is checked if the field has @Valid."""
    found: list[str] = []
    for name, member in shape.items():
        value = held.get(name)
        if value is None or (member.filled and not value):
            # A list that is missing passes NonEmptyList (did-ta-server V1.0.0 NonEmptyListValidator.java).
            if member.message and not (value is None and member.many):
                found.append(member.message)
        elif isinstance(member.kind, dict) and member.valid:
            for element in value if member.many else [value]:
                found += complaints(element, member.kind)
    return found
