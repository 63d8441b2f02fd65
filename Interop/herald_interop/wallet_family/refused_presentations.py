"""Presentations that must not be accepted (OpenDID sheet 3.3, 3.4, 5.8)."""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

from ..checks import expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names
from .changes import forged, holder, impostor, resigned, set_member, without
from .identities import prove, prove_credential
from .issuing import Issuing
from .presenting import Presenting
from .session import Channel
from .stage import Stage

TITLE = "the presentations with something wrong in them"
SIGNATURE, UNFIT, KEY, NONCE, PURPOSE = "SSRVVRF00103", "SSRVVRF00202", "SSRVVRF00400", "SSRVVRF00402", "SSRVVRF00403"
INVALID = (SIGNATURE, UNFIT)
PATH = "request-verify"


def run(stage: Stage) -> None:
    offers(stage)
    signatures(stage)
    claims(stage)
    contents(stage)
    keys(stage)
    channels(stage)
    repetitions(stage)
    superseded(stage)


def shown(stage: Stage, says: str, make: Callable[[Any], Document], *codes: str, service: str = "subset") -> None:
    """A presentation, signed or not, as `make` gives it; the verifier's result stays open."""
    with stage.checks.check(f"refused: a presentation {says}"):
        flow = stage.presenting(None, service)
        flow.until(PATH)
        stage.no(flow.send(PATH, flow.sealed(canonical(make(flow)))), *codes)
        nothing_shown(stage, flow)


def nothing_shown(stage: Stage, flow: Presenting) -> None:
    reply = flow.send("confirm-verify", flow.build("confirm-verify"))
    if reply.status == 200:
        expect_equal((reply.body["result"], reply.body.get("claims") or []), (False, []), "what the verifier shows")


def offers(stage: Stage) -> None:
    stage.refused("a profile for an offer that nobody made", stage.presenting, "request-profile", set_member("offerId", to=names.new_uuid()), "SSRVVRF00200")
    stage.refused(
        "a profile for the transaction of another offer", stage.presenting, "request-profile",
        lambda _, body: body.update(txId=stage.presenting().tx_id), *[f"SSRVVRF0030{digit}" for digit in range(5)], "SSRVVRF00200")
    stage.refused(
        "a presentation in a transaction that nobody opened", stage.presenting, PATH, set_member("txId", to=names.new_uuid()),
        "SSRVVRF00300", "SSRVVRF00301")
    with stage.checks.check("refused: a presentation before the profile"):
        flow, other = stage.presenting(), stage.presenting()
        other.until(PATH)
        body = other.build(PATH) | {"txId": flow.tx_id}
        stage.no(flow.send(PATH, body), *[f"SSRVVRF0030{digit}" for digit in range(5)])


def signatures(stage: Stage) -> None:
    def another_version(flow: Any) -> Document:
        owner = flow.wallet.owner()
        signed = flow.signed(flow.presentation())
        signed["proof"]["verificationMethod"] = f"{owner.did}?versionId={owner.version + 7}#pin"
        return signed

    def by(owner: Callable[[Any], Any], key: str, purpose: str = "assertionMethod") -> Callable[[Any], Document]:
        return lambda flow: prove(flow.presentation(), owner(flow), (key, purpose))

    def changed(flow: Any) -> Document:
        return flow.signed(flow.presentation()) | {"validUntil": names.moment(timedelta(days=9))}

    def by_stranger(flow: Any) -> Document:
        other = stage.user("stranger").owner()
        return prove(flow.presentation(holder=other.did), other, ("pin", "assertionMethod"))

    shown(stage, "that is not signed", lambda flow: flow.presentation(), SIGNATURE, UNFIT)
    shown(stage, "signed with a key that nobody knows", lambda flow: prove(flow.presentation(), impostor(holder(flow)), ("pin", "assertionMethod")),
          SIGNATURE, UNFIT)
    shown(stage, "that was changed after signing", changed, SIGNATURE, UNFIT)
    shown(stage, "signed by somebody else", by_stranger, SIGNATURE, UNFIT)
    shown(stage, "signed by somebody else in the holder's place", by(lambda _: stage.user("stranger").owner(), "pin"), SIGNATURE, UNFIT)
    shown(stage, "signed by the device", by(lambda flow: flow.wallet.device, "assert"), SIGNATURE, UNFIT, KEY)
    shown(stage, "signed for another purpose", by(holder, "pin", "authentication"), PURPOSE, SIGNATURE)
    shown(stage, "whose proof names a version that there is not", another_version, SIGNATURE, UNFIT)


def remade(change: Callable[[Any, Document], None], **members: Any) -> Callable[[Any], Document]:
    """A changed credential in a correctly signed presentation."""
    def go(flow: Any) -> Document:
        credential = deepcopy(flow.reduced())
        change(flow, credential)
        return flow.signed(flow.presentation(credential, **members))
    return go


def claims(stage: Stage) -> None:
    def other_value(_: Any, credential: Document) -> None:
        credential["credentialSubject"]["claims"][0]["value"] = "changed"

    def swapped(_: Any, credential: Document) -> None:
        shown_claims = credential["credentialSubject"]["claims"]
        shown_claims[0]["value"], shown_claims[1]["value"] = shown_claims[1]["value"], shown_claims[0]["value"]

    def missing(_: Any, credential: Document) -> None:
        del credential["credentialSubject"]["claims"][0], credential["proof"]["proofValueList"][0]

    def of_stranger(_: Any, credential: Document) -> None:
        other = stage.user("stranger").credentials[credential["credentialSchema"]["id"]]
        code = credential["credentialSubject"]["claims"][0]["code"]
        index = [claim["code"] for claim in other["credentialSubject"]["claims"]].index(code)
        credential["credentialSubject"]["claims"][0] = other["credentialSubject"]["claims"][index]
        credential["proof"]["proofValueList"][0] = other["proof"]["proofValueList"][index]

    shown(stage, "with a claim changed", remade(other_value), *INVALID)
    shown(stage, "with two claims' values exchanged", remade(swapped), *INVALID)
    shown(stage, "with a claim of another person's credential", remade(of_stranger), *INVALID)
    shown(stage, "without a claim that is required", remade(missing), UNFIT)


def contents(stage: Stage) -> None:
    def unchanged(_: Any, __: Document) -> None:
        pass

    def of_stranger(_: Any, credential: Document) -> None:
        credential.clear()
        credential.update(deepcopy(stage.user("stranger").credentials[stage.plans[0]["credentialSchema"]["id"]]))

    def self_issued(flow: Any, credential: Document) -> None:
        owner = flow.wallet.owner()
        credential["issuer"]["id"] = owner.did
        credential.update(prove_credential(credential, owner, "pin"))

    def whole_signature_gone(_: Any, credential: Document) -> None:
        credential["proof"].pop("proofValue", None)

    past = {"validFrom": names.moment(timedelta(hours=-2)), "validUntil": names.moment(timedelta(hours=-1))}
    shown(stage, "of another person's credential", remade(of_stranger), *INVALID)
    shown(stage, "of a credential that the holder issued", remade(self_issued), *INVALID)
    shown(stage, "without the signature over the whole where all claims are asked for", remade(whole_signature_gone), UNFIT, service="all")
    shown(stage, "without a credential", lambda flow: flow.signed(flow.presentation() | {"verifiableCredential": []}), UNFIT, SIGNATURE)
    shown(stage, "of one credential twice", lambda flow: flow.signed(flow.presentation(flow.reduced(), flow.reduced())), UNFIT, SIGNATURE)
    shown(stage, "with a nonce that the wallet made", remade(unchanged, verifierNonce=names.nonce()), NONCE)
    shown(stage, "that has expired", remade(unchanged, **past), UNFIT)
    shown(stage, "in the name of another holder", remade(unchanged, holder=names.new_did()), *INVALID)


def keys(stage: Stage) -> None:
    for service, used in (("pin", ("bio",)), ("bio", ("pin",)), ("both", ("pin",)), ("both", ("bio",))):
        shown(stage, f"with {used[0]} where {service} is asked for", lambda flow, used=used: flow.signed(flow.presentation(), *used), KEY, service=service)
    twice = lambda flow: flow.signed(flow.presentation(), "pin", "pin")  # noqa: E731
    shown(stage, "with two proofs of the pin key where both keys are asked for", twice, KEY, UNFIT, SIGNATURE, service="both")


def channels(stage: Stage) -> None:
    def other_key(flow: Any, body: Document) -> None:
        channel = Channel(os.urandom(32 if flow.channel.cipher == "AES-256-CBC" else 16), flow.channel.cipher)
        plain = canonical(flow.signed(flow.presentation()))
        body["encVp"] = multibase.encode(channel.encrypt(plain, multibase.decode(body["accE2e"]["iv"])), "z")

    def of_stranger(_: Any, body: Document) -> None:
        body["accE2e"] = prove(body["accE2e"], stage.user("stranger").owner(), ("keyagree", "keyAgreement"))

    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"a presentation {says}", stage.presenting, PATH, edit, *codes)

    no("whose channel is not signed", without("accE2e", "proof"), SIGNATURE, "SSRVVRF00700", "SSRVVRF00701", "SSRVVRF00100")
    no("whose channel is signed by somebody else", of_stranger, SIGNATURE, UNFIT, "SSRVVRF00700", "SSRVVRF00701")
    no("whose channel is signed with a key that nobody knows", forged("accE2e"), SIGNATURE)
    no("whose channel is signed for another purpose", resigned("accE2e", by=holder, key="pin", purpose="assertionMethod"), PURPOSE, SIGNATURE)
    no("that is encrypted with another key", other_key, "SSRVVRF00409")
    no("that is not JSON", lambda flow, _: flow.sealed(b"{not json"), UNFIT, "SSRVVRF00409", "SSRVVRF00106", "SSRVVRF00100")


def repetitions(stage: Stage) -> None:
    with stage.checks.check("refused: a presentation for an offer that was used"):
        flow = stage.presenting()
        flow.until("confirm-verify")
        again = flow.sealed(canonical(flow.signed(flow.presentation())))
        stage.no(flow.send(PATH, again), NONCE, *[f"SSRVVRF0030{digit}" for digit in range(5)])
        flow.run()
    with stage.checks.check("refused: a presentation made for another offer"):
        first, second = stage.presenting(), stage.presenting()
        first.until(PATH)
        second.until(PATH)
        captured = canonical(first.signed(first.presentation()))
        stage.no(second.send(PATH, second.sealed(captured)), NONCE)
    with stage.checks.check("refused: the encrypted presentation of another transaction"):
        first, second = stage.presenting(), stage.presenting()
        first.until(PATH)
        second.until(PATH)
        stage.no(second.send(PATH, first.build(PATH) | {"txId": second.tx_id}), "SSRVVRF00409", NONCE, SIGNATURE)


def superseded(stage: Stage) -> None:
    with stage.checks.check("refused: a presentation of a credential that a later one replaced"):
        wallet = stage.newcomer()
        first = Issuing(wallet, stage.plans[0], stage.issuer)
        first.run()
        Issuing(wallet, stage.plans[0], stage.issuer).run()
        wallet.credentials[stage.plans[0]["credentialSchema"]["id"]] = first.credential
        flow = stage.presenting(wallet)
        flow.until(PATH)
        stage.no(flow.send(PATH, flow.build(PATH)), "SSRVVRF00801")
