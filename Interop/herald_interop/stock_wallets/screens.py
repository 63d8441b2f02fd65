"""The screens of the apps: plans, and the credentials with their schemas, dates and, in release 2, statuses."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from ..checks import Refuted, expect
from ..opendid_family.canonical import Document
from . import dates, pictures, wallet_tokens
from .phone import Phone


def plans(phone: Phone) -> list[Document]:
    """iA1 AddVcViewController.swift:44, iA2 :43, aA1 AddVcFragment.java:168. Release 2 reads the schema's name from its address."""
    listed = phone.read("VCPlanList", phone.get("list", "vcplan/list").taken())["items"]
    expect(listed, f"{phone.app.name}: there is no plan to choose")
    for plan in listed if phone.app.release == 2 else ():
        schema, name = plan["credentialSchema"]["id"], schema_name(phone, plan)
        expect(parse_qs(urlsplit(schema).query).get("name") == [name], f"{phone.app.name}: {schema} gives the page the schema “{name}”")
    return listed


def schema_name(phone: Phone, plan: Document) -> str:
    """Text behind the last `=` (iA2 AddVcViewController.swift:108), or behind `name=` (aA2 WebviewFragment.java:87-95)."""
    schema = str(plan["credentialSchema"]["id"])
    return schema.rpartition("=")[2] if phone.app.is_ios else schema.partition("name=")[2]


def credentials(phone: Phone) -> dict[str, str]:
    """The list of the start screen; the status of each credential in release 2 (iA1 VCCell.swift:40-58, iA2 MainViewController.swift:72-97,
    195-205, aA1 VcListFragment.java:318-340, aA2 CaUtil.java:224-237)."""
    app = phone.app
    wallet_tokens.ask(phone, wallet_tokens.LIST)
    statuses = {}
    for credential in phone.credentials:
        phone.read("VCSchema", phone.wire.get(credential["credentialSchema"]["id"]).taken())
        for name in ("validUntil", "issuanceDate"):
            (dates.ios_credential if app.is_ios else dates.android_day)(credential[name], f"{app.name}, {name} of a credential")
        if app.release == 2:
            statuses[credential["id"]] = status(phone, credential["id"])
    return statuses


def status(phone: Phone, credential: str) -> str:
    answer = phone.read("VCMetaVO", phone.get("gateway", f"vc-meta?vcId={credential}").taken())
    return str(phone.opened("VCMeta", answer["vcMeta"])["status"])


def details(phone: Phone, credential: Document) -> None:
    """A picture that cannot be shown ends the iOS app (iA1 VCDetailViewController.swift:44-46, iA2 :210-215). Android leaves its place empty,
    but ends where there is nothing to decode (aA1 DetailVcFragment.java:168-169, aA2 :233-235)."""
    for claim in credential["credentialSubject"]["claims"]:
        if phone.app.is_ios and claim["type"] == "image" and not pictures.is_shown(claim["value"]):
            raise Refuted(f"{phone.app.name}: no picture comes out of {claim['code']}, on which the app ends")
        if not phone.app.is_ios and "data:image" in claim["value"] and not pictures.is_decoded(claim["value"]):
            raise Refuted(f"{phone.app.name}: there is nothing to decode in {claim['code']}, on which the app ends")
