"""What Synapse lets nobody do without a password: the gateway asks for a signature instead (SDN sheet 8.1)."""

from __future__ import annotations

from typing import Any

from ..checks import Checks, expect, expect_equal
from ..eth_family.login import ClientAPI, body_of, new_wallet
from ..plainhttp import segment
from .dead_ends import master
from .members import Member, asked_to_sign, signed


def run(api: ClientAPI, checks: Checks) -> None:
    devices(api, checks)
    keys(api, checks)
    deactivation(api, checks)


def devices(api: ClientAPI, checks: Checks) -> None:
    member = Member(api)

    with checks.check("a device is deleted with a signature over a text that names it"):
        other = member.another_device()
        path = f"devices/{segment(other.device)}"
        session, params = asked_to_sign(member.ask("DELETE", path, {}), "delete without a proof")
        expect(other.device in params["message"], "the text does not name the device")
        other.ask("GET", "account/whoami").ok("the device before the proof")
        member.ask("DELETE", path, {"auth": signed(session, params, member.wallet)}).ok("delete with the proof")
        other.ask("GET", "account/whoami").refused("the device afterwards", (401, "M_UNKNOWN_TOKEN"))
        member.ask("GET", path).refused("the device in the list", (404, "M_NOT_FOUND"))

    with checks.check("several devices are deleted with one signature"):
        others = [member.another_device() for _ in range(2)]
        body: dict[str, Any] = {"devices": [other.device for other in others]}
        session, params = asked_to_sign(member.ask("POST", "delete_devices", body), "delete without a proof")
        member.ask("POST", "delete_devices", body | {"auth": signed(session, params, member.wallet)}).ok("delete with the proof")
        for other in others:
            other.ask("GET", "account/whoami").refused("a device afterwards", (401, "M_UNKNOWN_TOKEN"))

    with checks.check("another wallet's signature deletes nothing"):
        other = member.another_device()
        path = f"devices/{segment(other.device)}"
        session, params = asked_to_sign(member.ask("DELETE", path, {}), "delete without a proof")
        answer = member.ask("DELETE", path, {"auth": signed(session, params, new_wallet())})
        answer.refused("delete with another wallet's proof", (401, "M_FORBIDDEN"), (403, "M_FORBIDDEN"))
        other.ask("GET", "account/whoami").ok("the device afterwards")

    with checks.check("the proof for one device deletes no other"):
        first, second = member.another_device(), member.another_device()
        session, params = asked_to_sign(member.ask("DELETE", f"devices/{segment(first.device)}", {}), "delete without a proof")
        answer = member.ask("DELETE", f"devices/{segment(second.device)}", {"auth": signed(session, params, member.wallet)})
        answer.refused("delete the other device", (401, "M_FORBIDDEN"), (403, "M_FORBIDDEN"))
        second.ask("GET", "account/whoami").ok("the other device afterwards")

    with checks.check("nobody deletes the device of another user"):
        stranger = Member(api)
        path = f"devices/{segment(member.device)}"
        answer = stranger.ask("DELETE", path, {})
        if answer.status == 401:
            session, params = asked_to_sign(answer, "delete without a proof")
            answer = stranger.ask("DELETE", path, {"auth": signed(session, params, stranger.wallet)})
        expect(answer.status in (200, 403, 404), f"the answer is {answer.summary}")
        member.ask("GET", "account/whoami").ok("the device afterwards")


def keys(api: ClientAPI, checks: Checks) -> None:
    member = Member(api)

    def stored() -> Any:
        return member.do("POST", "keys/query", {"device_keys": {member.user_id: []}})["master_keys"][member.user_id]["keys"]

    with checks.check("cross-signing keys are replaced with a signature, and not without"):
        first, second = master(member), master(member)
        answer = member.ask("POST", "keys/device_signing/upload", first)
        if answer.status == 401:
            # Synapse asks for no proof of the first keys; a gateway may.
            session, params = asked_to_sign(answer, "the first keys")
            answer = member.ask("POST", "keys/device_signing/upload", first | {"auth": signed(session, params, member.wallet)})
        answer.ok("the first keys")
        expect_equal(stored(), first["master_key"]["keys"], "the first key")
        session, params = asked_to_sign(member.ask("POST", "keys/device_signing/upload", second), "other keys without a proof")
        expect_equal(stored(), first["master_key"]["keys"], "the key before the proof")
        answer = member.ask("POST", "keys/device_signing/upload", second | {"auth": signed(session, params, member.wallet)})
        answer.ok("other keys with the proof")
        expect_equal(stored(), second["master_key"]["keys"], "the key afterwards")


def deactivation(api: ClientAPI, checks: Checks) -> None:
    with checks.check("an account is deactivated with a signature, and its wallet has no way back in"):
        member = Member(api)
        session, params = asked_to_sign(member.ask("POST", "account/deactivate", {}), "deactivate without a proof")
        member.ask("GET", "account/whoami").ok("the account before the proof")
        member.ask("POST", "account/deactivate", {"auth": signed(session, params, member.wallet)}).ok("deactivate with the proof")
        expect_equal(member.ask("GET", "account/whoami").status, 401, "whoami afterwards")
        answer = api.pre_login({"address": member.wallet.lower})
        if answer.status == 200:
            answer = api.login(body_of(api.challenge(address=member.wallet.lower), member.wallet))
        expect(answer.status in (403, 404), f"the login afterwards: {answer.summary}")
        expect("access_token" not in answer.text, "the login gives a token")
