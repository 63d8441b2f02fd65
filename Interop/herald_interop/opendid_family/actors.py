"""The signers: DID documents with keys of both curves, and the data about them that both sides receive."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from . import multibase
from .canonical import Document
from .curves import Key, P256Key, Secp256k1Key

NOW = "2026-06-15T12:00:00Z"
KEY_PURPOSES = {
    "assert": ["assertionMethod"], "auth": ["authentication"], "keyagree": ["keyAgreement"], "invoke": ["capabilityInvocation"],
    "pin": ["assertionMethod", "authentication"], "bio": ["assertionMethod", "authentication"],
}
AUTH_TYPES = {"pin": 2, "bio": 4}


def new_key(random: Random) -> Key:
    """A test key of either curve."""
    return random.choice((P256Key, Secp256k1Key))(random.getrandbits(256))


@dataclass
class Actor:
    """One DID with its keys by name."""

    did: str
    keys: dict[str, Key]
    version: str = "1"
    status: str = "ACTIVATED"
    purposes: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def new(cls, random: Random, did: str, *names: str, version: str = "1", status: str = "ACTIVATED") -> Actor:
        return cls(did, {name: new_key(random) for name in names}, version, status)

    def method(self, name: str, with_version: bool = True) -> str:
        return f"{self.did}?versionId={self.version}#{name}" if with_version else f"{self.did}#{name}"

    def document(self, random: Random) -> Document:
        """The DID document without proofs."""
        document: Document = {
            "@context": ["https://www.w3.org/ns/did/v1"], "id": self.did, "controller": "did:omn:tas",
            "verificationMethod": [
                {
                    "id": name, "type": f"{key.curve}VerificationKey2018", "controller": "did:omn:tas",
                    "publicKeyMultibase": multibase.encode(key.public, random.choice(multibase.PREFIXES)),
                    "authType": AUTH_TYPES.get(name, 1),
                }
                for name, key in self.keys.items()
            ],
            "created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:05.123456Z", "versionId": self.version, "deactivated": False,
        }
        for name in self.keys:
            for purpose in self.purposes.get(name, KEY_PURPOSES[name]):
                document.setdefault(purpose, []).append(name)
        return document


def cast(random: Random) -> dict[str, Actor]:
    """Everybody who signs in the flows (OpenDID sheet 0)."""
    provider = ("assert", "auth", "keyagree")
    return {
        "tas": Actor.new(random, "did:omn:tas", *provider, "invoke"),
        "issuer": Actor.new(random, "did:omn:issuer", *provider, version="3"),
        "verifier": Actor.new(random, "did:omn:verifier", *provider),
        "cas": Actor.new(random, "did:omn:cas", *provider, version="10"),
        "wallet": Actor.new(random, "did:omn:wallet", *provider),
        "device": Actor.new(random, "did:omn:2ZQmSm2ehM3WjsJs9rW6hsPf3eGF", *provider),
        "holder": Actor.new(random, "did:omn:3kRYkzMWmkq5ZTGzNPp8mFxQ6Wtb", "keyagree", "pin", "bio", version="2"),
    }


class Registry:
    """The answer of a resolver: every version of a DID's document, and the current status of the DID."""

    def __init__(self) -> None:
        self._versions: dict[str, list[Document]] = {}
        self._statuses: dict[str, str] = {}

    def add(self, document: Document, status: str) -> None:
        """A document that is the newest one of its DID from now on."""
        self._versions.setdefault(document["id"], []).append(document)
        self._statuses[document["id"]] = status

    def entries(self) -> list[tuple[Document, str]]:
        return [(document, self._statuses[did]) for did, versions in self._versions.items() for document in versions]

    def status(self, did: str) -> str | None:
        return self._statuses.get(did)

    def document(self, did: str, version: str | None = None) -> Document:
        """A version, or the newest one; LookupError when it is not known."""
        known = [document for document in self._versions[did] if version in (None, document["versionId"])]
        return known[-1]


def registry_of(actors: dict[str, Actor], random: Random) -> Registry:
    """Everybody's document in one version."""
    registry = Registry()
    for actor in actors.values():
        registry.add(actor.document(random), actor.status)
    return registry


def secret(actor: Actor, name: str) -> dict[str, Any]:
    """A key in the form in which the peer receives it."""
    key = actor.keys[name]
    return {"curve": key.curve, "private": key.private_hex}
