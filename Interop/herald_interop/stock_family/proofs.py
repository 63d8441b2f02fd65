"""The signature checks of upstream's servers. They check less than a careful reader would, but some parts strictly."""

from __future__ import annotations

import re

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, proofs_of, signed_form, signed_form_of_claim
from ..opendid_family.public_keys import PublicKey, well_formed

# did-common-sdk-server V1.0.0 DidValidator.java:12-13
DID = re.compile(r"did:[a-z0-9]+:(?:[a-zA-Z0-9._%-]*:)*[a-zA-Z0-9._%-]+")
KEY_URL = re.compile(r"did:[a-z0-9]+:[a-zA-Z0-9._%-]+\?versionId=\d+#.+")


def is_did(text: str) -> bool:
    return DID.fullmatch(text) is not None


def did_of(url: str) -> str:
    """Up to the first `?` or `#` (did-common-sdk-server V1.0.0 DidUtil.java:14-32)."""
    return re.split(r"[?#]", url, maxsplit=1)[0]


def key_id_of(url: str) -> str:
    """Behind the `#`; a URL without one raises (did-common-sdk-server V1.0.0 DidUtil.java:41-51)."""
    return url.split("#", 1)[1]


def public_key(document: Document, name: str) -> str:
    """The key of that name, whatever its purposes; an unknown one is a null pointer there."""
    return str(next(method["publicKeyMultibase"] for method in document["verificationMethod"] if method["id"] == name))


def is_signed(form: bytes, signature: str, key: str, curve: str = "Secp256r1") -> bool:
    try:
        data, public = multibase.decode(signature), PublicKey(curve, multibase.decode(key))
    except ValueError:
        return False
    return well_formed(data, public.order) and public.verify(form, data)


def holds(model: Document, key: str) -> bool:
    """A document with one proof, over the members that its class has (did-ta-server V1.0.0 EcdhServiceImpl.java:220-238 and its like)."""
    proof = model["proof"]
    return is_signed(signed_form(model, proof), proof.get("proofValue", ""), key, proof["type"].removesuffix("Signature2018"))


def key_proofs_hold(document: Document) -> bool:
    """Each proof by the key that its fragment names (did-core-sdk-server V1.0.0 DidManager.java:383-414)."""
    try:
        return all(
            is_signed(signed_form(document, proof), proof["proofValue"], public_key(document, key_id_of(proof["verificationMethod"])))
            for proof in proofs_of(document))
    except (ValueError, LookupError, StopIteration):
        return False


def holder_signed(presentation: Document, holder: Document) -> bool:
    """did-core-sdk-server V1.0.0 VpManager.java:190-205,275-308."""
    return all(
        is_signed(signed_form(presentation, proof), proof["proofValue"], public_key(holder, key_id_of(proof["verificationMethod"])))
        for proof in proofs_of(presentation))


def issuer_signed(credential: Document, issuer: Document) -> bool:
    """The whole when it is signed as such, each claim otherwise (did-core-sdk-server V1.0.0 VpManager.java:217-264)."""
    proof = credential["proof"]
    key = public_key(issuer, key_id_of(proof["verificationMethod"]))
    if proof.get("proofValue"):
        return is_signed(signed_form(credential, proof), proof["proofValue"], key)
    values, claims = proof.get("proofValueList") or [], credential["credentialSubject"]["claims"]
    return bool(values) and all(is_signed(signed_form_of_claim(credential, index), values[index], key) for index in range(len(claims)))
