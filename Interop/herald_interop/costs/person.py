"""A user with a wallet who keeps one connection open, as an app does, and whose address nginx would name."""

from __future__ import annotations

import copy
import http.client
import json
import time
from typing import Any
from urllib.parse import urlsplit

from ..checks import Refuted
from ..eth_family.login import Challenge, body_of
from ..eth_family.wallet import Wallet
from ..plainhttp import segment

ROOT = "/_matrix/client/v3"
DID = "/_api/client/unstable"
# Servers close connections that are idle for longer.
LONGEST_IDLE_SECONDS = 10


class Person:
    """`number` makes the wallet and the address."""

    def __init__(self, base: str, number: int) -> None:
        parts = urlsplit(base)
        self._connection = http.client.HTTPConnection(parts.hostname or "127.0.0.1", parts.port or 80, timeout=120)
        self._headers = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", "Accept": "application/json"}
        # The numbers of other checks are small.
        self.wallet = Wallet(1_000_000 + number)
        self.user_id = ""
        self.since = ""
        self._sent = 0
        self._used = 0.0

    def close(self) -> None:
        self._connection.close()

    def beside(self) -> Person:
        """The same session with a further connection."""
        other = copy.copy(self)
        other._connection = http.client.HTTPConnection(self._connection.host, self._connection.port, timeout=120)
        other._used = 0.0
        return other

    def login(self) -> None:
        """The three requests of a login, as SDNSDK sends them (SDN sheet 1.2 to 1.4)."""
        self.do("GET", f"{DID}/address/{segment(self.wallet.lower)}")
        asked = self.do("POST", f"{DID}/did/pre_login1", {"address": self.wallet.lower})
        challenge = Challenge(asked["did"], asked["message"], asked["updated"], asked["random_server"])
        session = self.do("POST", f"{DID}/did/login", body_of(challenge, self.wallet))
        self.user_id = session["user_id"]
        self._headers["Authorization"] = f"Bearer {session['access_token']}"

    def say(self, room: str, text: str) -> None:
        self._sent += 1
        self.do("PUT", f"{ROOT}/rooms/{segment(room)}/send/m.room.message/c{self._sent}", {"msgtype": "m.text", "body": text})

    def sync(self, milliseconds: int = 0) -> dict[str, Any]:
        self.ask_for_sync(milliseconds)
        return self.synced()

    def ask_for_sync(self, milliseconds: int) -> None:
        """Sends the request. `synced` waits for the answer."""
        since = f"&since={segment(self.since)}" if self.since else ""
        self._request("GET", f"{ROOT}/sync?timeout={milliseconds}{since}")

    def synced(self) -> dict[str, Any]:
        answer = self._answer("sync")
        self.since = answer["next_batch"]
        return answer

    def upload(self, data: bytes) -> str:
        self._request("POST", "/_matrix/media/v3/upload?filename=a.bin", data, "application/octet-stream")
        return self._answer("upload")["content_uri"].removeprefix("mxc://")

    def download(self, name: str) -> int:
        """The number of bytes."""
        self._request("GET", f"/_matrix/client/v1/media/download/{name}")
        response = self._connection.getresponse()
        if response.status != 200:
            raise Refuted(f"download: {response.status} {response.read()[:200]!r}")
        count = 0
        while part := response.read(1 << 18):
            count += len(part)
        self._used = time.monotonic()
        return count

    def do(self, method: str, path: str, body: Any = None) -> Any:
        self._request(method, path, None if body is None else json.dumps(body).encode())
        return self._answer(f"{method} {path.split('?')[0]}")

    def _request(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> None:
        if time.monotonic() > self._used + LONGEST_IDLE_SECONDS:
            # The next request opens a new one.
            self._connection.close()
        headers = self._headers if body is None else self._headers | {"Content-Type": kind}
        self._connection.request(method, path, body=body, headers=headers)

    def _answer(self, what: str) -> Any:
        response = self._connection.getresponse()
        text = response.read()
        self._used = time.monotonic()
        if response.status != 200:
            raise Refuted(f"{what}: expected 200, got {response.status} {text[:200]!r}")
        return json.loads(text)
