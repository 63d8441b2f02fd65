"""Processor time and memory of running programs, as the kernel of Linux tells them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ..postgres_family.postgres_server import PostgresServer

MILLISECONDS_PER_TICK = 1000 / os.sysconf("SC_CLK_TCK")

Figures = dict[str, float]


class Usage:
    """The gateway, Synapse, and PostgreSQL by the database that a connection uses."""

    def __init__(self, gateway: int, synapse: int, postgres: PostgresServer, databases: tuple[str, ...]) -> None:
        self._programs = {"gateway": gateway, "synapse": synapse}
        self._postgres = postgres
        self._databases = databases

    def milliseconds(self) -> Figures:
        """Milliseconds of a core since each program began. Connections have to stay open between two calls."""
        figures = {name: processor_time(process) for name, process in self._programs.items()}
        figures |= {f"postgres_{database}": 0.0 for database in self._databases}
        server = self._postgres.process_id
        # The server's other processes, such as the one that writes the log, serve all databases.
        shared = processor_time(server)
        for process in Path(f"/proc/{server}/task/{server}/children").read_text().split():
            title = ""
            with suppress(OSError):
                title = Path(f"/proc/{process}/cmdline").read_text(errors="replace")
            database = next((name for name in self._databases if f" {name} " in title), None)
            used = processor_time(int(process))
            if database:
                figures[f"postgres_{database}"] += used
            else:
                shared += used
        figures["postgres_shared"] = shared
        return figures

    def kibibytes(self) -> Figures:
        """Memory that the gateway and Synapse hold now."""
        return {name: resident(process) for name, process in self._programs.items()}

    def bytes_on_disk(self, database: str) -> float:
        return float(self._postgres.rows(f"SELECT pg_database_size('{database}')")[0][0])


def processor_time(process: int) -> float:
    """Milliseconds of user and system time, of all threads; 0 if the process has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return 0.0
    # The name of the program may have spaces and brackets. These are the fields 14 and 15 of proc(5).
    fields = text.rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:13]) * MILLISECONDS_PER_TICK


def resident(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(errors="replace").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


def difference(after: Figures, before: Figures, divisor: float = 1) -> Figures:
    """What each figure has grown, for one of so many operations. What belongs to no database is shared among the databases."""
    grown = {name: max(0.0, value - before.get(name, 0.0)) / divisor for name, value in after.items()}
    shared = grown.pop("postgres_shared", 0.0)
    owners = {name: value for name, value in grown.items() if name.startswith("postgres_")}
    whole = sum(owners.values())
    for name, value in owners.items():
        grown[name] = value + (shared * value / whole if whole else shared / len(owners))
    return grown
