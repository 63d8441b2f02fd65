"""The trust agent: key agreement and server token."""

from __future__ import annotations

import os
from datetime import timedelta
from hashlib import sha256

from ..opendid_family.canonical import Document, canonical
from .ciphers import Channel, own_key
from .clock import later
from .errors import require, tas
from .proofs import KEY_URL, did_of, holds, is_did, public_key
from .providers import AGENT
from .transactions import Token, Transaction
from .world import World, pack, unpack

# did-ta-server V1.0.0 TokenServiceImpl.java:224-252
PURPOSES = {
    "propose-register-user": {5, 13}, "propose-issue-vc": {8}, "propose-update-diddoc": {6}, "propose-restore-diddoc": {7},
    "propose-revoke-vc": {9},
}
UNREADABLE = tas(10001)


def check_signer(model: Document, did: str, purpose: str) -> None:
    """The form of a proof, which always has to name a version (did-ta-server V1.0.0 EcdhServiceImpl.java:154-177 and its likes)."""
    url = model["proof"]["verificationMethod"]
    require(is_did(did), tas(16510, f"{did} is no DID"))
    require(KEY_URL.fullmatch(url), tas(16510, f"{url} is no key URL with a version"))
    require(did_of(url) == did, tas(16510, f"{url} is not of {did}"))
    require(model["proof"]["proofPurpose"] == purpose, tas(16510, f"the purpose is {model['proof']['proofPurpose']}"))


def check_proof(world: World, model: Document, did: str, purpose: str, key: str) -> None:
    """The key is the one of that name, whatever the fragment says; a signature that does not hold is 16511."""
    check_signer(model, did, purpose)
    owner = world.document(model["proof"]["verificationMethod"])
    require(holds(model, public_key(owner, key)), tas(16511, f"the signature of {did} does not hold"))


class Session:
    """The steps that every protocol begins with."""

    def __init__(self, world: World) -> None:
        self.world = world

    def agree(self, request: Document, transaction: Transaction) -> Document:
        """Any client with a DID and a key `keyagree`; the client is not compared with the transaction (EcdhServiceImpl.java:151-190)."""
        asked, deployment = request["reqEcdh"], self.world.deployment
        check_proof(self.world, asked, asked["client"], "keyAgreement", "keyagree")
        peer = unpack(asked["publicKey"], UNREADABLE)
        client_nonce, server_nonce = unpack(asked["clientNonce"], UNREADABLE), os.urandom(16)
        require(len(client_nonce) == 16, tas(16519, "the client nonce has another size"))
        # EcdhServiceImpl.java:268-278: the server's own cipher, or nothing; the padding is never asked about (:300-306).
        cipher = deployment.session_cipher
        ciphers = asked.get("candidate", {}).get("ciphers", [cipher])
        require(cipher in ciphers, tas(12008, f"the wallet offers {', '.join(ciphers)}, the server has {cipher}"))
        key = own_key(peer, deployment.unlucky)
        # EcdhServiceImpl.java:323-334: both nonces are hashed to one.
        channel = Channel.agreed(key, peer, sha256(client_nonce + server_nonce).digest(), cipher, deployment.padding)
        transaction.client, transaction.channel = asked["client"], channel
        answer = {
            "server": "did:omn:tas", "serverNonce": pack(server_nonce), "publicKey": pack(key.public), "cipher": cipher, "padding": deployment.padding,
        }
        return {"accEcdh": self.world.sign("tas", answer, "keyagree", "keyAgreement", AGENT)}

    def give_token(self, request: Document, transaction: Transaction) -> Document:
        """TokenServiceImpl.java:99-176; the field of the answer's `id` is never set, so `id` is left out."""
        seed = request["seed"]
        require(seed["purpose"] in PURPOSES[transaction.kind], tas(12005, f"{seed['purpose']} in {transaction.kind}"))
        self._check_wallet(seed["walletInfo"], "CREATED" if transaction.kind == "propose-register-user" else "ASSIGNED")
        app = seed["caAppInfo"]
        check_proof(self.world, app, app["provider"]["did"], "assertionMethod", "assert")
        self.world.check_certificate(app["provider"]["certVcRef"], app["provider"]["did"])
        agent = self.world.providers["tas"]
        # :117 is the real UTC, :520 the local time.
        data = self.world.sign("tas", {
            "purpose": seed["purpose"], "walletId": seed["walletInfo"]["wallet"]["id"], "appId": app["appId"],
            "validUntil": later(timedelta(hours=1)), "provider": agent.reference(), "nonce": self.world.nonce(),
        }, "assert", "assertionMethod", AGENT)
        plain, iv = canonical(data), os.urandom(16)
        assert transaction.channel is not None
        transaction.token = Token(sha256(plain).digest(), data["purpose"], data["walletId"], data["appId"])
        return {"iv": pack(iv), "encStd": pack(transaction.channel.encrypt(plain, iv))}

    def _check_wallet(self, info: Document, status: str) -> None:
        """:261-309: the row comes first, and the DID of the proof is not compared with the wallet's."""
        wallet, proof = info["wallet"], info["proof"]
        known = self.world.wallets.get(wallet["id"])
        fits = known is not None and known.did == wallet["did"] and known.status == status
        require(fits, tas(17502, f"{wallet['id']} is no wallet of {wallet['did']} that is {status}"))
        check_proof(self.world, info, did_of(proof["verificationMethod"]), "assertionMethod", "assert")


def checked_token(request: Document, transaction: Transaction, *purposes: int) -> Token:
    """did-ta-server V1.0.0 TokenValidator.java:50-80."""
    shown = unpack(request["serverToken"], UNREADABLE)
    require(transaction.token is not None, tas(19004))
    assert transaction.token is not None
    require(transaction.token.purpose in purposes, tas(12005, f"the token is for {transaction.token.purpose}"))
    require(shown == transaction.token.hash, tas(19003))
    return transaction.token
