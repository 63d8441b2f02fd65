"""The people of the script: users of matrix-nio and of mautrix, and plain requests as one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientTimeout
from mautrix.client import Client
from mautrix.client.state_store import MemoryStateStore, MemorySyncStore
from mautrix.crypto import OlmMachine
from mautrix.crypto.store import MemoryCryptoStore, StateStore
from mautrix.types import EventType, TOFUSigningKey
from nio import AsyncClient, AsyncClientConfig, ErrorResponse, LoginResponse, RoomMessageText, SyncResponse

from ..checks import Checks, Gathered, Refuted, expect

ENCRYPTED = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}


class Plain:
    """Requests to the client-server API with one user's token."""

    def __init__(self, http: ClientSession, base: str, token: str | None = None) -> None:
        self.http = http
        self.base = base
        self.token = token

    async def ask(self, method: str, path: str, body: Any = None, version: str = "v3") -> tuple[int, dict[str, Any]]:
        """The status and the body of the answer."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with self.http.request(method, f"{self.base}/_matrix/client/{version}/{path}", json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def do(self, method: str, path: str, body: Any = None, version: str = "v3") -> dict[str, Any]:
        """The body of an answer that must be 200."""
        status, answer = await self.ask(method, path, body, version)
        expect(status == 200, f"{method} {path}: {status} {answer}")
        return answer

    async def refused(self, status: int, code: str, method: str, path: str, body: Any = None, version: str = "v3") -> dict[str, Any]:
        """The body of an answer that must be this error."""
        got, answer = await self.ask(method, path, body, version)
        expect((got, answer.get("errcode")) == (status, code), f"{method} {path}: expected {status} {code}, got {got} {answer}")
        return answer


class NioPerson:
    """A user of matrix-nio with one device and a store for its keys."""

    def __init__(self, world: World, name: str, device: str) -> None:
        folder = world.folder / f"{name}-{device}"
        folder.mkdir(parents=True, exist_ok=True)
        self.world = world
        self.name = name
        self.texts: list[str] = []
        config = AsyncClientConfig(max_limit_exceeded=0, max_timeouts=0, request_timeout=30, encryption_enabled=True)
        self.client = AsyncClient(world.base, name, device_id=device, store_path=str(folder), config=config)
        self.client.add_event_callback(self.note, RoomMessageText)

    async def note(self, _: object, event: RoomMessageText) -> None:
        expect(event.decrypted, "the text was not encrypted")
        self.texts.append(event.body)

    async def log_in(self) -> None:
        good(await self.client.login(password_of(self.name), device_name=f"{self.name}'s phone"), LoginResponse)
        self.plain = Plain(self.world.http, self.world.base, self.client.access_token)
        await self.sync()

    @property
    def id(self) -> str:
        return self.client.user_id

    async def sync(self) -> SyncResponse:
        """One sync, and the requests for keys that it asks for."""
        answer = good(await self.client.sync(timeout=0), SyncResponse)
        if self.client.should_upload_keys:
            good(await self.client.keys_upload())
        if self.client.should_query_keys:
            good(await self.client.keys_query())
        good_all(await self.client.send_to_device_messages())
        return answer

    async def say(self, text: str, room: str) -> None:
        good(await self.client.room_send(room, "m.room.message", {"msgtype": "m.text", "body": text}, ignore_unverified_devices=True))


class MautrixPerson:
    """A user of mautrix with one device. Its keys are in memory."""

    def __init__(self, world: World, name: str, device: str) -> None:
        self.world = world
        self.name = name
        self.device = device
        self.texts: list[str] = []

    async def log_in(self) -> None:
        world = self.world
        self.plain = Plain(world.http, world.base)
        session = await self.plain.do("POST", "login", {
            "type": "m.login.password", "identifier": {"type": "m.id.user", "user": self.name},
            "password": password_of(self.name), "device_id": self.device,
        })
        self.plain.token = session["access_token"]
        self.id = session["user_id"]
        state = SharedRooms()
        self.client = Client(
            mxid=self.id, device_id=self.device, base_url=world.base, token=session["access_token"], client_session=world.http,
            sync_store=MemorySyncStore(), state_store=state)
        self.crypto = OlmMachine(self.client, KeyMemory(self.id, "pickle"), state)
        await self.crypto.load()
        self.client.crypto = self.crypto
        self.client.add_event_handler(EventType.ROOM_MESSAGE, self.note)
        self.since: str | None = None
        await self.crypto.share_keys()
        await self.sync()

    async def note(self, event: Any) -> None:
        expect(event["mautrix"]["was_encrypted"], "the text was not encrypted")
        self.texts.append(event.content.body)

    async def sync(self) -> dict[str, Any]:
        """One sync, with everything that follows from it."""
        answer = await self.client.sync(since=self.since, timeout=0)
        self.since = answer["next_batch"]
        for task in self.client.handle_sync(answer):
            await task
        return answer

    async def say(self, text: str, room: str) -> None:
        await self.client.send_text(room, text)


class SharedRooms(MemoryStateStore, StateStore):
    """The state that the encryption of mautrix reads."""

    async def find_shared_rooms(self, user_id: str) -> list[str]:
        return [room for room, members in self.members.items() if user_id in members]


class KeyMemory(MemoryCryptoStore):
    """mautrix's store in memory, which cannot replace a cross-signing key: it assigns to a member of a tuple."""

    async def put_cross_signing_key(self, user_id: str, usage: Any, key: str) -> None:
        keys = self._cross_signing_keys.setdefault(user_id, {})
        keys[usage] = TOFUSigningKey(key=key, first=keys[usage].first if usage in keys else key)


class World(Gathered):
    """Everything that one run gathers; checks leave here what later ones need."""

    alice: NioPerson
    bob: NioPerson
    carol: MautrixPerson
    room: str

    def __init__(self, base: str, folder: Path, checks: Checks) -> None:
        self.base = base
        self.folder = folder
        self.checks = checks
        self.http = ClientSession(timeout=ClientTimeout(total=30))
        self.people: list[NioPerson] = []

    @property
    def check(self) -> Any:
        return self.checks.check

    async def register(self, name: str) -> None:
        await Plain(self.http, self.base).do("POST", "register", {
            "username": name, "password": password_of(name), "auth": {"type": "m.login.dummy"}, "inhibit_login": True,
        })

    async def nio(self, name: str, device: str) -> NioPerson:
        """A new session of a user, with new keys."""
        person = NioPerson(self, name, device)
        self.people.append(person)
        await person.log_in()
        return person

    async def mautrix(self, name: str, device: str) -> MautrixPerson:
        """A new session of a user, with new keys."""
        person = MautrixPerson(self, name, device)
        await person.log_in()
        return person

    async def close(self) -> None:
        for person in self.people:
            await person.client.close()
        await self.http.close()


def password_of(name: str) -> str:
    return f"{name} keeps a secret"


def good(answer: Any, wanted: type | None = None) -> Any:
    """The answer, or a refutation if nio calls it an error."""
    if isinstance(answer, ErrorResponse) or (wanted and not isinstance(answer, wanted)):
        raise Refuted(f"nio got {type(answer).__name__} {answer}")
    return answer


def good_all(answers: list[Any]) -> None:
    for answer in answers:
        good(answer)


async def until(condition: Any, *people: NioPerson | MautrixPerson, turns: int = 12) -> None:
    """Syncs these people in turn until the condition holds. Each step of a protocol takes one turn."""
    for _ in range(turns):
        if condition():
            return
        for person in people:
            await person.sync()
    expect(condition(), f"it does not hold after {turns} syncs")
