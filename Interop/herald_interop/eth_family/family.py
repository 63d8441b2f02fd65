"""The order of the family."""

from __future__ import annotations

from ..checks import Checks
from . import accepted, refused
from .login import ClientAPI


def run(api: ClientAPI, elsewhere: ClientAPI, checks: Checks) -> None:
    """Everything against one server; the second only hands out challenges that the first must refuse."""
    parts = {
        "accepted": lambda: accepted.run(api, checks),
        "refused": lambda: refused.run(api, elsewhere, checks),
    }
    for name, part in parts.items():
        # A part that cannot even prepare its wallets is a failure of its own, and must not end the run.
        with checks.check(f"all logins to be {name} could be tried"):
            part()
