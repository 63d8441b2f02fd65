"""The order of the script."""

from __future__ import annotations

import asyncio
import logging
from types import ModuleType

from ..checks import Checks, describe
from . import accounts, errors, messages, moderation, pagination, profiles, redaction, rooms, state, syncing
from .world import World

PARTS = (accounts, rooms, messages, syncing, pagination, redaction, profiles, state, moderation, errors)


def run(base: str, checks: Checks, peer: str) -> None:
    """Runs every part against the node at `base`; `peer` says whose node it is."""
    # nio logs every error answer; the checks report those that matter.
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    asyncio.run(script(base, checks, peer))


async def script(base: str, checks: Checks, peer: str) -> None:
    world = World(base, checks, peer)
    try:
        for part in PARTS:
            try:
                async with asyncio.timeout(120):
                    await part.run(world)
            except TimeoutError:
                checks.record(f"the part “{name_of(part)}” ends within two minutes", False, "timed out")
            except Exception as error:  # noqa: BLE001 - one broken part must not hide the others
                checks.record(f"the part “{name_of(part)}” runs to its end", False, describe(error))
    finally:
        await world.close()


def name_of(part: ModuleType) -> str:
    return part.__name__.rpartition(".")[2]
