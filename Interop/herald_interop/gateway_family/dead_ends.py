"""What a user without a password can and cannot do as long as the gateway does not ask for a wallet's proof (SDN sheet 8.1 and 8.2)."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ..checks import Checks, expect_equal
from ..eth_family.login import ClientAPI
from ..plainhttp import Answer, segment
from .members import Member


def run(api: ClientAPI, checks: Checks) -> None:
    member = Member(api)

    with checks.check("shortly after a login, a device is deleted without a further proof"):
        other = member.another_device()
        member.do("DELETE", f"devices/{segment(other.device)}", {})
        other.ask("GET", "account/whoami").refused("the device afterwards", (401, "M_UNKNOWN_TOKEN"))

    with checks.check("a user deletes no device of another user"):
        stranger = Member(api)
        stranger.ask("DELETE", f"devices/{segment(member.device)}", {})
        member.ask("GET", "account/whoami").ok("the device afterwards")

    with checks.check("a user without a password cannot replace cross-signing keys"):
        member.do("POST", "keys/device_signing/upload", master(member))
        nobody_can(member.ask("POST", "keys/device_signing/upload", master(member)))

    with checks.check("a user without a password cannot deactivate the account"):
        nobody_can(member.ask("POST", "account/deactivate", {}))
        member.ask("GET", "account/whoami").ok("the account afterwards")


def master(member: Member) -> dict[str, Any]:
    """A new master key of cross-signing."""
    key = b64encode(Ed25519PrivateKey.generate().public_key().public_bytes_raw()).decode().rstrip("=")
    return {"master_key": {"user_id": member.user_id, "usage": ["master"], "keys": {f"ed25519:{key}": key}}}


def nobody_can(answer: Answer) -> None:
    """Synapse asks for a proof and accepts none."""
    expect_equal(answer.status, 401, "status")
    expect_equal(answer.body.get("flows"), [], "flows")
