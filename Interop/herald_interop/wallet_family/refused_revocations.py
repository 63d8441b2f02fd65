"""Revocations that must not happen, and what is not possible after one (OpenDID sheet 5.9)."""

from __future__ import annotations

from typing import Any

from ..opendid_family.canonical import Document
from . import names
from .changes import device, forged, holder, resigned
from .identities import prove
from .issuing import Issuing, Revoking
from .stage import Stage

TITLE = "the revocations with something wrong in them"
PATH = "request-revoke-vc"
SIGNATURE = "SSRVISS00413"
HOLDER = ("SSRVISS00300", "SSRVISS00301", "SSRVISS00302")
# A trust agent may refuse some requests before the issuer does: another user's session, and another credential than the proposed one.
NOT_THE_SUBJECT, NOT_THE_CREDENTIAL, NOT_ENROLLED = "SSRVTRA16510", "SSRVTRA18500", "SSRVTRA14001"


def run(stage: Stage) -> None:
    wallet = stage.newcomer()
    issuing = Issuing(wallet, stage.plans[0], stage.issuer)
    issuing.run()
    credential = issuing.credential
    requests(stage, lambda: Revoking(wallet, credential))
    strangers(stage, credential)
    with stage.checks.check("after all that was refused, the credential is still active"):
        stage.trust.same_meta(credential, "ACTIVE")
    afterwards(stage, wallet, credential)


def requests(stage: Stage, revoking: Any) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"a revocation {says}", revoking, PATH, edit, *codes)

    def of_another(flow: Any, body: Document) -> None:
        other = revoking()
        other.until(PATH)
        body["request"] = other.build(PATH)["request"]

    no("signed with a key that nobody knows", forged("request"), SIGNATURE)
    no("signed for another purpose", resigned("request", by=holder, key="pin", purpose="authentication"), SIGNATURE)
    no("signed with the agreement key", resigned("request", by=holder, key="keyagree", purpose="assertionMethod"), SIGNATURE)
    no("signed by the device", resigned("request", by=device, key="assert", purpose="assertionMethod"), SIGNATURE, *HOLDER)
    no("with a nonce that the wallet made", resigned("request", by=holder, key="pin", purpose="assertionMethod", issuerNonce=names.nonce()), "SSRVISS00210")
    no("with the request of another transaction", of_another, "SSRVISS00210")
    no("of another credential than proposed", resigned("request", by=holder, key="pin", purpose="assertionMethod", vcId=names.new_uuid()), "SSRVISS00207",
       NOT_THE_CREDENTIAL)


def strangers(stage: Stage, credential: Document) -> None:
    stranger = stage.user("stranger")
    # Upstream lets any registered DID revoke any credential.
    stage.refused(
        "a revocation by another user", lambda: Revoking(stranger, credential), PATH, lambda *_: None, SIGNATURE, *HOLDER,
        NOT_THE_SUBJECT)

    def in_other_session(flow: Any, body: Document) -> None:
        body["request"] = prove(body["request"], stage.user().owner(), ("pin", "assertionMethod"))

    stage.refused(
        "a revocation whose session is one user's and whose request another's", lambda: Revoking(stranger, credential), PATH, in_other_session, SIGNATURE,
        *HOLDER, NOT_THE_SUBJECT)
    stage.refused(
        "a revocation of a credential that nobody issued", lambda: Revoking(stranger, {"id": names.new_uuid()}), "propose-revoke-vc",
        lambda *_: None, "500 SSRVTRA18516", "SSRVISS00206", "SSRVAGW00401", NOT_THE_CREDENTIAL)
    with stage.checks.check("refused: a revocation of the trust agent's certificate"):
        flow = Revoking(stranger, stage.services.get("tas", "certificate-vc").taken())
        reply = flow.send("propose-revoke-vc", flow.build("propose-revoke-vc"))
        if reply.status == 200:
            # In the sheet, the issuer checks only the request. That is soon enough.
            flow.take_propose_revoke_vc(reply.taken())
            flow.made("propose-revoke-vc")
            flow.until(PATH)
            reply = flow.send(PATH, flow.build(PATH))
        stage.no(reply, "SSRVISS00206", SIGNATURE, *HOLDER, NOT_ENROLLED)


def afterwards(stage: Stage, wallet: Any, credential: Document) -> None:
    with stage.checks.check("refused: a presentation of a revoked credential"):
        before = stage.presenting(wallet)
        before.until("request-verify")
        Revoking(wallet, credential).run()
        stage.no(before.send("request-verify", before.build("request-verify")), "SSRVVRF00801")
    with stage.checks.check("refused: a presentation of a revoked credential, asked for after the revocation"):
        after = stage.presenting(wallet)
        after.until("request-verify")
        stage.no(after.send("request-verify", after.build("request-verify")), "SSRVVRF00801")
    stage.refused(
        "a second revocation", lambda: Revoking(wallet, credential), "propose-revoke-vc", lambda *_: None, "SSRVTRA18518")
    with stage.checks.check("after a revocation, a new credential is issued and presented"):
        Issuing(wallet, stage.plans[0], stage.issuer).run()
        stage.presenting(wallet).run()
