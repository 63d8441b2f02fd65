"""The steps that most protocols share (OpenDID sheet 5.5, 6.1, 6.3)."""

from __future__ import annotations

import os
from datetime import timedelta
from hashlib import sha256

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from ..wallet_family.identities import new_key
from ..wallet_family.session import DEFAULT_CIPHER, KEY_SIZES, Channel, session_seed, shared_x, without_leading_zeros
from .faults import Fault, check, require, tas
from .transactions import Transaction
from .world import World

PURPOSES = {"register": {5, 13}, "update": {6}, "restore": {7}, "issue": {8, 13}, "revoke": {9}}
INVALID = tas(16510, "the signature is invalid")
# Clients of these are devices, because the holder has no DID yet, or one that may be deactivated.
DEVICE_FLOWS = {"register", "update", "restore"}


class Session:
    """Key agreement and tokens."""

    def __init__(self, world: World) -> None:
        self.world = world

    def agree(self, request: Document, transaction: Transaction) -> Document:
        asked = request["reqEcdh"]
        check(asked, "reqEcdh", self.world.ledger, INVALID)
        client_nonce = unpacked(asked["clientNonce"])
        require(len(client_nonce) == 16, tas(16519, "the client nonce has to have 16 bytes"))
        ciphers = asked.get("candidate", {}).get("ciphers") or [DEFAULT_CIPHER]
        cipher = next((name for name in ciphers if name in KEY_SIZES), None)
        require(cipher, tas(12008, "no cipher in common"))
        assert cipher is not None
        public, x = self._key(unpacked(asked["publicKey"]))
        nonce = os.urandom(16)
        transaction.data |= {"client": asked["client"], "channel": Channel.agreed(x, session_seed(client_nonce, nonce), cipher)}
        provider = self.world.providers["tas"]
        answer = {
            "server": provider.identity.did, "serverNonce": multibase.encode(nonce, provider.hand.prefix()),
            "publicKey": multibase.encode(public, provider.hand.prefix()), "cipher": cipher, "padding": "PKCS5",
        }
        return {"accEcdh": self.world.sign("accEcdh", "tas", answer, "keyagree", "keyAgreement", twice=True)}

    def _key(self, peer: bytes) -> tuple[bytes, bytes]:
        """An ephemeral key and the common secret. With the habit, X begins with a zero byte, which is then dropped."""
        while True:
            key = new_key()
            x = shared_x(key.private_hex, peer)
            if not self.world.habits.dropped_zero:
                return key.public, x
            if x[0] == 0:
                return key.public, without_leading_zeros(x)

    def give_token(self, request: Document, transaction: Transaction) -> Document:
        seed = request["seed"]
        require(seed["purpose"] in PURPOSES[transaction.flow], tas(12005, "the purpose is another one"))
        self._check_wallet(seed["walletInfo"], transaction)
        app = seed["caAppInfo"]
        require(app["provider"] == self.world.providers["cas"].reference(), tas(12007, "the provider of the app is another one"))
        check(app, "attestedAppInfo", self.world.ledger, INVALID)
        provider = self.world.providers["tas"]
        data = self.world.sign("serverTokenData", "tas", {
            "purpose": seed["purpose"], "walletId": seed["walletInfo"]["wallet"]["id"], "appId": app["appId"],
            "validUntil": names.moment(timedelta(hours=1), provider.hand.digits()), "provider": provider.reference(), "nonce": self.world.nonce("tas"),
        }, twice=True)
        plain, iv = canonical(data), os.urandom(16)
        transaction.data |= {"token": sha256(plain).digest(), "wallet": data["walletId"], "app": data["appId"], "until": data["validUntil"]}
        sealed = transaction.data["channel"].encrypt(plain, iv)
        return {"iv": self.world.pack("tas", iv), "encStd": self.world.pack("tas", sealed)}

    def _check_wallet(self, info: Document, transaction: Transaction) -> None:
        known = self.world.wallets.get(info["wallet"]["id"])
        wanted = "CREATED" if transaction.flow == "register" else "ASSIGNED"
        fits = known is not None and known.device == info["wallet"]["did"] and known.state == wanted
        require(fits, tas(17502, "the wallet is unknown"))
        check(info, "signedWalletInfo", self.world.ledger, INVALID)
        if transaction.flow in DEVICE_FLOWS:
            require(transaction.data["client"] == info["wallet"]["did"], INVALID)


def check_token(request: Document, transaction: Transaction) -> None:
    """The token belongs to this transaction, and holds."""
    require(unpacked(request["serverToken"]) == transaction.data["token"], tas(19003, "the token is another one"))
    require(names.instant(names.moment(digits=6)) <= names.instant(transaction.data["until"]), tas(19002, "the token has expired"))


def unpacked(text: str) -> bytes:
    try:
        return multibase.decode(text)
    except ValueError as error:
        raise Fault("SSRVTRA10001", "not multibase") from error
