"""Accounts that belong to wallets: nobody else makes them, and their sessions end with the wallet (SDN sheet 1.8 and 8.4)."""

from __future__ import annotations

from typing import Any

from ..checks import Checks, expect, expect_equal
from ..eth_family.login import ClientAPI, new_wallet
from ..eth_family.wallet import Wallet
from ..plainhttp import Answer, call
from .members import ROOT, SDN, Member


def run(api: ClientAPI, checks: Checks) -> None:
    names(api, checks)
    sessions(api, checks)


def names(api: ClientAPI, checks: Checks) -> None:
    with checks.check("nobody registers the account of a wallet that has not logged in yet"):
        wallet = new_wallet()
        name = api.user_id(wallet).removeprefix("@").split(":")[0]
        for root in (ROOT, SDN):
            for written in (name, name.upper()):
                body = {"username": written, "password": "a long password", "auth": {"type": "m.login.dummy"}}
                call(api.base, "POST", f"{root}/register", body).refused("register", (400, "M_EXCLUSIVE"))
            available = call(api.base, "GET", f"{root}/register/available", query={"username": name})
            available.refused("available", (400, "M_EXCLUSIVE"))
        Member(api, wallet)

    with checks.check("only the gateway uses its way to log in at Synapse"):
        types = [flow["type"] for flow in call(api.base, "GET", f"{ROOT}/login").ok("flows")["flows"]]
        expect("org.matrix.login.jwt" not in types and "m.login.sso" not in types, f"the flows are {types}")
        for root in (ROOT, SDN, "/_matrix/client/api/v1"):
            body = {"type": "org.matrix.login.jwt", "token": "a.b.c"}
            call(api.base, "POST", f"{root}/login", body).refused("login", (400, "M_UNKNOWN"))


def sessions(api: ClientAPI, checks: Checks) -> None:
    ann, other = Member(api), Member(api)

    with checks.check("unlinking a wallet ends the sessions of its user at Synapse, and nobody else's"):
        second = new_wallet()
        change(ann, "link", address=second).ok("link")
        ann.do("GET", "account/whoami")
        keys = call(api.base, "GET", f"{api.path('did')}/{ann.wallet.did}/detail").ok("detail")["controllers"]
        linked = next(key["key_id"] for key in keys if key["value"].lower() == second.lower)
        change(ann, "unlink", [linked]).ok("unlink")
        ann.ask("GET", "account/whoami").refused("whoami", (401, "M_UNKNOWN_TOKEN"))
        other.do("GET", "account/whoami")

    with checks.check("burning a DID ends all sessions of its user at Synapse, and its wallet has no way back in"):
        first, phone = Member(api, ann.wallet), Member(api, ann.wallet)
        change(ann, "burn").ok("burn")
        for member in (first, phone):
            member.ask("GET", "account/whoami").refused("whoami", (401, "M_UNKNOWN_TOKEN"))
        other.do("GET", "account/whoami")
        expect_equal(api.dids(ann.wallet.lower), [], "DIDs of the wallet")


def change(member: Member, operation: str, ids: list[str] | None = None, address: Wallet | None = None) -> Answer:
    """Requests the text of a change of the member's DID, and sends it with the wallet's signature."""
    path = f"{member.api.path('did')}/{member.wallet.did}"
    body: dict[str, Any] = {"operation": operation, "ids": ids or []}
    if address:
        body["address"] = address.lower
    text = call(member.base, "POST", f"{path}/update", body).ok(f"the text of {operation}")
    body |= {"updated": text["updated"], "signature": member.wallet.sign(text["message"]).text()}
    if address:
        body["signature2"] = address.sign(text["message"]).text()
    return call(member.base, "POST", path, body)
