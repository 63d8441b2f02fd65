"""An app with a PIN alone, step by step."""

from __future__ import annotations

from ..checks import Checks, expect, expect_equal
from . import revoking, screens, strictness, wallet_tokens
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
    with checks.check(f"{app.name}, M310 by a code that names the transaction"):
        Presenting(phone, scene.verify_code("subset", with_transaction=True)).run()
    by_offer(scene, phone, checks, plans[1])
    listed(phone, checks)
    Revoking(phone, phone.credentials[-1]).report(checks, f"{app.name}, M220 with the PIN")
    with checks.check(f"{app.name}, M220: what is left can be shown, and what is gone cannot come back"):
        expect_equal(len(phone.credentials), 1, "number of credentials left")
        screens.credentials(phone)
    strictness.run(phone, checks)
    if app.release == 2:
        deleted(scene, phone, checks)


def deleted(scene: Scene, phone: Phone, checks: Checks) -> None:
    name, kept = phone.app.name, phone.credentials[0]
    with checks.check(f"{name}: a credential that the issuer has revoked is deleted on the phone, and nobody is asked to revoke it"):
        scene.operators.set_status(kept["id"], "REVOKED")
        expect_equal(screens.credentials(phone), {kept["id"]: "REVOKED"}, "statuses")
        expect(not revoking.delete(phone, kept), "the app went through M220")
        expect_equal(screens.credentials(phone), {}, "statuses of what is left")
    with checks.check(f"{name}: a credential that is switched off is revoked before it is deleted"):
        plan = screens.plans(phone)[0]
        Issuing(phone, plan["vcPlanId"], plan["allowedIssuers"][0]).run()
        kept = phone.credentials[0]
        scene.operators.set_status(kept["id"], "INACTIVE")
        expect(revoking.delete(phone, kept), "the app did not go through M220")
        expect_equal(screens.status(phone, kept["id"]), "REVOKED", "status")


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
        types = {claim["type"] for credential in phone.credentials for claim in credential["credentialSubject"]["claims"]}
        expect("image" in types, "none of the credentials has a picture")
