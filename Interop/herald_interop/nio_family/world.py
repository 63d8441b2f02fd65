"""The parts that all steps of the script share: the users, their creation, and the checks of an answer."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from aiohttp import ClientSession, ClientTimeout, TraceConfig
from nio import (
    AsyncClient, AsyncClientConfig, BadEvent, ErrorResponse, MessageDirection, RegisterResponse, Response,
    RoomMessagesResponse, SyncResponse, UnknownBadEvent,
)

from ..checks import Checks, Gathered, Refuted, expect

R = TypeVar("R", bound=Response)


def good(answer: Any, wanted: type[R]) -> R:
    """The answer, or a refutation when nio parsed it as anything but the success class."""
    if isinstance(answer, ErrorResponse) or not isinstance(answer, wanted):
        raise Refuted(f"expected {wanted.__name__}, got {type(answer).__name__} {status_of(answer)} {answer}")
    return answer


def refused(answer: Any, status: int, *codes: str) -> ErrorResponse:
    """The error, or a refutation when the call succeeded or failed in another way."""
    if not isinstance(answer, ErrorResponse):
        raise Refuted(f"expected {status} {' or '.join(codes)}, but the call succeeded with {type(answer).__name__}")
    if answer.status_code not in codes or status_of(answer) != status:
        raise Refuted(f"expected {status} {' or '.join(codes)}, got {status_of(answer)} {answer}")
    return answer


def status_of(answer: Any) -> int | None:
    """The HTTP status behind a nio answer."""
    return getattr(getattr(answer, "transport_response", None), "status", None)


class Person:
    """One user with one device."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.password = f"{name} keeps a secret"
        self.client = world.make_client(name)

    async def register(self) -> RegisterResponse:
        return good(await self.client.register(self.name, self.password, device_name=f"{self.name}'s phone"), RegisterResponse)

    @property
    def id(self) -> str:
        return self.client.user_id

    def fresh(self) -> AsyncClient:
        """The same device after a restart that lost everything but the token: it syncs from nothing."""
        client = self.world.make_client(self.name)
        client.restore_login(self.client.user_id, self.client.device_id, self.client.access_token)
        return client


class World(Gathered):
    """Everything that one run gathers; checks leave here what later ones need."""

    alice: Person
    bob: Person
    carol: Person
    room: str

    def __init__(self, base: str, checks: Checks, peer: str) -> None:
        self.base = base
        self.checks = checks
        self.peer = peer
        self.clients: list[AsyncClient] = []

    @property
    def check(self) -> Any:
        return self.checks.check

    def make_client(self, name: str) -> AsyncClient:
        # No silent retries: a request that needs a second try is a finding.
        config = AsyncClientConfig(max_limit_exceeded=0, max_timeouts=0, request_timeout=30, encryption_enabled=False)
        client = AsyncClient(self.base, name, config=config)
        self.clients.append(client)
        return client

    async def close(self) -> None:
        for client in self.clients:
            await client.close()


def watch_sending(client: AsyncClient) -> asyncio.Event:
    """An event that is set when a request of the client has been written to its connection. For a client that has sent nothing yet."""
    left = asyncio.Event()

    async def note(*_: object) -> None:
        left.set()

    trace = TraceConfig()
    trace.on_request_headers_sent.append(note)
    # nio makes a session only when it has none.
    client.client_session = ClientSession(timeout=ClientTimeout(total=client.config.request_timeout), trace_configs=[trace])
    return left


async def sync(client: AsyncClient, **options: Any) -> SyncResponse:
    """One sync whose every event nio could read."""
    answer = good(await client.sync(**options), SyncResponse)
    for room in (*answer.rooms.join.values(), *answer.rooms.leave.values()):
        readable([*room.state, *room.timeline.events])
    return answer


def readable(events: list[Any]) -> None:
    """Refutes when nio called one of the events malformed."""
    for event in events:
        if isinstance(event, (BadEvent, UnknownBadEvent)):
            raise Refuted(f"nio calls this event malformed: {event.source}")


async def page(client: AsyncClient, room: str, start: str | None, direction: MessageDirection, limit: int, **options: Any) -> RoomMessagesResponse:
    """One page of history whose every event nio could read."""
    answer = good(
        await client.room_messages(room, start, direction=direction, limit=limit, **options), RoomMessagesResponse)
    readable(answer.chunk)
    expect(len(answer.chunk) <= limit, f"asked for {limit} events, got {len(answer.chunk)}")
    return answer


async def walk(client: AsyncClient, room: str, direction: MessageDirection, limit: int, start: str | None = None) -> list[Any]:
    """All events of a room in this direction, page by page until there is no `end`."""
    events: list[Any] = []
    for _ in range(200):
        answer = await page(client, room, start, direction, limit)
        events += answer.chunk
        if not answer.end:
            return events
        expect(answer.end != start, "the token did not move")
        start = answer.end
    raise Refuted("200 pages and no end")


def ids(events: list[Any]) -> list[str]:
    return [event.event_id for event in events]


def bodies(events: list[Any]) -> list[str]:
    """The texts of the messages among the events."""
    return [e.source["content"]["body"] for e in events if e.source["type"] == "m.room.message" and "body" in e.source["content"]]


def text(body: str) -> dict[str, str]:
    return {"msgtype": "m.text", "body": body}
