"""Changes of signed documents that no reader may mind."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from . import multibase
from .canonical import Document
from .curves import high_twin
from .public_keys import ORDERS
from .scene import Change, Scene, places, reordered


def shuffled(value: Any, random: Random) -> Any:
    """The same tree with members in another order."""
    if isinstance(value, dict):
        members = [(key, shuffled(member, random)) for key, member in value.items()]
        random.shuffle(members)
        return dict(members)
    return [shuffled(element, random) for element in value] if isinstance(value, list) else value


def written_out(document: Document, scene: Scene) -> str:
    """Another order of members, white space between them, and every character outside ASCII as an escape."""
    return json.dumps(shuffled(document, scene.random), indent=scene.random.choice((None, 1, "\t")), ensure_ascii=True)


def with_nulls(document: Document, scene: Scene) -> Document:
    """A null member is an absent one (OpenDID sheet 2.1)."""
    containers = [document] + [container[key] for container, key in places(document) if isinstance(container[key], dict)]
    scene.random.choice(containers)["nothing"] = None
    return document | ({"proof": None} if "proofs" in document else {"proofs": None})


def encoded_anew(document: Document, scene: Scene) -> Document:
    put, text, _ = scene.signature(document)
    prefix = scene.random.choice(multibase.PREFIXES)
    made = multibase.encode(multibase.decode(text), prefix)
    put(made + "=" * (-(len(made) - 1) % 4) if prefix in "mu" else made)
    return document


def high(document: Document, scene: Scene) -> Document:
    put, text, key = scene.signature(document)
    put(multibase.encode(high_twin(multibase.decode(text), ORDERS[key.curve]), "m"))
    return document


def proofs_reordered(document: Document, scene: Scene) -> Document:
    return document | {"proofs": reordered(document["proofs"])} if "proofs" in document else document


def unsigned_did(document: Document, scene: Scene) -> Document | None:
    """The members that the wallet provider of V1 adds after signing (OpenDID sheet 2.1)."""
    return document | {"did": "did:omn:added"} if scene.unsigned.message.name == "attestedDIDDoc" else None


def without_claim_signatures(document: Document, scene: Scene) -> Document | None:
    """With a signature over the whole, the signatures of the claims are not needed (OpenDID sheet 3.3)."""
    if scene.unsigned.message.name != "presentedCredential" or "proofValue" not in document["proof"]:
        return None
    document["proof"]["proofValueList"] = []
    return document


ACCEPTED: dict[str, Change] = {
    "written in another way": written_out,
    "null members": with_nulls,
    "another encoding of the signature": encoded_anew,
    "high s": high,
    "proofs in another order": proofs_reordered,
    "no signatures of claims beside that of the whole": without_claim_signatures,
    "an unsigned did in an attestation": unsigned_did,
}
