"""One protocol as a row of an app's exchanges."""

from __future__ import annotations

from typing import Any

from ..opendid_family.canonical import Document
from ..wallet_family.flow import Flow, Step
from .phone import Phone
from .wire import Reply


class StockFlow(Flow):
    """Steps of an app. iOS names the transaction of the latest answer in the next message, Android that of the first."""

    # Paths that are asked with GET.
    gets: tuple[str, ...] = ()

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        super().__init__(phone)  # type: ignore[arg-type]

    def send(self, path: str, body: Document) -> Reply:  # type: ignore[override]
        if path in self.gets:
            return self.phone.get(self.role(path), path)
        return self.phone.post(self.role(path), path, body)

    def opening(self) -> Document:
        return {"id": self.phone.app.message_id()}

    def message(self) -> Document:
        return self.opening() | {"txId": self.tx_id}

    def proposed(self, answer: Any) -> None:
        self.tx_id = self.phone.read("Proposed", answer)["txId"]

    def followed(self, answer: Any) -> None:
        self.goes_on(self.phone.read("Followed", answer))

    def goes_on(self, model: Document) -> None:
        if self.phone.app.is_ios:
            self.tx_id = model["txId"]

    def step(self, path: str, says: str, take: str = "") -> Step:
        """A step of the trust agent; `build_…` and, where there is more than a transaction to read, `take_…` are its methods."""
        name = path.replace("-", "_")
        return Step("tas", path, says, getattr(self, f"build_{name}"), getattr(self, take or f"take_{name}", self.followed))
