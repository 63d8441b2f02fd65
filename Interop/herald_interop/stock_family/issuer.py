"""The issuer as the trust agent calls it. A step out of order ends its transaction for good."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family.canonical import Document, canonical, signed_form
from ..wallet_family import names
from . import anonymous, binding, plans
from .clock import later
from .e2e import Offered, check_answer
from .errors import issuer, require
from .proofs import did_of, is_signed, key_id_of, public_key
from .providers import ISSUER
from .requests import ISSUER_USER
from .world import World, pack, unpack

# did-issuer-server V1.0.0 application-issue.yml, revoke-verify-auth-type: PIN_OR_BIO, written as its number (VcStatusServiceImpl.java:86,113)
PIN_OR_BIO = 6
UNREADABLE = issuer(403)


@dataclass
class Running:
    """A transaction: `last` is its newest step, and a failed transaction never continues (did-issuer-server V1.0.0 TransactionService.java:125-142)."""

    last: str
    has_failed: bool = False

    def step(self, after: str) -> None:
        if self.has_failed or self.last != after:
            self.has_failed = True
            raise issuer(2, f"after {self.last}, not {after}")

    def demand(self, condition: object, number: int, why: str) -> None:
        """IssueServiceBase.java:664-680: these refusals end the transaction too."""
        if not condition:
            self.has_failed = True
            raise issuer(number, why)


@dataclass
class Issuing(Running):
    """One credential on its way. `reference` has 17 letters and digits (RandomUtil.java:38-40)."""

    plan: plans.Plan = plans.LICENSE
    offer: str | None = None
    reference: str = field(default_factory=lambda: names.alphanumerics(17))
    profile: str = ""
    holder: str = ""
    user: Document = field(default_factory=dict)
    channel: Offered | None = None
    credential: str = ""


@dataclass
class Revoking(Running):
    """One revocation on its way."""

    credential: str = ""
    nonce: str = ""
    auth_type: int = PIN_OR_BIO


class Issuer:
    """did-issuer-server V1.0.0 IssueServiceBase.java and VcStatusServiceImpl.java; for the second release the stored versions 65a657f, 0f85f13."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.provider = world.providers["issuer"]
        self.users: list[Document] = []
        self._offers: dict[str, str] = {}
        self._issuings: list[Issuing] = []
        self._issued: dict[tuple[str, str], str] = {}

    def save_user(self, key: str, request: Document) -> None:
        """One row for each pii or DID, with defaults for what is not said (DemoUserService.java, InsertUserReqDto.java:31-39)."""
        described = plans.DEFAULT_USER | request
        self.users = [user for user in self.users if user["key"] != (key, described[key])]
        self.users.append(described | {"key": (key, described[key])})

    def offer(self, plan: str) -> Document:
        """:98-139; later checks use only the date in the database row, not these three minutes."""
        require(plan in plans.PLANS, issuer(202, plan))
        offer = names.new_uuid()
        self._offers[offer] = plan
        return {
            "offerId": offer, "type": "IssueOffer", "vcPlanId": plan, "issuer": self.provider.identity.did,
            "validUntil": later(timedelta(minutes=3)),
        }

    def propose(self, plan: str, offer: str | None) -> Issuing:
        """:149-205; the plan of the offer is not compared with the one that is asked for."""
        require(plan in plans.PLANS, issuer(202, plan))
        require(not (offer or "").strip() or offer in self._offers, issuer(200, f"the offer {offer} is unknown"))
        issuing = Issuing("inspect-propose-issue", plan=plans.PLANS[plan], offer=offer)
        self._issuings.append(issuing)
        return issuing

    def _user(self, issuing: Issuing, value: str) -> Document:
        found = next((user for user in self.users if user["key"] == (issuing.plan.finds_by, value)), None)
        require(found, issuer(300, f"the issuer has nobody whose {issuing.plan.finds_by} is {value}"))
        assert found is not None
        return found

    def profile(self, issuing: Issuing, holder: str, pii: str) -> Document:
        """:215-282; one nonce stands in two places. No logo, no proof of reqE2e, no value of the schema. In the second release there may be an
        offer of an anonymous credential, which is signed in another form than it is sent in."""
        issuing.step("inspect-propose-issue")
        if issuing.plan.finds_by == "pii":
            issuing.user = self._user(issuing, pii)
        plan, nonce = issuing.plan, self.world.nonce()
        issuing.holder, issuing.profile = holder, names.new_uuid()
        issuing.channel = Offered(self.world, nonce, self.world.deployment.issue_cipher, "m")
        profile: Document = {
            "id": issuing.profile, "type": "IssueProfile", "title": plan.title, "description": plan.title, "encoding": "UTF-8", "language": "ko",
            "profile": {
                "issuer": self.provider.reference() | {"name": "issuer"},
                "credentialSchema": {"id": self._schema_id(plan), "type": "OsdSchemaCredential"},
                "process": {"endpoints": [self.provider.domain], "reqE2e": issuing.channel.wire_form(), "issuerNonce": nonce},
            },
        }
        issuing.last = "generate-issue-profile"
        if self.world.deployment.is_first or not plan.has_definition:
            return self.world.sign("issuer", profile, "assert", "assertionMethod", ISSUER)
        profile["profile"]["credentialOffer"] = anonymous.offer(plan, self.provider.identity.did)
        return anonymous.sent(self.world.sign("issuer", profile, "assert", "assertionMethod", ISSUER))

    def _schema_id(self, plan: plans.Plan) -> str:
        return f"{self.provider.domain}/api/v1/vc/vcschema?name={plan.schema}"

    def issue(self, issuing: Issuing, answer: Document, sealed: str) -> Document:
        """:291-371. The holder's DID must not be revoked."""
        issuing.step("generate-issue-profile")
        require(self.world.ledger.is_active(issuing.holder), issuer(101))
        check_answer(self.world, answer, issuer(413, "accE2e"))
        assert issuing.channel is not None
        channel = issuing.channel.channel(answer, UNREADABLE)
        try:
            plain = channel.decrypt(unpack(sealed, UNREADABLE), unpack(answer["iv"], UNREADABLE))
        except ValueError as error:
            raise issuer(403, "encReqVc") from error
        self._check_request(plain, issuing)
        if issuing.plan.finds_by == "did":
            issuing.user = self._user(issuing, issuing.holder)
        credential = self._make(issuing)
        # The first release encrypts the bare credential (:574-582), the second an object around it (IssueServiceBase, stored version 0f85f13).
        payload = credential if self.world.deployment.is_first else {"vc": credential}
        iv = os.urandom(16)
        issuing.last = "issue-vc"
        return {"encVc": pack(channel.encrypt(canonical(payload), iv)), "iv": pack(iv)}

    def _check_request(self, plain: bytes, issuing: Issuing) -> None:
        """:644-680. The first release refuses members that it does not know, the second ignores them."""
        try:
            request = json.loads(plain)
            profile = request["profile"]
            reference, profile_id, nonce = request["refId"], profile["id"], profile["issuerNonce"]
            unknown = (set(request) - {"refId", "profile"}) | (set(profile) - {"id", "issuerNonce"})
        except (ValueError, LookupError, TypeError) as error:
            raise issuer(208, str(error)) from error
        require(not (unknown and self.world.deployment.is_first), issuer(208, f"unknown members {sorted(unknown)}"))
        assert issuing.channel is not None
        issuing.demand(reference == issuing.reference, 4, "refId")
        issuing.demand(profile_id == issuing.profile, 203, "the id of the profile")
        # :676 compares texts, so that another multibase encoding of the same bytes will not do.
        issuing.demand(nonce == issuing.channel.nonce, 204, "the nonce as a text")

    def _make(self, issuing: Issuing) -> Document:
        """:535-563: an earlier credential of the same user and plan is revoked."""
        plan, row = issuing.plan, (str(issuing.user["key"]), issuing.plan.id)
        credential = self.world.credential("issuer", issuing.holder, self._schema_id(plan), plans.claims(plan, issuing.user), {})
        if row in self._issued:
            self.world.ledger.metas[self._issued[row]]["status"] = "REVOKED"
        self._issued[row] = issuing.credential = credential["id"]
        return credential

    def complete(self, issuing: Issuing, credential: str) -> None:
        issuing.step("issue-vc")
        require(credential == issuing.credential, issuer(207))
        issuing.last = "complete-vc"

    def result(self, query: Document) -> Document:
        """:421-449. An offer that no wallet has used yet is not found, which throws 00001."""
        require(query["offerId"] in self._offers, issuer(200))
        taken = [issuing for issuing in self._issuings if issuing.offer == query["offerId"]]
        require(taken, issuer(1))
        return {"txId": names.new_uuid(), "offerId": query["offerId"], "result": taken[-1].last == "complete-vc"}

    def propose_revocation(self, credential: str) -> Revoking:
        """VcStatusServiceImpl.java:74-120."""
        meta = self.world.ledger.metas.get(credential)
        require(meta is not None, issuer(206))
        require(meta is not None and meta["status"] != "REVOKED", issuer(209))
        return Revoking("inspect-propose-revoke", credential=credential, nonce=self.world.nonce())

    def revoke(self, revoking: Revoking, request: Document) -> None:
        """:129-158,222-240. The class has a single proof: a list of them is a null pointer, which is 00011. Here nonces are compared as bytes.
        The key is the one that the fragment names, whatever its purpose; whether it is the subject's, nobody asks."""
        revoking.step("inspect-propose-revoke")
        require(request["vcId"] == revoking.credential, issuer(207))
        require(unpack(request["issuerNonce"], UNREADABLE) == unpack(revoking.nonce, UNREADABLE), issuer(210))
        proof = request.get("proof")
        require(proof is not None, issuer(11, "proofs instead of proof"))
        assert proof is not None
        url = proof["verificationMethod"]
        require(self.world.ledger.is_active(did_of(url)), issuer(101))
        key = public_key(self.world.document(url), key_id_of(url))
        require(is_signed(signed_form(request, proof), proof["proofValue"], key), issuer(413, "the request to revoke"))
        self.world.ledger.metas[revoking.credential]["status"] = "REVOKED"
        revoking.last = "revoke-vc"

    def complete_revocation(self, revoking: Revoking) -> None:
        revoking.step("revoke-vc")
        revoking.last = "complete-revoke"

    def schema(self, query: Document) -> str:
        """VcSchemaService.java:41-49."""
        plan = next((plan for plan in plans.PLANS.values() if plan.schema == query["name"]), None)
        require(plan, issuer(211))
        assert plan is not None
        return plans.schema(plan, self.provider.domain)

    def save_demo_user(self, request: Document) -> None:
        """The call of the second release's demo server (did-demo-server V2.0.0 IssuerAdminFeign.java:30-33). The claims are in `userInfo`,
        by code. Upstream has not published the method behind it. Here a user is found by PII and by DID, as the two plans need it."""
        described = binding.bound({name: value for name, value in request.items() if isinstance(value, str)}, ISSUER_USER)
        for key in ("pii", "did"):
            if described.get(key):
                self.save_user(key, described | {"claims": json.loads(request.get("userInfo") or "{}")})
