"""The order of the family."""

from __future__ import annotations

from ..checks import Checks
from . import with_bio, with_pin
from .apps import APPS
from .scene import Scene


def run(base: str, operator_token: str | None, checks: Checks) -> None:
    """Every app against the services at `base`, which are the sample's."""
    scene = Scene(base, operator_token)
    for app in APPS:
        for part in (with_pin, with_bio):
            # A part that cannot even make its phone is a failure of its own, and must not end the run.
            with checks.check(f"{app.name}: all of {part.__name__.rpartition('.')[2].replace('_', ' ')} could be tried"):
                part.run(scene, app, checks)
