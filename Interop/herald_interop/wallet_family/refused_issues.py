"""Credentials that must not be issued (OpenDID sheet 5.7, 6.2)."""

from __future__ import annotations

import os
from typing import Any

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names
from .changes import INVALID, device, forged, holder, resigned, set_member, without
from .identities import prove
from .issuing import Issuing
from .session import Channel
from .stage import Stage

TITLE = "the issues with something wrong in them"
AUTH = (INVALID, "SSRVTRA16509")
CHANNEL = "SSRVISS00413"


def run(stage: Stage) -> None:
    proposals(stage)
    holders(stage)
    channels(stage)
    requests(stage)
    with stage.checks.check("refused: the confirmation of another credential"):
        flow = stage.issuing()
        flow.until("confirm-issue-vc")
        stage.no(flow.send("confirm-issue-vc", flow.authorised() | {"vcId": names.new_uuid()}), "SSRVTRA18500", "SSRVISS00207")
        flow.run()


def proposals(stage: Stage) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"an issue {says}", stage.issuing, "propose-issue-vc", edit, *codes)

    no("of a plan that nobody knows", set_member("vcPlanId", to="vcplanid999999999999"), "SSRVISS00202", "SSRVTRA18501")
    no("by an issuer that nobody knows", set_member("issuer", to="did:omn:nobody"), "500 SSRVTRA14000")
    no("by the verifier", set_member("issuer", to="did:omn:verifier"), "SSRVTRA14001", "SSRVTRA14002")
    no("for an offer that nobody made", set_member("offerId", to=names.new_uuid()), "SSRVISS00200")
    with stage.checks.check("refused: an offer for another plan"):
        offer = stage.operators.issue_offer(stage.plans[0]["vcPlanId"], stage.issuer)
        flow = Issuing(stage.user(), stage.plans[-1], stage.issuer, offer["offerId"])
        stage.no(flow.send("propose-issue-vc", flow.build("propose-issue-vc")), "SSRVISS00200", "SSRVISS00202")

    def as_device() -> Issuing:
        flow = stage.issuing()
        flow.client = lambda: flow.wallet.device  # type: ignore[method-assign]
        return flow

    stage.refused("an issue whose session is the device's", as_device, "request-issue-profile", lambda *_: None, "SSRVTRA17002")

    def in_other_wallet() -> Issuing:
        flow = stage.issuing()
        flow.until("request-attested-appinfo")
        owner, flow.wallet = flow.wallet.owner(), stage.user("stranger")
        flow.client = lambda: owner  # type: ignore[method-assign]
        return flow

    stage.refused(
        "an issue whose session is one user's and whose wallet is another's", in_other_wallet, "request-issue-profile", lambda *_: None,
        "SSRVTRA17508", "SSRVTRA17005", "SSRVTRA17006")


def holders(stage: Stage) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"an issue {says}", stage.issuing, "request-issue-vc", edit, *codes)

    def of_stranger(flow: Any, body: Document) -> None:
        other = stage.user("stranger").owner()
        body["didAuth"] = prove({"did": other.did, "authNonce": flow.auth_nonce}, other, ("pin", "authentication"))

    def stale(flow: Any, body: Document) -> None:
        other = stage.issuing()
        other.until("request-issue-vc")
        body["didAuth"] = other.build("request-issue-vc")["didAuth"]

    no("where the holder's login is signed with a key that nobody knows", forged("didAuth"), *AUTH)
    no("where the holder's login is signed by somebody else", of_stranger, *AUTH, "SSRVTRA17002", "SSRVTRA12011")
    no("where the holder's login is signed by the device", resigned("didAuth", by=device, key="auth", purpose="authentication"), *AUTH)
    no("where the holder's login is signed for another purpose", resigned("didAuth", by=holder, key="pin", purpose="assertionMethod"), *AUTH)
    no("where the holder's login is signed with the agreement key", resigned("didAuth", by=holder, key="keyagree", purpose="authentication"), *AUTH)
    no("with the login of another transaction", stale, "SSRVTRA16520")
    no("with a nonce that the wallet made", resigned("didAuth", by=holder, key="pin", purpose="authentication", authNonce=names.nonce()), "SSRVTRA16520")
    no("without a login", without("didAuth"), "500 9999")


def channels(stage: Stage) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"an issue {says}", stage.issuing, "request-issue-vc", edit, *codes)

    def of_stranger(flow: Any, body: Document) -> None:
        body["accE2e"] = prove(body["accE2e"], stage.user("stranger").owner(), ("keyagree", "keyAgreement"))

    def other_key(flow: Any, body: Document) -> None:
        iv = multibase.decode(body["accE2e"]["iv"])
        channel = Channel(os.urandom(32 if flow.channel.cipher == "AES-256-CBC" else 16), flow.channel.cipher)
        body["encReqVc"] = multibase.encode(channel.encrypt(canonical(flow.request()), iv), "z")

    no("whose channel is not signed", without("accE2e", "proof"), CHANNEL, "SSRVISS00702", "500 9999")
    no("whose channel is signed by somebody else", of_stranger, CHANNEL)
    no("whose channel is signed with a key that nobody knows", forged("accE2e"), CHANNEL)
    no("whose channel is signed for another purpose", resigned("accE2e", by=holder, key="pin", purpose="assertionMethod"), CHANNEL)
    no("whose channel was changed after signing", set_member("accE2e", "iv", to=names.nonce()), CHANNEL)
    no("that is encrypted with another key", other_key, "SSRVISS00403", "SSRVISS00208")
    no("whose ciphertext was cut", lambda _, body: body.update(encReqVc=cut(body["encReqVc"])), "SSRVISS00403")


def cut(sealed: str) -> str:
    return multibase.encode(multibase.decode(sealed)[:-1], "z")


def requests(stage: Stage) -> None:
    def no(says: str, plain: Any, *codes: str) -> None:
        stage.refused(f"an issue whose encrypted request {says}", stage.issuing, "request-issue-vc", lambda flow, _: flow.sealed(plain(flow)), *codes)

    def with_profile(flow: Any, **members: str) -> bytes:
        request = flow.request()
        return canonical(request | {"profile": request["profile"] | members})

    # One answer for what does not decrypt and what is no JSON (OpenDID sheet 6.2), whichever of the two it is.
    no("is not JSON", lambda _: b"{not json", "SSRVISS00208", "SSRVISS00403")
    no("is empty", lambda _: b"{}", "SSRVISS00208")
    no("has another reference", lambda flow: canonical(flow.request() | {"refId": names.alphanumerics(17)}), "SSRVISS00004")
    no("names another profile", lambda flow: with_profile(flow, id=names.new_uuid()), "SSRVISS00203")
    no("has another nonce", lambda flow: with_profile(flow, issuerNonce=names.nonce()), "SSRVISS00204")
