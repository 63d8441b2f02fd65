"""The servers' HTTP as Spring does it: what each writes, and what it answers to a body that it cannot take."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..opendid_family.canonical import Document, without_nulls
from .binding import Shape, Unreadable, bound, complaints, parsed
from .errors import Refusal, refusal

# A controller's answer: an object, a list, a text that is sent as it is, or nothing at all.
Answer = Document | list[Document] | str | None
Act = Callable[[Document], Answer]
LIMIT = 1 << 20


@dataclass(frozen=True)
class Manner:
    """The Spring configuration of one server."""

    base: str
    # The status of 9999, which Bean Validation leads to.
    invalid: int
    # The number of the code for an unreadable body; always with 500, whatever the code's own status is.
    unreadable: int | None
    writes_nulls: bool = False
    # did-wallet-server V1.0.0 GsonConfig.java:37-63: a Gson that escapes for HTML writes the answers.
    escapes: bool = False


MANNERS = {
    # 9999 with 500: did-ta-server V1.0.0 GlobalControllerAdvice.java:70; unreadable: :90-93; nulls: application.yml, non_null
    "tas": Manner("/tas/api/v1", 500, 12004),
    "list": Manner("/list/api/v1", 500, 12004),
    # did-issuer-server V1.0.0 GlobalControllerAdvice.java; the code of the trust agent's answer is the issuer's, see `Refusal.relayed`
    "issuer": Manner("/issuer/api/v1", 500, 702),
    "issuer-admin": Manner("/issuer/admin/v1", 500, 702),
    # 9999 with 400: did-verifier-server V1.0.0 GlobalControllerAdvice.java:69; unreadable: :92
    "verifier": Manner("/verifier/api/v1", 400, 100),
    "verifier-admin": Manner("/verifier/admin/v1", 400, 100),
    # 9999 with 400: did-ca-server V1.0.0 GlobalControllerAdvice.java:67; unreadable: :87-91
    "cas": Manner("/cas/api/v1", 400, 100),
    # 9999 with 500: did-wallet-server V1.0.0 GlobalControllerAdvice.java:73; unreadable: :96-103
    "wallet": Manner("/wallet/api/v1", 500, 502, escapes=True),
    # did-api-server V1.0.0 and V2.0.0 application.yml have no setting for Jackson, so that nulls are written
    "gateway": Manner("/api-gateway/api/v1", 400, None, writes_nulls=True),
}


# The roles that another server includes.
ASIDE = {"list": "tas", "issuer-admin": "issuer", "verifier-admin": "verifier"}


@dataclass(frozen=True)
class Route:
    """One method of a controller."""

    server: str
    act: Act
    # The error that the controller's own `catch (Exception)` throws.
    failing: int | None
    shape: Shape | None = None
    # True if the body has @Valid.
    valid: bool = True
    needed: tuple[str, ...] = ()


@dataclass
class Journal:
    """Every request that was refused, and why; what a check names when the wallet sent something that upstream does not take."""

    refused: list[str] = field(default_factory=list)

    def note(self, method: str, path: str, status: int, why: object) -> None:
        self.refused.append(f"{method} {path} answered {status}: {why}")

    def taken(self) -> list[str]:
        """Returns the entries and empties the journal."""
        noted, self.refused = self.refused, []
        return noted


class Routes:
    """The controllers of all servers."""

    def __init__(self) -> None:
        self.journal = Journal()
        self._routes: dict[tuple[str, str], Route] = {}

    def post(self, server: str, path: str, shape: Shape | None, act: Act, failing: int | None, valid: bool = True) -> None:
        """A POST. Without a shape the controller receives the object as it is."""
        self._routes["POST", f"{MANNERS[server].base}/{path}"] = Route(server, act, failing, shape, valid)

    def get(self, server: str, path: str, act: Act, failing: int | None = None, *needed: str) -> None:
        """A GET; `needed` are its parameters without a default."""
        self._routes["GET", f"{MANNERS[server].base}/{path}"] = Route(server, act, failing, needed=needed)

    def answer(self, method: str, target: str, kind: str, body: bytes) -> tuple[int, Answer, Manner]:
        parts = urlsplit(target)
        route = self._routes.get((method, parts.path))
        if route is None:
            return 404, self._spring(method, parts.path, 404, "Not Found"), MANNERS["tas"]
        manner = MANNERS[route.server]
        try:
            if method == "POST" and kind.split(";")[0].strip().lower() != "application/json":
                return 415, self._spring(method, parts.path, 415, "Unsupported Media Type"), manner
            request = read(route, body) if method == "POST" else self._query(parts.query)
            if any(name not in request for name in route.needed):
                return 400, self._spring(method, parts.path, 400, "Bad Request"), manner
            return 200, perform(route, request), manner
        except Refusal as reason:
            self.journal.note(method, parts.path, reason.status, reason)
            return reason.status, {"code": reason.code, "description": reason.description}, manner
        except Exception as error:  # noqa: BLE001 - a null pointer in upstream's controller that nothing catches
            self.journal.note(method, parts.path, 500, f"{type(error).__name__}: {error}")
            return 500, {"timestamp": "", "status": 500, "error": "Internal Server Error", "path": parts.path}, manner

    def _query(self, query: str) -> Document:
        return {key: values[0] for key, values in parse_qs(query, keep_blank_values=True).items()}

    def _spring(self, method: str, path: str, status: int, error: str) -> Document:
        """The body of Spring Boot's own error page."""
        self.journal.note(method, path, status, error)
        return {"timestamp": "2025-01-01T00:00:00.000+00:00", "status": status, "error": error, "path": path}


def read(route: Route, body: bytes) -> Document:
    manner = MANNERS[route.server]
    server = ASIDE.get(route.server, route.server)
    try:
        value = parsed(body)
        if route.shape is None:
            return value
        held = bound(value, route.shape)
    except Unreadable as error:
        if manner.unreadable is None:
            raise
        raise refusal(server, manner.unreadable, str(error), 500) from error
    found = complaints(held, route.shape) if route.valid else []
    if found:
        # The members and the order of the texts: the advice joins the field errors with "; ".
        raise Refusal("9999", "; ".join(found), manner.invalid, "; ".join(found))
    return held


def perform(route: Route, request: Document) -> Answer:
    """Runs the controller. Every other error in it, such as a missing member, is answered with the controller's own code."""
    try:
        return route.act(request)
    except Refusal:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        if route.failing is None:
            raise
        server = ASIDE.get(route.server, route.server)
        raise refusal(server, route.failing, f"{type(error).__name__}: {error}") from error


def written(answer: Answer, manner: Manner, accepts: str) -> tuple[str, bytes]:
    """Content type and body. A controller that returns a String lets the Accept header choose; one that returns nothing sends nothing."""
    if answer is None:
        return "", b""
    if isinstance(answer, str):
        return ("application/json" if "json" in accepts else "text/plain;charset=UTF-8"), answer.encode()
    kept: Any = answer if manner.writes_nulls else without_nulls(answer)
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    if manner.escapes:
        for character in "<>&='":
            text = text.replace(character, f"\\u{ord(character):04x}")
    return "application/json", text.encode()


def listening(routes: Routes, host: str, port: int) -> ThreadingHTTPServer:
    """A server that is bound already, so that its address can be put into what the routes will answer."""
    # The servers keep their state in plain dictionaries.
    lock = Lock()

    class RequestHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._respond()

        def do_POST(self) -> None:
            self._respond()

        def _respond(self) -> None:
            length = self.headers.get("Content-Length", "0")
            if not length.isdigit() or int(length) > LIMIT:
                self.send_error(413)
                return
            body = self.rfile.read(int(length))
            with lock:
                status, answer, manner = routes.answer(self.command, self.path, self.headers.get("Content-Type", ""), body)
            kind, data = written(answer, manner, self.headers.get("Accept", ""))
            self.send_response(status)
            if kind:
                self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Standard output belongs to the checks."""

    server = ThreadingHTTPServer((host, port), RequestHandler)
    server.daemon_threads = True
    return server
