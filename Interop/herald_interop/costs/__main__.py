"""`scripts/costs`: measures what each operation costs the gateway, Synapse and PostgreSQL, and prints the capacity table."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from ..checks import Refuted, note
from . import measuring, opendid, polls, tables

DOCUMENT = Path(__file__).parents[3] / "docs" / "scaling.md"
BEGIN, END = "<!-- scripts/costs --write -->", "<!-- end -->"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/costs", description=__doc__)
    parser.add_argument("--herald", default="", help="path of the herald program (set by scripts/costs)")
    parser.add_argument("--opendid", type=Path, metavar="FILE", help="the output of scripts/bench --json scaling (set by scripts/costs)")
    parser.add_argument("--gateway", type=Path, metavar="FILE", help="the output of scripts/bench --json gateway (set by scripts/costs)")
    parser.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="measure nothing; use the output of an earlier --json")
    parser.add_argument("--smallest", action="store_true", help="only show that every measurement works")
    parser.add_argument("--json", action="store_true", help="print the measured costs as JSON instead of tables")
    parser.add_argument("--write", action="store_true", help="also put the tables into docs/scaling.md")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    if options.write and options.smallest:
        note("--write and --smallest do not go together: figures of the smallest size say nothing")
        return 2
    # An exception unwinds through every `finally`, so that a signal leaves no server behind.
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, leave)
    try:
        measured = costs(options)
    except Refuted as refusal:
        note(f"costs: {refusal}")
        return 1
    text = tables.all_of(measured)
    print(json.dumps(measured, indent=2) if options.json else text)
    if options.write:
        write(text)
    return 0


def costs(options: argparse.Namespace) -> dict[str, Any]:
    if options.saved:
        measured: dict[str, Any] = json.loads(options.saved.read_text())
    else:
        with tempfile.TemporaryDirectory(prefix="herald-costs-", ignore_cleanup_errors=True) as folder:
            size = measuring.SMALL if options.smallest else measuring.Size()
            measured = measuring.measure(options.herald, Path(folder), size)
    if options.opendid:
        opendid.add(measured, options.opendid)
    if options.gateway:
        polls.add(measured, options.gateway)
    return measured


def write(text: str) -> None:
    """Replaces what is between the two comments."""
    before, begin, rest = DOCUMENT.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise Refuted(f"{DOCUMENT.name} has no place for the tables")
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")


def leave(sign: int, _: FrameType | None) -> None:
    raise SystemExit(128 + sign)


if __name__ == "__main__":
    sys.exit(main())
