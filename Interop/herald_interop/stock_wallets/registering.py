"""M132 (iA1 RegUserProtocol.swift:31-84, StepViewController.swift:158; aA1 RegUser.java:89-244, CaUtil.java:190)."""

from __future__ import annotations

from typing import Any

from ..opendid_family.canonical import Document
from ..wallet_family import names
from ..wallet_family.flow import Step
from ..wallet_family.identities import Identity
from . import wallet_tokens
from .documents import holder_document, signed_document
from .phone import Phone
from .session_steps import SessionFlow


def holder_of(phone: Phone, with_bio: bool) -> Identity:
    """iOS 1: keyagree, pin, bio (iS1 WalletCore.swift:186-196); the others in the order of storing (iS2 WalletCore.swift:245-266,
    aS1 WalletCore.java:139-171)."""
    first = ("keyagree", "pin") if phone.app.is_ios and phone.app.release == 1 else ("pin", "keyagree")
    return Identity.new(names.new_did(), *first, *(("bio",) if with_bio else ()))


class Registering(SessionFlow):
    """The user, and then a push token that may be empty."""

    title = "M132"
    purpose = wallet_tokens.REGISTER

    def __init__(self, phone: Phone, with_bio: bool) -> None:
        self.new = holder_of(phone, with_bio)
        super().__init__(phone)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-register-user", "a transaction is opened", "proposed"), *self.prefix(),
            self.step("retrieve-kyc", "the user is known by the id of the demo's page"),
            self.step("request-register-user", "the document is registered"),
            self.step("confirm-register-user", "the registration is confirmed"),
            self.step("update-push-token", "an app that may not push says so with an empty token"),
        ]

    def build_propose_register_user(self) -> Document:
        return self.opening()

    def build_retrieve_kyc(self) -> Document:
        return self.authorised() | {"kycTxId": self.phone.person.id}

    def build_request_register_user(self) -> Document:
        document = holder_document(self.phone, self.new)
        return self.authorised() | {"signedDidDoc": signed_document(self.phone, document)}

    def build_confirm_register_user(self) -> Document:
        return self.authorised()

    def take_confirm_register_user(self, answer: Any) -> None:
        self.followed(answer)
        self.phone.holder = self.new

    def build_update_push_token(self) -> Document:
        """Without a token, and without a proof (iA1 StepViewController.swift:158, aA1 Preference.java:140-142)."""
        return self.opening() | {"appId": self.phone.app_id, "did": self.new.did, "pushToken": ""}

    def take_update_push_token(self, answer: Any) -> None:
        """The body of the answer with status 200, whatever it is."""
