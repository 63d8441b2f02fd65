"""The order of the script."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from types import ModuleType

from ..checks import Checks, describe
from . import backing_up, dehydrating, signing, talking, verifying
from .world import World

PARTS = (talking, verifying, signing, backing_up, dehydrating)


def run(base: str, folder: Path, checks: Checks) -> None:
    """Runs every part against the node at `base`. `folder` has the clients' stores."""
    # The clients log every refused message; the checks report those that matter.
    for name in ("nio", "mau"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(script(base, folder, checks))


async def script(base: str, folder: Path, checks: Checks) -> None:
    world = World(base, folder, checks)
    try:
        for part in PARTS:
            try:
                async with asyncio.timeout(180):
                    await part.run(world)
            except TimeoutError:
                checks.record(f"the part “{name_of(part)}” ends within three minutes", False, "timed out")
            except Exception as error:  # noqa: BLE001 - one broken part must not hide the others
                checks.record(f"the part “{name_of(part)}” runs to its end", False, describe(error))
    finally:
        await world.close()


def name_of(part: ModuleType) -> str:
    return part.__name__.rpartition(".")[2]
