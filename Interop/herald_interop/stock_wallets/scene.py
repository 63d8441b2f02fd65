"""The people and the operators around the phones."""

from __future__ import annotations

from ..opendid_family.canonical import Document
from ..wallet_family import names
from ..wallet_family.operators import Operators
from ..wallet_family.services import Services
from ..wallet_family.wallet import Person
from . import offers
from .apps import App
from .phone import Phone


class Scene:
    """Services with operators behind them."""

    def __init__(self, base: str, operator_token: str | None) -> None:
        self.base = base.rstrip("/")
        self.operators = Operators(Services(base, operator_token))

    def phone(self, app: App) -> Phone:
        """A new installation for a new person, whom the app provider and the issuer know."""
        person = Person("u" + names.new_uuid()[:8], f"홍길동 {names.new_uuid()}")
        self.operators.enter(person)
        return Phone(app, self.base, person)

    def issue_code(self, phone: Phone, plan: Document) -> Document:
        offer = self.operators.issue_offer(plan["vcPlanId"], plan["allowedIssuers"][0])
        return offers.issue_offer(phone, offers.shown(offer, "ISSUE_VC"))

    def verify_code(self, service: str, with_transaction: bool = False) -> Document:
        """Upstream's demo names no transaction in a code (did-demo-server V1.0.0 DemoServiceImpl.java:86-90, V2.0.0 :85-89); another page may,
        and Android would hand it on."""
        made = self.operators.verify_offer(service)
        return offers.shown(made["payload"], "SUBMIT_VP", made["txId"] if with_transaction else None)

    def accepted(self, code_of: Document) -> Document:
        """The verifier's result for an offer that was answered."""
        return self.operators.result({"payload": code_of})
