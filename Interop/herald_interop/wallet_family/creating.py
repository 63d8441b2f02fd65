"""Creating the wallet (OpenDID sheet 5.4)."""

from __future__ import annotations

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names
from .flow import Flow, Step
from .identities import device_document
from .services import Reply, parsed
from .setting import LIST_PACKAGE


class Creating(Flow):
    """The device's document is attested by the wallet provider and registered by the trust agent."""

    title = "wallet creation"

    def steps(self) -> list[Step]:
        return [
            Step("list", "allowed-ca/list", "the list names at least one allowed app", dict, self._apps),
            Step("wallet", "request-sign-wallet", "the wallet provider attests the device's document", self._device, self._attested),
            Step("tas", "request-register-wallet", "the trust agent registers it as it is", self._registration, self._registered),
        ]

    def send(self, path: str, body: Document) -> Reply:
        if path == "allowed-ca/list":
            return self.wallet.services.get("list", path, wallet=LIST_PACKAGE)
        return super().send(path, body)

    def _apps(self, answer: Document) -> None:
        expect(answer["count"] > 0, "there is no allowed app")
        expect_equal(len(answer["items"]), answer["count"], "number of allowed apps")
        self.wallet.packages = answer["items"]

    def _device(self) -> Document:
        self.document = device_document(self.wallet.device, self.wallet.style)
        return self.document

    def _attested(self, answer: Document) -> None:
        trust, setting = self.wallet.trust, self.wallet.setting
        inner = parsed(multibase.decode(answer["ownerDidDoc"]), "the attested document")
        expect_equal(canonical(inner), canonical(self.document), "attested document")
        expect(names.WALLET_ID.fullmatch(answer["walletId"]), f"{answer['walletId']} is no wallet id")
        expect(answer["nonce"], "the attestation has no nonce")
        trust.certified(answer["provider"], setting.wallet_provider, "WalletProvider")
        trust.check(answer, "attestedDIDDoc")
        self.attested = answer

    def _registration(self) -> Document:
        return self.opening() | {"attestedDidDoc": self.attested}

    def _registered(self, answer: Document) -> None:
        expect(names.UUID.fullmatch(answer["txId"]), "the transaction is no UUID")
        self.wallet.trust.on_ledger(self.document)
        self.wallet.id = self.attested["walletId"]
