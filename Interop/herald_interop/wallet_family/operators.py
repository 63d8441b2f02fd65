"""The calls of operators: users, offers, deactivating a DID (OpenDID sheet 5.2, 5.8, 5.10). Bodies that the sheet does not print are short."""

from __future__ import annotations

import json
from typing import Any

from ..checks import Refuted, expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..portrait import PORTRAIT
from . import names
from .services import Services
from .setting import TERMINAL
from .wallet import Person

OFFER_MEMBERS = {"offerId", "type", "vcPlanId", "issuer", "validUntil"}


class Operators:
    """The people behind the servers."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._known: dict[str, str] | None = None

    def _do(self, role: str, path: str, body: Document) -> Document:
        return self._services.post(role, path, body, operator=True).taken()

    def enter(self, person: Person) -> None:
        """The person becomes known to the certified app's server and to the issuer."""
        self._do("cas", "save-user-info", {"userId": person.id, "pii": person.pii})
        expect_equal(self._do("cas", "retrieve-pii", {"userId": person.id}), {"pii": person.pii}, "the user's data")
        claims = {
            code: PORTRAIT if kind == "image" else f"{code.rpartition('.')[2]} of {person.id}" for code, kind in self._types().items()
        }
        self._do("issuer", "user", {"id": names.message_id(), "userId": person.id, "pii": person.pii, "claims": claims})

    def _types(self) -> dict[str, str]:
        """The claims of everything that is issued with their types, from the schemas; asked for once."""
        if self._known is None:
            plans = self._services.get("list", "vcplan/list").taken()["items"]
            schemas = [self._services.fetch(plan["credentialSchema"]["id"]) for plan in plans]
            spaces = [space for schema in schemas for space in schema["credentialSubject"]["claims"]]
            self._known = {f"{space['namespace']['id']}.{item['id']}": item["type"] for space in spaces for item in space["items"]}
        return self._known

    def issue_offer(self, plan: str, issuer: str) -> Document:
        answer = self._do("tas", "offer-issue-vc/qr", {"id": names.message_id(), "vcPlanId": plan, "issuer": issuer})
        offer = offer_in(answer, "IssueOffer")
        expect(set(offer) >= OFFER_MEMBERS, f"the offer misses {OFFER_MEMBERS - set(offer)}")
        expect_equal((offer["vcPlanId"], offer["issuer"]), (plan, issuer), "what is offered")
        return offer

    def verify_offer(self, service: str, mode: str = "Direct") -> Document:
        asked = {"id": names.message_id(), "mode": mode, "device": TERMINAL, "service": service, "validSeconds": 180}
        answer = self._do("verifier", "request-offer-qr", asked)
        offer = answer["payload"]
        expect_equal((offer["type"], offer["mode"], offer["device"], offer["service"]), ("VerifyOffer", mode, TERMINAL, service), "the offer")
        expect(names.UUID.fullmatch(offer["offerId"]), "the offer's id is no UUID")
        return answer

    def result(self, offer: Document) -> Document:
        """The result of a verifier's offer, as its terminal receives it."""
        return self._do("verifier", "confirm-verify", {"id": names.message_id(), "offerId": offer["payload"]["offerId"]})

    def switch_off(self, person: Person) -> None:
        self._do("tas", "update-diddoc-deactivated", {"id": names.message_id(), "kycTxId": person.id})

    def set_user_status(self, did: str, status: str) -> None:
        """Unlike `switch_off`, it may be repeated."""
        self._do("tas", "update-user-status", {"id": names.message_id(), "did": did, "status": status})

    def set_status(self, credential: str, status: str) -> None:
        """The issuer's operator says what has become of a credential."""
        self._do("issuer", "vc/status", {"vcId": credential, "vcStatus": status})

    def restore_offer(self, did: str) -> str:
        return str(self._do("tas", "offer-restore-did/push", {"id": names.message_id(), "did": did})["offerId"])


def offer_in(value: Any, kind: str) -> Document:
    """The offer in an answer: as it is, as a payload, or in the wrapping of a QR code (OpenDID sheet 7.2)."""
    for candidate in unfolded(value):
        if candidate.get("type") == kind:
            return candidate
    raise Refuted(f"there is no {kind} in the answer")


def unfolded(value: Any) -> list[Document]:
    """Every object inside, texts that hold one included."""
    if isinstance(value, dict):
        return [value] + [found for member in value.values() for found in unfolded(member)]
    if isinstance(value, list):
        return [found for member in value for found in unfolded(member)]
    if isinstance(value, str) and len(value) > 40:
        try:
            inner = json.loads(value if value.startswith("{") else multibase.decode(value))
        except ValueError:
            return []
        return unfolded(inner) if isinstance(inner, dict) else []
    return []
