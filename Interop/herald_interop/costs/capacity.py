"""The programs and machines that a number of users needs, worked out from measured costs."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import ceil
from typing import Any

SECONDS_PER_HOUR = 3600
DAYS_PER_MONTH = 30
POLL_SECONDS = 30
STEPS = (10**4, 10**6, 10**8)
PROGRAMS = ("gateway", "synapse", "opendid", "postgres_gateway", "postgres_synapse", "postgres_opendid")


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
    terabytes: float = assumed(20, "TB of disk of the largest machine for a database, or for files")
    full_disk: float = assumed(0.7, "share of such a disk that may be full")
    stored_days: float = assumed(365, "days for which messages, files and credentials are stored")
    gateway_connections: float = assumed(20_000, "clients that one gateway serves at once (`--connections`), each waiting poll is one")
    ports: float = assumed(28_000, "connections of one machine to one address (`net.ipv4.ip_local_port_range`), one for each waiting poll of its gateways")
    gibibytes: float = assumed(32, "GiB of memory of a machine")

    def rows(self) -> list[tuple[str, float]]:
        return [(one.metadata["text"], getattr(self, one.name)) for one in fields(self)]


class Load:
    """Rates of the busiest hour for a number of users, the cores that they keep busy, and the disk that they fill."""

    def __init__(self, users: float, measured: dict[str, Any], assumptions: Assumptions) -> None:
        self.users, self._measured, self._costs, self._assumed = users, measured, measured["costs"], assumptions
        a = assumptions
        hourly = a.busiest / SECONDS_PER_HOUR
        daily, monthly = users * a.active * hourly, users / DAYS_PER_MONTH * hourly
        self.connected = users * a.connected
        self.rates = {
            "login": monthly * a.logins, "first_sync": monthly * a.logins, "send": daily * a.messages, "sync": daily * a.messages * a.recipients,
            "empty_poll": self.connected / POLL_SECONDS, "upload_mb": daily * a.uploads, "download_mb": daily * a.downloads,
            "issue": monthly * a.credentials, "present": monthly * a.presentations,
        }
        disk, days = measured["disk_bytes"], users * a.stored_days
        self.terabytes = {
            "messages": days * a.active * a.messages * disk.get("message", 0.0) / 1e12, "files": days * a.active * a.uploads / 1e6,
            "credentials": days / DAYS_PER_MONTH * a.credentials * disk.get("credential", 0.0) / 1e12,
        }

    def cores(self, program: str) -> float:
        """Cores that a program keeps busy, before any reserve."""
        return sum(rate * self._costs.get(name, {}).get(program, 0.0) for name, rate in self.rates.items()) / 1000

    def cores_for(self, operation: str, program: str) -> float:
        return self.rates[operation] * self._costs.get(operation, {}).get(program, 0.0) / 1000

    def instances(self, program: str, cores_of_one: float) -> int:
        """How many machines or processes with so many cores a program needs at this load."""
        return max(1, ceil(self.cores(program) / (cores_of_one * self._assumed.utilisation)))

    def disks(self, kind: str) -> int:
        """How many of the largest disks messages, files or credentials need."""
        return max(1, ceil(self.terabytes[kind] / (self._assumed.terabytes * self._assumed.full_disk)))

    @property
    def homeservers(self) -> int:
        """A homeserver has one database server that writes, so users beyond its cores or its disk need another homeserver."""
        cores = (self.instances(program, self._assumed.database_cores) for program in ("postgres_synapse", "postgres_gateway"))
        return max(self.disks("messages"), *cores)

    @property
    def of_one_homeserver(self) -> Load:
        return Load(self.users / self.homeservers, self._measured, self._assumed)

    @property
    def gateways(self) -> int:
        """Gateways of this load at one homeserver."""
        return max(self.instances("gateway", self._assumed.cores), ceil(self.connected / self._assumed.gateway_connections))

    @property
    def fits_one_machine(self) -> bool:
        a = self._assumed
        return sum(map(self.cores, PROGRAMS)) <= a.cores * a.utilisation and sum(self.terabytes.values()) <= a.terabytes * a.full_disk

    @property
    def machines(self) -> int:
        """Machines of everything that was measured. Of each kind there is one more, and each database server and each disk of files has a copy."""
        if self.fits_one_machine:
            # Everything on one machine, and the same on another one.
            return 2
        a, one = self._assumed, self.of_one_homeserver
        # The gateways of a homeserver share machines, because one whose polls only wait uses no core. Of its two databases, each has a server.
        gateways = max(one.instances("gateway", a.cores), ceil(one.connected / a.ports))
        homeserver = gateways + 1 + one.instances("synapse", a.cores) + 1 + 2 * 2
        opendid = self.instances("opendid", a.cores) + 1 + 2 * self.opendid_databases
        return self.homeservers * homeserver + opendid + 2 * self.disks("files")

    @property
    def opendid_databases(self) -> int:
        return self.instances("postgres_opendid", self._assumed.database_cores)
