"""Logins that must be refused: mutated, borrowed, replayed and malformed ones (SDN sheet 1.9)."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from eth_utils import keccak

from ..checks import Checks, expect, expect_equal
from ..plainhttp import Answer, call
from .login import Challenge, ClientAPI, admitted, body_of, known_wallet, new_wallet
from .wallet import ORDER, Signature, Wallet

FORBIDDEN = ((403, "M_FORBIDDEN"),)
INVALID = ((400, "M_INVALID_PARAM"),)
MISSING = ((400, "M_MISSING_PARAM"),)
# The sheet calls numbers outside the group "rejected" without saying whether they are malformed or merely wrong.
OUTSIDE = (*INVALID, *FORBIDDEN)
# A field of the wrong kind is bad JSON to one reader and a bad parameter to another.
WRONG_KIND = (*INVALID, *MISSING, (400, "M_BAD_JSON"))


@dataclass(frozen=True)
class Scene:
    """A new challenge for a known wallet, and another known wallet."""

    api: ClientAPI
    elsewhere: ClientAPI
    wallet: Wallet
    stranger: Wallet
    challenge: Challenge

    @property
    def signature(self) -> Signature:
        return self.wallet.sign(self.challenge.message)

    def body(self, token: str | None = None, **identifier: Any) -> dict[str, Any]:
        return body_of(self.challenge, self.wallet, token, **identifier)

    def signed(self, message: str | bytes) -> dict[str, Any]:
        """The honest body with a signature over something else."""
        return self.body(self.wallet.sign(message).text())

    def signed_and_sent(self, message: str) -> dict[str, Any]:
        """Another text signed, and that text presented as the message."""
        return self.body(self.wallet.sign(message).text(), message=message)

    def top(self, **changes: Any) -> dict[str, Any]:
        return self.body() | changes

    def without(self, key: str) -> dict[str, Any]:
        body = self.body()
        (body if key in body else body["identifier"]).pop(key)
        return body

    def nonce_changed(self) -> str:
        nonce = self.challenge.random_server
        return self.challenge.message.replace(nonce, ("0" if nonce[0] != "0" else "1") + nonce[1:])

    def foreign(self) -> Challenge:
        """A challenge of the other node for the same wallet."""
        return self.elsewhere.challenge(address=self.wallet.lower)


Allowed = tuple[tuple[int, str], ...]
CASES: list[tuple[str, Allowed, Callable[[Scene], Any]]] = [
    # The text
    ("a message altered after signing", FORBIDDEN, lambda s: s.body(message=s.challenge.message.replace("did:", "dId:", 1))),
    ("a message with another nonce, signed", FORBIDDEN, lambda s: s.signed_and_sent(s.nonce_changed())),
    ("a message with another domain, signed", FORBIDDEN, lambda s: s.signed_and_sent(s.challenge.message.replace("domain: ", "domain: not-"))),
    ("a message for another operation, signed", FORBIDDEN,
     lambda s: s.signed_and_sent(s.challenge.message.replace("Login with this account", "Burn this account"))),
    ("a message without its last line end, signed", FORBIDDEN, lambda s: s.signed_and_sent(s.challenge.message.removesuffix("\n"))),
    ("a signature over the text with CRLF line ends", FORBIDDEN, lambda s: s.signed(s.challenge.message.replace("\n", "\r\n"))),
    ("a signature over an empty text", FORBIDDEN, lambda s: s.signed("")),
    ("a signature over the nonce alone", FORBIDDEN, lambda s: s.signed(s.challenge.random_server)),
    ("a signature over the hex of the text", FORBIDDEN, lambda s: s.signed(s.challenge.message.encode().hex())),
    ("a signature over 0x and the hex of the text", FORBIDDEN, lambda s: s.signed("0x" + s.challenge.message.encode().hex())),
    ("a signature over keccak without the EIP-191 prefix", FORBIDDEN,
     lambda s: s.body(s.wallet.sign_digest(keccak(text=s.challenge.message)).text())),
    ("a signature over SHA-256", FORBIDDEN,
     lambda s: s.body(s.wallet.sign_digest(sha256(s.challenge.message.encode()).digest()).text())),
    ("a signature over the challenge of another node", FORBIDDEN, lambda s: s.signed(s.foreign().message)),
    # The numbers
    ("a flipped bit in r", OUTSIDE, lambda s: s.body(s.signature.with_(r=s.signature.r ^ 1).text())),
    ("a flipped high bit in r", OUTSIDE, lambda s: s.body(s.signature.with_(r=s.signature.r ^ (1 << 200)).text())),
    ("a flipped bit in s", FORBIDDEN, lambda s: s.body(s.signature.with_(s=s.signature.s ^ 2).text())),
    ("the other recovery id", FORBIDDEN, lambda s: s.body(s.signature.with_(recovery=s.signature.recovery ^ 1).text())),
    ("high s without the other recovery id", FORBIDDEN, lambda s: s.body(s.signature.high.with_(recovery=s.signature.recovery).text())),
    ("r and s exchanged", OUTSIDE, lambda s: s.body(s.signature.with_(r=s.signature.s, s=s.signature.r).text())),
    ("r of zero", OUTSIDE, lambda s: s.body(s.signature.with_(r=0).text())),
    ("s of zero", OUTSIDE, lambda s: s.body(s.signature.with_(s=0).text())),
    ("r equal to the group order", OUTSIDE, lambda s: s.body(s.signature.with_(r=ORDER).text())),
    ("s equal to the group order", OUTSIDE, lambda s: s.body(s.signature.with_(s=ORDER).text())),
    ("all bits of r and s set", OUTSIDE, lambda s: s.body(s.signature.with_(r=2**256 - 1, s=2**256 - 1).text())),
    ("v of 2", INVALID, lambda s: s.body(s.signature.text(v=2))),
    ("v of 26", INVALID, lambda s: s.body(s.signature.text(v=26))),
    ("v of 29", INVALID, lambda s: s.body(s.signature.text(v=29))),
    ("v of 34", INVALID, lambda s: s.body(s.signature.text(v=34))),
    # The hex
    ("a signature one byte short", INVALID, lambda s: s.body(s.signature.text()[:-2])),
    ("a signature one byte long", INVALID, lambda s: s.body(s.signature.text() + "00")),
    ("a signature of half a byte more", INVALID, lambda s: s.body(s.signature.text() + "0")),
    ("a signature that is not hex", INVALID, lambda s: s.body("0x" + "zz" * 65)),
    ("a signature with a space inside", INVALID, lambda s: s.body(s.signature.text()[:40] + " " + s.signature.text()[40:])),
    ("a signature with two prefixes", INVALID, lambda s: s.body("0x" + s.signature.text())),
    ("a signature with full-width digits", INVALID, lambda s: s.body(s.signature.text()[:-2] + "\uff11\uff42")),
    ("a signature of 0x alone", (*INVALID, *MISSING), lambda s: s.body("0x")),
    ("an empty signature", MISSING, lambda s: s.body("")),
    ("a signature that is a number", WRONG_KIND, lambda s: s.body() | {"identifier": s.body()["identifier"] | {"token": 27}}),
    ("a signature of a million digits", (*INVALID, (413, "M_TOO_LARGE")), lambda s: s.body("0x" + "ab" * 500_000)),
    # The signer
    ("the signature of a key nobody knows", FORBIDDEN, lambda s: s.body(new_wallet().sign(s.challenge.message).text())),
    ("the signature of another member", FORBIDDEN, lambda s: s.body(s.stranger.sign(s.challenge.message).text())),
    ("another member's address and signature", FORBIDDEN,
     lambda s: s.body(s.stranger.sign(s.challenge.message).text(), address=s.stranger.lower)),
    ("the address of another member", FORBIDDEN, lambda s: s.body(address=s.stranger.lower)),
    ("the did of another member", FORBIDDEN, lambda s: s.body(did=s.stranger.did)),
    ("did, address and signature of another member", FORBIDDEN,
     lambda s: s.body(s.stranger.sign(s.challenge.message).text(), did=s.stranger.did, address=s.stranger.lower)),
    ("a did that does not exist", (*FORBIDDEN, (404, "M_NOT_FOUND")), lambda s: s.body(did="did:sdn:" + "0" * 40)),
    ("a did that is not one", INVALID, lambda s: s.body(did="did:sdn:xyz")),
    ("an address that is not one", INVALID, lambda s: s.body(address="0x1234")),
    # The challenge
    ("a nonce nobody gave", FORBIDDEN, lambda s: s.top(random_server="00" * 16)),
    ("the nonce of another challenge", FORBIDDEN, lambda s: s.top(random_server=s.api.challenge(address=s.wallet.lower).random_server)),
    ("the challenge of another member", FORBIDDEN, lambda s: body_of(s.api.challenge(address=s.stranger.lower), s.wallet)),
    ("the challenge of another node", FORBIDDEN, lambda s: body_of(s.foreign(), s.wallet)),
    ("another time of change", FORBIDDEN, lambda s: s.top(updated="2001-01-01T00:00:00.000Z")),
    ("a time of change that is no time", FORBIDDEN + INVALID, lambda s: s.top(updated="yesterday")),
    # The body
    ("an unknown type", ((400, "M_UNKNOWN"),), lambda s: s.top(type="m.login.did.wish")),
    ("no type", MISSING, lambda s: s.without("type")),
    ("no identifier", MISSING, lambda s: s.without("identifier")),
    ("no signature", MISSING, lambda s: s.without("token")),
    ("neither nonce nor time of change", MISSING, lambda s: {k: v for k, v in s.body().items() if k not in ("random_server", "updated")}),
    ("an identifier that is a list", WRONG_KIND, lambda s: s.top(identifier=[])),
    ("a nonce that is a number", WRONG_KIND, lambda s: s.top(random_server=7)),
    ("an empty object", MISSING, lambda s: {}),
    ("a list", ((400, "M_BAD_JSON"), (400, "M_NOT_JSON")), lambda s: [s.body()]),
    ("a body that is not JSON", ((400, "M_NOT_JSON"),), lambda s: json.dumps(s.body()).encode()[:-1]),
    ("a body that is not UTF-8", ((400, "M_NOT_JSON"), (400, "M_BAD_JSON")), lambda s: json.dumps(s.body()).encode().replace(b"did:sdn", b"did\xff\xfe")),
]

PRE_LOGIN_CASES: list[tuple[str, Allowed, Any]] = [
    ("neither did nor address", MISSING, {}),
    ("both empty", MISSING, {"did": "", "address": " "}),
    ("both null", MISSING, {"did": None, "address": None}),
    ("an address that is too short", INVALID, {"address": "0x1234"}),
    ("an address that is not hex", INVALID, {"address": "0x" + "g" * 40}),
    ("a chain that is not eip155", INVALID, {"address": "did:pkh:solana:1:0x" + "a" * 40}),
    ("a did of another method", INVALID, {"did": "did:web:example.org"}),
    ("a did that does not exist", ((404, "M_NOT_FOUND"),), {"did": "did:sdn:" + "0" * 40}),
    ("an address that is a number", WRONG_KIND, {"address": 5}),
]


def run(api: ClientAPI, elsewhere: ClientAPI, checks: Checks) -> None:
    """Every case with a challenge of its own, so that no refusal hides behind an earlier one."""
    wallet, stranger = known_wallet(api), known_wallet(api)
    known_elsewhere = body_of(elsewhere.challenge(address=wallet.lower), wallet)
    admitted(elsewhere, elsewhere.login(known_elsewhere), wallet)

    for name, allowed, make in CASES:
        with checks.check(f"refused: {name}"):
            scene = Scene(api, elsewhere, wallet, stranger, api.challenge(address=wallet.lower))
            body = make(scene)
            raw = body if isinstance(body, bytes) else None
            answer = call(api.base, "POST", api.path("did/login"), None if raw else body, raw=raw)
            answer.refused("login", *allowed)
            silent(answer, body)

    for name, allowed, body in PRE_LOGIN_CASES:
        with checks.check(f"pre_login1 refuses {name}"):
            api.pre_login(body).refused("pre_login1", *allowed)

    spent_challenges(api, checks, wallet)

    with checks.check("after all refusals the owner still gets in"):
        admitted(api, api.login(body_of(api.challenge(address=wallet.lower), wallet)), wallet)


def silent(answer: Answer, body: Any) -> None:
    """A refusal has a sentence for a person, no token, and nothing of the signature."""
    expect("access_token" not in answer.text, "the refusal carries a token")
    expect(isinstance(answer.body.get("error"), str) and answer.body["error"], "the refusal says nothing")
    token = body.get("identifier", {}).get("token") if isinstance(body, dict) and isinstance(body.get("identifier"), dict) else None
    if isinstance(token, str) and len(token) > 40:
        expect(token[2:40] not in answer.text, "the refusal repeats the signature")


def spent_challenges(api: ClientAPI, checks: Checks, wallet: Wallet) -> None:
    """A challenge is good once."""
    with checks.check("refused: a replayed login"):
        body = body_of(api.challenge(address=wallet.lower), wallet)
        admitted(api, api.login(body), wallet)
        api.login(body).refused("the same login again", *FORBIDDEN)

    with checks.check("refused: a replayed login with the high-s twin of its signature"):
        challenge = api.challenge(address=wallet.lower)
        admitted(api, api.login(body_of(challenge, wallet)), wallet)
        twin = wallet.sign(challenge.message).high.text()
        api.login(body_of(challenge, wallet, twin)).refused("the twin", *FORBIDDEN)

    with checks.check("refused: a replayed login without its nonce"):
        challenge = api.challenge(address=wallet.lower)
        admitted(api, api.login(body_of(challenge, wallet)), wallet)
        body = body_of(challenge, wallet)
        del body["random_server"]
        api.login(body).refused("looked up by did and time of change", *FORBIDDEN, *MISSING)

    with checks.check("refused: a replayed login under another root and prefix"):
        challenge = api.challenge(address=wallet.lower)
        admitted(api, api.login(body_of(challenge, wallet)), wallet)
        api.under("_matrix", "r0").login(body_of(challenge, wallet)).refused("the same login again", *FORBIDDEN)

    with checks.check("one challenge used by twelve at once lets in exactly one"):
        body = body_of(api.challenge(address=wallet.lower), wallet)
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda _: api.login(body), range(12)))
        codes = sorted(a.status for a in answers)
        expect_equal(codes, [200] + [403] * 11, "status codes")
