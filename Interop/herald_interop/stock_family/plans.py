"""The two plans that upstream's servers come with, their schemas and what is issued under them. The licence has a picture as well."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..opendid_family.canonical import Document
from ..portrait import PORTRAIT

# did-issuer-server V1.0.0 issuer/v1/dto/demo/InsertUserReqDto.java:31-39: the data of a user who was not described
DEFAULT_USER = {
    "did": "did:omn:test", "firstname": "TE", "lastname": "ST", "userName": "TEST", "birthdate": "2024-01-01", "address": "TEST ",
    "licenseNum": "123123-123123", "issueDate": "2024-01-01", "pii": "TEST", "portrait": PORTRAIT,
}


@dataclass(frozen=True)
class Space:
    """One namespace of a schema; `claims` names each item with its caption and the member of the user that fills it."""

    id: str
    name: str
    ref: str
    claims: dict[str, tuple[str, str]]
    pictures: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Plan:
    """did-issuer-server V1.0.0 application-issue.yml and VcSchemaService.java:57-197."""

    id: str
    schema: str
    title: str
    spaces: tuple[Space, ...]
    location: str | None
    # The value by which the user is found: PII in the first plan, the DID in the second
    # (MdlIssueServiceImpl.java:109-114, NationalIdIssueServiceImpl.java:90-93).
    finds_by: str
    # In the second release a plan is started by one side only.
    by_issuer: bool
    # True if the plan names a credential definition in the second release.
    has_definition: bool


ISO = "https://www.iso.org/standard/69084.html"
CLAIM_REF = "https://opendid.org/schema/v1/claim"
LICENSE = Plan(
    "vcplanid000000000001", "mdl", "Mobile Driver License", (
        # Given and family name are swapped (MdlIssueServiceImpl.java:74-75).
        Space("org.iso.18013.5", "ISO/IEC 18013-5:2021 - Personal identification", ISO, {
            "family_name": ("Family Name", "firstname"), "given_name": ("Given Name", "lastname"), "birth_date": ("Birth date", "birthdate"),
            "address": ("Address", "address"), "document_number": ("Document Number", "licenseNum"), "issue_date": ("Issue Date", "issueDate"),
            # Upstream's sample has no picture. An operator can add one, and upstream writes its text as it is, because the schema gives no
            # location (did-core-sdk-server V1.0.0 VcManager.java:347-349).
            "portrait": ("Portrait", "portrait"),
        }, frozenset({"portrait"})),
        Space("org.opendid.v1", "OpenDID v1", CLAIM_REF, {"pii": ("PII", "pii")}),
    ), None, "pii", True, True)
NATIONAL_ID = Plan(
    "vcplanid000000000002", "national_id", "National ID", (
        Space("org.opendid.v1.national_id", "OpenDID National ID", CLAIM_REF, {
            "user_name": ("Name", "userName"), "birth_date": ("Birth date", "birthdate"), "issue_date": ("Issue Date", "issueDate"),
            "address": ("Address", "address"),
        }),
    ), "inline", "did", False, False)
PLANS = {plan.id: plan for plan in (LICENSE, NATIONAL_ID)}


def kind(space: Space, name: str) -> Document:
    return {"type": "image", "format": "png"} if name in space.pictures else {"type": "text", "format": "plain"}


def item(plan: Plan, space: Space, name: str, caption: str) -> Document:
    made = {"id": name, "caption": caption} | kind(space, name)
    return made | ({"location": plan.location} if plan.location else {}) | ({"hideValue": False} if name == "pii" else {})


def schema(plan: Plan, domain: str) -> str:
    """The text that the issuer stores; a controller that returns a String sends it as it is (VcController.java:43-91)."""
    return json.dumps({
        "@id": f"{domain}/api/v1/vc/vcschema?name={plan.schema}", "@schema": "https://opendid.org/schema/vc.osd",
        "title": f"OpenDID {plan.title}", "description": f"VC-formatted OpenDID {plan.title}.",
        "metadata": {"language": "ko", "formatVersion": "1.0"},
        "credentialSubject": {"claims": [
            {
                "namespace": {"id": space.id, "name": space.name, "ref": space.ref},
                "items": [item(plan, space, name, caption) for name, (caption, _) in space.claims.items()],
            }
            for space in plan.spaces
        ]},
    }, indent=4, ensure_ascii=False) + "\n"


def claims(plan: Plan, user: Document) -> list[Document]:
    """In the schema's order; hideValue is always there, location when the schema has it (did-core-sdk-server V1.0.0 VcManager.java:333-375)."""
    # Release 2's demo sends a user's claims by code.
    made, said = [], user.get("claims", {})
    for space in plan.spaces:
        for name, (caption, member) in space.claims.items():
            claim = {
                "code": f"{space.id}.{name}", "caption": caption, "value": said.get(f"{space.id}.{name}", user[member]),
                **kind(space, name), "hideValue": False,
            }
            made.append(claim | ({"location": plan.location} if plan.location else {}))
    return made


def listed(plan: Plan, domain: str, is_first: bool) -> Document:
    """did-ta-server V1.0.0 sample/data/vc-plan. In the second release both options say who starts (ListCommunityService, stored version 0e7b88f)."""
    option = {"allowUserInit": True, "allowIssuerInit": True} if is_first else dict.fromkeys(("allowUserInit", "allowIssuerInit"), plan.by_issuer)
    return {
        "vcPlanId": plan.id, "name": f"{plan.title} Plan", "description": f"It is a VC Plan about {plan.title}",
        "credentialSchema": {"id": f"{domain}/api/v1/vc/vcschema?name={plan.schema}", "type": "OsdSchemaCredential"},
        "option": option | {"delegatedIssuance": False}, "allowedIssuers": ["did:omn:issuer"], "manager": "did:omn:issuer",
    } | ({"tags": ["national"]} if is_first else {})
