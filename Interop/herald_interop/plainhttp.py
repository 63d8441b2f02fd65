"""Requests without any Matrix library in between, for evidence that no client's habits have coloured."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from .checks import Refuted


@dataclass(frozen=True)
class Answer:
    """One HTTP answer; `body` is the decoded JSON, or None where there was none."""

    status: int
    body: Any
    text: str
    headers: dict[str, str]

    @property
    def errcode(self) -> str | None:
        return self.body.get("errcode") if isinstance(self.body, dict) else None

    @property
    def summary(self) -> str:
        """Status and error for a failure text; never the body, which may hold a token."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        return f"{self.status} {self.errcode or ''} {error or ''}".strip()

    def ok(self, what: str) -> Any:
        """The body of a 200, or a refutation."""
        if self.status != 200:
            raise Refuted(f"{what}: expected 200, got {self.summary}")
        return self.body

    def refused(self, what: str, *allowed: tuple[int, str]) -> None:
        """Refutes unless status and errcode are one of the allowed pairs."""
        if (self.status, self.errcode) not in allowed:
            wanted = " or ".join(f"{status} {code}" for status, code in allowed)
            raise Refuted(f"{what}: expected {wanted}, got {self.summary}")


def segment(text: str) -> str:
    """One path segment, percent-encoded."""
    return quote(text, safe="")


def call(
    base: str,
    method: str,
    path: str,
    body: Any = None,
    *,
    raw: bytes | None = None,
    token: str | None = None,
    query: dict[str, str] | None = None,
    seconds: float = 30,
) -> Answer:
    """Sends one request on a fresh connection. `raw` sends those bytes instead of JSON."""
    parts = urlsplit(base)
    connection = http.client.HTTPConnection(parts.hostname or "127.0.0.1", parts.port or 80, timeout=seconds)
    try:
        headers = {"Accept": "application/json"}
        payload = raw
        if raw is None and body is not None:
            payload = json.dumps(body, ensure_ascii=False).encode()
        if payload is not None:
            headers["Content-Type"] = "application/json"
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        target = path + ("?" + urlencode(query) if query else "")
        connection.request(method, target, body=payload, headers=headers)
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        try:
            decoded = json.loads(text) if text else None
        except ValueError:
            decoded = None
        return Answer(response.status, decoded, text, {k.lower(): v for k, v in response.getheaders()})
    finally:
        connection.close()


def answers(base: str, path: str = "/_matrix/client/versions") -> bool:
    """True if a server at `base` answers this path with 200. False if the connection is refused, because the server has not started yet."""
    try:
        return call(base, "GET", path, seconds=5).status == 200
    except OSError:
        return False
