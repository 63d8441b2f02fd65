"""Every protocol as an ordinary wallet runs it."""

from __future__ import annotations

from ..checks import Checks, expect, expect_equal
from ..opendid_family.canonical import Document
from . import names
from .creating import Creating
from .identities import new_key
from .issuing import Issuing, Revoking
from .presenting import Presenting
from .registering import Registering, Restoring, Updating
from .stage import Stage
from .wallet import Wallet


def run(stage: Stage, checks: Checks) -> None:
    with checks.check("operators enter a person"):
        wallet = stage.fresh_wallet()
    Creating(wallet).report(checks)
    with checks.check("personalising: the app's server signs the data of a wallet token"):
        stage.personalize(wallet)
    Registering(wallet, "pin", "bio").report(checks)
    with checks.check("a push token is taken"):
        body = {"id": names.message_id(), "did": wallet.owner().did, "appId": wallet.app_id, "pushToken": "token"}
        expect_equal(stage.services.post("tas", "update-push-token", body).taken(), {}, "answer")
    with checks.check("the list shows plans, each also by itself"):
        stage.read_plans()
    issue(stage, wallet, checks)
    present(stage, wallet, checks)
    change(stage, wallet, checks)
    restore(stage, wallet, checks)
    revoke(stage, wallet, checks)
    registrations(stage, checks)


def issue(stage: Stage, wallet: Wallet, checks: Checks) -> None:
    offers: list[str] = []
    first = Issuing(wallet, stage.plans[0], stage.issuer)
    first.report(checks, "M210 by the user, no cipher named")
    again = Issuing(wallet, stage.plans[0], stage.issuer, ciphers=["AES-256-CBC"], key="bio")
    again.report(checks, "M210 once more, AES-256 and the bio key")
    with checks.check("M210 once more: the first credential of this plan is revoked by it"):
        stage.trust.same_meta(first.credential, "REVOKED")
        stage.trust.same_meta(again.credential, "ACTIVE")
    for cipher in ("AES-128-CBC", "AES-256-CBC"):
        plan, title = stage.plans[-1], f"M210 by offer with {cipher}"
        with checks.check(f"{title}: the operator makes an offer for a QR code"):
            offers.append(stage.operators.issue_offer(plan["vcPlanId"], stage.issuer)["offerId"])
        if offers:
            Issuing(wallet, plan, stage.issuer, offers.pop(), [cipher]).report(checks, title)
    with checks.check("M210 with ECB and AES-128-CBC to choose from: the trust agent takes CBC"):
        Issuing(wallet, stage.plans[-1], stage.issuer, ciphers=["AES-128-ECB", "AES-256-ECB", "AES-128-CBC"]).run()
    with checks.check("two issues of one plan have different profiles, references, channel keys and credential ids"):
        for one, other in (
            (first.profile["id"], again.profile["id"]), (first.reference, again.reference), (first.channel.theirs, again.channel.theirs),
            (first.credential["id"], again.credential["id"]),
        ):
            expect(one != other, f"both have {one!r}")


def present(stage: Stage, wallet: Wallet, checks: Checks) -> None:
    offers: list[Document] = []
    ways: list[tuple[str, str, tuple[str, ...]]] = [
        ("the required claims, pin or bio: pin", "subset", ("pin",)), ("the required claims, pin or bio: bio", "subset", ("bio",)),
        ("all claims", "all", ()), ("any key, pin", "any", ("pin",)), ("any key, bio", "any", ("bio",)), ("pin only", "pin", ()),
        ("bio only", "bio", ()), ("pin and bio", "both", ()),
    ]
    for says, service, keys in ways:
        with checks.check(f"M310, {says}: the verifier makes an offer"):
            offers.append(stage.operators.verify_offer(stage.setting.services[service]))
        if offers:
            Presenting(wallet, offers.pop(), *keys).report(checks, f"M310, {says}")
    with checks.check("M310: what was not presented is not shown by the verifier"):
        flow = stage.presenting(wallet)
        flow.run()
        expect(len(flow.shown) < len(flow.credential()["credentialSubject"]["claims"]), "every claim was presented")
    with checks.check("M310, Indirect: a terminal hands the presentation on"):
        Presenting(wallet, stage.operators.verify_offer(stage.setting.services["subset"], "Indirect")).run()
    with checks.check("M310: more claims than are asked for are taken too"):
        flow = stage.presenting(wallet)
        flow.until("request-verify")
        codes = [claim["code"] for claim in flow.credential()["credentialSubject"]["claims"]]
        Presenting(wallet, stage.operators.verify_offer(stage.setting.services["subset"]), codes=codes).run()
    with checks.check("M310: an offer without its transaction is enough"):
        offer = stage.operators.verify_offer(stage.setting.services["subset"])
        Presenting(wallet, {"payload": offer["payload"]}).run()
    if stage.services.has_operators:
        # Deployed verifiers have one transaction for an offer, and the later scan shuts out the earlier one.
        with checks.check("M310: of two who scan one code each has a transaction and a nonce, and one presentation is accepted"):
            scanned_twice(stage, wallet)


def scanned_twice(stage: Stage, wallet: Wallet) -> None:
    offer = stage.operators.verify_offer(stage.setting.services["subset"])
    first, second = Presenting(wallet, offer), Presenting(wallet, offer)
    first.make("request-profile")
    second.take_profile(second.send("request-profile", second.build("request-profile")).taken())
    second.made("request-profile")
    expect(second.tx_id != first.tx_id, "both are in one transaction")
    expect(second.process["verifierNonce"] != first.process["verifierNonce"], "both have one nonce")
    second.run()
    first.until("request-verify")
    stage.no(first.send("request-verify", first.build("request-verify")), "SSRVVRF00200")


def change(stage: Stage, wallet: Wallet, checks: Checks) -> None:
    Updating(wallet, wallet.owner().next(pin=new_key())).report(checks, "M141, another pin key")
    with checks.check("M141, the bio key goes"):
        Updating(wallet, wallet.owner().next(bio=None)).run()
    with checks.check("M141, a bio key comes back, and presents"):
        Updating(wallet, wallet.owner().next(bio=new_key())).run()
        stage.presenting(wallet, "bio").run()
    with checks.check("M141, another key for key agreement, which issues"):
        Updating(wallet, wallet.owner().next(keyagree=new_key())).run()
        Issuing(wallet, stage.plans[0], stage.issuer).run()


def restore(stage: Stage, wallet: Wallet, checks: Checks) -> None:
    with checks.check("M142: the operator switches the DID off, the ledger shows it"):
        stage.operators.switch_off(wallet.person)
        expect_equal(stage.trust.gateway.document(wallet.owner().did)["deactivated"], True, "deactivated")
    offers: list[str] = []
    with checks.check("M142: the operator offers to restore it"):
        offers.append(stage.operators.restore_offer(wallet.owner().did))
    if offers:
        Restoring(wallet, offers.pop()).report(checks)
    with checks.check("M142: the holder presents as before"):
        stage.presenting(wallet).run()


def revoke(stage: Stage, wallet: Wallet, checks: Checks) -> None:
    credential = wallet.credentials[stage.plans[0]["credentialSchema"]["id"]]
    Revoking(wallet, credential).report(checks)
    with checks.check("M220 with the bio key"):
        flow = Issuing(wallet, stage.plans[0], stage.issuer)
        flow.run()
        Revoking(wallet, flow.credential, "bio").run()


def registrations(stage: Stage, checks: Checks) -> None:
    for keys in (("pin",), ("pin", "bio")):
        for cipher in ("AES-128-CBC", "AES-256-CBC"):
            with checks.check(f"M132 with {' and '.join(keys)}, {cipher}"):
                Registering(stage.wallet(), *keys, ciphers=[cipher]).run()
