"""The values that a change of a signed document uses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from .canonical import Document
from .curves import Key
from .messages import Unsigned

# A change gets a copy of the signed document and its scene. It returns a document, a text, or None if the document has no place for
# the change.
Change = Callable[[Document, "Scene"], Document | str | None]


@dataclass(frozen=True)
class Scene:
    """One signed document, another one of the same kind, and a source of random numbers."""

    unsigned: Unsigned
    other: Document
    random: Random

    def proof(self, document: Document) -> tuple[Document, Key]:
        """One of the proofs, and the key that made it."""
        proofs = document.get("proofs") or [document["proof"]]
        index = self.random.randrange(len(proofs))
        use = self.unsigned.uses[index]
        return proofs[index], use.actor.keys[use.key]

    def signature(self, document: Document) -> tuple[Callable[[Any], None], str, Key]:
        """One of the signatures that count: how to exchange it, its text, and the key that made it."""
        proof, key = self.proof(document)
        if "proofValue" in proof:
            return lambda value: proof.__setitem__("proofValue", value), proof["proofValue"], key
        values = proof["proofValueList"]
        index = self.random.randrange(len(values))
        return lambda value: values.__setitem__(index, value), values[index], key


Place = tuple[Any, Any]


def places(value: Any, skip_proof: bool = True) -> Iterator[Place]:
    """Every container and key in the signed part."""
    if isinstance(value, dict):
        for key, member in value.items():
            if skip_proof and key in ("proof", "proofs"):
                continue
            yield value, key
            yield from places(member, False)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield value, index
            yield from places(element, False)


def pick(document: Document, scene: Scene, fits: Callable[[Any], bool]) -> Place | None:
    found = [(container, key) for container, key in places(document) if fits(container[key])]
    return scene.random.choice(found) if found else None


def changed(fits: Callable[[Any], bool], make: Callable[[Any, Random], Any]) -> Change:
    """Exchanges one value of the signed part."""
    def change(document: Document, scene: Scene) -> Document | None:
        place = pick(document, scene, fits)
        if place is None:
            return None
        container, key = place
        container[key] = make(container[key], scene.random)
        return document
    return change


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def reordered(values: list[Any]) -> list[Any]:
    return values[1:] + values[:1]


def apply(change: Change, document: Document, scene: Scene) -> str | None:
    """The changed document as text; None when there was no place for the change."""
    made = change(deepcopy(document), scene)
    return made if made is None or isinstance(made, str) else json.dumps(made, ensure_ascii=False)
