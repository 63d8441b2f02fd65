"""The capacity table of docs/scaling.md, worked out from measured costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import ceil
from typing import Any

SECONDS_PER_HOUR = 3600
DAYS_PER_MONTH = 30
POLL_SECONDS = 30
STEPS = (10**4, 10**6, 10**8)

Costs = dict[str, dict[str, float]]


def assumed(value: float, text: str) -> Any:
    return field(default=value, metadata={"text": text})


@dataclass(frozen=True)
class Assumptions:
    """What a measurement cannot tell. Rates are means over all users, also those who do nothing."""

    active: float = assumed(0.3, "share of the users who do something on a day")
    messages: float = assumed(30, "messages that such a user sends on that day")
    recipients: float = assumed(5, "connected members of a room, who receive a message at once")
    uploads: float = assumed(1, "MB that such a user uploads on that day")
    downloads: float = assumed(4, "MB that such a user downloads on that day")
    logins: float = assumed(2, "logins of a user in a month, of all users")
    credentials: float = assumed(0.5, "credentials that a user is issued in a month, of all users")
    presentations: float = assumed(4, "presentations of a user in a month, of all users")
    busiest: float = assumed(0.1, "share of a day's operations in its busiest hour")
    connected: float = assumed(0.1, "share of the users who are connected in that hour")
    utilisation: float = assumed(0.5, "share of the cores that may be busy in that hour")
    cores: float = assumed(8, "cores of a machine")
    database_cores: float = assumed(64, "cores of the largest machine for a database")
    database_terabytes: float = assumed(20, "TB of disk of the largest machine for a database")
    gateway_connections: float = assumed(20_000, "clients that one gateway serves at once (`--connections`), each waiting poll is one")
    gibibytes: float = assumed(32, "GiB of memory of a machine")

    def rows(self) -> list[tuple[str, float]]:
        return [(one.metadata["text"], getattr(self, one.name)) for one in fields(self)]


class Load:
    """Rates of the busiest hour for a number of users, and the cores that they keep busy."""

    def __init__(self, users: float, costs: Costs, assumptions: Assumptions) -> None:
        self.users, self._costs, self._assumed = users, costs, assumptions
        a = assumptions
        hourly = a.busiest / SECONDS_PER_HOUR
        daily, monthly = users * a.active * hourly, users / DAYS_PER_MONTH * hourly
        self.connected = users * a.connected
        self.rates = {
            "login": monthly * a.logins, "first_sync": monthly * a.logins, "send": daily * a.messages, "sync": daily * a.messages * a.recipients,
            "empty_poll": self.connected / POLL_SECONDS, "upload_mb": daily * a.uploads, "download_mb": daily * a.downloads,
            "issue": monthly * a.credentials, "present": monthly * a.presentations,
        }

    def cores(self, program: str) -> float:
        """Cores that a program keeps busy, before any reserve."""
        return sum(rate * self._costs.get(name, {}).get(program, 0.0) for name, rate in self.rates.items()) / 1000

    def cores_for(self, operation: str, program: str) -> float:
        return self.rates[operation] * self._costs.get(operation, {}).get(program, 0.0) / 1000

    def instances(self, program: str, cores_of_one: float) -> int:
        """How many machines or processes with so many cores a program needs at this load."""
        return max(1, ceil(self.cores(program) / (cores_of_one * self._assumed.utilisation)))

    @property
    def gateways(self) -> int:
        return max(self.instances("gateway", self._assumed.cores), ceil(self.connected / self._assumed.gateway_connections))

    @property
    def homeservers(self) -> int:
        """A homeserver has one database server that writes, so users beyond its cores need another homeserver."""
        return max(self.instances(program, self._assumed.database_cores) for program in ("postgres_synapse", "postgres_gateway"))


PROGRAMS = ("gateway", "synapse", "opendid", "postgres_gateway", "postgres_synapse", "postgres_opendid")


@dataclass(frozen=True)
class Limit:
    """Something that has a largest size. `part` is the share of it that a load uses; it is too small if the share is above 1."""

    name: str
    way_out: str
    part: Callable[[Load], float]


def limits(measured: dict[str, Any], a: Assumptions) -> list[Limit]:
    share, disk = a.utilisation, measured["disk_bytes"]
    year_of_messages = a.active * a.messages * 365 * disk.get("message", 0.0)
    year_of_credentials = a.credentials * 12 * disk.get("credential", 0.0)
    terabytes = a.database_terabytes * 1e12

    def polls_of(program: str) -> Callable[[Load], float]:
        kibibytes = measured["memory_kib"]["polling"][program]
        return lambda load: load.connected * kibibytes / (a.gibibytes * 1024 * 1024 * share)

    def one_database(program: str) -> Callable[[Load], float]:
        return lambda load: load.cores(program) / (a.database_cores * share)

    found = [
        Limit("the one core of Synapse without workers", "workers for sync, events and media",
              lambda load: load.cores("synapse") / share),
        Limit(f"the {a.gateway_connections:,.0f} connections of one gateway, one for each waiting poll", "more gateways",
              lambda load: load.connected / a.gateway_connections),
        Limit(f"the {a.gibibytes:.0f} GiB of the one machine of a gateway, for waiting polls", "more gateways", polls_of("gateway")),
        Limit(f"the {a.gibibytes:.0f} GiB of the one machine of Synapse, for waiting polls", "sync workers on further machines", polls_of("synapse")),
        Limit(f"the {a.cores:.0f} cores of one machine for everything", "a machine for each kind of program",
              lambda load: sum(map(load.cores, PROGRAMS)) / (a.cores * share)),
        Limit("the one process of Synapse that writes events", "several event writers, which divide the rooms",
              lambda load: load.cores_for("send", "synapse") / share),
        Limit("the cores of Synapse's database server", "several homeservers, each with gateways and a database of its own",
              one_database("postgres_synapse")),
        Limit("the disk of Synapse's database server, after a year of messages", "shorter retention, or several homeservers",
              lambda load: load.users * year_of_messages / terabytes),
        Limit("the cores of the gateways' database server", "several homeservers", one_database("postgres_gateway")),
        Limit("the cores of the database server of all OpenDID roles", "a server for each role's database", one_database("postgres_opendid")),
        Limit("the disk of OpenDID's database server, after a year of credentials", "a server for each role's database",
              lambda load: load.users * year_of_credentials / terabytes),
    ]
    alone = measured.get("one_process_on_sqlite", {})
    if alone:
        found.append(Limit(
            "one process on SQLite for all OpenDID roles", "PostgreSQL",
            lambda load: sum(load.rates[name] / rate for name, rate in alone.items()) / share))
    return found


def breaks(measured: dict[str, Any], a: Assumptions) -> list[tuple[float, Limit]]:
    """Each limit with the number of users at which it is reached, the smallest first. All loads are proportional to the number of users."""
    one = Load(1, measured["costs"], a)
    parts = [(limit.part(one), limit) for limit in limits(measured, a)]
    return sorted(((1 / part, limit) for part, limit in parts if part > 0), key=lambda pair: pair[0])


def tables(measured: dict[str, Any], a: Assumptions | None = None) -> str:
    """The section's tables, in Markdown."""
    a = a or Assumptions()
    return "\n".join([*costs_table(measured), "", *assumptions_table(a), "", *machines_table(measured, a), "", *limits_table(measured, a)])


ROWS = (
    ("login with a wallet (`login`)", "login"), ("first login, which creates the account", "first_login"), ("first sync of a session", "first_sync"),
    ("message (`send`)", "send"), ("poll that a message answers (`sync`)", "sync"), ("poll of 30 s without an event (`poll`)", "empty_poll"),
    ("MB of an upload", "upload_mb"), ("MB of a download", "download_mb"),
    ("issued credential, M210 (`issue`)", "issue"), ("presentation, M310 (`present`)", "present"),
)


def costs_table(measured: dict[str, Any]) -> list[str]:
    lines = [
        "| Cost, in ms of a core | Gateway | Synapse | OpenDID servers | PostgreSQL of the gateway | of Synapse | of the OpenDID servers |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for text, name in ROWS:
        cost = measured["costs"].get(name)
        if cost is not None:
            lines.append(f"| {text} | " + " | ".join(f"{cost[p]:.2f}" if p in cost else "–" for p in PROGRAMS) + " |")
    memory, disk = measured["memory_kib"], measured["disk_bytes"]
    rest, poll = memory["at rest"], memory["polling"]
    # A figure of zero was not measured or too small.
    stored = [f"{text} {disk[name] / 1024:.1f} KiB" for name, text in (
        ("message", "a message"), ("first_login", "an account"), ("credential", "a credential")) if disk.get(name)]
    lines += [
        "",
        f"Memory at rest: {rest['gateway'] / 1024:.0f} MiB (gateway), {rest['synapse'] / 1024:.0f} MiB (Synapse). "
        f"Each waiting poll adds {poll['gateway']:.0f} KiB and {poll['synapse']:.0f} KiB. On disk: {', '.join(stored)}.",
    ]
    return lines


def assumptions_table(a: Assumptions) -> list[str]:
    return ["| Assumption | |", "| --- | --- |", *(f"| {text} | {value:g} |" for text, value in a.rows())]


def machines_table(measured: dict[str, Any], a: Assumptions) -> list[str]:
    lines = [
        "| Users | In the busiest hour | Homeservers | Gateways | Synapse processes | OpenDID machines "
        "| Cores for PostgreSQL: gateway, Synapse, OpenDID | Machines in all | Breaks next |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    order = breaks(measured, a)
    for users in STEPS:
        load = Load(users, measured["costs"], a)
        rates = ", ".join(f"{figure(load.rates[name])} {text}/s" for name, text in (
            ("send", "messages"), ("login", "logins"), ("issue", "credentials"), ("present", "presentations")))
        cells = [
            power(users), f"{figure(load.connected)} connected, {rates}", f"{load.homeservers:,}", f"{load.gateways:,}",
            f"{load.instances('synapse', 1):,}", f"{load.instances('opendid', a.cores):,}",
            ", ".join(f"{load.instances(program, 1):,}" for program in PROGRAMS[3:]), f"{machines(load, a):,}",
        ]
        following = next((f"{limit.name}, at {rounded(at)} users" for at, limit in order if at > users), "nothing that was measured")
        lines.append(f"| {' | '.join(cells)} | {following} |")
    return lines


def machines(load: Load, a: Assumptions) -> int:
    """Machines of everything that was measured. Of each kind there is one more, and each database server has a standby."""
    if sum(map(load.cores, PROGRAMS)) <= a.cores * a.utilisation:
        # Everything on one machine, and the same on another one.
        return 2
    # Gateways share machines, because one whose polls only wait uses no core.
    programs = sum(load.instances(program, a.cores) + 1 for program in PROGRAMS[:3])
    databases = 2 * load.homeservers + load.instances("postgres_opendid", a.database_cores)
    return programs + 2 * databases


def limits_table(measured: dict[str, Any], a: Assumptions) -> list[str]:
    lines = ["| Users | What breaks there | Way out |", "| --- | --- | --- |"]
    return lines + [f"| {rounded(at)} | {limit.name} | {limit.way_out} |" for at, limit in breaks(measured, a)]


def power(users: int) -> str:
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(len(str(users)) - 1))


def rounded(users: float) -> str:
    """A number with three significant digits."""
    digits = max(0, len(str(int(users))) - 3)
    return f"{round(users, -digits):,.0f}"


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.1g}"
