"""The demo server and its operators, with the very calls that upstream's demo makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..checks import Refuted, expect, expect_equal, shorten
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from ..plainhttp import Answer, call
from ..wallet_family import names
from .demo_pages import Person, pii_of, with_fields
from .http import MANNERS
from .release import Release

# did-demo-server V1.0.0 and V2.0.0 IssuerOfferPayload.java:28-32, VerifyOfferPayload.java:32-39; other members do not get into a code
ISSUE_OFFER = ("offerId", "vcPlanId", "type", "issuer", "validUntil")
VERIFY_OFFER = ("offerId", "type", "mode", "device", "service", "endpoints", "validUntil", "locked")


class Demo:
    """The calls of a user of the demo's pages, and of an operator of the servers' consoles. No call has a token."""

    def __init__(self, base: str, release: Release) -> None:
        self._base, self._is_first = base, release is Release.ONE

    def send(self, server: str, path: str, body: Document | bytes) -> Answer:
        raw = body if isinstance(body, bytes) else canonical(body)
        return call(self._base, "POST", f"{MANNERS[server].base}/{path}", raw=raw)

    def ask(self, server: str, path: str, **query: str) -> Answer:
        return call(self._base, "GET", f"{MANNERS[server].base}/{path}", query=query)

    def _done(self, server: str, path: str, body: Document) -> Document:
        answer = self.send(server, path, body)
        if answer.status != 200:
            raise Refuted(f"{path} answered {answer.status} {shorten(answer.text)}")
        return dict(answer.body or {})

    def _listed(self, server: str, path: str) -> Any:
        answer = self.ask(server, path)
        if answer.status != 200:
            raise Refuted(f"{path} answered {answer.status} {shorten(answer.text)}")
        return answer.body

    def _make_user(self, pii: str) -> str:
        """V1.0.0 DemoServiceImpl.java:221-227, V2.0.0 :211-217: a switch of the answer's class is sent along."""
        user = names.new_uuid()[:8]
        self._done("cas", "save-user-info", {"userId": user, "pii": pii, "result": False})
        return user

    def enter(self, person: Person, plan: Document | None = None) -> str:
        """The home page, where the field of the DID may stay empty, and is sent all the same (V1.0.0 addInformation.js:54,70, V2.0.0
        index.js:584-603). Release 2 wants a kind of credential chosen. Returns the user's id."""
        pii = pii_of(person.names)
        user = self._make_user(pii)
        if self._is_first:
            # V1.0.0 SaveUserInfoReqDto.java:31-38 has no e-mail address.
            self._done("issuer", "user", person.names | person.card | {"did": "", "pii": pii})
            return user
        schema = (plan or self.plans()[0])["credentialSchema"]["id"]
        fields = person.fields(self.schema(schema_name(schema)))
        self._done("issuer-admin", "users/demo", person.names | with_fields(fields) | {
            "did": "", "email": "", "pii": pii, "vcSchemaId": schema,
        })
        return user

    def join(self, person: Person) -> str:
        """The page addUserInfo, which an app opens first: both names and no more (addUserInfo.js:35). Release 2 tells the issuer nothing then
        (V2.0.0 DemoServiceImpl.java:219-221). Returns the user's id."""
        pii = pii_of(person.names)
        user = self._make_user(pii)
        if self._is_first:
            self._done("issuer", "user", person.names | {"pii": pii})
        return user

    def add(self, did: str, person: Person, schema: str) -> None:
        """The page addVcInfo, which an app opens before it asks for a credential by itself (V1.0.0 addVcInfo.js:77-84, DemoServiceImpl.java:
        254-263). Release 2's sends no names, so that there is a new user whose data are a hash over nothing (V2.0.0 addVcInfo.html:220-239,
        DemoServiceImpl.java:194-220); `schema` is the name that the app puts into the page's address."""
        if self._is_first:
            self._done("issuer", "vc", person.card | {"did": did, "userName": person.page_name})
            return
        pii = pii_of({})
        self._make_user(pii)
        fields = person.fields(self.schema(schema))
        self._done("issuer-admin", "users/demo", with_fields(fields) | {"did": did, "pii": pii, "vcSchemaId": schema})

    def plans(self) -> list[Document]:
        """Release 2 asks for the plans that the issuer starts (V2.0.0 ListFeign.java:13-14), release 1 for none."""
        return list(self._listed("list", "vcplan/list/issuer")["items"])

    def schema(self, name: str) -> Document:
        """V2.0.0 DemoServiceImpl.java:319-345."""
        listed = self._listed("list", "vcschema/list")["vcSchemaList"]
        found = next((entry for entry in listed if schema_name(entry["schemaId"]) == name), None)
        if found is None:
            raise Refuted(f"the list has no schema “{name}”")
        return dict(found["vcSchema"])

    def issue_offer(self, plan: str) -> Document:
        """The content of the QR code (V1.0.0 DemoServiceImpl.java:118-140, V2.0.0 :110-128). It has neither a message ID nor a validity in
        addition to the payload."""
        answer = self._done("tas", "offer-issue-vc/qr", {"vcPlanId": plan, "issuer": self._issuer(plan)})
        return self._code("ISSUE_VC", answer["issueOfferPayload"], ISSUE_OFFER)

    def _issuer(self, plan: str) -> str:
        """Release 1 has it among its settings (V1.0.0 application-demo.yml). Release 2 has the manager of the plan that the operator chose
        (V2.0.0 index.js:908-911, ConfigService.java:161-166), be it empty."""
        if self._is_first:
            return "did:omn:issuer"
        chosen = next((listed for listed in self.plans() if listed["vcPlanId"] == plan), None)
        expect(chosen, f"the issuer starts no plan {plan}")
        return str((chosen or {}).get("manager") or "")

    def verify_offer(self, service: str) -> tuple[Document, str]:
        """The QR code, which names no transaction, and the offer's id (V1.0.0 DemoServiceImpl.java:69-97, V2.0.0 :74-94)."""
        asked: Document = {"policyId": self._policy(service)} if not self._is_first else {
            "mode": "Direct", "device": "WEB", "service": service, "validSeconds": 180,
        }
        payload = self._done("verifier", "request-offer-qr", asked)["payload"]
        # An enum in the demo's class.
        expect_equal((payload["type"], payload["mode"]), ("VerifyOffer", "Direct"), "type and mode of the offer")
        return self._code("SUBMIT_VP", payload, VERIFY_OFFER) | {"validUntil": payload["validUntil"]}, payload["offerId"]

    def _policy(self, service: str) -> str:
        """The operator picks one from the verifier's list (V2.0.0 ConfigService.java:114-143): by its title, or as its id ends."""
        listed = self._listed("verifier-admin", "policies/all")
        fits: Callable[[Document], bool] = lambda policy: service in (policy["policyTitle"], policy["policyId"].rpartition("/")[2])  # noqa: E731
        found = [policy["policyId"] for policy in listed if fits(policy)]
        expect(found, f"the verifier has no policy “{service}”")
        return str(found[0])

    def _code(self, kind: str, payload: Document, members: tuple[str, ...]) -> Document:
        kept = {name: payload.get(name) for name in members}
        return {"payload": multibase.encode(canonical(kept), "m"), "payloadType": kind}

    def result(self, offer: str) -> Document:
        return self._done("verifier", "confirm-verify", {"offerId": offer})

    def is_issued(self, offer: str) -> bool:
        answer = self.ask("issuer", "issue-vc/result", offerId=offer)
        return bool(answer.status == 200 and answer.body["result"])

    def set_push_token(self, did: str, app: str, token: str) -> None:
        message = {"id": names.message_id(), "did": did, "appId": app, "pushToken": token}
        self._done("tas", "update-push-token", message)

    def switch_off(self, user: str) -> None:
        self._done("tas", "update-diddoc-deactivated", {"kycTxId": user})

    def restore_offer(self, did: str) -> Document:
        """The payload that comes by push (did-ta-server V1.0.0 UserServiceImpl.java:1390-1396)."""
        offer = self._done("tas", "offer-restore-did/push", {"id": names.message_id(), "did": did})["offerId"]
        return self._code("RESTORE_DID", {"offerId": offer, "type": "RestoreDidOffer", "did": did}, ("offerId", "type", "did"))


def schema_name(address: str) -> str:
    """did-demo-server V2.0.0 index.js:477-486."""
    return parse_qs(urlsplit(address).query).get("name", [""])[0]
