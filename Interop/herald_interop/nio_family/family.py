"""The order of the script."""

from __future__ import annotations

import asyncio
import logging

from ..checks import Checks
from ..parts import run_parts
from . import accounts, errors, messages, moderation, pagination, profiles, redaction, rooms, state, syncing
from .world import World

PARTS = (accounts, rooms, messages, syncing, pagination, redaction, profiles, state, moderation, errors)


def run(base: str, checks: Checks, peer: str) -> None:
    """Runs every part against the node at `base`; `peer` says whose node it is."""
    # nio logs every error answer; the checks report those that matter.
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    asyncio.run(script(base, checks, peer))


async def script(base: str, checks: Checks, peer: str) -> None:
    await run_parts(PARTS, World(base, checks, peer), checks, seconds=120)
