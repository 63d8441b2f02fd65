"""A push gateway that records the notifications that it receives."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any

from ..checks import Refuted

PATH = "/_matrix/push/v1/notify"


class Gateway:
    """Listens on a port of the system's choice; `rejecting` are push keys that it says are no longer good."""

    def __init__(self, rejecting: tuple[str, ...] = ()) -> None:
        self._notifications: list[dict[str, Any]] = []
        self._changed = Condition()
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # noqa: N802 - the library's name
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                keys = [device["pushkey"] for device in body["notification"]["devices"]]
                gateway._take(body["notification"])
                answer = json.dumps({"rejected": [key for key in keys if key in rejecting]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}{PATH}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def _take(self, notification: dict[str, Any]) -> None:
        with self._changed:
            self._notifications.append(notification)
            self._changed.notify_all()

    def about(self, event: str, pushkey: str, seconds: float = 60) -> dict[str, Any]:
        """The notification of an event for a push key, when it has come."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                for notification in self._notifications:
                    if notification.get("event_id") == event and notification["devices"][0]["pushkey"] == pushkey:
                        return notification
                if not self._changed.wait(deadline - time.monotonic()):
                    raise Refuted(f"no notification of {event} for {pushkey} within {seconds:.0f} s")

    def count(self, event: str) -> int:
        with self._changed:
            return sum(1 for notification in self._notifications if notification.get("event_id") == event)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
