"""The verifier of either release."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family import names
from . import models, plans
from .clock import java_instant
from .e2e import Offered, check_answer
from .errors import Refusal, require, verifier
from .proofs import holder_signed, is_did, issuer_signed
from .providers import VERIFIER
from .world import World, unpack

ANY, PIN, BIO, PIN_OR_BIO, PIN_AND_BIO = 0, 2, 4, 6, 0x8006
# did-verifier-server V1.0.0 enums/VerifyAuthType: what the fragment of a proof is looked up in, in capitals
AUTH_NAMES = {"NO_RESTRICTIONS_AUTHENTICATION", "NO_AUTHENTICATION", "PIN", "BIO", "PIN_OR_BIO", "PIN_AND_BIO"}


@dataclass(frozen=True)
class Policy:
    """One file of did-verifier-server V1.0.0 sample/data/vpPolicy, one row of the second release's database."""

    service: str
    auth_type: int
    plan: plans.Plan = plans.LICENSE
    claims: tuple[str, ...] = ("org.iso.18013.5.birth_date", "org.iso.18013.5.family_name", "org.iso.18013.5.given_name")
    presents_all: bool = False
    id: str = field(default_factory=names.new_uuid)


# `login` and `signup` are shipped; an operator of the second release can make the others.
POLICIES = (
    Policy("login", PIN_OR_BIO), Policy("signup", ANY), Policy("pin", PIN), Policy("bio", BIO), Policy("both", PIN_AND_BIO),
    Policy("whole", PIN_OR_BIO, presents_all=True), Policy("national", PIN_OR_BIO, plans.NATIONAL_ID, ("org.opendid.v1.national_id.user_name",)),
)


@dataclass
class Asked:
    """One transaction with its offer, and what became of it."""

    policy: Policy
    transaction: str = field(default_factory=names.new_uuid)
    offer: str = field(default_factory=names.new_uuid)
    status: str = "PENDING"
    channels: list[Offered] = field(default_factory=list)
    claims: list[Document] | None = None


class Verifier:
    """did-verifier-server VerifierServiceImpl.java; lines are V1.0.0's unless V2.0.0 is named."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.provider = world.providers["verifier"]
        self._asked: list[Asked] = []

    def offer(self, request: Document) -> Document:
        """The first release finds the policy by three texts, whatever their case (FileLoaderService.java:130-147), the second by its id
        (V2.0.0 :745-765)."""
        is_first = self.world.deployment.is_first
        if is_first:
            fits = request["device"].upper() == "WEB" and request["mode"] == "Direct"
            policy = next((policy for policy in POLICIES if fits and policy.service == request["service"].lower()), None)
        else:
            policy = next((policy for policy in POLICIES if policy.id == request["policyId"]), None)
        require(policy, verifier(201))
        assert policy is not None
        asked = Asked(policy)
        self._asked.append(asked)
        return {"txId": asked.transaction, "payload": {
            "offerId": asked.offer, "type": "VerifyOffer", "mode": "Direct", "device": "WEB", "service": policy.service,
            "endpoints": [self._endpoint()],
            # :703,858-863 and V2.0.0 :1072-1096: an Instant as Java prints it. It is not checked later.
            "validUntil": java_instant(timedelta(seconds=180)), "locked": False,
        }}

    def policies(self) -> list[Document]:
        """V2.0.0 PolicyController.java:64-67, PolicyDTO.java:23-31."""
        return [
            {
                "id": number, "policyTitle": policy.service, "policyId": policy.id, "payloadService": policy.service,
                "createdAt": "2025-05-30 10:00:00", "policyType": "VP",
            }
            for number, policy in enumerate(POLICIES, 1)
        ]

    def _found(self, fits: Callable[[Asked], bool], number: int) -> Asked:
        found = next((asked for asked in self._asked if fits(asked)), None)
        require(found, verifier(number))
        assert found is not None
        return found

    def profile(self, request: Document) -> Document:
        """:154-217,628-645. Asking again is allowed while the transaction is PENDING."""
        if request.get("txId"):
            asked = self._found(lambda asked: asked.transaction == request["txId"], 300)
        else:
            asked = self._found(lambda asked: asked.offer == request["offerId"], 200)
        require(asked.status == "PENDING", verifier(301))
        # :667-669: the nonce alone is not base58.
        nonce = self.world.nonce()
        channel = Offered(self.world, nonce, self.world.deployment.verify_cipher, "z")
        asked.channels.append(channel)
        profile = {
            "id": names.new_uuid(), "type": "VerifyProfile", "title": "OpenDID VP 프로파일", "description": "VP에 대한 프로파일 입니다.",
            "encoding": "UTF-8", "language": "ko",
            "profile": {"verifier": self._detail(), "filter": {"credentialSchemas": [self._wanted(asked.policy)]}, "process": {
                "endpoints": [self._endpoint()], "reqE2e": channel.wire_form(), "verifierNonce": nonce, "authType": asked.policy.auth_type,
            }},
        }
        return {"txId": asked.transaction, "profile": self.world.sign("verifier", profile, "assert", "assertionMethod", VERIFIER)}

    def _endpoint(self) -> str:
        """The first release names the address of one call (FileLoaderService.java:118,151)."""
        return f"{self.provider.domain}/api/v1/request-verify" if self.world.deployment.is_first else self.provider.domain

    def _detail(self) -> Document:
        """FileLoaderService.java:113-116 and the shipped file, V2.0.0 VerifierServiceImpl.java:251-262."""
        detail = self.provider.reference() | {"name": "verifier"}
        if self.world.deployment.is_first:
            return detail | {"description": "verifier", "ref": f"{self.world.base}/swagger-ui/index.html#/"}
        return detail | {"ref": self.provider.domain}

    def _wanted(self, policy: Policy) -> Document:
        """As in the shipped files: displayClaims name a claim that no credential has."""
        return {
            "id": f"{self.world.providers['issuer'].domain}/api/v1/vc/vcschema?name={policy.plan.schema}", "type": "OsdSchemaCredential",
            "requiredClaims": list(policy.claims), "allowedIssuers": ["did:omn:issuer"], "displayClaims": ["testId.aa"],
            "value": "VerifiableProfile", "presentAll": policy.presents_all,
        }

    def verify(self, request: Document) -> Document:
        """:231-288 and V2.0.0 :275-338. There every refusal ends the transaction (:331,335); here it stays PENDING."""
        asked = self._found(lambda asked: asked.transaction == request.get("txId"), 300)
        try:
            self._verify(asked, request)
        except Exception:
            if not self.world.deployment.is_first:
                asked.status = "FAILED"
            raise
        asked.status = "COMPLETED"
        return {"txId": asked.transaction}

    def _verify(self, asked: Asked, request: Document) -> None:
        require(asked.status == "PENDING", verifier(301))
        require(asked.channels, verifier(203))
        # Two rows break the first release's query (:393); the second uses the newest (V2.0.0 :709).
        require(len(asked.channels) == 1 or not self.world.deployment.is_first, verifier(903, "two profiles"))
        answer, offered = request["accE2e"], asked.channels[-1]
        self._check_answer(answer)
        channel = offered.channel(answer, verifier(409))
        try:
            plain = channel.decrypt(unpack(request["encVp"], verifier(409)), unpack(answer["iv"], verifier(409)))
        except ValueError as error:
            raise verifier(409, "encVp") from error
        shown = models.presentation(plain)
        check_auth_type(asked.policy.auth_type, shown)
        require(multibase.decode(shown["verifierNonce"]) == multibase.decode(offered.nonce), verifier(402))
        if not self.world.deployment.is_first:
            # vcStatusCheck (V2.0.0 :303-305,340-347): the first credential only; one without a meta is a null pointer, which is 00903.
            status = self.world.ledger.metas[shown["verifiableCredential"][0]["id"]]["status"]
            require(status not in ("REVOKED", "INACTIVE"), verifier(801, f"the credential is {status}"))
        self._check_presentation(asked.policy, shown)
        asked.claims = [claim for credential in shown["verifiableCredential"] for claim in credential["credentialSubject"]["claims"]]

    def _check_answer(self, answer: Document) -> None:
        """Every error in it is 00701 (:564)."""
        try:
            check_answer(self.world, answer, verifier(701, "accE2e"))
        except Refusal:
            raise
        except Exception as error:
            raise verifier(701, str(error)) from error

    def _check_presentation(self, policy: Policy, shown: Document) -> None:
        """did-core-sdk-server V1.0.0 VpManager.java:52-177; what does not hold is 00202 with 500 (:503)."""
        def demand(condition: object, why: str) -> None:
            require(condition, verifier(202, why))

        credentials, wanted = shown["verifiableCredential"], self._wanted(policy)
        demand(names.instant(shown["validUntil"]) > names.instant(names.moment(digits=6)), "the presentation has expired")
        found = next((one for one in credentials if one["credentialSchema"] == {name: wanted[name] for name in ("id", "type")}), None)
        demand(found, "no credential of the schema")
        assert found is not None
        demand(found["issuer"]["id"] in wanted["allowedIssuers"], "another issuer")
        codes = {claim["code"] for claim in found["credentialSubject"]["claims"]}
        demand(codes >= set(policy.claims), f"missing claims {sorted(set(policy.claims) - codes)}")
        demand(not policy.presents_all or found["proof"].get("proofValue"), "the signature over the whole is missing")
        demand(is_did(shown["holder"]), "the holder is no DID")
        demand(holder_signed(shown, self.world.document(shown["holder"])), "the holder's signature")
        for credential in credentials:
            demand(issuer_signed(credential, self.world.document(credential["issuer"]["id"])), "the issuer's signature")

    def result(self, request: Document) -> Document:
        """:315-346: without a presentation there is no list of claims."""
        asked = self._found(lambda asked: asked.offer == request.get("offerId"), 200)
        return {"result": False} if asked.claims is None else {"claims": asked.claims, "result": True}


def check_auth_type(auth_type: int, shown: Document) -> None:
    """:357-377: only 6 is checked, and only a single proof, by the name of its key. All other values of the enum are accepted."""
    if auth_type != PIN_OR_BIO:
        return
    name = shown["proof"]["verificationMethod"].split("#")[1].upper()
    if name not in AUTH_NAMES:
        raise LookupError(f"{name} is none of the enum's names, which is an exception there, and 00903")
    require(name in ("PIN", "BIO"), verifier(400, name))
