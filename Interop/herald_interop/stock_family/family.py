"""The order of the family."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from ..checks import Checks
from . import deployments, strictness


def run(herald: str, folder: Path, checks: Checks) -> None:
    """Our wallet against upstream's servers, two at a time: most of the time is spent on starting programs."""
    strictness.run(checks)
    with ThreadPoolExecutor(2) as pool:
        jobs = [(says, pool.submit(act, herald, folder / f"stock-{index}")) for index, (says, act) in enumerate(deployments.JOBS.items())]
        for says, job in jobs:
            with checks.check(says):
                job.result()
    run_wallets(herald, folder, checks)


def run_wallets(herald: str, folder: Path, checks: Checks) -> None:
    """The other half: upstream's wallets against our servers."""
    if find_spec("herald_interop.stock_wallets") is None:
        return
    from herald_interop.stock_wallets import family

    family.run(herald, folder / "stock-wallets", checks)
