"""Herald's wallet against services that are not ours: it accepts every habit, and detects every lie (OpenDID sheet 9)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

from ..checks import Checks, expect, expect_equal
from ..foreign_services.habits import Habits
from ..foreign_services.lies import LIES, Lie
from ..foreign_services.services import serving
from ..foreign_services.world import PACKAGE
from ..opendid_family.canonical import Document, canonical
from .operators import Operators
from .our_wallet import OurWallet, Said
from .services import Services
from .wallet import Person

USER = Person("foreign-user", "")
PLAN, OTHER_PLAN, ISSUER = "vcplanid000000000001", "vcplanid000000000002", "did:omn:issuer"
# The first command that receives a lie, by the document that contains the lie.
MEETS = {
    "accEcdh": "register", "serverTokenData": "register", "walletTokenData": "register", "certificate of cas": "register",
    "certificate of tas": "register", "issueProfile": "issue", "credential": "issue", "certificate of issuer": "issue",
    "verifyProfile": "present", "certificate of verifier": "present",
}


def run(herald: str, folder: Path, checks: Checks) -> None:
    """Two at a time, each with services of its own: most of the time is spent on starting programs."""
    def life(habits: str) -> None:
        with serving(Habits.named(habits)) as base:
            whole_life(OurWallet(herald, folder / f"habits-{habits}", base, PACKAGE), Operators(Services(base)))

    def deceived(name: str, lie: Lie) -> None:
        with serving(Habits.named("none"), lie) as base:
            found_out(OurWallet(herald, folder / f"lie-{name}", base, PACKAGE), Operators(Services(base)), lie)

    with ThreadPoolExecutor(2) as pool:
        jobs = [
            (f"our wallet lives a whole life with foreign services, habits: {habits}", pool.submit(life, habits))
            for habits in ("none", "all", *(entry.name for entry in fields(Habits)))
        ]
        jobs += [(f"our wallet finds out: {lie.says}", pool.submit(deceived, name, lie)) for name, lie in LIES.items()]
        for says, job in jobs:
            with checks.check(says):
                job.result()


def whole_life(wallet: OurWallet, operators: Operators, person: Person = USER) -> None:
    """Every protocol that the commands have."""
    wallet.create().done()
    facts = wallet.register(person.id).done()
    expect_equal((facts["state"], facts["unfinished"]), ("operation", 0), "state after the registration")
    issued = wallet.issue("--plan", PLAN).done()["credential"]
    offer = operators.issue_offer(OTHER_PLAN, ISSUER)
    other = wallet.issue("--offer", canonical(offer).decode()).done()["credential"]
    for service in ("subset", "all", "any", "pin", "two"):
        presented(wallet, operators, service)
    not_presented(wallet, operators)
    wallet.change_pin("246801").done()
    expect_equal(wallet.shown()["version"], "2", "version after the update")
    presented(wallet, operators, "pin")
    again = wallet.issue("--plan", PLAN).done()["credential"]
    expect(again != issued, "the second credential is the first")
    did = wallet.shown()["holder"]
    operators.switch_off(person)
    wallet.restore({"offerId": operators.restore_offer(did), "type": "RestoreDidOffer", "did": did}).done()
    presented(wallet, operators, "subset")
    statuses = {entry["credential"]: entry["status"] for entry in wallet.credentials()}
    expect_equal(statuses, {again: "ACTIVE", other: "ACTIVE"}, "credentials before the revocation")
    wallet.revoke(again).done()
    expect_equal([entry["credential"] for entry in wallet.credentials()], [other], "credentials after the revocation")
    expect_equal(wallet.shown()["unfinished"], 0, "protocols that are not at their end")


def presented(wallet: OurWallet, operators: Operators, service: str) -> None:
    offer = operators.verify_offer(service)
    facts = wallet.present(offer).done()
    expect(facts["accepted"], f"{service}: the verifier did not accept it")
    result = operators.result(offer)
    expect_equal(result["result"], True, f"{service}: result")
    expect_equal(sorted(claim["code"] for claim in result["claims"]), sorted(facts["disclosed"]), f"{service}: claims that the verifier shows")


def not_presented(wallet: OurWallet, operators: Operators) -> None:
    """The wallet does not begin a presentation that it cannot complete: it has no biometric key here."""
    before = wallet.kept()
    for service in ("bio", "both"):
        offer = operators.verify_offer(service)
        wallet.present(offer).refused()
        expect_equal(operators.result(offer), {"result": False, "claims": []}, f"{service}: what the verifier shows")
    unchanged(before, wallet.kept())


def found_out(wallet: OurWallet, operators: Operators, lie: Lie) -> None:
    steps: dict[str, Callable[[], Said]] = {
        "register": lambda: wallet.register(USER.id), "issue": lambda: wallet.issue("--plan", PLAN),
        "present": lambda: wallet.present(operators.verify_offer("subset")),
    }
    wallet.create().done()
    for name, step in steps.items():
        if name != MEETS[lie.kind]:
            step().done()
            continue
        before = wallet.kept()
        code = step().refused()
        unchanged(before, wallet.kept())
        expect_equal(step().refused(), code, "code at the second attempt")
        unchanged(before, wallet.kept())
        return


def unchanged(before: Document, after: Document) -> None:
    """Nothing came into the store. That the wallet is bound to its user is a protocol of its own, which comes before the registration."""
    bound = {"user": USER.id, "state": "personalized"}
    if before["wallet"]["state"] == "created" and after["wallet"]["state"] == "personalized":
        before = before | {"wallet": before["wallet"] | bound}
    expect_equal(after, before, "what the wallet keeps")
