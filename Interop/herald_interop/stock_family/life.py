"""A whole life of our wallet with one installation of upstream's servers."""

from __future__ import annotations

import json
from pathlib import Path

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..portrait import PORTRAIT
from ..wallet_family.our_wallet import OurWallet
from .demo import Demo
from .demo_pages import Person
from .plans import LICENSE, NATIONAL_ID
from .release import Deployment
from .services import Stock, serving
from .world import APP_PACKAGE

PERSON = Person("길동", "홍", "1990-01-01", "11-223333-344")
NEEDED = {"org.iso.18013.5.birth_date", "org.iso.18013.5.family_name", "org.iso.18013.5.given_name"}


def demo_of(stock: Stock) -> Demo:
    return Demo(stock.base, stock.world.deployment.release)


def live(herald: str, folder: Path, deployment: Deployment) -> None:
    with serving(deployment) as stock:
        whole_life(OurWallet(herald, folder, stock.base, APP_PACKAGE), demo_of(stock), stock)


def whole_life(wallet: OurWallet, demo: Demo, stock: Stock) -> None:
    """M131, M132, M210, M310, M141, M142 and M220, as far as the release has them."""
    user = demo.enter(PERSON)
    wallet.create().done()
    facts = wallet.register(user).done()
    expect_equal((facts["state"], facts["unfinished"]), ("operation", 0), "state after the registration")
    all_taken(stock)
    did = wallet.shown()["holder"]
    first = issued_by_offer(wallet, demo, LICENSE.id)
    demo.add(did, PERSON, NATIONAL_ID.schema)
    second = wallet.issue("--plan", NATIONAL_ID.id).done()["credential"]
    all_taken(stock)
    for service in ("login", "signup", "pin", "whole", "national"):
        presented(wallet, demo, service)
    not_presented(wallet, demo, "bio", "both")
    all_taken(stock)
    if stock.world.deployment.is_first:
        not_updated(wallet)
    else:
        wallet.change_pin("246801").done()
        expect_equal(wallet.shown()["version"], "2", "version after the update")
    again = issued_by_offer(wallet, demo, LICENSE.id)
    expect(again != first, "the second credential is the first")
    all_taken(stock)
    restored(wallet, demo, stock, user)
    presented(wallet, demo, "login")
    statuses = {entry["credential"]: entry["status"] for entry in wallet.credentials()}
    expect_equal(statuses, {second: "ACTIVE", again: "ACTIVE"}, "credentials before the revocation")
    wallet.revoke(again).done()
    expect_equal([entry["credential"] for entry in wallet.credentials()], [second], "credentials after the revocation")
    expect_equal(wallet.shown()["unfinished"], 0, "protocols that are not at their end")
    all_taken(stock)


def all_taken(stock: Stock) -> None:
    """No server refused anything so far: what upstream does not take, the wallet must not send, even where it then does without."""
    expect_equal(stock.journal.taken(), [], "requests that upstream refuses")


def issued_by_offer(wallet: OurWallet, demo: Demo, plan: str) -> str:
    offer = demo.issue_offer(plan)
    credential = str(wallet.run("vc", "issue", "--offer", text_of(offer)).done()["credential"])
    expect(demo.is_issued(id_of(offer)), "the issuer does not say that the offer was used")
    return credential


def presented(wallet: OurWallet, demo: Demo, service: str) -> None:
    code, offer = demo.verify_offer(service)
    expect_equal(demo.result(offer), {"result": False}, f"{service}: result before the presentation")
    facts = wallet.present(code).done()
    expect(facts["accepted"], f"{service}: the verifier did not accept it")
    result = demo.result(offer)
    expect_equal(result["result"], True, f"{service}: result")
    expect_equal(sorted(claim["code"] for claim in result["claims"]), sorted(facts["disclosed"]), f"{service}: claims that the verifier shows")
    if service == "whole":
        pictures = [claim["value"] for claim in result["claims"] if claim["type"] == "image"]
        expect_equal(pictures, [PORTRAIT], f"{service}: the picture, as the issuer wrote it")
    if service == "national":
        values = {claim["code"].rpartition(".")[2]: claim["value"] for claim in result["claims"]}
        expect_equal(values, {"user_name": PERSON.page_name}, f"{service}: what the page addVcInfo saved")
    if service in ("login", "signup", "pin"):
        expect_equal(set(facts["disclosed"]), NEEDED, f"{service}: claims that were shown")


def not_presented(wallet: OurWallet, demo: Demo, *services: str) -> None:
    """Upstream's verifier would take any key for these; the wallet has no bio key, and does not pretend."""
    before = wallet.kept()
    for service in services:
        code, offer = demo.verify_offer(service)
        wallet.present(code).refused()
        expect_equal(demo.result(offer), {"result": False}, f"{service}: result")
    expect_equal(wallet.kept(), before, "what the wallet keeps")


def not_updated(wallet: OurWallet) -> None:
    """The first release gives no nonce to prove a key with: the wallet says so, and stays as it was."""
    before = wallet.shown()
    expect_equal(wallet.change_pin("246801").refused(), "answer", "code of an update that the trust agent cannot do")
    expect_equal(wallet.shown(), before, "the wallet")


def restored(wallet: OurWallet, demo: Demo, stock: Stock, user: str) -> None:
    did = str(wallet.shown()["holder"])
    # An app without leave to push sends an empty token first, which is taken.
    demo.set_push_token(did, stock.world.users[did].app, "")
    demo.set_push_token(did, stock.world.users[did].app, "a-push-token")
    demo.switch_off(user)
    expect_equal(stock.world.ledger.status(did), "DEACTIVATED", "status of the DID")
    wallet.restore(demo.restore_offer(did)).done()
    expect_equal(stock.world.ledger.status(did), "ACTIVATED", "status of the DID")


def text_of(code: Document) -> str:
    """The QR code's text."""
    return json.dumps(code)


def id_of(code: Document) -> str:
    return str(json.loads(multibase.decode(code["payload"]))["offerId"])
