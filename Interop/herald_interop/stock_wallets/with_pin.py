"""An app with a PIN alone, step by step."""

from __future__ import annotations

from ..checks import Checks, expect, expect_equal
from . import screens, strictness, wallet_tokens
from .apps import App
from .issuing import Issuing
from .phone import Phone
from .presenting import Presenting
from .registering import Registering
from .revoking import Revoking
from .scene import Scene
from .starting import Starting


def run(scene: Scene, app: App, checks: Checks) -> None:
    """From the first start to a revoked credential."""
    phone = scene.phone(app)
    Starting(phone).report(checks, f"{app.name}, first start")
    with checks.check(f"{app.name}, first start: the user is bound"):
        wallet_tokens.ask(phone, wallet_tokens.PERSONALIZE)
    Registering(phone, with_bio=False).report(checks, f"{app.name}, M132 with a PIN")
    plans = screens.plans(phone)
    with checks.check(f"{app.name}: every plan can be read and chosen"):
        expect_equal(len(plans), 2, "number of the sample's plans")
    Issuing(phone, plans[0]["vcPlanId"], plans[0]["allowedIssuers"][0]).report(checks, f"{app.name}, M210 by the user")
    with checks.check(f"{app.name}, M310: the code of an offer can be read"):
        code = scene.verify_code("subset")
    Presenting(phone, code).report(checks, f"{app.name}, M310 with the PIN")
    by_offer(scene, phone, checks, plans[1])
    listed(phone, checks)
    Revoking(phone, phone.credentials[-1]).report(checks, f"{app.name}, M220 with the PIN")
    with checks.check(f"{app.name}, M220: what is left can be shown, and what is gone cannot come back"):
        expect_equal(len(phone.credentials), 1, "number of credentials left")
        screens.credentials(phone)
    strictness.run(phone, checks)


def by_offer(scene: Scene, phone: Phone, checks: Checks, plan: dict[str, object]) -> None:
    name = phone.app.name
    offers = []
    with checks.check(f"{name}, M210 by offer: the code can be read"):
        offers.append(scene.issue_code(phone, plan))
    if offers:
        flow = Issuing(phone, offers[0]["vcPlanId"], offers[0]["issuer"], offers[0].get("offerId"))
        flow.report(checks, f"{name}, M210 by offer")


def listed(phone: Phone, checks: Checks) -> None:
    with checks.check(f"{phone.app.name}: both credentials can be shown, with schema and dates"):
        expect_equal(len(phone.credentials), 2, "number of credentials")
        statuses = screens.credentials(phone)
        expect(set(statuses.values()) <= {"ACTIVE"}, f"the statuses are {statuses}")
        for credential in phone.credentials:
            screens.details(phone, credential)
