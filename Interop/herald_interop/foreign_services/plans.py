"""The plans of the issuer."""

from __future__ import annotations

from dataclasses import dataclass

from ..opendid_family.canonical import Document
from .server import BASES
from .world import World, schema_document

SPACE = {"id": "org.opendid.v1.national_id", "name": "National ID"}
ITEMS = {
    "family_name": ("성", "Family name", "홍"), "given_name": ("이름", "Given name", "길동"),
    "birth_date": ("생년월일", "Date of birth", "1990-01-01"),
    "address": ("주소", "Address", "서울특별시 강남구 테헤란로 1/2"), "id_number": ("번호", "Number", "900101-1234567"),
}


@dataclass(frozen=True)
class Plan:
    """A credential that is issued. The cipher is that of its end-to-end channel."""

    id: str
    schema: str
    title: str
    cipher: str

    def schema_id(self, world: World) -> str:
        return f"{world.base}{BASES['issuer']}/vc/vcschema?name={self.schema}"


PLANS = {plan.id: plan for plan in (
    Plan("vcplanid000000000001", "national_id", "National ID", "AES-256-CBC"),
    Plan("vcplanid000000000002", "residence", "Residence", "AES-128-CBC"),
)}


def wire_form(plan: Plan, world: World) -> Document:
    return {
        "vcPlanId": plan.id, "name": plan.title, "description": plan.title, "tags": ["national"],
        "credentialSchema": {"id": plan.schema_id(world), "type": "OsdSchemaCredential"},
        "option": {"allowUserInit": True, "allowIssuerInit": True, "delegatedIssuance": False},
        "allowedIssuers": ["did:omn:issuer"], "manager": "did:omn:issuer",
    }


def schema(plan: Plan, world: World) -> Document:
    items = [
        {"id": item, "caption": caption, "type": "text", "format": "plain", "hideValue": False, "required": True, "i18n": {"en": english}}
        for item, (caption, english, _) in ITEMS.items()
    ]
    return schema_document(world, "issuer", f"vc/vcschema?name={plan.schema}", plan.title, SPACE, items)


def claims() -> list[Document]:
    return [
        {
            "code": f"{SPACE['id']}.{item}", "caption": caption, "value": value, "type": "text", "format": "plain", "hideValue": False,
            "location": "inline", "i18n": {"en": {"caption": english, "value": value}},
        }
        for item, (caption, english, value) in ITEMS.items()
    ]
