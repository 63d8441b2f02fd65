"""Changes that several refusals have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, proofs_of
from . import names
from .identities import Identity, new_key, prove

Edit = Callable[[Any, Document], Document | None]
INVALID = "SSRVTRA16510"


def within(body: Document, path: tuple[str, ...]) -> Document:
    for name in path:
        body = body[name]
    return body


def set_member(*path: str, to: Any) -> Edit:
    """Another value, and nothing signed again."""
    def edit(_: Any, body: Document) -> None:
        within(body, path[:-1])[path[-1]] = to
    return edit


def without(*path: str) -> Edit:
    def edit(_: Any, body: Document) -> None:
        del within(body, path[:-1])[path[-1]]
    return edit


def resigned(*path: str, by: Callable[[Any], Identity], key: str, purpose: str, **members: Any) -> Edit:
    """A signed part with other members, signed again with a key for a purpose."""
    def edit(flow: Any, body: Document) -> None:
        outer = within(body, path[:-1])
        outer[path[-1]] = prove(outer[path[-1]] | members, by(flow), (key, purpose))
    return edit


def forged(*path: str) -> Edit:
    """The signature of an unknown key, in the name of the right signer."""
    def edit(_: Any, body: Document) -> None:
        part = within(body, path)
        proof = proofs_of(part)[0]
        match = names.KEY_URL.fullmatch(proof["verificationMethod"])
        assert match is not None
        did, version, name = match.groups()
        part |= prove(part, Identity(did, {name: new_key()}, int(version)), (name, proof["proofPurpose"]))
    return edit


def impostor(owner: Identity, *keys: str) -> Identity:
    """The same DID and version with keys that are not registered."""
    return Identity(owner.did, {name: new_key() for name in keys or owner.keys}, owner.version, owner.created, owner.updated)


def device(flow: Any) -> Identity:
    return flow.wallet.device


def holder(flow: Any) -> Identity:
    return flow.wallet.owner()


def client(flow: Any) -> Identity:
    return flow.client()


def random_token() -> str:
    return multibase.encode(bytes(range(32)), "m")
