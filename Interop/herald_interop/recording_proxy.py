"""Stands between our client and a server and writes down what really crosses the wire."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import parse_qs, urlsplit

# Headers that belong to one connection and not to the request (RFC 9110, section 7.6.1).
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "proxy-authorization"}


@dataclass(frozen=True)
class Exchange:
    """One request and the status that came back."""

    method: str
    path: str
    query: dict[str, list[str]]
    status: int
    """0 for a request that was lost before the server saw it."""
    lost: bool
    """True if the client received no answer."""
    at: float
    """The time of its end, in seconds on a monotonic clock."""


class RecordingProxy:
    """Forwards everything; can lose a chosen request or its answer once, as a bad line would."""

    def __init__(self, upstream: str) -> None:
        self._upstream = urlsplit(upstream)
        self._lock = Lock()
        self._exchanges: list[Exchange] = []
        self._lose: tuple[Callable[[str, str], bool], bool] | None = None
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except OSError:
                    # The client closed the line, for example because it cancelled a long poll.
                    self.close_connection = True

            def forward(self) -> None:
                proxy._forward(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = forward

            def log_message(self, *_: object) -> None:
                """Does nothing, because the record is in memory."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def lose_one_answer(self, chosen: Callable[[str, str], bool]) -> None:
        """The next request whose method and path are chosen reaches the server, but its answer gets lost."""
        with self._lock:
            self._lose = (chosen, True)

    def lose_one_request(self, chosen: Callable[[str, str], bool]) -> None:
        """The next request whose method and path are chosen never reaches the server."""
        with self._lock:
            self._lose = (chosen, False)

    def take(self) -> list[Exchange]:
        """The requests since the last call of this method."""
        with self._lock:
            taken, self._exchanges = self._exchanges, []
            return taken

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _forward(self, request: BaseHTTPRequestHandler) -> None:
        target = urlsplit(request.path)
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length)
        if len(body) < length:
            # The client gave up in the middle. An incomplete request is not recorded.
            request.close_connection = True
            return
        with self._lock:
            lost = self._lose is not None and self._lose[0](request.command, target.path)
            reaches_server = not lost or (self._lose is not None and self._lose[1])
            if lost:
                self._lose = None
        status, payload, answered = 0, b"", []
        if reaches_server:
            headers = {k: v for k, v in request.headers.items() if k.lower() not in HOP_BY_HOP | {"host", "accept-encoding"}}
            upstream = http.client.HTTPConnection(self._upstream.hostname or "", self._upstream.port, timeout=120)
            try:
                upstream.request(request.command, request.path, body=body or None, headers=headers)
                response = upstream.getresponse()
                status, payload, answered = response.status, response.read(), response.getheaders()
            finally:
                upstream.close()
        with self._lock:
            self._exchanges.append(
                Exchange(request.command, target.path, parse_qs(target.query), status, lost, time.monotonic()))
        if lost:
            request.close_connection = True
            request.connection.shutdown(socket.SHUT_RDWR)
            return
        request.send_response_only(status)
        for key, value in answered:
            if key.lower() not in HOP_BY_HOP | {"content-length"}:
                request.send_header(key, value)
        request.send_header("Content-Length", str(len(payload)))
        request.end_headers()
        request.wfile.write(payload)
