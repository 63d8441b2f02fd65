"""The dates that the apps parse, by the format strings in their source. A format that is not met ends the app or the step."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from ..checks import Refuted, expect

# `yyyy-MM-dd'T'HH:mm:ss.SSSSSSZ`: upstream's servers write six digits; whether another count parses is not known from the source.
FRACTION = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
# `yyyy-MM-dd'T'HH:mm:ss'Z'`
SECONDS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
# `yyyy-MM-dd`, which SimpleDateFormat also reads from the beginning of a longer text.
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# ISO_ZONED_DATE_TIME as ZonedDateTime.parse has it: a `T`, colons, a zone; seconds and up to nine digits of them may be left out.
ZONED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d(:\d\d)?)(\[[^\]]+\])?", re.ASCII | re.IGNORECASE)


def ios_profile(text: str, where: str) -> None:
    """iA1 IssueProfileViewController.swift:162, iA2 :63, SDKUtils.swift:66-74 and :63-71."""
    expect(FRACTION.fullmatch(text) and exists(text), f"{where}: the app ends on “{text}”, which is not yyyy-MM-dd'T'HH:mm:ss.SSSSSSZ")


def ios_credential(text: str, where: str) -> None:
    """iA1 VCCell.swift:57-58, iA2 MainViewController.swift:201-202, SDKUtils.swift:56-64 and :53-61."""
    expect(SECONDS.fullmatch(text) and exists(text), f"{where}: the app ends on “{text}”, which is not yyyy-MM-dd'T'HH:mm:ss'Z'")


def exists(text: str) -> bool:
    """True if the date exists in the calendar: a DateFormatter that is not lenient returns nil for a 13th month."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def android_day(text: str, where: str) -> None:
    """aA1 CaUtil.convertDate and VcListItemView.java:69-95, aA2 CaUtil.java:93."""
    expect(DAY.match(text), f"{where}: RuntimeException on “{text}”, which does not begin with yyyy-MM-dd")


def android_future(text: str, where: str) -> None:
    """A wallet token is good until then: ZonedDateTime.parse (aS1 WalletUtil.java:72-77, aS2 WalletUtil.java:79)."""
    parts = ZONED.fullmatch(text)
    try:
        if parts is None:
            raise ValueError("another form")
        left = datetime.fromisoformat(text.removesuffix(parts[4] or "").upper()) - datetime.now(UTC)
    except ValueError as error:
        raise Refuted(f"{where}: DateTimeParseException on “{text}”") from error
    expect(left.total_seconds() > 0, f"{where}: “{text}” is over, so that the SDK refuses its own token")
