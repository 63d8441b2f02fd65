"""An app and upstream's demo server. Two users enter data on the demo's pages, and each is issued the data that she entered."""

from __future__ import annotations

import secrets

from ..checks import Checks, expect, expect_equal
from ..opendid_family.canonical import Document
from ..stock_family.demo import Demo
from ..stock_family.demo_pages import Person
from ..stock_family.release import Release
from ..wallet_family import wallet
from . import offers, screens, wallet_tokens
from .apps import App
from .issuing import Issuing
from .phone import Phone
from .presenting import Presenting
from .registering import Registering
from .scene import Scene
from .starting import Starting

# The settings of release 1's demo (did-demo-server V1.0.0 application-demo.yml).
PLAN, SERVICE = "vcplanid000000000001", "login"
# The items of the sample's card that release 1's pages fill.
FILLED = {"family_name", "given_name", "birth_date", "address", "document_number"}


def run(scene: Scene, app: App, checks: Checks) -> None:
    demo = Demo(scene.base, Release(app.release))
    with checks.check(f"{app.name} and the demo's home page: two people are issued by code what each wrote there, and show it"):
        at_home(demo, scene, app)
    with checks.check(f"{app.name} and the demo's pages in the app: two people are issued at their wish what each wrote there, and show it"):
        in_the_app(demo, scene, app)


def people() -> tuple[Person, Person]:
    """Other names each time, because a user's PII is a hash over the names."""
    sign = secrets.token_hex(4)
    return Person(f"길동{sign}", "홍", "1991-04-05", "11-223333-344"), Person(f"철수{sign}", "김", "1984-11-30", "12-345678-901")


def installed(scene: Scene, app: App, user: str) -> Phone:
    """The user's id is all that an app has of the demo."""
    phone = Phone(app, scene.base, wallet.Person(user, ""))
    Starting(phone).run()
    wallet_tokens.ask(phone, wallet_tokens.PERSONALIZE)
    Registering(phone, with_bio=False).run()
    return phone


def at_home(demo: Demo, scene: Scene, app: App) -> None:
    """Both are entered before either is issued anything."""
    entered = [(person, demo.enter(person)) for person in people()]
    phones = [(person, installed(scene, app, user)) for person, user in entered]
    for person, phone in phones:
        offer = offers.issue_offer(phone, demo.issue_offer(PLAN))
        Issuing(phone, offer["vcPlanId"], offer["issuer"], offer["offerId"]).run()
        expect(demo.is_issued(offer["offerId"]), "the issuer does not say that the offer was used")
        issued_and_shown(demo, phone, person)


def in_the_app(demo: Demo, scene: Scene, app: App) -> None:
    """Both have saved their page before either is issued anything."""
    joined = [(person, demo.join(person)) for person in people()]
    flows = [(person, wish(demo, installed(scene, app, user), person)) for person, user in joined]
    for _, flow in flows:
        flow.until("request-issue-vc")
    for person, flow in flows:
        flow.run()
        issued_and_shown(demo, flow.phone, person)


def wish(demo: Demo, phone: Phone, person: Person) -> Issuing:
    plan = next(plan for plan in screens.plans(phone) if plan["vcPlanId"] == PLAN)
    name = screens.schema_name(phone, plan)
    return Issuing(phone, PLAN, plan["allowedIssuers"][0], page=lambda: demo.add(phone.owner().did, person, name))


def issued_and_shown(demo: Demo, phone: Phone, person: Person) -> None:
    holds = items(phone.credentials[0]["credentialSubject"]["claims"])
    expect_equal(holds, {item: person.answer(item) for item in holds}, f"{phone.app.name}: what {person.page_name} was issued")
    expect(set(holds) >= FILLED, f"{phone.app.name}: the credential lacks {sorted(FILLED - set(holds))}")
    code, offer = demo.verify_offer(SERVICE)
    expect_equal(demo.result(offer).get("result"), False, "result before the presentation")
    flow = Presenting(phone, code)
    flow.run()
    result = demo.result(offer)
    expect_equal(result["result"], True, "result")
    shown = items(result["claims"])
    expect_equal(shown, {item: person.answer(item) for item in shown}, f"{phone.app.name}: what {person.page_name} showed")
    wanted = {code.rpartition(".")[2] for code in flow.asked[0]["requiredClaims"]}
    expect_equal(set(shown), wanted, f"{phone.app.name}: items that were shown")


def items(claims: list[Document]) -> dict[str, str]:
    return {claim["code"].rpartition(".")[2]: claim["value"] for claim in claims}
