"""M141 and M142 (iA1 UpdateUserProtocol.swift:30-82, RestoreUserProtocol.swift:30-85; aA1 UpdateUser.java:98-135, RestoreUser.java).

No app of release 1 or of 2.0.0 has a button for either; the one that adds a bio key came with did-ca-ios V2.0.1
(SettingViewController.swift:224-262,294). As published, iOS 1 posts M141 to the path of M142 (iA1
UpdateUserProtocol.swift:51), Android overwrites the transaction with the nonce (aA1 UpdateUser.java:104), and its SDK sends no document
before 2.0.1 (aS1 UpdateUser.java:54-59). `as_published` is that; without it the step is put right, so that the rest of the app's way can
be tried.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..opendid_family.canonical import Document
from ..wallet_family.flow import Step
from ..wallet_family.identities import Identity
from . import wallet_tokens
from .documents import document_of, signed_document
from .phone import Phone
from .session_steps import SessionFlow


class Changing(SessionFlow):
    """The steps that both protocols share: a nonce with the transaction, for the holder's DIDAuth."""

    reads = ""

    def __init__(self, phone: Phone, key: str = "pin", as_published: bool = False) -> None:
        self.auth_key, self.as_published = key, as_published
        super().__init__(phone)

    def take_proposal(self, answer: Any) -> None:
        model = self.phone.read(self.reads, answer)
        self.tx_id, self.auth_nonce = model["txId"], model["authNonce"]

    def _agreed(self, answer: Any) -> None:
        super()._agreed(answer)
        # The key is agreed on in the true transaction, which the first answer is read for once more (aA1 UpdateUser.java:159).
        if self.as_published and not self.phone.app.is_ios:
            self.tx_id = self.auth_nonce


class Updating(Changing):
    """M141: a bio key comes, as iOS 2.0.1 and the Android SDK 2.0.1 add it."""

    title = "M141"
    purpose = wallet_tokens.UPDATE
    reads = "_ProposeUpdateDidDoc"

    def __init__(self, phone: Phone, new: Identity, key: str = "pin", as_published: bool = False) -> None:
        self.new = new
        super().__init__(phone, key, as_published)

    def steps(self) -> list[Step]:
        astray = self.as_published and self.phone.app.is_ios and self.phone.app.release == 1
        wanted = "request-restore-diddoc" if astray else "request-update-diddoc"
        return [
            self.step("propose-update-diddoc", "a transaction is opened, with a nonce", "take_proposal"), *self.prefix(),
            Step("tas", wanted, "the next version is registered", self.build_request, self.followed),
            self.step("confirm-update-diddoc", "the change is confirmed"),
        ]

    def build_propose_update_diddoc(self) -> Document:
        return self.opening() | {"did": self.phone.owner().did}

    def build_request(self) -> Document:
        """The document is the next version already when iOS 2 signs the DIDAuth (iS2 DIDManager.swift:128-138,
        WalletService.swift:479-500)."""
        phone, is_late = self.phone, not self.phone.app.is_ios and (self.phone.app.release == 1 or self.as_published)
        signer = self.new if phone.app.is_ios else phone.owner()
        auth = phone.prove({"did": signer.did, "authNonce": self.auth_nonce}, signer, (self.auth_key, "authentication"))
        body = self.authorised() | {"didAuth": auth}
        if is_late:
            return body
        uses = [(key, "assertionMethod") for key in ("pin", "bio") if key in self.new.keys]
        document = phone.prove(document_of(phone.app, self.new), self.new, *uses)
        return body | {"signedDidDoc": signed_document(phone, document)}

    def build_confirm_update_diddoc(self) -> Document:
        return self.authorised()

    def take_confirm_update_diddoc(self, answer: Any) -> None:
        """iOS 2 stores the document without the higher version (iS2 DIDManager.swift:154-177), and continues to name the old one."""
        self.followed(answer)
        self.phone.holder = replace(self.new, version=self.phone.owner().version) if self.phone.app.is_ios else self.new


class Restoring(Changing):
    """M142, after an operator's offer."""

    title = "M142"
    purpose = wallet_tokens.RESTORE
    reads = "_ProposeRestoreDidDoc"

    def __init__(self, phone: Phone, offer: str, key: str = "pin", as_published: bool = False) -> None:
        self.offer = offer
        super().__init__(phone, key, as_published)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-restore-diddoc", "a transaction is opened, with a nonce", "take_proposal"), *self.prefix(),
            self.step("request-restore-diddoc", "the document is active again"),
            self.step("confirm-restore-diddoc", "the restoration is confirmed"),
        ]

    def build_propose_restore_diddoc(self) -> Document:
        return self.opening() | {"did": self.phone.owner().did, "offerId": self.offer}

    def build_request_restore_diddoc(self) -> Document:
        return self.authorised() | {"didAuth": self.did_auth(self.auth_nonce, self.auth_key)}

    def build_confirm_restore_diddoc(self) -> Document:
        return self.authorised()
