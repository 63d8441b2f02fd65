"""The keys and texts of the rounds, which are the same in every run."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from .libraries import UEosIO, wif
from .peer import Peer
from .texts import ORDER

SCRIPTS = ("abcxyz 0123456789", "登录签名测试", "áéíóúñßø", "🔑🦆👩‍🚀", "\n\r\t\"\\/\u2028", "e\u0301a\u0308", "אבג דהו")


@dataclass
class Round:
    """One key and one text."""

    number: int
    secret: int
    message: str
    wif: str = field(init=False)
    legacy: str = field(init=False)
    _signature: str | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.wif = wif(self.secret)
        self.legacy = UEosIO().public(self.wif)

    def signed_by(self, peer: Peer) -> str:
        """Herald's signature; made once, and a second time to see that it is the same."""
        signature = peer.sign(self.wif, self.message)
        if self._signature not in (None, signature):
            raise AssertionError(f"round {self.number}: signing again gives another signature")
        self._signature = signature
        return signature


def rounds(random: Random, count: int) -> list[Round]:
    """Keys from all over the range, a few short ones among them; texts of every length and script, the first one empty."""
    made = []
    for number in range(count):
        secret = random.randrange(1, ORDER if number % 10 else 1 << 240)
        length = 0 if number == 0 else random.choice((1, 10, 100, 1000))
        made.append(Round(number, secret, "".join(random.choice(random.choice(SCRIPTS)) for _ in range(length))))
    return made
