"""Checks that the reader is as strict as the apps: a service's answer must fail after any of its members was corrupted."""

from __future__ import annotations

import base64
from copy import deepcopy
from typing import Any

from ..checks import Checks, Refuted, expect
from ..opendid_family.canonical import Document
from ..portrait import PIXEL
from . import dates, screens
from .phone import Phone
from .pictures import PREFIX
from .spoiling import members, spoiled
from .unreadable import Unreadable


def run(phone: Phone, checks: Checks) -> None:
    """Over everything that this phone has read."""
    name = phone.app.name
    with checks.check(f"{name}: the reader fails on every needed member that is missing or null, on unknown enums, on wrong types, bases, lengths"):
        count = sum(spoil(phone, message, heard) for message, heard in phone.heard.items())
        expect(count > 900, f"only {count} ways were tried")
    with checks.check(f"{name}: a date in another form than the app's fails, and one in the app's does not"):
        wrong_dates(phone)
    with checks.check(f"{name}: a picture that the app cannot show fails, and one that it can does not"):
        pictures(phone)


def spoil(phone: Phone, message: str, heard: Any) -> int:
    """Returns the number of corrupted answers that were tried."""
    count = 0
    for path, member in members(phone.app.tables[message], heard, ()):
        for changed in spoiled(phone.app, heard, path, member):
            try:
                phone.app.tables[message].read(changed, phone.place(message), phone.app.language)
            except Unreadable:
                count += 1
                continue
            raise Refuted(f"{message}: spoiled at {path}, it can still be read")
    return count


def wrong_dates(phone: Phone) -> None:
    """The forms that other parts of the protocol use, and those of other standards."""
    cases = {
        dates.ios_profile: (
            ("2026-01-01T00:00:00Z", "2026-01-01 00:00:00.000000Z", "2026-01-01T00:00:00.000000+0900 ", "2026-13-01T00:00:00.000000Z"),
            ("2026-01-01T00:00:00.000000Z",)),
        dates.ios_credential: (
            ("2026-01-01T00:00:00.000000Z", "2026-01-01T00:00:00+09:00", "2026-02-30T00:00:00Z"), ("2026-01-01T00:00:00Z",)),
    } if phone.app.is_ios else {
        dates.android_day: (("", "1 January 2026", "20260101"), ("2026-01-01T00:00:00Z", "2026-01-01")),
        dates.android_future: (
            ("2026-01-01T00:00:00Z", "soon", "2099-01-01", "2099-01-01T00:00:00", "2099-01-01 00:00:00Z", "2099-01-01 00:00:00+00:00",
             "20990101T000000Z", "2099-01-01T00:00:00+0000", "2099-01-01T00Z", "2099-01-01T00:00:00,5Z", "2099-13-01T00:00:00Z"),
            ("2099-01-01T00:00:00Z", "2099-01-01T00:00:00.123456789Z", "2099-01-01T00:00Z", "2099-01-01T00:00:00+09:00")),
    }
    for check, (wrong, right) in cases.items():
        for text in wrong:
            fails(lambda check=check, text=text: check(text, "a date"), f"“{text}” was taken by {check.__name__}")
        for text in right:
            check(text, "a date")


def pictures(phone: Phone) -> None:
    """The sample's first credential has no picture, hence one in the place of a claim."""
    def showing(value: str) -> Document:
        credential = deepcopy(phone.credentials[0])
        credential["credentialSubject"]["claims"][0] |= {"type": "image", "format": "png", "value": value}
        return credential

    whole = base64.b64decode(PIXEL)
    words, cut, changed = (base64.b64encode(data).decode() for data in (b"not a picture", whole[:-20], whole[:40] + b"\0" + whole[41:]))
    wrong = ("", PREFIX, PREFIX + words, PREFIX + cut, PREFIX + changed, "data:image/gif;base64," + PIXEL,
             "m" + PIXEL.rstrip("=")) if phone.app.is_ios \
        else (PREFIX, "data:image/png", PREFIX + "A")
    for value in wrong:
        fails(lambda value=value: screens.details(phone, showing(value)), f"“{value[:60]}” was shown")
    for value in (PREFIX + PIXEL, PIXEL, PREFIX + PIXEL[:76] + "\n" + PIXEL[76:]):
        screens.details(phone, showing(value))


def fails(act: Any, otherwise: str) -> None:
    try:
        act()
    except Refuted:
        return
    raise Refuted(otherwise)
