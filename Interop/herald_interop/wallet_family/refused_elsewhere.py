"""Requests that the gateway, the app server, the issuer and the operators' endpoints refuse (OpenDID sheet 5.2, 5.3, 9)."""

from __future__ import annotations

from ..checks import Refuted, expect
from ..opendid_family.canonical import Document
from . import names, tokens
from .stage import Stage

TITLE = "the questions to the other servers"
OPERATORS: tuple[tuple[str, str, Document], ...] = (
    ("tas", "update-diddoc-deactivated", {"kycTxId": "somebody"}), ("tas", "update-diddoc-revoked", {"kycTxId": "somebody"}),
    ("tas", "update-user-status", {"did": "did:omn:somebody", "status": "DEACTIVATED"}), ("tas", "offer-restore-did/push", {"did": "did:omn:somebody"}),
    ("tas", "offer-restore-did/email", {"did": "did:omn:somebody", "email": "a@example.org"}),
    ("cas", "save-user-info", {"userId": "somebody", "pii": "text"}), ("cas", "retrieve-pii", {"userId": "somebody"}),
    ("issuer", "vc/status", {"vcId": "0", "status": "REVOKED"}), ("issuer", "user", {"userId": "somebody", "pii": "text"}),
    ("issuer", "vc", {"userId": "somebody"}),
)


def run(stage: Stage) -> None:
    services = stage.services
    with stage.checks.check("refused: a DID that nobody registered"):
        stage.no(services.get("gateway", "did-doc", did=names.new_did()), "SSRVAGW00300", "SSRVAGW00301")
    with stage.checks.check("refused: a version that there is not"):
        did = stage.user().owner().did
        stage.no(services.get("gateway", "did-doc", did=f"{did}?versionId=99"), "SSRVAGW00300", "SSRVAGW00301")
    with stage.checks.check("refused: a text that is no DID"):
        stage.no(services.get("gateway", "did-doc", did="nonsense"), "SSRVAGW00300", "SSRVAGW00301")
    with stage.checks.check("refused: a credential that nobody issued"):
        stage.no(services.get("gateway", "vc-meta", vcId=names.new_uuid()), "SSRVAGW00400", "SSRVAGW00401")
    with stage.checks.check("refused: the token of a user whom the app server does not know"):
        seed = tokens.seed(stage.user(), 8) | {"userId": names.new_uuid()}
        stage.no(services.post("cas", "request-wallet-tokendata", seed), "SCRVCFA00400")
    with stage.checks.check("refused: a schema that the issuer does not have"):
        stage.no(services.get("issuer", "vc/vcschema", name="nothing"), "SSRVISS00211")
    with stage.checks.check("refused: a presentation whose body is not JSON"):
        stage.no(services.post("verifier", "request-verify", b"{not json"), "500 SSRVVRF00100", "SSRVVRF00100")
    with stage.checks.check("refused: a token request whose body is not JSON"):
        stage.no(services.post("cas", "request-wallet-tokendata", b"{not json"), "500 SCRVCFA00100", "SCRVCFA00100")
    if services.has_operators:
        for role, path, body in OPERATORS:
            operator(stage, role, path, body)


def operator(stage: Stage, role: str, path: str, body: Document) -> None:
    """Without the operator's credential, whatever the body says; the sheet names no code for it."""
    with stage.checks.check(f"refused: {role}/{path} without the operator's credential"):
        reply = stage.services.post(role, path, {"id": names.message_id()} | body)
        if reply.status == 200:
            raise Refuted(f"{reply.where} did it")
        expect(reply.status in (401, 403), reply.summary)
