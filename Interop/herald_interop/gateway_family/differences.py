"""The differences between the scenario at Synapse, with passwords, and through the gateway, with wallets: step, path and reason."""

from __future__ import annotations

from typing import Any

# True because the gateway asks for a wallet's proof where Synapse asks for a password. Without it, the checks of `dead_ends` would hold, and not
# those of `confirming`, and the scenario would leave out PROVEN.
ASKS_FOR_PROOFS = True
PROVEN = ("a second device is listed, named, and removed with a proof", "several devices go at once, with one proof")

DIFFERENCES: dict[str, dict[str, str]] = {
    PROVEN[0]: {"/stages/0": "a wallet signs instead of entering a password"},
}

# Those of a Synapse that gives files to clients without a token.
DIFFERENCES_WITH_OPEN_MEDIA: dict[str, dict[str, str]] = {
    "files are for who has a token": {
        f"/{who}": "this Synapse has `enable_authenticated_media: false`" for who in ("stranger", "stranger's thumbnail")
    },
}

# What our client writes under `_api`, and what it writes under `_matrix` (SDN sheet 0.2).
NAMES_UNDER_API = {"org.sdn.custom.html": "org.matrix.custom.html", "https://sdn.to/": "https://matrix.to/"}


def renamed(value: Any) -> Any:
    """A result with Matrix's names."""
    if isinstance(value, dict):
        return {key: renamed(member) for key, member in value.items()}
    if isinstance(value, list):
        return [renamed(member) for member in value]
    if isinstance(value, str):
        for name, matrix in NAMES_UNDER_API.items():
            value = value.replace(name, matrix)
    return value
