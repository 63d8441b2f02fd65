"""Changes of signed documents that every reader has to refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from . import multibase
from .canonical import Document
from .public_keys import ORDERS
from .scene import Change, Scene, changed, is_text, places, reordered


def member_added(document: Document, scene: Scene) -> Document | None:
    containers = [document] + [container[key] for container, key in places(document) if isinstance(container[key], dict)]
    scene.random.choice(containers)["added"] = scene.random.choice(["", False, 0, [], {}])
    return document


def member_removed(document: Document, scene: Scene) -> Document | None:
    found = [(container, key) for container, key in places(document) if isinstance(container, dict)]
    container, key = scene.random.choice(found)
    del container[key]
    return document


def default_made_explicit(document: Document, scene: Scene) -> Document | None:
    claims = document.get("credentialSubject", {}).get("claims", [])
    silent = [claim for claim in claims if "hideValue" not in claim]
    if not silent:
        return None
    scene.random.choice(silent)["hideValue"] = False
    return document


def named_twice(document: Document, scene: Scene) -> str:
    name = scene.random.choice([key for key in document if key not in ("proof", "proofs")])
    return json.dumps(document, ensure_ascii=False)[:-1] + f",{json.dumps(name)}:{json.dumps(document[name])}}}"


def proof_member(name: str, make: Callable[[str, Random], Any]) -> Change:
    def change(document: Document, scene: Scene) -> Document:
        proof, _ = scene.proof(document)
        proof[name] = make(proof[name], scene.random)
        return document
    return change


def proof_without(name: str) -> Change:
    def change(document: Document, scene: Scene) -> Document:
        del scene.proof(document)[0][name]
        return document
    return change


def signature_bytes(make: Callable[[bytes, Random, int], bytes]) -> Change:
    def change(document: Document, scene: Scene) -> Document:
        put, text, key = scene.signature(document)
        put(text[0] + multibase.encode(make(multibase.decode(text), scene.random, ORDERS[key.curve]), text[0])[1:])
        return document
    return change


def signature_text(make: Callable[[str], Any]) -> Change:
    def change(document: Document, scene: Scene) -> Document:
        put, text, _ = scene.signature(document)
        put(make(text))
        return document
    return change


def signature_taken_away(document: Document, scene: Scene) -> Document | None:
    if scene.unsigned.message.name == "presentedCredential" and "proofValue" in scene.proof(document)[0]:
        return None  # The claims' signatures are enough there.
    return signature_text(lambda _: None)(document, scene)


def bit_flipped(start: int) -> Callable[[bytes, Random, int], bytes]:
    def flip(signature: bytes, random: Random, _: int) -> bytes:
        made, index = bytearray(signature), start + random.randrange(32)
        made[index] ^= 1 << random.randrange(8)
        return bytes(made)
    return flip


def header(value: int) -> Change:
    return signature_bytes(lambda signature, _, __: bytes([value]) + signature[1:])


def proof_member_added(document: Document, scene: Scene) -> Document:
    scene.proof(document)[0]["domain"] = "added"
    return document


def claim_signatures_added(document: Document, scene: Scene) -> Document | None:
    """Only a credential has them; in another document they are a member like others."""
    if "credentialSubject" in document:
        return None
    scene.proof(document)[0]["proofValueList"] = []
    return document


def proofs_of_another(document: Document, scene: Scene) -> Document | None:
    for name in ("proof", "proofs"):
        document.pop(name, None)
        if name in scene.other:
            document[name] = deepcopy(scene.other[name])
    return document


def no_proof(document: Document, _: Scene) -> Document:
    return {key: member for key, member in document.items() if key not in ("proof", "proofs")}


def both_proofs(document: Document, _: Scene) -> Document:
    proofs = document.get("proofs") or [document["proof"]]
    return document | {"proof": proofs[0], "proofs": proofs}


def proof_doubled(document: Document, _: Scene) -> Document:
    proofs = document.get("proofs") or [document["proof"]]
    return no_proof(document, _) | {"proofs": [*proofs, proofs[0]]}


def proof_dropped(document: Document, scene: Scene) -> Document | None:
    if not scene.unsigned.message.own_keys or len(scene.unsigned.uses) < 2:
        return None
    document["proofs"].pop(scene.random.randrange(len(document["proofs"])))
    return document


def claims_reordered(document: Document, scene: Scene) -> Document | None:
    claims = document.get("credentialSubject", {}).get("claims", [])
    if len(claims) < 2:
        return None
    document["credentialSubject"]["claims"] = reordered(claims)
    return document


def claim_dropped(document: Document, scene: Scene) -> Document | None:
    if "credentialSubject" not in document:
        return None
    document["credentialSubject"]["claims"].pop()
    return document


def claim_doubled(document: Document, scene: Scene) -> Document | None:
    """A claim and its signature a second time (OpenDID sheet 3.3)."""
    if "credentialSubject" not in document:
        return None
    claims, proof = document["credentialSubject"]["claims"], document["proof"]
    claims.append(deepcopy(claims[0]))
    proof["proofValueList"].append(proof["proofValueList"][0])
    if scene.unsigned.message.name == "presentedCredential":
        proof.pop("proofValue", None)
    return document


def claim_of_another(document: Document, scene: Scene) -> Document | None:
    """A claim with its signature, out of another credential of the same issuer and holder (OpenDID sheet 3.3)."""
    if "credentialSubject" not in document:
        return None
    document["credentialSubject"]["claims"][0] = scene.other["credentialSubject"]["claims"][0]
    document["proof"]["proofValueList"][0] = scene.other["proof"]["proofValueList"][0]
    return document


def claim_signature_dropped(document: Document, scene: Scene) -> Document | None:
    if "credentialSubject" not in document:
        return None
    if scene.unsigned.message.name == "presentedCredential":
        document["proof"].pop("proofValue", None)
    document["proof"]["proofValueList"].pop()
    return document


REFUSED: dict[str, Change] = {
    "a text changed": changed(is_text, lambda text, _: text + "x"),
    "white space added inside a text": changed(is_text, lambda text, _: text + " "),
    "a truth value turned": changed(lambda v: isinstance(v, bool), lambda v, _: not v),
    "a number changed": changed(lambda v: isinstance(v, int) and not isinstance(v, bool), lambda v, _: v + 1),
    "a number with a fraction": changed(lambda v: isinstance(v, int) and not isinstance(v, bool), lambda v, _: float(v)),
    "a list in another order": changed(lambda v: isinstance(v, list) and len(v) > 1 and reordered(v) != v, lambda v, _: reordered(v)),
    "a member added": member_added,
    "a member removed": member_removed,
    "a member named twice": named_twice,
    "a default made explicit": default_made_explicit,
    "another time of the proof": proof_member("created", lambda _, __: "2026-05-01T00:00:01Z"),
    "a time of the proof that is no time": proof_member("created", lambda _, __: "yesterday"),
    "another purpose": proof_member("proofPurpose", lambda old, _: "capabilityDelegation" if old != "capabilityDelegation" else "authentication"),
    "another key": proof_member("verificationMethod", lambda old, _: old.partition("#")[0] + "#other"),
    "another version": proof_member("verificationMethod", lambda old, _: old.partition("#")[0].partition("?")[0] + "?versionId=99#" + old.partition("#")[2]),
    "another DID in the key": proof_member("verificationMethod", lambda old, _: "did:omn:stranger#" + old.partition("#")[2]),
    "a key without a name": proof_member("verificationMethod", lambda old, _: old.partition("#")[0]),
    "another type of proof": proof_member("type", lambda old, _: "Secp256k1Signature2018" if "r1" in old else "Secp256r1Signature2018"),
    "an RSA proof": proof_member("type", lambda _, __: "RsaSignature2018"),
    "a member of the proof removed": proof_without("proofPurpose"),
    "a member added to the proof": proof_member_added,
    "signatures of claims added to the proof": claim_signatures_added,
    "a bit of r turned": signature_bytes(bit_flipped(1)),
    "a bit of s turned": signature_bytes(bit_flipped(33)),
    "header 0": header(0), "header 27": header(27), "header 30": header(30), "header 35": header(35),
    "64 bytes": signature_bytes(lambda signature, _, __: signature[:-1]),
    "66 bytes": signature_bytes(lambda signature, _, __: signature + b"\0"),
    "r of zero": signature_bytes(lambda signature, _, __: signature[:1] + bytes(32) + signature[33:]),
    "s of zero": signature_bytes(lambda signature, _, __: signature[:33] + bytes(32)),
    "s of the order": signature_bytes(lambda signature, _, order: signature[:33] + order.to_bytes(32, "big")),
    "r of the order": signature_bytes(lambda signature, _, order: signature[:1] + order.to_bytes(32, "big") + signature[33:]),
    "s and the order": signature_bytes(
        lambda signature, _, order: signature[:33] + (int.from_bytes(signature[33:], "big") + order).to_bytes(33, "big")[-32:]),
    "an unknown encoding of the signature": signature_text(lambda text: "q" + text[1:]),
    "a signature without encoding": signature_text(lambda text: text[1:] if text[1] not in multibase.PREFIXES else text[1]),
    "a signature of one letter": signature_text(lambda text: text[:1]),
    "a signature that is a number": signature_text(lambda _: 5),
    "a signature that is null": signature_taken_away,
    "the proofs of another document": proofs_of_another,
    "no proof": no_proof,
    "an empty list of proofs": lambda d, s: no_proof(d, s) | {"proofs": []},
    "a proof that is null": lambda d, s: no_proof(d, s) | {"proof": None},
    "a proof that is a text": lambda d, s: no_proof(d, s) | {"proof": "x"},
    "both proof and proofs": both_proofs,
    "a proof counted double": proof_doubled,
    "one of two proofs dropped": proof_dropped,
    "claims in another order": claims_reordered,
    "a claim dropped": claim_dropped,
    "a claim doubled": claim_doubled,
    "a claim of another credential": claim_of_another,
    "a claim signature dropped": claim_signature_dropped,
}
