"""The calls that the trust agent passes on between wallet and issuer (OpenDID sheet 5.7 and 5.9)."""

from __future__ import annotations

from ..opendid_family.canonical import Document
from .faults import require, tas
from .issuer import Issuer
from .tas_session import check_token
from .tas_users import check_auth
from .transactions import Transaction
from .world import User, World


class Credentials:
    """M210 and M220 at the trust agent."""

    def __init__(self, world: World, issuer: Issuer) -> None:
        self.world, self.issuer = world, issuer

    def _user(self, transaction: Transaction) -> User:
        user = self.world.users.get(transaction.data["client"])
        require(user, tas(17002, "the client is not a user"))
        assert user is not None
        require(user.status == "ACTIVATED", tas(17003, "the user is not active"))
        require(user.wallet == transaction.data["wallet"], tas(17508, "the wallet id is another one"))
        return user

    def offer(self, request: Document) -> Document:
        return {"payload": self.issuer.offer(request["vcPlanId"])}

    def propose_issue(self, request: Document, transaction: Transaction) -> Document:
        known = {provider.identity.did for provider in self.world.providers.values()}
        require(request["issuer"] in known, tas(14000, "no server has this DID"))
        require(request["issuer"] == self.world.providers["issuer"].identity.did, tas(14001, "the server is no issuer"))
        transaction.data["issuing"] = self.issuer.propose(request["vcPlanId"], request.get("offerId"))
        return {"refId": transaction.data["issuing"].reference}

    def profile(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        user = self._user(transaction)
        transaction.data["authNonce"] = self.world.nonce("tas")
        return {"authNonce": transaction.data["authNonce"], "profile": self.issuer.profile(transaction.data["issuing"], user)}

    def issue(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        check_auth(request, transaction, self.world.ledger, self._user(transaction).did)
        return {"e2e": self.issuer.issue(transaction.data["issuing"], request["accE2e"], request["encReqVc"])}

    def confirm_issue(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        require(request["vcId"] == transaction.data["issuing"].credential, tas(18500, "the credential is another one"))
        return {}

    def propose_revocation(self, request: Document, transaction: Transaction) -> Document:
        meta = self.world.ledger.metas.get(request["vcId"])
        require(meta is None or meta["status"] != "REVOKED", tas(18518, "the credential is revoked already"))
        nonce, auth_type = self.issuer.propose_revocation(request["vcId"])
        transaction.data |= {"vcId": request["vcId"], "issuerNonce": nonce}
        return {"issuerNonce": nonce, "authType": auth_type}

    def revoke(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        self._user(transaction)
        self.issuer.revoke(request["request"], transaction.data["vcId"], transaction.data["issuerNonce"])
        return {}

    def confirm_revocation(self, request: Document, transaction: Transaction) -> Document:
        check_token(request, transaction)
        return {}
