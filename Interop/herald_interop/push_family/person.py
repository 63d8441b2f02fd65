"""A user who talks plain HTTP to a node."""

from __future__ import annotations

from typing import Any

from ..plainhttp import Answer, call, segment

ROOT = "/_matrix/client/v3"


class Person:
    """One account of one node."""

    def __init__(self, base: str, name: str) -> None:
        body = call(base, "POST", f"{ROOT}/register", {
            "username": name, "password": f"{name} counts what is unread", "auth": {"type": "m.login.dummy"},
        }).ok(f"register {name}")
        self.base, self.user_id, self._token = base, body["user_id"], body["access_token"]
        self._sent = 0

    def ask(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> Answer:
        return call(self.base, method, f"{ROOT}/{path}", body, token=self._token, query=query)

    def do(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> Any:
        return self.ask(method, path, body, query).ok(f"{method} {path}")

    def send(self, room: str, content: dict[str, Any], kind: str = "m.room.message") -> str:
        self._sent += 1
        return self.do("PUT", f"rooms/{segment(room)}/send/{kind}/p{self._sent}", content)["event_id"]

    def say(self, room: str, text: str, **more: Any) -> str:
        return self.send(room, {"msgtype": "m.text", "body": text} | more)

    def rule(self, kind: str, name: str, body: Any, part: str = "") -> Answer:
        return self.ask("PUT", f"pushrules/global/{kind}/{segment(name)}{part}", body)

    def read(self, room: str, event: str, thread: str | None = None, private: bool = False) -> None:
        receipt = "m.read.private" if private else "m.read"
        body = {} if thread is None else {"thread_id": thread}
        self.do("POST", f"rooms/{segment(room)}/receipt/{receipt}/{segment(event)}", body)

    def counts(self, room: str) -> tuple[int, int]:
        """Notifications and highlights of the whole room, as sync says."""
        return numbers(self.do("GET", "sync")["rooms"]["join"][room]["unread_notifications"])

    def threaded_counts(self, room: str) -> tuple[tuple[int, int], dict[str, tuple[int, int]]]:
        """The same of the room without its threads, and of each thread."""
        wanted = '{"room":{"timeline":{"unread_thread_notifications":true}}}'
        found = self.do("GET", "sync", query={"filter": wanted})["rooms"]["join"][room]
        threads = {root: numbers(count) for root, count in found.get("unread_thread_notifications", {}).items()}
        return numbers(found["unread_notifications"]), threads


def numbers(counts: dict[str, int]) -> tuple[int, int]:
    return counts.get("notification_count", 0), counts.get("highlight_count", 0)
