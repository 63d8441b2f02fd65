"""Deviations of deployed services from the specification, which a wallet must accept (OpenDID sheet 1.1, 1.3, 1.5, 2.1, 2.3, 5.7, 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import cycle

from ..wallet_family.identities import Style


@dataclass(frozen=True)
class Habits:
    """Each can be used alone; usually all are used together."""

    versionless: bool = field(default=True, metadata={"says": "key URLs of the trust agent and the issuer name no version"})
    double_hash: bool = field(default=True, metadata={"says": "AccEcdh and ServerTokenData are hashed once too often"})
    fractions: bool = field(default=True, metadata={"says": "times have 6 fraction digits, offers of the verifier 9"})
    dropped_zero: bool = field(default=True, metadata={"says": "leading zero bytes of X are dropped; the trust agent's X always has one"})
    prefixes: bool = field(default=True, metadata={"says": "binary values come in every multibase encoding in turn"})
    cred_info: bool = field(default=True, metadata={"says": "an issued credential is wrapped as the second release does it"})
    attestation: bool = field(default=True, metadata={"says": "the wallet provider adds an unsigned did, its nonce has no prefix"})
    hours_ahead: bool = field(default=True, metadata={"says": "proofs are dated nine hours ahead"})

    @classmethod
    def named(cls, text: str) -> Habits:
        """`all`, `none`, or names with commas between."""
        known = {entry.name for entry in fields(cls)}
        chosen = known if text == "all" else {name for name in text.split(",") if name and name != "none"}
        if chosen - known:
            raise ValueError(f"unknown habit {', '.join(sorted(chosen - known))}; there are {', '.join(sorted(known))}")
        return cls(**{name: name in chosen for name in known})

    @classmethod
    def described(cls) -> str:
        return "\n".join(f"  {entry.name:13} {entry.metadata['says']}" for entry in fields(cls))


class Hand:
    """The way in which one provider writes."""

    def __init__(self, habits: Habits, prefix: str, names_versions: bool) -> None:
        self._habits = habits
        self._prefix = prefix
        self._versioned = names_versions or not habits.versionless
        self._prefixes: Iterator[str] = cycle("zmufF")

    def prefix(self) -> str:
        return next(self._prefixes) if self._habits.prefixes else self._prefix

    def digits(self) -> int:
        return 6 if self._habits.fractions else 0

    def style(self, hashes_twice: bool = False) -> Style:
        return Style(
            prefix=self.prefix(), digits=self.digits(), versioned=self._versioned,
            hashes_twice=hashes_twice and self._habits.double_hash, hours_ahead=9 if self._habits.hours_ahead else 0)
