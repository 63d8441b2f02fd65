"""Signing on this side (OpenDID sheet 2.4)."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from . import multibase
from .canonical import Document, signed_form, signed_form_of_claim
from .messages import Unsigned, Use

CREATED = "2026-05-01T00:00:00Z"


def bare_proof(use: Use, random: Random) -> Document:
    """A proof without values."""
    # Some servers write fractions; a time that lies ahead is no fault (OpenDID sheet 1.3).
    created = random.choice((CREATED, "2026-05-01T00:00:00.123456Z", "2026-06-15T20:59:59Z"))
    return {
        "type": f"{use.actor.keys[use.key].curve}Signature2018", "created": created, "verificationMethod": use.method,
        "proofPurpose": use.purpose,
    }


def sign(unsigned: Unsigned, random: Random) -> Document:
    """A copy of the document with its proofs."""
    document = deepcopy(unsigned.document)
    proofs = []
    for use in unsigned.uses:
        proof, key = bare_proof(use, random), use.actor.keys[use.key]
        base = random.choice(multibase.PREFIXES)
        value = multibase.encode(key.sign(signed_form(document, proof)), base)
        proofs.append(proof | {"proofValue": value})
        if unsigned.message.type == "VerifiableCredential":
            document["proof"] = proof
            claims = document["credentialSubject"]["claims"]
            proofs[-1]["proofValueList"] = [
                multibase.encode(key.sign(signed_form_of_claim(document, index)), random.choice(multibase.PREFIXES)) for index in range(len(claims))
            ]
            del document["proof"]
    if len(proofs) == 1:
        # A list of one proof is to be read as well (OpenDID sheet 2.2), where a list is known at all.
        listed = unsigned.message.several and random.random() < 0.2
        return document | ({"proofs": proofs} if listed else {"proof": proofs[0]})
    return document | {"proofs": proofs}


def reduce(credential: Document, random: Random) -> Document:
    """A credential as it is presented: some of its claims with their signatures, or all of them (OpenDID sheet 3.3)."""
    claims = credential["credentialSubject"]["claims"]
    kept = sorted(random.sample(range(len(claims)), random.randint(1, len(claims))))
    reduced = deepcopy(credential)
    reduced["credentialSubject"]["claims"] = [claims[index] for index in kept]
    reduced["proof"]["proofValueList"] = [credential["proof"]["proofValueList"][index] for index in kept]
    if len(kept) < len(claims) or random.random() < 0.5:
        del reduced["proof"]["proofValue"]
    return reduced
