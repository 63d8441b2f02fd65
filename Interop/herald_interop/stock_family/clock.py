"""Times as upstream's servers write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def later(after: timedelta) -> str:
    """UTC with six digits (did-common-sdk-server V1.0.0 DateTimeUtil.java:49-73)."""
    return six_digits(datetime.now(UTC) + after)


def six_digits(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + f".{moment.microsecond:06}Z"


def java_instant(after: timedelta) -> str:
    """`Instant.toString()`: nine digits, or six or three when the rest is zero (did-verifier-server V1.0.0 VerifierServiceImpl.java:703,859)."""
    moment = datetime.now(UTC) + after
    nanoseconds = f"{moment.microsecond:06}123"
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + f".{nanoseconds}Z"


def whole_seconds(after: timedelta = timedelta()) -> str:
    """Dates of a credential have no fraction (did-datamodel-sdk-server V1.0.0 VerifiableCredential.java:52,248-250)."""
    return (datetime.now(UTC) + after).strftime("%Y-%m-%dT%H:%M:%SZ")
