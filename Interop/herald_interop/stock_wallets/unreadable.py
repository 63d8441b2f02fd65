"""The failure of an app to read what it was given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..checks import Refuted


class Unreadable(Refuted):
    """The code of a stock app throws, crashes or continues without a value at this place."""


@dataclass(frozen=True)
class Place:
    """A member of a message as one app reads it, and the place in the app's source that reads it."""

    app: str
    message: str
    path: str = ""
    source: str = ""

    def at(self, name: str) -> Place:
        return replace(self, path=f"{self.path}.{name}" if self.path else name)

    def item(self, index: int) -> Place:
        return replace(self, path=f"{self.path}[{index}]")

    def by(self, source: str) -> Place:
        return replace(self, source=source) if source else self

    def fails(self, reason: str) -> Unreadable:
        where = f"{self.message}, {self.path}" if self.path else self.message
        return Unreadable(f"{self.app} cannot read {where}: {reason} ({self.source})")
