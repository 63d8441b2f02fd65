"""The installations that our wallet supports, and those that it must refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..checks import expect_equal
from ..wallet_family.our_wallet import OurWallet, Said
from .errors import tas
from .life import PERSON, demo_of, issued_by_offer, live, text_of
from .plans import LICENSE
from .release import Deployment, Release
from .services import serving
from .world import APP_PACKAGE

ECB = "AES-256-ECB"
FIRST, SECOND = Deployment(Release.ONE), Deployment(Release.TWO)
LIVED_WITH = {
    "release 1, the ledger a blockchain": FIRST,
    "release 1, the ledger a repository, every X of the trust agent short of 32 bytes": replace(FIRST, ledger="repository", unlucky=True),
    "release 2, the ledger a blockchain": SECOND,
    "release 2, the ledger a service, ciphers of 128 bits for credentials": replace(
        SECOND, ledger="lss", issue_cipher="AES-128-CBC", verify_cipher="AES-128-CBC"),
}
ECB_AT = {
    "trust agent": replace(FIRST, session_cipher=ECB), "issuer": replace(SECOND, issue_cipher=ECB), "verifier": replace(SECOND, verify_cipher=ECB),
}


def refuse_ecb(place: str) -> Callable[[str, Path], None]:
    """A cipher that shows equal blocks: the trust agent then finds none in common, and of the others the wallet wants nothing."""
    def run(herald: str, folder: Path) -> None:
        with serving(ECB_AT[place]) as stock:
            wallet, demo = OurWallet(herald, folder, stock.base, APP_PACKAGE), demo_of(stock)
            user = demo.enter(PERSON)
            wallet.create().done()
            if place == "trust agent":
                told(wallet.register(user), 400, "SSRVTRA12008")
                return
            wallet.register(user).done()
            if place == "issuer":
                wallet.run("vc", "issue", "--offer", text_of(demo.issue_offer(LICENSE.id))).refused()
                expect_equal(wallet.credentials(), [], "credentials")
                return
            issued_by_offer(wallet, demo, LICENSE.id)
            code, offer = demo.verify_offer("login")
            wallet.present(code).refused()
            expect_equal(demo.result(offer), {"result": False}, "result")

    return run


def unknown_user(deployment: Deployment, status: int, code: str) -> Callable[[str, Path], None]:
    """The app server gave a wallet token, but the trust agent asks another one; the wallet reports the error that it received, and may try again."""
    def run(herald: str, folder: Path) -> None:
        with serving(replace(deployment, asks_app_server=False)) as stock:
            wallet, demo = OurWallet(herald, folder, stock.base, APP_PACKAGE), demo_of(stock)
            user = demo.enter(PERSON)
            wallet.create().done()
            before = wallet.kept()
            told(wallet.register(user), status, code)
            told(wallet.register(user), status, code)
            bound = before["wallet"] | {"user": user, "state": "personalized"}
            expect_equal(wallet.kept(), before | {"wallet": bound}, "what the wallet keeps")

    return run


def refuse_registration(deployment: Deployment) -> Callable[[str, Path], None]:
    """For every answer of the gateway about a DID that was not registered, the wallet reports the refusal, undoes the run, and begins again."""
    def run(herald: str, folder: Path) -> None:
        with serving(deployment) as stock:
            wallet, demo, obstacles = OurWallet(herald, folder, stock.base, APP_PACKAGE), demo_of(stock), stock.transactions.obstacles
            user = demo.enter(PERSON)
            wallet.create().done()
            obstacles["request-register-user"] = tas(17502)
            told(wallet.register(user), 400, "SSRVTRA17502")
            expect_equal(wallet.shown()["unfinished"], 0, "protocols that are not at their end")
            obstacles.clear()
            expect_equal(wallet.register(user).done()["state"], "operation", "state after the second attempt")

    return run


def told(said: Said, status: int, code: str) -> None:
    """The wallet reports the server's error."""
    expect_equal((said.code, said.error.get("status"), said.error.get("server")), (1, status, code), "what the wallet tells")


def living(deployment: Deployment) -> Callable[[str, Path], None]:
    return lambda herald, folder: live(herald, folder, deployment)


JOBS: dict[str, Callable[[str, Path], None]] = {
    **{f"our wallet lives a whole life with stock servers of {name}": living(deployment) for name, deployment in LIVED_WITH.items()},
    **{f"our wallet does without a cipher in ECB mode that the {place} is set to": refuse_ecb(place) for place in ECB_AT},
    **{
        f"our wallet takes back a registration that was refused, the ledger a {ledger}": refuse_registration(deployment)
        for ledger, deployment in {
            "blockchain": FIRST, "repository": replace(FIRST, ledger="repository"), "service": replace(SECOND, ledger="lss"),
        }.items()
    },
    # UserServiceImpl.java:253-255 of the first release, stored version c1fad32 of the second.
    "our wallet tells of a user whom nobody knows, release 1": unknown_user(FIRST, 500, "SSRVTRA17018"),
    "our wallet tells of a user whom nobody knows, release 2": unknown_user(SECOND, 400, "SCRVCFA00400"),
}
