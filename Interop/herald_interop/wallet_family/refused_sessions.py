"""The session prefix with something wrong in it (OpenDID sheet 5.5, 6.1)."""

from __future__ import annotations

from typing import Any

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from . import names
from .changes import INVALID, client, device, forged, resigned, set_member, without
from .identities import new_key, prove
from .registering import Registering
from .stage import Stage

TITLE = "the sessions with something wrong in them"
AGREEMENT = {"by": client, "key": "keyagree", "purpose": "keyAgreement"}
NO_WALLET = "SSRVTRA17502"


def run(stage: Stage) -> None:
    agreements(stage)
    wallets(stage)
    apps(stage)
    purposes(stage)


def agreements(stage: Stage) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"key agreement {says}", stage.issuing, "request-ecdh", edit, *codes, goes_on=True)

    def named_otherwise(flow: Any, body: Document) -> None:
        body["reqEcdh"]["proof"]["verificationMethod"] = stage.user("stranger").owner().url("keyagree")

    no("signed with a key that nobody knows", forged("reqEcdh"), INVALID)
    no("with a member changed after signing", set_member("reqEcdh", "clientNonce", to=names.nonce()), INVALID)
    no("without a proof", without("reqEcdh", "proof"), INVALID, "500 9999")
    no("signed for another purpose", resigned("reqEcdh", **AGREEMENT | {"purpose": "assertionMethod"}), INVALID)
    no("signed with the pin key", resigned("reqEcdh", **AGREEMENT | {"key": "pin"}), INVALID)
    no("whose proof names another DID", named_otherwise, INVALID)
    no("of a client whose DID is not on the ledger", resigned("reqEcdh", **AGREEMENT, client=names.new_did()), INVALID)
    no("with a nonce of 15 bytes", resigned("reqEcdh", **AGREEMENT, clientNonce=names.nonce(size=15)), "SSRVTRA16519")
    no("with ECB only", resigned("reqEcdh", **AGREEMENT, candidate={"ciphers": ["AES-256-ECB"]}), "SSRVTRA12008")


def wallets(stage: Stage) -> None:
    def other_wallet(flow: Any, body: Document) -> None:
        other = stage.user("stranger")
        info = {"wallet": {"id": other.id, "did": other.device.did}, "nonce": names.nonce()}
        body["seed"]["walletInfo"] = prove(info, flow.wallet.device, ("assert", "assertionMethod"))

    def unknown_id(flow: Any, body: Document) -> None:
        info = {"wallet": {"id": names.wallet_id(), "did": flow.wallet.device.did}, "nonce": names.nonce()}
        body["seed"]["walletInfo"] = prove(info, flow.wallet.device, ("assert", "assertionMethod"))

    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"token request {says}", stage.issuing, "request-create-token", edit, *codes, goes_on=True)

    no("whose wallet is signed for with a key that nobody knows", forged("seed", "walletInfo"), INVALID)
    no("whose wallet is signed for with the key for logins", resigned("seed", "walletInfo", by=device, key="auth", purpose="authentication"), INVALID)
    no("whose wallet is signed for by another device", other_wallet, INVALID)
    no("of a wallet that nobody registered", unknown_id, NO_WALLET)
    stage.refused(
        "M132 in a wallet that has a user", lambda: Registering(stage.user()), "request-create-token", lambda *_: None, NO_WALLET)

    def not_assigned() -> Any:
        flow = stage.issuing()
        flow.until("request-create-token")
        flow.wallet = stage.wallet()
        return flow

    stage.refused("M210 in a wallet without a user", not_assigned, "request-create-token", lambda *_: None, NO_WALLET, INVALID)


def apps(stage: Stage) -> None:
    def own_word(flow: Any, body: Document) -> None:
        info = {"appId": flow.wallet.app_id, "provider": {"did": flow.wallet.device.did, "certVcRef": flow.app_info["provider"]["certVcRef"]}}
        body["seed"]["caAppInfo"] = prove(info | {"nonce": names.nonce()}, flow.wallet.device, ("assert", "assertionMethod"))

    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"token request {says}", stage.issuing, "request-create-token", edit, *codes, goes_on=True)

    no("with the app's id changed after the attestation", set_member("seed", "caAppInfo", "appId", to=names.app_id()), INVALID)
    no("with an attestation signed with a key that nobody knows", forged("seed", "caAppInfo"), INVALID)
    no("with an attestation that the wallet gave itself", own_word, "SSRVTRA12007", INVALID, "SSRVTRA18510", "SSRVTRA18511")


def purposes(stage: Stage) -> None:
    for purpose in (5, 9, 10, 14):
        stage.refused(
            f"a token for purpose {purpose} in M210", stage.issuing, "request-create-token", set_member("seed", "purpose", to=purpose), "SSRVTRA12005")
    stage.refused(
        "a token for purpose 8 in M132", lambda: Registering(stage.wallet()), "request-create-token", set_member("seed", "purpose", to=8),
        "SSRVTRA12005", goes_on=True)

    def off_curve(flow: Any, body: Document) -> None:
        key = multibase.encode(b"\x02" + b"\xff" * 32, "z")
        body["reqEcdh"] = prove(body["reqEcdh"] | {"publicKey": key}, flow.client(), ("keyagree", "keyAgreement"))

    stage.refused("key agreement with a point that is not on the curve", stage.issuing, "request-ecdh", off_curve, "SSRVTRA16521", "500 SSRVTRA16521",
                  "SSRVTRA12004", "500 SSRVTRA12004", goes_on=True)
    stage.refused("key agreement with a key that is not multibase", stage.issuing, "request-ecdh",
                  resigned("reqEcdh", by=client, key="keyagree", purpose="keyAgreement", publicKey="?" + multibase.encode(new_key().public, "f")),
                  "SSRVTRA10001", "500 SSRVTRA12004", goes_on=True)
