"""The order of the steps of a transaction, and one answer for each request (OpenDID sheet 5.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from .faults import require, tas

PREFIX = ("request-ecdh", "request-create-token")
ORDERS = {
    "register": ("propose-register-user", *PREFIX, "retrieve-kyc", "request-register-user", "confirm-register-user"),
    "update": ("propose-update-diddoc", *PREFIX, "request-update-diddoc", "confirm-update-diddoc"),
    "restore": ("propose-restore-diddoc", *PREFIX, "request-restore-diddoc", "confirm-restore-diddoc"),
    "issue": ("propose-issue-vc", *PREFIX, "request-issue-profile", "request-issue-vc", "confirm-issue-vc"),
    "revoke": ("propose-revoke-vc", *PREFIX, "request-revoke-vc", "confirm-revoke-vc"),
}


@dataclass
class Transaction:
    """One run of a protocol. `data` is what a step stores for later steps."""

    flow: str
    id: str = field(default_factory=names.new_uuid)
    data: dict[str, Any] = field(default_factory=dict)
    answered: list[tuple[bytes, Document]] = field(default_factory=list)


Step = Callable[[Document, Transaction], Document]


class Transactions:
    """The transactions of the trust agent."""

    def __init__(self) -> None:
        self._open: dict[str, Transaction] = {}

    def propose(self, flow: str, request: Document, act: Step) -> Document:
        """Opens a transaction; one that cannot be opened leaves nothing behind."""
        transaction = Transaction(flow)
        return self._answer(transaction, request, act)

    def step(self, path: str, request: Document, act: Step) -> Document:
        """The next step, or the answer of one that was made with the very same request."""
        transaction = self._open.get(request["txId"])
        require(transaction, tas(16000, "the transaction is unknown"))
        assert transaction is not None
        order = ORDERS[transaction.flow]
        require(path in order, tas(16001, "the step is of another protocol"))
        place = order.index(path)
        if place < len(transaction.answered) and transaction.answered[place][0] == canonical(request):
            return transaction.answered[place][1]
        require(place == len(transaction.answered), tas(16001, "the step is not the next one"))
        return self._answer(transaction, request, act)

    def _answer(self, transaction: Transaction, request: Document, act: Step) -> Document:
        answer = {"txId": transaction.id} | act(request, transaction)
        transaction.answered.append((canonical(request), answer))
        self._open[transaction.id] = transaction
        return answer
