"""What has a largest size, and the number of users at which it is too small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .capacity import PROGRAMS, Assumptions, Load


@dataclass(frozen=True)
class Limit:
    """Something that has a largest size. `part` is the share of it that a load uses; it is too small if the share is above 1.

    `count` is how many of it a load's set-up has. It is `None` if more of it are added one by one, so that it says nothing about what breaks next.
    """

    name: str
    way_out: str
    part: Callable[[Load], float]
    count: Callable[[Load], int | None]


def alone(count: Callable[[Load], int]) -> Callable[[Load], int | None]:
    """1 while there is one. At several, the table itself says how many there must be."""
    return lambda load: 1 if count(load) == 1 else None


def limits(measured: dict[str, Any], a: Assumptions) -> list[Limit]:
    share = a.utilisation

    def polls_of(program: str) -> Callable[[Load], float]:
        kibibytes = kibibytes_of_a_poll(measured, program)
        return lambda load: load.connected * kibibytes / (a.gibibytes * 1024 * 1024 * share)

    def one_database(program: str) -> Callable[[Load], float]:
        return lambda load: load.cores(program) / (a.database_cores * share)

    def disk(kind: str) -> Callable[[Load], float]:
        return lambda load: load.terabytes[kind] / (a.terabytes * a.full_disk)

    def processes(program: str, cores: float) -> Callable[[Load], int | None]:
        return alone(lambda load: load.homeservers * load.of_one_homeserver.instances(program, cores))

    def homeservers(load: Load) -> int:
        return load.homeservers

    several, gibibytes, days = "several homeservers, each with gateways and a database of its own", f"{a.gibibytes:.0f} GiB", f"{a.stored_days:.0f} days"
    found = [
        Limit("the one core of Synapse without workers", "workers for sync, events and media",
              lambda load: load.cores("synapse") / share, processes("synapse", 1)),
        Limit(f"the {a.gateway_connections:,.0f} connections of one gateway, one for each waiting poll", "more gateways",
              lambda load: load.connected / a.gateway_connections, alone(lambda load: load.homeservers * load.of_one_homeserver.gateways)),
        Limit(f"the {gibibytes} of the one machine of a gateway, for waiting polls", "gateways on further machines",
              polls_of("gateway"), processes("gateway", a.cores)),
        Limit(f"the {gibibytes} of the one machine of Synapse, for waiting polls", "sync workers on further machines",
              polls_of("synapse"), processes("synapse", a.cores)),
        Limit(f"the {a.cores:.0f} cores of one machine for everything", "a machine for each kind of program",
              lambda load: sum(map(load.cores, PROGRAMS)) / (a.cores * share), alone(lambda load: 1 if load.fits_one_machine else 2)),
        Limit("the one process of Synapse that writes events", "several event writers, which divide the rooms",
              lambda load: load.cores_for("send", "synapse") / share, alone(homeservers)),
        Limit("the cores of Synapse's database server", several, one_database("postgres_synapse"), homeservers),
        Limit(f"the disk of Synapse's database server, with the messages of {days}", f"{several}, or shorter retention", disk("messages"), homeservers),
        Limit(f"the disk of one machine for files, with those of {days}", "more disks, an object store, or shorter retention",
              disk("files"), alone(lambda load: load.disks("files"))),
        Limit("the cores of the gateways' database server", several, one_database("postgres_gateway"), homeservers),
        Limit("the cores of the database server of all OpenDID roles", "a server for each role's database",
              one_database("postgres_opendid"), alone(lambda load: load.opendid_databases)),
        Limit(f"the disk of OpenDID's database server, with the credentials of {days}", "a server for each role's database",
              disk("credentials"), alone(lambda load: load.disks("credentials"))),
    ]
    sqlite = measured.get("one_process_on_sqlite", {})
    if sqlite:
        # The rows of the table have PostgreSQL.
        found.append(Limit(
            "one process on SQLite for all OpenDID roles", "PostgreSQL",
            lambda load: sum(load.rates[name] / rate for name, rate in sqlite.items()) / share, lambda load: None))
    return found


def kibibytes_of_a_poll(measured: dict[str, Any], program: str) -> float:
    """The memory that each waiting poll adds. A figure of `scripts/bench gateway` counts before that of this measurement."""
    bench = measured.get("bench_gateway") if program == "gateway" else None
    if bench:
        return float(bench["mebibytes"]) * 1024 / float(bench["polls"])
    return float(measured["memory_kib"]["polling"][program])


def breaks(measured: dict[str, Any], a: Assumptions) -> list[tuple[float, Limit]]:
    """Each limit with the number of users at which it is reached, the smallest first. All loads are proportional to the number of users."""
    one = Load(1, measured, a)
    parts = [(limit.part(one), limit) for limit in limits(measured, a)]
    return sorted(((1 / part, limit) for part, limit in parts if part > 0), key=lambda pair: pair[0])


def breaks_next(measured: dict[str, Any], a: Assumptions, load: Load) -> str:
    """The first limit above the load, without those of which the load's set-up has several anyway, such as gateways."""
    ahead = [(at * count, limit, count) for at, limit in breaks(measured, a) if (count := limit.count(load)) is not None]
    following = min(((at, limit, count) for at, limit, count in ahead if at > load.users), key=lambda one: one[0], default=None)
    if following is None:
        return "nothing that was measured"
    at, limit, count = following
    return f"{limit.name}, at {rounded(at)} users" + (f" with {count:,} homeservers" if count > 1 else "")


def rounded(users: float) -> str:
    """A number with three significant digits."""
    digits = max(0, len(str(int(users))) - 3)
    return f"{round(users, -digits):,.0f}"
