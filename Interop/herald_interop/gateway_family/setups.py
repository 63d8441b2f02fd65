"""A Synapse with a gateway in front of it: on SQLite, on PostgreSQL, and with workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import Checks, Refuted, expect_equal
from ..herald_gateway import HeraldGateway, init
from ..postgres_family.postgres_server import PostgresServer
from ..synapse_server import SERVER_NAME, SynapseServer
from .workers import SynapseWithWorkers

PASSWORDS = frozenset({"password_config", "enable_registration"})


@dataclass(frozen=True)
class Setup:
    """A running set-up. `gateways` are the instances that share a database."""

    binary: str
    synapse: SynapseServer
    gateways: tuple[HeraldGateway, ...]
    key: Path
    database: str
    has_passwords: bool
    # True if Synapse gives files to clients without a token.
    has_open_media: bool = False

    @property
    def base(self) -> str:
        return self.gateways[0].base


@contextmanager
def on_sqlite(binary: str, folder: Path, checks: Checks) -> Iterator[Setup]:
    """One gateway; gateway and Synapse store their data in SQLite files. Users without a wallet register with passwords, and files need no token."""
    with ExitStack() as stack:
        key = folder / "gateway.pem"
        changes = lines(binary, key, checks, PASSWORDS) | {"enable_authenticated_media": False}
        synapse = stack.enter_context(running(SynapseServer(folder / "synapse", changes)))
        database = f"sqlite:{folder / 'gateway.sqlite'}"
        gateway = stack.enter_context(running(HeraldGateway(binary, folder, synapse.base, SERVER_NAME, key, database)))
        yield Setup(binary, synapse, (gateway,), key, database, has_passwords=True, has_open_media=True)


@contextmanager
def on_postgres(binary: str, folder: Path, checks: Checks) -> Iterator[Setup]:
    """Two gateways on one database; Synapse has another database of the same server, and accepts no passwords."""
    with ExitStack() as stack:
        key = folder / "gateway.pem"
        server = stack.enter_context(databases(folder))
        synapse = stack.enter_context(running(SynapseServer(folder / "synapse", lines(binary, key, checks) | storage(server))))
        yield started(stack, binary, folder, synapse, key, server, gateways=2)


@contextmanager
def on_workers(binary: str, folder: Path, checks: Checks) -> Iterator[Setup]:
    """One gateway in front of a Synapse with workers, as one machine carries it."""
    with ExitStack() as stack:
        key = folder / "gateway.pem"
        server = stack.enter_context(databases(folder))
        changes = lines(binary, key, checks) | storage(server)
        synapse = stack.enter_context(running(SynapseWithWorkers(folder / "synapse", server.folder, changes)))
        yield started(stack, binary, folder, synapse, key, server, gateways=1)


@contextmanager
def databases(folder: Path) -> Iterator[PostgresServer]:
    """PostgreSQL with a database for Synapse and one for the gateways."""
    with running(PostgresServer(folder)) as server:
        # PostgreSQL has the database `postgres` from the start.
        for database in ("synapse", "gateway"):
            server.rows(f"CREATE DATABASE {database}")
        yield server


def storage(server: PostgresServer) -> dict[str, Any]:
    """The lines of homeserver.yaml for the database."""
    return {"database": {"name": "psycopg2", "args": {
        "dbname": "synapse", "user": "herald", "host": str(server.folder), "port": 5432, "cp_min": 2, "cp_max": 5,
    }}}


def started(
    stack: ExitStack, binary: str, folder: Path, synapse: SynapseServer, key: Path, server: PostgresServer, gateways: int,
) -> Setup:
    database = server.url.replace("///postgres?", "///gateway?")
    instances = tuple(
        stack.enter_context(running(HeraldGateway(binary, folder, synapse.base, SERVER_NAME, key, database, f"gateway-{number}")))
        for number in range(1, gateways + 1))
    return Setup(binary, synapse, instances, key, database, has_passwords=False)


@contextmanager
def running(server: Any) -> Iterator[Any]:
    try:
        yield server
    finally:
        server.stop()


def lines(binary: str, key: Path, checks: Checks, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What `herald gateway init` says belongs into homeserver.yaml, without some settings and without those of the run itself."""
    made = init(binary, SERVER_NAME, key)
    with checks.check("gateway init prints lines that let Synapse accept the gateway's tokens"):
        tokens = made.get("jwt_config")
        if not isinstance(tokens, dict):
            raise Refuted(f"the lines are {sorted(made)}")
        expect_equal((tokens.get("enabled"), tokens.get("algorithm"), tokens.get("audiences")), (True, "ES256", [SERVER_NAME]), "jwt_config")
        expect_equal("PRIVATE" in str(made), False, "a private key in homeserver.yaml")
    with checks.check("gateway init makes a key that only its owner can read"):
        expect_equal(oct(key.stat().st_mode & 0o777), oct(0o600), "mode")
    # The checks log in as fast as they can, and the run picks the port.
    return {name: value for name, value in made.items() if name not in without | {"rc_login", "listeners"}}
