"""The figures of `scripts/bench --json scaling`, in the form of the other costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..checks import Refuted

ISSUE, PRESENT = "M210, 12 claims", "M310, 3 claims of 12"
# The deployments that the table stands for; the first one that was measured counts. Of each role there is one process more than the load needs.
DEPLOYMENTS = ("PostgreSQL, two processes for each role", "PostgreSQL, a process for each role", "PostgreSQL, one process")
ALONE = "SQLite, one process"


def add(measured: dict[str, Any], file: Path) -> None:
    """Adds what the file has to the costs, without the processor time of the wallets."""
    figures = {}
    for line in file.read_text().splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            figures[row["name"]] = float(row["herald"])
    for label, operation in ((ISSUE, "issue"), (PRESENT, "present")):
        chosen = next((one for one in DEPLOYMENTS if f"{label}, {one}: OpenDID servers" in figures), None)
        if chosen is None:
            raise Refuted(f"{file} has no costs of {label} on PostgreSQL")
        measured["costs"][operation] = {
            "opendid": figures[f"{label}, {chosen}: OpenDID servers"], "postgres_opendid": figures[f"{label}, {chosen}: PostgreSQL"],
        }
        rates = [figure for name, figure in figures.items() if name.startswith(f"{label}, {ALONE}, ") and name.endswith(" clients")]
        if rates:
            measured.setdefault("one_process_on_sqlite", {})[operation] = rates[0]
    for one in DEPLOYMENTS:
        kibibytes = figures.get(f"{one}: on disk for a credential, without what expires")
        if kibibytes is not None:
            measured["disk_bytes"]["credential"] = kibibytes * 1024
            return
