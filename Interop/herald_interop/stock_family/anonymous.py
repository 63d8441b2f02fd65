"""The offer of an anonymous credential, which the second release puts into the issue profile of a plan with a credential definition."""

from __future__ import annotations

import secrets
from typing import Any

from ..opendid_family.canonical import Document
from .plans import Plan

# did-zkp-sdk-server V2.0.0: 80 bits of a nonce, 256 of a hash, and answers some hundred bits longer than the modulus of 2048
NONCE, HASH, ANSWER = 80, 256, 2724


def offer(plan: Plan, issuer: str) -> Document:
    """CredentialOffer and KeyCorrectnessProof, whose BigIntegers are numbers in what is signed (IssueServiceBase.createCredentialOffer and
    signProfile, stored version 0f85f13). What they stand for makes no difference to a wallet that asks for no such credential."""
    schema = f"{issuer}:2:{plan.schema}:1.0"
    names = ["master_secret"] + [name for space in plan.spaces for name in space.claims]
    return {
        "nonce": number(NONCE), "schemaId": schema, "credDefId": f"{issuer}:3:CL:{schema}:Tag1",
        "keyCorrectnessProof": {"c": number(HASH), "xzCap": number(ANSWER), "xrCap": {name: number(ANSWER) for name in names}},
    }


def number(bits: int) -> int:
    """Never so short that a reader of doubles would get it right."""
    return secrets.randbits(bits - 1) | 1 << bits - 1


def sent(profile: Document) -> Document:
    """Gson writes the same numbers as texts (BigIntegerSerializer, BigIntegerMapSerializer), and leaves the proof as it is."""
    inner = profile["profile"]
    return profile | {"profile": inner | {"credentialOffer": in_texts(inner["credentialOffer"])}}


def in_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: in_texts(member) for name, member in value.items()}
    return str(value)
