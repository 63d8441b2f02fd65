"""Wallets and users that must not be registered (OpenDID sheet 5.4, 5.6)."""

from __future__ import annotations

from typing import Any

from ..checks import Refuted, expect
from ..opendid_family.canonical import Document
from . import names
from .changes import INVALID, device, forged, impostor, resigned, set_member
from .creating import Creating
from .identities import Identity, holder_document, new_key, packed, prove
from .registering import Registering
from .stage import Stage

TITLE = "the registrations with something wrong in them"
UNPROVEN = "SSRVTRA16516"
ENVELOPE = {"by": device, "key": "assert", "purpose": "assertionMethod"}


def run(stage: Stage) -> None:
    wallets(stage)
    users(stage)


def wallets(stage: Stage) -> None:
    def creating() -> Creating:
        return Creating(stage.fresh_wallet())

    def by_itself(flow: Any, body: Document) -> None:
        word = body["attestedDidDoc"]
        body["attestedDidDoc"] = prove(
            word | {"provider": word["provider"] | {"did": flow.wallet.device.did}}, flow.wallet.device, ("assert", "assertionMethod"))

    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"a wallet {says}", creating, "request-register-wallet", edit, *codes, goes_on=True)

    no("whose attestation was changed", set_member("attestedDidDoc", "walletId", to=names.wallet_id()), INVALID)
    no("whose attestation is signed with a key that nobody knows", forged("attestedDidDoc"), INVALID)
    no("that attests itself", by_itself, "SSRVTRA12007", INVALID, "SSRVTRA18510", "SSRVTRA18511")
    with stage.checks.check("refused: the same attestation a second time"):
        flow = creating()
        flow.run()
        stage.no(flow.send("request-register-wallet", flow.build("request-register-wallet")), "SSRVTRA17501")
    with stage.checks.check("refused: the wallet provider attests no document whose keys are not proven"):
        flow = creating()
        document = flow.build("request-sign-wallet")
        document["proofs"][0]["proofValue"] = document["proofs"][1]["proofValue"]
        wallet_provider_says_no(flow.send("request-sign-wallet", document))
    with stage.checks.check("refused: the wallet provider attests no document that only one of its keys proves"):
        flow = creating()
        document = flow.build("request-sign-wallet")
        document["proofs"] = document["proofs"][:1]
        wallet_provider_says_no(flow.send("request-sign-wallet", document))


def wallet_provider_says_no(reply: Any) -> None:
    """As upstream's (did-wallet-server V1.0.0 WalletServiceImpl.java:170-178); a document that is none is 00102 with us."""
    reply.refused("SSRVWLT00203", "SSRVWLT00102")


def users(stage: Stage) -> None:
    def registering() -> Registering:
        return Registering(stage.wallet(), "pin", "bio")

    def no(says: str, edit: Any, *codes: str, goes_on: bool = True) -> None:
        stage.refused(f"a user {says}", registering, "request-register-user", edit, *codes, goes_on=goes_on)

    def document(make: Any) -> Any:
        """The envelope is right, the document in it is not."""
        def edit(flow: Any, body: Document) -> None:
            body["signedDidDoc"] = flow.signed_document(make(flow))
        return edit

    def one_proof_less(flow: Any) -> Document:
        whole = holder_document(flow.holder)
        return {key: member for key, member in whole.items() if key != "proofs"} | {"proof": whole["proofs"][0]}

    def wrong_keys(flow: Any) -> Document:
        return flow.holder.document() | prove(flow.holder.document(), impostor(flow.holder), ("pin", "assertionMethod"), ("bio", "assertionMethod"))

    def other_device(flow: Any, body: Document) -> None:
        other = stage.wallet()
        body["signedDidDoc"] = prove(body["signedDidDoc"] | {"wallet": other.wire_form()}, other.device, ("assert", "assertionMethod"))

    no("whose envelope is signed with a key that nobody knows", forged("signedDidDoc"), INVALID)
    no("whose envelope is signed for another purpose", resigned("signedDidDoc", by=device, key="auth", purpose="authentication"), INVALID)
    no("whose document was exchanged after signing", set_member("signedDidDoc", "ownerDidDoc", to=packed({"id": "did:omn:x"})), INVALID)
    no("in the envelope of another wallet", other_device, "SSRVTRA17508", INVALID)
    no("of a wallet that nobody registered", resigned("signedDidDoc", **ENVELOPE, wallet={"id": names.wallet_id(), "did": names.new_did()}),
       "SSRVTRA17502", "SSRVTRA17508", INVALID)
    no("whose document is signed by other keys", document(wrong_keys), UNPROVEN)
    no("whose document lacks a proof", document(one_proof_less), UNPROVEN)
    no("whose document is none", resigned("signedDidDoc", **ENVELOPE, ownerDidDoc="m" + "AAAA"), "SSRVTRA12006")
    no("with a DID that is a user already", document(lambda _: holder_document(stage.user().owner())), "SSRVTRA17000")
    no("with the DID of another user and keys of its own",
       document(lambda _: holder_document(impostor(stage.user().owner()))), "SSRVTRA17000")
    no("with the trust agent's DID", document(lambda flow: holder_document(impostor_of_tas(stage))), "SSRVTRA17000", UNPROVEN, "SSRVTRA12009", INVALID,
       "SSRVTRA12006")
    unknown_person(stage)


def impostor_of_tas(stage: Stage) -> Identity:
    return Identity(stage.setting.tas, {"keyagree": new_key(), "pin": new_key()})


def unknown_person(stage: Stage) -> None:
    """The sheet leaves open whether the app server's code or the trust agent's own is shown."""
    with stage.checks.check("refused: a person whom the app's server does not know"):
        flow = Registering(stage.wallet())
        flow.until("retrieve-kyc")
        reply = flow.send("retrieve-kyc", flow.authorised() | {"kycTxId": names.new_uuid()})
        if reply.status == 200:
            raise Refuted("the trust agent accepted it")
        expect(reply.code == "SCRVCFA00400" or reply.code.startswith("SSRVTRA"), reply.summary)
        flow.run()
