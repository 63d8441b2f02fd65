"""M210 (iA1 IssueVcProtocol.swift:32-116, iS1 WalletService.swift:399-510; aA1 IssueVc.java:95-250, aS1 WalletService.java:300-376)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..checks import Refuted, expect
from ..opendid_family.canonical import Document, canonical
from ..wallet_family.flow import Step
from . import dates, signatures, trusting, wallet_tokens
from .end_to_end import EndToEnd
from .phone import Phone
from .session_steps import SessionFlow, opened


def issuing_key(phone: Phone, wanted: str) -> str:
    """Uses the biometric key if there is one; only iOS 2 asks the user (iA1 IssueProfileViewController.swift:89-93, aA1 ProfileFragment.java)."""
    asks = phone.app.is_ios and phone.app.release == 2
    return wanted if asks else "bio" if "bio" in phone.owner().keys else "pin"


class Issuing(SessionFlow):
    """A credential, asked for by the user or offered by the issuer."""

    title = "M210"
    purpose = wallet_tokens.ISSUE
    is_for_credentials = True

    def __init__(
        self, phone: Phone, plan: str, issuer: str, offer: str | None = None, key: str = "pin", page: Callable[[], None] | None = None
    ) -> None:
        """`page` is what the user does at the demo's page addVcInfo, which an app opens where there is no offer (iA1
        IssueProfileViewController.swift:72-80, iA2 :95-104, aA1 ProfileFragment.java:163-170)."""
        self.plan, self.issuer, self.offer, self.auth_key, self.page = plan, issuer, offer, key, page
        super().__init__(phone)

    def steps(self) -> list[Step]:
        return [
            self.step("propose-issue-vc", "a transaction is opened, with a reference"), *self.prefix(),
            self.step("request-issue-profile", "the profile can be read and shown"),
            self.step("request-issue-vc", "the issuer is certified; the credential decrypts, has the release's form, is signed"),
            self.step("confirm-issue-vc", "the issue is confirmed"),
        ]

    def build_propose_issue_vc(self) -> Document:
        return self.opening() | {"vcPlanId": self.plan, "issuer": self.issuer} | ({"offerId": self.offer} if self.offer else {})

    def take_propose_issue_vc(self, answer: Any) -> None:
        model = self.phone.read("_ProposeIssueVc", answer)
        # iS1 WalletService.swift:408-410 refuses an empty one.
        expect(model["refId"] or not self.phone.app.is_ios, f"{self.phone.app.name}: the reference is empty")
        self.tx_id, self.reference = model["txId"], model["refId"]

    def build_request_issue_profile(self) -> Document:
        return self.authorised()

    def take_request_issue_profile(self, answer: Any) -> None:
        """Reading, and then the screen, which shows the day of the proof."""
        app, model = self.phone.app, self.phone.read("_RequestIssueProfile", answer)
        self.goes_on(model)
        self.auth_nonce, self.profile = model["authNonce"], model["profile"]
        shown = dates.ios_profile if app.is_ios else dates.android_day
        shown(self.profile["proof"].get("created", ""), f"{app.name}, IssueProfile.proof.created")
        if self.page is not None:
            self.page()

    def build_request_issue_vc(self) -> Document:
        inner = self.profile["profile"]
        trusting.certified(self.phone, inner["issuer"], "Issuer")
        self.channel_to_issuer = EndToEnd(self.phone, inner["process"], "issuerNonce")
        request = {"refId": self.reference, "profile": {"id": self.profile["id"], "issuerNonce": inner["process"]["issuerNonce"]}}
        return self.authorised() | {
            "didAuth": self.did_auth(self.auth_nonce, issuing_key(self.phone, self.auth_key)),
            "accE2e": self.channel_to_issuer.wire_form(), "encReqVc": self.channel_to_issuer.sealed(canonical(request)),
        }

    def take_request_issue_vc(self, answer: Any) -> None:
        """Release 1 reads a bare credential, release 2 the member `vc` (iS2 WalletService.swift:608, aS2 WalletService.java:437,456)."""
        phone, model = self.phone, self.phone.read("_RequestIssueVc", answer)
        self.goes_on(model)
        plain = opened(self.channel_to_issuer.channel, model["e2e"]["encVc"], model["e2e"]["iv"], f"{phone.app.name}: the credential")
        read = phone.parsed("credential", plain)
        self.credential = read if phone.app.release == 1 else read["vc"]
        key = trusting.assertion_key(phone, self.credential["issuer"]["id"])
        if key is not None and not signatures.holds(phone.app, self.credential, key):
            # iOS throws; Android stores nothing and confirms all the same (aS1 WalletService.java:372-375).
            raise Refuted(f"{phone.app.name}: the credential's signature does not hold over what the model writes back; it is not kept")
        phone.keep(self.credential)

    def build_confirm_issue_vc(self) -> Document:
        return self.authorised() | {"vcId": self.credential["id"]}
