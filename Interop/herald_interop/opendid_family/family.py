"""The order of the family: every kind of document, both directions, and what neither side may accept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from .. import checks as checking
from ..checks import Checks, Refuted
from . import multibase, refusals, standing
from .accepted_changes import ACCEPTED
from .actors import Actor, Registry, cast, registry_of
from .canonical import Document, canonical, signed_form, signed_form_of_claim
from .court import Court
from .curves import is_low
from .issuing import reduce, sign
from .messages import MESSAGES, Message, Unsigned, make
from .peer import Peer
from .public_keys import ORDERS
from .refused_changes import REFUSED
from .scene import Change, Scene, apply
from .verifying import Refused, verify

DOCUMENTS = 200
CHANGES_EACH = 4
SEED = 20260615


class Direction:
    """One side signs. Both sides check the result and its changes."""

    def __init__(self, name: str, sign: Callable[[Unsigned, Random], Document], peer: Peer, registry: Registry, checks: Checks) -> None:
        self.name, self.sign, self.peer, self.registry, self.checks = name, sign, peer, registry, checks
        self.credentials: list[Document] = []

    def run(self, message: Message, random: Random, actors: dict[str, Actor]) -> None:
        made: list[tuple[Unsigned, Document]] = []
        title = f"{DOCUMENTS} × {message.name} signed by {self.name}"
        with self.checks.check(f"{title} hold on both sides"):
            for number in range(DOCUMENTS):
                unsigned = make(message, random, actors, self.presented(random))
                document = self.sign(unsigned, random)
                if message.name == "presentedCredential":
                    document = reduce(document, random)
                made.append((unsigned, document))
                self.judge(json.dumps(document, ensure_ascii=False), unsigned, number, "as it was signed", None)
        if len(made) < DOCUMENTS:
            return
        if message.name == "credential":
            self.credentials = [document for _, document in made]
        self.changed(f"{title}: changes that mean nothing are accepted on both sides", ACCEPTED, 1, made, random, None)
        self.changed(f"{title}: changes that mean something are refused on both sides", REFUSED, CHANGES_EACH, made, random, "refused")

    def presented(self, random: Random) -> list[Document]:
        """Two credentials of this direction, reduced as a holder presents them."""
        chosen = random.sample(self.credentials, random.randint(1, 2)) if self.credentials else []
        return [reduce(credential, random) for credential in chosen]

    def changed(
        self, title: str, catalogue: dict[str, Change], count: int, made: list[tuple[Unsigned, Document]], random: Random, wanted: str | None,
    ) -> None:
        """Goes through the catalogue again and again, so that every change meets documents of every kind it fits."""
        names = endless(list(catalogue))
        with self.checks.check(title):
            for number, (unsigned, document) in enumerate(made):
                scene = Scene(unsigned, made[number - 1][1], random)
                done = 0
                for _ in catalogue:
                    name = next(names)
                    text = apply(catalogue[name], document, scene)
                    if text is None:
                        continue
                    self.judge(text, unsigned, number, name, wanted)
                    done += 1
                    if done == count:
                        break

    def judge(self, text: str, unsigned: Unsigned, number: int, change: str, wanted: str | None) -> None:
        """Both sides have to say the same, and it has to be what is wanted."""
        message = unsigned.message
        signer = None if message.names_signer else unsigned.signer
        ours = "; ".join(self.peer.failures(text, message, signer))
        theirs = ""
        try:
            verify(text, message, self.registry, signer)
        except Refused as reason:
            theirs = str(reason) or "refused"
        if bool(ours) != (wanted is not None) or bool(theirs) != (wanted is not None):
            raise Refuted(f"document {number}, {change}: Herald says “{ours or 'holds'}”, Python says “{theirs or 'holds'}”: {checking.shorten(text, 2000)}")


def endless(names: list[str]) -> Iterator[str]:
    while True:
        yield from names


def signed_by_herald(peer: Peer) -> Callable[[Unsigned, Random], Document]:
    """The form of Herald's signatures: canonical bytes, all members, low s, and a header with which the key is recovered."""
    def go(unsigned: Unsigned, random: Random) -> Document:
        base = random.choice(multibase.PREFIXES)
        text = peer.sign(unsigned, base)
        document: Document = json.loads(text)
        checking.expect(canonical(document) == text.encode(), f"not the canonical form: {text}")
        without = {key: member for key, member in document.items() if key not in ("proof", "proofs")}
        checking.expect_equal(canonical(without), canonical(unsigned.document), "the document without its proofs")
        checking.expect_equal("proofs" in document, len(unsigned.uses) > 1, "whether there is a list of proofs")
        for proof, use in zip(document.get("proofs") or [document["proof"]], unsigned.uses, strict=True):
            forms = [(signed_form(document, proof), proof["proofValue"])]
            forms += [(signed_form_of_claim(document, index), value) for index, value in enumerate(proof.get("proofValueList", []))]
            for form, value in forms:
                signature, key = multibase.decode(value), use.actor.keys[use.key]
                checking.expect_equal(value[0], base, "encoding of the signature")
                checking.expect(is_low(signature, ORDERS[key.curve]), "high s")
                checking.expect(key.made_header(form, signature), f"the header {signature[0]} does not lead back to the key")
        return document
    return go


def run(command: list[str], folder: Path, checks: Checks) -> None:
    """Everything, from one seed."""
    peer = Peer(command, folder / "opendid-peer.stderr")
    try:
        random = Random(SEED)
        actors = cast(random)
        registry = registry_of(actors, random)
        for document, status in registry.entries():
            peer.know(document, status)
        for direction in (
            Direction("Herald", signed_by_herald(peer), peer, registry, checks), Direction("Python", sign, peer, registry, checks),
        ):
            for message in MESSAGES:
                direction.run(message, random, actors)
        court = Court(peer, registry, dict(actors), random, checks)
        refusals.run(court)
        standing.run(court)
    finally:
        code = peer.stop()
    with checks.check("Herald survived it all and ends with code 0"):
        checking.expect_equal(code, 0, "exit code")
