"""One gateway on PostgreSQL in front of one Synapse on PostgreSQL, and what each operation costs them."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import Refuted, note
from ..gateway_family.setups import running
from ..herald_gateway import HeraldGateway, init
from ..postgres_family.postgres_server import PostgresServer
from ..synapse_server import SERVER_NAME, SynapseServer
from .person import ROOT, Person
from .usage import Figures, Usage, difference

DATABASES = ("gateway", "synapse")
POLL_MILLISECONDS = 30_000
# Connections of each user in each of two rounds of waiting polls. All of them together stay below the usual limit of 1,024 open files.
BESIDE = 2


@dataclass(frozen=True)
class Size:
    """How much is measured. The small size only shows that every measurement works."""

    people: int = 200
    recipients: int = 10
    messages: int = 300
    files: int = 20
    file_bytes: int = 5_000_000
    poll_milliseconds: int = POLL_MILLISECONDS


SMALL = Size(people=8, recipients=3, messages=10, files=2, file_bytes=500_000, poll_milliseconds=5_000)


def measure(binary: str, folder: Path, size: Size) -> dict[str, Any]:
    """The costs of every operation, in milliseconds of a core, and what is stored."""
    with ExitStack() as stack:
        postgres = stack.enter_context(running(PostgresServer(folder)))
        for database in DATABASES:
            postgres.rows(f"CREATE DATABASE {database}")
        key = folder / "gateway.pem"
        synapse = stack.enter_context(running(SynapseServer(folder / "synapse", settings(binary, key, postgres))))
        gateway = stack.enter_context(running(HeraldGateway(
            binary, folder, synapse.base, SERVER_NAME, key, postgres.url.replace("///postgres?", "///gateway?"), "herald-gateway",
            "--trusted-proxy", "127.0.0.1")))
        usage = Usage(gateway.child.process.pid, synapse.child.process.pid, postgres, DATABASES)
        return Measuring(gateway.base, usage, size).run()


def settings(binary: str, key: Path, postgres: PostgresServer) -> dict[str, object]:
    """Changes of homeserver.yaml. Presence is off, as an operator of many users has it."""
    made = init(binary, SERVER_NAME, key)
    lines = {name: value for name, value in made.items() if name not in ("rc_login", "listeners")}
    database = {"name": "psycopg2", "args": {
        "dbname": "synapse", "user": "herald", "host": str(postgres.folder), "port": 5432, "cp_min": 5, "cp_max": 10,
    }}
    return lines | {"database": database, "presence": {"enabled": False}, "max_upload_size": "50M"}


class Measuring:
    """The operations, in the order in which they need each other."""

    def __init__(self, base: str, usage: Usage, size: Size) -> None:
        self._usage, self._size = usage, size
        self._people = [Person(base, number) for number in range(1, size.people + 1)]
        self._costs: dict[str, Figures] = {}
        self._disk: dict[str, float] = {}
        self._memory: dict[str, Figures] = {"at rest": usage.kibibytes()}

    def run(self) -> dict[str, Any]:
        try:
            self._logins()
            self._messages()
            self._polls()
            self._waiting()
            self._media()
        finally:
            for person in self._people:
                person.close()
        return {"costs": self._costs, "memory_kib": self._memory, "disk_bytes": self._disk}

    def _cost(self, name: str, operations: int, body: Callable[[], None], less: Figures | None = None) -> None:
        """Measures the body, which does so many operations; `less` is what does not belong to them."""
        note(f"costs: measures {name}")
        before = self._usage.milliseconds()
        body()
        grown = difference(self._usage.milliseconds(), before)
        self._costs[name] = {part: max(0.0, value - (less or {}).get(part, 0.0)) / operations for part, value in grown.items()}

    def _all(self, body: Callable[[Person], object]) -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(body, self._people))

    def _logins(self) -> None:
        # Opens the databases' connections, which stay open.
        with ThreadPoolExecutor(len(self._people[:8])) as pool:
            list(pool.map(Person.login, self._people[:8]))
        before = self._usage.bytes_on_disk("synapse") + self._usage.bytes_on_disk("gateway")
        fresh = self._people[8:] or self._people

        def first() -> None:
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(Person.login, fresh))

        self._cost("first_login", len(fresh), first)
        self._disk["first_login"] = (self._usage.bytes_on_disk("synapse") + self._usage.bytes_on_disk("gateway") - before) / len(fresh)
        self._cost("login", len(self._people), lambda: self._all(Person.login))
        # The first sync of a session is larger than others.
        self._cost("first_sync", len(self._people), lambda: self._all(Person.sync))

    def _messages(self) -> None:
        """Messages that nobody waits for, then as many that each of the recipients waits for."""
        count, recipients = self._size.messages, self._people[1:self._size.recipients + 1]
        sender = self._people[0]
        room = sender.do("POST", f"{ROOT}/createRoom", {"preset": "public_chat"})["room_id"]
        for person in recipients:
            person.do("POST", f"{ROOT}/rooms/{room}/join", {})
        before = self._usage.bytes_on_disk("synapse")

        def send() -> None:
            for number in range(count):
                sender.say(room, f"message {number} of an ordinary length, as people write them")

        self._cost("send", count, send)
        self._disk["message"] = (self._usage.bytes_on_disk("synapse") - before) / count
        for person in recipients:
            person.sync()

        def send_to_waiting() -> None:
            for number in range(count):
                for person in recipients:
                    person.ask_for_sync(POLL_MILLISECONDS)
                sender.say(room, f"answer {number} of an ordinary length, as people write them")
                for person in recipients:
                    # An answer without the message, such as one about a receipt, is followed by the next poll.
                    answer = person.synced()
                    while not arrived(answer, room):
                        answer = person.sync(POLL_MILLISECONDS)

        alone = {part: value * count for part, value in self._costs["send"].items()}
        self._cost("sync", count * len(recipients), send_to_waiting, less=alone)

    def _polls(self) -> None:
        """Every user polls once, and nothing happens."""
        for person in self._people:
            person.sync()

        def poll() -> None:
            for person in self._people:
                person.ask_for_sync(self._size.poll_milliseconds)
            for person in self._people:
                person.synced()

        self._cost("empty_poll", len(self._people), poll)

    def _waiting(self) -> None:
        """The memory of waiting polls. The first ones use memory that earlier requests have freed, so only as many further ones are measured."""
        note("costs: measures the memory of waiting polls")
        for person in self._people:
            person.sync()
            person.close()
        waiting: list[Person] = []

        def wait() -> Figures:
            for person in self._people:
                for _ in range(BESIDE):
                    waiting.append(person.beside())
                    # Synapse makes one of equal requests that wait at the same time, so each asks for another time.
                    waiting[-1].ask_for_sync(6 * self._size.poll_milliseconds + len(waiting))
            # By then, all requests have reached Synapse, and none has been answered.
            time.sleep(self._size.poll_milliseconds / 3000)
            return self._usage.kibibytes()

        try:
            before = wait()
            self._memory["polling"] = difference(wait(), before, BESIDE * len(self._people))
        finally:
            for person in waiting:
                person.close()

    def _media(self) -> None:
        sender, reader = self._people[0], self._people[1]
        data = bytes(range(256)) * (self._size.file_bytes // 256)
        megabytes = max(1, round(self._size.files * len(data) / 1_000_000))
        names: list[str] = []

        def upload() -> None:
            names.extend(sender.upload(data) for _ in range(self._size.files))

        def download() -> None:
            for name in names:
                if reader.download(name) != len(data):
                    raise Refuted("a download is not as long as its upload")

        self._cost("upload_mb", megabytes, upload)
        self._cost("download_mb", megabytes, download)


def arrived(answer: dict[str, Any], room: str) -> bool:
    """True if a sync has an event of the room's timeline."""
    return bool(answer.get("rooms", {}).get("join", {}).get(room, {}).get("timeline", {}).get("events"))
