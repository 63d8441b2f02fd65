"""HTTP as the apps speak it. Success is 200 and nothing else; Android can read the text of 400 and 500 only."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..checks import Refuted, shorten
from ..opendid_family.canonical import Document, canonical
from .apps import App


@dataclass(frozen=True)
class Reply:
    """One answer as one app sees it."""

    app: App
    where: str
    status: int
    data: bytes

    def taken(self) -> Any:
        """The JSON of a 200."""
        if self.status != 200:
            raise Refuted(self.failure())
        try:
            return json.loads(self.data)
        except ValueError as error:
            raise Refuted(f"{self.app.name}: {self.where} answered 200 with what is no JSON: {shorten(self.data, 100)}") from error

    def failure(self) -> str:
        """The error text that the user sees (iS1 CommnunicationClient.swift:85-93, aS1 HttpUrlConnectionTask.java:67-100)."""
        if not self.app.is_ios and self.status not in (400, 500):
            return f"{self.app.name}: {self.where} answered {self.status}, which the app shows as “Incorrect url connection”"
        return f"{self.app.name}: {self.where} answered {self.status} {self.data.decode('utf-8', 'replace')[:300]}"

    def refused(self) -> None:
        """Refutes unless it is a refusal whose text the app can show."""
        if self.status == 200:
            raise Refuted(f"{self.app.name}: {self.where} was accepted")
        if not self.app.is_ios and self.status not in (400, 500):
            raise Refuted(self.failure())
        try:
            self.data.decode()
        except ValueError as error:
            # iS1 CommnunicationClient.swift:88 unwraps the text of a failed POST by force.
            raise Refuted(f"{self.app.name}: {self.where} answered {self.status} with what is no UTF-8, on which the app ends") from error


class Wire:
    """The way to the services."""

    def __init__(self, app: App) -> None:
        self._app = app

    def post(self, url: str, body: Document) -> Reply:
        """Members in the order of their names at every depth, no nulls (iS1 Protocol.swift:48, aS1 SortData.java:26-36)."""
        return self._send("POST", url, canonical(body))

    def get(self, url: str) -> Reply:
        return self._send("GET", url, None)

    def _send(self, method: str, url: str, body: bytes | None) -> Reply:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise Refuted(f"{self._app.name}: “{url}” is no address the app could ask")
        connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=15)
        try:
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request(method, target, body=body, headers=self._app.headers())
            response = connection.getresponse()
            return Reply(self._app, f"{method} {parts.path}", response.status, response.read(1 << 20))
        finally:
            connection.close()
