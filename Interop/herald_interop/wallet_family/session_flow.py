"""The prefix of every protocol with the trust agent, seen from the wallet (OpenDID sheet 5.5, 6.1, 6.3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from ..checks import Refuted, expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names, tokens
from .flow import Flow, Step
from .identities import Identity, new_key, packed
from .services import parsed
from .session import DEFAULT_CIPHER, Channel, Undecryptable, session_seed, shared_x, without_leading_zeros
from .wallet import Wallet


class SessionFlow(Flow):
    """Proposal, key agreement, tokens, and what the protocol is about."""

    purpose = 0

    def __init__(self, wallet: Wallet, ciphers: list[str] | None = None) -> None:
        self.ciphers = ciphers
        self.server_token = ""
        super().__init__(wallet)

    def client(self) -> Identity:
        return self.wallet.device

    def prefix(self) -> list[Step]:
        return [
            Step("tas", "request-ecdh", "the trust agent signs its key, with a cipher of the choice and a new nonce", self._key, self._agreed),
            Step("cas", "request-attested-appinfo", "the app's server attests the app", self._app, self._app_attested),
            Step("cas", "request-wallet-tokendata", "the app's server signs the wallet token's data", self._seed, self._token_data),
            Step("tas", "request-create-token", "the server token is encrypted, signed and for this wallet, app and purpose", self._ask_token, self._token),
        ]

    def authorised(self) -> Document:
        return self.message() | {"serverToken": self.server_token}

    def proposed(self, answer: Document) -> None:
        expect(names.UUID.fullmatch(answer["txId"]), "the transaction is no UUID")
        self.tx_id = answer["txId"]

    def step(self, path: str, says: str, take: str | None = None) -> Step:
        """A step of the trust agent; `build_…` and, if there is more to see than the transaction, `take_…` are its methods."""
        name = path.replace("-", "_")
        return Step("tas", path, says, getattr(self, f"build_{name}"), getattr(self, take or f"take_{name}", self.same_transaction))

    def _key(self) -> Document:
        self.key = new_key()
        agreement = {
            "client": self.client().did, "clientNonce": self.wallet.nonce(), "publicKey": self.wallet.style.encode(self.key.public), "curve": "Secp256r1",
        }
        if self.ciphers is not None:
            agreement["candidate"] = {"ciphers": self.ciphers}
        self.agreement = self.wallet.prove(agreement, self.client(), "keyagree", "keyAgreement")
        return self.message() | {"reqEcdh": self.agreement}

    def _agreed(self, answer: Document) -> None:
        self.same_transaction(answer)
        theirs = answer["accEcdh"]
        expect_equal(theirs["server"], self.wallet.setting.tas, "server of the key agreement")
        expect(theirs["cipher"] in (self.ciphers or [DEFAULT_CIPHER]), f"{theirs['cipher']} was not offered")
        expect_equal(theirs["padding"], "PKCS5", "padding")
        self.wallet.trust.check(theirs, "accEcdh")
        nonce = self.wallet.fresh(theirs["serverNonce"], "the server nonce")
        salt = session_seed(multibase.decode(self.agreement["clientNonce"]), nonce)
        x = shared_x(self.key.private_hex, multibase.decode(theirs["publicKey"]))
        self.channels = [Channel.agreed(x, salt, theirs["cipher"])]
        if self.wallet.setting.tolerant and x[0] == 0:
            self.channels.append(Channel.agreed(without_leading_zeros(x), salt, theirs["cipher"]))

    def _app(self) -> Document:
        return {"appId": self.wallet.app_id}

    def _app_attested(self, answer: Document) -> None:
        expect_equal(answer["appId"], self.wallet.app_id, "app id in the attestation")
        self.wallet.fresh(answer["nonce"], "the nonce of the attestation")
        self.wallet.trust.certified(answer["provider"], self.wallet.setting.cas, "AppProvider")
        self.wallet.trust.check(answer, "attestedAppInfo")
        self.app_info = answer

    def _seed(self) -> Document:
        self.seed = tokens.seed(self.wallet, self.purpose)
        return self.seed

    def _token_data(self, answer: Document) -> None:
        self.wallet_token = tokens.take(self.wallet, self.seed, answer)

    def wallet_info(self) -> Document:
        info = {"wallet": self.wallet.wire_form(), "nonce": self.wallet.nonce()}
        return self.wallet.prove(info, self.wallet.device, "assert", "assertionMethod")

    def _ask_token(self) -> Document:
        return self.message() | {"seed": {"purpose": self.purpose, "walletInfo": self.wallet_info(), "caAppInfo": self.app_info}}

    def _token(self, answer: Document) -> None:
        self.same_transaction(answer)
        iv = self.wallet.fresh(answer["iv"], "the IV of the token")
        plain, data = opened(self.channels, multibase.decode(answer["encStd"]), iv, "the token")
        expect_equal(canonical(data), plain, "the token's text, which has to be canonical because both sides hash it")
        self.wallet.trust.certified(data["provider"], self.wallet.setting.tas, "Tas")
        self.wallet.trust.check(data, "serverTokenData")
        wanted = {"purpose": self.purpose, "walletId": self.wallet.id, "appId": self.wallet.app_id}
        expect_equal({name: data[name] for name in wanted}, wanted, "what the token is for")
        left = names.instant(data["validUntil"]) - datetime.now(UTC)
        expect(timedelta(minutes=50) < left < timedelta(minutes=61), f"the token is good for {left}, not for an hour")
        self.wallet.fresh(data["nonce"], "the nonce of the token")
        self.server_token = multibase.encode(sha256(plain).digest(), "m")

    def signed_document(self, document: Document) -> Document:
        """A holder's document in the envelope that the device signs."""
        wallet = self.wallet
        envelope = {"ownerDidDoc": packed(document, wallet.style), "wallet": wallet.wire_form(), "nonce": wallet.nonce()}
        return wallet.prove(envelope, wallet.device, "assert", "assertionMethod")

    def did_auth(self, nonce: str, key: str) -> Document:
        owner = self.wallet.owner()
        return self.wallet.prove({"did": owner.did, "authNonce": nonce}, owner, key, "authentication")


def opened(channels: list[Channel], sealed: bytes, iv: bytes, what: str) -> tuple[bytes, Document]:
    """The object that one of the keys decrypts, with its bytes; several keys only where a peer may have lost a zero byte. One time in about
    256 the padding looks right under a wrong key, so that only the object tells."""
    reason = f"{what} cannot be decrypted with the agreed key"
    for channel in channels:
        try:
            plain = channel.decrypt(sealed, iv)
            return plain, parsed(plain, what)
        except Undecryptable:
            continue
        except Refuted as error:
            reason = str(error)
    raise Refuted(reason)
