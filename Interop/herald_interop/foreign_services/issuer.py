"""The issuer as the trust agent calls it (OpenDID sheet 5.7 and 5.9)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from . import plans
from .channels import Offered
from .faults import check, issuer, require
from .world import User, World

EITHER = 6


@dataclass
class Issuing:
    """One credential on its way."""

    plan: plans.Plan
    reference: str = field(default_factory=lambda: names.alphanumerics(17))
    profile: str = field(default_factory=names.new_uuid)
    user: User | None = None
    channel: Offered | None = None
    credential: str = ""


class Issuer:
    """Issues what the plans say, to any registered user."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.provider = world.providers["issuer"]
        self._offers: dict[str, str] = {}
        self._issued: dict[tuple[str, str], str] = {}

    def offer(self, plan: str) -> Document:
        require(plan in plans.PLANS, issuer(202, "the plan is unknown"))
        offer = names.new_uuid()
        self._offers[offer] = plan
        return {
            "offerId": offer, "type": "IssueOffer", "vcPlanId": plan, "issuer": self.provider.identity.did,
            "validUntil": names.moment(timedelta(minutes=3), self.provider.hand.digits()),
        }

    def propose(self, plan: str, offer: str | None) -> Issuing:
        require(plan in plans.PLANS, issuer(202, "the plan is unknown"))
        require(offer is None or self._offers.get(offer) == plan, issuer(200, "the offer is unknown"))
        return Issuing(plans.PLANS[plan])

    def profile(self, issuing: Issuing, user: User) -> Document:
        issuing.user = user
        issuing.channel = Offered(self.world, "issuer", self.world.nonce("issuer"), issuing.plan.cipher)
        profile = {
            "id": issuing.profile, "type": "IssueProfile", "title": issuing.plan.title, "encoding": "UTF-8", "language": "ko",
            "profile": {
                "issuer": self.provider.reference() | {"name": "issuer"},
                "credentialSchema": {"id": issuing.plan.schema_id(self.world), "type": "OsdSchemaCredential"},
                "process": {
                    "endpoints": [self.provider.url], "reqE2e": issuing.channel.wire_form(), "issuerNonce": issuing.channel.nonce,
                },
            },
        }
        return self.world.sign("issueProfile", "issuer", profile)

    def issue(self, issuing: Issuing, answer: Document, sealed: str) -> Document:
        assert issuing.user is not None and issuing.channel is not None
        channel, plain = issuing.channel.accept(
            answer, issuing.user.did, sealed, issuer(413, "the channel is not the holder's"), issuer(403, "it cannot be decrypted"))
        self._check_request(plain, issuing)
        credential = self._make(issuing, issuing.user)
        payload = {"vc": credential} if self.world.habits.cred_info else credential
        iv = os.urandom(16)
        return {"iv": self.world.pack("issuer", iv), "encVc": self.world.pack("issuer", channel.encrypt(canonical(payload), iv))}

    def _check_request(self, plain: bytes, issuing: Issuing) -> None:
        assert issuing.channel is not None
        try:
            request = json.loads(plain)
            reference, profile = request["refId"], request["profile"]
            profile_id, nonce = profile["id"], profile["issuerNonce"]
        except (ValueError, LookupError, TypeError) as error:
            raise issuer(208, "the request cannot be read") from error
        require(reference == issuing.reference, issuer(4, "the reference is another one"))
        require(profile_id == issuing.profile, issuer(203, "the profile is another one"))
        # Compared as text, as upstream does.
        require(nonce == issuing.channel.nonce, issuer(204, "the nonce is another one"))

    def _make(self, issuing: Issuing, user: User) -> Document:
        credential = self.world.credential("credential", "issuer", user.did, issuing.plan.schema_id(self.world), plans.claims())
        earlier = self._issued.get((user.did, issuing.plan.id))
        if earlier is not None:
            self.world.ledger.metas[earlier]["status"] = "REVOKED"
        self._issued[user.did, issuing.plan.id] = issuing.credential = credential["id"]
        return credential

    def propose_revocation(self, credential: str) -> tuple[str, int]:
        known = credential in self._issued.values() or credential in self.world.ledger.metas
        require(known, issuer(206, "the credential is unknown"))
        return self.world.nonce("issuer"), EITHER

    def revoke(self, request: Document, credential: str, nonce: str) -> None:
        require(request["vcId"] == credential, issuer(207, "the credential is another one"))
        require(multibase.decode(request["issuerNonce"]) == multibase.decode(nonce), issuer(210, "the nonce is another one"))
        meta = self.world.ledger.metas[credential]
        check(request, "reqRevokeVc", self.world.ledger, issuer(413, "not signed by the holder"), meta["subject"])
        require(meta["status"] != "REVOKED", issuer(209, "the credential is revoked already"))
        meta["status"] = "REVOKED"

    def schema(self, query: Document) -> Document:
        for plan in plans.PLANS.values():
            if plan.schema == query["name"]:
                return plans.schema(plan, self.world)
        raise issuer(211, "the schema is unknown")
