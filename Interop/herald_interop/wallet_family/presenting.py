"""M310: claims are shown to a verifier (OpenDID sheet 3.3, 3.4, 5.8)."""

from __future__ import annotations

import os
from copy import deepcopy
from datetime import timedelta
from typing import Any

from ..checks import expect, expect_equal
from ..opendid_family.canonical import Document, canonical
from . import names, tokens
from .channel import Answered
from .flow import Flow, Step
from .identities import prove
from .services import Reply
from .wallet import Wallet

PURPOSE = 10


class Presenting(Flow):
    """One offer answered. `keys` overrides what the profile asks for, `codes` the claims."""

    title = "M310"

    def __init__(self, wallet: Wallet, offer: Document, *keys: str, codes: list[str] | None = None) -> None:
        self.offer, self._keys, self._codes = offer["payload"], keys, codes
        super().__init__(wallet)
        self.tx_id = offer.get("txId", "")

    def steps(self) -> list[Step]:
        return [
            Step("verifier", "request-profile", "the verifier is certified, and signed a profile with a new nonce", self._ask, self._profile),
            Step("cas", "request-wallet-tokendata", "the app's server signs the wallet token's data", self._seed, self._token),
            Step("verifier", "request-verify", "the presentation is accepted", self._present, self.same_transaction),
            Step("verifier", "confirm-verify", "the verifier shows exactly the claims that were presented", self._poll, self._result),
        ]

    def _ask(self) -> Document:
        transaction = {"txId": self.tx_id} if self.tx_id else {}
        return self.opening() | {"offerId": self.offer["offerId"]} | transaction

    def _profile(self, answer: Document) -> None:
        # Deployed wallets keep the transaction of the code that they scanned.
        if self.tx_id:
            self.same_transaction(answer)
        self.take_profile(answer)

    def take_profile(self, answer: Document) -> None:
        self.tx_id, self.profile = answer["txId"], answer["profile"]
        inner = self.profile["profile"]
        expect_equal(self.profile["type"], "VerifyProfile", "type of the profile")
        self.wallet.trust.certified(inner["verifier"], None, "Verifier")
        self.wallet.trust.check(self.profile, "verifyProfile")
        self.process = inner["process"]
        self.wallet.fresh(self.process["verifierNonce"], "the verifier's nonce")
        self.asked = inner["filter"]["credentialSchemas"]
        expect(self.asked, "the verifier asks for nothing")
        self.channel = Answered(self.process, "verifierNonce", self.wallet)

    def send(self, path: str, body: Document) -> Reply:
        """Sends one call to the verifier. Only the terminal may learn what was shown, so its call has the operator's token if there is one."""
        return self.wallet.services.post(self.role(path), path, body, operator=path == "confirm-verify")

    def _seed(self) -> Document:
        self.seed = tokens.seed(self.wallet, PURPOSE)
        return self.seed

    def _token(self, answer: Document) -> None:
        self.wallet_token = tokens.take(self.wallet, self.seed, answer)

    def keys(self) -> tuple[str, ...]:
        """The keys that the profile asks for."""
        auth_type = self.process.get("authType", 0)
        if self._keys:
            return self._keys
        if auth_type & 0x8000:
            return ("pin", "bio")
        return ("bio",) if auth_type & 6 == 4 else ("pin",)

    def credential(self, index: int = 0) -> Document:
        """The wallet's credential of a schema that is asked for."""
        asked = self.asked[index]
        credential = self.wallet.credentials[asked["id"]]
        allowed = asked.get("allowedIssuers")
        expect(allowed is None or credential["issuer"]["id"] in allowed, "the verifier does not want this issuer")
        return credential

    def reduced(self, index: int = 0) -> Document:
        """The credential with the requested claims and their signatures. The signature over the whole is removed unless all claims are shown."""
        credential = deepcopy(self.credential(index))
        asked = self.asked[index]
        claims = credential["credentialSubject"]["claims"]
        wanted = self._codes or (None if asked.get("presentAll") else asked.get("requiredClaims"))
        kept = [index for index, claim in enumerate(claims) if wanted is None or claim["code"] in wanted]
        proof = credential["proof"]
        credential["credentialSubject"]["claims"] = [claims[index] for index in kept]
        proof["proofValueList"] = [proof["proofValueList"][index] for index in kept]
        if len(kept) < len(claims):
            del proof["proofValue"]
        return credential

    def presentation(self, *credentials: Document, **members: Any) -> Document:
        """Unsigned."""
        shown = list(credentials) or [self.reduced(index) for index in range(len(self.asked))]
        self.shown = [claim for credential in shown for claim in credential["credentialSubject"]["claims"]]
        return {
            "@context": ["https://www.w3.org/ns/credentials/v2"], "id": names.new_uuid(), "type": ["VerifiablePresentation"],
            "holder": self.wallet.owner().did, "validFrom": names.moment(), "validUntil": names.moment(timedelta(seconds=5000)),
            "verifierNonce": self.process["verifierNonce"], "verifiableCredential": shown,
        } | members

    def signed(self, presentation: Document, *keys: str) -> Document:
        uses = [(key, "assertionMethod") for key in keys or self.keys()]
        return prove(presentation, self.wallet.owner(), *uses, style=self.wallet.style)

    def sealed(self, plain: bytes) -> Document:
        iv = os.urandom(16)
        return self.message() | {"accE2e": self.channel.wire_form(iv), "encVp": self.channel.sealed(plain, iv)}

    def _present(self) -> Document:
        return self.sealed(canonical(self.signed(self.presentation())))

    def _poll(self) -> Document:
        return self.opening() | {"offerId": self.offer["offerId"]}

    def _result(self, answer: Document) -> None:
        expect_equal(answer["result"], True, "result")
        shown = {claim["code"]: claim["value"] for claim in self.shown}
        expect_equal({claim["code"]: claim["value"] for claim in answer["claims"]}, shown, "claims that the verifier shows")
