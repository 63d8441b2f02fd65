"""The tokens before every protocol with the trust agent (iA1 CommonProtocol.swift, aA1 RegUser.java:89-140, TokenUtil.java)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ..checks import Refuted, expect
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family.flow import Step
from ..wallet_family.identities import PLAIN, Identity, new_key
from ..wallet_family.session import DEFAULT_CIPHER, Channel, Undecryptable, session_seed, shared_x
from . import trusting, wallet_tokens
from .phone import Phone
from .stock_flow import StockFlow


class SessionFlow(StockFlow):
    """Key agreement, both tokens, and what the protocol is about."""

    purpose = 0
    # Android agrees on a key as the holder wherever there is one, iOS only for credentials (iA1 *Protocol.swift, aA1 *.java).
    is_for_credentials = False

    def __init__(self, phone: Phone) -> None:
        self.server_token = ""
        super().__init__(phone)

    def client(self) -> Identity:
        as_holder = self.is_for_credentials or not self.phone.app.is_ios and self.phone.holder is not None
        return self.phone.owner() if as_holder else self.phone.device

    def prefix(self) -> list[Step]:
        """The apps ask the app provider in different orders."""
        app = Step("cas", "request-attested-appinfo", "the app is attested", lambda: {"appId": self.phone.app_id}, self._attested)
        data = Step("cas", "request-wallet-tokendata", "a certified app provider signs the token's data", self._seed, self._token_data)
        return [
            Step("tas", "request-ecdh", "the trust agent's key can be used", self._key, self._agreed),
            *((app, data) if self.phone.app.is_ios else (data, app)),
            Step("tas", "request-create-token", "the server token decrypts and can be read", self._ask_token, self._token),
        ]

    def authorised(self) -> Document:
        return self.message() | {"serverToken": self.server_token}

    def _key(self) -> Document:
        """iOS sends no candidates (iS1 EcdhReqData.swift:24,59-61), Android an object with one (aS1 ReqEcdh.java:47-63)."""
        app = self.phone.app
        self.key, self.client_nonce = new_key(), self.phone.nonce(PLAIN)
        agreement: Document = {
            "client": self.client().did, "clientNonce": self.client_nonce, "curve": "Secp256r1",
            "publicKey": app.agreement.encode(self.key.public),
        }
        if not app.is_ios:
            agreement["candidate"] = {"ciphers": [DEFAULT_CIPHER]}
        return self.message() | {"reqEcdh": self.phone.prove(agreement, self.client(), ("keyagree", "keyAgreement"))}

    def _agreed(self, answer: Any) -> None:
        theirs = self.phone.read("_RequestEcdh", answer)["accEcdh"]
        salt = session_seed(multibase.decode(self.client_nonce), multibase.decode(theirs["serverNonce"]))
        x = shared_x(self.key.private_hex, multibase.decode(theirs["publicKey"]))
        # iOS uses AES-256-CBC with PKCS5, whatever the answer says (iA1 CommonProtocol.swift:202-209).
        self.channel = channel(x, salt) if self.phone.app.is_ios else channel(x, salt, theirs["cipher"], theirs["padding"])

    def _attested(self, answer: Any) -> None:
        self.app_info = self.phone.read("AttestedAppInfo", answer)

    def _seed(self) -> Document:
        return wallet_tokens.seed(self.phone, self.purpose)

    def _token_data(self, answer: Any) -> None:
        wallet_tokens.take(self.phone, answer)

    def _ask_token(self) -> Document:
        """The app's attestation is sent on as the model writes it."""
        phone = self.phone
        info = phone.prove({"wallet": phone.wire_form(), "nonce": phone.nonce(PLAIN)}, phone.device, ("assert", "assertionMethod"))
        return self.message() | {"seed": {"purpose": self.purpose, "walletInfo": info, "caAppInfo": self.app_info}}

    def _token(self, answer: Any) -> None:
        """iOS checks the trust agent's certificate, but only prints how its signature came out (iA1 SDKUtils.swift:129-139); Android does
        neither, nor does it read the token (aA1 TokenUtil.java:62-82)."""
        phone = self.phone
        sealed = phone.read("_RequestCreateToken", answer)
        plain = opened(self.channel, sealed["encStd"], sealed["iv"], f"{phone.app.name}: the server token")
        if phone.app.is_ios:
            data = phone.parsed("ServerTokenData", plain)
            trusting.certified(phone, data["provider"], "Tas", signed=False)
        self.server_token = phone.app.token.encode(sha256(plain).digest())

    def did_auth(self, nonce: str, key: str) -> Document:
        owner = self.phone.owner()
        return self.phone.prove({"did": owner.did, "authNonce": nonce}, owner, (key, "authentication"))


def channel(x: bytes, salt: bytes, cipher: str = DEFAULT_CIPHER, padding: str = "PKCS5", whole: bool = True) -> Channel:
    """The key has 32 bytes whatever the cipher says; only release 2 for iOS cuts it (iS2 WalletService.swift:85-88,540-542)."""
    expect(cipher.endswith("-CBC"), f"{cipher} is not what these services should choose")
    key = sha256(x + salt).digest()
    return Channel(key if whole or "256" in cipher else key[:16], cipher, padding)


def opened(agreed: Channel, sealed: str, iv: str, what: str) -> bytes:
    try:
        return agreed.decrypt(multibase.decode(sealed), multibase.decode(iv))
    except Undecryptable as error:
        raise Refuted(f"{what} does not decrypt with the app's key") from error
