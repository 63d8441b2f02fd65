"""The memory of waiting polls, from `scripts/bench --json gateway`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..checks import Refuted

ROW = re.compile(r"([0-9]+) long polls: memory above rest")


def add(measured: dict[str, Any], file: Path) -> None:
    """Adds what the file has. That benchmark holds many polls at a gateway that has served nothing before."""
    for line in file.read_text().splitlines():
        row = json.loads(line) if line.startswith("{") else {}
        if found := ROW.fullmatch(row.get("name", "")):
            measured["bench_gateway"] = {"polls": int(found[1]), "mebibytes": float(row["herald"])}
            return
    raise Refuted(f"{file} has no memory of long polls")
