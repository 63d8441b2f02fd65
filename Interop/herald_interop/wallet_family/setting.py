"""The configuration of a wallet, and the data that the operators have prepared for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LIST_PACKAGE = "org.omnione.did.sdk.wallet"
TERMINAL = "WEB"


@dataclass(frozen=True)
class Setting:
    """`services` names, for each thing this wallet wants to show, the verifier's service that asks for it."""

    tas: str = "did:omn:tas"
    cas: str = "did:omn:cas"
    wallet_provider: str = "did:omn:wallet"
    services: Mapping[str, str] = field(default_factory=lambda: {name: name for name in ("subset", "all", "any", "pin", "bio", "both", "two")})
    # Deployed services sign two documents over one hash too many, and drop zero bytes of X (OpenDID sheet 2.3, 6.2).
    tolerant: bool = False
