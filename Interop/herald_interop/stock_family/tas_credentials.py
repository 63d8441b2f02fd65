"""The trust agent: what it passes on between wallet and issuer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..opendid_family.canonical import Document
from .errors import Refusal, require, tas
from .issuer import Issuer
from .tas_session import checked_token
from .tas_users import Users, check_auth
from .transactions import Transaction
from .world import World

Result = TypeVar("Result")
ISSUE, REVOKE = (8,), (9,)


def relaying(call: Callable[[], Result]) -> Result:
    """The issuer's refusal is passed on with its code and status 400 (did-ta-server V1.0.0 VcServiceImpl.java:244-247)."""
    try:
        return call()
    except Refusal as reason:
        raise reason.relayed() from reason


class Credentials:
    """M210 and M220."""

    def __init__(self, world: World, users: Users, issuer: Issuer) -> None:
        self.world, self.users, self.issuer = world, users, issuer

    def _check_issuer(self, did: str | None) -> None:
        """VcServiceImpl.java:203-220; an unknown one is 500 14000 (EntityQueryService)."""
        require(did is not None, tas(14001, "no issuer is named"))
        provider = next((known for known in self.world.providers.values() if known.identity.did == did), None)
        require(provider is not None, tas(14000, f"{did} is unknown"))
        require(provider is not None and provider.title == "Issuer", tas(14001, f"{did} is no issuer"))

    def offer(self, request: Document) -> Document:
        """VcServiceImpl.java:795-808: the ID and the validity are in the payload and also next to it."""
        self._check_issuer(request.get("issuer"))
        payload = relaying(lambda: self.issuer.offer(request["vcPlanId"]))
        return {"offerId": payload["offerId"], "validUntil": payload["validUntil"], "issueOfferPayload": payload}

    def propose_issue(self, request: Document, transaction: Transaction) -> Document:
        self._check_issuer(request.get("issuer"))
        transaction.data["issuing"] = relaying(lambda: self.issuer.propose(request["vcPlanId"], request.get("offerId")))
        return {"refId": transaction.data["issuing"].reference}

    def profile(self, request: Document, transaction: Transaction) -> Document:
        """The user is whom the key was agreed with (VcServiceImpl.java:382), so here the client has to be the holder."""
        checked_token(request, transaction, *ISSUE)
        user = self.users.user(transaction.client)
        profile = relaying(lambda: self.issuer.profile(transaction.data["issuing"], user.did, user.pii))
        transaction.auth_nonce = self.world.nonce()
        return {"authNonce": transaction.auth_nonce, "profile": profile}

    def issue(self, request: Document, transaction: Transaction) -> Document:
        """VcServiceImpl.java:426-478; who signed DIDAuth is not compared with the client."""
        checked_token(request, transaction, *ISSUE)
        check_auth(self.world, request["didAuth"], transaction)
        return {"e2e": relaying(lambda: self.issuer.issue(transaction.data["issuing"], request["accE2e"], request["encReqVc"]))}

    def confirm_issue(self, request: Document, transaction: Transaction) -> Document:
        checked_token(request, transaction, *ISSUE)
        relaying(lambda: self.issuer.complete(transaction.data["issuing"], request["vcId"]))
        return {}

    def propose_revocation(self, request: Document, transaction: Transaction) -> Document:
        """VcServiceImpl.java:926-999. An unknown credential has the code of the ledger (BlockChainServiceImpl.java:119-129,
        RepositoryServiceImpl.java:141-155)."""
        meta = self.world.ledger.metas.get(request["vcId"])
        require(meta is not None, tas(15005 if self.world.deployment.ledger == "blockchain" else 18516))
        require(meta is not None and meta["status"] != "REVOKED", tas(18518))
        transaction.data["revoking"] = revoking = relaying(lambda: self.issuer.propose_revocation(request["vcId"]))
        return {"issuerNonce": revoking.nonce, "authType": revoking.auth_type}

    def revoke(self, request: Document, transaction: Transaction) -> Document:
        """VcServiceImpl.java:1040-1087: nothing is verified here."""
        checked_token(request, transaction, *REVOKE)
        relaying(lambda: self.issuer.revoke(transaction.data["revoking"], request["request"]))
        return {}

    def confirm_revocation(self, request: Document, transaction: Transaction) -> Document:
        checked_token(request, transaction, *REVOKE)
        relaying(lambda: self.issuer.complete_revocation(transaction.data["revoking"]))
        return {}
