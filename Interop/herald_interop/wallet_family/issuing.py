"""M210 and M220: a credential is issued, and revoked (OpenDID sheet 5.7 and 5.9)."""

from __future__ import annotations

import os

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names
from .channel import Answered
from .flow import Step
from .identities import Identity, prove
from .session_flow import SessionFlow, opened
from .wallet import Wallet

SCHEMA_MEMBERS = {"@id", "@schema", "title", "description", "metadata", "credentialSubject"}


class Issuing(SessionFlow):
    """M210, asked for by the user or offered by the issuer."""

    title = "M210"
    purpose = 8

    def __init__(self, wallet: Wallet, plan: Document, issuer: str, offer: str | None = None, ciphers: list[str] | None = None, key: str = "pin") -> None:
        self.plan, self.issuer, self.offer, self.auth_key = plan, issuer, offer, key
        super().__init__(wallet, ciphers)

    def client(self) -> Identity:
        return self.wallet.owner()

    def steps(self) -> list[Step]:
        return [
            self.step("propose-issue-vc", "a transaction is opened, with a reference of the issuer"), *self.prefix(),
            self.step("request-issue-profile", "the issuer is certified, and signed the profile for this plan"),
            self.step("request-issue-vc", "the credential decrypts, is signed as a whole and per claim, fits its schema, and is active"),
            self.step("confirm-issue-vc", "the issue is confirmed"),
        ]

    def build_propose_issue_vc(self) -> Document:
        offer = {"offerId": self.offer} if self.offer else {}
        return self.opening() | {"vcPlanId": self.plan["vcPlanId"], "issuer": self.issuer} | offer

    def take_propose_issue_vc(self, answer: Document) -> None:
        self.proposed(answer)
        expect(names.REFERENCE.fullmatch(answer["refId"]), f"{answer['refId']} is no reference")
        self.reference = answer["refId"]

    def build_request_issue_profile(self) -> Document:
        return self.authorised()

    def take_request_issue_profile(self, answer: Document) -> None:
        self.same_transaction(answer)
        self.auth_nonce, self.profile = answer["authNonce"], answer["profile"]
        self.wallet.fresh(self.auth_nonce, "the nonce for the holder")
        inner = self.profile["profile"]
        expect_equal(self.profile["type"], "IssueProfile", "type of the profile")
        self.wallet.trust.certified(inner["issuer"], self.issuer, "Issuer")
        self.wallet.trust.check(self.profile, "issueProfile")
        wanted = {name: self.plan["credentialSchema"][name] for name in ("id", "type")}
        expect_equal({name: inner["credentialSchema"][name] for name in wanted}, wanted, "schema in the profile")
        self.wallet.fresh(inner["process"]["issuerNonce"], "the issuer's nonce")
        self.channel = Answered(inner["process"], "issuerNonce", self.wallet)

    def request(self) -> Document:
        """The request that is sent to the issuer encrypted. The nonce is sent back as the same text."""
        nonce = self.profile["profile"]["process"]["issuerNonce"]
        return {"refId": self.reference, "profile": {"id": self.profile["id"], "issuerNonce": nonce}}

    def sealed(self, plain: bytes) -> Document:
        """The request with this in the channel."""
        iv = os.urandom(16)
        return self.authorised() | {
            "didAuth": self.did_auth(self.auth_nonce, self.auth_key),
            "accE2e": self.channel.wire_form(iv), "encReqVc": self.channel.sealed(plain, iv),
        }

    def build_request_issue_vc(self) -> Document:
        return self.sealed(canonical(self.request()))

    def take_request_issue_vc(self, answer: Document) -> None:
        self.same_transaction(answer)
        iv = self.wallet.fresh(answer["e2e"]["iv"], "the IV of the credential")
        _, payload = opened(self.channel.channels, multibase.decode(answer["e2e"]["encVc"]), iv, "the credential")
        # The second release wraps it, together with one of another kind.
        self.credential = payload["vc"] if "vc" in payload else payload
        self._check_credential(self.credential)
        self.wallet.credentials[self.credential["credentialSchema"]["id"]] = self.credential

    def _check_credential(self, credential: Document) -> None:
        trust = self.wallet.trust
        expect(names.UUID.fullmatch(credential["id"]), "the credential's id is no UUID")
        expect_equal(credential["issuer"]["id"], self.issuer, "issuer of the credential")
        expect_equal(credential["credentialSubject"]["id"], self.wallet.owner().did, "subject of the credential")
        expect_equal(credential["credentialSchema"]["id"], self.plan["credentialSchema"]["id"], "schema of the credential")
        expect_equal(credential["issuanceDate"], credential["validFrom"], "begin of validity")
        expect(credential["evidence"], "the credential has no evidence")
        trust.check(credential, "credential")
        self._check_schema(credential)
        trust.same_meta(credential, "ACTIVE")

    def _check_schema(self, credential: Document) -> None:
        schema = self.wallet.services.fetch(credential["credentialSchema"]["id"])
        expect(SCHEMA_MEMBERS <= set(schema), f"the schema misses {SCHEMA_MEMBERS - set(schema)}")
        expect_equal(schema["@id"], credential["credentialSchema"]["id"], "address inside the schema")
        expect_equal(schema["@schema"], "https://opendid.org/schema/vc.osd", "schema of the schema")
        known = {
            f"{space['namespace']['id']}.{item['id']}": item for space in schema["credentialSubject"]["claims"] for item in space["items"]
        }
        claims = credential["credentialSubject"]["claims"]
        codes = [claim["code"] for claim in claims]
        expect_equal(codes, [code for code in known if code in codes], "claims in the order of the schema")
        for claim in claims:
            for name in ("type", "format", "caption"):
                expect_equal(claim[name], known[claim["code"]][name], f"{name} of claim {claim['code']}")
        needed = {code for code, item in known.items() if item.get("required", True)}
        expect(needed <= set(codes), f"claims are missing: {sorted(needed - set(codes))}")

    def build_confirm_issue_vc(self) -> Document:
        return self.authorised() | {"vcId": self.credential["id"]}


class Revoking(SessionFlow):
    """M220 for a credential of this wallet, or of another one."""

    title = "M220"
    purpose = 9

    def __init__(self, wallet: Wallet, credential: Document, *keys: str) -> None:
        self.credential, self.keys = credential, keys or ("pin",)
        super().__init__(wallet)

    def client(self) -> Identity:
        return self.wallet.owner()

    def steps(self) -> list[Step]:
        return [
            self.step("propose-revoke-vc", "a transaction is opened, with a nonce of the issuer and the keys it wants"), *self.prefix(),
            self.step("request-revoke-vc", "the credential is revoked on the ledger"),
            self.step("confirm-revoke-vc", "the revocation is confirmed"),
        ]

    def build_propose_revoke_vc(self) -> Document:
        return self.opening() | {"vcId": self.credential["id"]}

    def take_propose_revoke_vc(self, answer: Document) -> None:
        self.proposed(answer)
        self.wallet.fresh(answer["issuerNonce"], "the issuer's nonce")
        self.issuer_nonce = answer["issuerNonce"]
        expect(answer["authType"] in (0, 1, 2, 4, 6, 0x8006), f"{answer['authType']} names no keys")

    def build_request_revoke_vc(self) -> Document:
        request = {"vcId": self.credential["id"], "issuerNonce": self.issuer_nonce}
        uses = [(key, "assertionMethod") for key in self.keys]
        return self.authorised() | {"request": prove(request, self.wallet.owner(), *uses, style=self.wallet.style)}

    def take_request_revoke_vc(self, answer: Document) -> None:
        self.same_transaction(answer)
        self.wallet.trust.same_meta(self.credential, "REVOKED")

    def build_confirm_revoke_vc(self) -> Document:
        return self.authorised()
