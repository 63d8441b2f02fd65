"""The users of the demo server, and the data that its pages create from their input."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from ..opendid_family.canonical import Document, canonical
from ..portrait import PORTRAIT


@dataclass(frozen=True)
class Person:
    """A user of the demo, with an answer to whatever a page asks."""

    first: str
    last: str
    birth: str
    licence: str

    @property
    def names(self) -> Document:
        return {"firstname": self.first, "lastname": self.last}

    @property
    def page_name(self) -> str:
        """did-demo-server V1.0.0 and V2.0.0 addUserInfo.js:47."""
        return f"{self.last}{self.first}"

    def answer(self, item: str) -> str:
        """The user's input for the field of an item, by the item's ID."""
        known = {
            "family_name": self.last, "given_name": self.first, "user_name": self.page_name, "birth_date": self.birth,
            "address": f"서울특별시 강남구 {self.first} 1/2", "document_number": self.licence, "issue_date": "2024-02-29",
            "portrait": PORTRAIT,
        }
        return known.get(item, f"{item} of {self.first}")

    @property
    def card(self) -> Document:
        """The four fields that release 1's pages have in addition to the names."""
        items = {"birthdate": "birth_date", "address": "address", "licenseNum": "document_number", "issueDate": "issue_date"}
        return {member: self.answer(item) for member, item in items.items()}

    def fields(self, schema: Document) -> dict[str, str]:
        """Release 2's pages have a field for each item of a schema, `<namespace>.<item>` (did-demo-server V2.0.0 index.js:451-460,504-510,
        addVcInfo.html:114-159)."""
        return {
            f"{space['namespace']['id']}.{item['id']}": self.answer(item["id"])
            for space in schema["credentialSubject"]["claims"] for item in space["items"]
        }


def pii_of(names: Document) -> str:
    """A hash over the names, in hexadecimal digits; over `{}` when a page sends none (did-demo-server V1.0.0 DemoServiceImpl.java:211-219,
    V2.0.0 :196-203, JsonUtil.java:42)."""
    return sha256(canonical({name: names.get(name) for name in ("firstname", "lastname")})).hexdigest()


def with_fields(fields: dict[str, str]) -> Document:
    """The fields go to the issuer twice (did-demo-server V2.0.0 DemoServiceImpl.java:205-210)."""
    return {"fields": fields, "userInfo": json.dumps(fields, ensure_ascii=False, separators=(",", ":"))}
