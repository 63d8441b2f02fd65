"""Every form that some SDK sends (SDN sheet 1.1, 1.3, 1.4, 1.6) lets its owner in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..checks import Checks, Refuted, expect, expect_equal
from .login import Challenge, ClientAPI, admitted, body_of, known_wallet, new_wallet
from .wallet import Signature, Wallet

SIGNATURE_FORMS: dict[str, Callable[[Signature], str]] = {
    "0x and lower case": lambda s: s.text(),
    "lower case without 0x": lambda s: s.text(prefix=""),
    "upper case without 0x": lambda s: s.text(prefix="", upper=True),
    "0x and upper case": lambda s: s.text(upper=True),
    "0X and upper case": lambda s: s.text(prefix="0X", upper=True),
    "white space around it": lambda s: f" \t{s.text()}\r\n ",
}

# v of the two recovery ids 0 and 1, as written by different wallets.
V_FORMS: dict[str, tuple[int, int]] = {
    "0 or 1": (0, 1),
    "27 or 28": (27, 28),
    "EIP-155 of chain 1": (37, 38),
    "EIP-155 of chain 0": (35, 36),
    "EIP-155 of chain 109": (253, 254),
}

ADDRESS_FORMS: dict[str, Callable[[Wallet], str]] = {
    "EIP-55": lambda w: w.checksummed,
    "lower case": lambda w: w.lower,
    "upper case digits": lambda w: "0x" + w.hex.upper(),
    "mixed case with a wrong EIP-55 checksum": lambda w: w.checksummed[:2] + w.checksummed[2:].swapcase(),
    "eip155:1:0x…": lambda w: f"eip155:1:{w.checksummed}",
    "did:pkh:eip155:1:0x…": lambda w: f"did:pkh:eip155:1:{w.checksummed}",
    "did:pkh on another chain": lambda w: f"did:pkh:eip155:137:{w.lower}",
    "white space around it": lambda w: f"  {w.checksummed} ",
}

BODY_FORMS: dict[str, Callable[[dict[str, Any], Wallet, Challenge], None]] = {
    "with message": lambda b, w, c: None,
    "without message": lambda b, w, c: b["identifier"].pop("message"),
    "without address": lambda b, w, c: b["identifier"].pop("address"),
    "with an empty address": lambda b, w, c: b["identifier"].update(address=""),
    "without did": lambda b, w, c: b["identifier"].pop("did"),
    "with an empty did": lambda b, w, c: b["identifier"].update(did=""),
    "with the DID where the address belongs": lambda b, w, c: b["identifier"].update(address=c.did),
    "with did:pkh where the address belongs": lambda b, w, c: b["identifier"].update(address=f"did:pkh:eip155:1:{w.checksummed}"),
    "with an upper-case did": lambda b, w, c: b["identifier"].update(did="did:sdn:" + w.hex.upper()),
    "with app_token empty at the top level": lambda b, w, c: b.update(app_token=""),
    "with app_token empty in the identifier": lambda b, w, c: b["identifier"].update(app_token=""),
    "with an app_token nobody asked for": lambda b, w, c: b["identifier"].update(app_token=w.sign(c.message).text()),
    "with device_id empty": lambda b, w, c: b.update(device_id=""),
    "with device_id null": lambda b, w, c: b.update(device_id=None),
    "with a space before the type": lambda b, w, c: b.update(type=" " + b["type"]),
    "with fields of other SDKs": lambda b, w, c: b.update(is_mul_fed=1, client_key={"kty": "OKP"}, random="17"),
}


def run(api: ClientAPI, checks: Checks) -> None:
    first_login(api, checks)
    for name, form in SIGNATURE_FORMS.items():
        with checks.check(f"a signature is accepted as {name}"):
            wallet = new_wallet()
            challenge = api.challenge(address=wallet.checksummed)
            token = form(wallet.sign(challenge.message))
            admitted(api, api.login(body_of(challenge, wallet, token)), wallet)

    wallet = known_wallet(api)
    for name, values in V_FORMS.items():
        for recovery, v in enumerate(values):
            with checks.check(f"v is accepted as {name}: {v}"):
                challenge, signature = with_recovery(api, wallet, recovery)
                admitted(api, api.login(body_of(challenge, wallet, signature.text(v=v))), wallet)

    with checks.check("a signature with high s is accepted"):
        challenge = api.challenge(address=wallet.lower)
        admitted(api, api.login(body_of(challenge, wallet, wallet.sign(challenge.message).high.text())), wallet)

    for name, form in ADDRESS_FORMS.items():
        with checks.check(f"an address is accepted as {name}"):
            wallet = new_wallet()
            challenge = api.challenge(address=form(wallet))
            expect_equal(challenge.did, wallet.did, "did")
            admitted(api, api.login(body_of(challenge, wallet, address=form(wallet))), wallet)
            expect_equal(api.dids(form(wallet).strip()), [wallet.did], "the address's DIDs")

    for name, change in BODY_FORMS.items():
        with checks.check(f"a login is accepted {name}"):
            wallet = new_wallet()
            challenge = api.challenge(address=wallet.checksummed)
            body = body_of(challenge, wallet)
            change(body, wallet, challenge)
            admitted(api, api.login(body), wallet)

    by_did(api, checks)
    devices(api, checks)
    everywhere(api, checks)


def first_login(api: ClientAPI, checks: Checks) -> None:
    """The first login of a new user, checked field by field (SDN sheet 1.5)."""
    wallet = new_wallet()
    with checks.check("an unknown address has no DID"):
        expect_equal(api.dids(wallet.checksummed), [], "DIDs")

    with checks.check("the message for a newcomer says what it is for, and binds did, address, nonce and time"):
        challenge = api.challenge(address=wallet.lower)
        lines = challenge.message.split("\n")
        expect_equal(lines[0], "Create an account", "first line")
        expect_equal(lines[1:3], [f"did: {wallet.did}", f"address: {wallet.checksummed}"], "did and address")
        expect(lines[3].startswith("domain: ") and len(lines[3]) > 8, f"line 4 is “{lines[3]}”")
        expect_equal(lines[4:], [f"nonce: {challenge.random_server}", f"updated: {challenge.updated}", ""], "the rest")

    with checks.check("asking for a challenge does not make a DID"):
        expect_equal(api.dids(wallet.checksummed), [], "DIDs")

    with checks.check("the newcomer's login makes the DID"):
        admitted(api, api.login(body_of(api.challenge(address=wallet.lower), wallet)), wallet)
        expect_equal(api.dids(wallet.checksummed), [wallet.did], "DIDs")

    with checks.check("the message for a known wallet is a login prompt"):
        challenge = api.challenge(address=wallet.lower)
        expect_equal(challenge.message.split("\n")[0], "Login with this account", "first line")

    with checks.check("no two challenges are alike"):
        made = [api.challenge(address=wallet.lower) for _ in range(8)]
        expect_equal(len({c.random_server for c in made}), 8, "distinct nonces")
        expect_equal(len({c.message for c in made}), 8, "distinct messages")


def with_recovery(api: ClientAPI, wallet: Wallet, recovery: int) -> tuple[Challenge, Signature]:
    """A challenge whose signature happens to have this recovery id; each has it with probability one half."""
    for _ in range(64):
        challenge = api.challenge(address=wallet.lower)
        signature = wallet.sign(challenge.message)
        if signature.recovery == recovery:
            return challenge, signature
    raise Refuted(f"64 signatures in a row without recovery id {recovery}")


def by_did(api: ClientAPI, checks: Checks) -> None:
    """Challenges that are requested by DID, with the additional members of other SDKs."""
    wallet = known_wallet(api)
    for name, body in {
        "did alone": {"did": wallet.did},
        "did and an empty address": {"did": wallet.did, "address": ""},
        "did and a null address": {"did": wallet.did, "address": None},
        "did in upper case": {"did": "did:sdn:" + wallet.hex.upper()},
        "address and an empty did": {"address": wallet.checksummed, "did": ""},
        "did and address": {"did": wallet.did, "address": wallet.lower},
        "did and client_key": {"did": wallet.did, "client_key": {"kty": "OKP"}, "random": "3", "device_id": "X"},
    }.items():
        with checks.check(f"pre_login1 takes {name}"):
            challenge = api.challenge(**body)
            expect_equal(challenge.did, wallet.did, "did")
            admitted(api, api.login(body_of(challenge, wallet)), wallet)


def devices(api: ClientAPI, checks: Checks) -> None:
    """Device ids chosen by client and by node."""
    wallet = known_wallet(api)
    with checks.check("a chosen device id is kept"):
        body = body_of(api.challenge(address=wallet.lower), wallet) | {"device_id": "LIGHTHOUSE", "initial_device_display_name": "Tower"}
        expect_equal(admitted(api, api.login(body), wallet)["device_id"], "LIGHTHOUSE", "device id")

    # Synapse lets the old token live, against the Matrix specification.
    ends = "leaves" if api.is_gateway else "ends"
    with checks.check(f"logging in again on a device {ends} its old token"):
        tokens = []
        for _ in range(2):
            body = body_of(api.challenge(address=wallet.lower), wallet) | {"device_id": "BUOY"}
            tokens.append(admitted(api, api.login(body), wallet)["access_token"])
        if api.is_gateway:
            api.whoami(tokens[0]).ok("the old token")
        else:
            api.whoami(tokens[0]).refused("the old token", (401, "M_UNKNOWN_TOKEN"))
        api.whoami(tokens[1]).ok("the new token")

    with checks.check("logins without a device id get different devices"):
        made = {admitted(api, api.login(body_of(api.challenge(address=wallet.lower), wallet)), wallet)["device_id"] for _ in range(2)}
        expect_equal(len(made), 2, "devices")


def everywhere(api: ClientAPI, checks: Checks) -> None:
    """Both roots, every prefix, and the ordinary login endpoint."""
    for root in ("_api", "_matrix"):
        for prefix in ("unstable", "v3", "r0", "v1"):
            with checks.check(f"login works under /{root}/client/{prefix}"):
                here = api.under(root, prefix)
                wallet = new_wallet()
                admitted(here, here.login(body_of(here.challenge(address=wallet.checksummed), wallet)), wallet)

    with checks.check("a challenge from one prefix is good under another"):
        wallet = new_wallet()
        challenge = api.under("_api", "r0").challenge(address=wallet.lower)
        admitted(api, api.under("_matrix", "v3").login(body_of(challenge, wallet)), wallet)

    with checks.check("the ordinary login endpoint takes the DID type"):
        wallet = new_wallet()
        here = api.under("_matrix", "v3")
        admitted(here, here.login(body_of(here.challenge(address=wallet.lower), wallet), path="login"), wallet)
