"""One question to both sides, and one answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from ..checks import Checks, expect_equal
from .actors import NOW, Actor, Registry
from .canonical import Document
from .issuing import sign
from .messages import MESSAGES, Message, make
from .peer import Peer
from .verifying import holds

BY_NAME = {message.name: message for message in MESSAGES}
Edit = Callable[[Document], None]


class Court:
    """Asks both sides and wants one answer."""

    def __init__(self, peer: Peer, registry: Registry, actors: dict[str, Actor], random: Random, checks: Checks) -> None:
        self.peer, self.registry, self.actors, self.random, self.checks = peer, registry, actors, random, checks
        self._strangers = 0

    def judge(self, document: Document, message: Message, wanted: bool, signer: str | None = None, now: str = NOW) -> None:
        text = json.dumps(document, ensure_ascii=False)
        failures = self.peer.failures(text, message, signer, now)
        expect_equal(not failures, wanted, f"whether it holds in Herald ({'; '.join(failures)})")
        expect_equal(holds(text, message, self.registry, signer, now), wanted, "whether it holds in Python")

    def learn(self, document: Document, status: str = "ACTIVATED") -> None:
        """Both sides get the newest version of a DID's document."""
        self.registry.add(document, status)
        self.peer.know(document, status)

    def newcomer(self, base: str, edit: Edit | None = None, status: str = "ACTIVATED") -> dict[str, Actor]:
        """The cast with another actor in one role, whose DID document both sides get after an edit."""
        self._strangers += 1
        old = self.actors[base]
        actor = Actor.new(self.random, f"{old.did}.{self._strangers}", *old.keys)
        document = actor.document(self.random)
        if edit is not None:
            edit(document)
        self.learn(document, status)
        return self.actors | {base: actor}

    def signed(self, name: str, actors: dict[str, Actor], credentials: list[Document] | None = None) -> tuple[Message, Document]:
        message = BY_NAME[name]
        return message, sign(make(message, self.random, actors, credentials or []), self.random)
