"""The signed forms of a document (OpenDID sheet 2.1 and 2.2), written again from the sheet."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

Document = dict[str, Any]


def without_nulls(value: Any) -> Any:
    """Members that are null are left out at every depth; elements of lists stay."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(element) for element in value]
    if isinstance(value, float):
        raise ValueError("a number with fraction or exponent has no canonical form")
    return value


def canonical(value: Any) -> bytes:
    """Names in the order of their code points, no white space, raw UTF-8, the slash as it is."""
    return json.dumps(without_nulls(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def bare(proof: Document, is_credential: bool) -> Document:
    """A proof as it is signed: without its value, and in a credential without those of the claims."""
    values = ("proofValue", "proofValueList") if is_credential else ("proofValue",)
    return {key: member for key, member in proof.items() if key not in values}


def signed_form(document: Document, proof: Document) -> bytes:
    """The whole document with one proof in it; each entry of `proofs` stands as `proof` in turn."""
    whole = {key: member for key, member in document.items() if key not in ("proof", "proofs")}
    return canonical(whole | {"proof": bare(proof, "credentialSubject" in document)})


def signed_form_of_claim(credential: Document, index: int) -> bytes:
    """The credential with one claim only."""
    reduced = deepcopy(credential)
    reduced["credentialSubject"]["claims"] = [credential["credentialSubject"]["claims"][index]]
    return signed_form(reduced, credential["proof"])


def proofs_of(document: Document) -> list[Document]:
    """The proofs in either place; a document has one of the two members only."""
    if ("proof" in document) == ("proofs" in document):
        raise ValueError("one of proof and proofs is needed")
    proofs = document["proofs"] if "proofs" in document else [document["proof"]]
    if not proofs:
        raise ValueError("the list of proofs is empty")
    return proofs
