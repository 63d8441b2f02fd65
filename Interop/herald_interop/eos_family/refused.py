"""Changed signatures: what Herald says of each, and what the libraries say of those that a library has to find out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..checks import Checks, expect, expect_equal
from .libraries import Library
from .peer import Peer
from .rounds import Round
from .texts import ALPHABET, ORDER, Signature

# The changes of a valid signature, and the reasons for which Herald may refuse the result.
CHANGES: dict[str, tuple[Callable[[Signature], Signature], tuple[str, ...]]] = {
    "the header names the other key": (lambda good: good.with_(header=good.other_header), ("other_key", "unrecoverable")),
    "the header is 26": (lambda good: good.with_(header=26), ("header",)),
    "the header is 35": (lambda good: good.with_(header=35), ("header",)),
    "s is negated, with its header": (lambda good: good.with_(header=good.other_header, s=ORDER - good.s), ("not_canonical",)),
    "r is 0": (lambda good: good.with_(r=0), ("range",)),
    "s is 0": (lambda good: good.with_(s=0), ("range",)),
    "r is the order": (lambda good: good.with_(r=ORDER), ("range",)),
    "s is the order": (lambda good: good.with_(s=ORDER), ("range",)),
    "r is one more": (lambda good: good.with_(r=good.r + 1), ("other_key", "unrecoverable")),
    "s is one more": (lambda good: good.with_(s=good.s + 1), ("other_key",)),
    "it says P-256": (lambda good: good.with_(curve="R1"), ("curve",)),
}
EACH = 20


def run(peer: Peer, libraries: tuple[Library, ...], played: list[Round], random: Random, checks: Checks) -> None:
    for name, (change, reasons) in CHANGES.items():
        with checks.check(f"{EACH} signatures of which {name}: Herald refuses each for that"):
            for one in random.sample(played, EACH):
                changed = change(Signature.of(one.signed_by(peer))).text
                refusal = peer.refusal(changed, one.legacy, one.message)
                expect(refusal in reasons, f"round {one.number}: {refusal} for {changed}")
    with checks.check(f"{len(played)} signatures with a header of 27 to 30: Herald accepts each, as nodes do"):
        for one in played:
            good = Signature.of(one.signed_by(peer))
            expect_equal(peer.refusal(good.with_(header=good.header - 4).text, one.legacy, one.message), None, f"round {one.number}")
    with checks.check(f"{len(played)} signatures over another text or by another key: neither Herald nor a library accepts one"):
        for one, other in zip(played, played[1:] + played[:1], strict=True):
            signature = one.signed_by(peer)
            for private, public, message in ((one.wif, one.legacy, one.message + " "), (other.wif, other.legacy, one.message)):
                expect(peer.refusal(signature, public, message) in ("other_key", "unrecoverable"), f"round {one.number} holds for Herald")
                for library in libraries:
                    expect(not library.accepts(signature, private, public, message), f"round {one.number} holds for {library.name}")
    with checks.check(f"{len(played)} texts of signature and key with one changed character: Herald refuses each"):
        for one in played:
            signature = one.signed_by(peer)
            expect_equal(peer.refusal(changed_text(signature, 7, random), one.legacy, one.message), "text", "changed signature text")
            expect_equal(peer.refusal(signature, changed_text(one.legacy, 3, random), one.message), "text", "changed key text")


def changed_text(text: str, start: int, random: Random) -> str:
    """Another character of base58 at some place behind the prefix."""
    place = random.randrange(start, len(text))
    return text[:place] + random.choice(ALPHABET.replace(text[place], "")) + text[place + 1:]
