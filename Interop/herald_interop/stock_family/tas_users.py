"""The trust agent: wallets and users, their documents and what becomes of them."""

from __future__ import annotations

from datetime import datetime

from ..opendid_family.canonical import Document
from ..wallet_family import names
from . import models
from .errors import Refusal, require, tas
from .proofs import holds, key_id_of, key_proofs_hold, public_key
from .providers import pii_of
from .tas_session import UNREADABLE, check_proof, check_signer, checked_token
from .transactions import Token, Transaction
from .world import User, Wallet, World, unpack

REGISTER, UPDATE, RESTORE = (5, 13), (6,), (7,)
# did-ta-server V1.0.0 UserServiceImpl.java:902-1011
LASTING = {"@context": 18007, "id": 18008, "controller": 18009, "created": 18014, "deactivated": 18015}


def owner_document(envelope: Document) -> Document:
    """UserServiceImpl.java:476-491."""
    try:
        return models.did_document(unpack(envelope["ownerDidDoc"], UNREADABLE))
    except models.Violation as error:
        raise tas(12006, str(error)) from error


def check_auth(world: World, auth: Document, transaction: Transaction) -> None:
    """did-ta-server V1.0.0 DidAuthValidator.java:59-111: the key is the one that the fragment names, whatever its purposes."""
    check_signer(auth, auth["did"], "authentication")
    nonces = [unpack(nonce, UNREADABLE) for nonce in (auth["authNonce"], transaction.auth_nonce)]
    require(nonces[0] == nonces[1], tas(16520))
    url = auth["proof"]["verificationMethod"]
    require(holds(auth, public_key(world.document(url), key_id_of(url))), tas(16511, "DIDAuth"))


class Users:
    """M131, M132, M141 and M142."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._offers: dict[str, str] = {}

    def register_wallet(self, request: Document) -> Document:
        """WalletServiceImpl.java:87-164; every other error is 90003."""
        attested = request["attestedDidDoc"]
        document = owner_document(attested)
        provider = next((known for known in self.world.providers.values() if known.identity.did == attested["provider"]["did"]), None)
        require(provider is not None, tas(14000, "the provider is unknown"))
        require(provider is not None and provider.title == "WalletProvider", tas(17500))
        self.world.check_certificate(attested["provider"]["certVcRef"], attested["provider"]["did"])
        check_proof(self.world, attested, attested["provider"]["did"], "assertionMethod", "assert")
        require(attested["walletId"] not in self.world.wallets, tas(17501))
        require(key_proofs_hold(document), tas(16516))
        self.world.ledger.register(document)
        self.world.wallets[attested["walletId"]] = Wallet(document["id"])
        return {"txId": names.new_uuid()}

    def propose_registration(self, _: Document, __: Transaction) -> Document:
        return {}

    def retrieve_kyc(self, request: Document, transaction: Transaction) -> Document:
        """The first release drops what the app server says (UserServiceImpl.java:253-255), the second relays it (stored version c1fad32)."""
        checked_token(request, transaction, *REGISTER)
        try:
            transaction.data["pii"] = self._pii(request.get("kycTxId"))
        except Refusal as reason:
            raise tas(17018, reason.why) if self.world.deployment.is_first else reason.relayed() from reason
        return {}

    def _pii(self, user: str | None) -> str:
        return pii_of(self.world, user if self.world.deployment.asks_app_server else None)

    def register(self, request: Document, transaction: Transaction) -> Document:
        """UserServiceImpl.java:306-396. The wallet's row is checked before the proof."""
        token = checked_token(request, transaction, *REGISTER)
        envelope = request["signedDidDoc"]
        wallet = self.world.wallets.get(envelope["wallet"]["id"])
        require(wallet is not None and wallet.did == envelope["wallet"]["did"] and wallet.status == "CREATED", tas(17502))
        assert wallet is not None
        check_proof(self.world, envelope, envelope["wallet"]["did"], "assertionMethod", "assert")
        document = owner_document(envelope)
        require(document["id"] not in self.world.users, tas(17000))
        require(key_proofs_hold(document), tas(16516))
        self.world.ledger.register(document)
        self.world.users[document["id"]] = User(document["id"], transaction.data["pii"], token.app, envelope["wallet"]["id"])
        wallet.status = "ASSIGNED"
        return {}

    def confirm_registration(self, request: Document, transaction: Transaction) -> Document:
        checked_token(request, transaction, *REGISTER)
        return {}

    def user(self, did: str) -> User:
        require(did in self.world.users, tas(17002, f"{did} is no user"))
        return self.world.users[did]

    def propose_update(self, request: Document, transaction: Transaction) -> Document:
        """The first release creates a nonce and does not send it (UserServiceImpl.java:674-702), so that M141 cannot be completed there;
        the second one sends it (ProposeUpdateDidDocResDto, stored version 610aea4)."""
        require(self.user(request["did"]).status == "ACTIVATED", tas(17003))
        transaction.did, transaction.auth_nonce = request["did"], self.world.nonce()
        return {} if self.world.deployment.is_first else {"authNonce": transaction.auth_nonce}

    def update(self, request: Document, transaction: Transaction) -> Document:
        """UserServiceImpl.java:736-820, in its order."""
        token = checked_token(request, transaction, *UPDATE)
        envelope = request["signedDidDoc"]
        check_proof(self.world, envelope, envelope["wallet"]["did"], "assertionMethod", "assert")
        document = owner_document(envelope)
        self._check_contents(self.world.ledger.document(document["id"]), document)
        user = self.user(document["id"])
        check_auth(self.world, request["didAuth"], transaction)
        require(key_proofs_hold(document), tas(16516))
        require(document["id"] == transaction.did, tas(18018))
        require(document["id"] == request["didAuth"]["did"], tas(18008))
        self._check_mapping(user, token)
        self.world.ledger.register(document)
        return {}

    def _check_contents(self, old: Document, new: Document) -> None:
        require(int(old["versionId"]) + 1 == int(new["versionId"]), tas(12009))
        require(datetime.fromisoformat(new["updated"]) > datetime.fromisoformat(old["updated"]), tas(18006))
        for name, number in LASTING.items():
            require(old.get(name, False) == new.get(name, False), tas(number, name))

    def _check_mapping(self, user: User, token: Token) -> None:
        """UserServiceImpl.java:1049-1062; 17508 cannot be reached, since the row was found by the very id."""
        require(token.app == user.app, tas(17005))
        require(token.wallet == user.wallet, tas(17502))

    def confirm_update(self, request: Document, transaction: Transaction) -> Document:
        checked_token(request, transaction, *UPDATE)
        return {}

    def deactivate(self, request: Document) -> Document:
        """UserServiceImpl.java:1259-1293; with two users of the same data the query breaks."""
        pii = pii_of(self.world, request["kycTxId"])
        found = [user for user in self.world.users.values() if user.pii == pii and user.status == "ACTIVATED"]
        require(found, tas(17002))
        (user,) = found
        self.world.ledger.set_status(user.did, "DEACTIVATED")
        user.status = "DEACTIVATED"
        return {}

    def offer_restore(self, request: Document) -> Document:
        """UserServiceImpl.java:1376-1430 with NotiPushService.java:149-157: a user without a push token gets no offer."""
        user = self.user(request["did"])
        require(user.status == "DEACTIVATED", tas(17014))
        require(user.push_token, tas(17007))
        offer = names.new_uuid()
        self._offers[offer] = user.did
        return {"offerId": offer}

    def propose_restore(self, request: Document, transaction: Transaction) -> Document:
        """UserServiceImpl.java:1517-1596. An offer never expires, and holds more than once."""
        require(request["offerId"] in self._offers, tas(11001))
        require(self._offers[request["offerId"]] == request["did"], tas(12011))
        require(self.user(request["did"]).status == "DEACTIVATED", tas(17014))
        transaction.did, transaction.auth_nonce = request["did"], self.world.nonce()
        return {"authNonce": transaction.auth_nonce}

    def restore(self, request: Document, transaction: Transaction) -> Document:
        """UserServiceImpl.java:1606-1677."""
        user = self.user(transaction.did)
        token = checked_token(request, transaction, *RESTORE)
        check_auth(self.world, request["didAuth"], transaction)
        require(request["didAuth"]["did"] == transaction.did, tas(12011))
        self._check_mapping(user, token)
        self.world.ledger.set_status(user.did, "ACTIVATED")
        user.status = "ACTIVATED"
        return {}

    def confirm_restore(self, request: Document, transaction: Transaction) -> Document:
        checked_token(request, transaction, *RESTORE)
        return {}

    def push_token(self, request: Document) -> Document:
        """did-ta-server V1.0.0 PushServiceImpl.java:68-97: an empty text is accepted, and the proof is not checked."""
        user = self.user(request["did"])
        require(user.status == "ACTIVATED", tas(17002))
        require(user.app == request["appId"], tas(17005))
        user.push_token = request["pushToken"]
        return {}
