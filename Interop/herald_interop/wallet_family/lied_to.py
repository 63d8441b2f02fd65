"""The script itself put to the test: services that lie, each of which the wallet has to find out."""

from __future__ import annotations

from ..checks import Checks, Refuted
from ..foreign_services.habits import Habits
from ..foreign_services.lies import LIES, Lie
from ..foreign_services.services import serving
from .services import Services
from .setting import Setting
from .stage import Stage


def run(checks: Checks) -> None:
    for lie in LIES.values():
        with checks.check(f"found out: {lie.says}"):
            found_out(lie, checks)


def found_out(lie: Lie, checks: Checks) -> None:
    with serving(Habits.named("none"), lie) as base:
        stage = Stage(Services(base), Setting(), checks)
        stage.read_plans()
        try:
            stage.presenting(stage.user()).run()
        except Refuted:
            return
        raise AssertionError("the wallet noticed nothing")
