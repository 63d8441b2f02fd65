"""All servers with their paths."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread

from ..opendid_family.canonical import Document
from . import requests
from .errors import require, tas
from .gateway import add_gateway
from .http import Journal, Routes, listening
from .issuer import Issuer
from .lists import add_lists, certificate_schema
from .providers import add_app_server, add_certificates, add_wallet_provider
from .release import Deployment
from .tas_credentials import Credentials
from .tas_session import Session
from .tas_users import Users
from .transactions import Step, Transactions
from .verifier import Verifier
from .world import World, sorted_text


@dataclass(frozen=True)
class Stock:
    """The running servers and their addresses."""

    base: str
    world: World
    journal: Journal
    transactions: Transactions


@contextmanager
def serving(deployment: Deployment) -> Iterator[Stock]:
    """Every server of one installation in this process, until the block ends."""
    routes = Routes()
    server = listening(routes, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.server_address[1]}"
    world = World(base, deployment)
    issuer, transactions = Issuer(world), Transactions()
    for add in (add_certificates, add_app_server, add_wallet_provider, add_gateway, add_lists):
        add(routes, world)
    add_trust_agent(routes, world, issuer, transactions)
    add_issuer(routes, issuer, deployment)
    add_verifier(routes, Verifier(world), deployment)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield Stock(base, world, routes.journal, transactions)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def add_trust_agent(routes: Routes, world: World, issuer: Issuer, transactions: Transactions) -> None:
    session, users = Session(world), Users(world)
    credentials = Credentials(world, users, issuer)
    # The number behind each is what its `catch (Exception)` throws (did-ta-server V1.0.0 tas/v1/service).
    proposals: dict[str, tuple[Step, int]] = {
        "propose-register-user": (users.propose_registration, 17008), "propose-update-diddoc": (users.propose_update, 90003),
        "propose-restore-diddoc": (users.propose_restore, 17015), "propose-issue-vc": (credentials.propose_issue, 18520),
        "propose-revoke-vc": (credentials.propose_revocation, 18524),
    }
    steps: dict[str, tuple[Step, int]] = {
        "request-ecdh": (session.agree, 16521), "request-create-token": (session.give_token, 19005), "retrieve-kyc": (users.retrieve_kyc, 17018),
        "request-register-user": (users.register, 17009), "confirm-register-user": (users.confirm_registration, 17010),
        "request-update-diddoc": (users.update, 17012), "confirm-update-diddoc": (users.confirm_update, 90003),
        "request-restore-diddoc": (users.restore, 17016), "confirm-restore-diddoc": (users.confirm_restore, 90003),
        "request-issue-profile": (credentials.profile, 18521), "request-issue-vc": (credentials.issue, 18522),
        "confirm-issue-vc": (credentials.confirm_issue, 18523), "request-revoke-vc": (credentials.revoke, 18525),
        "confirm-revoke-vc": (credentials.confirm_revocation, 18526),
    }
    shapes = requests.TAS
    for path, (act, failing) in proposals.items():
        routes.post("tas", path, shapes[path], transactions.proposing(path, act), failing)
    for path, (act, failing) in steps.items():
        routes.post("tas", path, shapes[path], transactions.stepping(path, act), failing)
    if not world.deployment.is_first:
        # A String, so that the Accept header chooses the content type (VcController, stored version 3e5b194).
        path = "request-issue-profile"
        profile = transactions.stepping(path, credentials.profile)
        routes.post("tas", path, shapes[path], lambda request: sorted_text(profile(request)), 18521)
    # WalletController.java:44 has no @Valid.
    path = "request-register-wallet"
    routes.post("tas", path, shapes[path], users.register_wallet, 90003, valid=False)
    routes.post("tas", "update-push-token", shapes["update-push-token"], users.push_token, 20021)
    routes.post("tas", "update-diddoc-deactivated", shapes["update-diddoc-deactivated"], users.deactivate, 20022)
    routes.post("tas", "offer-restore-did/push", shapes["offer-restore-did/push"], users.offer_restore, 17019)
    routes.post("tas", "offer-issue-vc/qr", shapes["offer-issue-vc/qr"], credentials.offer, 18527)

    def vc_schema(query: Document) -> str:
        # The second release accepts `id` too (VcController, stored version 3e5b194).
        require("certificate" in (query.get("name"), query.get("id")), tas(18530))
        return certificate_schema(world)

    routes.get("tas", "vc-schema", vc_schema, 18530)


def add_issuer(routes: Routes, issuer: Issuer, deployment: Deployment) -> None:
    """The endpoints for callers from outside. Both calls that save data answer with 200 and an empty body
    (did-issuer-server V1.0.0 DemoController.java:47-57)."""
    routes.get("issuer", "vc/vcschema", issuer.schema, None, "name")
    routes.get("issuer", "issue-vc/result", issuer.result, 13, "offerId")
    routes.post("issuer", "user", requests.ISSUER_USER, lambda request: issuer.save_user("pii", request), 8, valid=False)
    routes.post("issuer", "vc", requests.ISSUER_USER, lambda request: issuer.save_user("did", request), 8, valid=False)
    if not deployment.is_first:
        routes.post("issuer-admin", "users/demo", None, issuer.save_demo_user, 8)


def add_verifier(routes: Routes, verifier: Verifier, deployment: Deployment) -> None:
    offer = requests.OFFER_BY_SERVICE if deployment.is_first else requests.OFFER_BY_POLICY
    routes.post("verifier", "request-offer-qr", offer, verifier.offer, 900)
    if not deployment.is_first:
        routes.get("verifier-admin", "policies/all", lambda _: verifier.policies())
    routes.post("verifier", "request-profile", requests.VERIFIER["request-profile"], verifier.profile, 902)
    routes.post("verifier", "request-verify", requests.VERIFIER["request-verify"], verifier.verify, 903)
    routes.post("verifier", "confirm-verify", requests.VERIFIER["confirm-verify"], verifier.result, 901)
