"""The choice of the claims and of the key that an app shows to a verifier, by its own code."""

from __future__ import annotations

from copy import deepcopy

from ..checks import Refuted, expect
from ..opendid_family.canonical import Document
from .phone import Phone

Choice = dict[str, list[str]]


def claims(phone: Phone, asked: list[Document]) -> Choice:
    """Codes by credential id."""
    choose = {(True, 1): ios_1, (True, 2): ios_2, (False, 1): android, (False, 2): android}[phone.app.is_ios, phone.app.release]
    return choose(phone, asked)


def ios_1(phone: Phone, asked: list[Document]) -> Choice:
    """With a PIN alone the first credential and what all schemas require (iA1 VerifyProfileViewController.swift:54-66), else each that fits
    (SelectAuthViewController.swift:84-94)."""
    if "bio" not in phone.owner().keys:
        return {phone.credentials[0]["id"]: [code for schema in asked for code in schema["requiredClaims"]]}
    return {kept["id"]: schema["requiredClaims"] for schema in asked for kept in fitting(phone, schema)}


def ios_2(phone: Phone, asked: list[Document]) -> Choice:
    """The first credential that fits and has all (iA2 VerifyProfileViewController.swift:153-187)."""
    for schema in asked:
        for kept in fitting(phone, schema):
            codes = [claim["code"] for claim in kept["credentialSubject"]["claims"]]
            if kept["issuer"]["id"] not in schema.get("allowedIssuers", [kept["issuer"]["id"]]):
                continue
            if schema.get("presentAll"):
                return {kept["id"]: codes}
            if set(schema["requiredClaims"]) <= set(codes):
                return {kept["id"]: schema["requiredClaims"]}
    raise Refuted(f"{phone.app.name}: “Not found any claim”")


def android(phone: Phone, asked: list[Document]) -> Choice:
    """The last credential that fits the first schema (aA1 VerifyVp.java, aA2 VerifyVp.java:138-160); release 1 does not know presentAll."""
    kept = fitting(phone, asked[0])
    expect(kept, f"{phone.app.name}: there is no credential of {asked[0]['id']}")
    if phone.app.release == 2 and asked[0]["presentAll"]:
        return {kept[-1]["id"]: [claim["code"] for claim in kept[-1]["credentialSubject"]["claims"]]}
    return {kept[-1]["id"]: asked[0]["requiredClaims"]}


def fitting(phone: Phone, schema: Document) -> list[Document]:
    return [kept for kept in phone.credentials if kept["credentialSchema"]["id"] == schema["id"]]


def reduced(phone: Phone, kept: Document, codes: list[str]) -> Document:
    """Without the signature over the whole, whatever is left (iS1 VCManager.swift:103-145, aS1 VCManager.java:181-204)."""
    credential, have = deepcopy(kept), kept["credentialSubject"]["claims"]
    if phone.app.is_ios:
        expect(len(set(codes)) == len(codes), f"{phone.app.name}: a claim is required twice")
        missing = set(codes) - {claim["code"] for claim in have}
        expect(not missing, f"{phone.app.name}: the credential has no {sorted(missing)}")
    chosen = [index for index, claim in enumerate(have) for code in codes if claim["code"] == code]
    expect(chosen, f"{phone.app.name}: none of the claims is in the credential")
    credential["credentialSubject"]["claims"] = [have[index] for index in chosen]
    values = credential["proof"]["proofValueList"]
    expect(len(values) >= len(have), f"{phone.app.name}: {len(values)} signatures for {len(have)} claims")
    credential["proof"]["proofValueList"] = [values[index] for index in chosen]
    del credential["proof"]["proofValue"]
    return credential


ANY, PIN, BIO, PIN_OR_BIO, PIN_AND_BIO = 0, 2, 4, 6, 0x8006


def key(phone: Phone, auth_type: int | None, wanted: str) -> str:
    """The key behind the OK button. Android has the user choose for three values and takes the one key of two others; it does nothing for
    FREE, for a value that its enum does not have and for none at all (aA1 ProfileFragment.java:189-217, aA2 :329-359). Without biometrics
    PIN_OR_BIO leads to the PIN at once. iOS signs with what the user took (iS1 WalletService.swift:101-115)."""
    if phone.app.is_ios:
        return wanted
    kinds = (ANY, PIN, BIO, PIN_OR_BIO, PIN_AND_BIO)
    expect(auth_type in kinds, f"{phone.app.name}: the button does nothing with authType {auth_type}")
    have = set(phone.owner().keys)
    only = {PIN: "pin", BIO: "bio"}.get(auth_type or ANY, "pin" if auth_type == PIN_OR_BIO and "bio" not in have else wanted)
    expect(only in have, f"{phone.app.name}: there is no key {only}")
    return only


def signs(phone: Phone, auth_type: int | None) -> bool:
    """True if the presentation gets a proof. Android's SDK signs for three values. For the others it sends an object without any
    member (aS1 WalletService.java:496-511, aS2 :605-622)."""
    return phone.app.is_ios or auth_type in (PIN, BIO, PIN_OR_BIO)
