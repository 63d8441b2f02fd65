"""A second user who talks plain HTTP to Synapse: company for our client, and a witness of what it really did."""

from __future__ import annotations

from threading import Thread
from typing import Any

from ..checks import Refuted, expect
from ..plainhttp import call, segment

ROOT = "/_matrix/client/v3"


class Witness:
    """One account, used without any client library."""

    def __init__(self, base: str, user_id: str, token: str) -> None:
        self.base = base
        self.user_id = user_id
        self.token = token
        self._sent = 0

    @classmethod
    def register(cls, base: str, name: str) -> Witness:
        body = call(base, "POST", f"{ROOT}/register", {
            "username": name, "password": f"{name} sees everything", "auth": {"type": "m.login.dummy"},
        }).ok("register the witness")
        return cls(base, body["user_id"], body["access_token"])

    @classmethod
    def log_in(cls, base: str, name: str, password: str) -> Witness:
        """Another device of a user whom the client registered. Its login proves that the registration is real."""
        body = call(base, "POST", f"{ROOT}/login", {
            "type": "m.login.password", "identifier": {"type": "m.id.user", "user": name}, "password": password,
        }).ok("log in as the client's user")
        return cls(base, body["user_id"], body["access_token"])

    def get(self, path: str, query: dict[str, str] | None = None, seconds: float = 30) -> Any:
        return call(self.base, "GET", f"{ROOT}/{path}", token=self.token, query=query, seconds=seconds).ok(f"GET {path}")

    def say(self, room: str, text: str) -> str:
        """Sends a message and returns its event id."""
        self._sent += 1
        path = f"{ROOT}/rooms/{segment(room)}/send/m.room.message/witness-{self._sent}"
        body = {"msgtype": "m.text", "body": text}
        return call(self.base, "PUT", path, body, token=self.token).ok("the witness sends")["event_id"]

    def state(self, room: str) -> dict[tuple[str, str], dict[str, Any]]:
        """The content of every state event."""
        return {(e["type"], e["state_key"]): e["content"] for e in self.get(f"rooms/{segment(room)}/state")}

    def event(self, room: str, event: str) -> dict[str, Any]:
        return self.get(f"rooms/{segment(room)}/event/{segment(event)}")

    def history(self, room: str) -> list[dict[str, Any]]:
        """Every event of the room, oldest first."""
        events: list[dict[str, Any]] = []
        query = {"dir": "f", "limit": "200"}
        for _ in range(50):
            page = self.get(f"rooms/{segment(room)}/messages", query)
            events += page["chunk"]
            if not page.get("end"):
                return events
            query["from"] = page["end"]
        raise Refuted("the history of the room does not end")

    def accept_first_invitation(self, greeting: str) -> None:
        """Waits with long polls until it is invited, joins, and sends a message."""
        since: str | None = None
        for _ in range(8):
            query = {"timeout": "10000"} | ({"since": since} if since else {})
            answer = self.get("sync", query, seconds=40)
            since = answer["next_batch"]
            for room in answer.get("rooms", {}).get("invite", {}):
                call(self.base, "POST", f"{ROOT}/rooms/{segment(room)}/join", {}, token=self.token).ok("the witness joins")
                self.say(room, greeting)
                return
        raise Refuted("nobody invited the witness")


class Company:
    """The witness at work in the background while our client runs."""

    def __init__(self, witness: Witness, greeting: str) -> None:
        self._failure: Exception | None = None

        def work() -> None:
            try:
                witness.accept_first_invitation(greeting)
            except Exception as error:  # noqa: BLE001 - reported by `done`
                self._failure = error

        self._thread = Thread(target=work, daemon=True)
        self._thread.start()

    def done(self) -> None:
        """Refutes unless the work was finished."""
        self._thread.join(5)
        expect(not self._thread.is_alive(), "the witness still waits for an invitation")
        if self._failure is not None:
            raise self._failure
