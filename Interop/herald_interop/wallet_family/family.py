"""The order of the family."""

from __future__ import annotations

from ..checks import Checks
from . import accepted, accepted_forms, refused
from .services import Services
from .setting import Setting
from .stage import Stage


def run(base: str, operator_token: str | None, checks: Checks, setting: Setting | None = None) -> None:
    """Everything against the services at `base`."""
    run_with(Services(base, operator_token), checks, setting)


def run_with(services: Services, checks: Checks, setting: Setting | None = None) -> None:
    """Everything against these services."""
    stage = Stage(services, setting or Setting(), checks)
    parts = {
        "accepted": lambda: accepted.run(stage, checks), "accepted in other forms": lambda: accepted_forms.run(stage, checks),
        "refused": lambda: refused.run(stage),
    }
    for name, part in parts.items():
        # A part that cannot even make its wallets is a failure of its own, and must not end the run.
        with checks.check(f"all that is to be {name} could be tried"):
            part()
