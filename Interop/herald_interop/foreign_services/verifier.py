"""The verifier (OpenDID sheet 3.4 and 5.8)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, proofs_of
from ..wallet_family import names
from . import plans
from .channels import Offered
from .faults import check, require, verifier
from .world import World


@dataclass(frozen=True)
class Policy:
    """The claims that a service asks for."""

    auth_type: int
    items: tuple[str, ...] = ("family_name", "birth_date")
    all_claims: bool = False
    cipher: str = "AES-256-CBC"
    credentials: int = 1


POLICIES = {
    "subset": Policy(6), "all": Policy(6, tuple(plans.ITEMS), True), "any": Policy(0, cipher="AES-128-CBC"), "pin": Policy(2), "bio": Policy(4),
    "both": Policy(0x8006), "two": Policy(6, credentials=2),
}
KINDS = {"pin": 2, "bio": 4}


@dataclass
class Asked:
    """One offer, and what became of it."""

    policy: Policy
    transaction: str = field(default_factory=names.new_uuid)
    profile: str = ""
    channel: Offered | None = None
    claims: list[Document] | None = None


class Verifier:
    """Asks for claims of the first plan."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.provider = world.providers["verifier"]
        self._asked: dict[str, Asked] = {}

    def offer(self, request: Document) -> Document:
        require(request["service"] in POLICIES, verifier(201, "the service is unknown"))
        offer, asked = names.new_uuid(), Asked(POLICIES[request["service"]])
        self._asked[offer] = asked
        return {"txId": asked.transaction, "payload": {
            "offerId": offer, "type": "VerifyOffer", "mode": request["mode"], "device": request["device"], "service": request["service"],
            "endpoints": [f"{self.provider.url}/request-verify"], "locked": False,
            "validUntil": names.moment(timedelta(minutes=3), 9 if self.world.habits.fractions else 0),
        }}

    def profile(self, request: Document) -> Document:
        asked = self._asked.get(request["offerId"])
        require(asked, verifier(200, "the offer is unknown"))
        assert asked is not None
        require(request.get("txId") in (None, asked.transaction), verifier(300, "the transaction is unknown"))
        nonce = self.world.nonce("verifier")
        asked.channel = Offered(self.world, "verifier", nonce, asked.policy.cipher)
        profile = {
            "id": names.new_uuid(), "type": "VerifyProfile", "title": request["offerId"], "encoding": "UTF-8", "language": "ko",
            "profile": {
                "verifier": self.provider.reference() | {"name": "verifier"},
                "filter": {"credentialSchemas": [self._asks_for(schema, asked.policy) for schema in self._schemas(asked.policy)]},
                "process": {
                    "endpoints": [self.provider.url], "reqE2e": asked.channel.wire_form(), "verifierNonce": nonce, "authType": asked.policy.auth_type,
                },
            },
        }
        return {"txId": asked.transaction, "profile": self.world.sign("verifyProfile", "verifier", profile)}

    def _schemas(self, policy: Policy) -> list[str]:
        return [plan.schema_id(self.world) for plan in plans.PLANS.values()][: policy.credentials]

    def _asks_for(self, schema: str, policy: Policy) -> Document:
        wanted = [f"{plans.SPACE['id']}.{item}" for item in policy.items]
        return {
            "id": schema, "type": "OsdSchemaCredential", "presentAll": policy.all_claims, "displayClaims": wanted, "requiredClaims": wanted,
            "allowedIssuers": ["did:omn:issuer"],
        }

    def verify(self, request: Document) -> Document:
        asked = next((asked for asked in self._asked.values() if asked.transaction == request["txId"]), None)
        require(asked, verifier(300, "the transaction is unknown"))
        assert asked is not None
        require(asked.channel is not None and asked.claims is None, verifier(301, "the step is not the next one"))
        assert asked.channel is not None
        proof = request["accE2e"].get("proof")
        require(proof, verifier(103, "the channel is not signed"))
        holder = proof["verificationMethod"].split("#")[0].split("?")[0]
        _, plain = asked.channel.accept(
            request["accE2e"], holder, request["encVp"], verifier(103, "the channel is not the holder's"), verifier(409, "it cannot be decrypted"))
        try:
            presentation = json.loads(plain)
        except ValueError as error:
            raise verifier(202, "no presentation") from error
        require(isinstance(presentation, dict), verifier(202, "no presentation"))
        self._check(presentation, holder, asked)
        asked.claims = [claim for credential in presentation["verifiableCredential"] for claim in credential["credentialSubject"]["claims"]]
        return {"txId": request["txId"]}

    def _check(self, presentation: Document, holder: str, asked: Asked) -> None:
        assert asked.channel is not None
        same = multibase.decode(presentation["verifierNonce"]) == multibase.decode(asked.channel.nonce)
        require(same, verifier(402, "the nonce is another one"))
        require("proof" in presentation or "proofs" in presentation, verifier(103, "the presentation is not signed"))
        proofs = proofs_of(presentation)
        require(all(proof["proofPurpose"] == "assertionMethod" for proof in proofs), verifier(403, "the purpose is another one"))
        kinds = [KINDS.get(proof["verificationMethod"].rpartition("#")[2], 0) for proof in proofs]
        require(satisfied(asked.policy.auth_type, kinds), verifier(400, "not signed with the key that is asked for"))
        require(names.instant(presentation["validUntil"]) > names.instant(names.moment()), verifier(202, "the presentation has expired"))
        shown = {credential["credentialSchema"]["id"] for credential in presentation["verifiableCredential"]}
        require(shown >= set(self._schemas(asked.policy)), verifier(202, "a credential is missing"))
        for credential in presentation["verifiableCredential"]:
            require(credential["credentialSubject"]["id"] == holder, verifier(202, "a credential of somebody else"))
            self._filter(credential, asked.policy)
        check(presentation, "presentation", self.world.ledger, verifier(103, "the presentation does not hold"), holder)
        for credential in presentation["verifiableCredential"]:
            active = self.world.ledger.metas[credential["id"]]["status"] == "ACTIVE"
            require(active, verifier(801, "the credential is not active"))

    def _filter(self, credential: Document, policy: Policy) -> None:
        require(credential["credentialSchema"]["id"] in self._schemas(policy), verifier(202, "another kind of credential"))
        codes = {claim["code"] for claim in credential["credentialSubject"]["claims"]}
        missing = {f"{plans.SPACE['id']}.{item}" for item in policy.items} - codes
        require(not missing, verifier(202, f"missing claims: {', '.join(sorted(missing))}"))
        require(not policy.all_claims or "proofValue" in credential["proof"], verifier(202, "the signature over the whole is missing"))

    def result(self, request: Document) -> Document:
        asked = self._asked.get(request["offerId"])
        require(asked, verifier(200, "the offer is unknown"))
        assert asked is not None
        return {"result": asked.claims is not None, "claims": asked.claims or []}


def satisfied(auth_type: int, kinds: list[int]) -> bool:
    if auth_type & 0x8000:
        return sorted(kinds) == [2, 4]
    return auth_type & 6 == 0 or any(kind & auth_type for kind in kinds)
