"""Wallets and users as the checks need them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from ..checks import Checks, Refuted, expect, expect_equal
from ..opendid_family.canonical import Document
from . import names, tokens
from .creating import Creating
from .flow import Flow
from .issuing import Issuing
from .operators import Operators
from .presenting import Presenting
from .registering import Registering
from .services import Reply, Services
from .setting import Setting
from .trust import Trust
from .wallet import Person, Wallet

PERSONALIZE = 1


class Stage:
    """Makes what a check starts from, without reporting it."""

    def __init__(self, services: Services, setting: Setting, checks: Checks) -> None:
        self.services, self.setting, self.checks = services, setting, checks
        self.operators = Operators(services)
        self.trust = Trust(services, setting)
        self.plans: list[Document] = []
        self.issuer = ""
        self._users: dict[str, Wallet] = {}

    def read_plans(self) -> None:
        answer = self.services.get("list", "vcplan/list").taken()
        expect_equal(len(answer["items"]), answer["count"], "number of plans")
        expect(answer["count"] > 0, "there is no plan")
        for plan in answer["items"]:
            expect(names.PLAN_ID.fullmatch(plan["vcPlanId"]), f"{plan['vcPlanId']} is no plan id")
            expect_equal(self.services.get("list", "vcplan", id=plan["vcPlanId"]).taken(), plan, "the plan by itself")
        self.plans = answer["items"]
        plan = self.plans[0]
        self.issuer = (plan.get("allowedIssuers") or [plan["manager"]])[0]

    def fresh_wallet(self) -> Wallet:
        """An installation that is not created yet, for a new person."""
        person = Person("u" + names.new_uuid()[:8], f"홍길동 {names.new_uuid()}")
        self.operators.enter(person)
        return Wallet(self.services, self.setting, person, self.trust)

    def wallet(self) -> Wallet:
        wallet = self.fresh_wallet()
        Creating(wallet).run()
        return wallet

    def newcomer(self, *keys: str) -> Wallet:
        """A registered user of its own."""
        wallet = self.wallet()
        Registering(wallet, *(keys or ("pin", "bio"))).run()
        return wallet

    def user(self, name: str = "ordinary") -> Wallet:
        """A registered user with a credential of the first plan, the same one for each name."""
        if name not in self._users:
            wallet = self.newcomer()
            Issuing(wallet, self.plans[0], self.issuer).run()
            self._users[name] = wallet
        return self._users[name]

    def issuing(self, wallet: Wallet | None = None) -> Issuing:
        return Issuing(wallet or self.user(), self.plans[-1], self.issuer)

    def presenting(self, wallet: Wallet | None = None, service: str = "subset", *keys: str) -> Presenting:
        offer = self.operators.verify_offer(self.setting.services[service])
        return Presenting(wallet or self.user(), offer, *keys)

    def personalize(self, wallet: Wallet) -> None:
        seed = tokens.seed(wallet, PERSONALIZE)
        tokens.take(wallet, seed, self.services.post("cas", "request-wallet-tokendata", seed).taken())

    def refused(
        self, says: str, flow: Callable[[], Flow], path: str, edit: Callable[[Flow, Document], Document | None], *codes: str, goes_on: bool = False,
    ) -> None:
        """A flow up to a step, whose request is changed and has to be refused; where it is said, the right request is taken afterwards."""
        with self.checks.check(f"refused: {says}"):
            made = flow()
            made.until(path)
            # Parts of the body belong to the flow, which may go on with them. An edit changes the copy, or gives another body.
            body = deepcopy(made.build(path))
            self.no(made.send(path, edit(made, body) or body), *codes)
            if goes_on:
                made.run()

    def no(self, reply: Reply, *codes: str) -> None:
        """Expects a refusal with one of the codes. A success fails the check and names the accepted request."""
        if reply.status == 200:
            raise Refuted(f"{reply.where} accepted it")
        reply.refused(*codes)
