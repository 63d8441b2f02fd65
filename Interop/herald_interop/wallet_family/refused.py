"""The order of what the services must refuse."""

from __future__ import annotations

from . import (
    refused_documents,
    refused_elsewhere,
    refused_issues,
    refused_orders,
    refused_presentations,
    refused_registrations,
    refused_revocations,
    refused_sessions,
)
from .stage import Stage

PARTS = (
    refused_orders, refused_sessions, refused_registrations, refused_issues, refused_presentations, refused_documents, refused_revocations,
    refused_elsewhere,
)


def run(stage: Stage) -> None:
    if not stage.plans:
        stage.read_plans()
    for part in PARTS:
        with stage.checks.check(f"all of {part.TITLE} could be tried"):
            part.run(stage)
