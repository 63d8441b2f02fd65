"""Changes of a DID document, and restorations, that must not happen (OpenDID sheet 5.10, 5.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..checks import expect_equal
from ..opendid_family.canonical import Document
from . import names
from .changes import INVALID, forged, holder, impostor, resigned, set_member
from .identities import Identity, holder_document, new_key, prove
from .issuing import Issuing
from .registering import Restoring, Updating
from .stage import Stage
from .wallet import Wallet

TITLE = "the changes of documents with something wrong in them"
UPDATE, RESTORE = "request-update-diddoc", "request-restore-diddoc"
AUTH = (INVALID, "SSRVTRA16509")


def run(stage: Stage) -> None:
    wallet = stage.newcomer()
    documents(stage, wallet)
    holders(stage, wallet)
    others(stage, wallet)
    with stage.checks.check("after all that was refused, the ledger has the document as it was"):
        stage.trust.on_ledger(holder_document(wallet.owner()))
    switched_off(stage, stage.newcomer())


def did_auth(flow: Updating, owner: Identity, key: str) -> Document:
    return prove({"did": owner.did, "authNonce": flow.auth_nonce}, owner, (key, "authentication"))


def updating(wallet: Wallet) -> Updating:
    return Updating(wallet, wallet.owner().next(bio=new_key()))


def documents(stage: Stage, wallet: Wallet) -> None:
    def no(says: str, change: Any, *codes: str, **members: Any) -> None:
        def edit(flow: Any, body: Document) -> None:
            document = holder_document(change(flow.new), **members)
            body["signedDidDoc"] = flow.signed_document(document)
        stage.refused(f"an update {says}", lambda: updating(wallet), UPDATE, edit, *codes)

    def same(new: Identity) -> Identity:
        return new

    owner = wallet.owner()
    no("that skips a version", lambda new: replace(new, version=new.version + 1), "SSRVTRA12009")
    no("with the version that is there", lambda new: replace(new, version=owner.version), "SSRVTRA12009")
    no("that is not later", lambda new: replace(new, updated=owner.updated or owner.created), "SSRVTRA18006")
    no("with another @context", same, "SSRVTRA18007", **{"@context": ["https://www.w3.org/ns/did/v2"]})
    no("with another controller", same, "SSRVTRA18009", controller="did:omn:issuer")
    no("with another date of creation", lambda new: replace(new, created="2020-01-01T00:00:00Z"), "SSRVTRA18014")
    no("that switches itself off", same, "SSRVTRA18015", deactivated=True)
    no("of another DID", lambda new: replace(new, did=names.new_did()), "SSRVTRA18018", "SSRVTRA18008")

    def unproven(flow: Any, body: Document) -> None:
        whole = holder_document(flow.new)
        other = holder_document(impostor(flow.new))
        body["signedDidDoc"] = flow.signed_document(whole | {"proofs": other["proofs"]})

    def one_key_unproven(flow: Any, body: Document) -> None:
        whole = holder_document(flow.new)
        bare = {name: member for name, member in whole.items() if name != "proofs"}
        body["signedDidDoc"] = flow.signed_document(bare | {"proof": whole["proofs"][0]})

    for says, edit in (("signed by other keys", unproven), ("that its new key does not prove", one_key_unproven)):
        stage.refused(f"an update {says}", lambda: updating(wallet), UPDATE, edit, "SSRVTRA16516")
    stage.refused("an update whose envelope is forged", lambda: updating(wallet), UPDATE, forged("signedDidDoc"), INVALID)


def holders(stage: Stage, wallet: Wallet) -> None:
    def no(says: str, edit: Any, *codes: str) -> None:
        stage.refused(f"an update {says}", lambda: updating(wallet), UPDATE, edit, *codes)

    def new_key_only(flow: Any, body: Document) -> None:
        body["didAuth"] = did_auth(flow, flow.new, "bio")

    no("that the holder's key does not back", forged("didAuth"), *AUTH)
    no("backed with the key that it brings", new_key_only, *AUTH)
    no("backed for another purpose", resigned("didAuth", by=holder, key="pin", purpose="assertionMethod"), *AUTH)
    no("backed with another nonce", resigned("didAuth", by=holder, key="pin", purpose="authentication", authNonce=names.nonce()), "SSRVTRA16520")


def others(stage: Stage, wallet: Wallet) -> None:
    stage.refused(
        "an update of a DID that is no user", lambda: updating(wallet), "propose-update-diddoc", set_member("did", to=names.new_did()), "SSRVTRA17002")
    with stage.checks.check("refused: an update in the wallet of somebody else"):
        thief = stage.newcomer()
        own = thief.holder
        thief.holder = wallet.owner()
        try:
            flow = updating(thief)
            flow.until(UPDATE)
            stage.no(flow.send(UPDATE, flow.build(UPDATE)), "SSRVTRA17508", "SSRVTRA17005")
        finally:
            thief.holder = own
    with stage.checks.check("refused: an update by somebody else"):
        thief = stage.newcomer()
        flow = updating(wallet)
        flow.until(UPDATE)
        body = flow.build(UPDATE) | {"didAuth": did_auth(flow, thief.owner(), "pin")}
        stage.no(flow.send(UPDATE, body), *AUTH, "SSRVTRA18018", "SSRVTRA12011")


def switched_off(stage: Stage, wallet: Wallet) -> None:
    did = wallet.owner().did
    schema = stage.plans[0]
    Issuing(wallet, schema, stage.issuer).run()
    stage.operators.switch_off(wallet.person)
    offer = stage.operators.restore_offer(did)
    stage.refused("an update while the DID is switched off", lambda: updating(wallet), "propose-update-diddoc", lambda *_: None, "SSRVTRA17003")
    stage.refused(
        "a session of a DID that is switched off", lambda: Issuing(wallet, schema, stage.issuer), "request-ecdh", lambda *_: None, INVALID,
        "SSRVTRA17003")
    with stage.checks.check("refused: a presentation while the DID is switched off"):
        flow = stage.presenting(wallet)
        flow.until("request-verify")
        stage.no(flow.send("request-verify", flow.build("request-verify")), "SSRVVRF00103", "SSRVVRF00202")

    def no(says: str, path: str, edit: Any, *codes: str) -> None:
        stage.refused(f"a restoration {says}", lambda: Restoring(wallet, offer), path, edit, *codes)

    no("for an offer that nobody made", "propose-restore-diddoc", set_member("offerId", to=names.new_uuid()), "SSRVTRA11001")
    no("of another DID than the offer's", "propose-restore-diddoc", set_member("did", to=stage.user().owner().did), "SSRVTRA12011")
    no("that the holder's key does not back", RESTORE, forged("didAuth"), *AUTH)
    no("backed with another nonce", RESTORE, resigned("didAuth", by=holder, key="pin", purpose="authentication", authNonce=names.nonce()), "SSRVTRA16520")
    no("backed by somebody else", RESTORE, resigned("didAuth", by=lambda _: stage.user("stranger").owner(), key="pin", purpose="authentication"), *AUTH)
    in_stolen_wallet(stage, wallet, offer)
    restored(stage, wallet, offer)


def in_stolen_wallet(stage: Stage, wallet: Wallet, offer: str) -> None:
    with stage.checks.check("refused: a restoration in the wallet of somebody else"):
        thief = stage.newcomer()
        thief.holder = wallet.owner()
        flow = Restoring(thief, offer)
        flow.until(RESTORE)
        stage.no(flow.send(RESTORE, flow.build(RESTORE)), "SSRVTRA17508", "SSRVTRA17005")


def restored(stage: Stage, wallet: Wallet, offer: str) -> None:
    with stage.checks.check("after all that was refused, the DID is still switched off, and the right restoration is taken"):
        expect_equal(stage.trust.gateway.document(wallet.owner().did)["deactivated"], True, "deactivated")
        Restoring(wallet, offer).run()
    with stage.checks.check("refused: a restoration of a DID that is not switched off"):
        flow = Restoring(wallet, offer)
        stage.no(flow.send("propose-restore-diddoc", flow.build("propose-restore-diddoc")), "SSRVTRA17014", "SSRVTRA11001")
