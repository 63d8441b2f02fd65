"""Steps that come at the wrong time or with the wrong token (OpenDID sheet 5.1, 5.3, 6.3)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..checks import expect_equal
from ..opendid_family.canonical import Document
from . import names
from .changes import random_token, set_member, without
from .issuing import Issuing, Revoking
from .registering import Registering
from .services import Reply
from .stage import Stage

TITLE = "the steps at the wrong time"
UNKNOWN, WRONG, EMPTY, UNREADABLE = "SSRVTRA16000", "SSRVTRA16001", "500 9999", "500 SSRVTRA12004"
TOKEN_WRONG = "SSRVTRA19003"


def run(stage: Stage) -> None:
    stage.refused("a step of a transaction that nobody opened", stage.issuing, "request-ecdh", set_member("txId", to=names.new_uuid()), UNKNOWN)
    skipped(stage)
    repeated(stage)
    at_once(stage)
    malformed(stage)
    wrong_tokens(stage)


def skipped(stage: Stage) -> None:
    wallet = stage.user()

    def no_ecdh(flow: Any, path: str, **members: Any) -> None:
        stage.no(stage.services.post("tas", path, flow.message() | members), WRONG)

    with stage.checks.check("refused: M210, the profile before the session"):
        flow = stage.issuing()
        flow.until("request-ecdh")
        no_ecdh(flow, "request-issue-profile", serverToken=random_token())
        flow.run()
    with stage.checks.check("refused: M210, the confirmation before the issue"):
        flow = stage.issuing()
        flow.until("request-issue-vc")
        stage.no(stage.services.post("tas", "confirm-issue-vc", flow.authorised() | {"vcId": names.new_uuid()}), WRONG)
        flow.run()
    with stage.checks.check("refused: M132, the registration's confirmation before the registration"):
        registering = Registering(stage.wallet())
        registering.until("request-register-user")
        stage.no(registering.send("confirm-register-user", registering.authorised()), WRONG)
        registering.run()
    with stage.checks.check("refused: M132, a step of another protocol"):
        registering = Registering(stage.wallet())
        registering.until("request-register-user")
        stage.no(stage.services.post("tas", "request-issue-profile", registering.authorised()), WRONG)
    with stage.checks.check("refused: M220, the revocation before the session"):
        revoking = Revoking(wallet, wallet.credentials[stage.plans[0]["credentialSchema"]["id"]])
        revoking.until("request-ecdh")
        revoking.server_token = random_token()
        stage.no(revoking.send("request-revoke-vc", revoking.build("request-revoke-vc")), WRONG)


def repeated(stage: Stage) -> None:
    with stage.checks.check("the same request gets the same answer, and one credential is made"):
        flow = stage.issuing()
        flow.until("request-issue-vc")
        body = flow.build("request-issue-vc")
        first, second = (flow.send("request-issue-vc", body) for _ in range(2))
        expect_equal(second.taken(), first.taken(), "answer to the repeated request")
        flow.take_request_issue_vc(first.taken())
        stage.trust.same_meta(flow.credential, "ACTIVE")
    with stage.checks.check("refused: another request for a step that is done"):
        flow = stage.issuing()
        flow.until("confirm-issue-vc")
        stage.no(flow.send("request-issue-vc", flow.build("request-issue-vc")), WRONG)
        stage.trust.same_meta(flow.credential, "ACTIVE")
    with stage.checks.check("refused: the key agreement a second time, with another key"):
        flow = stage.issuing()
        flow.until("request-attested-appinfo")
        stage.no(flow.send("request-ecdh", flow.build("request-ecdh")), WRONG)
    with stage.checks.check("refused: a step of a transaction that is over"):
        flow = stage.issuing()
        flow.run()
        stage.no(flow.send("request-issue-profile", flow.build("request-issue-profile")), WRONG)


def at_once(stage: Stage) -> None:
    def send_all(flow: Issuing, bodies: list[Document]) -> list[Reply]:
        with ThreadPoolExecutor(len(bodies)) as pool:
            return list(pool.map(lambda body: flow.send("request-issue-vc", body), bodies))

    with stage.checks.check("one request eight times at once gets one answer, and one credential is made"):
        flow = stage.issuing()
        flow.until("request-issue-vc")
        replies = send_all(flow, [flow.build("request-issue-vc")] * 8)
        for reply in replies:
            expect_equal(reply.taken(), replies[0].taken(), "answer")
        flow.take_request_issue_vc(replies[0].taken())
        flow.made("request-issue-vc")
        flow.run()
    with stage.checks.check("refused: of eight different requests for one step at once, all but one"):
        flow = stage.issuing()
        flow.until("request-issue-vc")
        replies = send_all(flow, [flow.build("request-issue-vc") for _ in range(8)])
        refused = [reply for reply in replies if reply.status != 200]
        expect_equal(len(refused), 7, "number of refusals")
        for reply in refused:
            # Two instances of a trust agent may both ask the issuer, which accepts one.
            stage.no(reply, WRONG, "SSRVISS00002")


def malformed(stage: Stage) -> None:
    with stage.checks.check("refused: a body that is not JSON"):
        stage.no(stage.services.post("tas", "propose-register-user", b"{not json"), UNREADABLE)
    with stage.checks.check("refused: a body that is a list"):
        stage.no(stage.services.post("tas", "propose-register-user", b"[]"), UNREADABLE)
    with stage.checks.check("refused: a member of another kind"):
        stage.no(stage.services.post("tas", "propose-update-diddoc", {"id": names.message_id(), "did": {"a": 1}}), UNREADABLE, "SSRVTRA12004")
    stage.refused("a step without its transaction", stage.issuing, "request-ecdh", without("txId"), EMPTY)
    stage.refused("an empty message id", stage.issuing, "request-ecdh", set_member("id", to=""), EMPTY)
    stage.refused("a key agreement without the agreement", stage.issuing, "request-ecdh", without("reqEcdh"), EMPTY)


def wrong_tokens(stage: Stage) -> None:
    stage.refused(
        "a token that nobody gave", stage.issuing, "request-issue-profile", set_member("serverToken", to=random_token()), TOKEN_WRONG, goes_on=True)
    stage.refused(
        "a token that is not multibase", stage.issuing, "request-issue-profile", set_member("serverToken", to="?" * 44), TOKEN_WRONG, "SSRVTRA10001")

    def of_another(flow: Any, body: Document) -> None:
        other = stage.issuing()
        other.until("request-issue-profile")
        body["serverToken"] = other.server_token

    stage.refused("the token of another transaction", stage.issuing, "request-issue-profile", of_another, TOKEN_WRONG, goes_on=True)
    stage.refused("the token of another transaction, at the issue", stage.issuing, "request-issue-vc", of_another, TOKEN_WRONG)
    stage.refused("the token of another transaction, at the confirmation", stage.issuing, "confirm-issue-vc", of_another, TOKEN_WRONG, goes_on=True)
