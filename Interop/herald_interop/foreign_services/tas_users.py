"""Wallets, users and their DID documents at the trust agent (OpenDID sheet 5.4, 5.6, 5.10, 5.11)."""

from __future__ import annotations

import json

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family import names
from .faults import check, require, tas
from .ledger import Ledger, StillReadable
from .tas_session import INVALID, check_token, unpacked
from .transactions import Transaction
from .world import User, Wallet, World

UNPROVEN = tas(16516, "the keys of the document are not proven")
# The members that must not change, and the trust agent's codes if they did.
LASTING = {"@context": 18007, "id": 18008, "controller": 18009, "created": 18014, "deactivated": 18015}


def same_bytes(left: str, right: str) -> bool:
    return unpacked(left) == unpacked(right)


def inner(envelope: Document) -> Document:
    """The DID document inside an envelope."""
    try:
        document = json.loads(multibase.decode(envelope["ownerDidDoc"]))
    except ValueError as error:
        raise tas(12006, "the DID document cannot be read") from error
    require(isinstance(document, dict), tas(12006, "the DID document is none"))
    return document


def check_auth(request: Document, transaction: Transaction, ledger: Ledger, did: str) -> None:
    """The holder is there, and means this transaction."""
    auth = request["didAuth"]
    check(auth, "didAuth", ledger, INVALID, did)
    require(same_bytes(auth["authNonce"], transaction.data["authNonce"]), tas(16520, "the nonce is another one"))


class Users:
    """M132, M141, M142 and the registration of wallets."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._offers: dict[str, str] = {}

    def register_wallet(self, request: Document) -> Document:
        attested = request["attestedDidDoc"]
        provider = self.world.providers["wallet"]
        require(attested["provider"]["did"] == provider.identity.did, tas(12007, "the provider is another one"))
        check(attested, "attestedDIDDoc", self.world.ledger, INVALID)
        require(attested["walletId"] not in self.world.wallets, tas(17501, "the wallet id exists"))
        document = inner(attested)
        check(document, "deviceDIDDocument", self.world.ledger, UNPROVEN)
        self.world.ledger.register(document)
        self.world.wallets[attested["walletId"]] = Wallet(document["id"])
        return {"txId": names.new_uuid()}

    def propose_registration(self, _: Document, __: Transaction) -> Document:
        return {}

    def retrieve_kyc(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        pii = self.world.pii.get(request["kycTxId"])
        require(pii is not None, tas(17008, "the user's data cannot be had"))
        transaction.data |= {"pii": pii, "account": request["kycTxId"]}
        return {}

    def _envelope(self, request: Document, transaction: Transaction) -> Document:
        envelope = request["signedDidDoc"]
        require(envelope["wallet"]["id"] == transaction.data["wallet"], tas(17508, "the wallet id is another one"))
        check(envelope, "signedDIDDoc", self.world.ledger, INVALID, transaction.data["client"])
        return inner(envelope)

    def register(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        document = self._envelope(request, transaction)
        require(not self.world.ledger.knows(document["id"]), tas(17000, "the DID exists already"))
        check(document, "holderDIDDocument", self.world.ledger, UNPROVEN)
        self.world.ledger.register(document)
        data = transaction.data
        self.world.users[document["id"]] = User(document["id"], data["pii"], data["account"], data["wallet"], data["app"])
        self.world.wallets[data["wallet"]].state = "ASSIGNED"
        return {}

    def _user(self, did: str) -> User:
        user = self.world.users.get(did)
        require(user, tas(17002, "the user is unknown"))
        assert user is not None
        return user

    def _owns(self, user: User, transaction: Transaction) -> None:
        require(user.app == transaction.data["app"], tas(17005, "the app is another one"))
        require(user.wallet == transaction.data["wallet"], tas(17508, "the wallet id is another one"))

    def propose_update(self, request: Document, transaction: Transaction) -> Document:
        require(self._user(request["did"]).status == "ACTIVATED", tas(17003, "the user is not active"))
        transaction.data |= {"did": request["did"], "authNonce": self.world.nonce("tas")}
        return {"authNonce": transaction.data["authNonce"]}

    def update(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        document = self._envelope(request, transaction)
        did = transaction.data["did"]
        check_auth(request, transaction, self.world.ledger, did)
        self._owns(self._user(did), transaction)
        require(document["id"] == did, tas(18018, "the document is of another DID"))
        old = self.world.ledger.document(did)
        require(int(document["versionId"]) == int(old["versionId"]) + 1, tas(12009, "the version is not the next one"))
        require(names.instant(document["updated"]) > names.instant(old["updated"]), tas(18006, "updated has to be later"))
        for name, number in LASTING.items():
            require(document[name] == old[name], tas(number, f"{name} has to stay"))
        check(document, "holderDIDDocument", self.world.ledger, UNPROVEN)
        self.world.ledger.register(document)
        return {}

    def deactivate(self, request: Document) -> Document:
        for user in self.world.users.values():
            if user.account == request["kycTxId"] and user.status == "ACTIVATED":
                user.status = "DEACTIVATED"
                self.world.ledger.set_status(user.did, "DEACTIVATED")
                return {}
        raise tas(17002, "the user is unknown")

    def offer_restore(self, request: Document) -> Document:
        self._user(request["did"])
        offer = names.new_uuid()
        self._offers[offer] = request["did"]
        return {"offerId": offer}

    def propose_restore(self, request: Document, transaction: Transaction) -> Document:
        require(request["offerId"] in self._offers, tas(11001, "the offer is unknown"))
        require(self._offers[request["offerId"]] == request["did"], tas(12011, "the offer is for another DID"))
        require(self._user(request["did"]).status == "DEACTIVATED", tas(17014, "the user is not switched off"))
        transaction.data |= {"did": request["did"], "authNonce": self.world.nonce("tas")}
        return {"authNonce": transaction.data["authNonce"]}

    def restore(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        did = transaction.data["did"]
        check_auth(request, transaction, StillReadable(self.world.ledger), did)
        user = self._user(did)
        self._owns(user, transaction)
        self.world.ledger.set_status(did, "ACTIVATED")
        user.status = "ACTIVATED"
        return {}

    def confirm(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        return {}
