"""Multibase (OpenDID sheet 1.1) on the standard library and base58."""

from __future__ import annotations

import base64

import base58

PREFIXES = "fFzmu"


def encode(data: bytes, prefix: str) -> str:
    """`data` in the encoding that the prefix names; no padding."""
    body = {
        "f": lambda: data.hex(),
        "F": lambda: data.hex().upper(),
        "z": lambda: base58.b58encode(data).decode(),
        "m": lambda: base64.b64encode(data).decode().rstrip("="),
        "u": lambda: base64.urlsafe_b64encode(data).decode().rstrip("="),
    }[prefix]
    return prefix + body()


def decode(text: str) -> bytes:
    """The bytes behind any known prefix; raises ValueError otherwise."""
    if not isinstance(text, str) or len(text) < 2 or text[0] not in PREFIXES:
        raise ValueError("not multibase")
    prefix, body = text[0], text[1:]
    if prefix in "fF":
        return bytes.fromhex(body)
    if prefix == "z":
        return base58.b58decode(body)
    filled = body.rstrip("=") + "=" * (-len(body.rstrip("=")) % 4)
    return base64.b64decode(filled, altchars=b"-_" if prefix == "u" else None, validate=True)
