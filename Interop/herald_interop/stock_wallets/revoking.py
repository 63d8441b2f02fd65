"""M220 (iA1 RevokeVcProtocol.swift:30-96, iS1 WalletService.swift:512-560; aA1 RevokeVc.java, aS1 WalletService.java:378-395)."""

from __future__ import annotations

from typing import Any

from ..checks import expect
from ..opendid_family.canonical import Document
from ..wallet_family.flow import Step
from . import screens, wallet_tokens
from .phone import Phone
from .session_steps import SessionFlow


def delete(phone: Phone, credential: Document, key: str = "pin") -> bool:
    """The action of release 2's button. A credential that is revoked already is deleted with a wallet token alone
    (iA2 VCDetailViewController.swift:103-124). On Android, this is so for each that is neither ACTIVE nor INACTIVE
    (aA2 DetailVcFragment.java:300-316). Returns true if the credential was revoked with M220."""
    status = screens.status(phone, credential["id"])
    if status == "REVOKED" if phone.app.is_ios else status not in ("ACTIVE", "INACTIVE"):
        wallet_tokens.ask(phone, wallet_tokens.REVOKE)
        phone.credentials.remove(credential)
        return False
    Revoking(phone, credential, key).run()
    return True


class Revoking(SessionFlow):
    """Revokes a credential. The app deletes it after the confirmation."""

    title = "M220"
    purpose = wallet_tokens.REVOKE
    is_for_credentials = True

    def __init__(self, phone: Phone, credential: Document, key: str = "pin") -> None:
        self.credential, self.auth_key = credential, key
        super().__init__(phone)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-revoke-vc", "a transaction is opened, with a nonce and the kinds of key"), *self.prefix(),
            self.step("request-revoke-vc", "the request by one key is accepted"),
            self.step("confirm-revoke-vc", "the revocation is confirmed"),
        ]

    def build_propose_revoke_vc(self) -> Document:
        return self.opening() | {"vcId": self.credential["id"]}

    def take_propose_revoke_vc(self, answer: Any) -> None:
        model = self.phone.read("_ProposeRevokeVc", answer)
        self.tx_id, self.nonce = model["txId"], model["issuerNonce"]
        # Android sends a request without any proof for other values (aS1 WalletService.java:382-390).
        signs = self.phone.app.is_ios or model.get("authType") in (2, 4, 6)
        expect(signs, f"{self.phone.app.name}: with authType {model.get('authType')} the app sends a request without a proof")

    def build_request_revoke_vc(self) -> Document:
        request = {"vcId": self.credential["id"], "issuerNonce": self.nonce}
        return self.authorised() | {"request": self.phone.prove(request, self.phone.owner(), (self.auth_key, "assertionMethod"))}

    def build_confirm_revoke_vc(self) -> Document:
        return self.authorised()

    def take_confirm_revoke_vc(self, answer: Any) -> None:
        self.followed(answer)
        self.phone.credentials.remove(self.credential)
