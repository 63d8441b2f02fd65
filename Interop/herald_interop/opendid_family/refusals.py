"""Correctly signed documents that must be refused, because of the signer, its document, its status or the time (OpenDID sheet 2.5, 3.1, 3.4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from ..checks import expect, expect_equal
from . import multibase
from .actors import Actor
from .canonical import Document, signed_form
from .court import BY_NAME, Court, Edit
from .issuing import bare_proof, reduce, sign
from .messages import Message, Use, make

def without_key(document: Document) -> None:
    document["verificationMethod"] = []


def without_purpose(document: Document) -> None:
    document["keyAgreement"] = document.pop("assertionMethod")


def key_twice(document: Document) -> None:
    document["verificationMethod"] *= 2


def deactivated(document: Document) -> None:
    document["deactivated"] = True


def other_curve(document: Document) -> None:
    for method in document["verificationMethod"]:
        method["type"] = "RsaVerificationKey2018"


def broken_key(document: Document) -> None:
    for method in document["verificationMethod"]:
        method["publicKeyMultibase"] = "f02" + "ff" * 32


EDITS: dict[str, Edit] = {
    "has no such key": without_key, "does not list the key for the purpose": without_purpose, "has the key twice": key_twice,
    "says that it is off": deactivated, "says that the key is RSA": other_curve, "has no point for a key": broken_key,
}


def run(court: Court) -> None:
    signers(court)
    times(court)
    presentations(court)
    double_hash(court)


def signers(court: Court) -> None:
    check = court.checks.check
    with check("a newcomer in good standing is accepted"):
        message, document = court.signed("issueProfile", court.newcomer("issuer"))
        court.judge(document, message, True)
    for name, edit in EDITS.items():
        with check(f"refused: the signer's DID document {name}"):
            message, document = court.signed("issueProfile", court.newcomer("issuer", edit))
            court.judge(document, message, False)
    for status in ("DEACTIVATED", "REVOKED", "TERMINATED"):
        with check(f"refused: the signer's DID is {status}"):
            message, document = court.signed("issueProfile", court.newcomer("issuer", status=status))
            court.judge(document, message, False)
    with check("refused: a DID nobody knows"):
        stranger = court.actors | {"issuer": Actor.new(court.random, "did:omn:nobody", "assert", "auth", "keyagree")}
        message, document = court.signed("issueProfile", stranger)
        court.judge(document, message, False)
    with check("refused: signed by somebody else than the document says"):
        message = BY_NAME["issueProfile"]
        unsigned = make(message, court.random, court.actors, [])
        verifier = court.actors["verifier"]
        court.judge(sign(replace(unsigned, uses=(Use(verifier, "assert", "assertionMethod", verifier.method("assert")),)), court.random), message, False)
    with check("refused: signed by somebody else than the caller expects"):
        message, document = court.signed("accE2e", court.actors)
        court.judge(document, message, True, signer=court.actors["holder"].did)
        court.judge(document, message, False, signer=court.actors["issuer"].did)
    with check("refused: nobody says who is expected"):
        message, document = court.signed("accE2e", court.actors)
        court.judge(document, message, False)
    with check("refused: another key of the right signer, for its own purpose"):
        message = BY_NAME["issueProfile"]
        unsigned = make(message, court.random, court.actors, [])
        issuer = court.actors["issuer"]
        court.judge(sign(replace(unsigned, uses=(Use(issuer, "auth", "authentication", issuer.method("auth")),)), court.random), message, False)


def times(court: Court) -> None:
    with court.checks.check("walletTokenData holds long after the moment in its seed"):
        message, document = court.signed("walletTokenData", court.actors)
        court.judge(document, message, True, now="2040-01-01T00:00:00Z")
    for name in ("credential", "serverTokenData"):
        with court.checks.check(f"refused: {name} after its last moment"):
            message, document = court.signed(name, court.actors)
            court.judge(document, message, True)
            court.judge(document, message, False, now="2040-01-01T00:00:00Z")
    with court.checks.check("refused: a credential before its first moment"):
        message, document = court.signed("credential", court.actors)
        court.judge(document, message, False, now="2020-01-01T00:00:00Z")


def presentations(court: Court) -> None:
    def present(change: Callable[[list[Document]], list[Document]]) -> tuple[Message, Document]:
        credentials = [reduce(court.signed("credential", court.actors)[1], court.random) for _ in range(2)]
        return court.signed("presentation", court.actors, change(credentials))

    def judged(name: str, wanted: bool, change: Callable[[list[Document]], list[Document]]) -> None:
        with court.checks.check(name):
            message, document = present(change)
            court.judge(document, message, wanted)

    def altered(credentials: list[Document]) -> list[Document]:
        credentials[1]["credentialSubject"]["claims"][0]["value"] += "x"
        return credentials

    def of_another_holder(credentials: list[Document]) -> list[Document]:
        return [credentials[0], reduce(court.signed("credential", court.newcomer("holder"))[1], court.random)]

    def of_a_revoked_issuer(credentials: list[Document]) -> list[Document]:
        return [credentials[0], reduce(court.signed("credential", court.newcomer("issuer", status="REVOKED"))[1], court.random)]

    def of_another_issuer(credentials: list[Document]) -> list[Document]:
        return [credentials[0], reduce(court.signed("credential", court.newcomer("issuer"))[1], court.random)]

    judged("a presentation with credentials of two issuers is accepted", True, of_another_issuer)
    judged("refused: a presentation without credentials", False, lambda _: [])
    judged("refused: a presentation with one credential twice", False, lambda credentials: [credentials[0], credentials[0]])
    judged("refused: a presentation with an altered credential", False, altered)
    judged("refused: a presentation with another holder's credential", False, of_another_holder)
    judged("refused: a presentation with a credential of a revoked issuer", False, of_a_revoked_issuer)


def double_hash(court: Court) -> None:
    """A foreign TAS hashes AccEcdh and ServerTokenData once too often (OpenDID sheet 2.3)."""
    for name, tolerated in (("accEcdh", True), ("serverTokenData", True), ("didAuth", False)):
        message = BY_NAME[name]
        unsigned = make(message, court.random, court.actors, [])
        use = unsigned.uses[0]
        proof = bare_proof(use, court.random)
        once = sha256(signed_form(unsigned.document, proof)).digest()
        value = multibase.encode(use.actor.keys[use.key].sign(once), "m")
        text = json.dumps(unsigned.document | {"proof": proof | {"proofValue": value}}, ensure_ascii=False)
        with court.checks.check(f"{name} hashed twice is refused unless asked for{'' if tolerated else ', and then too'}"):
            expect(court.peer.failures(text, message), "it was accepted unasked")
            expect_equal(not court.peer.failures(text, message, double=True), tolerated, "whether it is accepted when asked for")
