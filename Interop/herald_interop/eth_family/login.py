"""The two requests of a DID login (SDN sheet 1.3 and 1.4), written in full."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from ..checks import expect, expect_equal
from ..plainhttp import Answer, call, segment
from .wallet import Wallet

TYPE = "m.login.did.identity"


@dataclass(frozen=True)
class Challenge:
    """The answer of pre_login1."""

    did: str
    message: str
    updated: str
    random_server: str


@dataclass(frozen=True)
class ClientAPI:
    """One server under one root and one prefix: a node, or a gateway in front of a homeserver."""

    base: str
    root: str = "_api"
    prefix: str = "unstable"
    server_name: str | None = None
    """The name after the colon of user ids; None stands for the wallet's digits."""
    is_gateway: bool = False
    """True if Synapse makes the sessions, with Synapse's habits."""

    def under(self, root: str, prefix: str) -> ClientAPI:
        """The same server under another root and prefix."""
        return replace(self, root=root, prefix=prefix)

    def user_id(self, wallet: Wallet) -> str:
        return f"@sdn_{wallet.hex}:{self.server_name or wallet.hex}"

    def path(self, rest: str) -> str:
        return f"/{self.root}/client/{self.prefix}/{rest}"

    def pre_login(self, body: Any) -> Answer:
        return call(self.base, "POST", self.path("did/pre_login1"), body)

    def challenge(self, **body: Any) -> Challenge:
        """A fresh challenge, with every field that a client relies on."""
        answer = self.pre_login(body).ok("pre_login1")
        for field in ("did", "message", "updated", "random_server"):
            expect(isinstance(answer.get(field), str) and answer[field], f"pre_login1 answers no {field}")
        return Challenge(answer["did"], answer["message"], answer["updated"], answer["random_server"])

    def login(self, body: Any, path: str = "did/login") -> Answer:
        return call(self.base, "POST", self.path(path), body)

    def dids(self, address: str) -> list[str]:
        """The DIDs of an address."""
        return call(self.base, "GET", self.path(f"address/{segment(address)}")).ok("address list")["data"]

    def whoami(self, token: str) -> Answer:
        # Synapse has no whoami under v1.
        asked = self.under(self.root, "v3") if self.is_gateway and self.prefix == "v1" else self
        return call(self.base, "GET", asked.path("account/whoami"), token=token)


def body_of(challenge: Challenge, wallet: Wallet, token: str | None = None, **identifier: Any) -> dict[str, Any]:
    """A login body as the current SDKs send it; `identifier` adds to or replaces parts of the identifier."""
    return {
        "type": TYPE,
        "random_server": challenge.random_server,
        "updated": challenge.updated,
        "identifier": {
            "did": challenge.did,
            "address": wallet.lower,
            "message": challenge.message,
            "token": wallet.sign(challenge.message).text() if token is None else token,
            **identifier,
        },
    }


def admitted(api: ClientAPI, answer: Answer, wallet: Wallet) -> dict[str, Any]:
    """Refutes unless the login succeeded and its token really belongs to the wallet."""
    body = answer.ok("login")
    expect_equal(body.get("user_id"), api.user_id(wallet), "user id")
    expect(isinstance(body.get("device_id"), str) and body["device_id"], "the device id is empty")
    me = api.whoami(body["access_token"]).ok("whoami with the new token")
    expect_equal((me["user_id"], me.get("device_id")), (api.user_id(wallet), body["device_id"]), "whoami")
    return body


_numbers = count(1)


def new_wallet() -> Wallet:
    """A wallet that no check of this run has used."""
    return Wallet(next(_numbers))


def known_wallet(api: ClientAPI) -> Wallet:
    """A wallet that has logged in before."""
    wallet = new_wallet()
    admitted(api, api.login(body_of(api.challenge(address=wallet.lower), wallet)), wallet)
    return wallet
