"""Refusals as the servers word them (OpenDID sheet 5.3)."""

from __future__ import annotations

import json

from ..opendid_family.actors import Registry
from ..opendid_family.canonical import Document
from ..opendid_family.verifying import BY_NAME, Refused, verify
from ..wallet_family import names

STATUS_500 = {"9999", "SSRVTRA14000", "SSRVTRA15502", "SSRVTRA16501", "SSRVTRA90003"}


class Fault(Exception):
    """A refusal, which the caller receives instead of an answer."""

    def __init__(self, code: str, description: str, status: int | None = None) -> None:
        super().__init__(f"{code}: {description}")
        self.code, self.description = code, description
        self.status = status or (500 if code in STATUS_500 else 400)


def tas(number: int, description: str) -> Fault:
    return Fault(f"SSRVTRA{number:05}", description)


def issuer(number: int, description: str) -> Fault:
    return Fault(f"SSRVISS{number:05}", description)


def verifier(number: int, description: str) -> Fault:
    return Fault(f"SSRVVRF{number:05}", description)


def require(condition: object, fault: Fault) -> None:
    if not condition:
        raise fault


def check(document: Document, kind: str, resolver: Registry, fault: Fault, signer: str | None = None) -> None:
    """A document of this kind, signed by whom it has to be, or the fault."""
    try:
        verify(json.dumps(document), BY_NAME[kind], resolver, signer, names.moment(digits=6))
    except Refused as reason:
        raise Fault(fault.code, f"{fault.description}: {reason}") from reason
