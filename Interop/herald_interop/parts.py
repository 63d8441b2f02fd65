"""The parts of a family that a client written with asyncio runs, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from .checks import Checks, describe


async def run_parts(parts: Sequence[ModuleType], world: Any, checks: Checks, seconds: int) -> None:
    """Calls `run(world)` of each part, and closes the world. A part that fails or needs more than `seconds` does not hide the others."""
    try:
        for part in parts:
            name = part.__name__.rpartition(".")[2]
            try:
                async with asyncio.timeout(seconds):
                    await part.run(world)
            except TimeoutError:
                checks.record(f"the part “{name}” ends within {seconds} s", False, "timed out")
            except Exception as error:  # noqa: BLE001 - one broken part must not hide the others
                checks.record(f"the part “{name}” runs to its end", False, describe(error))
    finally:
        await world.close()
