"""HTTP to the services, with what every answer has to look like (OpenDID sheet 5.1 to 5.3)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..checks import Refuted, expect, expect_equal, shorten
from ..opendid_family.canonical import Document, canonical
from ..plainhttp import Answer, call

BASES = {
    "tas": "/tas/api/v1", "list": "/list/api/v1", "cas": "/cas/api/v1", "wallet": "/wallet/api/v1", "verifier": "/verifier/api/v1",
    "issuer": "/issuer/api/v1", "gateway": "/api-gateway/api/v1",
}


@dataclass(frozen=True)
class Reply:
    """One answer. An error never carries more than the two members of the sheet."""

    where: str
    status: int
    body: Any
    text: str

    @property
    def code(self) -> str:
        return str(self.body.get("code")) if isinstance(self.body, dict) else ""

    @property
    def summary(self) -> str:
        if self.status == 200:
            return f"{self.where} answered 200"
        return f"{self.where} answered {self.status} {shorten(self.body if self.body is not None else self.text)}"

    def taken(self) -> Document:
        """The object of a 200; success is exactly that."""
        if self.status != 200:
            raise Refuted(self.summary)
        if not isinstance(self.body, dict):
            raise Refuted(f"{self.where} answered 200 without an object")
        return self.body

    def refused(self, *allowed: str) -> None:
        """Refutes unless it is an error body with one of these codes, `STATUS CODE` each; a code alone means status 400."""
        wanted = [code if " " in code else f"400 {code}" for code in allowed]
        if f"{self.status} {self.code}" not in wanted:
            raise Refuted(f"expected {' or '.join(wanted)}; {self.summary}")
        expect_equal(set(self.body), {"code", "description"}, "members of the error body")
        expect(isinstance(self.body["description"], str) and self.body["description"], "the error has no description")


class Services:
    """Every role at one address. The operator's credential is only shown where an operator would."""

    def __init__(self, base: str, operator_token: str | None = None) -> None:
        self.base = base.rstrip("/")
        self._operator_token = operator_token

    @property
    def has_operators(self) -> bool:
        """True if these services distinguish operators from others."""
        return self._operator_token is not None

    def post(self, role: str, path: str, body: Document | bytes, operator: bool = False) -> Reply:
        raw = body if isinstance(body, bytes) else canonical(body)
        return self._send("POST", f"{BASES[role]}/{path}", raw=raw, token=self._operator_token if operator else None)

    def get(self, role: str, path: str, **query: str) -> Reply:
        return self._send("GET", f"{BASES[role]}/{path}", query=query)

    def fetch(self, url: str) -> Document:
        """Fetches the document at an address that another document names. The address must be that of one of these services."""
        if not url.startswith(self.base + "/"):
            raise Refuted(f"{url} is not at {self.base}")
        parts = urlsplit(url)
        return self._send("GET", parts.path + (f"?{parts.query}" if parts.query else "")).taken()

    def ask(self, method: str, path: str, **options: Any) -> Answer:
        """Sends one request. The answer is not checked."""
        return call(self.base, method, path, **options)

    def _send(self, method: str, path: str, **options: Any) -> Reply:
        answer = self.ask(method, path, **options)
        where = f"{method} {path.split('?')[0]}"
        kind = answer.headers.get("content-type", "").replace(" ", "").lower()
        if kind != "application/json;charset=utf-8":
            raise Refuted(f"{where} answered {answer.status} with content type “{kind}”: {shorten(answer.text)}")
        return Reply(where, answer.status, answer.body, answer.text)


def parsed(data: bytes, what: str) -> Document:
    """A JSON object that came encrypted."""
    try:
        value = json.loads(data)
    except ValueError as error:
        raise Refuted(f"{what} is not JSON") from error
    expect(isinstance(value, dict), f"{what} is not an object")
    return value
