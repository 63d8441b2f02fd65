"""Random documents of every signed type, without proofs (OpenDID sheet 3 and 4)."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha384
from random import Random
from typing import Any

from . import multibase
from .actors import Actor, new_key
from .canonical import Document, canonical
from .texts import moment, nonce, text, url, uuid, word

Cast = dict[str, Actor]


def sometimes(random: Random, document: Document, **members: Any) -> Document:
    """Adds each optional member or leaves it out; now and then adds one that no model knows."""
    for name, make in members.items():
        if random.random() < 0.5:
            document[name] = make()
    if random.random() < 0.15:
        document["x" + word(random)] = random.choice([text(random), 7, True, [1, [2]], {"b": 1, "a": "é"}, [], {}])
    return document


def provider(random: Random, actor: Actor) -> Document:
    return {"did": actor.did, "certVcRef": url(random)}


def wallet(random: Random, cast: Cast) -> Document:
    return {"id": "WID202601" + word(random)[:9] + "xy", "did": cast["device"].did}


def inner_document(random: Random, *names: str) -> str:
    """Somebody's DID document, without proofs, as it travels inside another one."""
    actor = Actor.new(random, "did:omn:" + multibase.encode(random.randbytes(20), "z")[1:], *names)
    return multibase.encode(canonical(actor.document(random)), random.choice(multibase.PREFIXES))


def own_did_document(random: Random, names: list[str]) -> tuple[Document, Actor]:
    """A DID document that its own keys prove."""
    actor = Actor.new(random, "did:omn:" + multibase.encode(random.randbytes(20), "z")[1:], *names, version=str(random.randint(1, 12)))
    document = actor.document(random)
    services = [{"id": word(random), "type": random.choice(("LinkedDomains", "CredentialRegistry")), "serviceEndpoint": [url(random)]}]
    return sometimes(random, document, service=lambda: services), actor


def attested_did_doc(random: Random, cast: Cast) -> Document:
    return {
        "walletId": wallet(random, cast)["id"], "ownerDidDoc": inner_document(random, "assert", "auth", "keyagree"), "provider": provider(random, cast["wallet"]),
        "nonce": random.randbytes(16).hex(),
    }


def signed_wallet_info(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"wallet": wallet(random, cast), "nonce": nonce(random)})


def signed_did_doc(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"ownerDidDoc": inner_document(random, "keyagree", "pin"), "wallet": wallet(random, cast), "nonce": nonce(random)})


def invoked_did_doc(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"didDoc": inner_document(random, "keyagree", "pin", "bio"), "controller": provider(random, cast["tas"]), "nonce": nonce(random)})


def attested_app_info(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"appId": "AID" + word(random), "provider": provider(random, cast["cas"]), "nonce": nonce(random)})


def wallet_token_data(random: Random, cast: Cast) -> Document:
    seed = sometimes(
        random, {"purpose": random.randint(1, 14), "pkgName": "org.example." + word(random), "nonce": nonce(random), "validUntil": moment(random, 2031)},
        userId=lambda: text(random))
    return sometimes(random, {"seed": seed, "sha256_pii": nonce(random, 32), "provider": provider(random, cast["cas"]), "nonce": nonce(random)})


def server_token_data(random: Random, cast: Cast) -> Document:
    return sometimes(random, {
        "purpose": random.randint(5, 14), "walletId": wallet(random, cast)["id"], "appId": word(random), "validUntil": moment(random, 2031),
        "provider": provider(random, cast["tas"]), "nonce": nonce(random),
    })


def req_ecdh(random: Random, cast: Cast) -> Document:
    ciphers = random.sample(["AES-128-CBC", "AES-128-ECB", "AES-256-CBC", "AES-256-ECB"], random.randint(1, 4))
    key = new_key(random)
    return sometimes(
        random, {
            "client": cast["holder"].did, "clientNonce": nonce(random), "curve": key.curve,
            "publicKey": multibase.encode(key.public, random.choice(multibase.PREFIXES)),
        }, candidate=lambda: {"ciphers": ciphers})


def acc_ecdh(random: Random, cast: Cast) -> Document:
    return sometimes(random, {
        "server": cast["tas"].did, "serverNonce": nonce(random), "publicKey": nonce(random, 33), "cipher": "AES-256-CBC", "padding": "PKCS5",
    })


def acc_e2e(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"publicKey": nonce(random, 33), "iv": nonce(random)})


def user_did_auth(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"did": cast["holder"].did, "authNonce": nonce(random)})


def provider_did_auth(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"did": cast["issuer"].did, "authNonce": nonce(random)})


def logo(random: Random) -> Document:
    return sometimes(random, {"format": random.choice(("jpg", "png"))}, link=lambda: url(random), value=lambda: nonce(random, 20))


def provider_detail(random: Random, actor: Actor) -> Document:
    return sometimes(
        random, provider(random, actor) | {"name": text(random)}, description=lambda: text(random), logo=lambda: logo(random), ref=lambda: url(random))


def channel(random: Random) -> Document:
    return {"nonce": nonce(random), "curve": "Secp256r1", "publicKey": nonce(random, 33), "cipher": "AES-128-CBC", "padding": "PKCS5"}


def req_e2e(random: Random, cast: Cast) -> Document:
    """A channel that is sent by itself. Inside a profile it has no proof of its own."""
    return sometimes(random, channel(random))


def profile(random: Random, kind: str, inner: Document) -> Document:
    outer = {"id": uuid(random), "type": kind, "title": text(random), "encoding": "UTF-8", "language": "ko", "profile": inner}
    return sometimes(random, outer, description=lambda: text(random), logo=lambda: logo(random))


def issue_profile(random: Random, cast: Cast) -> Document:
    return profile(random, "IssueProfile", sometimes(random, {
        "issuer": provider_detail(random, cast["issuer"]),
        "credentialSchema": sometimes(random, {"id": url(random), "type": "OsdSchemaCredential"}, value=lambda: nonce(random, 40)),
        "process": sometimes(random, {"endpoints": [url(random)], "reqE2e": channel(random), "issuerNonce": nonce(random)}),
    }))


def verify_profile(random: Random, cast: Cast) -> Document:
    schema = sometimes(
        random, {"id": url(random), "type": "OsdSchemaCredential"}, value=lambda: nonce(random, 40), presentAll=lambda: random.random() < 0.5,
        displayClaims=lambda: [word(random)], requiredClaims=lambda: [word(random), word(random)], allowedIssuers=lambda: ["did:omn:issuer"])
    return profile(random, "VerifyProfile", sometimes(random, {
        "verifier": provider_detail(random, cast["verifier"]), "filter": {"credentialSchemas": [schema]},
        "process": sometimes(
            random, {"reqE2e": channel(random), "verifierNonce": nonce(random)}, endpoints=lambda: [url(random), url(random)],
            authType=lambda: random.choice((0, 1, 2, 4, 6, 0x8006))),
    }))


def claim(random: Random, index: int) -> Document:
    value = text(random)
    return sometimes(
        random, {"code": f"org.example.v1.c{index}", "caption": text(random), "value": value, "type": "text", "format": "plain"},
        hideValue=lambda: random.random() < 0.5, location=lambda: "inline",
        digestSRI=lambda: "sha384-" + b64encode(sha384(value.encode()).digest()).decode(),
        i18n=lambda: {"ko": sometimes(random, {"caption": "이름"}, value=lambda: text(random)), "en": {"caption": text(random)}})


def credential(random: Random, cast: Cast) -> Document:
    issued = moment(random, 2025)
    evidence = sometimes(
        random, {
            "type": "DocumentVerification", "verifier": cast["issuer"].did, "evidenceDocument": text(random),
            "subjectPresence": random.choice(("Physical", "Digital")), "documentPresence": random.choice(("Physical", "Digital")),
        }, id=lambda: url(random), attribute=lambda: {"licenseNumber": text(random), "a/b": text(random)})
    return sometimes(random, {
        "@context": ["https://www.w3.org/ns/credentials/v2"], "id": uuid(random), "type": ["VerifiableCredential"],
        "issuer": sometimes(random, {"id": cast["issuer"].did}, name=lambda: text(random)),
        "issuanceDate": issued, "validFrom": issued, "validUntil": moment(random, 2028), "encoding": "UTF-8", "formatVersion": "1.0",
        "language": random.choice(("ko", "en")), "evidence": [evidence],
        "credentialSchema": {"id": url(random), "type": "OsdSchemaCredential"},
        "credentialSubject": {"id": cast["holder"].did, "claims": [claim(random, index) for index in range(random.randint(1, 4))]},
    })


def presentation(random: Random, cast: Cast, credentials: list[Document]) -> Document:
    return sometimes(random, {
        "@context": ["https://www.w3.org/ns/credentials/v2"], "id": uuid(random), "type": ["VerifiablePresentation"],
        "holder": cast["holder"].did, "validFrom": moment(random, 2025), "validUntil": moment(random, 2028), "verifierNonce": nonce(random),
        "verifiableCredential": credentials,
    })


def req_revoke_vc(random: Random, cast: Cast) -> Document:
    return sometimes(random, {"vcId": uuid(random), "issuerNonce": nonce(random)})
