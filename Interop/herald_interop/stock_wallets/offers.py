"""A code as the demo's page shows it, and as the apps read it (iA1 MainViewController.swift:139-149, aA1 VcListFragment.java:126-160)."""

from __future__ import annotations

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from .phone import Phone


def shown(payload: Document, kind: str, tx_id: str | None = None) -> Document:
    """The QR code that upstream's demo creates from an offer (did-demo-server V1.0.0 DemoServiceImpl.java:84-97,127-134)."""
    text = {"payloadType": kind, "payload": multibase.encode(canonical(payload), "m")}
    return text | ({"txId": tx_id} if tx_id else {})


def issue_offer(phone: Phone, code: Document) -> Document:
    data = phone.read("DataPayload", code)
    expect_equal(data["payloadType"], "ISSUE_VC", "payload type of the offer")
    return phone.opened("IssueOfferPayload", data["payload"])


def verify_offer(phone: Phone, code: Document) -> tuple[Document, str | None]:
    """The offer, and the transaction that Android sends with it."""
    data = phone.read("DataPayload", code)
    offer = phone.opened("VerifyOfferPayload", data["payload"])
    # iA2 VerifyProfileViewController.swift:48-54 treats every other type as one without zero knowledge.
    expect(phone.app.release == 1 or offer["type"] == "VerifyOffer", f"the type “{offer.get('type')}” leads to another protocol")
    return offer, data.get("txId")
