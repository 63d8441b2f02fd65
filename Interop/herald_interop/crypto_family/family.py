"""The order of the script."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from ..checks import Checks
from ..parts import run_parts
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
    await run_parts(PARTS, World(base, folder, checks), checks, seconds=180)
