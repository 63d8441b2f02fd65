"""Correctly signed documents whose validity depends on the status of a key or a DID, and documents offered as another kind
(OpenDID sheet 1.5, 2.5, 3.1)."""

from __future__ import annotations

from dataclasses import replace

from .actors import Actor
from .canonical import Document
from .court import Court
from .issuing import reduce, sign
from .messages import MESSAGES, Message, Unsigned, make


def run(court: Court) -> None:
    for message in MESSAGES:
        if message.own_keys:
            registered(court, message)
        else:
            rotated(court, message)
        offered(court, message)


def made(court: Court, message: Message, actors: dict[str, Actor], versioned: bool = False) -> tuple[Unsigned, Document]:
    credentials = [court.signed("credential", actors)[1]] if message.name == "presentation" else []
    unsigned = make(message, court.random, actors, credentials)
    if versioned:
        unsigned = replace(unsigned, uses=tuple(replace(use, method=use.actor.method(use.key)) for use in unsigned.uses))
    document = sign(unsigned, court.random)
    return unsigned, reduce(document, court.random) if message.name == "presentedCredential" else document


def rotated(court: Court, message: Message) -> None:
    """A key URL that names an old version: the key has to be in the newest one still, with the same authType, unless the document is a
    credential."""
    outcome = "acts no more" if message.needs_current_key else "is still good"
    with court.checks.check(f"{message.name}: a key that its owner has replaced {outcome}, one that was kept acts"):
        actors = court.newcomer(message.actor)
        owner = actors[message.actor]
        unsigned, document = made(court, message, actors, versioned=True)
        signer = None if message.names_signer else unsigned.signer
        court.judge(document, message, True, signer)
        court.learn(Actor(owner.did, owner.keys, version="2").document(court.random))
        court.judge(document, message, True, signer)
        relabelled = Actor(owner.did, owner.keys, version="3").document(court.random)
        for entry in relabelled["verificationMethod"]:
            entry["authType"] = 4 if entry["authType"] == 2 else 2
        court.learn(relabelled)
        court.judge(document, message, not message.needs_current_key, signer)
        court.learn(Actor(owner.did, owner.keys, version="4").document(court.random))
        court.judge(document, message, True, signer)
        court.learn(Actor.new(court.random, owner.did, *owner.keys, version="5").document(court.random))
        court.judge(document, message, not message.needs_current_key, signer)


def registered(court: Court, message: Message) -> None:
    """A DID document brings its keys; the status is the registry's, where it knows the DID."""
    with court.checks.check(f"{message.name}: a DID that is off does not come back by a document of its own"):
        unsigned, document = made(court, message, court.actors)
        court.judge(document, message, True)
        for status in ("ACTIVATED", "DEACTIVATED", "REVOKED", "TERMINATED"):
            court.learn(unsigned.document, status)
            court.judge(document, message, status == "ACTIVATED")


def offered(court: Court, message: Message) -> None:
    """Offered as every other kind. Kinds that one type of the model is for are left out: they differ in who signs, which is looked at
    elsewhere."""
    with court.checks.check(f"refused: {message.name} offered as any other kind"):
        unsigned, document = made(court, message, court.actors)
        for other in MESSAGES:
            if other.type != message.type:
                court.judge(document, other, False, unsigned.signer)
