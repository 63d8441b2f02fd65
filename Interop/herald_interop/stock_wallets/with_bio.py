"""An app with a PIN and biometrics, each way as one check; then the holder's document is deactivated and changed."""

from __future__ import annotations

from ..checks import Checks, expect_equal
from ..wallet_family.identities import Identity, new_key
from . import offers, screens, wallet_tokens
from .apps import App
from .changing import Changing, Restoring, Updating
from .issuing import Issuing
from .phone import Phone
from .presenting import Presenting
from .registering import Registering
from .revoking import Revoking
from .scene import Scene
from .starting import Starting

SHOWN = (("subset", "pin"), ("subset", "bio"), ("pin", "pin"), ("bio", "bio"))


def registered(scene: Scene, app: App, with_bio: bool) -> Phone:
    phone = scene.phone(app)
    Starting(phone).run()
    wallet_tokens.ask(phone, wallet_tokens.PERSONALIZE)
    Registering(phone, with_bio).run()
    return phone


def issued(phone: Phone, key: str = "bio") -> Phone:
    plan = screens.plans(phone)[0]
    Issuing(phone, plan["vcPlanId"], plan["allowedIssuers"][0], key=key).run()
    return phone


def run(scene: Scene, app: App, checks: Checks) -> None:
    phones: list[Phone] = []
    with checks.check(f"{app.name}, M132 with a PIN and biometrics"):
        phones.append(registered(scene, app, with_bio=True))
    for phone in phones:
        ways(scene, phone, checks)
    changes(scene, app, checks)


def ways(scene: Scene, phone: Phone, checks: Checks) -> None:
    name = phone.app.name
    with checks.check(f"{name}, M210 with biometrics"):
        issued(phone)
    for service, key in SHOWN:
        with checks.check(f"{name}, M310 for “{service}” with {key}: the verifier has the claims"):
            code = scene.verify_code(service)
            flow = Presenting(phone, code, key)
            flow.run()
            shown = [claim["code"] for credential in flow.shown for claim in credential["credentialSubject"]["claims"]]
            asked = flow.asked[0]["requiredClaims"]
            expect_equal(sorted(shown), sorted(asked), "claims that the app showed")
    for service in ("any", "both"):
        says = "is taken" if app_signs(phone, service) else "is refused in words, and the offer stays unanswered"
        with checks.check(f"{name}, M310 for “{service}”: what the app sends {says}"):
            one_key_of_any(scene, phone, service)
    with checks.check(f"{name}, M310 for the whole card: the app drops the signature of the whole, and is refused as upstream does"):
        whole(scene, phone)
    with checks.check(f"{name}, M142: a DID that was switched off comes back"):
        restore(scene, phone)
    with checks.check(f"{name}, M310 after M142"):
        Presenting(phone, scene.verify_code("subset"), "bio").run()
    with checks.check(f"{name}, M220 with biometrics"):
        Revoking(phone, phone.credentials[-1], "bio").run()


def app_signs(phone: Phone, service: str) -> bool:
    """Both apps have the user take one key. Android sends it no further, see `choosing.signs`, and for both keys one is not enough."""
    return phone.app.is_ios and service == "any"


def one_key_of_any(scene: Scene, phone: Phone, service: str) -> None:
    for key in ("pin", "bio"):
        code = scene.verify_code(service)
        flow = Presenting(phone, code, key)
        flow.until("request-verify")
        reply = flow.send("request-verify", flow.build("request-verify"))
        if app_signs(phone, service):
            reply.taken()
        else:
            reply.refused()
        result = scene.accepted(offers.verify_offer(phone, code)[0])
        expect_equal(result.get("result"), app_signs(phone, service), f"{key}: what the verifier says of the offer")


def whole(scene: Scene, phone: Phone) -> None:
    """No app keeps `proofValue` in what it shows (iS1 VCManager.swift:103-145, aS1 VCManager.java:181-204), and upstream's verifier wants
    it where `presentAll` is set (did-core-sdk-server V1.0.0 VpManager.java:172-176)."""
    flow = Presenting(phone, scene.verify_code("all"), "bio")
    flow.until("request-verify")
    flow.send("request-verify", flow.build("request-verify")).refused()


def restore(scene: Scene, phone: Phone) -> None:
    """As published first: what the app's code gets wrong has to be refused in words, and must not spoil the way put right."""
    scene.operators.switch_off(phone.person)
    if not phone.app.is_ios:
        refused(Restoring(phone, scene.operators.restore_offer(phone.owner().did), as_published=True), "request-create-token")
    Restoring(phone, scene.operators.restore_offer(phone.owner().did)).run()


def refused(flow: Changing, path: str) -> None:
    """The first step that the app's own code spoils."""
    flow.until(path)
    flow.send(path, flow.build(path)).refused()


def changes(scene: Scene, app: App, checks: Checks) -> None:
    """M141 adds biometrics to a wallet that had a PIN, which only the SDKs 2.0.1 do."""
    phones: list[Phone] = []
    with checks.check(f"{app.name}, M141 as published is refused in words, and changes nothing"):
        phone = issued(registered(scene, app, with_bio=False), key="pin")
        as_published(phone)
        Presenting(phone, scene.verify_code("pin")).run()
        phones.append(phone)
    if app.release == 1:
        return
    for phone in phones:
        with checks.check(f"{app.name}, M141 by the SDK 2.0.1: a bio key is added"):
            Updating(phone, with_another_key(phone)).run()
        for key in ("pin", "bio"):
            with checks.check(f"{app.name}, M310 after M141 with {key}, by key URLs that name version 1"):
                Presenting(phone, scene.verify_code(key), key).run()
        with checks.check(f"{app.name}, M210 and M220 after M141 with biometrics"):
            issued(phone)
            Revoking(phone, phone.credentials[-1], "bio").run()


def with_another_key(phone: Phone) -> Identity:
    return phone.owner().next(bio=new_key())


def as_published(phone: Phone) -> None:
    """iOS 1 goes astray, iOS 2 sends the stored document with a proof by a key that is not in it (iS2 WalletService.swift:233-266), Android
    names another transaction."""
    app, owner = phone.app, phone.owner()
    if not app.is_ios:
        return refused(Updating(phone, owner, as_published=True), "request-create-token")
    if app.release == 1:
        return refused(Updating(phone, owner, as_published=True), "request-restore-diddoc")
    stored = Updating(phone, owner)
    return refused(stored, "request-update-diddoc")
