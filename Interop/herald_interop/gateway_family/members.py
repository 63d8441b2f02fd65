"""A user with a wallet who talks plain HTTP to the gateway."""

from __future__ import annotations

from itertools import count
from typing import Any

from ..checks import Refuted, expect
from ..eth_family.login import TYPE, ClientAPI, admitted, body_of, new_wallet
from ..eth_family.wallet import Wallet
from ..plainhttp import Answer, call

ROOT = "/_matrix/client/v3"
SDN = "/_api/client/r0"

_numbers = count(1)


class Member:
    """One user with one device of Synapse, whose session a DID login made."""

    def __init__(self, api: ClientAPI, wallet: Wallet | None = None) -> None:
        self.api, self.base = api, api.base
        self.wallet = wallet or new_wallet()
        self.user_id = api.user_id(self.wallet)
        body = admitted(api, api.login(body_of(api.challenge(address=self.wallet.lower), self.wallet)), self.wallet)
        self.token, self.device = body["access_token"], body["device_id"]

    def another_device(self) -> Member:
        return Member(self.api, self.wallet)

    def ask(self, method: str, path: str, body: Any = None, root: str = ROOT, query: dict[str, str] | None = None) -> Answer:
        return call(self.base, method, f"{root}/{path}", body, token=self.token, query=query)

    def do(self, method: str, path: str, body: Any = None, root: str = ROOT) -> Any:
        return self.ask(method, path, body, root).ok(f"{method} {path.split('/')[0]}")

    def say(self, room: str, text: str, root: str = ROOT) -> str:
        return self.do("PUT", f"rooms/{room}/send/m.room.message/g{next(_numbers)}", {"msgtype": "m.text", "body": text}, root)["event_id"]


def asked_to_sign(answer: Answer, what: str) -> tuple[str, dict[str, Any]]:
    """The session and the parameters of the wallet's stage, of a 401 that asks for a signature."""
    if answer.status != 401 or not isinstance(answer.body, dict):
        raise Refuted(f"{what}: expected 401, got {answer.summary}")
    flows = [flow.get("stages") for flow in answer.body.get("flows", [])]
    expect([TYPE] in flows, f"{what}: the flows are {flows}")
    return answer.body["session"], answer.body["params"][TYPE]


def signed(session: str, params: dict[str, Any], wallet: Wallet) -> dict[str, Any]:
    """The member `auth` with a wallet's signature of the text."""
    return {
        "type": TYPE, "session": session, "random_server": params["random_server"], "updated": params["updated"],
        "identifier": {"address": wallet.lower, "message": params["message"], "token": wallet.sign(params["message"]).text()},
    }
