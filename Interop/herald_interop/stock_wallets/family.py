"""The order of the family."""

from __future__ import annotations

from pathlib import Path

from ..checks import Checks
from ..herald_services import HeraldServices
from . import with_bio, with_demo, with_pin
from .apps import APPS
from .scene import Scene


def run(herald: str, folder: Path, checks: Checks) -> None:
    """Every app against services of ours with the sample, which have to end well afterwards."""
    # Upstream's demo server shows no token.
    services = HeraldServices(herald, folder, "--trust-network", "loopback")
    try:
        against(services.base, services.operator_token, checks)
        with checks.check("the services that upstream's apps asked survived it all and end with code 0 when asked"):
            code = services.stop()
            if code != 0:
                raise AssertionError(f"they ended with {code}{services.child.last_words()}")
    finally:
        services.stop()


def against(base: str, operator_token: str | None, checks: Checks) -> None:
    """Every app against the services at `base`, which have the sample."""
    scene = Scene(base, operator_token)
    for app in APPS:
        for part in (with_pin, with_bio, with_demo):
            # A part that cannot even make its phone is a failure of its own, and must not end the run.
            with checks.check(f"{app.name}: all of {part.__name__.rpartition('.')[2].replace('_', ' ')} could be tried"):
                part.run(scene, app, checks)
