"""The servers themselves: they refuse with upstream's statuses, codes and members, or they would prove nothing."""

from __future__ import annotations

from dataclasses import replace

from ..checks import Checks, expect, expect_equal
from ..opendid_family.canonical import Document
from ..wallet_family.identities import Identity, device_document
from .demo import Demo
from .life import demo_of
from .release import Deployment, Release
from .services import Stock, serving

DID = "did:omn:tas"
# Server, path, body, status and code.
Row = tuple[str, str, Document | bytes, int, str]
REFUSED: tuple[Row, ...] = (
    ("tas", "propose-register-user", {}, 500, "9999"), ("tas", "propose-register-user", b"{", 500, "SSRVTRA12004"),
    ("tas", "request-ecdh", {"id": "1", "txId": "1", "reqEcdh": {"curve": "P-256"}}, 500, "SSRVTRA12004"),
    ("tas", "request-register-wallet", {}, 500, "SSRVTRA90003"),
    ("tas", "retrieve-kyc", {}, 400, "SSRVTRA16000"), ("tas", "propose-issue-vc", {"id": "1", "vcPlanId": "1"}, 400, "SSRVTRA14001"),
    ("tas", "propose-issue-vc", {"id": "1", "vcPlanId": "1", "issuer": "did:omn:other"}, 500, "SSRVTRA14000"),
    ("tas", "propose-issue-vc", {"id": "1", "vcPlanId": "1", "issuer": "did:omn:issuer"}, 400, "SSRVISS00202"),
    ("tas", "update-push-token", {"id": "1", "did": "d", "appId": "a", "pushToken": ""}, 400, "SSRVTRA17002"),
    ("cas", "request-wallet-tokendata", {}, 400, "9999"), ("cas", "request-wallet-tokendata", b"", 500, "SCRVCFA00100"),
    ("cas", "request-wallet-tokendata", {"purpose": 15, "pkgName": "", "nonce": "", "validUntil": ""}, 500, "SCRVCFA00100"),
    ("cas", "retrieve-pii", {"userId": "nobody"}, 400, "SCRVCFA00400"),
    ("verifier", "request-profile", {"id": "1"}, 400, "9999"), ("verifier", "request-profile", b"[]", 500, "SSRVVRF00100"),
    ("verifier", "request-profile", {"id": "1", "offerId": "1"}, 400, "SSRVVRF00200"),
    ("verifier", "request-verify", {"id": "1", "encVp": "m", "accE2e": {"publicKey": "", "iv": "m"}}, 400, "9999"),
    ("wallet", "request-sign-wallet", b"nothing", 500, "SSRVWLT00502"), ("wallet", "request-sign-wallet", {"id": DID}, 500, "SSRVWLT00103"),
)


def run(checks: Checks) -> None:
    for release in Release:
        with serving(Deployment(release)) as stock:
            demo = demo_of(stock)
            for server in ("tas", "cas", "verifier", "wallet"):
                with checks.check(f"stock servers of release {release.value} refuse with upstream's statuses, codes and members: {server}"):
                    for row in REFUSED:
                        if row[0] == server:
                            refused(demo, *row)
            with checks.check(f"stock servers of release {release.value} write as upstream does"):
                gateway_of_a_chain(demo)
                offers(demo, release)
                attestation(demo)
                savings(demo, release)
    for deployment in (Deployment(Release.ONE, "repository"), Deployment(Release.TWO, "lss")):
        with serving(deployment) as stock, checks.check(f"the stock gateway of release {deployment.release.value} answers for a {deployment.ledger}"):
            gateway_of_another_ledger(demo_of(stock), stock)


def refused(demo: Demo, server: str, path: str, body: Document | bytes, status: int, code: str) -> None:
    answer = demo.send(server, path, body)
    expect(isinstance(answer.body, dict), f"{path}: no error body")
    expect_equal((answer.status, answer.body.get("code")), (status, code), f"{path}: status and code")
    expect_equal(set(answer.body), {"code", "description"}, f"{path}: members of the error body")


def gateway_of_a_chain(demo: Demo) -> None:
    for asked, status, code in ((f"{DID}?versionId=1", 400, 301), (f"{DID}#assert", 400, 301), ("", 400, 300), ("did:omn:other", 500, 200)):
        answer = demo.ask("gateway", "did-doc", did=asked)
        expect_equal((answer.status, answer.body["code"]), (status, f"SSRVAGW00{code}"), f"answer to {asked}")
    expect_equal(set(demo.ask("gateway", "did-doc", did=DID).body), {"didDoc"}, "members of the answer")
    expect_equal(demo.ask("gateway", "vc-meta", vcId="unknown").body["code"], "SSRVAGW00401", "code of an unknown credential")
    refused(demo, "tas", "propose-revoke-vc", {"id": "1", "vcId": "unknown"}, 500, "SSRVTRA15005")


def gateway_of_another_ledger(demo: Demo, stock: Stock) -> None:
    is_first = stock.world.deployment.is_first
    unknown = demo.ask("gateway", "did-doc", did="did:omn:other")
    wanted = (500, None) if is_first else (400, "SSRVAGW00300")
    expect_equal((unknown.status, unknown.body.get("code")), wanted, "answer to an unknown DID")
    credential = stock.world.providers["tas"].certificate["id"]
    meta = demo.ask("gateway", "vc-meta", vcId=credential).body
    expect_equal(meta["vcId"], None if is_first else credential, "vcId")
    refused(demo, "tas", "propose-revoke-vc", {"id": "1", "vcId": "unknown"}, 500, "SSRVTRA18516")


def offers(demo: Demo, release: Release) -> None:
    """Each release accepts only its own body."""
    by_service, by_policy = {"mode": "Direct", "device": "WEB", "service": "login"}, {"policyId": "1"}
    wrong = demo.send("verifier", "request-offer-qr", by_policy if release is Release.ONE else by_service)
    expect_equal((wrong.status, wrong.body["code"]), (400, "9999"), "answer to the other release's body")
    apps = demo.ask("list", "allowed-ca/list", wallet="unknown")
    expect_equal(apps.status, 200 if release is Release.ONE else 500, "status for a wallet that nobody knows")
    missing = demo.ask("list", "allowed-ca/list")
    expect_equal(set(missing.body), {"timestamp", "status", "error", "path"}, "members of Spring's own error body")


def attestation(demo: Demo) -> None:
    device = Identity.new("did:omn:2ZQmSm2ehM3WjsJs9rW6hsPf3eGF", "assert", "auth", "keyagree")
    answer = demo.send("wallet", "request-sign-wallet", device_document(device))
    expect_equal(answer.status, 200, "status")
    expect_equal(answer.body["did"], "did:omn:wallet", "the member that is not signed")
    expect(answer.body["ownerDidDoc"].startswith("u") and len(bytes.fromhex(answer.body["nonce"])) == 16, "document or nonce")
    expect("\\u003d" in answer.text, "the text is not escaped as Gson does")
    unproven = replace(device, keys=device.keys | {"assert": device.keys["auth"]}).document() | {"proofs": device_document(device)["proofs"]}
    wrong = demo.send("wallet", "request-sign-wallet", unproven)
    expect_equal((wrong.status, wrong.body["code"]), (400, "SSRVWLT00203"), "answer to a key that is not proven")


def savings(demo: Demo, release: Release) -> None:
    """Both are `void` there: 200 and no body (did-ca-server V1.0.0 CasController.java:67-70, did-issuer-server V1.0.0 DemoController.java:47-57)."""
    rows: list[tuple[str, str, Document]] = [("cas", "save-user-info", {"userId": "1", "pii": "1", "result": False}), ("issuer", "vc", {"did": DID})]
    if release is Release.ONE:
        rows.append(("issuer", "user", {"did": "", "pii": "1"}))
    for server, path, body in rows:
        saved = demo.send(server, path, body)
        expect_equal((saved.status, saved.text), (200, ""), f"answer to {path}")
