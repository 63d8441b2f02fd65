"""HTTP on loopback (OpenDID sheet 5.1 and 5.3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..opendid_family.canonical import Document
from .faults import Fault

Handler = Callable[[Document], Document]
LIMIT = 1 << 20
UNREADABLE = {"tas": "SSRVTRA12004", "issuer": "SSRVISS00702", "verifier": "SSRVVRF00100", "cas": "SCRVCFA00100"}
BASES = {
    "tas": "/tas/api/v1", "list": "/list/api/v1", "noti": "/noti/api/v1", "cas": "/cas/api/v1", "wallet": "/wallet/api/v1",
    "verifier": "/verifier/api/v1", "issuer": "/issuer/api/v1", "gateway": "/api-gateway/api/v1",
}


class Routes:
    """The handlers of all services; each gets the body or the query as an object."""

    def __init__(self) -> None:
        self._handlers: dict[tuple[str, str], tuple[str, tuple[str, ...], Handler]] = {}

    def post(self, role: str, path: str, handler: Handler, *needed: str) -> None:
        self._handlers["POST", f"{BASES[role]}/{path}"] = (role, needed, handler)

    def get(self, role: str, path: str, handler: Handler, *needed: str) -> None:
        self._handlers["GET", f"{BASES[role]}/{path}"] = (role, needed, handler)

    def answer(self, method: str, target: str, body: bytes) -> tuple[int, Document]:
        parts = urlsplit(target)
        found = self._handlers.get((method, parts.path))
        if found is None:
            return 404, {"code": "404", "description": "there is nothing here"}
        role, needed, handler = found
        try:
            request = read(role, body) if method == "POST" else {key: values[0] for key, values in parse_qs(parts.query).items()}
            missing = [name for name in needed if request.get(name) in (None, "")]
            if missing:
                raise Fault("9999", "; ".join(f"{name} must not be empty" for name in missing))
            return 200, handler(request)
        except Fault as fault:
            return fault.status, {"code": fault.code, "description": fault.description}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return 500, {"code": UNREADABLE.get(role, "9999"), "description": f"the request cannot be understood: {error}"}


def read(role: str, body: bytes) -> Document:
    try:
        value = json.loads(body)
    except ValueError as error:
        raise Fault(UNREADABLE.get(role, "9999"), "the body is not JSON", 500) from error
    if not isinstance(value, dict):
        raise Fault(UNREADABLE.get(role, "9999"), "the body is not an object", 500)
    return value


def serve(host: str, port: int) -> tuple[ThreadingHTTPServer, Routes]:
    """A server that is bound already, so that its address can be put into what the routes will answer."""
    routes = Routes()
    # The services keep their state in plain dictionaries.
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
                status, answer = routes.answer(self.command, self.path, body)
            data = json.dumps(answer, ensure_ascii=False).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json;charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Standard output belongs to the address."""

    server = ThreadingHTTPServer((host, port), RequestHandler)
    server.daemon_threads = True
    return server, routes
