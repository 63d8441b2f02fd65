"""The first start: the wallet is created (iS1 WalletService.swift:45-60,130-141,259-283; aS1 WalletService.java:120-162)."""

from __future__ import annotations

from typing import Any

from ..checks import expect
from ..opendid_family.canonical import Document
from ..wallet_family.flow import Step
from ..wallet_family.setting import LIST_PACKAGE
from .documents import device_document
from .stock_flow import StockFlow

LIST = f"allowed-ca/list?wallet={LIST_PACKAGE}"


class Starting(StockFlow):
    """The device's document is attested and registered. The attestation is sent on as the model writes it."""

    title = "wallet creation"
    gets = (LIST,)

    def steps(self) -> list[Step]:
        return [
            Step("list", LIST, "the list names the apps", dict, self._apps),
            Step("wallet", "request-sign-wallet", "the device's document is attested", lambda: device_document(self.phone), self._attested),
            Step("tas", "request-register-wallet", "the wallet is registered", self._registration, self._registered),
        ]

    def _apps(self, answer: Any) -> None:
        apps = self.phone.read("AllowCAList", answer)
        expect(0 < apps["count"] <= len(apps["items"]), f"{apps['count']} apps are counted, {len(apps['items'])} listed")

    def _attested(self, answer: Any) -> None:
        self.attested = self.phone.read("AttestedDIDDoc", answer)

    def _registration(self) -> Document:
        return self.opening() | {"attestedDidDoc": self.attested}

    def _registered(self, answer: Any) -> None:
        # iOS 1 drops the answer (iS1 WalletService.swift:278).
        if "Registered" in self.phone.app.tables:
            self.phone.read("Registered", answer)
        self.phone.wallet_id = self.attested["walletId"]
