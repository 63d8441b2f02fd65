"""M310 (iA1 VerifyVcProtocol.swift:45-89, iS1 WalletService.swift:63-127; aA1 VerifyVp.java:73-165, aS1 WalletService.java:461-516)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from ..checks import expect
from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from ..wallet_family.flow import Step
from . import choosing, dates, offers, trusting, wallet_tokens
from .end_to_end import EndToEnd
from .phone import Phone
from .stock_flow import StockFlow


class Presenting(StockFlow):
    """A verifier's code, scanned and answered with one key."""

    title = "M310"

    def __init__(self, phone: Phone, code: Document, wanted: str = "pin") -> None:
        self.code, self.wanted = code, wanted
        super().__init__(phone)

    def steps(self) -> list[Step]:
        return [
            Step("verifier", "request-profile", "the code and the profile can be read", self._ask, self._profile),
            Step("cas", "request-wallet-tokendata", "the token's data are signed; the screen shows the claims", self._seed, self._screen),
            Step("verifier", "request-verify", "the verifier is certified; the presentation is accepted", self._present, self.followed),
        ]

    def _ask(self) -> Document:
        """Only Android sends the transaction of the QR code."""
        offer, tx_id = offers.verify_offer(self.phone, self.code)
        body = self.opening() | {"offerId": offer["offerId"]}
        return body if self.phone.app.is_ios or not tx_id else body | {"txId": tx_id}

    def _profile(self, answer: Any) -> None:
        model = self.phone.read("_RequestProfile", answer)
        self.tx_id, self.profile = model["txId"], model["profile"]
        self.asked: list[Document] = self.profile["profile"]["filter"]["credentialSchemas"]

    def _seed(self) -> Document:
        return wallet_tokens.seed(self.phone, wallet_tokens.PRESENT)

    def _screen(self, answer: Any) -> None:
        """Release 2 for iOS fetches every schema and ends on a required claim that none of its items is
        (iA2 VerifyProfileViewController.swift:107-127)."""
        phone, app = self.phone, self.phone.app
        wallet_tokens.take(phone, answer)
        every = app.is_ios and app.release == 2
        for asked in self.asked if every else self.asked[:1]:
            schema = phone.read("VCSchema", phone.wire.get(asked["id"]).taken())
            spaces = schema["credentialSubject"]["claims"]
            known = {f"{space['namespace']['id']}.{item['id']}" for space in spaces for item in space["items"]} if every else set()
            unknown = set(asked["requiredClaims"]) - known if every else set()
            expect(not unknown, f"{app.name}: the app ends on {sorted(unknown)}, which the schema does not have")
        if not app.is_ios and app.release == 1:
            dates.android_day(self.profile["proof"].get("created", ""), f"{app.name}, VerifyProfile.proof.created")

    def _present(self) -> Document:
        """Android checks no verifier's certificate."""
        phone, inner = self.phone, self.profile["profile"]
        if phone.app.is_ios:
            trusting.certified(phone, inner["verifier"], "Verifier")
        process = inner["process"]
        key = choosing.key(phone, process.get("authType"), self.wanted)
        channel = EndToEnd(phone, process, "verifierNonce")
        signed = phone.prove(self.presentation(process["verifierNonce"]), phone.owner(), (key, "assertionMethod"))
        if not choosing.signs(phone, process.get("authType")):
            signed = {}
        return self.message() | {"accE2e": channel.wire_form(), "encVp": channel.sealed(canonical(signed))}

    def presentation(self, nonce: str) -> Document:
        """iOS: 5000 seconds (iS1 WalletService.swift:97); Android: 600 minutes (aS1 WalletService.java:493)."""
        phone = self.phone
        chosen = choosing.claims(phone, self.asked)
        self.shown = [choosing.reduced(phone, kept, chosen[kept["id"]]) for kept in phone.credentials if kept["id"] in chosen]
        lasting = timedelta(seconds=5000) if phone.app.is_ios else timedelta(minutes=600)
        return {
            "@context": ["https://www.w3.org/ns/credentials/v2"], "id": names.new_uuid(), "type": ["VerifiablePresentation"],
            "holder": phone.owner().did, "validFrom": names.moment(), "validUntil": names.moment(lasting), "verifierNonce": nonce,
            "verifiableCredential": self.shown,
        }
