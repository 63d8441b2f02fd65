"""Pictures in claims, which the iOS apps make a UIImage of (iA1 SDKUtils.swift:160-171, iA2 ImageUtils.swift:25-36)."""

from __future__ import annotations

import base64
import re
import struct
import zlib

PREFIX = "data:image/png;base64,"
UNKNOWN = re.compile(r"[^A-Za-z0-9+/=]")


def is_shown(value: str) -> bool:
    """True if iOS can decode the text to bytes and the bytes to a picture. Only the app's own prefix is removed."""
    try:
        # `.ignoreUnknownCharacters`; padding has to be right all the same.
        data = base64.b64decode(UNKNOWN.sub("", value.replace(PREFIX, "")), validate=True)
    except ValueError:
        return False
    return is_png(data) or is_jpeg(data) or is_gif(data)


def is_decoded(value: str) -> bool:
    """True if Android finds a text behind the first comma (`split` drops empty ends) and its Base64.decode, which skips unknown characters,
    is not left with a single character."""
    parts = value.rstrip(",").split(",")
    return len(parts) > 1 and len(UNKNOWN.sub("", parts[1]).rstrip("=")) % 4 != 1


def is_png(data: bytes) -> bool:
    """A header, whole chunks with their sums, and pixels that unpack."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return False
    place, kinds, packed = 8, [], b""
    while place + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        end = place + 12 + size
        if end > len(data) or zlib.crc32(data[place + 4:end - 4]) != int.from_bytes(data[end - 4:end]):
            return False
        kinds.append(kind)
        packed += data[place + 8:end - 4] if kind == b"IDAT" else b""
        place = end
    try:
        pixels = zlib.decompress(packed)
    except zlib.error:
        return False
    return bool(pixels) and kinds[:1] == [b"IHDR"] and kinds[-1:] == [b"IEND"]


def is_jpeg(data: bytes) -> bool:
    """Segments up to the start of a scan, with a frame among them, and an end."""
    if not data.startswith(b"\xff\xd8") or not data.rstrip(b"\0").endswith(b"\xff\xd9"):
        return False
    place, has_frame = 2, False
    while place + 4 <= len(data) and data[place] == 0xFF:
        kind, size = data[place + 1], int.from_bytes(data[place + 2:place + 4])
        has_frame = has_frame or kind in (0xC0, 0xC1, 0xC2)
        if kind == 0xDA:
            return has_frame
        place += 2 + size
    return False


def is_gif(data: bytes) -> bool:
    return data[:6] in (b"GIF87a", b"GIF89a") and len(data) > 20 and data.endswith(b";") and min(data[6:10:2]) > 0
