"""The trust agent's transactions: a step has to follow the last one that went well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..opendid_family.canonical import Document
from ..wallet_family import names
from .ciphers import Channel
from .errors import Refusal, require, tas

PROPOSALS = {"propose-register-user", "propose-update-diddoc", "propose-restore-diddoc", "propose-issue-vc", "propose-revoke-vc"}
# The steps that must precede a step (did-ta-server V1.0.0: the validateTransaction_… of each service; EcdhServiceImpl.java:131-139).
BEFORE: dict[str, set[str]] = {
    "request-ecdh": PROPOSALS, "request-create-token": {"request-ecdh"}, "retrieve-kyc": {"request-create-token"},
    "request-register-user": {"retrieve-kyc"}, "confirm-register-user": {"request-register-user"},
    "request-update-diddoc": {"request-create-token"}, "confirm-update-diddoc": {"request-update-diddoc"},
    "request-restore-diddoc": {"request-create-token"}, "confirm-restore-diddoc": {"request-restore-diddoc"},
    "request-issue-profile": {"request-create-token"}, "request-issue-vc": {"request-issue-profile"}, "confirm-issue-vc": {"request-issue-vc"},
    "request-revoke-vc": {"request-create-token"}, "confirm-revoke-vc": {"request-revoke-vc"},
}
LAST = {step for step in BEFORE if step.startswith("confirm-")}


@dataclass
class Token:
    """A row of the table `token`."""

    hash: bytes
    purpose: int
    wallet: str
    app: str


@dataclass
class Transaction:
    """`kind` is the proposal that opened it, `client` whom the key was agreed with, `data` what steps hand on to later ones."""

    kind: str
    last: str
    id: str = field(default_factory=names.new_uuid)
    is_pending: bool = True
    client: str = ""
    did: str = ""
    auth_nonce: str = ""
    channel: Channel | None = None
    token: Token | None = None
    data: dict[str, Any] = field(default_factory=dict)


Step = Callable[[Document, Transaction], Document]


class Transactions:
    """All of them. A step that fails leaves its transaction as it was, so that it may be tried again; one that went well may not."""

    def __init__(self) -> None:
        self._open: dict[str, Transaction] = {}
        # Steps that are refused for now, each with why: what a row lost from a database would lead to.
        self.obstacles: dict[str, Refusal] = {}

    def proposing(self, path: str, act: Step) -> Callable[[Document], Document]:
        def propose(request: Document) -> Document:
            transaction = Transaction(path, path)
            answer = act(request, transaction)
            self._open[transaction.id] = transaction
            return {"txId": transaction.id} | answer

        return propose

    def stepping(self, path: str, act: Step) -> Callable[[Document], Document]:
        def step(request: Document) -> Document:
            transaction = self._open.get(request.get("txId", ""))
            require(transaction is not None, tas(16000, f"{path}: unknown transaction"))
            assert transaction is not None
            require(transaction.is_pending, tas(16001, f"{path}: the transaction is over"))
            require(transaction.last in BEFORE[path], tas(16001, f"{path} after {transaction.last}"))
            if path in self.obstacles:
                raise self.obstacles[path]
            answer = act(request, transaction)
            transaction.last, transaction.is_pending = path, path not in LAST
            return {"txId": transaction.id} | answer

        return step
