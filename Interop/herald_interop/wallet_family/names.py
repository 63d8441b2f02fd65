"""Identifiers, nonces and times as the parties make them (OpenDID sheet 1.2 to 1.5)."""

from __future__ import annotations

import os
import re
import secrets
import string
import uuid
from datetime import UTC, datetime, timedelta

import base58

from ..opendid_family import multibase

ALPHANUMERICS = string.ascii_letters + string.digits
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
WALLET_ID = re.compile(r"WID\d{6}[0-9A-Za-z]{11}")
REFERENCE = re.compile(r"[0-9A-Za-z]{17}")
PLAN_ID = re.compile(r"vcplanid\d{12}")
KEY_URL = re.compile(r"(did:[a-z0-9]+:[a-zA-Z0-9._%-]+)(?:\?versionId=([1-9]\d*))?#(.+)")


def moment(after: timedelta = timedelta(), digits: int = 0) -> str:
    """A time in UTC, with whole seconds or with a fraction of up to 9 digits."""
    point = datetime.now(UTC) + after
    fraction = f".{point.microsecond:06}000"[: digits + 1] if digits else ""
    return point.strftime("%Y-%m-%dT%H:%M:%S") + fraction + "Z"


def moment_after(text: str) -> str:
    """One second later, in whole seconds."""
    return (instant(text) + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def message_id() -> str:
    now = datetime.now(UTC)
    return now.strftime("%Y%m%d%H%M%S") + f"{now.microsecond:06}" + secrets.token_hex(4).upper()


def new_uuid() -> str:
    return str(uuid.uuid4())


def nonce(prefix: str = "z", size: int = 16) -> str:
    return multibase.encode(os.urandom(size), prefix)


def alphanumerics(count: int) -> str:
    return "".join(secrets.choice(ALPHANUMERICS) for _ in range(count))


def new_did() -> str:
    return "did:omn:" + base58.b58encode(os.urandom(20)).decode()


def wallet_id() -> str:
    return "WID" + datetime.now(UTC).strftime("%Y%m") + alphanumerics(11)


def app_id() -> str:
    return "AID" + datetime.now(UTC).strftime("%Y%m") + alphanumerics(11)
