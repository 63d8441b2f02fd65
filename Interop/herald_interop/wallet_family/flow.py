"""One run of a protocol as a row of exchanges, each of which can be made, changed or left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..checks import Checks, NotMade, expect_equal
from ..opendid_family.canonical import Document
from . import names
from .services import Reply
from .wallet import Wallet


@dataclass(frozen=True)
class Step:
    """One exchange: its request, the documents that it proves, and the check of its answer."""

    role: str
    path: str
    says: str
    build: Callable[[], Document]
    take: Callable[[Document], None]


class Flow:
    """Steps in their order. Subclasses say which."""

    title = ""

    def __init__(self, wallet: Wallet) -> None:
        self.wallet = wallet
        self.tx_id = ""
        self._steps = {step.path: step for step in self.steps()}
        self._done: list[str] = []

    def steps(self) -> list[Step]:
        raise NotImplementedError

    def role(self, path: str) -> str:
        return self._steps[path].role

    def build(self, path: str) -> Document:
        return self._steps[path].build()

    def send(self, path: str, body: Document) -> Reply:
        """One request as it is. The answer is not checked."""
        return self.wallet.services.post(self._steps[path].role, path, body)

    def make(self, path: str) -> None:
        """One step. The answer is checked."""
        self._steps[path].take(self.send(path, self.build(path)).taken())
        self._done.append(path)

    def until(self, path: str) -> None:
        """Every step that comes before this one."""
        for step in self._steps:
            if step == path:
                return
            if step not in self._done:
                self.make(step)

    def run(self) -> None:
        for step in self._steps:
            if step not in self._done:
                self.make(step)

    def made(self, path: str) -> None:
        """Says that a step was made by hand."""
        self._done.append(path)

    def report(self, checks: Checks, title: str = "") -> None:
        """Every step as a check of its own; after a failure the others are named as not made."""
        failed = ""
        for path, step in self._steps.items():
            with checks.check(f"{title or self.title}: {step.says}"):
                if failed:
                    raise NotMade(f"not reached, because “{failed}” failed")
                failed = path
                self.make(path)
                failed = ""

    def opening(self) -> Document:
        return {"id": names.message_id()}

    def message(self) -> Document:
        return {"id": names.message_id(), "txId": self.tx_id}

    def same_transaction(self, answer: Document) -> None:
        expect_equal(answer["txId"], self.tx_id, "transaction in the answer")
