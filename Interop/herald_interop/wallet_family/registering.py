"""M132, M141 and M142: the holder's DID is registered, changed, restored (OpenDID sheet 5.6, 5.10, 5.11)."""

from __future__ import annotations

from ..checks import expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from . import names
from .flow import Step
from .identities import Identity, holder_document
from .session_flow import SessionFlow
from .wallet import Wallet


class Registering(SessionFlow):
    """M132. The document is the wallet's only once the trust agent has confirmed."""

    title = "M132"
    purpose = 5

    def __init__(self, wallet: Wallet, *keys: str, ciphers: list[str] | None = None) -> None:
        self.holder = Identity.new(names.new_did(), "keyagree", *(keys or ("pin",)))
        super().__init__(wallet, ciphers)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-register-user", "a transaction is opened", "proposed"), *self.prefix(),
            self.step("retrieve-kyc", "the trust agent fetches the user's data"),
            self.step("request-register-user", "the holder's document is registered as it is"),
            self.step("confirm-register-user", "the registration is confirmed"),
        ]

    def build_propose_register_user(self) -> Document:
        return self.opening()

    def build_retrieve_kyc(self) -> Document:
        return self.authorised() | {"kycTxId": self.wallet.person.id}

    def build_request_register_user(self) -> Document:
        self.document = holder_document(self.holder, self.wallet.style)
        return self.authorised() | {"signedDidDoc": self.signed_document(self.document)}

    def take_request_register_user(self, answer: Document) -> None:
        self.same_transaction(answer)
        self.wallet.trust.on_ledger(self.document)

    def build_confirm_register_user(self) -> Document:
        return self.authorised()

    def take_confirm_register_user(self, answer: Document) -> None:
        self.same_transaction(answer)
        self.wallet.holder = self.holder


class Updating(SessionFlow):
    """M141. The holder comes with the keys that are registered, and leaves with the new ones."""

    title = "M141"
    purpose = 6

    def __init__(self, wallet: Wallet, new: Identity) -> None:
        self.new = new
        super().__init__(wallet)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-update-diddoc", "a transaction is opened, with a nonce for the holder"), *self.prefix(),
            self.step("request-update-diddoc", "the next version is on the ledger, and the one before can still be had"),
            self.step("confirm-update-diddoc", "the change is confirmed"),
        ]

    def build_propose_update_diddoc(self) -> Document:
        return self.opening() | {"did": self.wallet.owner().did}

    def take_propose_update_diddoc(self, answer: Document) -> None:
        self.proposed(answer)
        self.wallet.fresh(answer["authNonce"], "the nonce for the holder")
        self.auth_nonce = answer["authNonce"]

    def build_request_update_diddoc(self) -> Document:
        self.document = holder_document(self.new, self.wallet.style)
        auth = self.did_auth(self.auth_nonce, "pin")
        return self.authorised() | {"didAuth": auth, "signedDidDoc": self.signed_document(self.document)}

    def take_request_update_diddoc(self, answer: Document) -> None:
        self.same_transaction(answer)
        trust, old = self.wallet.trust, self.wallet.owner()
        trust.on_ledger(self.document)
        before = trust.gateway.document(old.did, str(old.version))
        keys = {method["id"]: multibase.decode(method["publicKeyMultibase"]) for method in before["verificationMethod"]}
        expect_equal(keys, {name: key.public for name, key in old.keys.items()}, "keys of the version before")

    def build_confirm_update_diddoc(self) -> Document:
        return self.authorised()

    def take_confirm_update_diddoc(self, answer: Document) -> None:
        self.same_transaction(answer)
        self.wallet.holder = self.new


class Restoring(SessionFlow):
    """M142, after an offer of the operator."""

    title = "M142"
    purpose = 7

    def __init__(self, wallet: Wallet, offer: str) -> None:
        self.offer = offer
        super().__init__(wallet)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-restore-diddoc", "a transaction is opened, with a nonce for the holder"), *self.prefix(),
            self.step("request-restore-diddoc", "the same version of the document is active again"),
            self.step("confirm-restore-diddoc", "the restoration is confirmed"),
        ]

    def build_propose_restore_diddoc(self) -> Document:
        return self.opening() | {"offerId": self.offer, "did": self.wallet.owner().did}

    def take_propose_restore_diddoc(self, answer: Document) -> None:
        self.proposed(answer)
        self.wallet.fresh(answer["authNonce"], "the nonce for the holder")
        self.auth_nonce = answer["authNonce"]

    def build_request_restore_diddoc(self) -> Document:
        return self.authorised() | {"didAuth": self.did_auth(self.auth_nonce, "pin")}

    def take_request_restore_diddoc(self, answer: Document) -> None:
        self.same_transaction(answer)
        owner = self.wallet.owner()
        document = self.wallet.trust.gateway.document(owner.did)
        expect_equal(document["deactivated"], False, "whether the document is switched off")
        expect_equal(document["versionId"], str(owner.version), "version of the restored document")

    def build_confirm_restore_diddoc(self) -> Document:
        return self.authorised()
