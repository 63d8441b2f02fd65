"""The values that the decoders of the two platforms accept as a text, a number, a Boolean or an enum, and their treatment of absent members."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from ..checks import shorten
from .unreadable import Place


class Language(Protocol):
    """The decoder of one platform. An answer of None means that the model holds nothing."""

    def text(self, value: Any, place: Place) -> str | None: ...

    def number(self, value: Any, place: Place) -> int | None: ...

    def flag(self, value: Any, place: Place) -> bool | None: ...

    def choice(self, value: Any, allowed: Collection[Any], place: Place, plain: bool) -> Any: ...

    def missing(self, must: bool, place: Place) -> None: ...

    # The value of an absent Boolean, or None if the model preserves its absence.
    unset: bool | None


class Swift:
    """JSONDecoder: types are strict, and so are raw values. A member that is no optional has to be there (iS1 Protocol.swift:48-142)."""

    unset = None

    def text(self, value: Any, place: Place) -> str:
        return self._exactly(value, str, "String", place)

    def number(self, value: Any, place: Place) -> int:
        return self._exactly(value, int, "Int", place)

    def flag(self, value: Any, place: Place) -> bool:
        return self._exactly(value, bool, "Bool", place)

    def _exactly(self, value: Any, kind: type, name: str, place: Place) -> Any:
        if type(value) is not kind:
            raise place.fails(f"{shorten(value, 60)} is no {name}")
        return value

    def choice(self, value: Any, allowed: Collection[Any], place: Place, plain: bool) -> Any:
        if value not in allowed or isinstance(value, bool):
            raise place.fails(f"{shorten(value, 60)} is no raw value of the enum")
        return value

    def missing(self, must: bool, place: Place) -> None:
        if must:
            raise place.fails("it is missing or null, and is no optional or is unwrapped by force")


class Gson:
    """Gson with the two enum adapters of the SDK (aS1 MessageUtil.java:35-41): lenient, until something that is not there is used."""

    unset = False

    def text(self, value: Any, place: Place) -> str | None:
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (int, float)):
            return str(value)
        raise place.fails(f"{shorten(value, 60)} is neither text nor number: JsonSyntaxException")

    def number(self, value: Any, place: Place) -> int | None:
        if value is None:
            return None
        try:
            return int(value) if not isinstance(value, bool) else self._no_number(value, place)
        except (TypeError, ValueError):
            return self._no_number(value, place)

    def _no_number(self, value: Any, place: Place) -> int:
        raise place.fails(f"{shorten(value, 60)} is no number: JsonSyntaxException")

    def flag(self, value: Any, place: Place) -> bool:
        if isinstance(value, str):
            return value.lower() == "true"
        if value is None or isinstance(value, bool):
            return bool(value)
        raise place.fails(f"{shorten(value, 60)} is no boolean: JsonSyntaxException")

    def choice(self, value: Any, allowed: Collection[Any], place: Place, plain: bool) -> Any:
        if isinstance(value, (bool, dict, list)):
            raise place.fails(f"{shorten(value, 60)} is neither text nor number: IllegalStateException")
        # The adapters read a text or a number without checking for null (aS1 StringEnumAdapterFactory.java:44-60); a plain enum accepts null.
        if value is None and not plain:
            raise place.fails("null where an enum's adapter asks for a value: IllegalStateException")
        return value if value in allowed else None

    def missing(self, must: bool, place: Place) -> None:
        if must:
            raise place.fails("there is nothing the app could use: NullPointerException")
