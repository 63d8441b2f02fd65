"""The order of the family."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from inspect import isawaitable, signature
from pathlib import Path

from ..checks import Checks
from . import deployments, strictness


def run(herald: str, folder: Path, checks: Checks) -> None:
    """Our wallet against upstream's servers, three at a time: most of the time is spent on waiting."""
    strictness.run(checks)
    with ThreadPoolExecutor(3) as pool:
        jobs = [(says, pool.submit(act, herald, folder / f"stock-{index}")) for index, (says, act) in enumerate(deployments.JOBS.items())]
        for says, job in jobs:
            with checks.check(says):
                job.result()
    run_wallets(herald, folder, checks)


def run_wallets(herald: str, folder: Path, checks: Checks) -> None:
    """The other half: upstream's wallets against our servers. It is given, by name, what it asks for."""
    if find_spec("herald_interop.stock_wallets") is None:
        return
    half = import_module("herald_interop.stock_wallets.family").run
    offered: dict[str, object] = {"herald": herald, "folder": folder / "stock-wallets", "checks": checks}
    made = half(**{name: value for name, value in offered.items() if name in signature(half).parameters})
    if isawaitable(made):
        asyncio.run(awaited(made))


async def awaited(made: Awaitable[object]) -> None:
    await made
