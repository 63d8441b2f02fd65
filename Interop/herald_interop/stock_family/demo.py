"""The demo server and its operators, with the very calls that upstream's demo makes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from ..checks import Refuted, expect_equal, shorten
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from ..plainhttp import Answer, call
from ..wallet_family import names
from .http import MANNERS
from .services import Stock
from .verifier import POLICIES


@dataclass(frozen=True)
class Person:
    """A user of the demo. Her data is a hash over both names, in hexadecimal digits (did-demo-server V1.0.0 DemoServiceImpl.java:211-219)."""

    first: str
    last: str

    @property
    def pii(self) -> str:
        return sha256(canonical({"firstname": self.first, "lastname": self.last})).hexdigest()

    def described(self) -> Document:
        return {
            "firstname": self.first, "lastname": self.last, "userName": f"{self.first} {self.last}", "birthdate": "1990-01-01",
            "address": "서울특별시 강남구 테헤란로 1/2", "licenseNum": "11-22-333333-44", "issueDate": "2024-02-29",
        }


class Demo:
    """What a person does at the demo's pages, and an operator at the servers' consoles."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        self._is_first = stock.world.deployment.is_first

    def send(self, server: str, path: str, body: Document | bytes) -> Answer:
        raw = body if isinstance(body, bytes) else canonical(body)
        return call(self._stock.base, "POST", f"{MANNERS[server].base}/{path}", raw=raw)

    def ask(self, server: str, path: str, **query: str) -> Answer:
        return call(self._stock.base, "GET", f"{MANNERS[server].base}/{path}", query=query)

    def _done(self, server: str, path: str, body: Document) -> Document:
        answer = self.send(server, path, body)
        if answer.status != 200:
            raise Refuted(f"{path} answered {answer.status} {shorten(answer.text)}")
        return dict(answer.body or {})

    def enter(self, person: Person) -> str:
        """The user's id (did-demo-server V1.0.0 DemoServiceImpl.java:209-243, V2.0.0 :194-233)."""
        user = names.new_uuid()[:8]
        saved = self.send("cas", "save-user-info", {"userId": user, "pii": person.pii, "result": False})
        expect_equal((saved.status, saved.text), (200, ""), "answer to save-user-info")
        if self._is_first:
            self._done("issuer", "user", person.described() | {"pii": person.pii})
        else:
            fields = {name: value for name, value in person.described().items() if name not in ("firstname", "lastname")}
            self._done("issuer-admin", "users/demo", {
                "firstname": person.first, "lastname": person.last, "email": "", "pii": person.pii, "vcSchemaId": 1, "fields": fields,
                "userInfo": json.dumps(fields),
            })
        return user

    def describe(self, did: str, person: Person) -> None:
        """What is to stand in the second credential (V1.0.0 DemoServiceImpl.java:254-270, V2.0.0 :267-279)."""
        wanted = ("userName", "birthdate", "address", "licenseNum", "issueDate")
        described = {name: value for name, value in person.described().items() if name in wanted}
        saved = self.send("issuer", "vc", {"did": did, **described})
        expect_equal((saved.status, saved.text), (200, ""), "answer to vc")

    def issue_offer(self, plan: str) -> Document:
        """What is in the QR code (V1.0.0 DemoServiceImpl.java:118-140): neither a message id nor a validity beside the payload."""
        answer = self._done("tas", "offer-issue-vc/qr", {"vcPlanId": plan, "issuer": "did:omn:issuer"})
        return self._code("ISSUE_VC", answer["issueOfferPayload"])

    def verify_offer(self, service: str) -> tuple[Document, str]:
        """The QR code and the offer's id (V1.0.0 DemoServiceImpl.java:69-107, V2.0.0 :74-101)."""
        policy = next(policy for policy in POLICIES if policy.service == service)
        asked: Document = {"mode": "Direct", "device": "WEB", "service": service, "validSeconds": 180} if self._is_first else {"policyId": policy.id}
        payload = self._done("verifier", "request-offer-qr", asked)["payload"]
        return self._code("SUBMIT_VP", payload), payload["offerId"]

    def _code(self, kind: str, payload: Document) -> Document:
        return {"payload": multibase.encode(canonical(payload), "m"), "payloadType": kind}

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
        return self._code("RESTORE_DID", {"offerId": offer, "type": "RestoreDidOffer", "did": did})
