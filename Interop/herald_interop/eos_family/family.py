"""The order of the family: keys, signatures in both directions, and what neither side may accept."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

from ..checks import Checks, expect, expect_equal
from . import refused
from .libraries import LibEosPy, Library, UEosIO, wif
from .peer import Peer
from .rounds import Round, rounds
from .texts import ORDER, Signature, pvt

ROUNDS = 200
SEED = 20260622


def run(command: list[str], folder: Path, checks: Checks) -> None:
    """Everything, from one seed."""
    peer = Peer(command, folder / "eos-peer.stderr")
    try:
        with checks.check("RIPEMD-160 is known to this Python, without which the libraries can do nothing"):
            hashlib.new("ripemd160")
        random = Random(SEED)
        played = rounds(random, ROUNDS)
        eospy, ueosio = LibEosPy(), UEosIO()
        keys(peer, eospy, ueosio, played, checks)
        ours(peer, (eospy, ueosio), played, checks)
        theirs(peer, eospy, played, checks)
        theirs_with_luck(peer, ueosio, played, random, checks)
        foreign_curve(peer, eospy, random, checks)
        refused.run(peer, (eospy, ueosio), played, random, checks)
    finally:
        code = peer.stop()
    with checks.check("Herald survived it all and ends with code 0"):
        expect_equal(code, 0, "exit code")


def keys(peer: Peer, eospy: LibEosPy, ueosio: UEosIO, played: list[Round], checks: Checks) -> None:
    with checks.check(f"{ROUNDS} private keys: Herald and both libraries derive the same public key and write it the same"):
        for one in played:
            forms = peer.private(one.wif)
            for library in (eospy, ueosio):
                expect_equal(forms["legacy"], library.public(one.wif), f"public key of round {one.number} by {library.name}")
            expect_equal(forms["wif"], one.wif, "WIF")
            expect_equal(peer.public(one.legacy)["pub"], forms["pub"], "new form of the legacy text")
            expect_equal(peer.public(str(forms["pub"]))["legacy"], one.legacy, "legacy form of the new text")
    with checks.check(f"{ROUNDS} private keys as PVT_K1_: libeospy reads what Herald writes as the same key, and Herald what the sheet describes"):
        for one in played:
            text = str(peer.private(one.wif)["pvt"])
            expect_equal(text, pvt(one.secret, "K1"), "PVT_K1_")
            expect_equal(eospy.wif(text), one.wif, "WIF by libeospy")
            expect_equal(peer.private(text)["wif"], one.wif, "WIF by Herald")


def ours(peer: Peer, libraries: tuple[Library, ...], played: list[Round], checks: Checks) -> None:
    """The libraries accept Herald's signatures."""
    for library in libraries:
        with checks.check(f"{ROUNDS} signatures by Herald: {library.name} accepts each"):
            for one in played:
                signature = one.signed_by(peer)
                expect(library.accepts(signature, one.wif, one.legacy, one.message), f"round {one.number}: {library.name} refuses {signature}")
                read = Signature.of(signature)
                expect(read.canonical, f"round {one.number} is not canonical: {signature}")
                expect(31 <= read.header <= 34 and read.s <= ORDER // 2, f"round {one.number}: header {read.header}, s {read.s:x}")


def theirs(peer: Peer, library: Library, played: list[Round], checks: Checks) -> None:
    """Herald accepts the signatures of a library that follows the canonical rule."""
    with checks.check(f"{ROUNDS} signatures by {library.name}: Herald accepts each"):
        for one in played:
            signature = library.sign(one.wif, one.message)
            expect_equal(peer.refusal(signature, one.legacy, one.message), None, f"round {one.number}, {signature}")


def theirs_with_luck(peer: Peer, library: Library, played: list[Round], random: Random, checks: Checks) -> None:
    """The signatures of a library that checks only the upper bound of the canonical rule, so that one in about 130 is not canonical."""
    accepted = strays = 0
    with checks.check(f"{ROUNDS} canonical signatures by {library.name}: Herald accepts each"):
        for one in played:
            for attempt in range(20):
                message = one.message if attempt == 0 else f"{one.message} {random.random()}"
                signature = library.sign(one.wif, message)
                canonical = Signature.of(signature).canonical
                expect_equal(peer.refusal(signature, one.legacy, message), None if canonical else "not_canonical", f"round {one.number}, {signature}")
                if canonical:
                    accepted += 1
                    break
                strays += 1
        expect_equal(accepted, ROUNDS, "rounds that ended in a canonical signature")
    with checks.check(f"what {library.name} signs with a number too short to be canonical is refused for that, as nodes do"):
        one = played[0]
        for attempt in range(2000):
            if strays >= 3:
                break
            message = f"stray {attempt}"
            signature = library.sign(one.wif, message)
            if not Signature.of(signature).canonical:
                strays += 1
                expect_equal(peer.refusal(signature, one.legacy, message), "not_canonical", signature)
        expect(strays >= 3, f"only {strays} turned up")


def foreign_curve(peer: Peer, eospy: LibEosPy, random: Random, checks: Checks) -> None:
    with checks.check("20 signatures by libeospy on P-256: Herald reads key and signature, and never accepts"):
        for number in range(20):
            secret = random.randrange(1, 1 << 255)
            text = pvt(secret, "R1")
            expect_equal(peer.private(text), {"ok": True, "pvt": text, "wif": None, "pub": None, "legacy": None}, "the key's forms")
            signature = eospy.sign(text, f"message {number}")
            expect(signature.startswith("SIG_R1_"), signature)
            legacy = peer.private(wif(random.randrange(1, ORDER)))["legacy"]
            expect_equal(peer.refusal(signature, str(legacy), f"message {number}"), "curve", signature)
